"""What the figures of a hierarchical McNemar model share: its posterior, and draws that lie beyond the frame."""

from __future__ import annotations

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.figures.given import Given, given
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.rope import RopeLike

DRAWS = 2000
INSTEAD = "a hierarchical procedure for 0/1 scores"


def population_of_shares(
    found: Comparison | HierarchicalPosterior, rope: RopeLike | None = None, *, figure: str
) -> Given[HierarchicalPosterior]:
    """The posterior of Beta(a, b), or why there is none.

    Parameters:
        found: a comparison, or what a procedure returned.
        rope: the rope; None takes that of the comparison.
        figure: name of the figure.
    """
    asked = given(found, HierarchicalPosterior, rope=rope, figure=figure, instead=INSTEAD)
    if not asked.result.parameter.null:
        raise ArgumentError(f"`figures.{figure}` draws the posterior of {INSTEAD}; see `figures.next_tasks`.")
    return asked


def beyond(x: Array, y: Array, across: tuple[float, float], up: tuple[float, float]) -> int:
    """How many points lie outside of a frame, whichever side.

    Parameters:
        x: where they are from left to right.
        y: where they are from the bottom up.
        across: left and right end of the frame.
        up: its lower and upper end.
    """
    return int(((x < across[0]) | (x > across[1]) | (y < up[0]) | (y > up[1])).sum())
