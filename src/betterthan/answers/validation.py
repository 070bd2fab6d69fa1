"""Validation: what simulation studies found, beside what was published or is due."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.document import Documented
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told

NUMBER = re.compile(r"-?\d*\.?\d+")


class Finding(NamedTuple):
    """One number of a study.

    Attributes:
        study: name of the study.
        setting: what was simulated, such as `50 tasks`.
        quantity: what was measured.
        expected: what is published or due, as it is printed; empty where nothing is.
        ours: what came out.
        error: its Monte Carlo standard error; 0 where nothing is drawn, or where every repetition gave the same.
        repetitions: how often it was drawn.
        at: where the setting stands on the horizontal axis of a figure; None if it has no such place.
        low: the least that it may be, given the number of repetitions; None where nothing is due.
        high: the most that it may be.
    """

    study: str
    setting: str
    quantity: str
    expected: str
    ours: float
    error: float
    repetitions: int
    at: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether it lies where it has to; None where nothing is due."""
        if self.low is None or self.high is None:
            return None
        return self.low <= self.ours <= self.high

    @property
    def number(self) -> float | None:
        """What is expected, as a number, if there is one in what is printed."""
        found = NUMBER.search(self.expected)
        return None if found is None else float(found[0])


@dataclass(frozen=True)
class Validation(Documented, Tabular, Told):
    """Studies that were run, and what they found.

    Parameters:
        seed: from which everything was drawn.
        findings: the numbers, study by study.
        notes: how the studies were set up, and what does not come out.
    """

    seed: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Validation: {len(self.findings)} findings of {len(self.studies)} studies>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def studies(self) -> tuple[str, ...]:
        """The names of the studies, in their order."""
        return tuple(dict.fromkeys(each.study for each in self.findings))

    @property
    def off(self) -> tuple[Finding, ...]:
        """What does not lie where it has to."""
        return tuple(each for each in self.findings if each.holds is False)

    def of(self, study: str) -> tuple[Finding, ...]:
        """What one study found.

        Parameters:
            study: its name.
        """
        return tuple(each for each in self.findings if each.study == study)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per finding."""
        return [{**each._asdict(), "holds": each.holds} for each in self.findings]
