"""Seed table: every model over its seeds, with the test against a baseline."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.answers.parts import finite
from betterthan.data.frames import to_frame
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.version import SCHEMA, __version__
from betterthan.vocabulary import Adjustment

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class SeedScore(NamedTuple):
    """The score of one seed, in its original units."""

    seed: str
    score: float


@dataclass(frozen=True)
class SeedTest:
    """One model against the baseline.

    Parameters:
        baseline: the other model.
        test: the classical test; its estimate is positive where the model is better than the baseline.
        paired: whether the two have the same seeds, so that seed was compared with seed.
        p_adjusted: its p-value, adjusted for the number of tests in the table.
        rope: the region of practical equivalence; None if none was given.
        probabilities: that the model is practically better, equivalent, worse; None without a rope.
    """

    baseline: str
    test: NullTest
    paired: bool
    p_adjusted: float
    rope: Rope | None = None
    probabilities: Probabilities | None = None

    def to_dict(self) -> dict[str, Any]:
        test = self.test
        return {
            "baseline": self.baseline,
            "procedure": test.procedure,
            "paired": self.paired,
            "estimate": test.estimate,
            "interval": None if test.interval is None else test.interval.to_dict(),
            "statistic": finite(test.statistic),
            "df": test.df,
            "p_value": test.p_value,
            "p_adjusted": self.p_adjusted,
            "rope": None if self.rope is None else self.rope.to_dict(),
            "probabilities": None if self.probabilities is None else self.probabilities.to_dict(),
        }


@dataclass(frozen=True)
class SeedRow:
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
        return {
            "task": self.task or None,
            "model": self.model,
            "n": self.n,
            "mean": self.mean,
            "sd": self.sd,
            "interval": None if self.interval is None else self.interval.to_dict(),
            "min": self.minimum,
            "median": self.median,
            "max": self.maximum,
            "worst": self.worst,
            "scores": [score._asdict() for score in self.scores],
            "against": None if self.against is None else self.against.to_dict(),
        }


@dataclass(frozen=True)
class SeedTable:
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
        """The document that `--json` prints."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "metric": self.metric,
            "unit": self.unit,
            "higher_is_better": self.higher_is_better,
            "level": self.level,
            "baseline": self.baseline,
            "adjustment": self.adjustment,
            "rows": [row.to_dict() for row in self.rows],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """`to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per task and model."""
        return [_flat(row) for row in self.rows]

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def to_text(self) -> str:
        """The table as plain text, 80 columns wide."""
        from betterthan.report import render
        from betterthan.report.seeds import seeds_of

        return render.text(seeds_of(self))

    def to_markdown(self) -> str:
        """The table as Markdown."""
        from betterthan.report import render
        from betterthan.report.seeds import seeds_of

        return render.markdown(seeds_of(self))

    def to_latex(self) -> str:
        """The table as LaTeX, with a sentence for a paper's methods section."""
        from betterthan.report import render
        from betterthan.report.seeds import seeds_of

        return render.latex(seeds_of(self))

    def report(self, path: str | Path) -> Path:
        """Write the table; the suffix chooses the form (.html, .md, .tex, .txt, .json, .csv, .svg, .pdf, .png).

        Parameters:
            path: where to write it.
        """
        from betterthan.report.seeds import write_seeds

        return write_seeds(self, path)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The score of every seed of every model.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)


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
        "statistic": None if test is None or not isfinite(test.test.statistic) else test.test.statistic,
        "df": None if test is None else test.test.df,
        "p_value": None if test is None else test.test.p_value,
        "p_adjusted": None if test is None else test.p_adjusted,
        "p_better": None if p is None else p.first,
        "p_equivalent": None if p is None else p.equivalent,
        "p_worse": None if p is None else p.second,
        "scores": "; ".join(f"{seed}={score!r}" for seed, score in row.scores),
    }
