"""The error that a mean of differences would have with more units of a kind, and the cheapest mix of two kinds.

With n units of one kind and k of another the variance of the mean is

    V(n, k) = first/n + second/k + both/(n k)

Seeds x cases: first = s_case², second = s_seed², both = s_res². Cases in clusters of k: first = s² ICC and
both = s² (1 - ICC) for n clusters, which is s²(ICC + (1 - ICC)/k)/n. Answers to the same case: first = the variance of
what the cases themselves differ by, both = that of single answers. If only n grows, second/k stays: a floor that no
number of such units passes. Folds of the same data have the floor s² ρ/(1 - ρ) (Nadeau and Bengio 2003).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import NamedTuple

from betterthan.numerics.t_power import freedom, smallest

STEP = 1.02
"""Numbers of the second kind that are tried are so many times apart, where they are large."""


@dataclass(frozen=True)
class PlannedError:
    """The error of a mean of n units: √(floor + each/n).

    Parameters:
        each: variance that a single unit adds.
        floor: variance that stays however many there are.
        fixed_df: degrees of freedom where they do not grow with n.
    """

    each: float
    floor: float = 0.0
    fixed_df: float | None = None

    def at(self, n: float) -> float:
        """Standard error with n units.

        Parameters:
            n: number of units; may be infinite.
        """
        return sqrt(self.floor + self.each / n)

    def df(self, n: float) -> float:
        """Degrees of freedom with n units.

        Parameters:
            n: number of units.
        """
        return freedom(n) if self.fixed_df is None else freedom(self.fixed_df + 1)


class Spread(NamedTuple):
    """The three variances of V(n, k)."""

    first: float
    second: float
    both: float

    def error(self, n: float, k: float) -> float:
        """Standard error with n units of the first kind and k of the second.

        Parameters:
            n: how many of the first kind.
            k: how many of the second kind.
        """
        return sqrt(self.first / n + self.second / k + self.both / (n * k))

    def df(self, n: float, k: float) -> float:
        """Degrees of freedom of such an estimated error (Satterthwaite 1946).

        Parameters:
            n: how many of the first kind.
            k: how many of the second kind; of units that are nested in the first kind it does not matter.
        """
        if not self.second:
            return freedom(n)  # what is nested, or answers to the same case, is averaged within each unit first
        parts = ((self.first / n, n - 1), (self.second / k, k - 1), (self.both / (n * k), (n - 1) * (k - 1)))
        total = sum(part for part, _ in parts)
        found = total**2 / sum(part**2 / df for part, df in parts) if total else inf
        return freedom(found + 1)

    def growing_first(self, k: float) -> PlannedError:
        """What more of the first kind do, with k of the second.

        Parameters:
            k: how many of the second kind there are.
        """
        return PlannedError(self.first + self.both / k, self.second / k, k - 1 if self.second else None)

    def growing_second(self, n: float) -> PlannedError:
        """What more of the second kind do, with n of the first.

        Parameters:
            n: how many of the first kind there are.
        """
        return PlannedError(self.second + self.both / n, self.first / n, n - 1)


class Costs(NamedTuple):
    """What one more unit of the first kind costs, one of the second, and each pair of them."""

    first: float
    second: float
    both: float

    def of(self, n: int, k: int) -> float:
        """What n units of the first kind and k of the second cost.

        Parameters:
            n: how many of the first kind.
            k: how many of the second kind.
        """
        return self.first * n + self.second * k + self.both * n * k


def crossed_spread(rows: float, columns: float, residual: float, *, row_levels: int, column_levels: int) -> Spread:
    """The three variances, from the mean squares of a two-way table with one value in each cell; none is below 0.

    Parameters:
        rows: mean square of the first kind.
        columns: mean square of the second kind.
        residual: residual mean square.
        row_levels: how many there are of the first kind.
        column_levels: how many there are of the second kind.
    """
    first = max(0.0, (rows - residual) / column_levels)
    second = max(0.0, (columns - residual) / row_levels)
    return Spread(first, second, residual)


def cluster_factor(icc: float, size: float, *, variation: float = 0.0) -> float:
    """How many times as many cases in clusters a mean over cases needs: 1 + ((cv² + 1) m - 1) ICC.

    Parameters:
        icc: intraclass correlation.
        size: mean number m of cases in a cluster.
        variation: coefficient of variation cv of these numbers.

    >>> cluster_factor(0.1, 11)
    2.0
    """
    return 1 + ((variation**2 + 1) * size - 1) * icc


def cheapest(
    spread: Spread, costs: Costs, enough: Callable[[float, float], bool], *, least_second: int, start: int = 2
) -> tuple[int, int] | None:
    """The numbers of both kinds that cost least of those that are enough; None if none are.

    Parameters:
        spread: the three variances.
        costs: what one more of each costs.
        enough: whether a standard error with its degrees of freedom is.
        least_second: smallest number of the second kind.
        start: smallest number of the first kind.
    """
    best: tuple[float, int, int] | None = None
    k, guess = least_second, 100.0
    # More of the second kind can only pay as long as they cost less than the best mix, with as few of the first as go.
    while best is None or costs.of(start, k) < best[0]:
        n = smallest(lambda n, k=k: enough(spread.error(n, k), spread.df(n, k)), guess, least=start)  # type: ignore[misc]
        if n is not None:
            price, guess = costs.of(n, k), n
            best = min(best, (price, n, k)) if best is not None else (price, n, k)
        if k > 10_000_000:
            break
        k = max(k + 1, int(STEP * k))  # near the cheapest mix the price hardly changes: 2% off is close enough
    return None if best is None else (best[1], best[2])
