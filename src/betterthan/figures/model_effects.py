"""Effects of several models as a classical test has them, best first, and which may be the best if it says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.joint_test import JointTest
from betterthan.figures import room
from betterthan.figures.layout import MOST_MODELS, caption, label_rows, rows_that_fit, word_size
from betterthan.figures.style import drawing, only, palette, rest_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.results.effect import ModelEffect


def model_effects(found: JointTest, *, ax: Axes | None = None) -> Axes:
    """Draw each model's effect, with its interval where the test has one; models outside a confidence set are hollow.

    Parameters:
        found: a test of several models, as `bt.compare` gives it.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, JointTest, "model_effects")
    ordered, inside = found.test.best_first, found.confidence_set
    with drawing(ax, height=1.3 + 0.2 * min(MOST_MODELS, len(ordered))) as axes:
        shown = ordered[: rows_that_fit(axes, min(MOST_MODELS, len(ordered)), besides=80)]
        width = label_rows(axes, [effect.name for effect in shown])
        for row, effect in enumerate(shown):
            _draw_effect(axes, row, effect, hollow=inside is not None and effect.name not in inside)
        room.ticked(axes, size=word_size(axes))
        what = f"{found.test.effects_are} on {found.n_units:,} {found.unit}"
        meaning = "1 for the best" if found.test.effects_are == "average rank" else "above the mean of the models"
        caption(
            axes,
            f"{what}, {meaning}{rest_of(len(shown), len(ordered), 'models')}",
            f"line: {100 * found.level:g}% interval" if shown[0].interval is not None else "",
            "" if inside is None else f"filled: may be the best ({100 * found.level:g}% confidence set)",
            points=width,
        )
    return axes


def _draw_effect(axes: Axes, row: int, effect: ModelEffect, *, hollow: bool) -> None:
    if effect.interval is not None:
        axes.plot([effect.interval.low, effect.interval.high], [row, row], color=palette().ink, lw=1.4)
    colour = palette().fill["first"]
    axes.plot(effect.estimate, row, "o", mfc=palette().paper if hollow else colour, mec=colour, ms=5)
