"""Pictures: the figures of a page, as SVG that takes the page's colours, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from betterthan.comparison import Comparison
from betterthan.comparisons import Comparisons
from betterthan.report.report import Picture
from betterthan.report.reporting import Answer
from betterthan.results import HierarchicalPosterior, RegionPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def pictures_of(found: Answer) -> tuple[Picture, ...]:
    """The figures that an answer can be shown in.

    Parameters:
        found: a comparison, several, or a ranking.
    """
    from betterthan import figures

    if isinstance(found, Comparison):
        return _of_pair(found)
    ranked = found.ranked if isinstance(found, Comparisons) else found
    if ranked is None:
        return ()
    shown = [
        _picture("Effects of the models", lambda: figures.effects(ranked), "each model with its interval"),
        _picture("Who is better than whom", lambda: figures.better_matrix(ranked), "probability for every pair"),
        _picture("Places", lambda: figures.rank_distribution(ranked), "probability of each place"),
    ]
    if any("critical difference" in test.diagnostics.figures for test in ranked.tests):
        diagram = _picture(
            "Critical difference", lambda: figures.critical_difference(ranked), "average ranks, tied groups joined"
        )
        shown.append(diagram)
    return tuple(shown)


def _of_pair(found: Comparison) -> tuple[Picture, ...]:
    """The posterior itself is drawn live; beside it, what a posterior over tasks can show."""
    from betterthan import figures

    if isinstance(found.result, HierarchicalPosterior):
        return (_picture("Tasks", lambda: figures.forest(found), "raw and shrunken difference of every task"),)
    if isinstance(found.result, RegionPosterior):
        return (_picture("Three shares", lambda: figures.simplex(found), "posterior of the three regions"),)
    return ()


def _picture(title: str, draw: Callable[[], Axes], description: str) -> Picture:
    from betterthan.figures import svg_of
    from betterthan.figures.style import PALETTES

    text, palette = svg_of(draw()), PALETTES["light"]
    names = {palette.ink: "ink", palette.dim: "dim", palette.paper: "paper"}
    names |= {colour: region for region, colour in palette.fill.items()}
    names |= {colour: f"{region}-text" for region, colour in palette.text.items()}
    for colour, name in names.items():
        text = text.replace(colour, f"var(--{name},{colour})")
    return Picture(title, text, description)
