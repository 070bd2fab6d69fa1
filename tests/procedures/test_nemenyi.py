from __future__ import annotations

import json
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import NeedsNotMet
from betterthan.procedures import friedman, nemenyi

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "nemenyi.json").read_text())
SIX = np.array(REFERENCE["cases"][0]["arguments"]["scores"])
DEMSAR = np.array(
    [
        [4, 3, 2, 1], [1, 2, 3, 4], [4, 1, 2, 3], [4, 1, 3, 2], [4, 2, 3, 1], [1, 2.5, 4, 2.5], [3, 2, 4, 1],
        [2.5, 2.5, 4, 1], [4, 3, 2, 1], [2.5] * 4, [4, 2.5, 1, 2.5], [3, 2, 4, 1], [4, 1, 2, 3], [3, 1, 4, 2],
    ]
)  # fmt: skip
"""Ranks of four versions of C4.5 on 14 data sets: Demšar (2006), Table 6."""


def random_scores(seed: int, n: int, k: int) -> np.ndarray:
    """As in reference/make_nemenyi.py."""
    rng = np.random.RandomState(seed)
    scores = rng.normal(size=(n, 1)) + rng.normal(np.linspace(0.5, 0, k), 1, (n, k))
    return np.round(scores, 0) if seed % 2 else scores


def test_six_tasks_and_three_models():
    test = nemenyi.from_scores(SIX, models=("a", "b", "c"))
    assert (round(test.statistic, 3), test.df, round(test.p_value, 6)) == (10.333, 2, 0.005704)  # Friedman's
    found = {(pair.first, pair.second): pair.p_adjusted for pair in test.pairs}
    expected = {("a", "b"): 0.480432575, ("a", "c"): 0.004269786, ("b", "c"): 0.1072232}
    assert found == {pair: pytest.approx(p, abs=5e-8) for pair, p in expected.items()}
    assert all(pair.p_value == pair.p_adjusted for pair in test.pairs)
    assert [pair.estimate for pair in test.pairs] == pytest.approx([4 / 6, 11 / 6, 7 / 6])  # a ranks best
    assert test.effects == friedman.from_scores(SIX, models=("a", "b", "c")).effects


@pytest.mark.parametrize("case", REFERENCE["random tables"], ids=lambda case: f"{case['n']} x {case['k']}")
def test_scikit_posthocs_agrees(case):
    test = nemenyi.from_scores(random_scores(case["seed"], case["n"], case["k"]))
    np.testing.assert_allclose([pair.p_adjusted for pair in test.pairs], case["p_values"], rtol=0, atol=1e-9)


def test_the_example_of_demsar_2006():
    """Section 3.2.2: average ranks 3.143, 2.000, 2.893, 1.964; CD = 1.25, and 1.12 at p = 0.10."""
    test = nemenyi.from_scores(-DEMSAR)
    assert [round(effect.estimate, 3) for effect in test.effects] == [3.143, 2.0, 2.893, 1.964]
    assert test.diagnostics.figures["critical difference"] == pytest.approx(1.25, abs=0.005)
    wider = nemenyi.from_scores(-DEMSAR, level=0.9)
    assert wider.diagnostics.figures["critical difference"] == pytest.approx(1.12, abs=0.005)
    assert not [pair for pair in test.pairs if pair.p_adjusted <= 0.05]
    apart = [(pair.first, pair.second) for pair in wider.pairs if pair.p_adjusted <= 0.1]
    assert apart == [("1", "2"), ("1", "4")]  # "C4.5 is significantly worse than C4.5+m and C4.5+m+cf"


