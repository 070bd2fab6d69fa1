"""Task by task: a classical test's p-value against what the Bayesian procedure finds (Benavoli 2017, Tables 4 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.answers.decision_table import DecisionTable
from betterthan.errors import ArgumentError
from betterthan.figures.layout import LINE, caption, cell, short_names, word_size
from betterthan.figures.style import drawing, only, palette
from betterthan.judging.tally import Verdicts, tally
from betterthan.phrases import counted, number
from betterthan.results.probabilities import Probabilities
from betterthan.vocabulary import REGIONS, VERDICTS, Region, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST = 1e-4
"""Smaller p-values are drawn at the end of the axis."""
MARKERS: dict[Region, str] = {"first": "o", "equivalent": "s", "second": "^"}
SIGNS: dict[Verdict, str] = {"first": "●", "equivalent": "■", "second": "▲", "undecided": "○"}


class Task(NamedTuple):
    """One task, decided twice."""

    p_value: float
    rejected: bool
    probabilities: Probabilities
    verdict: Verdict


class Decided(NamedTuple):
    """What is drawn: the tasks, what the models are called, the test's level, and the probability a verdict needs."""

    tasks: list[Task]
    first: str
    second: str
    level: float
    threshold: float | None


def per_task_decisions(found: DecisionTable | Comparison, *, ax: Axes | None = None) -> Axes:
    """Draw each task by its p-value and the probability of its most probable region; filled where that decides.

    Parameters:
        found: what `bt.decision_table` gave, or a comparison that was repeated within each task (`per_task=True`).
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, (DecisionTable, Comparison), "per_task_decisions")
    drawn = _of_table(found) if isinstance(found, DecisionTable) else _of_comparison(found)
    with drawing(ax, height=4.0) as axes:
        for region in REGIONS:
            _marks(axes, [task for task in drawn.tasks if task.probabilities.largest == region], region)
        _lines(axes, drawn)
        counts = tally((task.rejected, task.verdict) for task in drawn.tasks)
        _column(axes, drawn, f"p ≤ {1 - drawn.level:.3g}", counts.rejected, side="left")
        _column(axes, drawn, f"p > {1 - drawn.level:.3g}", counts.not_rejected, side="right")
        limits = f"p = {1 - drawn.level:.3g}" + (
            "" if drawn.threshold is None else f", probability {drawn.threshold:g}"
        )
        remark = f"filled: decided; hollow: undecided; dashed: {limits}"
        caption(axes, "p-value of the classical test", remark, points=cell(axes)[0] - 60)
    return axes


def _of_table(table: DecisionTable) -> Decided:
    tasks = [Task(task.p_value, task.rejected, task.probabilities, task.verdict) for task in table.tasks]
    names = table.pairs[0] if len(table.pairs) == 1 else ("first", "second")
    return Decided(tasks, *names, table.level, table.threshold)


def _of_comparison(found: Comparison) -> Decided:
    parts = [(part.classical, part.decision) for part in found.tasks]
    tasks = [
        Task(test.p_value, test.rejects(found.level), decision.probabilities, decision.verdict)
        for test, decision in parts
        if test is not None and decision is not None
    ]
    if not tasks:
        raise ArgumentError(
            "`figures.per_task_decisions` needs tasks with a classical and a Bayesian decision each: compare with "
            "`per_task=True`, or make a `bt.decision_table`."
        )
    thresholds = {
        None if decision is None or decision.rule != "threshold" else decision.threshold for _, decision in parts
    }
    return Decided(tasks, found.first, found.second, found.level, thresholds.pop() if len(thresholds) == 1 else None)


def _marks(axes: Axes, tasks: list[Task], region: Region) -> None:
    """The tasks whose most probable region this is."""
    size = 5.0 if len(tasks) <= 100 else 3.5
    for decided in (True, False):
        chosen = [task for task in tasks if (task.verdict != "undecided") == decided]
        if chosen:
            axes.plot(
                np.maximum([task.p_value for task in chosen], LEAST), [max(task.probabilities) for task in chosen],
                MARKERS[region], ms=size, color=palette().text[region], alpha=0.85, clip_on=False, mew=0.8,
                mfc=palette().fill[region] if decided else "none",
            )  # fmt: skip


def _lines(axes: Axes, drawn: Decided) -> None:
    """The limits of the two decisions, and the axes."""
    size = word_size(axes)
    axes.axvline(1 - drawn.level, color=palette().ink, lw=0.8, ls=(0, (4, 3)))
    if drawn.threshold is not None:
        axes.axhline(drawn.threshold, color=palette().ink, lw=0.8, ls=(0, (4, 3)))
    axes.set(xscale="log", xlim=(LEAST / 1.5, 1.5), ylim=(0.3, 1.02))
    axes.set_xticks([LEAST, 1e-3, 1e-2, 1e-1, 1.0], [f"≤ {number(LEAST)}", "0.001", "0.01", "0.1", "1"], fontsize=size)
    axes.set_xticks([], minor=True)
    axes.set_yticks([0.4, 0.6, 0.8, 1.0], ["0.4", "0.6", "0.8", "1"], fontsize=size)
    axes.set_ylabel("probability of the\nmost probable region", fontsize=size)


def _column(axes: Axes, drawn: Decided, heading: str, counts: Verdicts, *, side: str) -> None:
    """How many tasks have which verdict, above the half of the picture that they are in."""
    size = word_size(axes)
    first, second = short_names([drawn.first, drawn.second], 0.15 * cell(axes)[0], size)
    names = {"first": f"decided for {first}", "equivalent": "equivalent", "second": f"decided for {second}"}
    lines = [(f"{heading}: {counted(counts.total, 'task')}", palette().ink)]
    for verdict, count in zip(VERDICTS, counts, strict=True):
        colour = palette().ink if verdict == "undecided" else palette().text[verdict]
        lines.append((f"{SIGNS[verdict]} {names.get(verdict, 'undecided')} {count:,}", colour))
    for line, (text, colour) in enumerate(reversed(lines)):
        axes.annotate(
            text, (0.0 if side == "left" else 1.0, 1.0), xycoords="axes fraction",
            xytext=(0, 4 + line * 0.9 * LINE * size), textcoords="offset points", ha=side, va="bottom",
            fontsize=size, color=colour, annotation_clip=False,
        )  # fmt: skip
