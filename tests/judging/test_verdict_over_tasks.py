"""What a verdict over tasks rests on: the population, and for equivalence the single tasks, whatever the prior."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.judging.decision import decide
from betterthan.procedures import bayes_hierarchical_t, bayes_sign, bayes_signed_rank
from betterthan.words.methods import methods
from betterthan.words.verdicts import verdict

ROPE = 0.01
BY_RANKS = pytest.mark.parametrize("procedure", [bayes_sign, bayes_signed_rank], ids=lambda each: each.name)


def one_score_each(differences) -> bt.Scores:
    tasks = [f"task {j}" for j in range(len(differences))]
    level = np.linspace(0.4, 0.6, len(differences))
    return bt.read({"task": tasks, "A": level + np.asarray(differences), "B": level})


def test_forty_tasks_that_differ_by_three_ropes_are_not_equivalent() -> None:
    """The pseudo-median is 0, and averages of two tasks are small; single tasks are not."""
    differences = np.array([0.03, -0.03] * 20)
    posterior = bayes_signed_rank.from_differences(differences, rope=ROPE)
    assert posterior.population.equivalent > 0.95
    assert posterior.winner.equivalent > 0.95
    decision = decide(posterior, ROPE)
    assert (decision.verdict, decision.reading, decision.held_back_by) == ("undecided", "population", "winner")
    assert decide(posterior, ROPE, reading="winner").verdict == "equivalent"
    outside = 1 - 0.5 / 40.5  # no task lies inside the rope, but the pseudo-observation of 0.5 does
    found = bt.compare(one_score_each(differences), rope=ROPE)
    assert verdict(found).startswith(
        "Undecided: on average over tasks like these the difference lies inside the rope (probability "
        f"{found.probabilities.equivalent:.3f}), but single tasks need not be so: on {outside:.0%} of new tasks one "
        "of the two is better by more than the rope."
    )


def test_just_below_the_threshold_favouring_equivalence_tells_of_single_tasks_too() -> None:
    told = verdict(bt.compare(one_score_each([0.03, -0.03] * 11), rope=ROPE))
    outside = f"{1 - 0.5 / 22.5:.0%} of new tasks"
    assert told.endswith(f"on average; on {outside} one of the two is better by more than the rope.")
    inside = verdict(bt.compare(one_score_each([0.001, -0.002] * 2), rope=ROPE, procedure="bayes_t"))
    assert "new tasks" not in inside


def test_winner_is_told_as_the_most_probable_outcome_in_the_methods_paragraph_too() -> None:
    found = bt.compare(one_score_each([0.03, 0.05, 0.04] * 4), rope=ROPE, reading="winner")
    told, _ = methods(found)
    assert (
        "The posterior probabilities that, for the mean difference of two more tasks, the most probable outcome is A "
        "being practically better, A and B being practically equivalent, or B being practically better, were"
    ) in told
    assert "The posterior probabilities of A being practically better" in methods(bt.compare(found.table, rope=ROPE))[0]


@BY_RANKS
def test_three_tasks_inside_the_rope_are_no_proof_of_equivalence(procedure) -> None:
    decision = decide(procedure.from_differences(np.array([0.001, -0.002, 0.0005]), rope=ROPE), ROPE)
    assert (decision.verdict, decision.held_back_by) == ("undecided", "prior")
    assert decision.probabilities.equivalent > 0.95


@pytest.mark.parametrize(("tasks", "verdict"), [(3, "undecided"), (5, "undecided"), (6, "first"), (12, "first")])
def test_signed_ranks_never_decide_with_five_tasks(tasks: int, verdict: str) -> None:
    found = decide(bayes_signed_rank.from_differences(np.linspace(0.05, 0.09, tasks), rope=ROPE), ROPE)
    assert found.verdict == verdict
    assert found.held_back_by == (None if verdict == "first" else "prior")


@pytest.mark.parametrize(("tasks", "best"), [(5, 0.931), (6, 0.954)])
def test_the_best_that_signed_ranks_can_reach_whatever_the_prior(tasks: int, best: float) -> None:
    posterior = bayes_signed_rank.from_differences(np.linspace(0.05, 0.09, tasks), rope=ROPE, draws=200_000)
    assert min(each.probabilities.first for each in posterior.needed if each.name == "prior") == (
        pytest.approx(best, abs=0.002)
    )


def test_few_tasks_with_one_score_each_are_asked_by_bayes_t() -> None:
    few, enough = one_score_each(np.linspace(0.05, 0.09, 5)), one_score_each(np.linspace(0.05, 0.09, 6))
    assert bt.compare(few, rope=ROPE).procedure == "bayes_t"
    assert bt.compare(enough, rope=ROPE).procedure == "bayes_signed_rank"
    named = bt.compare(few, rope=ROPE, procedure="bayes_signed_rank")
    assert any("can never decide with 5 units" in note for note in named.notes)


@pytest.mark.parametrize("counts", [(7, 0, 2), (3, 4, 3), (0, 6, 1), (12, 1, 9)])
def test_the_median_by_signs_is_a_beta_tail(counts) -> None:
    first, equivalent, second = counts
    found = bayes_sign.from_summary(first=first, equivalent=equivalent, second=second, rope=ROPE)
    total = sum(counts) + 1
    above, below = (
        stats.beta(own, total - own).sf(0.5) if own else 0.0 for own in (first, second)
    )  # the prior's one task is equivalent
    assert found.population == pytest.approx((above, 1 - above - below, below), abs=1e-12)


def test_the_pseudo_median_by_ranks_is_that_of_the_dirichlet_process() -> None:
    """By draws of our own: P(θ > 1/2) for the share of the pairs of tasks whose mean is beyond a bound."""
    differences = np.array([0.0213, -0.0042, 0.0121, 0.0084, 0.0307, -0.013, 0.017, 0.001])
    values = np.append(0.0, differences)
    weights = np.random.default_rng(7).dirichlet([0.5, *[1.0] * len(differences)], 40_000)
    means = (values[:, None] + values) / 2
    above, below = (np.einsum("di,ij,dj->d", weights, 1.0 * side, weights) for side in (means > ROPE, means < -ROPE))
    found = bayes_signed_rank.from_differences(differences, rope=ROPE)
    assert found.population.first == pytest.approx((above > 0.5).mean(), abs=0.012)
    assert found.population.second == pytest.approx((below > 0.5).mean(), abs=0.012)


def test_one_more_task_is_one_task_not_the_mean_of_two() -> None:
    """(count + s where z0 lies)/(q + s): 6 of 8 above, 1 inside, 1 below, s = 0.5 at 0."""
    differences = np.array([0.05, 0.04, 0.06, 0.03, 0.07, 0.08, 0.002, -0.04])
    found = bayes_signed_rank.from_differences(differences, rope=ROPE)
    assert found.next_task == pytest.approx((6 / 8.5, 1.5 / 8.5, 1 / 8.5), abs=1e-12)
    split = bayes_signed_rank.from_differences(differences, rope=ROPE, z0="split")
    assert split.next_task == pytest.approx((6.25 / 8.5, 1 / 8.5, 1.25 / 8.5), abs=1e-12)
    on_the_bound = bayes_signed_rank.from_differences(np.array([0.01, -0.05]), rope=ROPE, z0="inf")
    assert on_the_bound.next_task == pytest.approx((1.0 / 2.5, 0.5 / 2.5, 1 / 2.5), abs=1e-12)


def spread_tasks(mean: float, between: float, tasks: int = 30):
    rng = np.random.default_rng(1)
    centres = mean + between * stats.norm.ppf((np.arange(tasks) + 0.5) / tasks)
    return bayes_hierarchical_t.from_summary(
        n=[20] * tasks, mean=centres + rng.normal(0, 1e-4, tasks), ss=[20 * 0.005**2] * tasks
    )


def test_equal_on_average_but_not_on_single_tasks() -> None:
    posterior = spread_tasks(0.0, between=0.02)
    decision = decide(posterior, ROPE)
    assert posterior.reading(ROPE, "population").equivalent > 0.95
    assert (decision.verdict, decision.held_back_by) == ("undecided", "winner")
    assert decide(spread_tasks(0.0, between=0.003), ROPE).verdict == "equivalent"


def test_a_claim_of_better_rests_on_the_population_alone() -> None:
    posterior = spread_tasks(0.03, between=0.02)
    decision = decide(posterior, ROPE)
    assert (decision.verdict, decision.reading, decision.held_back_by) == ("first", "population", None)
    assert decision.probabilities == posterior.reading(ROPE, "population")


@pytest.mark.parametrize("rule", ["loss", "hdi"])
def test_other_rules_ask_single_tasks_too(rule: str) -> None:
    assert decide(spread_tasks(0.0, between=0.003), ROPE, rule=rule).verdict == "equivalent"
    held = decide(spread_tasks(0.0, between=0.02), ROPE, rule=rule)
    assert (held.verdict, held.held_back_by) == ("undecided", "winner")


def test_a_reading_that_is_asked_for_stands_alone() -> None:
    """The published tables rest on `winner`, without further conditions."""
    posterior = bayes_sign.from_differences(np.array([0.001, -0.002, 0.0005]), rope=ROPE)
    decision = decide(posterior, ROPE, reading="winner")
    assert (decision.verdict, decision.reading, decision.held_back_by) == ("equivalent", "winner", None)


def test_giving_a_rope_does_not_change_the_reading() -> None:
    scores = bt.examples.example("code-switching")
    without, with_rope = (bt.compare(scores, rope=rope) for rope in (None, 0.01))
    assert without.decision.reading == with_rope.decision.reading == "population"
