from __future__ import annotations

import json
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.unit_spread import unit_spread
from betterthan.numerics.variation import Source, variation
from betterthan.procedures import anova, bayes_anova, bayes_t
from betterthan.results.kinds import result_from_dict
from betterthan.results.laws.point import Point
from betterthan.results.ranking import DRAWS

ROOT = Path(__file__).parents[2]
REFERENCE = json.loads((ROOT / "tests" / "reference" / "bayes_anova.json").read_text())
RESIDUALS = ("unstructured", "spherical")


def drawn(b: int, a: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, (b, 1)) + rng.normal(np.linspace(0, 0.4, a), np.linspace(0.2, 0.9, a), (b, a))


# An independent sampler


@pytest.mark.parametrize("data", REFERENCE["data_sets"], ids=lambda data: data["name"])
def test_the_sampler_agrees_on_every_pair(data) -> None:
    assert data["largest_mcse"] < 0.0015
    assert data["health"]["rhat"] < 1.001
    ranking = bayes_anova.from_scores(np.array(data["scores"]))
    assert f"{data['residual']} residuals" in ranking.diagnostics.computed  # what `auto` chose
    for pair in data["pairs"]:
        posterior = ranking.pair(*(str(number) for number in pair["models"]))
        assert posterior.probabilities(data["rope"]) == pytest.approx(pair["probabilities"], abs=0.005)
        assert posterior.mean == pytest.approx(pair["mean"], abs=0.02 * pair["sd"])
        assert posterior.sd == pytest.approx(pair["sd"], rel=0.02)


@pytest.mark.parametrize("data", REFERENCE["data_sets"], ids=lambda data: data["name"])
def test_the_sampler_agrees_on_the_best_model(data) -> None:
    ranking = bayes_anova.from_scores(np.array(data["scores"]))
    first = ranking.law.draws(1_000_000, np.random.default_rng(0)).argmax(axis=1)
    assert np.bincount(first, minlength=len(data["best"])) / 1e6 == pytest.approx(np.array(data["best"]), abs=0.005)
    error = 4 * 0.5 / sqrt(DRAWS)  # of the draws behind `best`
    assert list(ranking.best().values()) == pytest.approx(data["best"], abs=0.005 + error)


@pytest.mark.parametrize("data", REFERENCE["data_sets"], ids=lambda data: data["name"])
def test_the_sampler_agrees_on_how_much_units_differ(data) -> None:
    assert max(data["units"]["mcse_of_the_probabilities"]) < 0.0015
    found = bayes_anova.from_scores(np.array(data["scores"])).diagnostics.figures
    quantiles = [found[f"units: standard deviation, {name}"] for name in ("low", "median", "high")]
    split = variation(np.array(data["scores"]))
    both = {"units": split.source(0), "residual": split.source(0, 1), "models": split.shape[1]}
    for probability, ours, theirs in zip((0.025, 0.5, 0.975), quantiles, data["units"]["quantiles"], strict=True):
        near = unit_spread((probability - 0.005, probability, probability + 0.005), **both)
        assert near[1] * split.unit == pytest.approx(ours, rel=1e-12)
        assert near[0] * split.unit <= theirs <= near[2] * split.unit


# Other ways to the same posterior


@pytest.mark.parametrize(("b", "a", "seed"), [(12, 3, 1), (9, 4, 2), (40, 6, 3)])
def test_unstructured_is_a_mixture_of_normals_over_an_inverse_wishart(b, a, seed) -> None:
    scores = drawn(b, a, seed)
    d = scores[:, 1:] - scores[:, :1]
    apart, p = d - d.mean(axis=0), a - 1
    rng = np.random.default_rng(seed)
    # p(Σ) ∝ |Σ|^(-(p+1)/2) and a flat mean leave an inverse Wishart law with b - 1 degrees of freedom
    sigma = stats.invwishart.rvs(df=b - 1, scale=apart.T @ apart, size=100_000, random_state=rng).reshape(-1, p, p)
    normal = np.einsum("nij,nj->ni", np.linalg.cholesky(sigma), rng.standard_normal((len(sigma), p)))
    effects = np.hstack([np.zeros((len(sigma), 1)), d.mean(axis=0) + normal / sqrt(b)])
    ranking = bayes_anova.from_scores(scores, residual="unstructured")
    for i, j in combinations(range(a), 2):
        share = (effects[:, i] - effects[:, j] > 0.1).mean()
        assert ranking.pair(str(i + 1), str(j + 1)).probabilities(0.1).first == pytest.approx(share, abs=0.006)


