"""Effects of several models with their intervals, best first, and the probability of being the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.ranked import Ranked
from betterthan.figures import room
from betterthan.figures.given import TURNED
from betterthan.figures.given_ranking import GivenRanking, Shown, given_ranking
from betterthan.figures.layout import MOST_MODELS, caption, label_rows, rows_that_fit, widest, word_size
from betterthan.figures.style import drawing, palette, rest_of
from betterthan.phrases import number, probability
from betterthan.results.ranking import Ranking
from betterthan.results.rope import RopeLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def effects(ranked: Ranked | Ranking, *, rope: RopeLike | None = None, ax: Axes | None = None) -> Axes:
    """Draw each model's effect with its interval, its mean before shrinkage, and the probability that it is the best.

    Parameters:
        ranked: a ranking, or the posterior of several models that a procedure returned.
        rope: the region of practical equivalence of every pair; None takes that of the ranking.
        ax: matplotlib axes to draw on; new ones if None.
    """
    given = given_ranking(ranked, "effects", rope)
    reach = 0.0 if given.asked is None else given.asked.high
    with drawing(ax, height=1.3 + 0.2 * min(MOST_MODELS, len(given.models))) as axes:
        shown = given.models[: rows_that_fit(axes, min(MOST_MODELS, len(given.models)), besides=80)]
        width = label_rows(axes, [model.name for model in shown])
        best = shown[0].effect
        axes.axvspan(best - reach, best, color=palette().fill["equivalent"], alpha=0.5, lw=0)
        raw = given.result.unshrunken()
        for row, model in enumerate(shown):
            _draw_effect(axes, row, model, None if raw is None else raw[model.name])
        top = (1.0, -0.6)  # above the first row, in its column
        _beside(axes, "P(best)", top, va="bottom")
        room.ticked(axes, size=word_size(axes))
        caption(
            axes,
            f"effect: above the mean of the models{_scale(given)}{rest_of(len(shown), len(given.models), 'models')}",
            f"line: {100 * shown[0].interval.level:g}% interval"
            + ("" if raw is None else "; hollow: before shrinkage")
            + (f"; band: within the rope ({number(reach, 3)}) of the best" if reach > 0 else ""),
            points=width - widest(["P(best)"], word_size(axes)),
        )
    return axes


def _draw_effect(axes: Axes, row: int, model: Shown, raw: float | None) -> None:
    axes.plot([model.interval.low, model.interval.high], [row, row], color=palette().ink, lw=1.4)
    if raw is not None:
        axes.plot(raw, row, "o", mfc="none", mec=palette().ink, ms=6, mew=0.8)
    axes.plot(model.effect, row, "o", color=palette().fill["first"], ms=4.5)
    _beside(axes, probability(model.best), (1.0, row), va="center")


def _beside(axes: Axes, text: str, at: tuple[float, float], *, va: str) -> None:
    """Words in the column to the right of the axes."""
    axes.annotate(
        text, at, xycoords=("axes fraction", "data"), xytext=(5, 0), textcoords="offset points", va=va,
        fontsize=word_size(axes), annotation_clip=False,
    )  # fmt: skip


def _scale(given: GivenRanking) -> str:
    """What an effect is where it is not simply a difference of scores."""
    losses = "" if given.higher_is_better else TURNED
    return losses if given.result.parameter == "mean difference" else f", {given.result.parameter}{losses}"
