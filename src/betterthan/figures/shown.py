"""A row of the table of figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Answer = TypeVar("Answer")


def itself(found: object) -> object:
    """The whole answer."""
    return found


def nothing(found: object) -> Mapping[str, Any]:
    """No further arguments."""
    return {}


@dataclass(frozen=True)
class Shown(Generic[Answer]):
    """A figure that shows an answer: as its main figure, on its page, or where it is asked for by name."""

    draw: Callable[..., Axes]
    of: type[Answer]
    given: Callable[[Answer], object | None] = itself
    """What of the answer the figure is given; None where the figure does not fit."""
    options: Callable[[Answer], Mapping[str, Any]] = nothing
    """Further arguments of the figure."""
    main: bool = False
    """Whether it can be the figure of `plot`."""
    title: str = ""
    """Its heading on the page; without one it is not there."""
    words: str = ""
    """What it shows, for those who cannot see it."""

    @property
    def name(self) -> str:
        """By which it is asked for."""
        return self.draw.__name__
