"""Several models, ranked from one joint model: effects, places, P(best), tiers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.data.frames import to_frame
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import Ranking
from betterthan.results.rope import Rope
from betterthan.version import SCHEMA, __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class RankedModel(NamedTuple):
    """One model among the others.

    Attributes:
        name: its name.
        n: number of units (tasks, or cases of one task) that it has scores on.
        mean: mean of its scores, in original units.
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
    mean: float
    effect: float
    interval: Interval
    best: float
    place: float
    average_rank: float
    wins: int
    ties: int
    losses: int
    tiers: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "interval": self.interval.to_dict(), "tiers": list(self.tiers)}


@dataclass(frozen=True)
class Ranked:
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
    """

    models: tuple[RankedModel, ...]
    result: Ranking
    rope: Rope
    threshold: float
    better: tuple[tuple[float, ...], ...]
    tiers: tuple[tuple[str, ...], ...]
    tests: tuple[NullTest, ...]
    n_units: int
    unit: str
    notes: tuple[str, ...] = ()

    @property
    def procedure(self) -> str:
        """Name of the joint model's procedure."""
        return self.result.procedure

    @property
    def rule(self) -> str:
        """How the tiers were formed, in a sentence."""
        return (
            f"Two models are separated where one is practically better than the other with a probability of at least "
            f"{self.threshold:g} (rope [{self.rope.low:g}, {self.rope.high:g}]). A tier is a largest group without "
            "separated models; being tied is not transitive, so a model may be in several tiers."
        )

    def __repr__(self) -> str:
        best = ", ".join(f"{model.name} {model.best:.3f}" for model in self.models[:3])
        return f"<Ranked: {len(self.models)} models, {self.procedure}; probability of being the best: {best}, …>"

    def to_dict(self) -> dict[str, Any]:
        return {
            "procedure": self.procedure,
            "models": [model.to_dict() for model in self.models],
            "rope": self.rope.to_dict(),
            "threshold": self.threshold,
            "better": [list(row) for row in self.better],
            "tiers": [list(tier) for tier in self.tiers],
            "rule": self.rule,
            "tests": [test.to_dict() for test in self.tests],
            "n": self.n_units,
            "unit": self.unit,
            "notes": list(self.notes),
            "result": self.result.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Ranked:
        """The ranking that `to_dict` turned into a record.

        Parameters:
            record: what `to_dict` gave.
        """
        return cls(
            tuple(
                RankedModel(**{**row, "interval": Interval(**row["interval"]), "tiers": tuple(row["tiers"])})
                for row in record["models"]
            ),
            Ranking.from_dict(record["result"]),
            Rope(**record["rope"]),
            record["threshold"],
            tuple(tuple(row) for row in record["better"]),
            tuple(tuple(tier) for tier in record["tiers"]),
            tuple(NullTest.from_dict(test) for test in record["tests"]),
            record["n"],
            record["unit"],
            tuple(record["notes"]),
        )

    def to_json(self) -> str:
        """The document that `--json` prints."""
        document = {
            "schema": SCHEMA,
            "version": __version__,
            "question": None,
            "models": [],
            "comparisons": [],
            "rankings": [self.to_dict()],
            "notes": list(self.notes),
        }
        return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per model, best first."""
        rows = []
        for model in self.models:
            bounds = {"low": model.interval.low, "high": model.interval.high}
            tiers = " ".join(str(tier) for tier in model.tiers)
            rows.append({**model._asdict(), **bounds, "tiers": tiers})
            del rows[-1]["interval"]
        return rows

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The effects of the models with their intervals.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)

    def to_latex(self) -> str:
        """A LaTeX table of the ranking, and the sentence for a paper's methods section."""
        from betterthan.report import render
        from betterthan.report.reporting import report_of

        return render.latex(report_of(self))

    def to_markdown(self) -> str:
        """The report as Markdown."""
        from betterthan.report import render
        from betterthan.report.reporting import report_of

        return render.markdown(report_of(self))

    def report(self, path: str | Path) -> Path:
        """Write the report; the suffix chooses the form (.html, .md, .tex, .json, .csv, .txt, .svg, .pdf, .png).

        Parameters:
            path: where to write it.
        """
        from betterthan.report.writing import write

        return write(self, path)

    def _repr_html_(self) -> str:
        from betterthan.report.notebook import notebook

        return notebook(self)
