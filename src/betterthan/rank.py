"""rank: several models at once, from one joint model: places, tiers, and who is better than whom."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.checks import refuse_mixed_scales
from betterthan.errors import ArgumentError, listing
from betterthan.frames import to_frame
from betterthan.pairing import Missing, Repeats, pair_all
from betterthan.procedures import REGISTRY, Procedure, named
from betterthan.procedures.frequentist.friedman import mean_ranks
from betterthan.question import INCOMMENSURATE, scale_ratio
from betterthan.results import Interval, NullTest, Ranking
from betterthan.rope import Rope, RopeLike, as_rope
from betterthan.scores import Scores
from betterthan.tables import PairedTable, one_unit_per_task
from betterthan.tiers import tie_groups
from betterthan.version import SCHEMA, __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RANKING = ("bayes_joint", "bayes_anova", "bayes_plackett_luce")
"""The procedures that rank several models at once."""
IN_LOG_ODDS = ("bayes_plackett_luce",)
"""Those whose rope is not in units of the score."""
TESTS = tuple(name for name in ("friedman", "nemenyi") if name in REGISTRY)
"""The classical tests of all models at once that stand beside a joint model."""


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
        from betterthan.report import render, report_of

        return render.latex(report_of(self))

    def to_markdown(self) -> str:
        """The report as Markdown."""
        from betterthan.report import render, report_of

        return render.markdown(report_of(self))

    def report(self, path: str | Path) -> Path:
        """Write the report; the suffix chooses the form (.html, .md, .tex, .json, .csv, .txt, .svg, .pdf, .png).

        Parameters:
            path: where to write it.
        """
        from betterthan.report import write

        return write(self, path)

    def _repr_html_(self) -> str:
        from betterthan.report import notebook

        return notebook(self)


def rank(
    data: Scores | PairedTable,
    *,
    models: Sequence[str] = (),
    rope: RopeLike | None = None,
    procedure: str | None = None,
    task: str | Sequence[str] | None = None,
    threshold: float = 0.95,
    level: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
    **options: Any,
) -> Ranked:
    """Which of several models is best, which are tied, and how sure can one be?

    Parameters:
        data: what `bt.read` gave, or a paired table of several models.
        models: names of the models; all of them if none is named.
        rope: the region of practical equivalence of every pair; None takes 0.1 pooled standard deviations.
        procedure: `bayes_joint`, `bayes_anova` or `bayes_plackett_luce`; None takes the one that fits.
        task: one or several tasks to look at.
        threshold: probability that separates two models.
        level: coverage of the intervals.
        missing: as in `pair`; a model that has no score at all on a task is no obstacle.
        repeats: as in `pair`.
        options: options of the procedure, such as `residual`.
    """
    if not isinstance(data, (Scores, PairedTable)):
        raise ArgumentError(f"`rank` takes what `bt.read` gives; got {type(data).__name__}.")
    selected = data if task is None else data.select_tasks([task] if isinstance(task, str) else list(task))
    table = pair_all(selected, models, missing=missing, repeats=repeats) if isinstance(selected, Scores) else selected
    return rank_table(table, rope=rope, procedure=procedure, threshold=threshold, level=level, **options)


def rank_table(
    table: PairedTable,
    *,
    rope: RopeLike | None = None,
    procedure: str | None = None,
    threshold: float = 0.95,
    level: float = 0.95,
    **options: Any,
) -> Ranked:
    """The ranking of the models of a paired table.

    Parameters:
        table: paired scores of two or more models, perhaps with gaps.
        rope: as in `rank`.
        procedure: as in `rank`.
        threshold: as in `rank`.
        level: as in `rank`.
        options: options of the procedure.
    """
    chosen = named(procedure) if procedure else joint_procedure(table)
    if not 0.5 < threshold < 1:
        raise ArgumentError(f"A threshold is a probability above 0.5 and below 1, such as 0.95; got {threshold:g}.")
    found = chosen(table, **options)
    if not isinstance(found, Ranking):
        raise ArgumentError(f"`{chosen.name}` does not rank models; use {', '.join(f'`{n}`' for n in RANKING)}.")
    region = as_rope(rope) if rope is not None else pooled_rope(found)
    single = one_unit_per_task(table) if len(table.tasks) > 1 else table
    if isinstance(rope, Real) and chosen.name not in IN_LOG_ODDS:
        refuse_mixed_scales(region, single)
    order = np.argsort(-found.law.mean, kind="stable")
    better = np.where(np.eye(len(order), dtype=bool), 0.0, _better(found, region))[np.ix_(order, order)]
    names = tuple(found.models[j] for j in order)
    tiers = tie_groups(names, better >= threshold)
    return Ranked(
        _ranked_models(found, single, order, tiers, level),
        found,
        region,
        threshold,
        tuple(tuple(row) for row in better.tolist()),
        tiers,
        _tests(table, level),
        single.n_units,
        single.design.unit,
        (*table.notes, *_orientation(table), *_averaged(table, chosen), *_left_out(table)),
    )


def joint_procedure(table: PairedTable) -> Procedure[Any, Ranking]:
    """The joint model that fits a table: of scores where they are on one scale, of ranks where they are not.

    Parameters:
        table: paired scores of several models.
    """
    if len(table.tasks) > 1 and scale_ratio(table) > INCOMMENSURATE:
        return named("bayes_plackett_luce")
    return named("bayes_joint")


def pooled_rope(found: Ranking) -> Rope:
    """The rope for those who gave none: one for all pairs, from the pooled standard deviation of the differences.

    Parameters:
        found: the joint posterior.
    """
    if found.spread is None:
        return Rope(0.0, 0.0, "none: any difference counts")
    half = 0.1 * found.spread
    return Rope(-half, half, "effect size: 0.1 standard deviations of the differences, pooled over all pairs")


def wins_ties_losses(scores: Array) -> IntArray:
    """Models x models x 3: on how many units the row beats, ties with and loses to the column.

    Parameters:
        scores: units x models, NaN where a model has no score.
    """
    count = scores.shape[1]
    found = np.zeros((count, count, 3), dtype=np.int64)
    for j in range(count):
        apart = scores[:, [j]] - scores
        found[j] = np.stack([(apart > 0).sum(axis=0), (apart == 0).sum(axis=0), (apart < 0).sum(axis=0)], axis=1)
    found[np.arange(count), np.arange(count)] = 0
    return found


def average_ranks(scores: Array) -> Array:
    """Mean rank of each model over the units that it has scores on, 1 for the best; ties share their mean rank.

    Parameters:
        scores: units x models, NaN where a model has no score.
    """
    if not np.isnan(scores).any():
        return np.asarray(mean_ranks(scores).mean(axis=0))
    ranks = np.full(scores.shape, np.nan)
    for row, values in enumerate(scores):
        present = ~np.isnan(values)
        ranks[row, present] = mean_ranks(values[present][None])[0]
    return np.asarray(np.nanmean(ranks, axis=0))


def _better(found: Ranking, rope: Rope) -> Array:
    if rope.low != -rope.high:
        raise ArgumentError(
            f"The rope of a ranking is symmetric, since every model is first and second in turn; got [{rope.low:g}, "
            f"{rope.high:g}]. Give a half-width, as in `--rope 0.01`."
        )
    return np.clip(found.law.better(rope.high), 0.0, 1.0)  # sums of weights may exceed 1 by rounding


def _ranked_models(
    found: Ranking, table: PairedTable, order: IntArray, tiers: tuple[tuple[str, ...], ...], level: float
) -> tuple[RankedModel, ...]:
    assert table.scores is not None
    counts, ranks = wins_ties_losses(table.scores).sum(axis=1), average_ranks(table.scores)
    best, places, effects = found.best(), found.average_ranks(), found.effects(level)
    made = []
    for j in order:
        name, scores = found.models[j], table.scores[:, j]
        wins, ties, losses = (int(count) for count in counts[j])
        made.append(
            RankedModel(
                name,
                int((~np.isnan(scores)).sum()),
                float(table.original(np.asarray(np.nanmean(scores)))),
                effects[j].estimate,
                _known(effects[j].interval),
                best[name],
                places[name],
                float(ranks[j]),
                wins,
                ties,
                losses,
                tuple(number + 1 for number, tier in enumerate(tiers) if name in tier),
            )
        )
    return tuple(made)


def _known(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def _tests(table: PairedTable, level: float) -> tuple[NullTest, ...]:
    """The classical tests of all models at once, where the table meets their needs."""
    fitting = [named(name) for name in TESTS if named(name).needs.unmet(table) is None]
    return tuple(each(table, **({"level": level} if "level" in each.options else {})) for each in fitting)


def _left_out(table: PairedTable) -> tuple[str, ...]:
    """Tests of all models at once that gaps rule out."""
    missing = [name for name in TESTS if named(name).needs.complete] if table.missing else []
    return (f"{listing(missing)} need every score and are left out.",) if missing else ()


def _orientation(table: PairedTable) -> tuple[str, ...]:
    if table.higher_is_better:
        return ()
    return ("The scores are losses: effects are turned so that positive means better.",)


def _averaged(table: PairedTable, chosen: Procedure[Any, Any]) -> tuple[str, ...]:
    if len(table.tasks) > 1 and table.design.unit != "tasks":
        return (f"`{chosen.name}` takes one mean score of each model on each of the {len(table.tasks):,} tasks.",)
    return ()
