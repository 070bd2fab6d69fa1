"""Validation: what a simulation study found, beside what was published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.document import Documented
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told


class Finding(NamedTuple):
    """One number of a study.

    Attributes:
        study: name of the study.
        setting: what was simulated, such as `50 tasks`.
        quantity: what was measured.
        theirs: what is published, as it is printed; empty where nothing is.
        ours: what came out.
        error: its Monte Carlo standard error; 0 where nothing is drawn.
    """

    study: str
    setting: str
    quantity: str
    theirs: str
    ours: float
    error: float


@dataclass(frozen=True)
class Validation(Documented, Tabular, Told):
    """Studies that were run, and what they found.

    Parameters:
        repetitions: data sets that were simulated for each setting.
        seed: from which they were drawn.
        findings: the numbers, study by study.
        notes: how the studies were set up, and what does not come out.
    """

    repetitions: int
    seed: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Validation: {len(self.findings)} findings, {self.repetitions:,} repetitions>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def studies(self) -> tuple[str, ...]:
        """The names of the studies, in their order."""
        return tuple(dict.fromkeys(each.study for each in self.findings))

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per finding."""
        return [each._asdict() for each in self.findings]
