"""From an answer to the figures that fit it, by the table: the main one, or one by name; on axes, in a file, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.answers.kinds import Answer
from betterthan.errors import ArgumentError
from betterthan.figures.saving import save_axes, svg_of
from betterthan.figures.shown import Shown
from betterthan.figures.style import Theme, in_theme
from betterthan.figures.table import RANKINGS, TABLE
from betterthan.figures.table import __all__ as figures
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Fitting(NamedTuple):
    """A row of the table, and its figure with what it shows."""

    shown: Shown[Any]
    draw: Callable[..., Axes]


def draw(found: Answer, figure: str | None = None, *, ax: Axes | None = None) -> Axes:
    """The figure that fits: the posterior of a pair, the effects of several models, and so on; or another by its name.

    Parameters:
        found: a comparison, several, a ranking, or another record that has a `plot` method.
        figure: name of one of `bt.figures` that shows such an answer; None for the main one.
        ax: matplotlib axes to draw on; new ones if None.
    """
    return (named_figure(found, figure) if figure is not None else main_figure(found) or _refusing(found))(ax=ax)


def save(found: Answer, path: str | Path, *, figure: str | None = None, theme: Theme = "light") -> None:
    """Write a figure; the suffix chooses SVG, PDF or PNG. The same result gives the same bytes.

    Parameters:
        found: what `draw` takes.
        path: where to.
        figure: as in `draw`.
        theme: `light` or `dark`.
    """
    with in_theme(theme):
        save_axes(draw(found, figure), path)


def svg(found: Answer, figure: str | None = None) -> str:
    """A figure as an `<svg>` element, to be put into a page.

    Parameters:
        found: what `draw` takes.
        figure: as in `draw`.
    """
    return svg_of(draw(found, figure))


def main_figure(answer: object) -> Callable[..., Axes] | None:
    """The figure that `draw` draws; None where none fits."""
    return next((each.draw for each in fitting(answer) if each.shown.main), None)


def named_figure(answer: object, name: str) -> Callable[..., Axes]:
    """The figure of this name; one that is not there or does not fit is refused with those that do."""
    found: dict[str, Callable[..., Axes]] = {}
    for each in fitting(answer):
        found.setdefault(each.shown.name, each.draw)
    if name in found:
        return found[name]
    others = f"Figures that do: {listing(found, limit=len(figures))}." if found else "No figure does."
    check_figure(name, tuple(found) or figures)
    raise ArgumentError(f"The figure `{name}` does not show {_called(answer)}. {others}")


def check_figure(name: object, known: Sequence[str] = figures) -> None:
    """Refuse what is not the name of a figure, and name those that are known, or only those that fit."""
    if not isinstance(name, str):
        raise ArgumentError(
            f'`figure=` takes the name of a figure, such as "forest"; got a {type(name).__name__}. Axes to draw on are '
            "given as `ax=`."
        )
    if name not in figures:
        raise ArgumentError(unknown_name("figure", name, known))


def _called(answer: object) -> str:
    """What was answered, as a message calls it."""
    procedure = getattr(answer, "procedure", None)
    return f"this `{type(answer).__name__}`" + (f" by `{procedure}`" if isinstance(procedure, str) else "")


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
