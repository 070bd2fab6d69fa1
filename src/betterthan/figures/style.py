"""One visual language for every figure: three colours, safe for colour-blind readers and in grey; dark and light."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.font_manager import get_font_names

from betterthan.errors import ArgumentError
from betterthan.phrases import cut, unknown_name, visible
from betterthan.vocabulary import Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Theme: TypeAlias = Literal["light", "dark"]

FURTHER_FONTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Source Han Sans SC", "WenQuanYi Zen Hei",
    "PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic",
    "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", "Arial Unicode MS",
)  # fmt: skip
"""Fonts with letters that matplotlib's own lacks, as systems have them."""
MISSING_LETTER = r"(?s)Glyph .* missing from"
COLUMN = 3.4
"""Width of a paper's column in inches: every figure can be read at it."""
HATCHES: dict[Region, str] = {"first": "", "equivalent": "", "second": "///"}
"""In grey the second model is told from the first by its hatching."""


@dataclass(frozen=True)
class Palette:
    """The colours of a theme.

    Parameters:
        fill: of the three regions.
        text: the same colours, with enough contrast for text on the paper.
        ink: lines and words.
        dim: what matters less: grid lines, remarks.
        paper: the background.
    """

    fill: dict[Region, str]
    text: dict[Region, str]
    ink: str
    dim: str
    paper: str


PALETTES: dict[Theme, Palette] = {
    "light": Palette(
        {"first": "#1f5fa8", "equivalent": "#c3c9d1", "second": "#d98a00"},
        {"first": "#1f5fa9", "equivalent": "#5f6873", "second": "#9c6300"},
        ink="#1b1f24",
        dim="#5a6472",
        paper="#ffffff",
    ),
    "dark": Palette(
        {"first": "#6ea8e8", "equivalent": "#59626e", "second": "#f0b04a"},
        {"first": "#6ea8e9", "equivalent": "#aab4c0", "second": "#f0b04b"},
        ink="#e8ebef",
        dim="#a3adba",
        paper="#14181d",
    ),
}
"""No two colours of a theme are the same, so that a page can find and replace each of them in an SVG."""
_PALETTE: ContextVar[Palette] = ContextVar("palette", default=PALETTES["light"])
_WIDEST: ContextVar[float] = ContextVar("widest", default=float("inf"))
_LEAST_LETTERS: ContextVar[float] = ContextVar("least_letters", default=0.0)


def palette() -> Palette:
    """The colours of the theme that is being drawn."""
    return _PALETTE.get()


@contextmanager
def in_theme(name: Theme) -> Iterator[None]:
    """Draw in this theme.

    Parameters:
        name: `light` or `dark`.
    """
    if name not in PALETTES:
        raise ArgumentError(unknown_name("theme", name, tuple(PALETTES)))
    token = _PALETTE.set(PALETTES[name])
    try:
        yield
    finally:
        _PALETTE.reset(token)


@contextmanager
def at_most(width: float, *, letters: float = 0.0) -> Iterator[None]:
    """Draw new figures no wider than this, with letters of the same size.

    Parameters:
        width: in inches.
        letters: the least size of letters, in points.
    """
    widest, least = _WIDEST.set(width), _LEAST_LETTERS.set(letters)
    try:
        yield
    finally:
        _WIDEST.reset(widest)
        _LEAST_LETTERS.reset(least)


def least_letters() -> float:
    """The least size of letters that is asked for, in points; 0 if none is."""
    return _LEAST_LETTERS.get()


@contextmanager
def drawing(ax: Axes | None, *, width: float = 6.0, height: float = 3.2) -> Iterator[Axes]:
    """Axes to draw on in our style: those that were given, or those of a new figure.

    Parameters:
        ax: the user's axes, if any.
        width: of a new figure, in inches.
        height: of a new figure, in inches.
    """
    size = min(width, _WIDEST.get()), height
    with styled():
        yield Figure(figsize=size, layout="constrained").add_subplot() if ax is None else ax


@contextmanager
def styled() -> Iterator[None]:
    """Our settings; letters that the fonts lack are no matter for warnings, since an SVG leaves them to its reader."""
    with rc_context(settings()), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", message=MISSING_LETTER)
        yield


@cache
def families() -> tuple[str, ...]:
    """The fonts: matplotlib's own, then those of this machine that have the letters which it lacks."""
    installed = set(get_font_names())
    return ("DejaVu Sans", *(name for name in FURTHER_FONTS if name in installed))


def settings() -> dict[str, object]:
    """Matplotlib's settings for the current theme."""
    colours = palette()
    return {
        "font.size": 9.0,
        "font.family": families(),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": colours.ink,
        "axes.labelcolor": colours.ink,
        "axes.facecolor": "none",
        "axes.titlesize": 9.0,
        "figure.facecolor": colours.paper,
        "text.color": colours.ink,
        "xtick.color": colours.ink,
        "ytick.color": colours.ink,
        "hatch.linewidth": 0.6,
        "svg.fonttype": "none",
        "svg.hashsalt": "betterthan",  # without it the same figure would not have the same bytes
        "text.parse_math": False,  # user text is never mathematics
    }


def only(found: object, kinds: type | tuple[type, ...], figure: str) -> None:
    """Refuse what a figure cannot draw.

    Parameters:
        found: what was given.
        kinds: what the figure draws.
        figure: its name.
    """
    if not isinstance(found, kinds):
        accepted = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise ArgumentError(f"`figures.{figure}` draws {accepted}; got {type(found).__name__}.")


def shortened(name: str, limit: int = 24) -> str:
    """A name that fits into a figure.

    Parameters:
        name: name of a model or task.
        limit: how many letters there is room for.

    >>> shortened("a-model-with-a-name-that-goes-on")
    'a-model-with-a-name-tha…'
    """
    return cut(visible(name), limit)


def rest_of(shown: int, total: int, what: str) -> str:
    """What a figure says when it does not show everything: ` (20 of 500 tasks shown)`; nothing if it does.

    Parameters:
        shown: how many are drawn.
        total: how many there are.
        what: of what, in the plural.

    >>> rest_of(20, 500, "tasks"), rest_of(5, 5, "tasks")
    (' (20 of 500 tasks shown)', '')
    """
    return f" ({shown:,} of {total:,} {what} shown)" if shown < total else ""
