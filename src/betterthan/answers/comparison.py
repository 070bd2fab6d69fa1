"""Comparison: one question answered, as a frozen record that turns into JSON, tables and reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from betterthan.answers.corrected import Corrected
from betterthan.answers.document import Documented, in_order, only, with_version
from betterthan.answers.flips import Flips
from betterthan.answers.outlook import Outlook
from betterthan.answers.parts import AskedFor, AtOnePoint, Folding, OwnFigures, finite
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.data.clusters import Clustering
from betterthan.data.metric_table import MetricTable
from betterthan.data.moments import Cells, Pairing
from betterthan.data.protocol import Comparable, Measurable
from betterthan.errors import ArgumentError
from betterthan.judging.asked import Question
from betterthan.judging.brier import BrierOf
from betterthan.judging.checks.check import Check
from betterthan.judging.effects import EffectSize, effects_from_dict
from betterthan.judging.relative import Relative
from betterthan.judging.tally import Tally, tally
from betterthan.judging.verdict import Decision
from betterthan.phrases import probability, visible
from betterthan.results.codec import NOT_WRITTEN, Unreadable, part, plain, written, written_as
from betterthan.results.hierarchical import PooledTask
from betterthan.results.interval import Interval
from betterthan.results.kinds import PairResult, classical_in, pair_result_from_dict, posterior_in
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.results.protocol import ClassicalTest, Posterior
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict

KEYS = (
    "first", "second", "task", "group", "n", "unit", "paired", "higher_is_better", "procedure", "kind", "question",
    "models", "notes", "parameter", "prior", "observed", "estimate", "interval", "median_difference", "rope", "cells",
    "direction", "reading", "probabilities", "readings", "over_priors", "odds", "evidence", "joint", "decision",
    "alone", "outlook", "at_one_point", "effect_sizes", "relative", "statistic", "p_value", "p_adjusted", "level",
    "classical", "also", "tasks", "tally", "shrunken", "shrunken_error", "task_law", "groups", "checks", "brier",
    "corrected",
    "pairing", "clustering", "folding", "averaged", "metric", "given", "flips", "diagnostics", "result",
)  # fmt: skip
"""The keys of a record, the whole result last."""


class Group(NamedTuple):
    """One value of a column: a subgroup of the scores."""

    column: str
    value: str


class Parts(NamedTuple):
    """Comparisons of parts of the scores, and what was left out."""

    comparisons: tuple[Comparison, ...] = ()
    notes: tuple[str, ...] = ()


def _whole_test(record: Any) -> NullTest | None:
    """The short form of a test has the whole one beside it."""
    if record is None:
        return None
    if not isinstance(record, Mapping) or "result" not in record:
        raise Unreadable("a test with the key `result` is expected.")
    found: NullTest = part("result", NullTest, record["result"])
    return found


@dataclass(frozen=True)
class Comparison(Documented, Tabular, Told):
    """Two models compared: what was found, and everything needed to judge it.

    Parameters:
        first: name of the first model.
        second: name of the second model.
        question: which question was answered, and why with this procedure.
        result: what the procedure returned.
        n_units: number of units.
        unit: what one unit is.
        paired: whether the models were compared on the same units; False for two independent samples.
        task: the task, if the comparison is about one of several.
        group: column and value of the subgroup, if it is about one.
        models: the models' own figures.
        rope: the region of practical equivalence; None for procedures without one.
        decision: the verdict; None for a classical procedure.
        joint: among several models, the three probabilities of the joint model, on which the verdict rests; else None.
        alone: among several models, what the scores of these two alone would have decided; None where `decision` rests
            on them.
        outlook: how many further units would decide; None if it is decided, for a part of another comparison, or where
            the procedure does not say.
        effects: effect sizes.
        relative: by which share the first makes fewer errors; None where scores are neither 0/1 nor positive losses.
        checks: assumption checks.
        brier: the Brier score of each model, taken apart, where probabilities of two classes were compared.
        corrected: the difference as human labels correct that of a judge; None without labels.
        classical: the classical test beside a Bayesian result.
        also: further procedures on the same scores.
        tasks: the same comparison within each task.
        groups: the same comparison within each value of a column.
        pairing: what pairing saved.
        clustering: facts about clusters.
        median_difference: the median of the differences, one per unit and oriented like them; None for 0/1 scores, for
            tasks that are not on one scale, and where single differences are not known.
        cells: the four counts of 0/1 scores, over all tasks together; None for other scores.
        at_one_point: where the answer is about disagreements and no rope was given, what it is in accuracy at ±0.01.
        folding: how folds arose and what they share; None for other units.
        averaged: what the score of a unit is the mean of, as in `cases`.
        metric: the metric of the whole test set, in words; None where the units have scores.
        p_adjusted: the classical p-value, adjusted for the number of pairs and metrics; None for a single one.
        level: coverage of the intervals.
        higher_is_better: False if the scores are losses; estimates are turned then.
        notes: what was dropped, averaged or assumed.
        given: what the user gave; None for a procedure that stands beside another.
        flips: the cases that one model won and the other lost, if they were asked for.
        table: the scores that it was made of, for pictures of them; None for a part, or if read back from JSON.
    """

    first: str
    second: str
    question: Question
    result: Annotated[PairResult, pair_result_from_dict]
    n_units: int = field(metadata=written_as("n"))
    unit: str
    paired: bool = True
    task: str | None = None
    group: Group | None = None
    models: tuple[OwnFigures, ...] = ()
    rope: Rope | None = None
    decision: Decision | None = None
    joint: Probabilities | None = None
    alone: Decision | None = None
    outlook: Outlook | None = None
    effects: Annotated[tuple[EffectSize, ...], effects_from_dict] = field(
        default=(), metadata=written_as("effect_sizes")
    )
    relative: Relative | None = None
    checks: tuple[Check, ...] = ()
    brier: tuple[BrierOf, ...] = ()
    corrected: Corrected | None = None
    classical: Annotated[NullTest | None, _whole_test] = None
    also: tuple[Comparison, ...] = ()
    tasks: tuple[Comparison, ...] = ()
    groups: tuple[Comparison, ...] = ()
    pairing: Pairing | None = None
    clustering: Clustering | None = None
    median_difference: float | None = None
    cells: Cells | None = None
    at_one_point: AtOnePoint | None = None
    folding: Folding | None = None
    averaged: tuple[str, ...] = ()
    metric: str | None = None
    p_adjusted: float | None = None
    level: float = 0.95
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    given: AskedFor | None = None
    flips: Flips | None = None
    table: Measurable | None = field(default=None, compare=False, repr=False, metadata=NOT_WRITTEN)

    @property
    def procedure(self) -> str:
        """Name of the procedure that the verdict rests on."""
        return self.result.procedure

    @property
    def posterior(self) -> Posterior | None:
        """The posterior, to be asked about other ropes; None for a classical procedure."""
        return posterior_in(self.result)

    @property
    def readings(self) -> dict[str, Probabilities]:
        """Every reading of the posterior, by name; empty for a classical procedure."""
        return {} if self.posterior is None else self.posterior.readings(self.rope or 0.0)

    @property
    def probabilities(self) -> Probabilities | None:
        """The three probabilities by the scores of these two models; None for a classical procedure."""
        return None if self.own_decision is None else self.own_decision.probabilities

    @property
    def own_decision(self) -> Decision | None:
        """What the scores of these two models alone decide, whatever the verdict rests on."""
        return self.decision if self.alone is None else self.alone

    @property
    def verdict(self) -> Verdict | None:
        """`first`, `equivalent`, `second` or `undecided`; None for a classical procedure, which gives no verdict."""
        return None if self.decision is None else self.decision.verdict

    @property
    def p_value(self) -> float | None:
        """The p-value of the classical test beside the posterior, or of a classical procedure; None without one."""
        return None if self.classical_or_own is None else self.classical_or_own.p_value

    @property
    def estimate(self) -> float | None:
        """The estimate of the parameter: above its null (0 of a difference, 1/2 of a share), the first is better."""
        return self.result.estimate

    @property
    def interval(self) -> Interval | None:
        """The interval of the estimate, on the scale of the parameter."""
        if self.result.family == "test":
            return self.result.interval
        return self.result.interval(self.level)

    def scores_for(self, purpose: str) -> Comparable:
        """The scores that it was made of, or why there are none.

        Parameters:
            purpose: what needs them, as the beginning of a sentence.
        """
        if self.table is None:
            raise ArgumentError(
                f"{purpose} needs the scores. A comparison that was read from JSON, or that is a part of another, does "
                "not hold them: compare again."
            )
        if isinstance(self.table, MetricTable):
            raise ArgumentError(
                f"{purpose} needs scores of single {self.unit}; the {self.metric} is one number for the whole test set."
                " Compare a loss, which each case has."
            )
        return self.table

    def __repr__(self) -> str:
        if self.decision is None:
            found = f"p = {self.classical_or_own.p_value:.3g}" if self.classical_or_own else ""
        else:
            shares = self.decision.probabilities.to_dict().items()
            basis = "" if self.joint is None else ", by the joint model of all models"
            told = ", ".join(f"{region} {probability(share)}" for region, share in shares)
            found = f"{told}: {self.decision.outcome}{basis}"
        names = f"{visible(self.first)} (first) and {visible(self.second)} (second)"
        return f"<Comparison of {names}, {self.procedure}: {found}>"

    @property
    def own_test(self) -> ClassicalTest | None:
        """The result of a classical procedure; None for a posterior."""
        return classical_in(self.result)

    @property
    def classical_or_own(self) -> ClassicalTest | None:
        """The p-value's home: the result itself for a classical procedure, else the test beside it."""
        return self.own_test or self.classical

    @property
    def pooled_tasks(self) -> tuple[PooledTask, ...]:
        """Every task after partial pooling; none where tasks are not pooled."""
        if self.posterior is None or self.rope is None:
            return ()
        return self.posterior.pooled_tasks(self.rope, self.level)

    @property
    def clarity(self) -> tuple[bool, float]:
        """Sorts comparisons: decided ones first, then by the largest probability, or by the smallest p-value."""
        if self.decision is None:
            return True, 1.0 if self.classical_or_own is None else self.classical_or_own.p_value
        return self.decision.verdict == "undecided", -max(self.decision.probabilities)

    @property
    def tally(self) -> Tally | None:
        """The tasks, counted by what the classical test and the verdict say of them; None where no task has both."""
        decided = [
            (part.classical.rejects(self.level), part.decision.verdict)
            for part in self.tasks
            if part.classical is not None and part.decision is not None
        ]
        return tally(decided) if decided else None

    def to_dict(self) -> dict[str, Any]:
        """The record: one entry of a document's `comparisons`; it holds all that is needed to read it back."""
        return in_order(KEYS, {**written(self), **self._facts(), **self._numbers(), **self._beside()})

    def document(self) -> dict[str, Any]:
        """The record with schema and version: what `--json` prints."""
        record = self.to_dict()
        own = {key: record[key] for key in ("question", "models")}
        return with_version({**own, "comparisons": [record], "rankings": [], "notes": record["notes"]})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Comparison:
        """The comparison that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(only("comparisons", record, "`bt.Comparisons.from_dict` reads several."))

    @property
    def parts(self) -> tuple[Comparison, ...]:
        """This comparison, those beside it, its tasks and its subgroups."""
        return (self, *self.also, *self.tasks, *self.groups)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per comparison: this one, those beside it, its tasks and its subgroups."""
        return [part._row() for part in self.parts]

    def _facts(self) -> dict[str, Any]:
        posterior, own = self.posterior, self.own_test
        return {
            "procedure": self.procedure,
            "kind": self.result.kind,
            "parameter": None if posterior is None else posterior.parameter.to_dict(),
            "prior": None if posterior is None else posterior.prior,
            "statistic": None if own is None else finite(own.statistic),
            "p_value": None if own is None else own.p_value,
            "diagnostics": self.result.diagnostics.to_dict(),
        }

    def _numbers(self) -> dict[str, Any]:
        decision = self.own_decision
        direction = None if self.posterior is None else self.posterior.direction()
        return {
            "observed": None if self.posterior is None else self.posterior.observed,
            "estimate": self.estimate,
            "interval": plain(self.interval),
            "direction": None if direction is None else {"first": direction.first, "second": direction.second},
            "reading": None if decision is None else decision.reading,
            "probabilities": None if decision is None else decision.probabilities.to_dict(),
            "readings": plain(self.readings),
            "over_priors": None if self.posterior is None else plain(self.posterior.over_priors),
            "odds": None if decision is None else _finite_values(decision.probabilities.odds()),
            "evidence": None if decision is None else decision.evidence.to_dict(),
            "effect_sizes": {effect.name: effect.to_dict() for effect in self.effects},
        }

    def _beside(self) -> dict[str, Any]:
        return {
            "classical": None if self.classical is None else _in_short(self.classical, self.p_adjusted),
            "tally": plain(self.tally),
            "shrunken": self._shrunken(),
            "shrunken_error": None if self.posterior is None else self.posterior.task_error,
            "task_law": None if self.posterior is None else plain(self.posterior.task_law(self.level)) or None,
        }

    def _shrunken(self) -> list[dict[str, Any]] | None:
        """Per task, what a hierarchical model makes of its scores by partial pooling."""
        pooled = self.pooled_tasks
        return [{**task.estimate.to_dict(), "probabilities": task.probabilities.to_dict()} for task in pooled] or None

    @property
    def _estimated(self) -> str | None:
        """What the estimate is an estimate of."""
        named = self.result.estimate_name if self.result.family == "test" else self.result.parameter.name
        return named or None

    def _row(self) -> dict[str, Any]:
        p = self.probabilities
        test = self.classical_or_own
        return {
            "first": self.first,
            "second": self.second,
            "task": self.task,
            "group": None if self.group is None else f"{self.group[0]}={self.group[1]}",
            "procedure": self.procedure,
            "n": self.n_units,
            "won_by_first": None if self.cells is None else self.cells.n10,
            "disagreements": None if self.cells is None else self.cells.discordant,
            "parameter": self._estimated,
            "estimate": self.estimate,
            "low": None if self.interval is None else self.interval.low,
            "high": None if self.interval is None else self.interval.high,
            "rope_low": None if self.rope is None else self.rope.low,
            "rope_high": None if self.rope is None else self.rope.high,
            "reading": None if self.own_decision is None else self.own_decision.reading,
            "p_first": None if p is None else p.first,
            "p_equivalent": None if p is None else p.equivalent,
            "p_second": None if p is None else p.second,
            "verdict": None if self.decision is None else self.decision.verdict,
            "outcome": None if self.decision is None else self.decision.outcome,
            "rests_on": None if self.decision is None else self.decision.rests_on,
            "joint_first": None if self.joint is None else self.joint.first,
            "joint_equivalent": None if self.joint is None else self.joint.equivalent,
            "joint_second": None if self.joint is None else self.joint.second,
            "classical": None if test is None else test.procedure,
            "statistic": None if test is None else finite(test.statistic),
            "p_value": None if test is None else test.p_value,
            "p_adjusted": self.p_adjusted,
            "effect_size": None if not self.effects else finite(self.effects[0].value),
        }


def _finite_values(values: Mapping[str, float]) -> dict[str, float | None]:
    return {key: finite(value) for key, value in values.items()}


def _in_short(test: NullTest, p_adjusted: float | None) -> dict[str, Any]:
    """The short form, with the whole test beside it for the way back."""
    return {
        "procedure": test.procedure,
        "statistic": finite(test.statistic),
        "df": test.df,
        "p_value": test.p_value,
        "p_adjusted": p_adjusted,
        "result": test.to_dict(),
    }
