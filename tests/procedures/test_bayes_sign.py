from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_sign
from betterthan.results.rope import Rope

Z = np.array([0.3, -0.2, 0.05, 0.4, -0.01, 0.0, 0.12, -0.6, 0.2])


def counted(posterior):
    return tuple(posterior.diagnostics.figures.values())


def test_counts():
    posterior = bayes_sign.from_differences(Z, rope=0.1)
    assert counted(posterior) == (4, 3, 2)
    assert posterior.next_task == pytest.approx((4 / 10, 4 / 10, 2 / 10))
    assert posterior.estimate == 0.05
    assert posterior.diagnostics.error < 1e-12


def test_a_difference_on_a_bound_counts_half_to_each_side():
    posterior = bayes_sign.from_differences(np.array([0.1, 0.3, -0.1, -0.1, 0.0]), rope=0.1)
    assert counted(posterior) == (1.5, 2.5, 1.0)


def test_on_a_bound_up_to_rounding():
    table = pair_arrays([0.9, 0.8, 0.5], [0.8, 0.7, 0.5], independent=True)  # 0.09999999999999998, 0.10000000000000009
    assert counted(bayes_sign(table, rope=0.1)) == (1.0, 2.0, 0.0)


def test_rope_of_width_zero_splits_ties_and_prior():
    posterior = bayes_sign.from_differences(np.array([0.3, 0.0, 0.0, -0.1, 0.2]), rope=0.0)
    assert counted(posterior) == (3.0, 0.0, 2.0)
    assert posterior.winner.equivalent == posterior.next_task.equivalent == 0.0
    assert posterior.winner.first == pytest.approx(stats.beta(3.5, 2.5).sf(0.5), abs=1e-12)
    assert posterior.direction() == posterior.winner


def test_direction_ignores_the_rope():
    narrow, wide = (bayes_sign.from_differences(Z, rope=r).direction() for r in (0.0, 0.3))
    assert narrow == wide
    assert narrow.first == pytest.approx(stats.beta(5 + 0.5 + 0.5, 3 + 0.5 + 0.5).sf(0.5), abs=1e-12)


@pytest.mark.parametrize(("region", "alpha"), [("first", (5, 3, 2)), ("equivalent", (4, 4, 2)), ("second", (4, 3, 3))])
def test_prior_region(region, alpha):
    posterior = bayes_sign.from_differences(Z, rope=0.1, prior_region=region)
    assert posterior.next_task == pytest.approx(tuple(a / 10 for a in alpha))
    assert f"`{region}`" in posterior.prior


def test_a_region_that_was_never_seen_has_probability_zero():
    posterior = bayes_sign.from_differences(np.array([0.3, 0.2, 0.4, 0.02]), rope=0.1)
    assert posterior.winner.second == posterior.next_task.second == 0.0
    assert (posterior.shares[:, 2] == 0).all()


def test_no_prior():
    posterior = bayes_sign.from_differences(np.array([0.3, 0.2]), rope=0.1, prior_strength=0)
    assert posterior.winner == (1.0, 0.0, 0.0)
    assert posterior.prior == "Dirichlet process with no prior mass"


@pytest.mark.parametrize("rope", [(-0.1, 0.1), (0.0, 0.0), (0.0, 0.2)])
def test_identical_models_are_refused(rope):
    with pytest.raises(NeedsNotMet, match=r"`bayes_agreement\.from_differences`"):
        bayes_sign.from_differences(np.zeros(5), rope=rope)


def test_ties_in_print_count_half_to_each_side_of_a_rope_of_width_zero():
    assert bayes_sign.from_summary(first=0, equivalent=9, second=0, rope=0.0).winner == pytest.approx((0.5, 0.0, 0.5))
    inside = bayes_sign.from_summary(first=0, equivalent=9, second=0, rope=0.1)
    assert inside.winner == (0.0, 1.0, 0.0)
    assert inside.direction() == pytest.approx((0.5, 0.0, 0.5))


def test_from_summary_agrees_with_the_differences():
    counts = bayes_sign.from_summary(first=4, equivalent=3, second=2, rope=0.1)
    differences = bayes_sign.from_differences(Z, rope=0.1)
    assert counts.winner == differences.winner
    assert counts.next_task == differences.next_task
    assert counts.estimate == pytest.approx(2 / 9)
    assert counts.parameter.name.startswith("share of tasks")


def test_shares_are_draws_of_the_posterior_and_the_same_every_time():
    one, other = (bayes_sign.from_differences(Z, rope=0.1) for _ in range(2))
    assert one == other
    assert one.shares.shape == (2000, 3)
    np.testing.assert_allclose(one.shares.mean(axis=0), one.next_task, atol=0.02)


