"""The score of every seed of every model, with quartiles, mean and interval; the baseline marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.seed_table import SeedRow, SeedTable
from betterthan.arrays import Array
from betterthan.data.units import unit_called
from betterthan.figures import room
from betterthan.figures.layout import caption, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, only, palette, rest_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 40
"""More rows than this are not drawn; the figure says how many are left out."""
HALF = 0.27
"""Half the height that the dots of a row may take."""
FEW = 4
"""So many scores or fewer have no box."""


def seeds(table: SeedTable, *, ax: Axes | None = None) -> Axes:
    """Draw all scores as dots, one row per model (and task), with a box for the quartiles and the mean's interval.

    Parameters:
        table: what `bt.seed_table` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(table, SeedTable, "seeds")
    ordered = _ordered(table)
    count = min(MOST, len(ordered))
    with drawing(ax, height=1.2 + 0.34 * count) as axes:
        shown = _with_baseline(ordered, rows_that_fit(axes, count, besides=75, pitch=2.4), table)
        width = label_rows(axes, [_name(row, table) for row in shown])
        low, high = _limits(shown)
        axes.set_xlim(low, high)
        for place, row in enumerate(shown):
            _row(axes, place, row, width / (high - low), is_baseline=row.model == table.baseline)
        marked = _baselines(axes, shown, table)
        room.ticked(axes, size=word_size(axes))
        _caption(axes, table, len(shown), width, marked=marked)
    return axes


def swarm(values: Array, *, diameter: float, step: float, reach: float) -> Array:
    """How far each dot is moved aside so that dots do not cover each other; the same every time.

    Dots are placed in the order of their values, each as near to the middle as the dots before it allow; where a row
    is full they cover each other in the middle.

    Parameters:
        values: the values.
        diameter: of a dot, in units of the values.
        step: of a dot, across.
        reach: largest distance from the middle.

    >>> swarm(np.array([1.0, 1.0, 1.0, 5.0]), diameter=1.0, step=0.5, reach=2.0).tolist()
    [0.0, 0.5, -0.5, 0.0]
    """
    places = [0.0] + [side * k * step for k in range(1, int(reach / step + 1e-9) + 1) for side in (1, -1)]
    aside = np.zeros(len(values))
    order = np.argsort(values, kind="stable")
    for number, j in enumerate(order):
        near = [k for k in order[:number] if values[j] - values[k] < diameter]
        taken = {aside[k] for k in near}
        aside[j] = next((place for place in places if place not in taken), 0.0)
    return aside


def _ordered(table: SeedTable) -> list[SeedRow]:
    """Task by task, the best mean first."""
    sign = -1 if table.higher_is_better else 1
    place = {task: number for number, task in enumerate(table.tasks)}
    return sorted(table.rows, key=lambda row: (place[row.task], sign * row.mean))


def _with_baseline(ordered: list[SeedRow], count: int, table: SeedTable) -> list[SeedRow]:
    """The first rows; where the baseline of a single task would be left out, it takes the last one's place."""
    shown = ordered[:count]
    left_out = [row for row in ordered[count:] if row.model == table.baseline]
    return [*shown[:-1], *left_out] if left_out and len(table.tasks) == 1 and count > 1 else shown


def _name(row: SeedRow, table: SeedTable) -> str:
    before = [row.task] if len(table.tasks) > 1 else []
    before += ["baseline"] if row.model == table.baseline else []
    return ": ".join([", ".join(before), row.model] if before else [row.model])


def _limits(rows: Sequence[SeedRow]) -> tuple[float, float]:
    ends = [end for row in rows for end in (row.minimum, row.maximum)]
    ends += [end for row in rows if row.interval is not None for end in (row.interval.low, row.interval.high)]
    margin = 0.04 * (max(ends) - min(ends)) or 0.05 * abs(max(ends)) or 1.0
    return min(ends) - margin, max(ends) + margin


def _row(axes: Axes, place: int, row: SeedRow, scale: float, *, is_baseline: bool) -> None:
    """Dots and box of one model, and below them its mean and interval; `scale` is in points per unit of the score."""
    values = np.array([score.score for score in row.scores])
    colour = palette().fill["second" if is_baseline else "first"]
    size, middle = 4.0 if len(values) <= 50 else 2.5, place - 0.1
    if len(values) > FEW:
        low, median, high = np.quantile(values, [0.25, 0.5, 0.75])
        axes.fill_between(
            [low, high], middle - HALF, middle + HALF, color=palette().fill["equivalent"], alpha=0.5, lw=0
        )
        axes.plot([median, median], [middle - HALF, middle + HALF], color=palette().dim, lw=1.2)
    aside = swarm(values, diameter=size / scale, step=HALF / 3, reach=HALF)
    axes.plot(values, middle + aside, "o", color=colour, ms=size, mew=0, alpha=0.85)
    if row.interval is not None:
        axes.plot([row.interval.low, row.interval.high], [place + 0.3] * 2, color=palette().ink, lw=1.4)
    axes.plot(row.mean, place + 0.3, "D", color=palette().ink, ms=3.5)


def _baselines(axes: Axes, shown: Sequence[SeedRow], table: SeedTable) -> bool:
    """The baseline's mean as a line through the rows of its task; whether there is one."""
    marked = [row for row in shown if row.model == table.baseline]
    for base in marked:
        places = [place for place, row in enumerate(shown) if row.task == base.task]
        span = [min(places) - 0.5, max(places) + 0.5]
        axes.plot([base.mean, base.mean], span, color=palette().text["second"], lw=1.0, ls=(0, (4, 3)))
    return bool(marked)


def _caption(axes: Axes, table: SeedTable, shown: int, width: float, *, marked: bool) -> None:
    better = "" if table.higher_is_better else ", the lower the better"
    box = "; box: quartiles and median" if any(row.n > FEW for row in table.rows) else ""
    line = "" if not marked else "; dashed: mean of the baseline"
    caption(
        axes,
        f"{table.metric}{better}{rest_of(shown, len(table.rows), 'rows')}",
        f"dot: one {unit_called(table.unit).singular}; diamond: mean with {100 * table.level:g}% interval{box}{line}",
        points=width,
    )
