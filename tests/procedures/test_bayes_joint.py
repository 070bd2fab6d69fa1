"""The joint model of several models: against an independent sampler, what it is for, and what it does at the edges."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from false_claims import false_claims
from sampled import same_places_and_pairs
from scipy.special import ndtr

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.moments import pooled_spread
from betterthan.numerics.shrunken_effects import effect_nodes
from betterthan.procedures import bayes_joint, bayes_t
from betterthan.procedures.bayesian.joint import common_axes, orthonormal_contrasts, unstructured_axes, within_task_sd
from betterthan.results.laws.point import Point
from betterthan.results.ranking import Ranking

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "bayes_joint.json").read_text())
TOLERANCE = REFERENCE["tolerance"]
MODELS = ("nbc", "aode", "hnb", "j48", "j48gr")


def scores_of(data, request):
    if "scores" in data:
        return np.array([[np.nan if value is None else value for value in row] for row in data["scores"]])
    return pair(request.getfixturevalue("uci54_means"), *MODELS).scores


@pytest.fixture(scope="module", params=REFERENCE["data_sets"], ids=lambda data: data["name"])
def sampled(request):
    data = request.param
    draws = {"draws": 20_000} if data["residual"] == "robust" else {}
    return data, bayes_joint.from_scores(scores_of(data, request), residual=data["residual"], **draws)


def test_the_sampler_knows_its_figures_well_enough():
    for data in REFERENCE["data_sets"]:
        assert all(3 * error <= TOLERANCE[name] for name, error in data["largest standard error"].items())


def test_effects_are_those_of_the_sampler(sampled):
    data, found = sampled
    expect = data["expect"]
    laws = [found.law.marginal(model) for model in range(len(found.models))]
    means, sds = np.array([law.mean for law in laws]), np.array([law.sd for law in laws])
    assert np.abs((means - expect["means"]) / expect["sds"]).max() <= TOLERANCE["effect means, in their sds"]
    assert np.abs(sds / expect["sds"] - 1).max() <= TOLERANCE["effect sds, relative"]


def test_places_and_pairs_are_those_of_the_sampler(sampled):
    data, found = sampled
    same_places_and_pairs(data, found, TOLERANCE)


def test_models_that_resemble_each_other_are_known_to_be_equivalent(uci54_means):
    table = pair(uci54_means, *MODELS)
    unstructured, common = (
        bayes_joint(table, residual=residual).pair("j48", "j48gr").probabilities(0.01)
        for residual in ("auto", "common")
    )
    assert unstructured.equivalent > 0.99
    assert common.equivalent < 0.95


def test_equal_models_are_seldom_told_apart():
    """A few simulations; the study is in tests/validation/test_false_claims.py."""
    share = false_claims(simulations=60, seed=1, tests=False)
    print(share)
    assert share["bayes_joint"] <= 0.06
    assert share["bayes_t, every pair"] >= 0.5


# The formulas


def test_unstructured_axes_are_the_student_law_of_the_contrasts():
    scores = np.random.default_rng(1).normal(size=(9, 4)).cumsum(axis=1)
    contrasts = orthonormal_contrasts(4)
    apart = scores @ contrasts.T
    scale = np.cov(apart, rowvar=False) * 8 / (9 * (9 - 3))
    axes = unstructured_axes(scores)
    assert axes.df == 6
    assert contrasts @ axes.basis @ np.diag(axes.variances) @ axes.basis.T @ contrasts.T == pytest.approx(scale)
    assert axes.basis @ axes.estimates == pytest.approx(scores.mean(axis=0) - scores.mean())


def test_common_axes_are_least_squares_with_task_effects():
    """Dummy columns for the tasks, a table with gaps, and numpy's least squares."""
    rng = np.random.default_rng(2)
    scores = np.where(rng.random((8, 4)) < 0.3, np.nan, rng.normal(size=(8, 4)))
    task, model = np.nonzero(~np.isnan(scores))
    design = np.concatenate([np.eye(4)[model] @ orthonormal_contrasts(4).T, np.eye(8)[task]], axis=1)
    solution, residual, rank, _ = np.linalg.lstsq(design, scores[task, model], rcond=None)
    covariance = np.linalg.inv(design.T @ design)[:3, :3] * residual / (len(task) - rank)
    axes, contrasts = common_axes(scores, list("abcd")), orthonormal_contrasts(4)
    assert axes.df == len(task) - rank
    assert contrasts @ axes.basis @ axes.estimates == pytest.approx(solution[:3])
    assert contrasts @ axes.basis @ np.diag(axes.variances) @ axes.basis.T @ contrasts.T == pytest.approx(covariance)


