"""ByMetric: the same models compared by several metrics, and one rule for how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.document import Documented, in_order
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.errors import ArgumentError
from betterthan.phrases import listing, unknown_name
from betterthan.results.codec import Unreadable, written
from betterthan.vocabulary import Adjustment

KEYS = ("metrics", "threshold", "needed", "adjustment", "level", "answers")

OfOneMetric: TypeAlias = Comparison | Comparisons
"""What one metric says: of two models, or of several."""


def _of_one_metric(record: Any) -> OfOneMetric:
    """Several models have a list of comparisons."""
    if not isinstance(record, Mapping):
        raise Unreadable("an object with the keys of Comparison or Comparisons is expected.")
    return Comparisons.from_dict(record) if "comparisons" in record else Comparison.from_dict(record)


@dataclass(frozen=True)
class ByMetric(Documented, Tabular, Told):
    """The same models compared by several metrics.

    Each metric is judged by its own posterior, on its own scale. A claim about one of k metrics needs the probability
    1 - (1 - threshold)/k, and the p-values of all of them are adjusted together.

    Parameters:
        metrics: the metrics, in the order in which they were named.
        answers: what each of them says: a `Comparison` of two models, `Comparisons` of several.
        threshold: the probability that a claim would need if there were one metric; None for a rule without one.
        adjustment: how the p-values of all metrics (and pairs) were adjusted together.
    """

    metrics: tuple[str, ...]
    answers: tuple[Annotated[OfOneMetric, _of_one_metric], ...]
    threshold: float | None
    adjustment: Adjustment = "holm"

    def __post_init__(self) -> None:
        if len(self.metrics) != len(self.answers) or not self.answers:
            raise ArgumentError(f"There are {len(self.metrics)} metrics, and {len(self.answers)} answers by them.")

    @property
    def needed(self) -> float | None:
        """The probability that a claim about one of the metrics needs; None for a rule without a threshold."""
        return None if self.threshold is None else 1 - (1 - self.threshold) / len(self.metrics)

    @property
    def level(self) -> float:
        """Coverage of the intervals."""
        return self.answers[0].level

    @property
    def pairs(self) -> tuple[tuple[str, Comparison], ...]:
        """Every pair of models by every metric, with the metric."""
        by_metric = zip(self.metrics, self.answers, strict=True)
        return tuple((metric, pair) for metric, answer in by_metric for pair in pairs_in(answer))

    def of(self, metric: str) -> OfOneMetric:
        """What one metric says.

        Parameters:
            metric: the metric, as it was named.
        """
        if metric not in self.metrics:
            raise ArgumentError(unknown_name("metric", metric, self.metrics))
        return self.answers[self.metrics.index(metric)]

    def __len__(self) -> int:
        return len(self.metrics)

    def __repr__(self) -> str:
        return f"<ByMetric of {listing(self.metrics)}: {'; '.join(map(repr, self.answers))}>"

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        return in_order(KEYS, {**written(self), "needed": self.needed, "level": self.level})

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per metric and pair (with its tasks and subgroups)."""
        return [
            {"metric": metric, **_with_means(part, row)}
            for metric, pair in self.pairs
            for part, row in zip(pair.parts, pair.to_rows(), strict=True)
        ]


def pairs_in(answer: OfOneMetric) -> tuple[Comparison, ...]:
    """The comparison itself, or those of all pairs.

    Parameters:
        answer: what one metric says.
    """
    return (answer,) if isinstance(answer, Comparison) else answer.comparisons


def _with_means(part: Comparison, row: dict[str, Any]) -> dict[str, Any]:
    """The row behind the direction and the means of both models, which it does not have itself."""
    first, second = (model.mean for model in part.models) if part.models else (None, None)
    own = {"higher_is_better": part.higher_is_better, "mean_first": first, "mean_second": second}
    names = {name: row[name] for name in ("first", "second")}
    return {**names, **own, **{name: value for name, value in row.items() if name not in names}}
