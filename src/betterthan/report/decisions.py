"""Decision table -> report: the counts as Benavoli et al. (2017) lay them out in their Tables 4, 5 and 6."""

from __future__ import annotations

from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.further import Further
from betterthan.judging.tally import Tally, Verdicts
from betterthan.report.blocks import Blocks, Report, Table, in_order
from betterthan.report.sections.notes import first_notes, notes
from betterthan.words.columns import alike, p_values
from betterthan.words.direction import direction, rope_in_words
from betterthan.words.facts import titled
from betterthan.words.numbers import number, shares
from betterthan.words.sides import named_verdict, outcome_columns


def report_of_decisions(table: DecisionTable, _: Further | None = None) -> Report:
    """The sections in their order; the tasks of more than one pair are in the rows of the record."""
    blocks = in_order(
        first_notes(table.notes),
        _tasks(table) if len(table.pairs) == 1 else (),
        _counts(table, rejects=False),
        _counts(table, rejects=True),
        notes(table.notes),
    )
    return Report(_title(table), _question(table), blocks, ("betterthan", "benavoli2017"))


def _title(table: DecisionTable) -> str:
    if len(table.pairs) > 1:
        return f"{len(table.pairs)} pairs of models, task by task"
    first, second = table.pairs[0]
    return f"{titled(first, 'first')} and {titled(second, 'second')}, task by task"


def _question(table: DecisionTable) -> str:
    tests, procedures = (
        ", ".join(dict.fromkeys(names))
        for names in zip(*((each.classical, each.procedure) for each in table.tasks), strict=True)
    )
    first, second = table.pairs[0] if len(table.pairs) == 1 else ("first", "second")
    return (
        f"{direction(table.higher_is_better)} {tests} rejects where p ≤ {number(1 - table.level)}. "
        f"{procedures} decides where an outcome has a "
        f"probability of at least {table.threshold:g}, with the rope {rope_in_words(table.rope, first, second)}."
    )


def _tasks(table: DecisionTable) -> Blocks:
    estimates, p = alike([each.estimate for each in table.tasks]), p_values([each.p_value for each in table.tasks])
    rows = tuple(
        (
            each.task,
            estimate,
            own,
            "yes" if each.rejected else "no",
            *shares(each.probabilities),
            named_verdict(each.verdict, *table.pairs[0]),
        )
        for each, estimate, own in zip(table.tasks, estimates, p, strict=True)
    )
    columns = ("task", "estimate", "p", "rejected", *outcome_columns(*table.pairs[0]), "verdict")
    weights = [(each.verdict == "undecided", -abs(each.estimate or 0.0)) for each in table.tasks]
    order = tuple(sorted(range(len(rows)), key=weights.__getitem__))  # decided ones first, then the largest differences
    return (Table("Tasks", columns, rows, key="tasks", order=order),)


def _counts(table: DecisionTable, *, rejects: bool) -> Blocks:
    """Where the test does not reject, a difference is rarely claimed: then, as in print, it has no column."""
    tallies = {f"{first}–{second}": table.counts(first, second) for first, second in table.pairs}
    whole = _side(table.counts(), rejects)
    most = max(each.total for each in tallies.values())
    names = ("equivalent", "difference", "undecided") if rejects or whole.difference else ("equivalent", "undecided")
    rows = [(pair, *_cells(_side(each, rejects), names)) for pair, each in tallies.items()]
    if len(rows) > 1:
        rows += [("total", *_cells(whole, names)), ("share", "", *_shares(whole, names))]
    heading = ("pair", f"tasks (of {most:,})", *(name.replace("undecided", "no decision") for name in names))
    if rejects:
        return (Table("Where the test rejects", heading, tuple(rows), key="rejected"),)
    return (Table("Where the test does not reject", heading, tuple(rows), key="not-rejected"),)


def _side(found: Tally, rejects: bool) -> Verdicts:
    return found.rejected if rejects else found.not_rejected


def _cells(counts: Verdicts, names: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{counts.total:,}", *(f"{getattr(counts, name):,}" for name in names))


def _shares(counts: Verdicts, names: tuple[str, ...]) -> tuple[str, ...]:
    if not counts.total:
        return ("",) * len(names)
    return tuple(f"{getattr(counts, name) / counts.total:.2f}" for name in names)
