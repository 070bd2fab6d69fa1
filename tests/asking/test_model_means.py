"""Means with within-unit intervals, against worked examples and the tests that they belong to."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.asking.model_means import model_means, within_reach
from betterthan.data.pairing import pair_all, pair_differences
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import anova, correlated_t, paired_t

KNOWN = json.loads((Path(__file__).parents[1] / "reference" / "model_means.json").read_text())
RNG = np.random.default_rng(3)
SCORES = RNG.normal(size=(12, 1)) + RNG.normal(0, 0.2, (12, 4)) + [0.3, 0.0, 0.1, -0.1]


def wide(scores=SCORES, unit="task"):
    columns = {f"m{j}": scores[:, j] for j in range(scores.shape[1])}
    return bt.read({unit: [f"u{i}" for i in range(len(scores))], **columns})


@pytest.mark.parametrize("case", KNOWN["within_reach"], ids=["loftus and masson", "morey"])
def test_published_intervals(case):
    scores = np.array(case["scores"], dtype=float)
    assert within_reach(scores) == pytest.approx(case["reach"], abs=case["tolerance"])
    found = model_means(wide(scores))
    halves = {model.name: (model.interval.high - model.interval.low) / 2 for model in found.models}
    for name, half in zip(("m0", "m1"), case.get("ordinary", ()), strict=False):
        assert halves[name] == pytest.approx(half, abs=1e-6)


def test_the_error_is_the_mean_of_the_normalised_variances():
    case = KNOWN["normalised"]
    scores, variance = np.array(case["scores"], dtype=float), np.mean(np.square(case["sd"]))
    n, k = scores.shape
    expected = stats.t.ppf(0.975, (n - 1) * (k - 1)) * sqrt(variance / n)
    assert within_reach(scores) == pytest.approx(expected, abs=case["tolerance"])


def test_for_two_models_it_is_the_paired_t_test():
    table = bt.pair_arrays(SCORES[:, 0], SCORES[:, 1])
    interval = paired_t(table).interval
    assert sqrt(2) * within_reach(SCORES[:, :2]) == pytest.approx((interval.high - interval.low) / 2, rel=1e-9)


def test_for_two_models_on_folds_it_is_the_correlated_t_test():
    table = bt.pair(bt.read({"fold": list(range(10)), "a": SCORES[:10, 0], "b": SCORES[:10, 1]}))
    interval, (first, second) = correlated_t(table).interval, model_means(table).within
    assert sqrt(2) * (first.high - first.low) == pytest.approx(interval.high - interval.low, rel=1e-9)
    assert second.high - second.low == pytest.approx(first.high - first.low)


def test_its_error_is_that_of_the_analysis_of_variance():
    n, k = SCORES.shape
    error = within_reach(SCORES) / stats.t.ppf(0.975, (n - 1) * (k - 1)) * sqrt(n)
    effect = n * SCORES.mean(axis=0).var(ddof=1)
    assert anova(pair_all(wide())).statistic == pytest.approx(effect / error**2, rel=1e-9)


def test_models_are_ordered_best_first_and_losses_stay_losses():
    losses = bt.read(
        {"case": list(range(12)), **{f"m{j}": np.exp(-SCORES[:, j]) for j in range(4)}}, higher_is_better=False
    )
    found = model_means(losses)
    means = [model.mean for model in found.models]
    assert means == sorted(means)
    assert means[0] == pytest.approx(np.exp(-SCORES).mean(axis=0).min())
    assert all(within.low < mean < within.high for mean, within in zip(means, found.within, strict=True))


def test_only_units_that_every_model_has_are_used():
    rows = [(f"m{j}", f"u{i}", SCORES[i, j]) for i in range(12) for j in range(4) if (i, j) != (5, 2)]
    model, task, score = (list(column) for column in zip(*rows, strict=True))
    found = model_means(bt.read({"model": model, "task": task, "score": score}))
    assert found.n_units == 11
    kept = np.delete(SCORES, 5, axis=0)
    assert found.within[0].high - found.models[0].mean == pytest.approx(within_reach(kept))
    assert any(note.startswith("Left out: 1 task on which not every model") for note in found.notes)


def test_models_that_always_differ_by_the_same_have_no_error():
    assert within_reach(np.array([[0.1, 0.4], [0.3, 0.6], [0.7, 1.0]])) == 0.0
    assert within_reach(1e300 * np.array([[0.1, 0.4], [0.3, 0.5], [0.7, 0.9]])) > 1e298


def test_rows_and_records():
    found = model_means(wide())
    assert [row["model"] for row in found.to_rows()] == [model.name for model in found.models]
    record = found.to_dict()
    assert record["models"][0]["within"]["low"] == found.within[0].low
    assert (record["n"], record["unit"], found.level) == (12, "tasks", 0.95)
    assert len(found.to_frame()) == 4


def test_what_has_no_means_of_its_own_is_refused():
    with pytest.raises(NeedsNotMet, match="holds the differences of `first` and `second` only"):
        model_means(pair_differences([0.1, 0.2, 0.3]))
    with pytest.raises(ArgumentError, match="a `list` alone"):
        model_means([1.0, 2.0])
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        model_means(wide(), level=95)
    with pytest.raises(NeedsNotMet, match="2 units and 2 models"):
        model_means(wide(SCORES[:1]))


def test_crossed_units_are_refused():
    seeds, cases = np.repeat(range(3), 4), np.tile(range(4), 3)
    scores = bt.read({"seed": seeds, "case": cases, "a": SCORES[:, 0], "b": SCORES[:, 1]})
    with pytest.raises(NeedsNotMet, match="seeds x cases"):
        model_means(scores)
