"""Outlook: the number of further units that would decide an undecided comparison, if the difference stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from betterthan.answers.outlook import Needed, Outlook
from betterthan.asking.scaling import Growing, growing
from betterthan.data.tables import TwoSamples
from betterthan.judging.decision import decide
from betterthan.judging.rules.rule import USUAL_THRESHOLD

if TYPE_CHECKING:
    from betterthan.asking.settings import Settings
    from betterthan.data.protocol import Comparable
    from betterthan.judging.verdict import Decision
    from betterthan.procedures import Procedure
    from betterthan.results.difference import DifferencePosterior
    from betterthan.results.kinds import PairResult
    from betterthan.results.rope import Rope
    from betterthan.vocabulary import Verdict

MOST = 10_000
"""A verdict that needs more than this many times the units is out of reach."""
ON_A_BOUND = f"the estimate lies on a bound of the rope, or so near that {MOST:,} times as many would not be enough"
NOTHING_NEW = "the two models never disagreed, and more such units would leave the probabilities as they are"
SIZES = np.geomspace(1.0, MOST, 400)
"""Multiples at which a normal law is asked, to begin the search near its end: a posterior may take 0.1 s."""


def outlook(
    table: Comparable,
    chosen: Procedure[Any, Any],
    result: PairResult,
    rope: Rope | None,
    decision: Decision | None,
    settings: Settings,
) -> Outlook | None:
    """What would decide; None if it is decided, or if the procedure does not rest on sums that could grow.

    Parameters:
        table: the scores, one unit of each of several tasks.
        chosen: the procedure.
        result: what it returned.
        rope: the region of practical equivalence.
        decision: the verdict.
        settings: what the user asked for.
    """
    if decision is None or decision.verdict != "undecided" or rope is None or chosen.growth is None:
        return None
    if why := chosen.growth.stuck(table):
        return Outlook("undecided", never=why)
    grown = growing(table, chosen, result)

    def verdict(k: float) -> Verdict:
        options: dict[str, Any] = {"rule": decision.rule, "threshold": settings.threshold}
        return decide(grown.at(k).posterior, rope, loss_matrix=settings.loss_matrix, **options).verdict

    if grown.limited and verdict(grown.most) == "undecided":
        return Outlook("undecided", never=chosen.growth.limited)
    guess = _if_normal(grown.at(1.0).posterior, rope, decision.threshold or USUAL_THRESHOLD)
    size = None if guess is None else _smallest(lambda n: verdict(n / grown.levels) != "undecided", grown.levels, guess)
    if size is None:
        return Outlook("undecided", never=_why_never(grown, rope))
    k = size / grown.levels
    return Outlook(verdict(k), _needed(table, grown, k))


def _why_never(grown: Growing, rope: Rope) -> str:
    """The share of disagreements that a model wins learns nothing from cases without any."""
    return NOTHING_NEW if grown.shares(MOST, rope) == grown.shares(1.0, rope) else ON_A_BOUND


def _if_normal(posterior: DifferencePosterior, rope: Rope, threshold: float) -> float | None:
    """The multiple that would decide if the posterior were normal; None beyond the largest one that is tried."""
    if posterior.sd == 0:
        return None
    below, middle, above = posterior.quantile(np.array([1 / 6, 1 / 2, 5 / 6]))  # a standard deviation may be infinite
    low, high = (2 * (bound - middle) / (above - below) * np.sqrt(SIZES) for bound in (rope.low, rope.high))
    most = np.max([ndtr(low), ndtr(high) - ndtr(low), ndtr(-high)], axis=0)
    return float(SIZES[np.argmax(most >= threshold)]) if (most >= threshold).any() else None


def _smallest(decides: Callable[[int], bool], now: int, guess: float) -> int | None:
    """The smallest number that decides, to within half a percent; there are too few now. None if it is out of reach."""
    low, high, step = now, max(now + 1, ceil(guess * now)), 1.25
    while not decides(high):
        low, high, step = high, ceil(high * step), 1.5 * step
        if high > MOST * now:
            return None
    while low < (lower := floor(high / 1.25)):
        low, high = (low, lower) if decides(lower) else (lower, high)
    while high - low > max(1, high // 200):
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high


def _needed(table: Comparable, grown: Growing, k: float) -> tuple[Needed, ...]:
    if isinstance(table, TwoSamples):
        unit = grown.words
        return tuple(
            Needed(unit, each.n, max(2, round(k * each.n)), model)
            for model, each in zip(table.models, table.moments(), strict=True)
        )
    return tuple(Needed(unit, now, max(2, round(k * now))) for unit, now in grown.kinds)
