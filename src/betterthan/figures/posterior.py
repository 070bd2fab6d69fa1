"""Posterior density of the difference, with the rope and the three regions (Williams 2026, Figs. 1b, 2b, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from betterthan.arrays import Array, BoolArray
from betterthan.comparison import Comparison
from betterthan.errors import ArgumentError
from betterthan.figures.style import COLOURS, HATCHES, INK, INKS, SETTINGS
from betterthan.results import DifferencePosterior, HierarchicalPosterior, Posterior, Probabilities, Region
from betterthan.rope import Rope
from betterthan.wording import number, share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def posterior(comparison: Comparison, *, ax: Axes | None = None) -> Axes:
    """Draw the posterior of the difference, with the rope and the probability of each region.

    Parameters:
        comparison: a comparison by a Bayesian procedure.
        ax: matplotlib axes to draw on; new ones if None.
    """
    found = comparison.posterior
    drawn = found.next_task if isinstance(found, HierarchicalPosterior) else found
    if not isinstance(drawn, DifferencePosterior) or comparison.rope is None:
        raise ArgumentError(
            f"`{comparison.procedure}` has no posterior density to draw; `bayes_t` and `bayes_hierarchical_t` have one."
        )
    with rc_context(SETTINGS):  # type: ignore[arg-type]
        axes = Figure(figsize=(6.0, 3.2), layout="constrained").add_subplot() if ax is None else ax
        x = _range(drawn, comparison.rope.low, comparison.rope.high)
        density = np.where(np.isfinite(drawn.density(x)), drawn.density(x), 0.0)
        if drawn.sd == 0:
            axes.axvline(drawn.mean, color=INK, lw=2)
        axes.plot(x, density, color=INK, lw=1.2)
        shown = _shown(found, comparison.rope)
        _shade(axes, x, density, comparison, drawn, shown)
        for bound in (comparison.rope.low, comparison.rope.high):
            axes.axvline(bound, color=INK, lw=0.8, ls=(0, (4, 3)))
        axes.set(xlabel=drawn.parameter.name, yticks=[], xlim=(x[0], x[-1]))
        axes.set_ylim(0, max(1e-300, density.max()) * 1.05 if density.max() > 0 else 1.0)
        axes.spines["left"].set_visible(False)
    return axes


def _shown(found: Posterior | None, rope: Rope) -> Probabilities:
    """The probabilities of what is drawn: for a hierarchical posterior, of one more task."""
    assert found is not None
    return found.readings(rope)["next_task"] if isinstance(found, HierarchicalPosterior) else found.probabilities(rope)


def _range(drawn: DifferencePosterior, low: float, high: float) -> Array:
    """Nearly all of the posterior, and the rope."""
    ends = drawn.quantile(np.array([0.002, 0.998]))
    left, right = min(float(ends[0]), low), max(float(ends[1]), high)
    margin = 0.06 * (right - left) or 1.0
    return np.linspace(left - margin, right + margin, 801)


def _shade(
    axes: Axes, x: Array, density: Array, comparison: Comparison, drawn: DifferencePosterior, shown: Probabilities
) -> None:
    rope = comparison.rope
    assert rope is not None
    above = drawn.parameter.first_is == "above"
    sides: tuple[Region, Region] = ("second", "first") if above else ("first", "second")
    spans: tuple[tuple[Region, BoolArray], ...] = (
        (sides[0], x <= rope.low),
        ("equivalent", (x >= rope.low) & (x <= rope.high)),
        (sides[1], x >= rope.high),
    )
    names = {"first": f"{_short(comparison.first)} better", "equivalent": "equivalent"}
    names["second"] = f"{_short(comparison.second)} better"
    for place, (region, inside) in zip((0.0, 0.5, 1.0), spans, strict=True):
        axes.fill_between(
            x, density, where=inside, facecolor=COLOURS[region], hatch=HATCHES[region], edgecolor="white", lw=0
        )
        label = f"{names[region]}\n{share_of(region, shown)}"
        align = {0.0: "left", 0.5: "center", 1.0: "right"}[place]
        axes.text(
            place, 1.02, label, transform=axes.transAxes, ha=align, va="bottom", fontweight="bold", color=INKS[region]
        )
    axes.annotate(
        f"rope [{number(rope.low)}, {number(rope.high)}]", (0.5, 0.0), xycoords="axes fraction",
        xytext=(0, -34), textcoords="offset points", ha="center", va="top", fontsize=8, annotation_clip=False,
    )  # fmt: skip


def _short(name: str, limit: int = 24) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"
