"""The posterior of a Student-t location against figures made without it (see `reference/make_bayes_robust_t.py`)."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import median_abs_deviation

from betterthan.arrays import Array
from betterthan.errors import ArgumentError, NotConverged
from betterthan.numerics import student_location as module
from betterthan.numerics.student_location import StudentLocation, student_location

REFERENCE = Path(__file__).parents[1] / "reference" / "bayes_robust_t.json"
CASES: list[dict[str, Any]] = json.loads(REFERENCE.read_text())["cases"]


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


EDGE_CASES = {
    "three values": np.array([0.0, 0.5, 2.0]),
    "three values, two close": np.array([0.0, 1e-9, 1.0]),
    "Cauchy": rng(1).standard_cauchy(40),
    "heavier than Cauchy": np.exp(np.minimum(np.abs(rng(2).standard_cauchy(200)), 20)) * rng(3).choice([-1, 1], 200),
    "normal": rng(4).normal(size=200),
    "uniform": rng(5).uniform(size=250),
    "extreme outlier": np.append(rng(6).normal(size=19), 1e6),
    "outliers on both sides": np.concatenate([rng(6).normal(size=20), [-1e5, 1e6]]),
    "two clusters of three": np.array([0.0, 0.01, 0.02, 5.0, 5.01, 5.02]),
    "two clusters of a hundred": np.concatenate([rng(7).normal(0, 0.1, 100), rng(8).normal(5, 0.1, 100)]),
    "clusters that compete for the scale": rng(9).normal(0, 0.03, 300) + rng(10).choice([0, 1, 5], 300),
    "ties, few values": np.append(np.zeros(3), rng(11).normal(0.5, 1, 7)),
    "ties, many values": np.append(np.zeros(300), rng(12).normal(0.5, 1, 700)),
    "three outcomes": rng(13).choice([-1.0, 0.0, 1.0], 2000, p=[0.3, 0.3, 0.4]),
    "skewed, 10,000": rng(14).lognormal(0, 1, 10_000),
    "rare outliers that no scout meets": np.append(rng(15).normal(size=20_000), np.full(10, 1000.0)),
}


def below(found: StudentLocation, x: Array | float) -> Array:
    """P(location < x) as a consumer reads it: cubics through the tabulated values and slopes."""
    x = np.clip(x, found.grid[0], found.grid[-1])
    cell = np.clip(np.searchsorted(found.grid, x, side="right") - 1, 0, len(found.grid) - 2)
    width = found.grid[cell + 1] - found.grid[cell]
    t = (x - found.grid[cell]) / width
    rise, next_rise = (np.exp(found.log_density[k] + np.log(width)) for k in (cell, cell + 1))
    values = found.cdf[cell] * (1 + 2 * t) * (1 - t) ** 2 + found.cdf[cell + 1] * t**2 * (3 - 2 * t)
    return np.asarray(values + t * (1 - t) * (rise * (1 - t) - next_rise * t))


def largest_gap(one: StudentLocation, other: StudentLocation) -> float:
    """The largest difference of two distribution functions."""
    x = np.concatenate([one.grid, other.grid])
    return float(np.abs(below(one, x) - below(other, x)).max())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_agrees_with_reference(case: dict[str, Any]) -> None:
    found, expected = student_location(np.array(case["arguments"]["differences"])), case["expect"]
    under, upto = below(found, np.array(case["rope"]))
    for name, probability in (("first", 1 - upto), ("equivalent", upto - under), ("second", under)):
        assert probability == pytest.approx(expected[name], abs=1e-4)
    assert found.mean == pytest.approx(expected["mean"], abs=1e-3 * expected["sd"])
    assert found.sd == pytest.approx(expected["sd"], rel=1e-3)


@pytest.mark.parametrize("values", EDGE_CASES.values(), ids=EDGE_CASES)
def test_tabulates_a_distribution(values: Array) -> None:
    found = student_location(values)
    assert found.error <= 1e-4
    assert (np.diff(found.grid) > 0).all()
    assert (np.diff(found.cdf) >= 0).all()
    assert found.cdf[0] < 1e-7
    assert found.cdf[-1] > 1 - 1e-7
    assert np.isfinite(found.log_density).all()
    assert found.nu_mean > 1
    spread = median_abs_deviation(values, scale=1 / 1.4826) or values.std(ddof=1)
    assert 1e-3 < found.sigma_mean / spread < 1e3
    assert len(found.grid) < 1000


@pytest.mark.parametrize("values", EDGE_CASES.values(), ids=EDGE_CASES)
def test_finer_rules_change_nothing(values: Array) -> None:
    found, finer = student_location(values), student_location(values, resolution=2)
    assert largest_gap(found, finer) < 1e-5
    assert found.mean == pytest.approx(finer.mean, abs=1e-4 * finer.sd)
    assert found.sd == pytest.approx(finer.sd, rel=1e-4)
    assert found.sigma_mean == pytest.approx(finer.sigma_mean, rel=1e-4)
    assert found.nu_mean == pytest.approx(finer.nu_mean, rel=1e-4)


@pytest.mark.parametrize("values", EDGE_CASES.values(), ids=EDGE_CASES)
def test_negated_data_mirror_the_posterior(values: Array) -> None:
    found, mirrored = student_location(values), student_location(-values)
    assert np.abs(below(mirrored, -found.grid) - (1 - found.cdf)).max() < 2e-6
    assert mirrored.mean == pytest.approx(-found.mean, abs=1e-5 * found.sd)
    assert mirrored.sd == pytest.approx(found.sd, rel=1e-5)


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1e12, 1e300])
@pytest.mark.parametrize("name", ["three values", "Cauchy", "two clusters of three", "ties, many values"])
def test_scaled_data_scale_the_posterior(name: str, scale: float) -> None:
    values = EDGE_CASES[name]
    found, scaled = student_location(values), student_location(scale * values)
    assert np.abs(below(scaled, scale * found.grid) - found.cdf).max() < 2e-6
    assert scaled.mean / scale == pytest.approx(found.mean, abs=1e-6 * found.sd)
    assert scaled.sd / scale == pytest.approx(found.sd, rel=1e-6)
    assert scaled.sigma_mean / scale == pytest.approx(found.sigma_mean, rel=1e-6)
    assert scaled.nu_mean == pytest.approx(found.nu_mean, rel=1e-6)


def test_shifted_data_shift_the_posterior() -> None:
    values = EDGE_CASES["Cauchy"]
    found, shifted = student_location(values), student_location(values - 1000)
    assert np.abs(below(shifted, found.grid - 1000) - found.cdf).max() < 2e-6
    assert shifted.mean + 1000 == pytest.approx(found.mean, abs=1e-6 * found.sd)


@pytest.mark.parametrize("n", [8, 30, 200])
def test_how_far_an_outlier_lies_hardly_matters(n: int) -> None:
    """Bounds of σ that follow the outlier would widen the posterior without end. What moves comes from ν, which a plain
    grid has fall from 2.7 to 1.3 for 200 values, and the mean with it by 0.16 sd."""
    values = rng(17).normal(0.3, 1.0, n - 1)
    near, *further = (student_location(np.append(values, distance)) for distance in (1e3, 1e6, 1e9, 1e12, 1e100))
    for found in further:
        assert found.mean == pytest.approx(near.mean, abs=0.25 * near.sd)
        assert found.sd == pytest.approx(near.sd, rel=0.1)


def test_symmetric_data_have_a_symmetric_posterior() -> None:
    found = student_location(np.array([0.0, 0.01, 0.02, 5.0, 5.01, 5.02]))
    assert found.mean == pytest.approx(2.51)
    assert below(found, 2.51) == pytest.approx(0.5, abs=1e-6)


def test_data_by_the_hundred_thousand() -> None:
    values = rng(16).normal(0.1, 1.0, 100_000)
    tracemalloc.start()
    found = student_location(values)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6
    # the posterior is all but that of a normal sample with a known standard deviation
    assert found.mean == pytest.approx(values.mean(), abs=0.2 * found.sd)
    assert found.sd == pytest.approx(values.std() / np.sqrt(len(values)), rel=0.02)
    assert found.nu_mean > 60


@pytest.mark.parametrize("name", ["ties, many values", "three outcomes", "clusters that compete for the scale"])
def test_scouts_and_table_only_save_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = student_location(EDGE_CASES[name])
    monkeypatch.setattr(module, "SCOUT_SIZE", 10**9)
    assert largest_gap(found, student_location(EDGE_CASES[name])) < 1e-5


@pytest.mark.parametrize("values", [[1.0, 2.0], [1.0, 1.0, 1.0], [1.0, 2.0, np.nan], [1.0, 2.0, np.inf]])
def test_refuses_what_has_no_posterior(values: list[float]) -> None:
    with pytest.raises(ArgumentError, match="Student-t location needs"):
        student_location(np.array(values))


def test_says_when_it_is_not_accurate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_ERROR", 0.0)
    with pytest.raises(NotConverged, match="integrated with an estimated error") as caught:
        student_location(np.array([0.0, 0.5, 2.0]))
    assert caught.value.error > 0
    assert isinstance(caught.value.partial, StudentLocation)
