"""Weighted pairs of points whose mean lies below a bound, summed without looking at every pair.

Wanted is Σ_ij w_i w_j 1[(z_i + z_j)/2 < bound] for many draws of the weights w, a pair on the bound counting half
(Benavoli 2017, eq. 9 and 11, where the bounds are those of a rope). The points are sorted once; the partners of z_i
then are the first so many points, and w_i is multiplied with a running sum of the weights. So a draw costs as many
products as there are points, not their square, and which partners a point has is found once for all draws.

Half of that again is saved because two points below the bound always make a pair below it, and two points above never
do. Only pairs of a point below with one that is not have to be looked up, and these can be listed from either side: by
the points below, or by the others. The shorter list is taken, which has at most half of the points.

Scores are rounded, and so are their differences: what is within `noise` of a bound is on it. A sum of two points
carries the error of both and is compared with twice the bound, hence 2 · noise there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray


class Bound(NamedTuple):
    """The pairs of points below a bound.

    Attributes:
        below: how many points lie below the bound; all pairs of these count.
        through: how many lie below or on it; pairs of points on it count half.
        listed: the points whose pairs with the other side are looked up: those below, or those that are not.
        partners_below: for each of them, how many points make a pair below the bound with it.
        partners_through: the same, pairs on the bound included.
        from_above: whether the points that are not below are listed; their partners are points below only.
    """

    below: int
    through: int
    listed: slice
    partners_below: IntArray
    partners_through: IntArray
    from_above: bool

    def weight(self, weights: Array, sums: Array) -> Array:
        """Per draw the sum of w_i w_j over the pairs, in both orders.

        Parameters:
            weights: points x draws.
            sums: their running sums from 0, one row more.
        """
        listed = weights[self.listed]
        mixed = np.einsum("ij,ij->j", listed, sums.take(self.partners_through, axis=0))
        tied = np.flatnonzero(self.partners_through > self.partners_below)  # few, if any: they are corrected afterwards
        if len(tied):
            on_bound = sums.take(self.partners_through[tied], axis=0) - sums.take(self.partners_below[tied], axis=0)
            mixed -= np.einsum("ij,ij->j", listed[tied], on_bound) / 2
        both = sums[self.below] ** 2
        on = sums[self.through] - sums[self.below]
        # The partners of a point below the bound include all points below it: 2 · mixed has these pairs twice, once too
        # often. Listed from above, it does not have them at all.
        return np.asarray(2 * mixed + (both if self.from_above else -both) + on**2 / 2)


class OnePoint(NamedTuple):
    """Pairs with one further point, per bound.

    Attributes:
        below: how many points make a pair with it below the bound.
        through: how many make one that is not above.
        itself: whether it lies below the bound, paired with itself: 1, 0, or 1/2 if it is on it.
    """

    below: IntArray
    through: IntArray
    itself: Array

    def weight(self, weights: Array, sums: Array) -> Array:
        """Per bound and draw the sum of w_i over the points that make a pair below, plus that of those not above.

        Parameters:
            weights: points x draws.
            sums: their running sums from 0, one row more.
        """
        del weights  # the sums have it all; groups of points need them
        return np.asarray(sums[self.below] + sums[self.through])


class Pairs(NamedTuple):
    """Points of which pairs are made.

    Attributes:
        points: distinct values, ascending.
        counts: how often each was seen.
        bounds: the bounds.
        noise: what is this close to a bound is on it.
    """

    points: Array
    counts: Array
    bounds: tuple[float, ...]
    noise: float

    @classmethod
    def of(cls, values: Array, bounds: tuple[float, ...], *, rounding: float) -> Pairs:
        """The pairs of some values.

        Parameters:
            values: sorted or not; equal ones become one point.
            bounds: of the means of pairs.
            rounding: relative size of what is rounding, of the largest number there is.
        """
        points, counts = np.unique(values, return_counts=True)
        noise = rounding * max(*map(abs, bounds), -float(points[0]), float(points[-1]))
        return cls(points, counts.astype(np.float64), bounds, noise)

    def partners(self, z: Array | float, bound: float) -> tuple[IntArray, IntArray]:
        """How many points make a pair with z below the bound, and how many one not above it.

        Parameters:
            z: a value or several, also infinite.
            bound: the bound of the mean of the pair.
        """
        return (
            np.searchsorted(self.points, 2 * bound - z - 2 * self.noise, side="left"),
            np.searchsorted(self.points, 2 * bound - z + 2 * self.noise, side="right"),
        )

    def asking(self, bounds: tuple[float, ...]) -> Pairs:
        """The same points with other bounds, which lie among their averages.

        Parameters:
            bounds: the other bounds.
        """
        return self._replace(bounds=bounds)

    def below(self, bound: float) -> Bound:
        """The pairs of points below a bound.

        Parameters:
            bound: the bound.
        """
        below = int(np.searchsorted(self.points, bound - self.noise, side="left"))
        through = int(np.searchsorted(self.points, bound + self.noise, side="right"))
        from_above = 2 * below > len(self.points)
        listed = slice(below, None) if from_above else slice(0, below)
        low, high = self.partners(self.points[listed], bound)
        if from_above:
            # A point on the bound has partners on it as well; those pairs are counted with `through`.
            low, high = np.minimum(low, below), np.minimum(high, below)
        return Bound(below, through, listed, low, high, from_above)

    def with_point(self, place: float) -> OnePoint:
        """The pairs with one further point.

        Parameters:
            place: where it lies, also infinite.
        """
        below, through = zip(*(self.partners(place, bound) for bound in self.bounds), strict=True)
        itself = [(int(place < bound - self.noise) + int(place <= bound + self.noise)) / 2 for bound in self.bounds]
        return OnePoint(np.array(below), np.array(through), np.array(itself))

    def with_split_point(self) -> OnePoint:
        """The pairs with a further point that is on every bound with whatever it is paired: half to each side."""
        count = len(self.bounds)
        return OnePoint(np.zeros(count, dtype=np.int64), np.full(count, len(self.points)), np.full(count, 0.5))
