"""Seed table: each model's scores over seeds in full, as a paper should report them, and tests against a baseline."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite, pi, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import ndtr, stdtrit

from betterthan.answer import Settings, answer
from betterthan.arrays import Array, IntArray
from betterthan.comparison import finite
from betterthan.decision import LOSS
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError, counted, listing, unknown_name
from betterthan.frames import to_frame
from betterthan.multiplicity import Adjustment, adjust
from betterthan.pairing import Repeats
from betterthan.results import Interval, NullTest, Probabilities
from betterthan.rope import RelativeRope, Rope, RopeLike
from betterthan.scores import Factor, Scores
from betterthan.summaries import original_units
from betterthan.tables import Comparable, Design, PairedTable, UnitKind, UnpairedTable, moments
from betterthan.version import SCHEMA, __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW_SEEDS = 10
"""Run each configuration with ten seeds or more: with fewer the spread itself is hardly known."""

UNITS: dict[str, UnitKind] = {"seed": "seeds", "train_set": "training sets"}
"""The keys that may number the runs, and what they number."""

NO_BASELINE = "No baseline was named, so nothing was tested: name one with `--baseline MODEL` (in Python `baseline=`)."

EXTREMES = ("best", "max", "maximum")
"""Words in the name of a score that say that it is the best of several."""
RUN_COUNTS = ("n_seeds", "num_seeds", "n_runs", "num_runs")
"""Columns that say how many runs stand behind one score."""


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
        from betterthan.report import render, seeds_of

        return render.text(seeds_of(self))

    def to_markdown(self) -> str:
        """The table as Markdown."""
        from betterthan.report import render, seeds_of

        return render.markdown(seeds_of(self))

    def to_latex(self) -> str:
        """The table as LaTeX, with a sentence for a paper's methods section."""
        from betterthan.report import render, seeds_of

        return render.latex(seeds_of(self))

    def report(self, path: str | Path) -> Path:
        """Write the table; the suffix chooses the form (.html, .md, .tex, .txt, .json, .csv, .svg, .pdf, .png).

        Parameters:
            path: where to write it.
        """
        from betterthan.report import write_seeds

        return write_seeds(self, path)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The score of every seed of every model.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)


class _Runs(NamedTuple):
    """The oriented scores of one model on one task, and which seeds they belong to."""

    seeds: tuple[str, ...]
    scores: Array


def seed_table(
    scores: Scores,
    baseline: str | None = None,
    *,
    level: float = 0.95,
    rope: RopeLike | RelativeRope | None = None,
    adjustment: Adjustment = "none",
    task: str | Sequence[str] | None = None,
    repeats: Repeats = "error",
) -> SeedTable:
    """Each model's scores over seeds: number, mean, sd, interval, worst to best, and its test against a baseline.

    A model that has exactly the seeds of the baseline is tested by the paired t-test, any other by Welch's unpaired
    one, with all seeds of both. Where a seed has several scores (cases, folds), its own is their mean.

    Parameters:
        scores: what `bt.read` gave, with a column `seed` (or `train_set`).
        baseline: the model that the others are tested against; None for no tests.
        level: coverage of the intervals.
        rope: region of practical equivalence; if given, the Bayesian probabilities stand beside the test.
        adjustment: how p-values are adjusted for the number of tests in the table: `holm` and others, or `none`.
        task: one or several tasks to look at.
        repeats: `error` or `mean`: what to do with several scores of one model on one unit.

    >>> from betterthan.reading import read
    >>> scores = read({"model": list("aaabbb"), "seed": [1, 2, 3] * 2, "score": [0.7, 0.9, 0.8, 0.6, 0.7, 0.6]})
    >>> row = seed_table(scores, "b").row("a")
    >>> row.n, round(row.mean, 3), round(row.sd, 3), row.worst, row.against.paired, round(row.against.test.p_value, 3)
    (3, 0.8, 0.1, 0.7, True, 0.038)
    """
    if not isinstance(scores, Scores):
        raise ArgumentError(
            "A seed table needs the score of every seed, as `bt.read` gives it; got a table "
            f"(`{type(scores).__name__}`) that is paired or counted already."
        )
    if not 0 < level < 1:
        raise ArgumentError(f"A level is a coverage between 0 and 1, such as 0.95; got {level:g}.")
    if baseline is not None and baseline not in scores.models:
        raise ArgumentError(unknown_name("model", baseline, scores.models))
    if rope is not None and baseline is None:
        raise ArgumentError("A rope is for the comparison with a baseline: name one with `--baseline` (`baseline=`).")
    selected = scores if task is None else scores.select_tasks([task] if isinstance(task, str) else list(task))
    key = _run_key(selected)
    runs, averaged = _runs(selected, key, repeats)
    rows = tuple(_row(task, model, each, selected, level) for (task, model), each in runs.items())
    table = SeedTable(rows, UNITS[key], scores.metric, scores.higher_is_better, level, baseline, adjustment)
    settings = Settings(rope, None, "threshold", 0.95, LOSS, None, level, {})
    tested = _tested(table, runs, settings)
    return replace(tested, notes=(*scores.notes, *averaged, *_few_seeds(table), *tested.notes))


