"""The parameters of the law over tasks: against plain sums over grids, and against long chains of a sampler."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.special import betaln

import betterthan as bt
from betterthan.data.examples import example
from betterthan.procedures import bayes_hierarchical_mcnemar, bayes_hierarchical_t

REFERENCE = Path(__file__).parents[1] / "reference"
BY_SUMS = json.loads((REFERENCE / "hierarchical_t_priors.json").read_text())
SAMPLED = json.loads((REFERENCE / "bayes_hierarchical_t.json").read_text())["data_sets"]
OPTIONS = {"given": {"nu_shape": (3.0, 8.0), "nu_rate": (0.5, 2.0)}}


@pytest.mark.parametrize("prior", BY_SUMS["expect"])
def test_against_plain_sums_over_a_grid(prior):
    """tests/reference/make_hierarchical_t_priors.py; its ends cut off a thousandth of σ0 near 0."""
    data = {name: BY_SUMS[name] for name in ("n", "mean", "ss")}
    options = OPTIONS.get(prior, {"prior": prior})
    found = bayes_hierarchical_t.from_summary(**data, test_fraction=BY_SUMS["rho"], **options).task_law()
    expected = BY_SUMS["expect"][prior]
    for each, name in zip(found, ("delta0", "sigma0", "nu"), strict=False):
        low, median, high = expected[f"{name}_quantiles"]
        assert (each.median, each.high) == pytest.approx((median, high), rel=2e-3), name
        assert each.low == pytest.approx(low, rel=5e-3), name
        assert each.mean == pytest.approx(expected[f"{name}_mean"], rel=2e-3), name
    assert [each.name for each in found] == (["δ0", "σ0"] if prior == "normal" else ["δ0", "σ0", "ν"])


@pytest.mark.parametrize("entry", [pytest.param(each, id=each["name"]) for each in SAMPLED[:4]])
def test_against_long_chains(entry):
    """Medians of 160,000 draws of NUTS; the error of a median is about 1.25 sd/√(effective draws)."""
    bounds = {name: tuple(end) if isinstance(end, list) else end for name, end in entry["bounds"].items()}
    found = bayes_hierarchical_t.from_summary(
        n=entry["n"], mean=entry["mean"], ss=entry["ss"], test_fraction=entry["rho"], prior=entry["prior"], **bounds
    ).task_law()
    for each, name in zip(found, ("delta0", "sigma0", "nu"), strict=True):
        slack = 0.02 * entry["expect"][f"{name}_sd"]
        assert each.median == pytest.approx(entry["expect"][f"{name}_median"], abs=slack), name


def shapes_by_sums(won: np.ndarray, lost: np.ndarray) -> dict[str, list[float]]:
    """Quantiles of a and b, by sums over (log(a + b), logit μ) of the definition; P(a + b > 1e8) is 0.0001 here."""
    log_size, logit = np.meshgrid(np.linspace(-2, np.log(1e8), 1200), np.linspace(-1.2, 1.2, 601), indexing="ij")
    mu, size = 1 / (1 + np.exp(-logit)), np.exp(log_size)
    a, b = size * mu, size * (1 - mu)
    logs = sum(betaln(a + w, b + n) - betaln(a, b) for w, n in zip(won, lost, strict=True))
    logs += -2.5 * log_size + 2 * log_size + np.log(mu * (1 - mu))  # p(a, b), and da db in these coordinates
    masses = np.exp(logs - logs.max()).ravel()
    found = {}
    for name, values in (("a", a.ravel()), ("b", b.ravel())):
        order = np.argsort(values)
        heap = np.cumsum(masses[order]) / masses.sum()
        found[name] = np.interp([0.025, 0.5, 0.975], heap, values[order]).tolist()
    return found


def test_a_and_b_against_plain_sums():
    table = example("code-switching")
    cells = {task: table.select_tasks([task]).cells() for task in table.tasks}
    won, lost = (np.array([getattr(each, name) for each in cells.values()]) for name in ("n10", "n01"))
    expected = shapes_by_sums(won, lost)
    mu, a, b = bayes_hierarchical_mcnemar(table).task_law()
    for each, name in ((a, "a"), (b, "b")):
        assert [each.low, each.median, each.high] == pytest.approx(expected[name], rel=5e-3)
        assert each.mean is None
    assert mu.mean == pytest.approx(1 - 0.521, abs=5e-4)  # Williams 2026, sec. 6.2, whose φ is the second's share


def test_swapping_the_models_exchanges_a_and_b():
    counts = {"x": (5, 12, 30, 50), "y": (9, 20, 22, 40), "z": (3, 8, 25, 30)}
    turned = {task: (n00, n10, n01, n11) for task, (n00, n01, n10, n11) in counts.items()}
    (_, a, b), (_, other_a, other_b) = (
        bayes_hierarchical_mcnemar.from_cells(each).task_law() for each in (counts, turned)
    )
    for one, other in ((a, other_b), (b, other_a)):
        assert (one.low, one.median, one.high) == pytest.approx((other.low, other.median, other.high), rel=1e-4)


def test_a_report_and_json_tell_them():
    found = bt.compare(example("code-switching"), level=0.9)
    told = found.to_text()
    assert "Law over tasks" in told
    assert "90% equal-tailed interval" in found.to_markdown(), "the highest-density interval of δ0 stands above"
    record = found.to_dict()["task_law"]
    assert [each["name"] for each in record] == ["μ", "a", "b"]
    assert record[1]["mean"] is None
    assert record[1]["low"] < record[1]["median"] < record[1]["high"]
    assert bt.compare(example("code-switching"), task="tr-en").to_dict()["task_law"] is None
