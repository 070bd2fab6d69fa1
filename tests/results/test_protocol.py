"""Every kind of posterior and of test answers its whole protocol, with None where it has nothing to say."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from betterthan.data.pairing import pair_arrays
from betterthan.errors import ArgumentError
from betterthan.procedures import (
    bayes_crossed,
    bayes_hierarchical_mcnemar,
    bayes_hierarchical_t,
    bayes_poisson_binomial,
    bayes_sign,
    bayes_signed_rank,
    bayes_t,
    paired_t,
)
from betterthan.results.codec import plain
from betterthan.results.kinds import ALL_READINGS, POSTERIORS, TESTS, classical_in, pair_result_from_dict, posterior_in
from betterthan.results.protocol import ClassicalTest, Posterior

ROPE = (-0.1, 0.1)
DIFFERENCES = np.array([0.3, -0.1, 0.2, 0.4, 0.15, -0.05, 0.3])
TASKS = {"n": [10, 12, 9, 11], "mean": [0.1, 0.3, -0.1, 0.2], "ss": [0.8, 0.5, 1.3, 0.9]}
TABLE = pair_arrays([0.3, 0.5, 0.2], [0.1, 0.2, 0.25], independent=True)
CELLS = np.array([[0.1, 0.3, 0.2], [0.4, 0.1, 0.5], [0.2, 0.6, 0.3]])
POSTERIOR = {
    "difference": bayes_t.from_summary(mean=0.1, sd=1.0, n=20),
    "region": bayes_signed_rank.from_differences(DIFFERENCES, rope=ROPE, draws=200),
    "hierarchical": bayes_hierarchical_t.from_summary(**TASKS),
    "majority": bayes_poisson_binomial.from_probabilities(np.array([0.9, 0.3, 0.8])),
}


def members(protocol: type) -> list[str]:
    return [name for name in vars(protocol) if not name.startswith("_")]


@pytest.mark.parametrize("kind", POSTERIOR)
def test_a_posterior_answers_its_whole_protocol(kind):
    posterior = POSTERIOR[kind]
    for name in members(Posterior):
        assert callable(getattr(posterior, name)) == inspect.isfunction(vars(Posterior)[name]), name


def test_every_kind_is_asked_here():
    assert {type(each) for each in POSTERIOR.values()} == set(POSTERIORS.values())
    assert {each.kind for each in POSTERIOR.values()} == set(POSTERIORS)
    assert set(TESTS) == {paired_t(TABLE).kind}


@pytest.mark.parametrize("kind", POSTERIOR)
def test_one_reading_is_what_all_readings_hold(kind):
    posterior = POSTERIOR[kind]
    found = posterior.readings(ROPE)
    assert tuple(found) == posterior.reading_names
    assert set(posterior.reading_names) <= set(ALL_READINGS)
    assert found == {name: posterior.reading(ROPE, name) for name in posterior.reading_names}
    assert posterior.probabilities(ROPE) == found[posterior.rests_on]
    assert posterior.odds(ROPE) == found[posterior.rests_on].odds()
    with pytest.raises(ArgumentError, match=f"`{posterior.procedure}` has no reading `median`"):
        posterior.reading(ROPE, "median")


def test_one_reading_computes_no_other(monkeypatch):
    posterior = POSTERIOR["hierarchical"]
    for other in ("population", "winner"):
        monkeypatch.setattr(type(posterior.model), other, lambda *_: pytest.fail("not asked for"))
    assert sum(posterior.reading(ROPE, "next_task")) == pytest.approx(1)


@pytest.mark.parametrize("kind", POSTERIOR)
def test_draws_are_of_what_the_posterior_is_about(kind):
    posterior = POSTERIOR[kind]
    one, again = posterior.drawn(draws=50, rng=3), posterior.drawn(draws=50, rng=3)
    assert all(len(values) == 50 and np.isfinite(values).all() for values in one.values())
    assert plain(one) == plain(again)


def test_draws_of_a_difference_and_of_wins_have_their_means():
    drawn = POSTERIOR["difference"].drawn(draws=20_000)["difference"]
    assert drawn.mean() == pytest.approx(POSTERIOR["difference"].mean, abs=0.01)
    assert POSTERIOR["majority"].drawn(draws=20_000)["wins"].mean() == pytest.approx(2.0, abs=0.02)


@pytest.mark.parametrize("kind", POSTERIOR)
def test_an_interval_is_there_where_there_is_one_number(kind):
    posterior = POSTERIOR[kind]
    one_number = kind in ("difference", "hierarchical")  # of three regions: the median, without a law that answers
    assert (posterior.interval(0.9) is not None) == (one_number or kind == "region")
    assert (posterior.main_law is not None) == one_number
    assert (posterior.law_of("population") is not None) == (kind == "hierarchical")
    assert (posterior.quantiles(0.5) is not None) == (kind == "difference")


def test_a_posterior_for_one_rope_is_built_again_for_another_also_after_it_was_read_back():
    found = POSTERIOR["region"]
    assert found.at(ROPE) is found
    assert found.built_for == found.rope
    wide = bayes_signed_rank.from_differences(DIFFERENCES, rope=0.2, draws=200)
    assert found.at(0.2) == wide
    assert pair_result_from_dict(found.to_dict()).at(0.2) == wide
    assert (found.spread, found.seed) == (pytest.approx(DIFFERENCES.std(ddof=1)), 0)


def test_a_posterior_whose_differences_are_gone_says_so():
    found = bayes_signed_rank.from_differences(DIFFERENCES, rope=ROPE, draws=200, rng=np.random.default_rng(1))
    assert not found.can_vary
    assert found.at(0.2) is None
    assert found.at(ROPE) is found
    assert (found.spread, found.seed) == (None, None)


@pytest.mark.parametrize("kind", ["difference", "hierarchical", "majority"])
def test_other_posteriors_answer_for_any_rope_themselves(kind):
    assert POSTERIOR[kind].at(0.3) is POSTERIOR[kind]
    assert POSTERIOR[kind].built_for is None


def test_named_priors_are_asked_of_the_posterior():
    hierarchical = POSTERIOR["hierarchical"]
    own = hierarchical.prior.partition(":")[0]
    assert hierarchical.under(own) is hierarchical
    other = bayes_hierarchical_t.from_summary(**TASKS, prior="juarez-steel")
    assert hierarchical.under("juarez-steel").probabilities(ROPE) == other.probabilities(ROPE)
    assert hierarchical.under("none such") is None
    crossed = bayes_crossed.from_differences(CELLS)
    cauchy = bayes_crossed.from_differences(CELLS, prior="half-cauchy")
    assert crossed.under("half-cauchy").probabilities(ROPE) == cauchy.probabilities(ROPE)
    assert sum(crossed.variance_shares) == pytest.approx(1)
    assert POSTERIOR["difference"].under("half-cauchy") is None


def test_tasks_are_pooled_by_a_hierarchical_model_only():
    pooled = POSTERIOR["hierarchical"].pooled_tasks(ROPE)
    assert [task.estimate for task in pooled] == list(POSTERIOR["hierarchical"].task_estimates)
    assert [task.probabilities for task in pooled] == list(POSTERIOR["hierarchical"].task_probabilities(ROPE))
    assert all(POSTERIOR[kind].pooled_tasks(ROPE) == () for kind in ("difference", "region", "majority"))


def test_a_test_answers_its_own_protocol():
    test = paired_t(TABLE)
    for name in members(ClassicalTest):
        assert hasattr(test, name), name
    assert classical_in(test) is test
    assert posterior_in(test) is None
    assert posterior_in(POSTERIOR["region"]) is POSTERIOR["region"]
    assert classical_in(POSTERIOR["region"]) is None


def test_a_sign_posterior_varies_too():
    found = bayes_sign.from_differences(DIFFERENCES, rope=ROPE)
    assert found.at(0.2) == bayes_sign.from_differences(DIFFERENCES, rope=0.2)


def test_shares_of_wins_have_one_prior():
    found = bayes_hierarchical_mcnemar.from_cells({"a": (9, 3, 5, 9), "b": (9, 4, 9, 9), "c": (9, 6, 8, 9)})
    assert found.under(found.prior.partition(":")[0]) is found
    assert found.under("corani") is None


def test_without_a_seed_draws_are_those_of_seed_0():
    region = POSTERIOR["region"]
    rows = np.random.default_rng(0).integers(len(region.shares), size=50)
    for rng in (None, 0):
        drawn = region.drawn(draws=50, rng=rng)
        assert np.stack(list(drawn.values()), axis=1).tolist() == region.shares[rows].tolist()
