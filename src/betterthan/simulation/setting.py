"""A setting of a simulation study: what is drawn and measured again and again, and what should come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

import numpy as np

from betterthan.answers.validation import Finding
from betterthan.arrays import Array

Drawn: TypeAlias = dict[str, float]
"""What one repetition measured, by quantity."""


@dataclass(frozen=True)
class Setting:
    """What is simulated again and again.

    Parameters:
        words: what is special about it.
        measured: one repetition, from its source of random numbers.
        expected: what is published or due, by quantity, as it is printed.
        limits: between which a share has to lie in the long run, where that is known.
        slack: so many standard errors of a share it may lie beyond.
        at: where it stands on the horizontal axis of the study's figure, if it has one.
    """

    words: str
    measured: Callable[[np.random.Generator], Drawn]
    expected: dict[str, str] = field(default_factory=dict)
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)
    slack: float = 4.0
    at: float | None = None

    def findings(self, study: str, drawn: Iterable[Drawn]) -> tuple[Finding, ...]:
        """The means over the repetitions, with their standard errors.

        Parameters:
            study: name of the study.
            drawn: what the repetitions measured.
        """
        runs = list(drawn)
        values = {quantity: np.array([run[quantity] for run in runs]) for quantity in runs[0]}
        return tuple(self._finding(study, quantity, each) for quantity, each in values.items())

    def _finding(self, study: str, quantity: str, values: Array) -> Finding:
        count, due = len(values), self.limits.get(quantity)
        low, high = (None, None) if due is None else _allowed(due, self.slack, count)
        expected, mean, error = self.expected.get(quantity, ""), float(values.mean()), standard_error(values)
        return Finding(study, self.words, quantity, expected, mean, error, count, self.at, low, high)


def standard_error(values: Array) -> float:
    """Of the mean; it is 0 where all values are the same, and of a single one.

    Parameters:
        values: one per repetition.
    """
    return float(values.std(ddof=1) / sqrt(len(values))) if np.ptp(values) > 0 else 0.0


def _allowed(due: tuple[float, float], slack: float, count: int) -> tuple[float, float]:
    """Bounds of a share in the long run, widened by what so many repetitions may stray."""
    low, high = (slack * sqrt(bound * (1 - bound) / count) for bound in due)
    return due[0] - low, due[1] + high
