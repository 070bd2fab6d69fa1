"""Comparisons: several pairs of models compared in one go, and all models ranked beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.answers.comparison import Comparison, from_record
from betterthan.answers.parts import ModelFigures
from betterthan.answers.ranked import Ranked
from betterthan.arrays import Array
from betterthan.data.frames import to_frame
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.judging.question import Question
from betterthan.results.interval import Interval
from betterthan.version import SCHEMA, __version__
from betterthan.vocabulary import Adjustment

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Comparisons:
    """Several models compared: every pair that was asked for, and the joint ranking.

    Parameters:
        question: which question was answered, and why with these procedures.
        models: the models' own figures, the best mean first.
        comparisons: one comparison per pair.
        pairs: which pairs: `all`, `best` (against the rest), or the name of the reference model.
        adjustment: how the p-values of the pairs were adjusted for their number.
        ranked: the joint ranking; None where no joint model fits the design.
        level: coverage of the intervals.
        notes: what was dropped, averaged or assumed.
        table: the scores of all models, for pictures of them; None if read back from JSON.
    """

    question: Question
    models: tuple[ModelFigures, ...]
    comparisons: tuple[Comparison, ...]
    pairs: str
    adjustment: Adjustment = "holm"
    ranked: Ranked | None = None
    level: float = 0.95
    notes: tuple[str, ...] = ()
    table: PairedTable | None = field(default=None, compare=False, repr=False)

    @property
    def procedure(self) -> str:
        """Name of the procedure that compared the pairs."""
        return self.comparisons[0].procedure

    @property
    def clearest(self) -> tuple[Comparison, ...]:
        """The pairs, decided ones first."""
        return tuple(sorted(self.comparisons, key=lambda found: found.clarity))

    def __len__(self) -> int:
        return len(self.comparisons)

    def __repr__(self) -> str:
        names = ", ".join(model.name for model in self.models[:6])
        return f"<Comparisons of {len(self.models)} models ({names}), {len(self)} pairs, {self.procedure}>"

    def pair(self, first: str, second: str) -> Comparison:
        """The comparison of two of the models; the first is the one that the verdict `first` speaks of.

        Parameters:
            first: the first model of the pair, as it was compared.
            second: the second one.
        """
        for found in self.comparisons:
            if (found.first, found.second) == (second, first):
                raise ArgumentError(
                    f"`{second}` came first in this comparison: ask for `pair({second!r}, {first!r})`, and read "
                    f"`second` as `{first}`."
                )
            if (found.first, found.second) == (first, second):
                return found if self.table is None else replace(found, table=self.table.two(found.first, found.second))
        raise ArgumentError(f"`{first}` and `{second}` were not compared; the pairs were: {self.pairs}.")

    def better(self) -> tuple[tuple[str, ...], Array]:
        """The models, best mean first, and the matrix of P(row is practically better than column).

        A pair that was not compared, or that has no posterior, is NaN.
        """
        names = tuple(model.name for model in self.models)
        shares = np.full((len(names), len(names)), np.nan)
        for found in self.comparisons:
            if found.probabilities is not None:
                one, other = names.index(found.first), names.index(found.second)
                shares[one, other], shares[other, one] = found.probabilities.first, found.probabilities.second
        return names, shares

    def to_dict(self) -> dict[str, Any]:
        """The document that `--json` prints."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "question": self.question.to_dict(),
            "models": [model.to_dict() for model in self.models],
            "comparisons": [found.to_record() for found in self.comparisons],
            "rankings": [] if self.ranked is None else [self.ranked.to_dict()],
            "pairs": self.pairs,
            "adjustment": self.adjustment,
            "level": self.level,
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """`to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Comparisons:
        """The comparisons that `to_dict` turned into a document.

        Parameters:
            document: what `to_dict` or `--json` gave.
        """
        asked, rankings = document["question"], document["rankings"]
        return cls(
            Question(**{**asked, "alternatives": tuple(asked["alternatives"])}),
            tuple(ModelFigures(**{**each, "interval": Interval(**each["interval"])}) for each in document["models"]),
            tuple(from_record(record) for record in document["comparisons"]),
            document["pairs"],
            document["adjustment"],
            Ranked.from_dict(rankings[0]) if rankings else None,
            document["level"],
            tuple(document["notes"]),
        )

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per pair (with its tasks and subgroups), the clearest first."""
        return [row for found in self.clearest for row in found.to_rows()]

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def to_latex(self) -> str:
        """LaTeX tables of the ranking and the pairs, and the sentence for a paper's methods section."""
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

    def plot(self, ax: Axes | None = None) -> Axes:
        """The figure that fits: the effects of the models with their intervals.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)

    def _repr_html_(self) -> str:
        from betterthan.report.notebook import notebook

        return notebook(self)