def test_sds_of_a_table_with_gaps():
    scores = np.array([[1.0, 3.0, np.nan], [2.0, 2.5, 6.0], [np.nan, 1.0, 1.0], [5.0, np.nan, np.nan]])
    within = [np.var(row[~np.isnan(row)]) * (~np.isnan(row)).sum() for row in scores]
    assert within_task_sd(scores) == pytest.approx((sum(within) / (1 + 2 + 1 + 0)) ** 0.5)
    pairs = [np.var([-2.0, -0.5], ddof=1), np.var([-3.5, 0.0], ddof=1)]  # the first and third model share one task
    assert pooled_spread(scores) == pytest.approx(np.mean(pairs) ** 0.5)


@pytest.mark.parametrize(("axes", "df"), [(1, 1), (1, 40), (4, 3), (4, 1000), (40, 500)])
@pytest.mark.parametrize("spread", [0.0, 0.3, 3.0])
def test_the_nodes_are_fine_enough(axes, df, spread):
    """Twice as many nodes in each direction, and the stated error."""
    rng = np.random.default_rng(axes + df)
    variances = rng.uniform(0.01, 0.3, axes)
    estimates = rng.normal(0, np.sqrt(spread**2 + variances))
    shares = []
    for finer in (1, 2):
        nodes = effect_nodes(tuple(estimates), tuple(variances), df, 1.0, finer)
        at = np.random.default_rng(0).uniform(-1, 1, 30)[:, None, None]
        shares.append(nodes.weights @ ndtr((nodes.means - at) / np.sqrt(nodes.variances)))
    assert np.abs(shares[0] - shares[1]).max() <= 1e-5


def test_a_flat_prior_leaves_the_students_law():
    """With effects far larger than their errors nothing is shrunken: the pair's own t posterior."""
    rng = np.random.default_rng(3)
    scores = rng.normal([50.0, 0.0], 1.0, (40, 2))
    joint = bayes_joint.from_scores(scores).pair("1", "2")
    alone = bayes_t.from_differences(scores[:, 0] - scores[:, 1])
    assert joint.mean == pytest.approx(alone.mean, rel=1e-4)
    assert joint.interval().low == pytest.approx(alone.interval().low, abs=0.01 * alone.sd)


def test_the_scale_of_the_prior_can_be_given():
    scores = np.random.default_rng(4).normal(size=(12, 3))
    given = bayes_joint.from_scores(scores, prior_scale=within_task_sd(scores))
    assert given.law.mean == pytest.approx(bayes_joint.from_scores(scores).law.mean)
    narrow, wide = (bayes_joint.from_scores(scores, prior_scale=scale) for scale in (1e-3, 1e3))
    assert np.ptp(narrow.law.mean) < 0.05 * np.ptp(wide.law.mean)


# The edges


def ranking(scores, **options):
    return bayes_joint.from_scores(np.asarray(scores, dtype=float), **options)


