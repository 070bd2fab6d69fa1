"""Pairs of groups of points: every share is counted pair by pair, and the sums have the law of the ungrouped ones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from betterthan.numerics.pair_counts import Pairs
from betterthan.numerics.pair_groups import GroupedPairs
from betterthan.procedures.bayesian import signed_rank
from betterthan.procedures.shared.weights import running_sums

BOUNDS = (-0.2, 0.0, 0.1)


@pytest.fixture
def values():
    """Some of them tied, in pairs on the bounds, and alone."""
    rng = np.random.default_rng(5)
    return np.concatenate([rng.normal(0.05, 0.5, 60), np.round(rng.normal(0, 0.5, 80), 1)])


def pairs_of(values):
    return Pairs.of(values, BOUNDS, rounding=1e-12)


def below(values, others, bound):
    """1 for a pair below the bound, 1/2 on it, 0 above."""
    sums = np.add.outer(values, others) - 2 * bound
    return np.where(np.abs(sums) < 1e-9, 0.5, sums < 0)


@pytest.mark.parametrize("bound", BOUNDS)
def test_shares_are_those_counted_pair_by_pair(values, bound):
    grouped = GroupedPairs.of(pairs_of(values), 9)
    found = grouped.below(bound)
    ends = np.append(grouped.pairs.points[grouped.starts[:-1]], np.inf)
    groups = [values[(values >= low) & (values < high)] for low, high in pairwise(ends)]
    assert [len(group) for group in groups] == grouped.counts.tolist()
    share = np.array([[float(other < whole) for other in range(9)] for whole in found.whole])
    share[found.one, found.other] = found.share
    for i, one in enumerate(groups):
        for j, other in enumerate(groups):
            hits = below(one, other, bound)
            # E w_i w_j = 1/(m (m + 1)) and E w_i² = 2/(m (m + 1)) under a Dirichlet(1, …, 1) of m weights.
            size = len(one)
            expected = hits.mean() if i != j else (hits.sum() + np.trace(hits)) / (size * (size + 1))
            assert share[i, j] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("place", [-np.inf, 0.0, 0.3, np.inf, "split"])
def test_a_group_of_every_point_is_no_grouping(values, place):
    pairs = pairs_of(values)
    grouped = GroupedPairs.of(pairs, len(pairs.points))
    weights = np.random.default_rng(1).standard_gamma(pairs.counts[:, None], (len(pairs.points), 50))
    sums = running_sums(weights)
    for bound in BOUNDS:
        # A tied point pairs with itself as its observations do: the same, since all of them are on the same side.
        np.testing.assert_allclose(
            grouped.below(bound).weight(weights, sums), pairs.below(bound).weight(weights, sums), rtol=1e-12
        )
    one, other = (each.with_split_point() if place == "split" else each.with_point(place) for each in (pairs, grouped))
    np.testing.assert_allclose(one.weight(weights, sums), other.weight(weights, sums), rtol=1e-12)


def test_groups_have_the_mean_and_spread_of_single_points():
    pairs = pairs_of(np.random.default_rng(2).normal(0.05, 0.5, 600))
    laws = []
    for each in (pairs, GroupedPairs.of(pairs, 60)):
        weights = np.random.default_rng(3).standard_gamma(each.counts[:, None], (len(each.counts), 40_000))
        laws.append(each.below(0.0).weight(weights, running_sums(weights)) / weights.sum(axis=0) ** 2)
    single, grouped = laws
    assert grouped.mean() == pytest.approx(single.mean(), abs=4 * single.std() * np.sqrt(2 / 40_000))
    assert grouped.std() == pytest.approx(single.std(), rel=4 / np.sqrt(40_000))  # the error of a sd of so many draws


@pytest.mark.parametrize("z0", [0.0, "split"])
def test_many_differences_are_answered_as_if_each_had_a_weight(monkeypatch, z0):
    rng = np.random.default_rng(4)
    values = np.concatenate([rng.normal(0.02, 1.0, 3_000), np.round(rng.normal(0, 1.0, 3_000), 3)])

    def found():
        return signed_rank.from_differences(values, rope=0.03, z0=z0, draws=8_000)

    grouped = found()
    monkeypatch.setattr(signed_rank, "MOST_POINTS", 10_000)
    single = found()
    assert grouped.next_task == single.next_task
    for one, other in ((grouped.population, single.population), (grouped.better, single.better)):
        assert list(one) == pytest.approx(list(other), abs=4 / 3 * np.sqrt(2) * single.diagnostics.error)
        assert list(one) != list(other)
    assert 0.05 < grouped.population.first < 0.95
