"""HierarchicalPosterior: readings, tasks, the model check and the export, on data whose answer is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from betterthan.data.examples import example
from betterthan.errors import ArgumentError
from betterthan.procedures import bayes_hierarchical_mcnemar, bayes_hierarchical_t
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.kinds import result_from_dict

RNG = np.random.default_rng(3)
MEANS = 0.02 + 0.01 * RNG.standard_normal(25)
T = bayes_hierarchical_t.from_summary(n=[50] * 25, mean=MEANS, ss=[49 * 0.05**2] * 25)
PHI = bayes_hierarchical_mcnemar(example("code-switching"))
BOTH = pytest.mark.parametrize("posterior", [T, PHI], ids=["t", "mcnemar"])


def rope(posterior: HierarchicalPosterior) -> tuple[float, float]:
    return (-0.01, 0.01) if posterior is T else (0.45, 0.55)


@BOTH
def test_the_laws_agree_with_the_readings(posterior):
    readings = posterior.readings(rope(posterior))
    for name in ("population", "next_task"):
        law = getattr(posterior, name)
        assert law.probabilities(rope(posterior)) == pytest.approx(readings[name], abs=1e-3), name


@BOTH
def test_the_verdict_rests_on_the_population(posterior):
    assert posterior.rests_on == "population"
    assert posterior.probabilities(rope(posterior)) == posterior.readings(rope(posterior))[posterior.rests_on]
    assert posterior.probabilities(rope(posterior), "winner") == posterior.readings(rope(posterior))["winner"]


@BOTH
def test_tasks_are_shrunken_towards_the_population(posterior):
    centre = posterior.population.mean
    for task in posterior.task_estimates:
        assert min(task.raw, centre) - 1e-3 <= task.mean <= max(task.raw, centre) + 1e-3
        assert task.low < task.mean < task.high
        assert 0 < task.shrinkage < 1
    for p in posterior.task_probabilities(rope(posterior)):
        assert sum(p) == pytest.approx(1)


def test_a_normal_hierarchy_is_recovered():
    """25 tasks around 0.02 with spread 0.01 and standard error 0.007: the population is known to about 0.0025."""
    assert T.population.mean == pytest.approx(MEANS.mean(), abs=0.001)
    assert T.population.sd == pytest.approx(0.0025, rel=0.25)
    assert T.model.mean_sd("sigma0")[0] == pytest.approx(0.009, rel=0.4)


@BOTH
def test_the_interval_is_that_of_the_population(posterior):
    inside = posterior.interval(0.9, "equal-tailed")
    assert posterior.population.cdf(inside.high) - posterior.population.cdf(inside.low) == pytest.approx(0.9, abs=1e-4)


@BOTH
def test_the_way_through_json_integrates_again_to_the_last_bit(posterior):
    back = result_from_dict(json.loads(json.dumps(posterior.to_dict())))
    assert back == posterior
    assert back.readings(rope(posterior)) == posterior.readings(rope(posterior))


@BOTH
def test_the_weighted_nodes_have_the_moments_of_the_population(posterior):
    nodes = posterior.nodes()
    name = "delta0" if posterior is T else "mu"
    assert nodes["weight"].sum() == pytest.approx(1)
    assert nodes[name] @ nodes["weight"] == pytest.approx(posterior.population.mean, rel=1e-6)


@BOTH
def test_draws_for_arviz_follow_the_posterior(posterior):
    pytest.importorskip("arviz_base")
    tree = posterior.to_arviz(draws=20_000)
    name = "delta0" if posterior is T else "mu"
    drawn = tree["posterior"][name].values
    assert drawn.shape == (1, 20_000)
    assert drawn.mean() == pytest.approx(posterior.population.mean, abs=5 * posterior.population.sd / 20_000**0.5)
    assert np.array_equal(drawn, posterior.to_arviz(draws=20_000)["posterior"][name].values)
    assert tree["nodes"]["weight"].values.sum() == pytest.approx(1)


@BOTH
def test_draws_between_the_nodes_follow_the_posterior(posterior):
    drawn = posterior.drawn(draws=20_000)
    name = "delta0" if posterior is T else "mu"
    assert drawn[name].mean() == pytest.approx(posterior.population.mean, abs=5 * posterior.population.sd / 20_000**0.5)
    assert drawn[name].std() == pytest.approx(posterior.population.sd, rel=0.03)
    assert len(np.unique(drawn[name])) == 20_000
    assert all(np.array_equal(values, posterior.drawn(draws=20_000)[key]) for key, values in drawn.items())
    assert not np.array_equal(drawn[name], posterior.drawn(draws=20_000, rng=1)[name])


@BOTH
def test_drawn_shares_have_the_readings_as_their_mean_and_their_winner(posterior):
    shares = posterior.shares(rope(posterior), draws=20_000)
    readings = posterior.readings(rope(posterior))
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares.mean(axis=0) == pytest.approx(readings["next_task"], abs=5 * shares.std() / 20_000**0.5)
    winners = np.bincount(shares.argmax(axis=1), minlength=3) / 20_000
    assert winners == pytest.approx(readings["winner"], abs=5 * 0.5 / 20_000**0.5)


@BOTH
def test_laws_of_the_next_task_belong_to_the_draws(posterior):
    shares = posterior.shares(rope(posterior), draws=5)
    for law, row in zip(posterior.next_laws(draws=5), shares, strict=True):
        assert law.probabilities(rope(posterior)) == pytest.approx(row, abs=1e-5)


def test_the_model_check_holds_two_densities():
    check = T.model_check()
    for name in ("next task", "shrunken estimates"):
        assert np.trapezoid(check[name], check["difference"]) == pytest.approx(1, abs=0.02)
    ends, means = check["difference"][[0, -1]], [task.estimate.mean for task in T.pooled_tasks(0.01)]
    assert (1 - T.next_task.probabilities((ends[0], ends[0])).first) == pytest.approx(0.005, abs=1e-5)
    assert T.next_task.probabilities((ends[1], ends[1])).first == pytest.approx(0.005, abs=1e-5)
    assert ends[0] < min(means) < max(means) < ends[1]
    with pytest.raises(ArgumentError, match="shares of disagreements"):
        PHI.model_check()