def test_swapping_models_swaps_exactly():
    one = bayes_sign.from_differences(Z, rope=(-0.05, 0.2))
    other = bayes_sign.from_differences(-Z, rope=(-0.2, 0.05))
    assert other.winner == one.winner.swapped()
    assert other.next_task == one.next_task.swapped()
    assert other.direction() == one.direction().swapped()
    assert other.estimate == -one.estimate


def test_tasks_and_cases_alike():
    tasks = pair_differences(Z, task=[f"task {i}" for i in range(len(Z))])
    assert bayes_sign(tasks, rope=0.1) == bayes_sign(pair_differences(Z), rope=0.1)


def test_the_rope_is_kept_and_no_other_is_answered():
    posterior = bayes_sign.from_differences(Z, rope=Rope(-0.1, 0.1, "a colleague"))
    assert posterior.rope.source == "a colleague"
    with pytest.raises(ArgumentError, match="was built for the rope"):
        posterior.probabilities(0.2)


def test_many_units():
    values = np.random.default_rng(0).normal(0.001, 1.0, 1_000_000)
    posterior = bayes_sign.from_differences(values, rope=0.43)
    assert sum(posterior.winner) == pytest.approx(1)
    assert posterior.diagnostics.error < 1e-7


def test_messages():
    with pytest.raises(ArgumentError, match="`prior_strength` must be a finite number of at least 0; got -1"):
        bayes_sign.from_differences(Z, rope=0.1, prior_strength=-1)
    with pytest.raises(ArgumentError, match="`prior_region` is one of first, equivalent, second; got 'rope'"):
        bayes_sign.from_differences(Z, rope=0.1, prior_region="rope")
    with pytest.raises(ArgumentError, match="`equivalent` must be at least 0; got -2"):
        bayes_sign.from_summary(first=1, equivalent=-2, second=3, rope=0.1)
    with pytest.raises(ArgumentError, match="not all 0"):
        bayes_sign.from_summary(first=0, equivalent=0, second=0, rope=0.1)
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        bayes_sign(pair_arrays([0.5], [0.4]), rope=0.1)


@pytest.mark.parametrize(("strength", "level"), [(1.0, 0.95), (0.5, 0.8), (2.0, 0.9)])
def test_the_interval_is_that_of_the_median_under_dirichlet_weights(strength, level):
    """Against weights that are drawn: the median is where their running sum reaches one half."""
    found = bayes_sign.from_differences(Z, rope=0.1, prior_strength=strength).interval(level)
    points = np.append(Z, 0.0)  # with the pseudo-observation, in the rope
    order = np.argsort(points)
    weights = np.random.default_rng(3).dirichlet([1.0] * len(Z) + [strength], 200_000)[:, order]
    medians = points[order][(np.cumsum(weights, axis=1) < 0.5).sum(axis=1)]
    ends = np.quantile(medians, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    assert (found.low, found.high) == tuple(ends)
    assert (found.level, found.kind) == (level, "equal-tailed")


@pytest.mark.parametrize(
    ("rope", "place"), [((-0.1, 0.1), 0.0), ((-0.2, 0.1), 0.0), ((0.05, 0.2), 0.05), ((-0.2, -0.05), -0.05)]
)
def test_a_prior_on_equivalence_lies_at_0_or_where_the_rope_is_nearest_to_it(rope, place):
    """Of -1, 1 and the prior one has half of the weight with P = 1/4, and the prior is the median in the other half."""
    found = bayes_sign.from_differences(np.array([-1.0, 1.0]), rope=Rope(*rope)).interval(0.4)
    assert (found.low, found.high) == (place, place)
    wider = bayes_sign.from_differences(np.array([-1.0, 1.0]), rope=Rope(*rope)).interval(0.6)
    assert (wider.low, wider.high) == (-1.0, 1.0)


def test_the_interval_follows_the_prior_and_the_order_of_the_models():
    one = bayes_sign.from_differences(Z, rope=Rope(-0.1, 0.2)).interval(0.9)
    other = bayes_sign.from_differences(-Z, rope=Rope(-0.2, 0.1)).interval(0.9)
    assert (other.low, other.high) == (-one.high, -one.low)
    assert bayes_sign.from_differences(Z[:2], rope=0.1, prior_region="first").interval(0.95).high == np.inf


def test_counts_alone_have_no_interval():
    assert bayes_sign.from_summary(first=2, equivalent=0, second=1, rope=0.01).interval() is None


@pytest.mark.parametrize(
    ("rope", "expected"),
    [((0.0, 0.01), (1.5, 0.5, 2.0)), ((-0.01, 0.01), (1.5, 1.0, 1.5)), ((-0.01, 0.0), (2.0, 0.5, 1.5))],
)
def test_a_difference_on_a_bound_counts_half_whatever_the_other_bound_is(rope, expected):
    """0.81 - 0.8 is 0.01 but for its last digits."""
    on_bounds = 0.81 - 0.8
    assert counted(bayes_sign.from_differences([on_bounds, -on_bounds, 0.5, -0.5], rope=rope)) == expected
