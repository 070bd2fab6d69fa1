from __future__ import annotations

import json
import tracemalloc
from math import inf, sqrt
from pathlib import Path

import numpy as np
import pytest
from confidence_set_scores import autocorrelated, independent

from betterthan.data.factors import factor
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.numerics.resampling import resampled_means, resampled_units
from betterthan.procedures import model_confidence_set
from betterthan.results.null_test import NullTest

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "model_confidence_set.json").read_text())
STATISTICS = ("range", "max")
SCORES = np.random.default_rng(3).normal([0.5, 0.4, 0.2, 0.0], 1.0, (40, 4))


@pytest.mark.parametrize(("units", "said"), [(49, True), (50, False)])
def test_fewer_than_fifty_units_are_told(units, said) -> None:
    """Of one task its units count, of several the tasks."""
    scores = np.random.default_rng(1).normal(size=(2 * units, 3))
    cases = PairedTable(("a", "b", "c"), scores[:units])
    tasks = PairedTable(("a", "b", "c"), scores, factors={"task": factor(np.repeat(np.arange(units), 2))})
    for table in (cases, tasks):
        assert [f"On few units ({units})" in note for note in model_confidence_set.notes(table)] == [True] * said


def test_two_models_have_one_difference_and_more_have_none() -> None:
    two, three = (model_confidence_set.from_scores(SCORES[:, :k], draws=100) for k in (2, 3))
    assert two.estimate == pytest.approx((SCORES[:, 0] - SCORES[:, 1]).mean())
    assert (two.estimate_name, three.estimate, three.estimate_name) == ("mean difference", None, "")


def p_values(test: NullTest) -> np.ndarray:
    return np.array([effect.p_value for effect in test.effects])


def counting_the_scores(shares, draws: int) -> np.ndarray:
    """arch's p-value is the share of the samples that are as extreme as the scores; ours counts the scores, too."""
    return (1 + np.round(np.array(shares) * draws)) / (1 + draws)


def written_out(scores: np.ndarray, samples: np.ndarray, statistic: str) -> np.ndarray:
    """Hansen, Lunde and Nason (2011), sec. 3.1, step by step, with no thought of speed."""
    loss = -scores
    mean, draws = loss.mean(axis=0), np.array([loss[sample].mean(axis=0) for sample in samples])
    left, found, largest = list(range(loss.shape[1])), np.ones(loss.shape[1]), 0.0
    while len(left) > 1:
        if statistic == "range":
            seen = {(i, j): mean[i] - mean[j] for i in left for j in left if i != j}
            errors = {(i, j): draws[:, i] - draws[:, j] - seen[i, j] for i, j in seen}
        else:
            seen = {(i,): mean[i] - mean[left].mean() for i in left}
            errors = {(i,): draws[:, i] - draws[:, left].mean(axis=1) - seen[(i,)] for i in left}
        spread = {key: sqrt((errors[key] ** 2).mean()) for key in seen}
        t = {key: seen[key] / spread[key] for key in seen}
        worst = max(t, key=lambda key: t[key])
        simulated = np.max([errors[key] / spread[key] for key in seen], axis=0)
        largest = max(largest, (1 + int((simulated >= t[worst]).sum())) / (1 + len(samples)))
        found[worst[0]] = largest
        left.remove(worst[0])
    return found


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("case", REFERENCE["same samples"], ids=lambda case: f"{case['n']} x {case['k']}")
def test_arch_on_the_same_samples(case, statistic):
    scores, samples = independent(case["seed"], case["n"], case["k"], case["draws"])
    test = model_confidence_set.from_scores(scores, statistic=statistic, indices=samples)
    expected = counting_the_scores(case["p_values"][statistic], case["draws"])
    np.testing.assert_allclose(p_values(test), expected, rtol=0, atol=1e-12)
    assert test.diagnostics.figures["draws"] == case["draws"]


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("case", REFERENCE["own samples"], ids=lambda case: f"{case['blocks']} {case['block']}")
def test_arch_with_its_own_blocks(case, statistic):
    """Other samples, so up to five standard errors of both, and one more for the bootstrapped standard errors."""
    test = model_confidence_set.from_scores(
        autocorrelated(case["seed"], case["n"], case["k"]), statistic=statistic, block=case["block"],
        blocks=case["blocks"], draws=case["draws"],
    )  # fmt: skip
    expected = counting_the_scores(case["p_values"][statistic], case["draws"])
    error = np.sqrt(2 * expected * (1 - expected) / case["draws"])
    assert (np.abs(p_values(test) - expected) <= 6 * error).all()


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("seed", range(5))
def test_the_definition_written_out(statistic, seed):
    scores, samples = independent(100 + seed, 20, 6, 150)
    test = model_confidence_set.from_scores(scores, statistic=statistic, indices=samples)
    np.testing.assert_allclose(p_values(test), written_out(scores, samples, statistic), atol=1e-12)


