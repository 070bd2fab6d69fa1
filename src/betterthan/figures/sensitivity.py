"""How the three probabilities and the verdict depend on the width of the rope and on the prior (Corani 2017, 4.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.sensitivity import Sensitivity
from betterthan.arrays import Array
from betterthan.figures import regions
from betterthan.figures.layout import caption, cell, short_names, widest, word_size
from betterthan.figures.stack import STRIP, TOP, spread_ticks, stacked, verdict_strip, verdict_words
from betterthan.figures.style import drawing, only, palette, rest_of
from betterthan.phrases import number
from betterthan.results.rope import Rope
from betterthan.vocabulary import Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAND = 44.0
"""Points that the areas of one prior need at least."""
BESIDES = 80.0
"""Points for the words above and below."""
MOST_TICKS = 30
"""Of more widths than this only those with a label have a tick."""


def sensitivity(found: Sensitivity, *, ax: Axes | None = None) -> Axes:
    """Draw the three probabilities over the rope's half-width, one band per prior, with the verdicts above.

    Parameters:
        found: what `bt.sensitivity` gave.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, Sensitivity, "sensitivity")
    comparison, priors = found.comparison, tuple(dict.fromkeys(found.priors))
    with drawing(ax, height=1.3 + 1.35 * len(priors) ** 0.8) as axes:
        shown = priors[: max(1, int((cell(axes)[1] - BESIDES) / BAND))]
        points = _name_bands(axes, shown, alone=len(priors) == 1)
        for place, prior in enumerate(shown):
            _band(axes, found, prior, points=points, base=-TOP * place)
        _widths(axes, found, points)
        axes.set_ylim(-TOP * (len(shown) - 1) - 0.02, TOP - 0.02)
        at_own = _at_own(found, shown[0])
        if at_own is not None:
            beside = (cell(axes)[0] - points - 12, 0.0)
            regions.header(axes, comparison.first, comparison.second, at_own, _says(found), beside=beside)
        caption(
            axes,
            f"half-width of the rope{rest_of(len(shown), len(priors), 'priors')}",
            "" if at_own is None else "dashed: the rope that was used, with its probabilities above",
            f"strip: the verdict at a threshold of {found.threshold:g}",
            points=points,
        )
    return axes


def _name_bands(axes: Axes, priors: tuple[str, ...], *, alone: bool) -> float:
    """Name the bands, or label the probabilities where there is only one prior; the width that is left."""
    width, size = cell(axes)[0], word_size(axes)
    axes.spines[:].set_visible(False)
    if alone:
        axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"], fontsize=size, color=palette().ink)
        axes.set_ylabel("probability", fontsize=size, y=0.5 / TOP)
        return width - 40
    names = short_names(priors, 0.25 * width, size)
    axes.set_yticks([0.5 - TOP * place for place in range(len(priors))], names, fontsize=size, color=palette().ink)
    axes.tick_params(axis="y", length=0)
    return width - widest(names, size) - 16


def _band(axes: Axes, found: Sensitivity, prior: str, *, points: float, base: float) -> None:
    """The areas of one prior, its verdicts, and the rope that was used if it lies among the widths."""
    rows, own = [j for j, each in enumerate(found.priors) if each == prior], found.comparison.rope
    x = _places([found.ropes[j] for j in rows])
    shares, verdicts = [found.probabilities[j] for j in rows], [found.verdicts[j] for j in rows]
    if own is not None and x[0] <= _places([own])[0] <= x[-1]:
        axes.plot(_places([own, own]), [base, base + STRIP], color=palette().ink, lw=1.0, ls=(0, (4, 3)), zorder=3)
    if len(rows) == 1:  # one width alone is drawn as a bar
        x, shares, verdicts = np.array([x[0] - 0.5, x[0] + 0.5]), shares * 2, verdicts * 2
    stacked(axes, x, shares, base=base)
    words = verdict_words(found.comparison.first, found.comparison.second)
    verdict_strip(axes, x, verdicts, words, points=points, base=base)


def _half(rope: Rope) -> float:
    return (rope.high - rope.low) / 2


def _places(ropes: list[Rope]) -> Array:
    """Square roots, which leave room for the narrow ropes, where most changes."""
    return np.sqrt([_half(rope) for rope in ropes])


def _widths(axes: Axes, found: Sensitivity, points: float) -> None:
    """Ticks at the widths that were looked at, with labels where they fit."""
    size, own = word_size(axes), _number_of_own(found, found.priors[0])
    ropes = [rope for rope, prior in zip(found.ropes, found.priors, strict=True) if prior == found.priors[0]]
    x, labels = _places(ropes), [number(_half(rope), 3) for rope in ropes]
    kept = spread_ticks(x, labels, points=points, size=size, always=own)
    if len(x) > MOST_TICKS:
        x, labels, kept = x[kept], [labels[j] for j in kept], list(range(len(kept)))
    axes.set_xticks(x, [label if j in kept else "" for j, label in enumerate(labels)], fontsize=size)
    axes.margins(x=0)


def _number_of_own(found: Sensitivity, prior: str) -> int | None:
    """Which of the ropes is the one that was used; None if it is not among them."""
    own = found.comparison.rope
    if own is None:
        return None
    ropes = [rope for rope, each in zip(found.ropes, found.priors, strict=True) if each == prior]
    bounds = np.array([(rope.low, rope.high) for rope in ropes])
    same = np.flatnonzero(np.isclose(bounds, (own.low, own.high), rtol=1e-9, atol=0.0).all(axis=1))
    return int(same[0]) if len(same) else None


def _at_own(found: Sensitivity, prior: str) -> dict[Region, str] | None:
    """The probabilities of the rope that was used, as text."""
    own = _number_of_own(found, prior)
    return None if own is None else regions.printed(found.probabilities[found.priors.index(prior) + own])


def _says(found: Sensitivity) -> regions.Says:
    """What the probabilities say, which depends on the reading that the verdicts rest on."""
    posterior, decision = found.comparison.posterior, found.comparison.own_decision
    if decision is not None and decision.reading == "winner":
        return regions.LIKELIEST
    null = 0.0 if posterior is None else posterior.parameter.null
    return regions.probable(null, found.comparison.rope or found.ropes[0])
