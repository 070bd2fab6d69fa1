"""Model means: each model's mean with an interval that allows for what the models share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.parts import ModelFigures
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.phrases import visible
from betterthan.results.codec import plain, written, written_as
from betterthan.results.interval import Interval

KEYS = ["n", "unit", "higher_is_better", "models", "notes"]


@dataclass(frozen=True)
class ModelMeans(Documented, Tabular, Told):
    """The means of several models on the same units, with two kinds of interval.

    Parameters:
        models: the models' own figures in original units, with ordinary intervals; the best mean first.
        within: the within-unit interval of each, for comparing the models.
        n_units: number of units.
        unit: what one unit is.
        higher_is_better: False if the scores are losses.
        notes: what was dropped, averaged or assumed.
    """

    models: tuple[ModelFigures, ...]
    within: tuple[Interval, ...]
    n_units: int = field(metadata=written_as("n"))
    unit: str
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        best = ", ".join(f"{visible(model.name)} {model.mean:.4g}" for model in self.models[:3])
        more = ", …" if len(self.models) > 3 else ""
        return f"<ModelMeans of {len(self.models)} models over {self.n_units:,} {self.unit}: {best}{more}>"

    @property
    def level(self) -> float:
        """Coverage of the intervals."""
        return self.within[0].level

    def to_dict(self) -> dict[str, Any]:
        """The record; each model has both of its intervals."""
        both = [
            {**plain(model), "within": plain(within)} for model, within in zip(self.models, self.within, strict=True)
        ]
        return in_order(KEYS, {**written(self), "models": both})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> ModelMeans:
        """The means that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict` or `document` gave.
        """
        models = opened(record).get("models")
        known = [each for each in models if isinstance(each, Mapping)] if isinstance(models, list) else []
        return super().from_dict({**record, "within": [each.get("within") for each in known]})

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per model, best first."""
        rows = []
        for model, within in zip(self.models, self.within, strict=True):
            own = {"low": model.interval.low, "high": model.interval.high}
            shared = {"within_low": within.low, "within_high": within.high}
            rows.append({"model": model.name, "n": model.n, "mean": model.mean, "sd": model.sd, **own, **shared})
        return rows