@pytest.mark.parametrize("residual", ["auto", "common", "robust"])
def test_identical_models_are_one(residual):
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(20, 3))[:, [0, 1, 1, 2]]
    found = ranking(scores, residual=residual)
    assert found.pair("2", "3").law == Point(0.0)
    assert found.pair("2", "3").probabilities(0.0) == (0, 1, 0)
    assert found.best()["2"] == pytest.approx(found.best()["3"], abs=0.015)
    alone = ranking(scores[:, [0, 1, 3]], residual=residual)
    assert found.pair("1", "2").mean == pytest.approx(alone.pair("1", "2").mean)
    assert sum(effect.estimate for effect in found.effects()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("residual", ["auto", "common", "robust"])
def test_models_that_are_all_the_same(residual):
    found = ranking(np.repeat(np.arange(8.0)[:, None], 3, axis=1), residual=residual)
    assert found.pair("1", "3").probabilities((0.0, 0.2)) == (0, 1, 0)
    assert list(found.best().values()) == pytest.approx([1 / 3] * 3, abs=0.015)
    assert [effect.interval.high for effect in found.effects()] == [0, 0, 0]


def test_a_constant_difference_is_known_exactly():
    rng = np.random.default_rng(6)
    scores = np.round(rng.normal(size=(30, 4)) * 64) / 64
    scores[:, 1] = scores[:, 0] + 0.25
    found = ranking(scores)
    assert isinstance(found.pair("2", "1").law, Point)
    assert found.pair("2", "1").mean == pytest.approx(0.25, rel=1e-12)
    assert found.pair("2", "1").probabilities(0.25) == (0, 1, 0)
    assert found.pair("2", "1").probabilities(0.2) == (1, 0, 0)
    assert found.law.better(0.2)[1, 0] == pytest.approx(1)
    assert not isinstance(found.pair("3", "1").law, Point)


def test_two_models_that_always_differ_by_a_constant():
    found = ranking([[0.5, 0.25], [1.0, 0.75], [2.0, 1.75]])
    assert isinstance(found.pair("1", "2").law, Point)
    assert found.pair("1", "2").mean == pytest.approx(0.25, rel=1e-12)
    assert found.best() == {"1": 1, "2": 0}


@pytest.mark.parametrize("residual", ["auto", "common", "robust"])
def test_three_tasks(residual):
    found = ranking([[0.5, 0.1], [0.9, 0.3], [0.2, 0.1]], residual=residual)
    assert 0.7 < found.pair("1", "2").direction().first < 0.99


@pytest.mark.parametrize(("alike", "count", "refused"), [(2, 6, True), (2, 7, False), (3, 11, True), (3, 12, False)])
def test_robust_residuals_take_tasks_of_which_few_enough_are_alike(alike, count, refused):
    """Of q tasks m may be alike where 2(m - 1)p < q - m; three models have p = 2 contrasts."""
    scores = np.random.default_rng(11).normal(size=(count, 3))
    scores[:alike] = scores[:alike, :1] + [0.0, 0.5, 0.25]
    assert (2 * (alike - 1) * 2 >= count - alike) == refused
    if refused:
        with pytest.raises(NeedsNotMet, match=f"on {alike} of {count} the models differ by exactly the same amounts"):
            ranking(scores, residual="robust", draws=100)
    else:
        assert ranking(scores, residual="robust", draws=100).diagnostics.error > 0


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
def test_a_thousand_tasks(residual):
    rng = np.random.default_rng(7)
    found = ranking(rng.normal([0.3, 0.0, 0.0, -0.2], 1.0, (1000, 4)), residual=residual, draws=1000)
    assert found.best()["1"] > 0.99
    assert found.pair("2", "3").probabilities(0.2).equivalent > 0.95


def test_groups_without_a_common_task_are_named():
    scores = [[1, 2, np.nan, np.nan], [2, 1, np.nan, np.nan], [np.nan, np.nan, 3, 4], [np.nan, np.nan, 5, 4]]
    with pytest.raises(NeedsNotMet, match="`c`, `d` share no task with `a`, `b`"):
        ranking(scores, models=tuple("abcd"))


def test_a_chain_of_common_tasks_is_enough():
    rng = np.random.default_rng(8)
    scores = np.full((60, 30), np.nan)
    for task in range(60):
        scores[task, [task % 29, task % 29 + 1]] = rng.normal(size=2)
    assert ranking(scores).pair("1", "30").sd > ranking(scores).pair("1", "2").sd


def test_a_task_with_one_model_or_none_says_nothing():
    scores = np.random.default_rng(9).normal(size=(12, 3))
    more = np.concatenate([scores, [[np.nan, 7.0, np.nan], [np.nan] * 3]])
    assert ranking(more).law.mean == pytest.approx(ranking(scores, residual="common").law.mean)
    assert ranking(more).diagnostics.figures["missing scores"] == 2


def test_too_few_scores():
    with pytest.raises(NeedsNotMet, match="more scores than effects"):
        ranking([[1.0, 2.0, np.nan], [np.nan, 1.0, 2.0]])
    with pytest.raises(NeedsNotMet, match="needs at least 3 units"):
        bayes_joint(pair_arrays([1.0, 2.0], [1.0, 3.0]))


def test_what_the_residuals_need():
    rng = np.random.default_rng(10)
    gap = np.where(np.eye(10, 3, dtype=bool), np.nan, rng.normal(size=(10, 3)))
    with pytest.raises(NeedsNotMet, match="Residuals that are robust need every score"):
        ranking(gap, residual="robust")
    with pytest.raises(NeedsNotMet, match="Unstructured residuals of 4 models need more than 4 tasks, not 4"):
        ranking(rng.normal(size=(4, 4)), residual="unstructured")
    with pytest.raises(ArgumentError, match="Did you mean `common`"):
        ranking(rng.normal(size=(4, 4)), residual="comon")
    with pytest.raises(ArgumentError, match="`prior_scale` is a positive number"):
        ranking(rng.normal(size=(4, 4)), prior_scale=0.0)
    with pytest.raises(ArgumentError, match="table of finite scores"):
        ranking([[1.0, np.inf], [2.0, 3.0]])


def test_robust_residuals_refuse_tasks_that_are_all_alike():
    scores = np.random.default_rng(11).normal(size=(20, 3))
    scores[:5] = scores[:5, :1]  # five tasks on which all models tie
    with pytest.raises(NeedsNotMet, match="on 5 of 20 the models differ by exactly the same amounts"):
        ranking(scores, residual="robust")
    scores[:2] = np.random.default_rng(12).normal(size=(2, 3))
    assert ranking(scores, residual="robust", draws=100).diagnostics.error > 0


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
@pytest.mark.parametrize("scale", [1e-30, 2.0**-40, 2.0**40, 1e30])
def test_the_unit_of_the_scores_does_not_matter(residual, scale):
    scores = np.random.default_rng(13).normal([0.5, 0.0, 0.0], 1.0, (15, 3))
    one, other = ranking(scores, residual=residual), ranking(scale * scores, residual=residual)
    for names in combinations("123", 2):
        expect = one.pair(*names).probabilities(0.1)
        assert other.pair(*names).probabilities(0.1 * scale) == pytest.approx(expect, abs=1e-6)
    assert other.best() == pytest.approx(one.best(), abs=1e-3)
    assert other.spread == pytest.approx(scale * one.spread)


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
def test_a_task_that_is_easier_for_all_changes_nothing(residual):
    rng = np.random.default_rng(14)
    scores = rng.normal(size=(15, 3))
    moved = scores + rng.normal(0, 1000, (15, 1))
    one, other = ranking(scores, residual=residual), ranking(moved, residual=residual)
    assert other.law.mean == pytest.approx(one.law.mean, abs=1e-8)
    assert other.spread == pytest.approx(one.spread)


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
def test_json_round_trip(residual):
    found = ranking(np.random.default_rng(15).normal(size=(15, 4)), residual=residual, draws=200)
    again = Ranking.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    assert again == found
    assert again.best() == found.best()
    assert again.pair("1", "4").interval() == found.pair("1", "4").interval()


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
def test_permuting_the_models_permutes_everything(residual):
    scores, order = np.random.default_rng(16).normal([0.5, 0, 0, 1], 1.0, (16, 4)), [2, 0, 3, 1]
    one, other = ranking(scores, residual=residual), ranking(scores[:, order], residual=residual)
    within = 1e-6 + 5 / 3 * (one.diagnostics.error + other.diagnostics.error if residual == "robust" else 0)
    assert other.law.mean == pytest.approx(one.law.mean[order], abs=within)
    assert other.law.better(0.2) == pytest.approx(one.law.better(0.2)[np.ix_(order, order)], abs=within)
    assert other.rank_distribution == pytest.approx(one.rank_distribution[order], abs=0.02)


@pytest.mark.parametrize("residual", ["unstructured", "common", "robust"])
def test_a_wider_rope_never_lowers_equivalence_and_pairs_are_the_matrix(residual):
    found = ranking(np.random.default_rng(17).normal([0.5, 0, 0], 1.0, (16, 3)), residual=residual, draws=500)
    widths = [0.0, 0.01, 0.1, 0.5, 2.0, 100.0]
    for first, second in ((0, 1), (1, 2)):
        shares = [found.pair(found.models[first], found.models[second]).probabilities(width) for width in widths]
        assert all(one.equivalent <= other.equivalent for one, other in pairwise(shares))
        assert shares[-1].equivalent == pytest.approx(1)
        for width, share in zip(widths, shares, strict=True):
            better = found.law.better(width)
            assert (better[first, second], better[second, first]) == pytest.approx((share.first, share.second))


def test_the_robust_error_is_stated_honestly():
    """Thirty seeds: the error is three of the standard errors by which the probabilities scatter."""
    scores = np.random.default_rng(18).standard_t(2, (20, 3))
    found = [ranking(scores, residual="robust", draws=400, rng=seed) for seed in range(30)]
    means = np.array([each.law.mean for each in found])
    sds = np.array([each.law.marginal(0).sd for each in found]).mean()
    shares = np.array([[float(each.law.marginal(j).sf(means[:, j].mean())) for j in range(3)] for each in found])
    stated = np.array([each.diagnostics.error for each in found]).mean()
    assert 0.6 * stated <= 3 * shares.std(axis=0, ddof=1).max() <= 1.5 * stated
    assert sds > 0


def test_several_scores_per_task_are_averaged():
    rng = np.random.default_rng(19)
    scores, task = rng.normal(size=(40, 3)), np.arange(40) % 8
    table = PairedTable(
        tuple("abc"), scores, design=Design(unit_called("folds"), {"fold": 5}), factors={"task": factor(task)}
    )
    means = np.array([scores[task == j].mean(axis=0) for j in range(8)])
    assert bayes_joint(table).law.mean == pytest.approx(ranking(means).law.mean)


def test_differences_are_enough_for_two_models():
    first, second = np.random.default_rng(20).normal(size=(2, 12))
    whole, apart = bayes_joint(pair_arrays(first, second)), bayes_joint(pair_differences(first - second))
    assert apart.pair("first", "second").probabilities(0.1) == pytest.approx(
        whole.pair("first", "second").probabilities(0.1)
    )


@pytest.mark.parametrize(("tasks", "df"), [(5, (5 - 1) * (3 - 1)), (6, 6 - (3 - 1))])
def test_residuals_are_unstructured_from_twice_as_many_tasks_as_models(tasks, df):
    """Below that they share one σ, with (q - 1)(m - 1) degrees of freedom instead of q - (m - 1)."""
    drawn = np.random.default_rng(0).normal(size=(tasks, 3))
    table = {"task": range(tasks), **{name: drawn[:, j] + j for j, name in enumerate("abc")}}
    found = bt.rank(bt.read(table), rope=0.1, procedure="bayes_joint")
    assert found.result.diagnostics.figures["degrees of freedom"] == df
