"""Model means: each model's mean with an interval that allows for what the models share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from betterthan.answers.parts import ModelFigures
from betterthan.data.frames import to_frame
from betterthan.results.interval import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class ModelMeans:
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
    n_units: int
    unit: str
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()

    @property
    def level(self) -> float:
        """Coverage of the intervals."""
        return self.within[0].level

    def to_dict(self) -> dict[str, Any]:
        return {
            "n": self.n_units,
            "unit": self.unit,
            "higher_is_better": self.higher_is_better,
            "models": [
                {**model.to_dict(), "within": within.to_dict()}
                for model, within in zip(self.models, self.within, strict=True)
            ],
            "notes": list(self.notes),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per model, best first."""
        rows = []
        for model, within in zip(self.models, self.within, strict=True):
            own = {"low": model.interval.low, "high": model.interval.high}
            shared = {"within_low": within.low, "within_high": within.high}
            rows.append({"model": model.name, "n": model.n, "mean": model.mean, "sd": model.sd, **own, **shared})
        return rows

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The means with both kinds of interval.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)
