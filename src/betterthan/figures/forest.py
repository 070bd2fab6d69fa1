"""Forest plot: every task's own mean, and what partial pooling makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from betterthan.answers.comparison import Comparison
from betterthan.figures import regions, room
from betterthan.figures.given import Given, given
from betterthan.figures.layout import caption, cell, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, palette, rest_of
from betterthan.judging.rules.threshold import by_threshold
from betterthan.results.hierarchical import HierarchicalPosterior, TaskEstimate
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import RopeLike
from betterthan.vocabulary import REGIONS, Region, Verdict
from betterthan.words.numbers import share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 40
"""More tasks than this are not drawn one by one; those between the ends are left out, and the figure says how many."""
THRESHOLD = 0.95
LEVEL = 0.95
INSTEAD = "a hierarchical procedure"


class Row(NamedTuple):
    """One task, its three probabilities and the verdict on it."""

    task: TaskEstimate
    probabilities: Probabilities
    verdict: Verdict


def forest(found: Comparison | HierarchicalPosterior, *, rope: RopeLike | None = None, ax: Axes | None = None) -> Axes:
    """Draw each task's raw mean, its shrunken estimate with its central interval, and its most probable region.

    A task has the colour of a region whose probability reaches the threshold of the comparison (else 0.95).

    Parameters:
        found: a comparison by a hierarchical procedure, or what one of them returned.
        rope: the region of practical equivalence; None takes that of the comparison.
        ax: matplotlib axes to draw on; new ones if None.
    """
    asked = given(found, HierarchicalPosterior, rope=rope, figure="forest", instead=INSTEAD)
    decision = found.decision if isinstance(found, Comparison) else None
    threshold = THRESHOLD if decision is None or decision.threshold is None else decision.threshold
    level = found.level if isinstance(found, Comparison) else LEVEL
    rows = _sorted(asked, threshold, level)
    with drawing(ax, height=1.9 + 0.2 * min(MOST, len(rows))) as axes:
        shown = room.both_ends(rows, rows_that_fit(axes, min(MOST, len(rows)), besides=110))
        points = label_rows(axes, [room.BETWEEN if row is None else row.task.name for row in shown])
        right = room.extent(" >0.999", size=word_size(axes))
        left, points = cell(axes)[0] - points - 12, points - right
        axes.axvspan(asked.rope.low, asked.rope.high, color=palette().fill["equivalent"], alpha=0.35, lw=0)
        regions.bounds(axes, asked.rope)
        axes.axvline(asked.result.population.mean, color=palette().dim, lw=0.8)
        for place, row in enumerate(shown):
            if row is not None:
                _task(axes, place, row)
        regions.header(axes, asked.first, asked.second, _counts(rows), regions.DECIDED, beside=(left, right))
        axes.margins(x=0.05)
        room.ticked(axes, size=word_size(axes), points=points)
        drawn = sum(row is not None for row in shown)
        caption(
            axes, f"{_what(asked)}{rest_of(drawn, len(rows), 'tasks')}",
            f"hollow: task alone; filled: shrunken, {100 * level:g}% interval",
            "right: probability of the likeliest region",
            f"above: tasks decided at {threshold:g}; {regions.rope_words(asked.rope)}", points=points,
        )  # fmt: skip
    return axes


def _sorted(asked: Given[HierarchicalPosterior], threshold: float, level: float) -> list[Row]:
    """The tasks, those on which the first model does best first."""
    shares = asked.result.task_probabilities(asked.rope)
    tasks = zip(asked.result.task_estimates_at(level), shares, strict=True)
    return sorted((Row(task, p, by_threshold(p, threshold)) for task, p in tasks), key=lambda row: -row.task.mean)


def _counts(rows: list[Row]) -> dict[Region, str]:
    return {region: f"{sum(row.verdict == region for row in rows):,}" for region in REGIONS}


def _what(asked: Given[HierarchicalPosterior]) -> str:
    parameter = asked.result.parameter
    return parameter.name if parameter.null else "mean difference per task"


def _task(axes: Axes, place: int, row: Row) -> None:
    task, largest = row.task, row.probabilities.largest
    colour = palette().ink if row.verdict == "undecided" else palette().text[row.verdict]
    axes.plot([task.low, task.high], [place, place], color=colour, lw=1.6, solid_capstyle="butt")
    axes.plot(task.raw, place, "o", mfc=palette().paper, mec=palette().dim, ms=4, mew=0.9, zorder=3)
    axes.plot(task.mean, place, "o", color=colour, ms=4, zorder=4)
    axes.annotate(
        share_of(largest, row.probabilities), (1.0, place), xycoords=("axes fraction", "data"), xytext=(5, 0),
        textcoords="offset points", va="center", fontsize=word_size(axes), color=palette().text[largest],
        annotation_clip=False,
    )  # fmt: skip
