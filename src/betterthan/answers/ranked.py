"""Several models, ranked from one joint model: effects, places, P(best), tiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from betterthan.answers.document import Documented, in_order, only, with_version
from betterthan.answers.parts import AskedFor
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.phrases import needed, probability, visible
from betterthan.results.codec import written, written_as
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import Ranking
from betterthan.results.rope import Rope

KEYS = [
    "procedure",
    "models",
    "best_error",
    "places_error",
    "rope",
    "threshold",
    "better",
    "tiers",
    "rule",
    "tests",
    "n",
    "unit",
    "higher_is_better",
    "metric",
    "notes",
    "given",
    "result",
]


class RankedModel(NamedTuple):
    """One model among the others.

    Attributes:
        name: its name.
        n: number of units (tasks, or cases of one task) that it has scores on.
        mean: mean of the scores that it has, in original units; None over tasks that are not on one scale.
        adjusted_mean: the same as least squares expects it on all units, those that it has no score on included; equal
            to the mean where none is missing.
        effect: how far it lies above the mean of the models, oriented and shrunken.
        interval: interval of the effect.
        best: probability that it is the best of these models.
        place: expected place, 1 for the best.
        average_rank: mean of its ranks over the units, 1 for the best; ties share their mean rank.
        wins: on how many units it beats another model, summed over the other models.
        ties: on how many it has the same score.
        losses: on how many it is beaten.
        tiers: numbers of the tie groups that it belongs to, from 1.
    """

    name: str
    n: int
    mean: float | None
    adjusted_mean: float | None
    effect: float
    interval: Interval
    best: float
    place: float
    average_rank: float
    wins: int
    ties: int
    losses: int
    tiers: tuple[int, ...]


@dataclass(frozen=True)
class Ranked(Documented, Tabular, Told):
    """Several models, ranked by a joint model.

    Parameters:
        models: the models, best first.
        result: the joint posterior.
        rope: the region of practical equivalence of every pair.
        threshold: probability that separates two models.
        better: models x models in the same order: probability that the row is practically better than the column.
        tiers: groups of models that no decided comparison separates.
        tests: classical tests of all models at once.
        n_units: number of units.
        unit: what one unit is.
        notes: what was dropped, averaged or assumed.
        given: what the user gave.
        higher_is_better: False if the scores are losses; effects are turned then.
        metric: the metric of the whole test set, in words; None where the units have scores.
    """

    models: tuple[RankedModel, ...]
    result: Ranking
    rope: Rope
    threshold: float
    better: tuple[tuple[float, ...], ...]
    tiers: tuple[tuple[str, ...], ...]
    tests: tuple[NullTest, ...]
    n_units: int = field(metadata=written_as("n"))
    unit: str
    notes: tuple[str, ...] = ()
    given: AskedFor | None = None
    higher_is_better: bool = True
    metric: str | None = None

    @property
    def procedure(self) -> str:
        """Name of the joint model's procedure."""
        return self.result.procedure

    @property
    def rule(self) -> str:
        """How the tiers were formed, in a sentence."""
        return (
            f"Two models are separated where one is practically better than the other with a probability of at least "
            f"{needed(self.threshold)}, with the rope {self.rope.in_words()}. A tier is a largest group without "
            "separated models; being tied is not transitive, so a model may be in several tiers."
        )

    def __repr__(self) -> str:
        best = ", ".join(f"{visible(model.name)} {probability(model.best)}" for model in self.models[:3])
        more = ", …" if len(self.models) > 3 else ""
        return f"<Ranked: {len(self.models)} models, {self.procedure}; probability of being the best: {best}{more}>"

    def to_dict(self) -> dict[str, Any]:
        """The record: one entry of a document's `rankings`."""
        own = {"procedure": self.procedure, "rule": self.rule, "best_error": self.result.best_error}
        own["places_error"] = self.result.places_error
        return in_order(KEYS, {**written(self), **own})

    def document(self) -> dict[str, Any]:
        """The record with schema and version: what `--json` prints."""
        other: dict[str, Any] = {"question": None, "models": [], "comparisons": []}
        return with_version({**other, "rankings": [self.to_dict()], "notes": list(self.notes)})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Ranked:
        """The ranking that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(only("rankings", record, "A ranking is read from a document that holds one."))

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per model, best first."""
        rows = []
        for model in self.models:
            bounds = {"low": model.interval.low, "high": model.interval.high}
            tiers = " ".join(str(tier) for tier in model.tiers)
            rows.append({**model._asdict(), **bounds, "tiers": tiers})
            del rows[-1]["interval"]
        return rows