@pytest.mark.parametrize("residual", RESIDUALS)
@pytest.mark.parametrize("n", [2, 5, 40])
def test_two_models_are_the_bayesian_t_test(n, residual) -> None:
    scores = drawn(n, 2, seed=n)
    table = pair_arrays(*scores.T)
    ranking, plain = bayes_anova(table, residual=residual), bayes_t(table)
    law = ranking.pair("first", "second").law
    assert law.df == plain.law.df
    assert (law.location, law.scale) == pytest.approx((plain.law.location, plain.law.scale), rel=1e-13)
    assert ranking.spread == pytest.approx(plain.spread, rel=1e-13)
    assert ranking.pair("second", "first").law.location == -law.location


def test_each_pair_of_the_unstructured_model_has_its_own_spread() -> None:
    scores = drawn(25, 4, seed=7)
    ranking = bayes_anova.from_scores(scores)
    for i, j in combinations(range(4), 2):
        d = scores[:, i] - scores[:, j]
        law = ranking.pair(str(i + 1), str(j + 1)).law
        assert law.df == 25 - 3
        assert law.location == pytest.approx(d.mean(), rel=1e-10)
        assert law.scale == pytest.approx(sqrt(24 * d.var(ddof=1) / (25 * 22)), rel=1e-10)


def test_the_spherical_model_gives_all_pairs_the_spread_of_the_analysis_of_variance() -> None:
    scores = drawn(9, 6, seed=8)
    ranking, test = bayes_anova.from_scores(scores), anova.from_scores(scores)
    residual = test.diagnostics.figures["residual: standard deviation"]
    laws = [ranking.pair(str(i), str(j)).law for i, j in combinations(range(1, 7), 2)]
    assert {law.df for law in laws} == {5 * 8}
    assert [law.scale for law in laws] == pytest.approx([residual * sqrt(2 / 9)] * 15, rel=1e-10)
    for posterior, classical in zip(ranking.effects(0.9), test.effects, strict=True):
        assert posterior.estimate == pytest.approx(classical.estimate, rel=1e-10)


def test_effects_are_deviations_from_the_mean_of_the_models() -> None:
    scores = drawn(30, 5, seed=9)
    for residual in RESIDUALS:
        law = bayes_anova.from_scores(scores, residual=residual).law
        assert law.mean == pytest.approx(scores.mean(axis=0) - scores.mean(), abs=1e-12)
        assert law.draws(100, np.random.default_rng(1)).sum(axis=1) == pytest.approx(0.0, abs=1e-9)


def test_one_rope_for_all_pairs_from_the_pooled_spread() -> None:
    scores = drawn(30, 4, seed=10)
    ranking = bayes_anova.from_scores(scores)
    pairs = [(scores[:, i] - scores[:, j]).var(ddof=1) for i, j in combinations(range(4), 2)]
    assert ranking.spread == pytest.approx(sqrt(np.mean(pairs)), rel=1e-10)
    assert ranking.pair("1", "2").spread == ranking.pair("3", "4").spread == ranking.spread


# Which residuals


def test_auto_is_unstructured_from_twice_as_many_units_as_models_on() -> None:
    assert "unstructured" in bayes_anova.from_scores(drawn(10, 5, seed=1)).diagnostics.computed
    assert "spherical" in bayes_anova.from_scores(drawn(9, 5, seed=1)).diagnostics.computed


def test_unstructured_needs_more_units_than_contrasts() -> None:
    assert bayes_anova.from_scores(drawn(5, 5, seed=1), residual="unstructured").law.df == 1
    with pytest.raises(NeedsNotMet, match=r"at least as many units as models; this table has 4 units and 5 models"):
        bayes_anova.from_scores(drawn(4, 5, seed=1), residual="unstructured")


def test_an_unknown_residual_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"no residual `sperical`. Did you mean `spherical`"):
        bayes_anova.from_scores(drawn(9, 3, seed=1), residual="sperical")


def test_the_spherical_model_cannot_tell_that_j48_and_j48gr_are_the_same(uci54_means) -> None:
    table = bt.pair(uci54_means, *uci54_means.models)
    unstructured, spherical = (bayes_anova(table, residual=residual).pair("j48", "j48gr") for residual in RESIDUALS)
    assert bayes_anova(table).pair("j48", "j48gr").law == unstructured.law
    assert unstructured.probabilities(0.01).equivalent > 0.99
    assert spherical.probabilities(0.01).equivalent < 0.95


# Models that hardly differ


