"""How many further units would decide, as a sentence."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from betterthan.data.units import RUNS, unit_called
from betterthan.phrases import counted, joined, needed
from betterthan.procedures import named
from betterthan.vocabulary import REGIONS
from betterthan.words.claims import labels
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
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
    if found.unknown is not None and found.needed:
        return (
            f"If the difference stays as it is, roughly {_further(found)} would show the two equal on average{needs}, "
            f"but {found.unknown}."
        )
    if found.unknown is not None:
        return f"How many further {_kind(comparison)} would decide it is not known: {found.unknown}."
    would = dict(zip(("first", "equivalent", "second"), labels(judged(comparison)), strict=True))[found.verdict]
    roughly = "roughly " if found.roughly else ""
    where = " on these tasks, shared out as they are now," if _of_these_tasks(comparison) else ""
    return f"{AS_IT_IS}, {roughly}{_further(found)}{where} would decide it{needs}: {would}."


def of_pairs(found: Comparisons) -> str:
    """Which of several undecided pairs would be decided first, and by how many further units; nothing if all are."""
    outlook = found.outlook
    if outlook is None:
        return ""
    count = f"{counted(outlook.undecided, 'pair')} {'is' if outlook.undecided == 1 else 'are'} undecided"
    if outlook.needed is None:
        return f"{count}, and no number of further units can be given that would decide one: {outlook.never}."
    pair = found.pair(outlook.first, outlook.second)
    said: dict[str, str] = dict(zip(REGIONS, labels(judged(pair)), strict=True))
    would = said.get(outlook.verdict, "")
    more = f"If the differences stay as they are, roughly {_more(outlook.needed, roughly=True)}"
    chance = "`betterthan plan` says how many give a verdict with a stated chance."
    if outlook.never is not None:
        return (
            f"{count}. {more} would show {pair.first} and {pair.second} equal on average, but {outlook.never}. {chance}"
        )
    if outlook.undecided == 1:
        return f"{count}, {pair.first} and {pair.second}. {more} would decide it: {would}. {chance}"
    return f"{count}. {more} would decide {pair.first} and {pair.second}, the nearest: {would}. {chance}"


def _kind(comparison: Comparison) -> str:
    if _of_these_tasks(comparison):
        return "scores on these tasks"
    more = named(comparison.procedure).more
    return comparison.unit if more == "units" else more


def _of_these_tasks(comparison: Comparison) -> bool:
    """Whether it is about how many of these tasks are won, so that no further tasks matter."""
    return comparison.decision is not None and comparison.decision.reading == "majority"


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
        return f"{_more(apart[0], roughly=found.roughly)} of each model"
    if not apart and len(found.needed) == 1 and unit_called(found.needed[0].unit) in RUNS:
        return f"{_more(found.needed[0], roughly=found.roughly)} of each model"  # which both must be trained with
    return joined(
        [_more(each, roughly=found.roughly) + (f" of {each.model}" if each.model else "") for each in found.needed]
    )


def _more(each: Needed, *, roughly: bool) -> str:
    unit = unit_called(each.unit).singular if each.more == 1 else each.unit
    if each.more < EXACT:
        return f"{each.more:,} more {unit}"
    step = 10 ** (floor(log10(each.more)) - 2)
    return f"{'' if roughly else 'about '}{-(-each.more // step) * step:,} more {unit}"
