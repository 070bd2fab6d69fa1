"""Pictures: the figures of a page, as SVG that takes the page's colours, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from betterthan.report.blocks import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes


WIDTH = 3.43
"""Inches: a phone shows all of a picture, and three stand side by side on a wide page."""
LETTERS = 9.0
"""Points: 12 pixels where a page shows a picture in its own size."""


def drawable(answer: object) -> bool:
    """Whether there is a main figure: a posterior, or the models side by side."""
    from betterthan.figures.choosing import main_figure

    return main_figure(answer) is not None


def main_picture(answer: object) -> Picture | None:
    """The figure that `plot` draws; None where there is none."""
    from betterthan.figures.choosing import main_figure

    figure = main_figure(answer)
    return None if figure is None else picture_of("Figure", figure, "the main result")


def pictures_of(*answers: object) -> tuple[Picture, ...]:
    """The figures of answers that stand together on a page, in the order of the table of figures."""
    from betterthan.figures.choosing import fitting

    shown = [each for answer in answers for each in fitting(answer) if each.shown.title]
    return tuple(picture_of(each.shown.title, each.draw, each.shown.words) for each in shown)


def picture_of(title: str, draw: Callable[[], Axes], description: str) -> Picture:
    """A figure as SVG whose colours a page can change.

    Matplotlib cannot write such colours itself: a CSS variable is no colour to it, and its SVG backend writes every
    colour as a literal. So the literals of our palette are replaced in the text, only where a style or an attribute
    begins with one: words, such as the name of a model, stay as they are.
    """
    from betterthan.figures.saving import svg_of
    from betterthan.figures.style import PALETTES, at_most

    with at_most(WIDTH, letters=LETTERS):
        text, palette = svg_of(draw()), PALETTES["light"]
    names = {palette.ink: "ink", palette.dim: "dim", palette.paper: "paper"}
    names |= {colour: region for region, colour in palette.fill.items()}
    names |= {colour: f"{region}-text" for region, colour in palette.text.items()}
    for colour, name in names.items():
        for before in (": ", '="'):
            text = text.replace(before + colour, f"{before}var(--{name},{colour})")
    return Picture(title, text, description)
