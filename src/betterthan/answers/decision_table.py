"""Decision table: per task and pair, what the classical test and the verdict say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.errors import ArgumentError
from betterthan.judging.tally import Tally, tally
from betterthan.phrases import counted, unknown_name
from betterthan.results.codec import Plain, restored, written
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import REGIONS, Verdict

KEYS = ("higher_is_better", "rope", "level", "threshold", "pairs", "total", "tasks", "notes")


@dataclass(frozen=True)
class TaskDecision(Plain):
    """One task, decided twice.

    Parameters:
        first: the first model.
        second: the second model.
        task: name of the task.
        n: number of units.
        estimate: the estimated difference, oriented.
        classical: the classical procedure.
        p_value: its p-value.
        rejected: whether it rejects.
        procedure: the Bayesian procedure.
        probabilities: its three probabilities.
        verdict: what they allow to be said.
    """

    first: str
    second: str
    task: str
    n: int
    estimate: float | None
    classical: str
    p_value: float
    rejected: bool
    procedure: str
    probabilities: Probabilities
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """One flat row."""
        shares = {f"p_{region}": share for region, share in self.probabilities.to_dict().items()}
        return {name: value for name, value in vars(self).items() if name != "probabilities"} | shares

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> TaskDecision:
        """The decision that `to_dict` gave."""
        found = opened(record)
        shares = {region: found[f"p_{region}"] for region in REGIONS if f"p_{region}" in found}
        return super().from_dict({**found, "probabilities": shares})


class _Pair(NamedTuple):
    """A pair as a document names it, beside its counts."""

    first: str
    second: str


def _pairs(record: Any) -> tuple[tuple[str, str], ...]:
    return tuple((pair.first, pair.second) for pair in restored(tuple[_Pair, ...], record))


@dataclass(frozen=True)
class DecisionTable(Documented, Tabular, Told):
    """Classical against Bayesian decisions, per task and as counts (Benavoli 2017, Tables 2, 4, 5 and 6).

    Parameters:
        pairs: the pairs of models.
        tasks: one decision per pair and task.
        rope: the region of practical equivalence.
        level: the tests reject where p is at most 1 - level.
        threshold: probability that a verdict needs.
        notes: what was left out, and why.
        higher_is_better: False if the scores are losses; estimates are turned then.
    """

    pairs: Annotated[tuple[tuple[str, str], ...], _pairs]
    tasks: tuple[TaskDecision, ...]
    rope: Rope
    level: float
    threshold: float
    notes: tuple[str, ...] = ()
    higher_is_better: bool = True

    def __repr__(self) -> str:
        return f"<DecisionTable of {counted(len(self.pairs), 'pair')}, {counted(len(self.tasks), 'decision')}>"

    def counts(self, first: str | None = None, second: str | None = None) -> Tally:
        """The tasks of one pair, or of all pairs together, counted by both decisions.

        Parameters:
            first: the first model of the pair; None counts all pairs.
            second: the second model of the pair.
        """
        if first is not None and (first, second) not in self.pairs:
            known = [" and ".join(pair) for pair in self.pairs]
            raise ArgumentError(unknown_name("pair", f"{first} and {second}", known))
        chosen = [each for each in self.tasks if first is None or (each.first, each.second) == (first, second)]
        return tally((each.rejected, each.verdict) for each in chosen)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per pair and task."""
        return [each.to_dict() for each in self.tasks]

    def to_dict(self) -> dict[str, Any]:
        """The record, with its tasks counted."""
        pairs = [
            {"first": first, "second": second, "tally": self.counts(first, second).to_dict()}
            for first, second in self.pairs
        ]
        return in_order(KEYS, {**written(self), "pairs": pairs, "total": self.counts().to_dict()})
