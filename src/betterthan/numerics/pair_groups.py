"""Weighted pairs of very many points: neighbours share one weight, and their pairs count as they do on average.

As `pair_counts`, for so many points that a weight for each would take minutes. The points are cut into groups of
neighbours. The weight W_a of a group with m observations is Gamma(m), and given the weights of the groups, those within
a group are a Dirichlet(1, …, 1) that nothing else depends on. So the expectation given the groups is known exactly:

    E Σ_ij w_i w_j h_ij = Σ_ab W_a W_b f_ab,    f_ab = Σ h_ij / (m_a m_b),    f_aa = (Σ h_ij + Σ h_ii) / (m_a (m_a + 1))

with h = 1, 1/2, 0 for pairs below, on and above the bound. Nearly all f are 0 or 1: of K groups, fewer than 2K pairs of
groups straddle the bound. What is lost is the variance within these, a share of about 1/K² of the variance of the
sum, and nothing of its mean: with 500 groups, a probability moves by some 0.00001.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.numerics.pair_counts import Pairs


class GroupedBound(NamedTuple):
    """The pairs of points below a bound.

    Attributes:
        whole: for each group, how many groups make only pairs below the bound with it.
        one: of the pairs of groups that straddle the bound, the one group.
        other: the other.
        share: the share of their pairs that is below.
    """

    whole: IntArray
    one: IntArray
    other: IntArray
    share: Array

    def weight(self, weights: Array, sums: Array) -> Array:
        """Per draw the sum of w_i w_j over the pairs, in both orders.

        Parameters:
            weights: groups x draws.
            sums: their running sums from 0, one row more.
        """
        straddling = weights.take(self.other, axis=0)
        straddling *= self.share[:, None]
        found = np.einsum("ij,ij->j", weights, sums.take(self.whole, axis=0))
        return np.asarray(found + np.einsum("ij,ij->j", weights.take(self.one, axis=0), straddling))


class GroupedPoint(NamedTuple):
    """Pairs with one further point, per bound.

    Attributes:
        places: below the bound, and not above it: how many groups are wholly so.
        shares: and how much of the next group.
        itself: whether it lies below the bound, paired with itself: 1, 0, or 1/2 if it is on it.
    """

    places: IntArray
    shares: Array
    itself: Array

    def weight(self, weights: Array, sums: Array) -> Array:
        """Per bound and draw the sum of w_i over the points that make a pair below, plus that of those not above.

        Parameters:
            weights: groups x draws.
            sums: their running sums from 0, one row more.
        """
        following = weights[np.minimum(self.places, len(weights) - 1)]
        return np.asarray((sums[self.places] + self.shares[..., None] * following).sum(axis=0))


class GroupedPairs(NamedTuple):
    """Groups of neighbouring points, of which pairs are made.

    Attributes:
        pairs: the points.
        starts: the first point of every group, and how many points there are.
        seen: observations of the first 0, 1, 2, … points.
    """

    pairs: Pairs
    starts: IntArray
    seen: Array

    @classmethod
    def of(cls, pairs: Pairs, groups: int) -> GroupedPairs:
        """The points in groups of about as many each.

        Parameters:
            pairs: the points.
            groups: how many groups, at most as many as points.
        """
        starts = np.arange(groups + 1) * len(pairs.points) // groups
        return cls(pairs, starts, np.concatenate([[0.0], np.cumsum(pairs.counts)]))

    @property
    def bounds(self) -> tuple[float, ...]:
        return self.pairs.bounds

    @property
    def counts(self) -> Array:
        """Observations of each group."""
        return np.asarray(np.add.reduceat(self.pairs.counts, self.starts[:-1]))

    @property
    def noise(self) -> float:
        return self.pairs.noise

    def asking(self, bounds: tuple[float, ...]) -> GroupedPairs:
        """The same points with other bounds, which lie among their averages.

        Parameters:
            bounds: the other bounds.
        """
        return self._replace(pairs=self.pairs.asking(bounds))

    def below(self, bound: float) -> GroupedBound:
        """The pairs of points below a bound.

        Parameters:
            bound: the bound.
        """
        low, high = self.pairs.partners(self.pairs.points, bound)
        first, end = self.starts[:-1], self.starts[1:]
        # A group's largest point has the fewest partners: groups that end among them make only pairs below. Its
        # smallest point has the most: groups that begin beyond them make none. Those between straddle the bound.
        whole = np.searchsorted(end, low[end - 1], side="right")
        touched = np.searchsorted(first, high[first], side="left")
        partners = self.seen[np.array([low, high])]
        shares = [self._shares(group, slice(whole[group], touched[group]), partners) for group in range(len(first))]
        cells = touched - whole
        one = np.repeat(np.arange(len(first)), cells)
        other = np.concatenate([np.arange(*ends) for ends in zip(whole, touched, strict=True)])
        return GroupedBound(whole, one, other, np.concatenate(shares))

    def _shares(self, group: int, others: slice, partners: Array) -> Array:
        """The shares of a group's pairs with some others that are below the bound; half of those on it.

        Parameters:
            group: the one group.
            others: the others.
            partners: of every point, how many observations make a pair below with it, and how many one not above.
        """
        points, seen = slice(self.starts[group], self.starts[group + 1]), self.seen
        counts = self.pairs.counts[points]
        first, end = seen[self.starts[:-1][others]], seen[self.starts[1:][others]]
        found = counts @ (np.clip(partners[:, points, None], first, end) - first).mean(axis=0)
        possible = counts.sum() * (end - first)
        own = group - others.start  # its pairs with itself: each point meets itself once more, as f_aa has it
        if 0 <= own < len(found):
            found[own] += counts @ (partners[:, points] > seen[:-1][points]).mean(axis=0)
            possible[own] += counts.sum()
        return np.asarray(found / possible)

    def with_point(self, place: float) -> GroupedPoint:
        """The pairs with one further point.

        Parameters:
            place: where it lies, also infinite.
        """
        return self._grouped(*self.pairs.with_point(place))

    def with_split_point(self) -> GroupedPoint:
        """The pairs with a further point that is on every bound with whatever it is paired: half to each side."""
        return self._grouped(*self.pairs.with_split_point())

    def _grouped(self, below: IntArray, through: IntArray, itself: Array) -> GroupedPoint:
        points, seen = np.array([below, through]), self.seen
        places = np.searchsorted(self.starts[1:], points, side="right")
        group = np.minimum(places, len(self.starts) - 2)  # beyond the last group nothing is left to share
        shares = (seen[points] - seen[self.starts[places]]) / self.counts[group]
        return GroupedPoint(places, shares, itself)
