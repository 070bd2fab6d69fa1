"""Decision table -> report: the counts as Benavoli et al. (2017) lay them out in their Tables 4, 5 and 6."""

from __future__ import annotations

from betterthan.answers.decision_table import DecisionTable
from betterthan.judging.tally import Tally, Verdicts
from betterthan.report.report import COUNTS, Block, Items, Report, Table
from betterthan.words import wording


def decisions_of(table: DecisionTable) -> Report:
    """The report on a decision table.

    Parameters:
        table: the decision table.
    """
    blocks: list[Block] = [_tasks(table)] if len(table.pairs) == 1 else []
    blocks += [_counts(table, rejects=False), _counts(table, rejects=True)]
    blocks += [Items("Notes", table.notes)] if table.notes else []
    return Report(_title(table), _question(table), tuple(blocks), ("betterthan", "benavoli2017"))


def _title(table: DecisionTable) -> str:
    if len(table.pairs) > 1:
        return f"{len(table.pairs)} pairs of models, task by task"
    first, second = table.pairs[0]
    return f"{wording.titled(first, 'first')} and {wording.titled(second, 'second')}, task by task"


def _question(table: DecisionTable) -> str:
    tests, procedures = (
        ", ".join(dict.fromkeys(names))
        for names in zip(*((each.classical, each.procedure) for each in table.tasks), strict=True)
    )
    return (
        f"{tests} rejects where p ≤ {wording.number(1 - table.level)}; {procedures} says what has a probability of at "
        f"least {table.threshold:g}, with rope [{wording.number(table.rope.low)}, {wording.number(table.rope.high)}]."
    )


def _tasks(table: DecisionTable) -> Table:
    rows = tuple(
        (
            each.task,
            "" if each.estimate is None else wording.number(each.estimate),
            wording.p_value(each.p_value).removeprefix("p = "),
            "yes" if each.rejected else "no",
            *wording.shares(each.probabilities),
            each.verdict,
        )
        for each in table.tasks
    )
    return Table("Tasks", ("task", "estimate", "p", "rejected", "first", "equivalent", "second", "verdict"), rows)


def _counts(table: DecisionTable, *, rejects: bool) -> Table:
    """Where the test does not reject, a difference is rarely claimed: then, as in print, it has no column."""
    tallies = {f"{first}–{second}": table.counts(first, second) for first, second in table.pairs}
    whole = _side(table.counts(), rejects)
    most = max(each.total for each in tallies.values())
    names = ("equivalent", "difference", "undecided") if rejects or whole.difference else ("equivalent", "undecided")
    rows = [(pair, *_cells(_side(each, rejects), names)) for pair, each in tallies.items()]
    if len(rows) > 1:
        rows += [("total", *_cells(whole, names)), ("share", "", *_shares(whole, names))]
    heading = ("pair", f"tasks (of {most:,})", *(name.replace("undecided", "no decision") for name in names))
    return Table(COUNTS[rejects], heading, tuple(rows))


def _side(found: Tally, rejects: bool) -> Verdicts:
    return found.rejected if rejects else found.not_rejected


def _cells(counts: Verdicts, names: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{counts.total:,}", *(f"{getattr(counts, name):,}" for name in names))


def _shares(counts: Verdicts, names: tuple[str, ...]) -> tuple[str, ...]:
    if not counts.total:
        return ("",) * len(names)
    return tuple(f"{getattr(counts, name) / counts.total:.2f}" for name in names)
