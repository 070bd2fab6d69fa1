"""Checked: whether what a document says follows from the posterior, and from the scores, that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from betterthan.answers.document import Documented, in_order
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.results.codec import written

KEYS = ("kind", "written_by", "agrees", "tolerance", "compared", "disagreements", "notes")

Basis: TypeAlias = Literal["document", "scores"]
"""What a value was computed from again: what the document itself holds (its posterior), or the scores."""


class Compared(NamedTuple):
    """How many values of a document were compared with what was computed again."""

    basis: Basis
    values: int
    disagreements: int


class Disagreement(NamedTuple):
    """A value of the document that is not what was computed again.

    Attributes:
        basis: what it was computed from.
        place: the keys that lead to it.
        stored: what the document says.
        found: what was computed.
    """

    basis: Basis
    place: str
    stored: str
    found: str


@dataclass(frozen=True)
class Checked(Documented, Tabular, Told):
    """A document, checked.

    Parameters:
        kind: what kind of answer the document holds.
        written_by: the version that wrote it.
        tolerance: numbers agree if they differ by at most this, or by this share of the larger one.
        compared: how many values were compared, by what they were computed from.
        disagreements: the values that do not agree.
        notes: what could not be checked, and why.
    """

    kind: str
    written_by: str
    tolerance: float
    compared: tuple[Compared, ...]
    disagreements: tuple[Disagreement, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether everything that was compared agrees."""
        return not self.disagreements

    def __repr__(self) -> str:
        said = "agrees" if self.agrees else f"{len(self.disagreements)} disagreements"
        return f"<Checked {self.kind}: {said}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        return in_order(KEYS, {**written(self), "agrees": self.agrees})

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per value that does not agree."""
        return [each._asdict() for each in self.disagreements]