def test_the_whole_is_the_test_of_all_models():
    for statistic in STATISTICS:
        test = model_confidence_set.from_scores(SCORES, statistic=statistic)
        assert test.p_value == p_values(test).min()
        assert p_values(test).max() == 1.0
        variance = max(p * (1 - p) for p in p_values(test)) / 1000
        assert test.diagnostics.error == pytest.approx(3 * sqrt(variance)), "of the least certain p of all models"
    assert model_confidence_set.from_scores(SCORES).statistic_name == "T_R"


def test_the_set_grows_with_the_level():
    counts = [
        model_confidence_set.from_scores(SCORES, level=level).diagnostics.figures["models in the set"]
        for level in (0.5, 0.75, 0.9, 0.99, 0.9999)
    ]
    assert counts == sorted(counts)
    assert counts[0] >= 1
    test = model_confidence_set.from_scores(SCORES, level=0.9)
    assert counts[2] == (p_values(test) > 0.1).sum()


def test_effects_are_mean_scores_about_their_mean():
    mean = SCORES.mean(axis=0)
    found = [effect.estimate for effect in model_confidence_set.from_scores(SCORES).effects]
    assert found == pytest.approx((mean - mean.mean()).tolist())


@pytest.mark.parametrize("statistic", STATISTICS)
def test_what_all_models_share_does_not_matter(statistic):
    shared = SCORES + np.random.default_rng(0).normal(0, 1e4, (40, 1))
    one, other = (model_confidence_set.from_scores(each, statistic=statistic) for each in (SCORES, shared))
    np.testing.assert_array_equal(p_values(one), p_values(other))


@pytest.mark.parametrize("statistic", STATISTICS)
def test_identical_models_are_in_the_set_together(statistic):
    test = model_confidence_set.from_scores(np.tile(SCORES[:, :1], (1, 5)), statistic=statistic)
    assert (test.statistic, test.p_value) == (0.0, 1.0)
    assert set(p_values(test)) == {1.0}


@pytest.mark.parametrize("statistic", STATISTICS)
def test_copies_of_a_model_share_its_p_value(statistic):
    worst, best = np.argsort(SCORES.mean(axis=0))[[0, -1]]
    copied = np.hstack([SCORES, SCORES[:, [worst, best]]])
    found = p_values(model_confidence_set.from_scores(copied, statistic=statistic))
    assert found[worst] == found[4] < 1
    assert found[best] == found[5] == 1


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("units", [2, 10])
def test_a_model_that_is_worse_by_the_same_on_every_unit_is_out(statistic, units):
    scores = np.arange(units)[:, None] + np.array([0.5, 0.5, 0.2, 0.0])
    test = model_confidence_set.from_scores(scores, statistic=statistic)
    assert test.statistic == inf
    assert p_values(test).tolist() == [1.0, 1.0, 1 / 1001, 1 / 1001]
    assert NullTest.from_dict(json.loads(json.dumps(test.to_dict(), allow_nan=False))) == test


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("draws", [100, 1000])
def test_no_p_value_is_below_one_in_draws_and_one(statistic, draws):
    """However far apart the models are: Phipson and Smyth (2010)."""
    test = model_confidence_set.from_scores(SCORES + np.array([0, 0, 0, 1000]), statistic=statistic, draws=draws)
    assert test.p_value == p_values(test).min() == 1 / (draws + 1)
    assert test.p_at_most


@pytest.mark.parametrize("statistic", STATISTICS)
def test_two_units(statistic):
    test = model_confidence_set.from_scores(np.array([[0.3, 0.1, 0.2], [0.5, 0.6, 0.1]]), statistic=statistic)
    assert ((p_values(test) >= 0) & (p_values(test) <= 1)).all()


def test_tasks_are_averaged_and_cases_of_one_task_are_units():
    cases = np.repeat(SCORES, 2, axis=0) + np.tile([[0.5], [-0.5]], (40, 4))
    table = PairedTable(("1", "2", "3", "4"), cases, factors={"task": factor(np.repeat(np.arange(40), 2))})
    np.testing.assert_allclose(
        p_values(model_confidence_set(table)), p_values(model_confidence_set.from_scores(SCORES))
    )
    assert model_confidence_set(PairedTable(("1", "2", "3", "4"), SCORES)) == model_confidence_set.from_scores(SCORES)


