"""The mean of one model with its interval, of each task below it, and a published number beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.estimate import Estimate
from betterthan.figures import room
from betterthan.figures.layout import MOST_MODELS, caption, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, only, palette, rest_of
from betterthan.words.estimates import published, units_in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def estimate(found: Estimate, *, ax: Axes | None = None) -> Axes:
    """Draw the mean with its interval, those of the tasks, and the published number as a line.

    Parameters:
        found: what `bt.estimate` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, (Estimate,), "estimate")
    rows = (found, *found.tasks)
    count = min(MOST_MODELS, len(rows))
    with drawing(ax, height=1.5 + 0.2 * count) as axes:
        shown = rows[: rows_that_fit(axes, count, besides=104)]
        width = label_rows(axes, [found.model, *(each.task or "" for each in shown[1:])])
        for row, each in enumerate(shown):
            colour = palette().fill["first" if row == 0 else "equivalent"]
            if each.interval is not None:
                ends = [each.interval.low, each.interval.high]
                axes.plot(ends, [row, row], color=colour, lw=4.5 if row == 0 else 1.8, solid_capstyle="butt")
            axes.plot(each.mean, row, "o", color=palette().ink, ms=4)
        if found.against is not None:
            axes.axvline(found.against.value, color=palette().fill["second"], lw=1.2, ls="--")
        room.ticked(axes, size=word_size(axes))
        better = "" if found.higher_is_better else ", the lower the better"
        beside = "" if found.against is None else f"dashed: {published(found.against)}"
        caption(
            axes,
            f"mean {found.metric} over {units_in_words(found)}{better}{rest_of(len(shown), len(rows), 'tasks')}",
            f"bars: {100 * found.level:g}% interval of the mean",
            *((beside,) if beside else ()),
            points=width,
        )
    return axes
