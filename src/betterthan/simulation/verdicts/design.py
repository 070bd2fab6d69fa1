"""A design: an experiment that is made again and again, of which the truth is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from betterthan.arrays import Array, IntArray

Draw: TypeAlias = Callable[[np.random.Generator, float], Array]
"""Scores, models x units, of which the first model truly leads by a given amount."""

TWO_SIDED = (
    "two-sided: a verdict needs 0.95 on one side, and the rope is so narrow beside the standard error ({}) that chance "
    "may claim either side; each side errs in at most 5%, both together in at most 10%"
)


@dataclass(frozen=True)
class Design:
    """An experiment that is made again and again.

    Parameters:
        name: what it is called in the stored figures.
        words: what it is, for the page.
        truth: how the scores are drawn, for the page.
        draw: its scores.
        outside: a lead outside the rope.
        bound: the first model's lead on the bound of the rope; None where there is no rope.
        keys: the columns that tell its units apart: a label per unit, or per score where units are not shared.
        given: makes of the scores what a user gives, where that is no table of scores.
        rope: what the user gives; None is the default.
        options: what the user says besides.
        models: number of models.
        why: why more than one in twenty claims may be false, where that is so.
        most: how many verdicts of a kind may be false in the long run, where that is more than one in twenty.
    """

    name: str
    words: str
    truth: str
    draw: Draw
    outside: float
    bound: float | None = None
    keys: Mapping[str, IntArray] = field(default_factory=dict)
    given: Callable[[Array], Any] | None = None
    rope: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    models: int = 2
    why: str = ""
    most: Mapping[str, float] = field(default_factory=dict)

    @property
    def limit(self) -> float:
        """The largest share of false claims that is allowed, in the long run."""
        return 0.10 if self.why else 0.05

    @property
    def leads(self) -> dict[str, float]:
        """By how much the first model leads, in each condition."""
        bound = {} if self.bound is None else {"on the bound": self.bound}
        return {"equal": 0.0, **bound, "outside": self.outside}

    @property
    def paired(self) -> bool:
        """Whether all models share the units, and nothing is asked but the default."""
        first = next(iter(self.keys.values()), np.empty(0))
        return self.given is None and not self.options and len(first) == self._units

    @property
    def _units(self) -> int:
        return int(self.draw(np.random.default_rng(0), 0.0).shape[1])

    def columns(self, scores: Array) -> Any:
        """What a user has: a long table of scores, or something else.

        Parameters:
            scores: models x units.
        """
        if self.given is not None:
            return self.given(scores)
        names = [f"m{j}" for j in range(self.models)]
        labels = {name: np.tile(each, scores.size // len(each)) for name, each in self.keys.items()}
        return {"model": np.repeat(names, scores.shape[1]), **labels, "score": scores.ravel()}


# What several designs draw.


def units(count: int, spread: float) -> Draw:
    """Independent normal differences.

    Parameters:
        count: number of units.
        spread: their standard deviation.
    """
    return lambda rng, lead: above(rng, lead + rng.normal(0, spread, count))


def above(rng: np.random.Generator, differences: Array) -> Array:
    """Two models with these differences.

    Parameters:
        rng: source of random numbers.
        differences: first minus second, a number per unit.
    """
    second = rng.normal(0.6, 0.05, len(differences))
    return np.stack([second + differences, second])


def right_or_wrong(rng: np.random.Generator, shares: Array, disagree: float = 0.2) -> Array:
    """0/1 scores of cases.

    Parameters:
        rng: source of random numbers.
        shares: the probabilities that the first model wins a disagreement, case by case.
        disagree: probability of a disagreement.
    """
    differ, wins, both = (rng.random(len(shares)) for _ in range(3))
    agreed = both < 0.75
    first = np.where(differ < disagree, wins < shares, agreed)
    second = np.where(differ < disagree, wins >= shares, agreed)
    return np.stack([first, second]).astype(float)


def folds(rng: np.random.Generator, runs: int, count: int, spread: float) -> Array:
    """Folds that correlate by the share that is tested on, as Nadeau and Bengio (2003) have it: runs x folds.

    Parameters:
        rng: source of random numbers.
        runs: number of tasks.
        count: folds of each.
        spread: standard deviation of a fold.
    """
    shared = rng.normal(0, 0.1**0.5, (runs, 1)) + rng.normal(0, 0.9**0.5, (runs, count))
    return np.asarray(spread * shared)
