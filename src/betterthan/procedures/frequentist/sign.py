"""Does one predictor win on more units than it loses?

Model: every unit on which the two differ is won by the first with the same probability; ties are dropped. Under the
null hypothesis that this probability is 1/2,

    wins  ~  Binomial(wins + losses, 1/2)

The size of the differences plays no part. The interval for the median difference runs between the k-th smallest and
the k-th largest difference, k by the same binomial law (ties included); with too few units for the level asked, it is
the range of the differences and states the coverage that this has.

When not to use it: differences whose size means something, which it throws away (use `wilcoxon`, `permutation` or
`paired_t`); where ties matter (use `bayes_sign` with a rope); folds that share training data.

References: Dixon and Mood (1946); Hollander, Wolfe and Chicken (2013), sec. 3.4–3.6; Demšar (2006).
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from scipy.special import betainc

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import ArgumentError
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Count, Differences, Level
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative


@procedure(
    title="the sign test",
    p_says=(
        "It says how often wins and losses would be at least this uneven if either model won each unit with "
        "probability 1/2, ties left out."
    ),
    needs=Needs(units=2, every_unit=True),
    cites=("dixon1946", "hollander2013", "demsar2006"),
    assumes=(),
)
def sign(table: PairedUnits, *, alternative: Alternative = "two-sided", level: float = 0.95) -> NullTest:
    """Exact sign test of wins against losses.

    Parameters:
        table: paired scores of two models.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = sign.from_summary(wins=21, losses=4, alternative="first")      # Hollander and Wolfe, example 3.5
    >>> round(test.p_value, 5)
    0.00046
    """
    return from_differences(table.differences(), alternative=alternative, level=level)


def from_differences(
    differences: Differences, *, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From differences first - second, one per unit; options as in `sign`."""
    ordered = np.sort(np.asarray(differences, dtype=np.float64)) + 0.0  # no -0.0
    noise = ROUNDING * np.abs(ordered).max(initial=0.0)
    wins, losses = int((ordered > noise).sum()), int((ordered < -noise).sum())
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return _null_test(
        wins,
        losses,
        len(ordered) - wins - losses,
        alternative,
        estimate=float(low / 2 + high / 2),
        interval=sided_interval(alternative, level, lambda coverage: _median_interval(ordered, coverage)),
    )


def from_summary(*, wins: Count, losses: Count, ties: Count = 0, alternative: Alternative = "two-sided") -> NullTest:
    """From the numbers of units on which the first model wins, loses and ties (these are dropped); without the
    differences there is no estimate of their median.
    """
    if min(wins, losses, ties) < 0:
        raise ArgumentError(f"Counts must be at least 0; got wins = {wins}, losses = {losses}, ties = {ties}.")
    return _null_test(wins, losses, ties, alternative, estimate=None, interval=None)


def _null_test(
    wins: int,
    losses: int,
    ties: int,
    alternative: Alternative,
    *,
    estimate: float | None,
    interval: Interval | None,
) -> NullTest:
    return NullTest(
        procedure="sign",
        null=null_against(
            alternative,
            equal="the first model wins as often as it loses",
            at_most="the first model wins at most as often as it loses",
            at_least="the first model wins at least as often as it loses",
        ),
        statistic=float(wins),
        statistic_name="wins",
        p_value=one_sided(alternative, first=at_least(wins, losses), second=at_least(losses, wins)),
        alternative=alternative,
        estimate=estimate,
        estimate_name="median difference",
        interval=interval,
        diagnostics=Diagnostics("exact law, ties dropped", figures={"losses": float(losses), "ties": float(ties)}),
    )


def at_least(wins: int, losses: int) -> float:
    """P(X ≥ wins) for X ~ Binomial(wins + losses, 1/2).

    Parameters:
        wins: the number reached.
        losses: how many of the trials failed.
    """
    return float(betainc(wins, losses + 1, 0.5)) if wins > 0 else 1.0


def _median_interval(ordered: Array, level: float) -> Interval:
    """Between the k-th from below and from above, k the largest with P(X < k) below (1 - level)/2, at least 1."""
    n = len(ordered)
    tail = (1 - level) / 2 * (1 - 1e-12)
    rank = max(1, bisect_left(range(n), tail, key=lambda through: at_least(n - through, through)))
    coverage = 1 - 2 * at_least(n - rank + 1, rank - 1)
    return Interval(float(ordered[rank - 1]), float(ordered[n - rank]), min(level, coverage), "confidence")
