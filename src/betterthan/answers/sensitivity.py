"""Sensitivity: the verdict under other ropes and priors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.comparison import Comparison
from betterthan.answers.document import Documented, opened
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.results.codec import built, read
from betterthan.results.condition import ConditionName
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict


class Change(NamedTuple):
    """Where the verdict changes as the rope widens.

    Parameters:
        prior: under which prior.
        low: lower bound of the narrowest rope with the new verdict.
        high: upper bound of it.
        before: the verdict with a narrower rope.
        after: the verdict with this one.
    """

    prior: str
    low: float
    high: float
    before: Verdict
    after: Verdict


@dataclass(frozen=True)
class Sensitivity(Documented, Tabular, Told):
    """Probabilities and verdicts over ropes of several widths and, where there are named ones, over priors.

    Parameters:
        comparison: the comparison that was varied.
        priors: the prior of each row.
        ropes: the rope of each row, narrowest first.
        probabilities: the three probabilities under each.
        verdicts: the verdict under each.
        threshold: probability that a verdict needs.
        changes: where the verdict changes between the narrowest and the widest of the ropes, under each prior.
        held_back_by: under each, the condition that held a claim back, as in `Decision`; None where there is none.
    """

    comparison: Comparison
    priors: tuple[str, ...]
    ropes: tuple[Rope, ...]
    probabilities: tuple[Probabilities, ...]
    verdicts: tuple[Verdict, ...]
    threshold: float
    changes: tuple[Change, ...]
    held_back_by: tuple[ConditionName | None, ...]

    def __repr__(self) -> str:
        verdicts = ", ".join(dict.fromkeys(self.verdicts))
        return f"<Sensitivity of {self.comparison!r} to {len(self.ropes)} ropes and priors: {verdicts}>"

    @property
    def stable(self) -> bool:
        """Whether every row leads to the same verdict."""
        return len(set(self.verdicts)) == 1

    @property
    def own_prior(self) -> str:
        """The prior of the comparison, whose rows come first."""
        return self.priors[0]

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per prior and rope."""
        return [row._asdict() for row in self._rows()]

    def to_dict(self) -> dict[str, Any]:
        """The record, with the whole comparison that was varied."""
        names = {"first": self.comparison.first, "second": self.comparison.second}
        found = {"procedure": self.comparison.procedure, "threshold": self.threshold, "stable": self.stable}
        changes = [change._asdict() for change in self.changes]
        return {
            **names,
            **found,
            "changes": changes,
            "ropes": self.to_rows(),
            "comparison": self.comparison.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Sensitivity:
        """The sensitivity that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        found = opened(record)
        comparison, threshold, rows, changes = read(_Written, found).values()
        parts = zip(*(_parts(row) for row in rows), strict=True) if rows else ((),) * 5
        priors, ropes, probabilities, verdicts, held_back = parts
        return cls(comparison, priors, ropes, probabilities, verdicts, threshold, changes, held_back)

    def _rows(self) -> Iterator[_Row]:
        found = zip(self.priors, self.ropes, self.probabilities, self.verdicts, self.held_back_by, strict=True)
        for prior, rope, p, verdict, held_back in found:
            yield _Row(prior, rope.low, rope.high, *p, verdict, rope.source, held_back)


class _Row(NamedTuple):
    """One prior and one rope."""

    prior: str
    low: float
    high: float
    first: float
    equivalent: float
    second: float
    verdict: Verdict
    source: str
    held_back_by: ConditionName | None = None


class _Written(NamedTuple):
    """What the record cannot do without."""

    comparison: Comparison
    threshold: float
    ropes: tuple[_Row, ...]
    changes: tuple[Change, ...]


def _parts(row: _Row) -> tuple[str, Rope, Probabilities, Verdict, ConditionName | None]:
    rope = built(Rope, {"low": row.low, "high": row.high, "source": row.source})
    return row.prior, rope, Probabilities.from_dict(row._asdict()), row.verdict, row.held_back_by
