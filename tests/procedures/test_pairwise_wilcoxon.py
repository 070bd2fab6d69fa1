from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from betterthan.data.factors import factor
from betterthan.data.pairing import pair_all, pair_arrays
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.numerics.multiplicity import adjust
from betterthan.procedures import pairwise_wilcoxon, wilcoxon
from betterthan.vocabulary import ADJUSTMENTS

SCORES = np.random.default_rng(6).normal([0.8, 0.75, 0.7, 0.5], 0.2, (15, 4))


@pytest.fixture(scope="module", autouse=True)
def no_garbage_collection():
    """statsmodels collects garbage in every call of Holm's method, which takes longer than all the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gc.collect", lambda: 0)
        yield


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(4, 30), st.integers(2, 6))
def test_scipy_and_statsmodels_agree(seed, n, k):
    multipletests = pytest.importorskip("statsmodels.stats.multitest").multipletests
    scores = np.random.default_rng(seed).normal(size=(n, k))
    test = pairwise_wilcoxon.from_scores(scores)
    expected = [stats.wilcoxon(scores[:, i], scores[:, j]).pvalue for i, j in combinations(range(k), 2)]
    np.testing.assert_allclose([pair.p_value for pair in test.pairs], expected, rtol=1e-9)
    np.testing.assert_allclose(
        [pair.p_adjusted for pair in test.pairs], multipletests(expected, method="holm")[1], rtol=1e-9
    )


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_each_pair_is_what_wilcoxon_says_of_it(method):
    test = pairwise_wilcoxon.from_scores(SCORES, models=("a", "b", "c", "d"), adjust=method, level=0.9)
    alone = [
        wilcoxon(pair_arrays(SCORES[:, i], SCORES[:, j]), level=0.9) for i, j in combinations(range(4), 2)
    ]  # fmt: skip
    for pair, single in zip(test.pairs, alone, strict=True):
        assert pair[2:5] == (single.estimate, single.statistic, single.p_value)
        assert pair.interval == single.interval
    expected = adjust([single.p_value for single in alone], method)
    assert [pair.p_adjusted for pair in test.pairs] == expected.tolist()
    assert test.p_value == expected.min()
    assert test.statistic == min(single.p_value for single in alone)


def test_a_pair_does_not_depend_on_the_other_models():
    fewer = pairwise_wilcoxon.from_scores(SCORES[:, :2]).pairs[0]
    assert pairwise_wilcoxon.from_scores(SCORES).pairs[0]._replace(p_adjusted=0) == fewer._replace(p_adjusted=0)


def test_effects_add_up():
    """They sum to 0, and for differences that are constant they are the models' own deviations."""
    test = pairwise_wilcoxon.from_scores(SCORES)
    assert sum(effect.estimate for effect in test.effects) == pytest.approx(0, abs=1e-12)
    exact = np.arange(9.0)[:, None] + np.array([0.5, 0.25, 0.0])
    found = [effect.estimate for effect in pairwise_wilcoxon.from_scores(exact).effects]
    assert found == pytest.approx([0.25, 0.0, -0.25])


def test_rounding_makes_no_differences():
    same = np.array([[0.1 + 0.2, 0.3, 0.3], [0.7, 0.1 * 7, 0.7], [0.5, 0.5, 0.5], [0.2, 0.2, 0.2]])
    test = pairwise_wilcoxon.from_scores(same)
    assert {pair.p_value for pair in test.pairs} == {1.0}
    assert test.p_value == 1.0


def test_tasks_are_averaged():
    cases = np.repeat(SCORES, 2, axis=0) + np.tile([[0.5], [-0.5]], (15, 4))
    table = PairedTable(("1", "2", "3", "4"), cases, factors={"task": factor(np.repeat(np.arange(15), 2))})
    ours, expected = pairwise_wilcoxon(table), pairwise_wilcoxon.from_scores(SCORES)
    assert [pair.p_value for pair in ours.pairs] == [pair.p_value for pair in expected.pairs]


