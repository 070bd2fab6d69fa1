"""The sentences that tell a gate: its rule, why it asks for more than a verdict, and what both runs have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.units import unit_called
from betterthan.phrases import counted, listing, needed, number, sentence_case
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from betterthan.answers.gate import CaseLists, Gate, GateLine
    from betterthan.judging.gate_evidence import GateRule

RULES: Mapping[GateRule, str] = {
    "worst case": "one more {unit} than was seen, lost by {reach}",
    "skewed t": "Student's t and Hall's skewness-corrected t, both",
    "tasks": "the posterior over tasks, at every place of its prior",
    "betting": "bets on differences of at most {reach}, which may be looked at after every case",
    "e-value": "an e-value that may be looked at after every case",
}
WHY: Mapping[GateRule, str] = {
    "worst case": (
        "Before it passes, the gate adds one {unit} that {new} loses by the whole range, and before it fails one that "
        "it wins: with a true difference on the bound, at most {error} of runs then pass, or fail, at any number of "
        "{units}, which these three do not promise."
    ),
    "skewed t": (
        "Without a range, few large losses may be missing from the cases seen; the gate asks two tests at once, and "
        "that {least} units differ at least, which these three do not."
    ),
    "tasks": "The gate takes them as they are, at the worst place of the prior.",
    "betting": "They are made for one look; the gate's own numbers hold at every look, which takes more cases.",
    "e-value": "They are made for one look; the gate's own number holds at every look, which takes more cases.",
}
LEAST = 15
NAMED = 5
"""Ids of cases in a sentence."""


def question(found: Gate) -> str:
    """What was asked, under the title of a report."""
    if found.self_check is not None:
        return f"One run compared with itself: {found.self_check}."
    asked = {line.requirement for line in found.lines}
    one = found.lines[0]
    if len(found.lines) == 1 and one.requirement is not None:
        return f"Required: {one.requirement}, with a rope of {one.rope.bounds}, sure to {needed(one.threshold)}."
    return f"{counted(len(found.lines), 'gate')}: {', '.join(sorted(str(each) for each in asked))}."


def rule(line: GateLine) -> str:
    """By which rule the gate answers."""
    if line.rule is None:
        return "decided before anything was computed"
    reach = "" if line.reach is None else f"{number(line.reach.width)} ({line.reach.source})"
    return RULES[line.rule].format(reach=reach, unit=unit_called(line.unit).singular)


def ordinary(found: Gate, line: GateLine) -> str:
    """The ordinary three probabilities, and why the gate asks for more."""
    comparison = line.comparison
    if comparison is None or comparison.probabilities is None or line.rule is None:
        return ""
    first, equivalent, second = shares(comparison.probabilities)
    if line.rule == "tasks" and comparison.rope is None:
        return (
            f"Ordinary probabilities ({comparison.procedure}), which know no margin: `{found.new}` is better on most "
            f"of these tasks {first}, on half of them {equivalent}, on fewer {second}."
        )
    error = f"{100 * (1 - line.threshold):.3g}%"
    unit = unit_called(line.unit)
    why = WHY[line.rule].format(new=f"`{found.new}`", error=error, least=LEAST, unit=unit.singular, units=unit.plural)
    practically = "practically " if line.rope.width else ""
    return (
        f"Ordinary probabilities ({comparison.procedure}): {practically}better {first}, equivalent {equivalent}, "
        f"{practically}worse {second}. {why}"
    )


def cases(lists: CaseLists) -> tuple[tuple[str, str], ...]:
    """What both runs have, and what only one of them has."""
    rows = [("in both runs", f"{lists.shared:,}")]
    for count, ids, what in (
        (lists.missing, lists.missing_ids, "only in the baseline"),
        (lists.added, lists.added_ids, "only in the new run"),
        (lists.changed, lists.changed_ids, "changed since the baseline"),
    ):
        if count:
            rows.append((what, f"{count:,}: {listing(ids[:NAMED], limit=NAMED)}{_more(count, ids)}"))
    if lists.hashed_by and not lists.changed:
        rows.append(("changed since the baseline", f"none, by {listing(lists.hashed_by)}"))
    if lists.failed:
        rows.append(("without a score in the new run", f"{lists.failed:,}"))
    return tuple(rows)


def _more(count: int, ids: tuple[str, ...]) -> str:
    more = count - min(len(ids), NAMED)
    return f" and {more:,} more" if more > 0 else ""


def sequence(line: GateLine) -> str:
    """Ends that hold at all looks together."""
    if line.sequence is None:
        return ""
    low, high = number(line.sequence.low, 3), number(line.sequence.high, 3)
    return f"at least {low} and at most {high}, each sure to {needed(line.threshold)} at all looks together"


def methods(found: Gate) -> str:
    """The sentence for a paper or a record of releases."""
    line = found.lines[0]
    return (
        f"{sentence_case(line.requirement or 'no difference')} was asked with a rope of {line.rope.bounds} and a "
        f"threshold of {needed(line.threshold)}; rule: {rule(line)}."
    )
