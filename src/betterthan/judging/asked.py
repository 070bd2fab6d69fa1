"""Which question these scores can answer, with which procedure, and why: the record."""

from __future__ import annotations

from dataclasses import dataclass

from betterthan.judging.alternatives import Alternatives
from betterthan.results.codec import Plain
from betterthan.vocabulary import QuestionKind


@dataclass(frozen=True)
class Question(Plain):
    """What can be asked of a table.

    Parameters:
        kind: `Q1` (predictors on one task), `Q2` (learning algorithms on one task), `Q3` (several tasks).
        asks: the question as a sentence.
        procedure: the recommended procedure; None if this version has none for the design.
        alternatives: other procedures that fit; they are looked for when they are read.
        reason: why, in one or two sentences.
    """

    kind: QuestionKind
    asks: str
    procedure: str | None
    alternatives: tuple[str, ...] | Alternatives
    reason: str
