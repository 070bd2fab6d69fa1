"""correlated_t and bayes_correlated_t against the tables of Benavoli et al. (2017), and where they must refuse."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.examples.uci54 import uci54
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_correlated_t, bayes_t, correlated_t, paired_t
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.simulation.replication.printed import printed_in

D = np.array([0.03, -0.01, 0.02, 0.05, 0.00, 0.01, 0.04, -0.02, 0.02, 0.03])

TABLE_2 = {of: p for (of, quantity), p in printed_in("benavoli2017", "Table 2").items() if quantity == "p"}
"""Two-sided p-values of nbc against aode as printed; names as in the data (the paper shortens some)."""


@pytest.fixture(scope="module")
def nbc_aode() -> PairedSummary:
    return uci54("nbc", "aode")


def folds(differences=D, *, repeat=None, fold=None, **design) -> PairedTable:
    """A table of folds with these differences."""
    labels = {name: factor(values) for name, values in (("repeat", repeat), ("fold", fold)) if values is not None}
    levels = {name: len(each.names) for name, each in labels.items()}
    scores = np.stack([0.5 + np.asarray(differences), np.full(len(differences), 0.5)], axis=1)
    return PairedTable(
        ("a", "b"),
        scores,
        design=Design(unit_called("folds"), levels, folds=levels.get("fold"), **design),
        factors=labels,
    )


# The published figures.


@pytest.mark.parametrize("task", TABLE_2)
def test_p_values_of_table_2(nbc_aode, task):
    assert correlated_t(nbc_aode.select_tasks([task])).p_value == pytest.approx(TABLE_2[task], abs=0.00051)


def test_table_2_is_complete_and_19_are_significant(nbc_aode):
    assert nbc_aode.tasks == tuple(TABLE_2)
    p = [correlated_t(nbc_aode.select_tasks([task])).p_value for task in TABLE_2]
    assert sum(each < 0.05 for each in p) == 19


@pytest.mark.parametrize(
    ("task", "printed", "within"),
    [("anneal", (3e-07, 0.0457, 0.9543), (1e-8, 1e-4, 1e-4)), ("audiology", (0.009, 0.909, 0.082), (5e-4,) * 3)],
)
def test_probabilities_of_single_tasks(nbc_aode, task, printed, within):
    found = bayes_correlated_t(nbc_aode.select_tasks([task])).probabilities(0.01)
    for value, expected, allowed in zip(found, printed, within, strict=True):
        assert value == pytest.approx(expected, abs=allowed)


def test_squash_unstored_is_what_the_data_say(nbc_aode):
    """Benavoli et al. (2017) print 0.165 and 0.788/0.086/0.126, which contradicts their own Table 2."""
    posterior = bayes_correlated_t(nbc_aode.select_tasks(["squash-unstored"]))
    assert posterior.direction().first == pytest.approx(0.152, abs=5e-4)
    assert posterior.probabilities(0.01) == pytest.approx((0.113, 0.086, 0.801), abs=5e-4)


# The formula.


@pytest.mark.parametrize("rho", [0.0, 0.1, 0.5, 0.9])
def test_scale_is_that_of_correlated_normals(rho):
    """Var(mean)/E(s²) from the covariance matrix itself."""
    n = len(D)
    covariance = (1 - rho) * np.eye(n) + rho
    centre = np.eye(n) - 1 / n
    ratio = covariance.sum() / n**2 / (np.trace(centre @ covariance) / (n - 1))
    law = bayes_correlated_t.from_differences(D, test_fraction=rho).law
    assert isinstance(law, StudentT)
    assert law.scale**2 == pytest.approx(D.var(ddof=1) * ratio, rel=1e-12)
    assert (law.df, law.location) == (n - 1, pytest.approx(D.mean()))


def test_without_overlap_it_is_the_ordinary_t():
    laws = bayes_correlated_t.from_differences(D, test_fraction=0.0).law, bayes_t.from_differences(D).law
    assert laws[0].scale == pytest.approx(laws[1].scale, rel=1e-12)
    one, other = correlated_t.from_differences(D, test_fraction=0.0), paired_t.from_differences(D)
    assert (one.statistic, one.p_value) == pytest.approx((other.statistic, other.p_value), rel=1e-12)
    assert one.interval[:2] == pytest.approx(other.interval[:2], rel=1e-12)


def test_the_posterior_and_the_test_agree():
    posterior = bayes_correlated_t.from_differences(D, test_fraction=0.1)
    test = correlated_t.from_differences(D, test_fraction=0.1, alternative="first", level=0.9)
    assert test.p_value == pytest.approx(posterior.direction().second, rel=1e-12)
    bound = posterior.interval(0.8, "equal-tailed").low  # 90% lie above it
    assert tuple(test.interval)[:3] == pytest.approx((bound, np.inf, 0.9))
    both_sides = correlated_t.from_differences(D, test_fraction=0.1, level=0.9).interval
    assert tuple(both_sides)[:3] == pytest.approx(tuple(posterior.interval(0.9, "equal-tailed"))[:3])
    assert posterior.spread == pytest.approx(D.std(ddof=1))
    assert test.diagnostics.figures == posterior.diagnostics.figures == {"test fraction": 0.1}


def test_one_sided_p_values_add_up():
    first, second, both = (
        correlated_t(folds(fold=range(10)), alternative=alternative).p_value
        for alternative in ("first", "second", "two-sided")
    )
    assert first + second == pytest.approx(1)
    assert both == pytest.approx(2 * min(first, second))


# Without variation.


def test_identical_models_are_certain_only_as_published():
    table = folds(np.zeros(10), fold=range(10))
    with pytest.raises(NeedsNotMet, match="Use `bayes_agreement`"):
        bayes_correlated_t(table)
    posterior, test = bayes_correlated_t(table, zero_variance="published"), correlated_t(table)
    assert posterior.law == Point(0.0)
    for rope in (0.0, 0.1, (0.0, 0.2)):
        assert posterior.probabilities(rope) == (0.0, 1.0, 0.0)
    assert posterior.direction() == (0.5, 0.0, 0.5)
    assert (test.statistic, test.p_value) == (0.0, 1.0)


def test_a_constant_difference_is_a_point_only_as_published():
    table = folds([0.3 - 0.2, 0.1, 0.1, 0.2 - 0.1], fold=range(4))
    assert bayes_correlated_t(table, zero_variance="published").probabilities(0.01) == (1.0, 0.0, 0.0)
    with pytest.raises(NeedsNotMet, match="needs differences that vary; here they are the same on all 4 folds"):
        bayes_correlated_t(table)
    with pytest.raises(NeedsNotMet, match=r"`bayes_agreement\.from_differences`"):
        bayes_correlated_t.from_differences([0.1] * 4, test_fraction=0.25)
    with pytest.raises(ArgumentError, match="`refuse`, `published`"):
        bt.compare(table, procedure="bayes_correlated_t", zero_variance="publshed")
    test = correlated_t(table)
    assert (test.statistic, test.p_value) == (inf, 0.0)
    assert test.interval.low == test.interval.high == pytest.approx(0.1)


# Where the test fraction comes from.


@pytest.mark.parametrize(
    ("table", "fraction"),
    [
        pytest.param(folds(fold=range(10)), 0.1, id="ten folds"),
        pytest.param(folds(repeat=[1] * 5 + [2] * 5, fold=[1, 2, 3, 4, 5] * 2), 0.2, id="five folds twice"),
        pytest.param(folds(repeat=range(10), n_train=90.0, n_test=30.0), 0.25, id="random splits"),
        pytest.param(folds(fold=range(10), n_train=90.0, n_test=30.0), 0.25, id="sizes before labels"),
        pytest.param(folds(repeat=[1] * 5 + [2] * 5, fold=range(10), n_train=80.0, n_test=20.0), 0.2, id="nested"),
        pytest.param(folds(D[:9], repeat=[1] * 5 + [2] * 4, fold=[*range(5), *range(4)]), 0.2, id="one fold dropped"),
    ],
)
def test_the_design_says_the_test_fraction(table, fraction):
    for made in (bayes_correlated_t(table), correlated_t(table)):
        assert made.diagnostics.figures["test fraction"] == pytest.approx(fraction)


def test_a_given_test_fraction_comes_first():
    assert correlated_t(folds(fold=range(10)), test_fraction=0.3).diagnostics.figures["test fraction"] == 0.3
    assert bayes_correlated_t(folds(repeat=range(10)), test_fraction=0.3).spread == pytest.approx(D.std(ddof=1))


@pytest.mark.parametrize("procedure", [bayes_correlated_t, correlated_t])
@pytest.mark.parametrize(
    ("table", "says"),
    [
        pytest.param(folds(repeat=range(10)), "how much training data the splits share", id="nothing known"),
        pytest.param(folds(fold=range(10), n_test=30.0), "n_test = 30, but no n_train", id="only n_test"),
        pytest.param(folds(fold=range(10), n_train=90.0), "n_train = 90, but no n_test", id="only n_train"),
        pytest.param(
            folds(repeat=[1] * 5 + [2] * 5, fold=range(10)),
            "10 fold labels, but at most 5 folds in one repeat.* give `test_fraction=`.*, 0.2 if",
            id="folds numbered through",
        ),
        pytest.param(folds(fold=[1, 2] * 5), "one score per fold; this table has 10 scores in 2 folds", id="cases"),
        pytest.param(pair_arrays(D, -D), "are cases, .* use `bayes_t` or `paired_t`", id="independent cases"),
        pytest.param(folds(D[:1], fold=[1]), "at least 2 units", id="one fold"),
    ],
)
def test_what_it_cannot_know_has_a_message(procedure, table, says):
    with pytest.raises(NeedsNotMet, match=f"`{procedure.name}` needs .*{says}"):
        procedure(table)


def test_folds_of_several_tasks_are_refused():
    table = folds(fold=range(10))
    both = PairedTable(
        table.models, table.scores, design=table.design, factors={**table.factors, "task": factor([1, 2] * 5)}
    )
    with pytest.raises(NeedsNotMet, match="needs one task; this table has 2"):
        correlated_t(both)


@pytest.mark.parametrize("procedure", [bayes_correlated_t, correlated_t])
@pytest.mark.parametrize("fraction", [-0.1, 1.0, 10.0, float("nan")])
def test_impossible_test_fractions_are_refused(procedure, fraction):
    with pytest.raises(ArgumentError, match="at least 0 and below 1"):
        procedure(folds(fold=range(10)), test_fraction=fraction)
    with pytest.raises(ArgumentError, match="at least 0 and below 1"):
        procedure.from_summary(mean=0.1, sd=0.1, n=10, test_fraction=fraction)


def test_one_fold_is_refused_on_every_rung():
    with pytest.raises(ArgumentError, match="at least 2"):
        correlated_t.from_summary(mean=0.1, sd=0.1, n=1, test_fraction=0.1)