def expected_maximum(n: int) -> float:
    """How far the largest of n normal scores lies above their mean on average, in standard deviations.

    Parameters:
        n: number of scores.

    >>> round(expected_maximum(10), 4)                                     # Harter (1961), Table 1
    1.5388
    """
    z = np.linspace(-12.0, 12.0, 4801)
    density = n * np.exp(-0.5 * z**2) / sqrt(2 * pi) * ndtr(z) ** (n - 1)
    return float((z * density).sum() * (z[1] - z[0]))


def _run_key(scores: Scores) -> str:
    """The column that numbers the runs; without one there is nothing to report, least of all a maximum."""
    key = next((name for name in UNITS if name in scores.keys), None)
    _refuse_maxima(scores)
    if key is None:
        raise PairingError(
            f"{scores.source} has no column that numbers the runs. Add a column `seed`, or name it with "
            "`--column seed=NAME` (in Python `seed=`)."
        )
    return key


def _refuse_maxima(scores: Scores) -> None:
    """One score per model that is the best of several runs cannot be compared with anything."""
    words = scores.metric.lower().replace("-", "_").split("_")
    column, runs = _run_count(scores)
    if len(scores) > len(scores.models) * max(1, len(scores.tasks)) or not (runs or set(words) & set(EXTREMES)):
        return
    of, example = (f", of {runs:,} runs (`{column}`)", runs) if runs else ("", FEW_SEEDS)
    raise NeedsNotMet(
        f"`{scores.metric}` is one score per model{of}. If it is the best of several runs, it is biased upwards, and "
        f"the more so the more runs there were: the largest of {example:,} normal scores lies "
        f"{expected_maximum(example):.2f} sd above their mean on average. Maxima are not compared, and a mean cannot "
        "be without its spread: give the score of every run, numbered in a column `seed`."
    )


def _run_count(scores: Scores) -> tuple[str | None, int | None]:
    """The column that says how many runs stand behind a score, and the largest number in it above 1."""
    column = next((name for name in scores.extra if name.lower() in RUN_COUNTS), None)
    if column is None:
        return None, None
    counts = [int(text) for text in scores.rows.levels(column) if text.isdigit()]
    return column, max((count for count in counts if count > 1), default=None)


def _runs(scores: Scores, key: str, repeats: Repeats) -> tuple[dict[tuple[str, str], _Runs], tuple[str, ...]]:
    """The scores by task and model, each seed's averaged by the engine; and what was averaged."""
    models, within = scores.models, tuple(name for name in ("task", key) if name in scores.columns)
    units = scores.rows.units(models, within, within)
    task = units.factors["task"] if "task" in within else Factor(np.zeros(len(units.counts), dtype=np.int64), ("",))
    notes = _averaged(scores, key, units.counts[units.counts > 0], repeats)
    found = {}
    for code, name in enumerate(task.names):
        for j, model in enumerate(models):
            chosen = np.flatnonzero((task.codes == code) & (units.counts[:, j] > 0))
            seeds = tuple(units.factors[key].names[seed] for seed in units.factors[key].codes[chosen])
            if len(chosen):
                found[name, model] = _Runs(seeds, units.scores[chosen, j])
    return found, notes


def _averaged(scores: Scores, key: str, counts: IntArray, repeats: Repeats) -> tuple[str, ...]:
    """What was averaged within a seed: cases or folds, which is usual, or repeats, which must be asked for."""
    if counts.max() == 1:
        return ()
    inner = [name for name in scores.keys if name not in ("task", key)]
    distinct = sum(scores.rows.unit_count((model,), scores.keys) for model in scores.models)
    if distinct < counts.sum() and repeats == "error":
        raise PairingError(
            f"Some {UNITS[key]} of {scores.source} have several scores of one model on the same "
            f'{" and ".join(inner) or key}. Average them with `--repeats mean` (in Python `repeats="mean"`), or name '
            "the column that tells them apart, as in `--column case=NAME`."
        )
    least, most = int(counts.min()), int(counts.max())
    number = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return (f"Each {UNITS[key].removesuffix('s')}'s score is the mean of its {number} scores.",)