@pytest.mark.parametrize("residual", RESIDUALS)
def test_all_models_identical(residual) -> None:
    scores = np.tile(drawn(12, 1, seed=3), 4)
    ranking = bayes_anova.from_scores(scores, residual=residual)
    posterior = ranking.pair("2", "4")
    assert posterior.law == Point(0.0)
    for rope in (0.0, 0.1):
        assert posterior.probabilities(rope) == (0.0, 1.0, 0.0)
    assert list(ranking.best().values()) == pytest.approx([0.25] * 4, abs=0.02)
    assert result_from_dict(json.loads(json.dumps(ranking.to_dict(), allow_nan=False))) == ranking


@pytest.mark.parametrize("residual", RESIDUALS)
@pytest.mark.parametrize("noise", [0.0, 1e-15])
def test_a_copy_of_a_model_is_the_same_model_and_changes_nothing_else(residual, noise) -> None:
    scores = drawn(20, 3, seed=4)
    copied = np.column_stack([scores, scores[:, 1] * (1 + noise)])
    one, other = (bayes_anova.from_scores(each, residual=residual) for each in (scores, copied))
    assert other.pair("2", "4").law == Point(0.0)
    for pair in combinations("123", 2):
        expected, law = one.pair(*pair).law, other.pair(*pair).law
        assert law.df == expected.df
        assert (law.location, law.scale) == pytest.approx((expected.location, expected.scale), rel=1e-10)
        assert other.spread == pytest.approx(one.spread, rel=1e-10)
    assert sum(other.best()[name] for name in "24") == pytest.approx(one.best()["2"], abs=0.02)


def test_a_constant_advantage_is_known_exactly() -> None:
    scores = drawn(20, 3, seed=5)
    shifted = np.column_stack([scores, scores[:, 1] + 0.1])
    ranking = bayes_anova.from_scores(shifted)
    assert ranking.pair("4", "2").law == Point(pytest.approx(0.1, rel=1e-9))
    assert ranking.pair("4", "2").probabilities(0.05) == (1.0, 0.0, 0.0)
    assert ranking.pair("1", "2").law.df == 20 - 2  # three directions of four models, one without variation


def test_a_mean_of_two_models_leaves_two_directions() -> None:
    scores = drawn(20, 2, seed=6)
    three = np.column_stack([scores, scores.mean(axis=1)])
    ranking, plain = bayes_anova.from_scores(three), bayes_t.from_differences(scores[:, 0] - scores[:, 1])
    assert ranking.pair("1", "2").law.df == plain.law.df
    assert ranking.pair("1", "2").law.scale == pytest.approx(plain.law.scale, rel=1e-9)
    assert ranking.pair("1", "3").law.scale == pytest.approx(plain.law.scale / 2, rel=1e-9)


def test_one_model_far_off_does_not_blur_the_others() -> None:
    scores = drawn(20, 3, seed=7)
    scores[:, 2] -= 1e8 * np.random.default_rng(1).random(20)
    d = scores[:, 0] - scores[:, 1]
    law = bayes_anova.from_scores(scores).pair("1", "2").law
    assert law.location == pytest.approx(d.mean(), rel=1e-5)
    assert law.scale == pytest.approx(sqrt(19 * d.var(ddof=1) / (20 * 18)), rel=1e-5)


# Edges


@pytest.mark.parametrize("scale", [1e-300, 1e300])
@pytest.mark.parametrize("residual", RESIDUALS)
def test_huge_and_tiny_scores(scale, residual) -> None:
    scores = drawn(12, 4, seed=2)
    one, other = (bayes_anova.from_scores(each, residual=residual) for each in (scores, scale * scores))
    assert other.pair("1", "3").probabilities(0.1 * scale) == pytest.approx(one.pair("1", "3").probabilities(0.1))
    assert other.spread == pytest.approx(scale * one.spread)
    assert other.best() == pytest.approx(one.best(), abs=1e-3)
    for name, value in one.diagnostics.figures.items():
        expected = scale * value if "deviation" in name else value
        assert other.diagnostics.figures[name] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 12)])
def test_few_units(shape) -> None:
    ranking = bayes_anova.from_scores(np.random.default_rng(1).normal(size=shape))
    assert sum(ranking.pair("1", "2").probabilities(0.1)) == pytest.approx(1)
    assert np.isfinite(list(ranking.diagnostics.figures.values())).all()
    assert result_from_dict(json.loads(json.dumps(ranking.to_dict(), allow_nan=False))) == ranking


def test_many_units_and_models() -> None:
    ranking = bayes_anova.from_scores(np.random.default_rng(3).normal(size=(1000, 50)))
    assert sum(ranking.best().values()) == pytest.approx(1)


