"""What a figure is given: a comparison, or what a procedure returned; and the differences of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.data.protocol import Comparable
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import TwoSamples
from betterthan.data.units import CASES, TASKS, Unit
from betterthan.errors import ArgumentError
from betterthan.results.kinds import KINDS, PairResult
from betterthan.results.protocol import Posterior
from betterthan.results.rope import Rope, RopeLike, as_rope

TURNED = ", losses turned"
"""What an axis of differences adds where lower scores are better."""

Asked = TypeVar("Asked", bound=Posterior)


@dataclass(frozen=True)
class Given(Generic[Asked]):
    """A posterior with the names of its models and the rope that it is asked about.

    Parameters:
        result: the posterior.
        first: name of the first model.
        second: name of the second model.
        asked: the rope, if one is known.
    """

    result: Asked
    first: str
    second: str
    asked: Rope | None

    @property
    def rope(self) -> Rope:
        """The rope, on the scale of the parameter."""
        if self.asked is None:
            raise ArgumentError("A posterior alone has no rope; give one, as in `rope=0.01`, or draw a comparison.")
        return self.asked


def given(
    found: Comparison | PairResult,
    *kinds: type[Asked],
    rope: RopeLike | None = None,
    figure: str,
    instead: str,
) -> Given[Asked]:
    """What is to be drawn, if it is of a kind that the figure is for.

    Parameters:
        found: a comparison, or what a procedure returned.
        kinds: the kinds of posteriors that the figure can draw.
        rope: the rope; None takes that of the comparison.
        figure: name of the figure.
        instead: which procedures give such a posterior.
    """
    result = found.result if isinstance(found, Comparison) else found
    if not isinstance(result, kinds):
        was = f"`{result.procedure}`" if type(result) in KINDS.values() else type(found).__name__
        raise ArgumentError(f"`figures.{figure}` draws the posterior of {instead}; got {was}.")
    names = (found.first, found.second) if isinstance(found, Comparison) else ("first", "second")
    asked = (found.rope if isinstance(found, Comparison) else None) or result.built_for
    if rope is not None:
        asked = Rope(*result.bounds(rope))
    return Given(result, *names, asked)


@dataclass(frozen=True)
class Differences:
    """Differences first - second, one per unit; of losses second - first.

    Parameters:
        values: the differences.
        unit: what one of them belongs to.
        turned: whether they are of losses.
    """

    values: Array
    unit: Unit
    turned: bool = False

    @property
    def name(self) -> str:
        """What one of them is."""
        losses = TURNED if self.turned else ""
        return f"{'mean ' if self.unit == TASKS else ''}difference per {self.unit.singular}{losses}"

    @property
    def count(self) -> str:
        """How many of what."""
        return self.unit.counted(len(self.values))


def differences_of(table: Comparable, *, figure: str) -> Differences:
    """The differences that a figure shows: one per unit of a single task, else the mean of each task.

    Parameters:
        table: paired scores of two models.
        figure: name of the figure.
    """
    if not isinstance(table, Comparable):
        was = type(table).__name__
        raise ArgumentError(f"`figures.{figure}` draws a table of paired scores, as `bt.pair` gives it; got {was}.")
    if len(table.models) > 2:
        raise ArgumentError(
            f"`figures.{figure}` draws two models; this table has {len(table.models)}. Choose with `table.two(a, b)`."
        )
    single = table.by_task() if len(table.tasks) > 1 else table
    if isinstance(single, TwoSamples):
        raise ArgumentError(f"`figures.{figure}` draws differences; unpaired scores have none. See `figures.boxplots`.")
    turned = not table.higher_is_better
    if isinstance(single, PairedSummary):
        return Differences(_of_cells(single, figure), CASES, turned)
    return Differences(single.differences(), single.design.unit, turned)


def as_rope_of(rope: RopeLike | None) -> Rope:
    """The rope of raw differences; without one, any difference counts.

    Parameters:
        rope: the rope, if any.
    """
    return Rope(0.0, 0.0) if rope is None else as_rope(rope)


def _of_cells(summary: PairedSummary, figure: str) -> Array:
    """The differences of 0/1 scores that are known as counts."""
    if not summary.binary:
        raise ArgumentError(f"`figures.{figure}` draws single differences, and of these scores only sums are known.")
    cells = summary.cells()
    return np.repeat([-1.0, 0.0, 1.0], [cells.n01, cells.n00 + cells.n11, cells.n10])
