"""Seed table: every model over its seeds, with the test against a baseline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.outlook import Outlook
from betterthan.answers.parts import finite
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.results.codec import Plain, plain, written, written_as
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Adjustment

KEYS = ("metric", "unit", "higher_is_better", "level", "baseline", "adjustment", "rows", "notes")
ROW = ("task", "model", "n", "mean", "sd", "interval", "min", "median", "max", "worst", "best", "scores", "against")


class SeedScore(NamedTuple):
    """The score of one seed, in its original units."""

    seed: str
    score: float


@dataclass(frozen=True)
class SeedTest(Plain):
    """One model against the baseline.

    Parameters:
        baseline: the other model.
        test: the classical test; its estimate is positive where the model is better than the baseline.
        paired: whether the two have the same seeds, so that seed was compared with seed.
        p_adjusted: its p-value, adjusted for the number of tests in the table.
        rope: the region of practical equivalence; None if none was given.
        probabilities: that the model is practically better, equivalent, worse; None without a rope.
        outlook: how many runs of each model would bring one of them to 0.95; None where one is, or without a rope.
    """

    baseline: str
    test: NullTest = field(metadata=written_as("result"))
    paired: bool
    p_adjusted: float
    rope: Rope | None = None
    probabilities: Probabilities | None = None
    outlook: Outlook | None = None

    def to_dict(self) -> dict[str, Any]:
        """The record: the test in short, then whole."""
        short = {
            "baseline": self.baseline,
            "procedure": self.test.procedure,
            "paired": self.paired,
            "estimate": self.test.estimate,
            "interval": plain(self.test.interval),
            "statistic": finite(self.test.statistic),
            "df": self.test.df,
            "p_value": self.test.p_value,
        }
        return {**short, **written(self)}


@dataclass(frozen=True)
class SeedRow(Plain):
    """One model on one task, over its seeds. All figures are in the original units of the scores.

    Parameters:
        task: name of the task; empty if there is only one, without a name.
        model: name of the model.
        scores: the score of every seed.
        mean: their mean.
        sd: their standard deviation (n - 1); None for one seed.
        interval: mean ± t s/√n, the confidence interval of the mean; None for one seed.
        median: their median.
        worst: the lowest score, or the highest loss.
        best: the highest score, or the lowest loss.
        against: the test against the baseline; None for the baseline itself and where none is possible.
    """

    task: str
    model: str
    scores: tuple[SeedScore, ...]
    mean: float
    sd: float | None
    interval: Interval | None
    median: float
    worst: float
    best: float
    against: SeedTest | None = None

    @property
    def n(self) -> int:
        """Number of seeds."""
        return len(self.scores)

    @property
    def minimum(self) -> float:
        return min(self.worst, self.best)

    @property
    def maximum(self) -> float:
        return max(self.worst, self.best)

    def to_dict(self) -> dict[str, Any]:
        """The record, with what follows from the scores; a task without a name is null."""
        known = {"task": self.task or None, "n": self.n, "min": self.minimum, "max": self.maximum}
        return in_order(ROW, {**written(self), **known})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> SeedRow:
        """The row that `to_dict` gave."""
        found = opened(record)
        return super().from_dict({**found, "task": ""} if found.get("task", "") is None else found)


@dataclass(frozen=True)
class SeedTable(Documented, Tabular, Told):
    """Every model on every task, over its seeds.

    Parameters:
        rows: one per task and model.
        unit: what was repeated: seeds or training sets.
        metric: name of the score.
        higher_is_better: False if the scores are losses.
        level: coverage of the intervals.
        baseline: the model that the others are tested against; None if none was named.
        adjustment: how the p-values were adjusted for the number of tests.
        notes: what was averaged, assumed or could not be done.
    """

    rows: tuple[SeedRow, ...]
    unit: str
    metric: str
    higher_is_better: bool
    level: float = 0.95
    baseline: str | None = None
    adjustment: Adjustment = "none"
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        models = len({row.model for row in self.rows})
        return f"<SeedTable of {models} models over {self.unit}, baseline {self.baseline}>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.task for row in self.rows))

    def row(self, model: str, task: str = "") -> SeedRow:
        """The row of one model.

        Parameters:
            model: name of the model.
            task: name of the task; may be left out when there is only one.
        """
        wanted = self.tasks[0] if not task and len(self.tasks) == 1 else task
        for row in self.rows:
            if (row.task, row.model) == (wanted, model):
                return row
        known = [f"{row.task} {row.model}".strip() for row in self.rows]
        raise ArgumentError(unknown_name("row", f"{wanted} {model}".strip(), known))

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        return in_order(KEYS, written(self))

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per task and model."""
        return [_flat(row) for row in self.rows]


def _flat(row: SeedRow) -> dict[str, Any]:
    test = row.against
    p = None if test is None else test.probabilities
    return {
        "task": row.task or None,
        "model": row.model,
        "n": row.n,
        "mean": row.mean,
        "sd": row.sd,
        "low": None if row.interval is None else row.interval.low,
        "high": None if row.interval is None else row.interval.high,
        "min": row.minimum,
        "median": row.median,
        "max": row.maximum,
        "worst": row.worst,
        "baseline": None if test is None else test.baseline,
        "test": None if test is None else test.test.procedure,
        "paired": None if test is None else test.paired,
        "estimate": None if test is None else test.test.estimate,
        "needed": None if test is None or test.outlook is None else test.outlook.most_needed,
        "statistic": None if test is None or not isfinite(test.test.statistic) else test.test.statistic,
        "df": None if test is None else test.test.df,
        "p_value": None if test is None else test.test.p_value,
        "p_adjusted": None if test is None else test.p_adjusted,
        "p_better": None if p is None else p.first,
        "p_equivalent": None if p is None else p.equivalent,
        "p_worse": None if p is None else p.second,
        "scores": "; ".join(f"{seed}={score!r}" for seed, score in row.scores),
    }
