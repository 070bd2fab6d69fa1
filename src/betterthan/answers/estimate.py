"""Estimate: one model alone, its mean with an interval; and how it compares with a published number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.data.clusters import Clustering
from betterthan.judging.verdict import Decision
from betterthan.results.codec import Plain, plain, written
from betterthan.results.difference import DifferencePosterior
from betterthan.results.interval import Interval
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.law import Law
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope

KEYS = (
    "model", "task", "n", "unit", "metric", "higher_is_better", "mean", "sd", "interval", "level", "limits", "method",
    "against", "tasks", "clustering", "notes", "law",
)  # fmt: skip
"""The keys of a record, the law of the mean last."""
AGAINST = (
    "value", "n", "standard_error", "exact", "estimate", "interval", "rope", "direction", "probabilities", "decision",
    "result", "level", "threshold", "loss_matrix",
)  # fmt: skip


def _law(record: Any) -> Law | None:
    return None if record is None else law_from_dict(record)


@dataclass(frozen=True)
class Against(Plain):
    """One model against a published number, which is taken as an independent estimate.

    Parameters:
        value: the published number, in the units of the scores.
        n: the number of cases that it is a share of; None if it was not given.
        standard_error: its standard error; None if it was not given.
        result: the posterior of the difference, positive where the model is better than the published number.
        rope: the region of practical equivalence.
        decision: the verdict; `first` is the model, `second` the published number.
        level: coverage of the interval.
        threshold: the threshold that was given; None if the usual one was taken.
        loss_matrix: the loss matrix of rule `loss`, if one was given.
    """

    value: float
    n: int | None
    standard_error: float | None
    result: DifferencePosterior
    rope: Rope
    decision: Decision
    level: float = 0.95
    threshold: float | None = None
    loss_matrix: tuple[tuple[float, ...], ...] | None = None

    @property
    def exact(self) -> bool:
        """Whether the number was taken as known exactly, for nothing says how uncertain it is."""
        return self.n is None and self.standard_error is None

    @property
    def probabilities(self) -> Probabilities:
        """That the model is practically better, equivalent, or practically worse."""
        return self.decision.probabilities

    @property
    def estimate(self) -> float:
        """The estimated difference: positive where the model is better."""
        return self.result.estimate

    @property
    def interval(self) -> Interval:
        """The interval of the difference."""
        return self.result.interval(self.level)

    def to_dict(self) -> dict[str, Any]:
        """The record, with what follows from the posterior."""
        direction = self.result.direction()
        found = {
            "exact": self.exact,
            "estimate": self.estimate,
            "interval": plain(self.interval),
            "direction": {"first": direction.first, "second": direction.second},
            "probabilities": self.probabilities.to_dict(),
        }
        return in_order(AGAINST, {**written(self), **found})


@dataclass(frozen=True)
class Estimate(Documented, Tabular, Told):
    """One model alone: its mean, with an interval that fits how the units arose. All in the scores' original units.

    Parameters:
        model: name of the model.
        n: number of units.
        unit: what one unit is.
        mean: the mean over the units.
        sd: their standard deviation (n - 1); None for one unit.
        interval: equal-tailed, from the posterior law of the mean; None for one unit.
        method: how the interval was found, in a sentence.
        law: the posterior law of the mean; None for one unit.
        task: the task, if it is about one of several.
        metric: name of the score.
        higher_is_better: False if the scores are losses.
        level: coverage of the interval.
        limits: between what the mean lies and the interval ends, where that is known; else None.
        against: the comparison with a published number; None if none was given.
        tasks: the same for each of several tasks.
        clustering: facts about clusters.
        notes: what was dropped, averaged or assumed.
    """

    model: str
    n: int
    unit: str
    mean: float
    sd: float | None
    interval: Interval | None
    method: str
    law: Annotated[Law | None, _law]
    task: str | None = None
    metric: str = "score"
    higher_is_better: bool = True
    level: float = 0.95
    limits: tuple[float, float] | None = None
    against: Against | None = None
    tasks: tuple[Estimate, ...] = ()
    clustering: Clustering | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        inside = (
            "" if self.interval is None else f", {self.level:.0%} [{self.interval.low:.4g}, {self.interval.high:.4g}]"
        )
        return f"<Estimate of {self.model}: mean {self.mean:.4g} of {self.n:,} {self.unit}{inside}>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def probabilities(self) -> Probabilities | None:
        """Against the published number; None if none was given."""
        return None if self.against is None else self.against.probabilities

    @property
    def decision(self) -> Decision | None:
        """The verdict against the published number; None if none was given."""
        return None if self.against is None else self.against.decision

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        return in_order(KEYS, written(self))

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Estimate:
        """The estimate that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(opened(record))

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row, and one per task where there are several."""
        return [each._row() for each in (self, *self.tasks)]

    def _row(self) -> dict[str, Any]:
        against, p = self.against, self.probabilities
        return {
            "model": self.model,
            "task": self.task,
            "n": self.n,
            "unit": self.unit,
            "mean": self.mean,
            "sd": self.sd,
            "low": None if self.interval is None else self.interval.low,
            "high": None if self.interval is None else self.interval.high,
            "against": None if against is None else against.value,
            "estimate": None if against is None else against.estimate,
            "rope_low": None if against is None else against.rope.low,
            "rope_high": None if against is None else against.rope.high,
            "p_first": None if p is None else p.first,
            "p_equivalent": None if p is None else p.equivalent,
            "p_second": None if p is None else p.second,
            "verdict": None if against is None else against.decision.verdict,
        }
