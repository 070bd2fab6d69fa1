"""Replication: numbers that papers print, beside what comes out when they are computed again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from betterthan.answers.document import Documented, in_order
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.results.codec import written

KEYS = ("agrees", "data", "counts", "figures", "notes")

Outcome: TypeAlias = Literal["ok", "known difference", "off"]
"""Ours is the printed number; it is not, and it is known why; it is not."""


class Replicated(NamedTuple):
    """One printed number, computed again.

    Attributes:
        source: where it is printed.
        place: the table or section.
        setting: how it was computed again.
        stated: whether the text states that setting; if not, it was found by trial.
        of: what it is about.
        quantity: what it is.
        theirs: as it is printed.
        ours: what came out.
        difference: ours less theirs.
        within: how far apart the two may be.
        outcome: whether they agree.
        reason: why a difference is known; else empty.
    """

    source: str
    place: str
    setting: str
    stated: bool
    of: str
    quantity: str
    theirs: str
    ours: float
    difference: float
    within: float
    outcome: Outcome
    reason: str


class Counts(NamedTuple):
    """How many numbers of a source came out.

    Attributes:
        source: where they are printed; `total` for all together.
        figures: how many there are.
        as_stated: that come out as the text says.
        found_by_trial: that come out with a setting that the text does not state.
        known: that do not, and it is known why.
        off: that do not.
    """

    source: str
    figures: int
    as_stated: int
    found_by_trial: int
    known: int
    off: int


@dataclass(frozen=True)
class Replication(Documented, Tabular, Told):
    """Printed numbers, computed again.

    Parameters:
        data: from which data: `bundled`, or a file.
        figures: the numbers, source by source.
        notes: what was left out, and what else is known to be wrong in the papers.
    """

    data: str
    figures: tuple[Replicated, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        total = self.total
        return f"<Replication: {total.figures} figures, {total.known} known differences, {total.off} off>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def agrees(self) -> bool:
        """Whether every number came out, or is known not to."""
        return self.total.off == 0

    @property
    def counts(self) -> tuple[Counts, ...]:
        """How many numbers came out, by source."""
        sources = dict.fromkeys(each.source for each in self.figures)
        return tuple(_counts(name, [each for each in self.figures if each.source == name]) for name in sources)

    @property
    def total(self) -> Counts:
        """How many numbers came out."""
        return _counts("total", self.figures)

    def to_dict(self) -> dict[str, Any]:
        """The record, with its numbers counted."""
        counts = [each._asdict() for each in (*self.counts, self.total)]
        return in_order(KEYS, {**written(self), "agrees": self.agrees, "counts": counts})

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per number."""
        return [each._asdict() for each in self.figures]


def _counts(source: str, figures: Iterable[Replicated]) -> Counts:
    held = [(each.outcome, each.stated) for each in figures]
    known, off = (sum(outcome == name for outcome, _ in held) for name in ("known difference", "off"))
    return Counts(source, len(held), held.count(("ok", True)), held.count(("ok", False)), known, off)
