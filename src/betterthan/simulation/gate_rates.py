"""How often a gate passes a model, by enumeration of all outcomes of paired 0/1 scores: no simulation, no error.

With n cases, losses n01 ~ Bin(n, p01) and wins n10, given losses, ~ Bin(n - n01, p10/(1 - p01)). For every number of
wins there is a largest number of losses that still passes, found once for all true losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, pi, sqrt

import numpy as np
from scipy.special import bdtr, gammaln, xlog1py, xlogy

from betterthan.arrays import Array, IntArray
from betterthan.numerics.dirichlet_tail import above_each

VALUES = np.array([-1.0, 1.0, 0.0])
WITHIN_A_DEVIATION = 4
"""So many shares of disagreements lie within a standard deviation of the share that is seen."""


def most_losses(n: int, margin: float, threshold: float = 0.95, *, uniform: bool = False) -> IntArray:
    """For 0, 1, …, n wins the largest number of losses with which "not worse by more than the margin" passes; -1: none.

    Parameters:
        n: number of cases.
        margin: how much worse is still not worse.
        threshold: how sure one must be.
        uniform: instead of the gate's rule, the verdict's own posterior: one case more of each of the four kinds.

    >>> int(most_losses(59, 0.05)[0]), int(most_losses(58, 0.05)[0])  # 0.95^59 < 0.05, as Clopper and Pearson have it
    (0, -1)
    """
    wins = np.arange(n + 1)
    prior = np.array([1.0, 1.0, 2.0] if uniform else [1.0, 0.0, 0.0])
    low, high = np.full(n + 1, -1), n - wins  # the largest passes or not; -1 stands for none
    while (low < high).any():
        middle = (low + high + 1) // 2
        counts = np.stack([middle, wins, n - wins - middle], axis=1) + prior
        passes = (above_each(VALUES[None, :], counts, -margin) >= threshold) & (middle >= 0)
        low, high = np.where(passes, middle, low), np.where(passes, high, middle - 1)
    return low


def most_losses_of_each(
    first: int, last: int, margin: float, threshold: float = 0.95
) -> Iterator[tuple[int, IntArray]]:
    """What `most_losses` gives for every number of cases from the first to the last.

    One more case that is tied can only help, and one more that is lost can only harm. So with one case more the largest
    number of losses is the same or one more, and a single question to each number of wins settles it.

    Parameters:
        first: smallest number of cases.
        last: largest number of cases.
        margin: as in `most_losses`.
        threshold: as in `most_losses`.
    """
    most = most_losses(first, margin, threshold)
    yield first, most
    for n in range(first + 1, last + 1):
        wins, more = np.arange(n + 1), np.append(most, -1) + 1
        left = n - wins - more
        counts = np.stack([more + 1, wins, np.maximum(left, 0)], axis=1).astype(np.float64)
        passes = (above_each(VALUES[None, :], counts, -margin) >= threshold) & (left >= 0)
        most = np.where(passes, more, more - 1)
        yield n, most


def discordances(n: int, margin: float) -> Array:
    """Shares of disagreements from the margin to 1, so close that no rate of passes moves much from one to the next.

    Parameters:
        n: number of cases.
        margin: the true loss, so that no smaller share is possible.
    """
    angles = np.linspace(0, pi / 2, ceil(WITHIN_A_DEVIATION * pi * sqrt(n)))
    return np.asarray(margin + (1 - margin) * np.sin(angles) ** 2)  # the root of a share has an even spread


def pass_rate(n: int, most: IntArray, lost: float, won: float) -> float:
    """How often the gate passes.

    Parameters:
        n: number of cases.
        most: what `most_losses` gave.
        lost: the share of cases that the new model loses.
        won: the share that it wins.
    """
    wins = np.arange(n + 1, dtype=np.float64)
    log_rate = gammaln(n + 1) - gammaln(wins + 1) - gammaln(n - wins + 1) + xlogy(wins, won) + xlog1py(n - wins, -won)
    given = np.zeros(n + 1)
    some = most >= 0
    share = min(1.0, lost / (1 - won)) if won < 1 else 0.0
    given[some] = bdtr(most[some].astype(np.float64), (n - wins[some]).astype(np.int64), share)
    return float(np.exp(log_rate) @ given)


def largest_false_pass(
    n: int, margin: float, most: IntArray, shares: Sequence[float] | Array | None = None
) -> tuple[float, float]:
    """The largest share of false passes with the true loss exactly at the margin, and the discordance where it is.

    Parameters:
        n: number of cases.
        margin: the margin, which is the true loss.
        most: what `most_losses` gave.
        shares: shares of cases on which the models differ; None is all of them, close together.
    """
    tried = np.asarray(discordances(n, margin) if shares is None else shares, dtype=np.float64)
    rates = [pass_rate(n, most, (each + margin) / 2, (each - margin) / 2) for each in tried]
    worst = int(np.argmax(rates))
    return rates[worst], float(tried[worst])