def test_differences_alone_are_refused() -> None:
    with pytest.raises(NeedsNotMet, match=r"the models' own scores; this table has their differences only"):
        bayes_anova(pair_differences([0.1, 0.2, -0.1]))


def test_several_tasks_are_taken_by_their_means() -> None:
    task = np.repeat(["x", "y", "z"], 2)
    table = pair_arrays([1.0, 2.0, 3.0, 4.0, 2.0, 5.0], [1.0, 1.0, 1.0, 2.0, 1.0, 1.0], task=task.tolist())
    assert bayes_anova(table) == bayes_anova(table.by_task())


def test_compare_runs_it_with_its_classical_counterpart() -> None:
    scores = drawn(30, 2, seed=12)
    found = bt.compare(pair_arrays(*scores.T), procedure="bayes_anova", rope=0.1)
    plain = bt.compare(pair_arrays(*scores.T), procedure="bayes_t", rope=0.1)
    assert found.probabilities == pytest.approx(plain.probabilities, rel=1e-9)
    assert found.classical.procedure == "anova"
    assert found.classical.p_value == pytest.approx(plain.classical.p_value, rel=1e-9)


def test_a_table_of_three_models() -> None:
    scores = drawn(30, 3, seed=13)
    table = PairedTable(("a", "b", "c"), scores)
    assert bayes_anova(table) == bayes_anova.from_scores(scores, models=("a", "b", "c"))


# How much units differ


@pytest.mark.parametrize(
    ("units", "residual", "models"),
    [
        (Source(9, 2.0), Source(27, 1.0), 4),
        (Source(7, 0.4), Source(28, 1.0), 5),
        (Source(1, 5.0), Source(1, 1.0), 2),
        (Source(29, 50.0), Source(58, 1.0), 3),
        (Source(9, 1.0), Source(9, 0.0), 2),
    ],
)
def test_the_spread_of_units_against_draws_that_obey_the_restriction(units, residual, models) -> None:
    rng = np.random.default_rng(1)
    of_units = units.df * units.mean_square / rng.chisquare(units.df, 2_000_000)
    sigma = residual.df * residual.mean_square / rng.chisquare(residual.df, 2_000_000)
    kept = of_units > sigma
    spread = np.sqrt((of_units - sigma)[kept] / models)
    quantiles = unit_spread((0.025, 0.5, 0.975), units=units, residual=residual, models=models)
    for probability, quantile in zip((0.025, 0.5, 0.975), quantiles, strict=True):
        assert (spread <= quantile).mean() == pytest.approx(probability, abs=0.003)


@pytest.mark.parametrize(
    ("units", "residual", "models"),
    [
        (Source(9, 2.0), Source(27, 1.0), 4),
        (Source(200, 0.7), Source(200, 1.0), 2),
        (Source(999, 1.1), Source(9999, 1.0), 11),
    ],
)
def test_the_spread_of_units_against_an_integral_over_the_residual_variance(units, residual, models) -> None:
    """P(σ_β² > v) ∝ ∫ p(σ²) P(λ > σ² + a v) dσ², by a fine sum over log σ²; any number of units may be told apart."""
    of_units = stats.invgamma(units.df / 2, scale=units.df * units.mean_square / 2)
    sigma = stats.invgamma(residual.df / 2, scale=residual.df * residual.mean_square / 2)
    at = np.exp(np.linspace(np.log(sigma.ppf(1e-15)), np.log(sigma.isf(1e-15)), 20_001))

    def above(v: float) -> float:
        return float(np.sum(at * sigma.pdf(at) * of_units.sf(at + models * v)))

    quantiles = unit_spread((0.025, 0.5, 0.975), units=units, residual=residual, models=models)
    for probability, quantile in zip((0.025, 0.5, 0.975), quantiles, strict=True):
        assert 1 - above(quantile**2) / above(0.0) == pytest.approx(probability, abs=1e-6)


def test_the_spread_of_units_that_differ_less_than_chance_allows() -> None:
    """So few draws would obey the restriction that only the integral can say."""
    low, median, high = unit_spread((0.025, 0.5, 0.975), units=Source(200, 0.3), residual=Source(200, 1.0), models=2)
    assert 0 < low < median < high < 0.3


def test_units_and_models_that_never_vary() -> None:
    assert unit_spread((0.5,), units=Source(3, 0.0), residual=Source(3, 0.0), models=2) == [0.0]
    assert bayes_anova.from_scores(np.ones((4, 3))).diagnostics.figures["units: standard deviation, high"] == 0.0