def test_the_seed_decides():
    one, other = (model_confidence_set.from_scores(SCORES, rng=seed) for seed in (1, 2))
    assert one != other
    assert one == model_confidence_set.from_scores(SCORES, rng=np.random.default_rng(1))
    assert model_confidence_set.from_scores(SCORES) == model_confidence_set.from_scores(SCORES, rng=0)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_the_best_model_is_in_the_set(statistic):
    """The small form of tests/validation/test_model_confidence_set.py."""
    held = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        scores = rng.normal(size=(60, 1)) + rng.normal([0.1, 0.0, 0.0, 0.0], 1.0, (60, 4))
        test = model_confidence_set.from_scores(scores, statistic=statistic, level=0.9, draws=200, rng=seed)
        held += test.effects[0].p_value > 0.1
    assert held >= 88


def test_many_models_units_and_draws():
    """100 models x 1,000 units x 1,000 draws: less than a second, and far less than 1 GB."""
    scores = np.random.default_rng(1).normal(size=(1000, 100))
    tracemalloc.start()
    test = model_confidence_set.from_scores(scores)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(test.effects) == 100
    assert peak < 1e8


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"statistic": "rnge"}, "There is no statistic `rnge`. Did you mean `range`?"),
        ({"draws": 0}, "`draws` must be at least 1; got 0."),
        ({"block": 0}, "`block` is a length from 1 to the number of units, 40; got 0."),
        ({"block": 41}, "`block` is a length from 1 to the number of units, 40; got 41."),
        ({"block": 2.5, "blocks": "moving"}, "Moving blocks have a whole number of units; got 2.5."),
        ({"block": 2, "blocks": "circular"}, "There is no kind of block `circular`."),
        ({"indices": np.full((3, 40), 40)}, "`indices` are draws x units, each a number from 0 to 39"),
    ],
)
def test_mistakes_are_told(options, told):
    with pytest.raises(ArgumentError) as caught:
        model_confidence_set.from_scores(SCORES, **options)
    assert str(caught.value).startswith(told)


# The bootstrap samples themselves.


def drawn(n, draws, **options):
    return np.concatenate(list(resampled_units(n, draws, np.random.default_rng(0), **options)))


@pytest.mark.parametrize("options", [{}, {"block": 5, "blocks": "moving"}, {"block": 5}])
def test_samples_have_the_right_shape_and_units(options):
    samples = drawn(37, 500, **options)
    assert samples.shape == (500, 37)
    assert samples.min() == 0
    assert samples.max() == 36


def test_moving_blocks_are_runs_of_their_length():
    steps = np.diff(drawn(40, 200, block=8, blocks="moving"), axis=1)
    inside = np.arange(1, 40) % 8 != 0
    assert (steps[:, inside] == 1).all()
    assert (steps[:, ~inside] != 1).any()


def test_stationary_blocks_have_the_mean_length_and_every_unit_the_same_chance():
    samples = drawn(50, 4000, block=5)
    goes_on = (np.diff(samples, axis=1) % 50 == 1).mean()
    assert goes_on == pytest.approx(1 - 1 / 5 + 1 / 5 / 50, abs=0.005)  # a fresh block may begin next door
    counts = np.bincount(samples.ravel(), minlength=50) / samples.size
    assert counts == pytest.approx(np.full(50, 1 / 50), abs=0.001)


def test_blocks_widen_the_standard_error_of_autocorrelated_scores():
    """With coefficient 0.7 the mean varies (1 + 0.7)/(1 - 0.7) = 5.7 times as much as that of independent scores."""
    scores = autocorrelated(1, 4000, 1)
    single, blocks = (
        np.var(resampled_means(scores, resampled_units(4000, 2000, np.random.default_rng(0), block=block)))
        for block in (1, 60)
    )
    assert blocks / single == pytest.approx(5.67, rel=0.2)


def test_means_of_samples():
    values = np.random.default_rng(2).normal(size=(9, 3))
    samples = drawn(9, 20)
    expected = np.array([values[sample].mean(axis=0) for sample in samples])
    np.testing.assert_allclose(resampled_means(values, iter([samples[:7], samples[7:]])), expected)


def test_without_saying_so_a_thousand_samples_are_drawn():
    scores = np.random.default_rng(2).random((12, 3))
    assert model_confidence_set.from_scores(scores).diagnostics.figures["draws"] == 1000
