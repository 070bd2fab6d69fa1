"""From an answer to the figures that fit it, by the table; the main one on axes, in a file, or as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.answers.kinds import Answer
from betterthan.errors import ArgumentError
from betterthan.figures.saving import save_axes, svg_of
from betterthan.figures.shown import Shown
from betterthan.figures.style import Theme, in_theme
from betterthan.figures.table import RANKINGS, TABLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Fitting(NamedTuple):
    """A row of the table, and its figure with what it shows."""

    shown: Shown[Any]
    draw: Callable[..., Axes]


def draw(found: Answer, *, ax: Axes | None = None) -> Axes:
    """The figure that fits: the posterior of a pair, the effects of several models, and so on.

    Parameters:
        found: a comparison, several, a ranking, or another record that has a `plot` method.
        ax: matplotlib axes to draw on; new ones if None.
    """
    return (main_figure(found) or _refusing(found))(ax=ax)


def save(found: Answer, path: str | Path, *, theme: Theme = "light") -> None:
    """Write the main figure; the suffix chooses SVG, PDF or PNG. The same result gives the same bytes.

    Parameters:
        found: what `draw` takes.
        path: where to.
        theme: `light` or `dark`.
    """
    with in_theme(theme):
        save_axes(draw(found), path)


def svg(found: Answer) -> str:
    """The main figure as an `<svg>` element, to be put into a page.

    Parameters:
        found: what `draw` takes.
    """
    return svg_of(draw(found))


def main_figure(answer: object) -> Callable[..., Axes] | None:
    """The figure that `draw` draws; None where none fits."""
    return next((each.draw for each in fitting(answer) if each.shown.main), None)


def fitting(answer: object) -> Iterator[Fitting]:
    """The figures that fit an answer, in the order of the table."""
    for shown, part in _rows(answer):
        given = shown.given(part)
        if given is not None:
            yield Fitting(shown, partial(shown.draw, given, **shown.options(part)))


def _refusing(answer: object) -> Callable[..., Axes]:
    """The last main figure of such answers, which knows best what this one lacks."""
    rows = [(shown, part) for shown, part in _rows(answer) if shown.main]
    if not rows:
        raise ArgumentError(f"There is no figure of a {type(answer).__name__}.")
    shown, part = rows[-1]
    return partial(shown.draw, part)


def _rows(answer: object) -> list[tuple[Shown[Any], object]]:
    """The rows for such answers, each with what it is about: the ranking that the answer holds, or the answer."""
    ranking = RANKINGS[type(answer)](answer) if type(answer) in RANKINGS else None
    return [(shown, part) for part in (ranking, answer) for shown in TABLE if isinstance(part, shown.of)]
