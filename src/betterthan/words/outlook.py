"""How many further units would decide, as a sentence."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from betterthan.data.units import RUNS, unit_called
from betterthan.phrases import joined, needed
from betterthan.procedures import named
from betterthan.words.claims import labels
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.outlook import Needed, Outlook
    from betterthan.judging.verdict import Decision

AS_IT_IS = "If the difference stays as it is"
EXACT = 1_000
"""Larger numbers of units are rounded to three digits: nobody plans them to the last one."""


def outlook(comparison: Comparison) -> str:
    """What would decide, or why nothing would; nothing where that is not known."""
    found, needs = comparison.outlook, _asked(comparison)
    if found is None:
        return ""
    if found.never is not None:
        return f"{AS_IT_IS}, no number of further {_kind(comparison)} would decide it{needs}: {found.never}."
    if found.unknown is not None:
        return f"How many further {_kind(comparison)} would decide it cannot be told: {found.unknown}."
    would = dict(zip(("first", "equivalent", "second"), labels(judged(comparison)), strict=True))[found.verdict]
    roughly = "roughly " if found.roughly else ""
    return f"{AS_IT_IS}, {roughly}{_further(found)} would decide it{needs}: {would}."


def _kind(comparison: Comparison) -> str:
    more = named(comparison.procedure).more
    return comparison.unit if more == "units" else more


def _asked(comparison: Comparison) -> str:
    """With which rope and rule, since a page may be showing others."""
    rope, decision = comparison.rope, comparison.decision
    parts = [] if rope is None else [f"rope {rope.bounds}"]
    parts += [] if decision is None else [_rule(decision)]
    return f" ({', '.join(parts)})" if parts else ""


def _rule(decision: Decision) -> str:
    """`threshold 0.95`, `rule hdi at 0.95`, or `rule loss`."""
    if decision.rule == "threshold":
        return f"threshold {needed(decision.threshold or 0.0)}"
    return f"rule `{decision.rule}`{'' if decision.threshold is None else f' at {decision.threshold:g}'}"


def _further(found: Outlook) -> str:
    """`58 more seeds of each model`, `9 more seeds and 70 more cases`, `12 more cases of a and 9 more cases of b`."""
    apart = [each for each in found.needed if each.model is not None]
    if apart and len({each.more for each in apart}) == 1:
        return f"{_more(apart[0], found)} of each model"
    if not apart and len(found.needed) == 1 and unit_called(found.needed[0].unit) in RUNS:
        return f"{_more(found.needed[0], found)} of each model"  # which both must be trained with
    return joined([_more(each, found) + (f" of {each.model}" if each.model else "") for each in found.needed])


def _more(each: Needed, found: Outlook) -> str:
    unit = unit_called(each.unit).singular if each.more == 1 else each.unit
    if each.more < EXACT:
        return f"{each.more:,} more {unit}"
    step = 10 ** (floor(log10(each.more)) - 2)
    return f"{'' if found.roughly else 'about '}{-(-each.more // step) * step:,} more {unit}"
