"""Flips: the cases that one model won and the other lost, counted and one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.tabular import Tabular
from betterthan.results.codec import Plain


class Flip(NamedTuple):
    """A case on which the scores of two models differ.

    Attributes:
        case: its id, with what else names it.
        within: its task, its cluster and its subgroup, as far as it has them, by the column's name.
        first: the score of the first model, in original units.
        second: the score of the second model.
        difference: first minus second, oriented: negative if the first lost it.
        files: the file of the first score and that of the second, None where it is from none; of the mean of several
            scores, the file of the first of them.
    """

    case: str
    within: Mapping[str, str]
    first: float
    second: float
    difference: float
    files: tuple[str | None, str | None] = (None, None)


class FlipsWithin(NamedTuple):
    """How many cases of one cluster, or one task, flipped.

    Attributes:
        name: the cluster or the task.
        won: how many the first model won.
        lost: how many it lost.
    """

    name: str
    won: int
    lost: int


@dataclass(frozen=True)
class Flips(Plain, Tabular):
    """The cases on which two models differ, counted, and those that were asked for.

    Parameters:
        first: the first model: the new one of a gate.
        second: the second model: the baseline of a gate.
        won: how many cases the first model won.
        lost: how many it lost.
        same: on how many both have the same score.
        largest_wins: its largest wins.
        largest_losses: its largest losses.
        grouped: what `groups` are: `cluster` or `task`; None if there are none.
        groups: how many cases were won and lost within each.
    """

    first: str
    second: str
    won: int
    lost: int
    same: int
    largest_wins: tuple[Flip, ...] = ()
    largest_losses: tuple[Flip, ...] = ()
    grouped: str | None = None
    groups: tuple[FlipsWithin, ...] = ()

    @property
    def listed(self) -> tuple[Flip, ...]:
        """The wins and the losses that were asked for."""
        return self.largest_wins + self.largest_losses

    def winner(self, flip: Flip) -> str:
        """The model that was better on a case.

        Parameters:
            flip: the case.
        """
        return self.first if flip.difference > 0 else self.second

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per case that is listed."""
        return [
            {
                "winner": self.winner(flip),
                "case": flip.case,
                **flip.within,
                "first": flip.first,
                "second": flip.second,
                "first_file": flip.files[0],
                "second_file": flip.files[1],
            }
            for flip in self.listed
        ]
