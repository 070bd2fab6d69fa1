"""Gate -> report: the one line, the ordinary probabilities beside it, and the cases on which the models differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.judging.gate_claims import NOTHING
from betterthan.phrases import needed, probability
from betterthan.report.blocks import Bar, Blocks, Facts, Items, Report, Table, Verdict, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.flips import listed_flips
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.words import gates
from betterthan.words.claims import labels
from betterthan.words.direction import rope_in_words
from betterthan.words.numbers import with_interval
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.further import Further
    from betterthan.answers.gate import Gate, GateLine

COLOURS = {"pass": "first", "fail": "second", "undecided": "undecided"}
"""Which verdict's colour an outcome has."""


def report_of_gate(found: Gate, further: Further | None) -> Report:
    """The sections in their order."""
    line = found.lines[0]
    several = len(found.lines) > 1
    beside = () if line.comparison is None else line.comparison.notes
    blocks = in_order(
        (Verdict(f"{found.one_line}.".replace("..", "."), COLOURS[found.outcome]),),
        first_notes(found.notes),
        _table(found) if several else _line(found, line),
        on_page(() if further is None or several or line.comparison is None else pictures_of(line.comparison)),
        () if found.cases is None else (Facts("Cases", gates.cases(found.cases), key="cases"),),
        _flips(found),
        notes(tuple(dict.fromkeys((*found.notes, *(() if several else beside))))),
        methods(gates.methods(found)),
    )
    title = f"{found.new} against {found.baseline}"
    return Report(title, gates.question(found), blocks, ("betterthan",))


def _line(found: Gate, line: GateLine) -> Blocks:
    """One gate: the ordinary probabilities, then its own numbers."""
    comparison = line.comparison
    shares = None if comparison is None else comparison.probabilities
    bar = () if shares is None or comparison is None else (Bar(labels(judged(comparison)), shares),)
    ordinary = gates.ordinary(found, line)
    why = (Items("The usual three probabilities", (ordinary,), key="ordinary"),) if ordinary else ()
    return (*bar, *why, *_facts(found, line))


def _facts(found: Gate, line: GateLine) -> Blocks:
    rows = [
        ("rope", rope_in_words(line.rope, found.new, found.baseline)),
        ("units", f"{line.n:,} {line.unit}"),
        ("rule", gates.rule(line)),
    ]
    if line.claims is not None and line.requirement is not None and line.claims != NOTHING:
        sure = probability(line.claims.passing(line.requirement))
        against = probability(line.claims.failing(line.requirement))
        rows.append(("sure that it is so", f"{sure} for, {against} against; {needed(line.threshold)} needed"))
    if line.needed is not None:
        rows.append(("would decide", f"about {line.needed:,} {line.unit}"))
    if line.sequence is not None:
        rows.append(("difference", gates.sequence(line)))
    if line.comparison is not None and line.comparison.estimate is not None:
        rows.append(("estimate", with_interval(line.comparison.estimate, line.comparison.interval)))
    return (Facts("Gate", tuple(rows), key="result"),)


def _table(found: Gate) -> Blocks:
    """Several gates, a row each."""
    columns = ("gate", "outcome", "tier", "required", "rope", "sure", "against", "n", "would decide")
    rows = tuple(_row(line) for line in found.lines)
    verdicts = tuple(COLOURS[line.outcome] for line in found.lines)
    spare = ("would decide", "against", "required")
    failed = tuple(f"{line.name}: {line.reason}" for line in found.lines if line.outcome != "pass")
    reasons = (Items("What did not pass", failed, key="failed"),) if failed else ()
    return (Table("Gates", columns, rows, verdicts=verdicts, spare=spare, key="gates"), *reasons)


def _row(line: GateLine) -> tuple[str, ...]:
    claims, asked = line.claims, line.requirement
    known = claims is not None and asked is not None
    return (
        line.name,
        line.outcome,
        line.tier,
        asked or "",
        line.rope.bounds,
        probability(claims.passing(asked)) if known and claims and asked else "",
        probability(claims.failing(asked)) if known and claims and asked else "",
        f"{line.n:,}" if line.n else "",
        "" if line.needed is None else f"{line.needed:,}",
    )


def _flips(found: Gate) -> Blocks:
    flips = found.flips
    if flips is None or not (flips.lost or flips.won):
        return ()
    counts = f"{flips.lost:,} lost, {flips.won:,} won, {flips.same:,} the same"
    shown = (*flips.largest_losses, *flips.largest_wins)
    listed = listed_flips(flips, shown, ("new", "baseline"), "Largest losses and wins") if shown else ()
    return (Facts("Cases on which they differ", (("counts", counts),), key="flip_counts"), *listed)
