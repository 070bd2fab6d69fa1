"""Flipped cases: the cases that one model won and the other lost, one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.tabular import Tabular


class FlippedCase(NamedTuple):
    """A case on which the scores of the two models differ.

    Attributes:
        winner: the model that was better on it.
        key: its id.
        within: its task, its cluster and its subgroup, as far as it has them, by the column's name.
        first: the score of the first model, in its own units.
        second: the score of the second model.
    """

    winner: str
    key: str
    within: tuple[tuple[str, str], ...]
    first: float
    second: float


@dataclass(frozen=True)
class FlippedCases(Tabular):
    """The cases that one model won and the other lost, those with the largest differences first.

    Parameters:
        models: the first and the second model.
        listed: the cases that are listed, half of them won by each model, as far as there are so many.
        won: how many cases each model won in all.
        by_group: how many of them each model won within each cluster (or task), by its name.
        grouped: what these are: `cluster` or `task`; empty if there are none.
    """

    models: tuple[str, str]
    listed: tuple[FlippedCase, ...]
    won: tuple[int, int]
    by_group: tuple[tuple[str, int, int], ...] = ()
    grouped: str = ""

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per case that is listed."""
        return [
            {"winner": flip.winner, "case": flip.key, **dict(flip.within), "first": flip.first, "second": flip.second}
            for flip in self.listed
        ]
