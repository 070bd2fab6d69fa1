"""Power of tests of paired 0/1 scores, which rest on the cases on which the two models disagree.

ψ = p10 + p01 is the share of disagreements, δ = p10 - p01 the difference of accuracies. Connor (1987) has the normal
approximation; the exact test of D ~ Bin(n, ψ) disagreements rejects if the share of them that one model wins is too
far from one half, and its unconditional power is Σ_D P(D) P(reject | D). With fewer than six disagreements a two-sided
test at 0.05 cannot reject at all, so that P(D ≥ 6) is a ceiling.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import bdtrc, betainc, gammaln, ndtr, ndtri

from betterthan.arrays import Array, IntArray


class McnemarPower(NamedTuple):
    """Power of the exact test, its true level at no difference, and the most that any difference could reach."""

    power: float
    level: float
    ceiling: float


def connor_size(power: float, difference: float, discordance: float, *, level: float = 0.95) -> float:
    """The size, not rounded: (z_{1-a/2} √ψ + z_power √(ψ - δ²))² / δ² (Connor 1987).

    Parameters:
        power: the power.
        difference: δ.
        discordance: ψ.
        level: one less the level of the two-sided test.

    >>> round(connor_size(0.8, 0.3, 0.7), 2)
    58.63
    """
    upper, reached = ndtri((1 + level) / 2), ndtri(power)
    return float((upper * sqrt(discordance) + reached * sqrt(discordance - difference**2)) ** 2 / difference**2)


def connor_power(n: float, difference: Array, discordance: Array, *, level: float = 0.95) -> Array:
    """What the same approximation says of the power.

    Parameters:
        n: number of cases.
        difference: δ, of any sign.
        discordance: ψ.
        level: one less the level of the two-sided test.
    """
    spread = np.sqrt(np.maximum(discordance - difference**2, 1e-300))
    reached = ndtri((1 + level) / 2) * np.sqrt(discordance)
    shift = difference * np.sqrt(n)
    return np.asarray(ndtr((shift - reached) / spread) + ndtr((-shift - reached) / spread))


def mcnemar_power(
    n: int, difference: float, discordance: float, *, level: float = 0.95, one_sided: bool = False
) -> McnemarPower:
    """Unconditional power of the exact test of paired 0/1 scores.

    Parameters:
        n: number of cases.
        difference: δ, not below 0.
        discordance: ψ, at least δ.
        level: one less the level of the test.
        one_sided: whether only a difference in this direction is looked for.

    >>> found = mcnemar_power(50, 0.24, 0.4, one_sided=True)
    >>> round(found.power, 6), round(found.level, 7)
    (0.839357, 0.0325787)
    >>> round(mcnemar_power(50, 0.24, 0.4).power, 6)
    0.740153
    """
    disagreements = _likely(n, discordance)
    chance = _binomial(disagreements, n, discordance)
    needed = _needed(disagreements, (1 - level) / (1 if one_sided else 2))
    share = (discordance + difference) / (2 * discordance)
    up, null = _at_least(needed, disagreements, share), _at_least(needed, disagreements, 0.5)
    down = 0.0 if one_sided else _at_least(needed, disagreements, 1 - share)
    possible = needed <= disagreements  # with fewer, not even winning all of them rejects
    sides = 1 if one_sided else 2
    return McnemarPower(float(chance @ (up + down)), float(sides * chance @ null), float(chance @ possible))


def smallest_gap(n: int, discordance: float, power: float, *, level: float = 0.95) -> float | None:
    """The smallest difference that the two-sided exact test finds with this power; None where none is.

    Parameters:
        n: number of cases.
        discordance: ψ.
        power: the power.
        level: one less the level of the test.

    >>> round(500 * smallest_gap(500, 0.072, 0.8), 1)
    17.4
    """
    from scipy.optimize import brentq

    def lacking(difference: float) -> float:
        return mcnemar_power(n, difference, discordance, level=level).power - power

    return None if lacking(discordance) < 0 else float(brentq(lacking, 0.0, discordance, xtol=1e-9))


def _likely(n: int, discordance: float) -> IntArray:
    """The numbers of disagreements that are not too rare to count."""
    # 8 standard deviations leave out some 1e-15; the 12 more are for means so small that the law is no normal one.
    away = 8 * sqrt(n * discordance * (1 - discordance)) + 12
    low, high = max(0, int(n * discordance - away)), min(n, int(n * discordance + away) + 1)
    return np.arange(low, high + 1)


def _binomial(counts: IntArray, n: int, p: float) -> Array:
    if p >= 1:
        return np.asarray(counts == n, dtype=np.float64)
    logs = gammaln(n + 1) - gammaln(counts + 1) - gammaln(n - counts + 1) + counts * np.log(p)
    return np.asarray(np.exp(logs + (n - counts) * np.log1p(-p)))


def _needed(disagreements: IntArray, tail: float) -> IntArray:
    """The smallest number of wins that rejects, P(wins or more | 1/2) ≤ tail; one more than all if none does."""
    low, high = disagreements // 2, disagreements + 1
    while (high - low > 1).any():
        middle = np.where(high - low > 1, (low + high) // 2, high)
        enough = bdtrc(middle - 1.0, disagreements, 0.5) <= tail
        enough |= middle > disagreements  # one more than all: the mark of none
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def _at_least(needed: IntArray, disagreements: IntArray, share: float) -> Array:
    """P(at least so many wins); 0 where more than all are needed."""
    possible = (needed <= disagreements) & (disagreements > 0)
    rest = np.where(possible, disagreements - needed + 1, 1)
    found = betainc(np.where(possible, needed, 1), rest, share)
    return np.asarray(np.where(possible, found, 0.0))