def test_options_reach_every_pair():
    exact = pairwise_wilcoxon.from_scores(SCORES[:10], method="exact")
    normal = pairwise_wilcoxon.from_scores(SCORES[:10], method="normal", continuity=False)
    for number, (i, j) in enumerate(combinations(range(4), 2)):
        differences = SCORES[:10, i] - SCORES[:10, j]
        assert exact.pairs[number].p_value == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue)
        assert normal.pairs[number].p_value == pytest.approx(stats.wilcoxon(differences, method="asymptotic").pvalue)
    with pytest.raises(ArgumentError, match="There is no adjustment `hohlm`"):
        pairwise_wilcoxon.from_scores(SCORES, adjust="hohlm")


@pytest.mark.parametrize("scores", [np.ones((6, 3)), np.tile(np.arange(6.0)[:, None], (1, 3))])
def test_ties_everywhere(scores):
    test = pairwise_wilcoxon.from_scores(scores)
    assert (test.statistic, test.p_value) == (1.0, 1.0)
    assert {pair[2:6] for pair in test.pairs} == {(0.0, 0.0, 1.0, 1.0)}
    assert {effect.estimate for effect in test.effects} == {0.0}


def test_two_units():
    test = pairwise_wilcoxon.from_scores(np.array([[0.3, 0.2, 0.1], [0.9, 0.7, 0.4]]))
    assert {pair.p_value for pair in test.pairs} == {0.5}
    assert test.p_value == 1.0


def test_few_units_cannot_show_anything():
    """The smallest p-value on n units is 2^(1 - n): 15 pairs need 10 tasks."""
    apart = np.arange(10.0)[:, None] * 0.001 + np.linspace(1, 0, 6) * np.linspace(1, 2, 10)[:, None]
    assert pairwise_wilcoxon.from_scores(apart[:9]).p_value > 0.05
    assert pairwise_wilcoxon.from_scores(apart).p_value < 0.05


@pytest.mark.parametrize(
    ("tasks", "units", "least", "adjusted"),
    [(2, 2, "0.5", "1"), (5, 5, "0.062", "0.19"), (6, 6, "0.031", "0.094"), (7, None, "", ""), (1, None, "", "")],
)
def test_too_few_units_are_told(tasks, units, least, adjusted):
    """Twenty cases of each task, whose means are the units: p ≥ 2^(1 - n), and three times that for three pairs."""
    scores = np.random.default_rng(3).normal(size=(20 * tasks, 3))
    table = PairedTable(("a", "b", "c"), scores, factors={"task": factor(np.repeat(np.arange(tasks), 20))})
    told = pairwise_wilcoxon.notes(table)
    if units is None:
        assert told == ()
    else:
        assert told[0].startswith(
            f"On {units} units no signed-rank p-value is below {least}, and no p-value of 3 pairs"
        )
        assert f"below {adjusted}: whatever the scores" in told[0]


def test_a_thousand_units_of_many_models():
    scores = np.random.default_rng(9).normal(size=(1000, 8))
    test = pairwise_wilcoxon.from_scores(scores)
    assert len(test.pairs) == 28
    assert all(pair.interval.low < pair.estimate < pair.interval.high for pair in test.pairs)


def test_benavoli_2017_table_8(uci54_means):
    """The ten pairs of its five classifiers: the p-values printed there are unadjusted."""
    table = pair_all(uci54_means)
    test = pairwise_wilcoxon(table, adjust="none", method="normal")
    found = {frozenset(pair[:2]): pair.p_value for pair in test.pairs}
    assert found[frozenset(("nbc", "aode"))] == pytest.approx(1.6e-6, rel=0.05)
    assert found[frozenset(("j48", "j48gr"))] == pytest.approx(0.0009, abs=5e-5)
    assert len(found) == 10
