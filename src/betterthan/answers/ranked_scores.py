"""Ranked scores: a ranking together with the table of scores that a paper prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from betterthan.answers.document import Documented, opened
from betterthan.answers.ranked import Ranked
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.results.codec import part


@dataclass(frozen=True)
class RankedScores(Documented, Tabular, Told):
    """A ranking, and the scores of the same models on the same tasks."""

    ranked: Ranked
    scores: ScoreTable

    def to_dict(self) -> dict[str, Any]:
        """The record of the ranking, with the key `scores`."""
        return {**self.ranked.to_dict(), "scores": self.scores.to_dict()}

    def document(self) -> dict[str, Any]:
        """The document of the ranking, with the key `scores`: what `--json` prints."""
        return {**self.ranked.document(), "scores": self.scores.to_dict()}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> RankedScores:
        """The ranking and the scores that `to_dict` or `document` gave."""
        found = opened(record)
        return cls(Ranked.from_dict(found), part("scores", ScoreTable, found.get("scores")))

    def to_rows(self) -> list[dict[str, Any]]:
        """The rows of the ranking."""
        return self.ranked.to_rows()