def _row(task: str, model: str, runs: _Runs, scores: Scores, level: float) -> SeedRow:
    mean, sd, n = moments(runs.scores)

    def shown(value: float) -> float:
        return float(original_units(np.asarray(value), scores.binary, scores.higher_is_better))

    reach = float(stdtrit(n - 1, (1 + level) / 2)) * sd / sqrt(n) if n > 1 else None
    centre = shown(mean)
    return SeedRow(
        task,
        model,
        tuple(SeedScore(seed, shown(score)) for seed, score in zip(runs.seeds, runs.scores, strict=True)),
        centre,
        sd if n > 1 else None,
        None if reach is None else Interval(centre - reach, centre + reach, level, "confidence"),
        shown(np.median(runs.scores)),
        shown(runs.scores.min()),
        shown(runs.scores.max()),
    )


def _tested(table: SeedTable, runs: dict[tuple[str, str], _Runs], settings: Settings) -> SeedTable:
    """The table with every model tested against the baseline."""
    if table.baseline is None:
        return replace(table, notes=(NO_BASELINE,))
    tests, notes = {}, []
    for row in table.rows:
        base = runs.get((row.task, table.baseline))
        if row.model == table.baseline:
            continue
        if base is None or min(row.n, len(base.seeds)) < 2:
            few = "the baseline has no scores" if base is None else f"a test needs 2 {table.unit} of each model"
            notes.append(f"`{row.model}`{_on(row.task)} was not tested: {few}.")
            continue
        made = _compared(row.model, runs[row.task, row.model], table, base)
        procedure = "bayes_welch" if isinstance(made, UnpairedTable) else "bayes_t"
        found = answer(made, replace(settings, procedure=procedure))
        assert found.classical is not None
        asked = settings.rope is not None
        tests[row.task, row.model] = SeedTest(
            table.baseline,
            found.classical,
            found.paired,
            found.classical.p_value,
            found.rope if asked else None,
            found.probabilities if asked else None,
        )
    adjusted = adjust([each.test.p_value for each in tests.values()], table.adjustment).tolist()
    final = {where: replace(each, p_adjusted=p) for (where, each), p in zip(tests.items(), adjusted, strict=True)}
    rows = tuple(replace(row, against=final.get((row.task, row.model))) for row in table.rows)
    return replace(table, rows=rows, notes=(*notes, *_about_tests(table, list(tests.values()))))


def _compared(model: str, runs: _Runs, table: SeedTable, base: _Runs) -> Comparable:
    """Seed by seed where the two have the same seeds, else two independent samples."""
    assert table.baseline is not None
    models, higher = (model, table.baseline), table.higher_is_better
    unit: UnitKind = "seeds" if table.unit == "seeds" else "training sets"
    if set(runs.seeds) != set(base.seeds):
        return UnpairedTable(models, runs.scores, base.scores, unit, higher_is_better=higher)
    place = {seed: j for j, seed in enumerate(base.seeds)}
    both = np.stack([runs.scores, base.scores[[place[seed] for seed in runs.seeds]]], axis=1)
    return PairedTable(models, both, design=Design(unit, {"seed": len(both)}), higher_is_better=higher)


def _about_tests(table: SeedTable, tests: Sequence[SeedTest]) -> tuple[str, ...]:
    notes = []
    if any(not each.paired for each in tests):
        notes.append(
            f"Welch's test is unpaired: the two models do not have the same {table.unit}, so two independent samples "
            f"are compared. With the same {table.unit} for both, pairing would remove the variance that these share."
        )
    if len(tests) > 1 and table.adjustment == "none":
        notes.append(f"{len(tests)} tests, p-values not adjusted for their number: `--adjust holm` does that.")
    if len(tests) > 1 and table.adjustment != "none":
        notes.append(f"{len(tests)} tests, p-values adjusted by the method {table.adjustment}.")
    return tuple(notes)


def _few_seeds(table: SeedTable) -> tuple[str, ...]:
    single = [row for row in table.rows if row.n == 1]
    fewest = min(row.n for row in table.rows)
    notes = []
    if single:
        names = listing(f"{row.model}{_on(row.task)}" for row in single)
        one = table.unit.removesuffix("s")
        notes.append(f"One {one} only ({names}): no spread, no interval, no test. Run more {table.unit}, ten or more.")
    elif fewest < FEW_SEEDS:
        notes.append(
            f"Some models have only {counted(fewest, table.unit.removesuffix('s'))}: the spread itself is hardly known "
            "then, and intervals are wide. Run ten or more."
        )
    return tuple(notes)


def _on(task: str) -> str:
    return f" on {task}" if task else ""


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
