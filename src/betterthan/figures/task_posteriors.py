"""Small multiples: the posterior of the difference on each task (Benavoli 2017, Fig. 8)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures import regions
from betterthan.figures.layout import caption, cell, short_names
from betterthan.figures.posterior import drawn_law
from betterthan.figures.style import drawing, only, palette, rest_of
from betterthan.results.difference import DifferencePosterior
from betterthan.results.rope import Rope
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import number, share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 60
"""More tasks than this are not drawn; those with the clearest answer are."""
PANEL = (70.0, 46.0)
"""Least width and height of a panel with its two lines of words."""
COLUMNS = 6
AROUND = 75.0
"""Height of the words above and below all panels."""
WORDS = 22.0
"""Height of the two lines of a panel."""
SIZE = 7.0
WIDE = 0.9
"""Width of a panel in columns."""


class Place(NamedTuple):
    """Where a panel stands in the common axes: its column and row, and its height in rows."""

    column: int
    row: int
    tall: float

    def across(self, x: Array | float, frame: tuple[float, float]) -> Array:
        """Values of the parameter as places in the axes."""
        return np.asarray(self.column + WIDE * (x - frame[0]) / (frame[1] - frame[0]))


class Task(NamedTuple):
    """The comparison on one task, its posterior and the rope that it is asked about."""

    part: Comparison
    law: DifferencePosterior
    rope: Rope


def task_posteriors(comparison: Comparison, *, ax: Axes | None = None) -> Axes:
    """Draw one small posterior per task, all on the same scale, with the probability of its most probable region.

    Parameters:
        comparison: a comparison that was made with `per_task=True`.
        ax: matplotlib axes within which the panels are drawn; new ones if None.
    """
    only(comparison, Comparison, "task_posteriors")
    tasks = [
        Task(part, law, part.rope)
        for part in comparison.tasks
        if part.rope is not None and (law := drawn_law(part)) is not None
    ]
    if not tasks:
        raise ArgumentError("There are no posteriors of single tasks to draw; make them with `per_task=True`.")
    count = min(MOST, len(tasks))
    with drawing(ax, width=6.5, height=1.5 + 0.75 * ceil(count / COLUMNS)) as axes:
        rows, columns = _layout(axes, count)
        clearest = sorted(tasks, key=lambda task: task.part.clarity)[: rows * columns]
        shown = tasks if len(tasks) <= rows * columns else clearest
        frame = _frame(shown)
        pitch = (cell(axes)[1] - AROUND) / rows
        names = short_names([task.part.task or "" for task in shown], 0.9 * cell(axes)[0] / columns, SIZE)
        for j, (task, name) in enumerate(zip(shown, names, strict=True)):
            _panel(axes, task, name, frame, Place(j % columns, -(j // columns) - 1, max(0.3, 1 - WORDS / pitch)))
        axes.set(xlim=(0, columns - 1 + WIDE), ylim=(-rows, 0), xticks=[], yticks=[])
        axes.set_frame_on(False)
        _explain(axes, comparison, tasks, len(shown), frame)
    return axes


def _layout(axes: Axes, count: int) -> tuple[int, int]:
    """Rows and columns of panels that fit."""
    width, height = cell(axes)
    columns = min(count, COLUMNS, max(1, int(width / PANEL[0])))
    return min(ceil(count / columns), max(1, int((height - AROUND) / PANEL[1]))), columns


def _frame(shown: Sequence[Task]) -> tuple[float, float]:
    """One range for all: that of most posteriors, and the rope; a few may reach beyond it."""
    ends = np.array([task.law.quantile(np.array([0.005, 0.995])) for task in shown])
    ropes = np.array([[task.rope.low, task.rope.high] for task in shown])
    means = [task.law.mean for task in shown]
    low = min(float(np.quantile(ends[:, 0], 0.1)), float(ropes.min()), *means)
    high = max(float(np.quantile(ends[:, 1], 0.9)), float(ropes.max()), *means)
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _panel(axes: Axes, task: Task, name: str, frame: tuple[float, float], at: Place) -> None:
    law, rope = task.law, task.rope
    p = law.probabilities(rope)
    low, high = (float(at.across(bound, frame)) for bound in (rope.low, rope.high))
    start, end = np.clip(law.quantile(np.array([0.001, 0.999])), *frame)
    points = np.linspace(start, end, 41)
    y = law.density(points)
    places, heights = at.across(points, frame), 0.93 * at.tall * y / (float(y.max()) or 1.0)
    regions.under(axes, places, heights, Rope(low, high), base=at.row)
    axes.plot(places, at.row + heights, color=palette().ink, lw=0.7)
    axes.plot([at.column, at.column + WIDE], [at.row, at.row], color=palette().ink, lw=0.6)
    for bound in (low, high):
        axes.plot([bound, bound], [at.row, at.row + at.tall], color=palette().ink, lw=0.6, ls=(0, (4, 3)))
    for words, up, colour in ((name, 10, palette().ink), (share_of(p.largest, p), 1, palette().text[p.largest])):
        axes.annotate(
            words, (at.column + WIDE / 2, at.row + at.tall), xytext=(0, up), textcoords="offset points", ha="center",
            fontsize=SIZE, color=colour, annotation_clip=False,
        )  # fmt: skip


def _explain(axes: Axes, comparison: Comparison, tasks: Sequence[Task], shown: int, frame: tuple[float, float]) -> None:
    decided = [task.part.decision.verdict for task in tasks if task.part.decision is not None]
    counts = {region: f"{decided.count(region):,}" for region in REGIONS}
    parameter = tasks[0].law.parameter
    regions.header(axes, comparison.first, comparison.second, counts, regions.DECIDED)
    ropes = {task.rope for task in tasks}
    rope = regions.rope_words(ropes.pop()) if len(ropes) == 1 else "each with its own rope"
    caption(
        axes, f"{parameter.name} from {number(frame[0])} to {number(frame[1])}{rest_of(shown, len(tasks), 'tasks')}",
        f"above: tasks decided; in the panels: the likeliest region; {rope}",
    )  # fmt: skip