def test_the_critical_difference_of_scmamp():
    """R package scmamp, nemenyiTest, techutils.in/blog/2018/03/07: 10.834 for 9 classifiers on 2 data sets.

    It takes the studentised range with 9 degrees of freedom, where Demšar's tables have infinitely many.
    """
    ranks = np.array([[1, 8, 6, 4, 7, 2, 5, 3, 9], [1, 6, 3, 9, 7, 2, 8, 4, 5]])
    critical = nemenyi.from_scores(-ranks).diagnostics.figures["critical difference"]
    few, many = (stats.studentized_range.ppf(0.95, 9, df) for df in (9, np.inf))
    assert critical * few / many == pytest.approx(10.834, abs=0.0005)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_a_pair_is_rejected_exactly_beyond_the_critical_difference(level):
    for seed in range(5):
        test = nemenyi.from_scores(random_scores(2 * seed, 12, 5), level=level)
        critical = test.diagnostics.figures["critical difference"]
        for pair in test.pairs:
            assert (abs(pair.estimate) > critical) == (pair.p_adjusted <= 1 - level)


def test_a_pair_depends_on_the_other_models():
    """What Benavoli, Corani and Mangili (2016) hold against it."""
    rng = np.random.default_rng(2)
    two = rng.normal([0.3, 0.0], 1.0, (30, 2))
    between, beyond = two.mean(axis=1, keepdims=True), rng.normal(9, 1, (30, 3))
    near = nemenyi.from_scores(np.hstack([two, np.repeat(between, 3, axis=1) + rng.normal(0, 0.01, (30, 3))]))
    far = nemenyi.from_scores(np.hstack([two, beyond]))
    assert near.pairs[0].p_adjusted < 0.2
    assert far.pairs[0].p_adjusted > 0.9


def test_family_wise_error():
    """Of tables without any difference, one in twenty or fewer has a false pair."""
    rng = np.random.default_rng(7)
    false = sum(
        min(pair.p_adjusted for pair in nemenyi.from_scores(rng.normal(size=(20, 4))).pairs) <= 0.05 for _ in range(600)
    )
    assert false <= 600 * 0.05 + 3 * sqrt(600 * 0.05 * 0.95)


def test_tasks_are_averaged_and_cases_of_one_task_are_units():
    cases = np.repeat(SIX, 3, axis=0) + np.tile([[0.01], [-0.01], [0.0]], (6, 3))
    task = factor(np.repeat(np.arange(6), 3))
    table = PairedTable(("1", "2", "3"), cases, factors={"task": task})
    assert [pair.p_value for pair in nemenyi(table).pairs] == pytest.approx(
        [pair.p_value for pair in nemenyi.from_scores(SIX).pairs]
    )
    assert nemenyi(PairedTable(("1", "2", "3"), SIX)) == nemenyi.from_scores(SIX)
    folds = PairedTable(
        ("1", "2", "3"), cases, design=Design(unit_called("folds"), {"fold": 3}), factors={"task": task}
    )
    assert nemenyi(folds) == nemenyi(table)


def test_two_models_are_sent_elsewhere():
    with pytest.raises(NeedsNotMet, match=r"at least 3 models; this table has 2 .* For two models use `wilcoxon`"):
        nemenyi(pair_arrays([0.1, 0.2, 0.3], [0.3, 0.1, 0.2], independent=True))


@pytest.mark.parametrize("scores", [np.ones((5, 4)), np.tile(np.arange(5.0)[:, None], (1, 3))])
def test_ties_everywhere(scores):
    test = nemenyi.from_scores(scores)
    assert (test.statistic, test.p_value) == (0.0, 1.0)
    assert {(pair.estimate, pair.statistic, pair.p_value) for pair in test.pairs} == {(0.0, 0.0, 1.0)}


def test_two_units():
    test = nemenyi.from_scores(np.array([[3.0, 2.0, 1.0], [3.0, 2.0, 1.0]]))
    assert [pair.estimate for pair in test.pairs] == [1.0, 2.0, 1.0]
    assert test.pairs[1].p_value == pytest.approx(0.1124, abs=5e-4)


def test_many_units_and_models():
    scores = np.random.default_rng(5).normal(size=(1000, 50))
    test = nemenyi.from_scores(scores)
    assert len(test.pairs) == 1225
    assert [pair[:2] for pair in test.pairs[:2]] == [("1", "2"), ("1", "3")]
    assert [pair[:2] for pair in test.pairs] == list(combinations([effect.name for effect in test.effects], 2))
