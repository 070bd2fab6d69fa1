"""Task scaling -> report: every task at every size, and how many of them would be decided."""

from __future__ import annotations

from math import isinf

from betterthan.answers.further import Further
from betterthan.answers.task_scaling import SizeCounts, TaskScaling
from betterthan.phrases import counted, decimal, listing
from betterthan.procedures import named
from betterthan.report.blocks import Items, Report, Table, in_order
from betterthan.report.sections.notes import notes
from betterthan.words.claims import PRACTICALLY
from betterthan.words.columns import p_values
from betterthan.words.direction import direction
from betterthan.words.facts import titled
from betterthan.words.joint_tests import names_of
from betterthan.words.numbers import number, shares
from betterthan.words.sides import named_verdict, outcome_columns


def report_of_task_scaling(scaled: TaskScaling, _: Further | None) -> Report:
    """The counts at each size, then every task."""
    outcomes = outcome_columns(scaled.first, scaled.second)
    columns = ("task", "k", "units", *outcomes, "p", "verdict", "decides at k")
    blocks = in_order(
        (Items("In short", tuple(_counted(scaled, factor) for factor in scaled.factors), key="in-short"),),
        (Table("Tasks", columns, _rows(scaled), key="tasks"),),
        notes(scaled.notes),
    )
    procedures = tuple(dict.fromkeys(task.procedure for task in scaled.tasks))
    title = f"{titled(scaled.first, 'first')} and {titled(scaled.second, 'second')}, task by task"
    about = (
        f"The same scores at k times the size, on each of {counted(len(scaled.tasks), 'task')}, by "
        f"{listing(procedures)} with {_ropes(scaled)}; a verdict needs probability {scaled.threshold:g}. "
        f"{direction(scaled.tasks[0].higher_is_better)}"
    )
    cites = dict.fromkeys(key for name in procedures for key in named(name).cites)
    return Report(title, about, blocks, ("betterthan", *cites))


def _ropes(scaled: TaskScaling) -> str:
    ropes = {(task.rope.low, task.rope.high, task.rope.source) for task in scaled.tasks}
    if len(ropes) > 1:
        return "the rope of each task"
    low, high, _ = ropes.pop()
    return f"rope [{number(low)}, {number(high)}]"


def _counted(scaled: TaskScaling, factor: float) -> str:
    counts, verdicts = scaled.counts(factor), scaled.verdicts(factor)
    parts = [
        f"{words} on {count} ({names_of([task for task, verdict in verdicts.items() if verdict == kind])})"
        for kind, words, count in _verdicts(scaled, counts)
        if count
    ]
    tests = listing(dict.fromkeys(named(task.procedure).counterpart or "the classical test" for task in scaled.tasks))
    rejects = f"rejects on {counts.rejected} of {len(scaled.tasks)} (p ≤ {number(1 - scaled.level)})"
    return f"k = {factor:g}: {'; '.join(parts)}. Beside that, {tests} {rejects}."


def _verdicts(scaled: TaskScaling, counts: SizeCounts) -> tuple[tuple[str, str, int], ...]:
    practically = PRACTICALLY if any(task.rope.width for task in scaled.tasks) else ""
    return (
        ("first", f"{scaled.first} is {practically}better", counts.first),
        ("equivalent", f"{practically}equivalent", counts.equivalent),
        ("second", f"{scaled.second} is {practically}better", counts.second),
        ("undecided", "undecided", counts.undecided),
    )


def _rows(scaled: TaskScaling) -> tuple[tuple[str, ...], ...]:
    tests = iter(p_values([p for task in scaled.tasks for p in task.p_values]))
    return tuple(
        (
            task.task or "",
            f"{k:g}",
            f"{units:,}",
            *shares(p),
            next(tests),
            named_verdict(verdict, scaled.first, scaled.second),
            "never" if isinf(task.needed) else decimal(task.needed, 1),
        )
        for task in scaled.tasks
        for k, units, p, verdict in zip(task.factors, task.units, task.probabilities, task.verdicts, strict=True)
    )
