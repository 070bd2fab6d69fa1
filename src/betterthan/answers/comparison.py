"""Comparison: one question answered, as a frozen record that turns into JSON, tables and reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import copysign, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from betterthan.answers.parts import ModelFigures, finite
from betterthan.data.design import Clustering
from betterthan.data.frames import to_frame
from betterthan.data.moments import Pairing
from betterthan.data.protocol import Comparable
from betterthan.judging.checks.check import Check
from betterthan.judging.decision import Decision, Evidence
from betterthan.judging.effects import EffectSize
from betterthan.judging.question import Question
from betterthan.judging.tally import Tally, tally
from betterthan.procedures import named
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.interval import Interval
from betterthan.results.kinds import PairResult, Posterior, pair_result_from_dict
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope
from betterthan.version import SCHEMA, __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Comparison:
    """Two models compared: what was found, and everything needed to judge it.

    Parameters:
        first: name of the first model.
        second: name of the second model.
        question: which question was answered, and why with this procedure.
        result: what the procedure returned.
        n_units: number of units.
        unit: what one unit is.
        task: the task, if the comparison is about one of several.
        group: column and value of the subgroup, if it is about one.
        models: the models' own figures.
        rope: the region of practical equivalence; None for procedures without one.
        decision: the verdict; None for a classical procedure.
        effects: effect sizes.
        checks: assumption checks.
        classical: the classical test beside a Bayesian result.
        also: further procedures on the same scores.
        tasks: the same comparison within each task.
        groups: the same comparison within each value of a column.
        pairing: what pairing saved.
        clustering: facts about clusters.
        p_adjusted: the classical p-value, adjusted for the number of pairs; None for a single pair.
        level: coverage of the intervals.
        notes: what was dropped, averaged or assumed.
        table: the scores that it was made of, for pictures of them; None for a part, or if read back from JSON.
    """

    first: str
    second: str
    question: Question
    result: PairResult
    n_units: int
    unit: str
    task: str | None = None
    group: tuple[str, str] | None = None
    models: tuple[ModelFigures, ...] = ()
    rope: Rope | None = None
    decision: Decision | None = None
    effects: tuple[EffectSize, ...] = ()
    checks: tuple[Check, ...] = ()
    classical: NullTest | None = None
    also: tuple[Comparison, ...] = ()
    tasks: tuple[Comparison, ...] = ()
    groups: tuple[Comparison, ...] = ()
    pairing: Pairing | None = None
    clustering: Clustering | None = None
    p_adjusted: float | None = None
    level: float = 0.95
    notes: tuple[str, ...] = ()
    table: Comparable | None = field(default=None, compare=False, repr=False)

    @property
    def procedure(self) -> str:
        """Name of the procedure that the verdict rests on."""
        return self.result.procedure

    @property
    def paired(self) -> bool:
        """Whether the models were compared on the same units; False for two independent samples."""
        return named(self.procedure).needs.paired

    @property
    def posterior(self) -> Posterior | None:
        """The posterior, to be asked about other ropes; None for a classical procedure."""
        return None if isinstance(self.result, NullTest) else self.result

    @property
    def readings(self) -> dict[str, Probabilities]:
        """Every reading of the posterior, by name; empty for a classical procedure."""
        return {} if self.posterior is None else self.posterior.readings(self.rope or 0.0)

    @property
    def probabilities(self) -> Probabilities | None:
        """The three probabilities; None for a classical procedure."""
        return None if self.decision is None else self.decision.probabilities

    @property
    def estimate(self) -> float | None:
        """The estimated difference, oriented: positive means that the first model is better."""
        return self.result.estimate

    @property
    def interval(self) -> Interval | None:
        """The interval of the estimate, oriented like it."""
        if isinstance(self.result, NullTest):
            return self.result.interval
        if isinstance(self.result, (RegionPosterior, MajorityPosterior)):
            return None
        return self.result.oriented_interval(self.level)

    def __repr__(self) -> str:
        if self.decision is None:
            found = f"p = {self.classical_or_own.p_value:.3g}" if self.classical_or_own else ""
        else:
            shares = self.decision.probabilities.to_dict().items()
            found = ", ".join(f"{region} {share:.3f}" for region, share in shares) + f": {self.decision.verdict}"
        return f"<Comparison of {self.first} (first) and {self.second} (second), {self.procedure}: {found}>"

    @property
    def classical_or_own(self) -> NullTest | None:
        """The p-value's home: the result itself for a classical procedure, else the test beside it."""
        return self.result if isinstance(self.result, NullTest) else self.classical

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
        """The document that `--json` prints."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "question": self.question.to_dict(),
            "models": [model.to_dict() for model in self.models],
            "comparisons": [self.to_record()],
            "rankings": [],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """`to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def to_record(self) -> dict[str, Any]:
        """One entry of the document's `comparisons`; it holds all that is needed to read it back."""
        own = {
            "question": self.question.to_dict(),
            "models": [model.to_dict() for model in self.models],
            "notes": list(self.notes),
        }
        return {**self._facts(), **own, **self._figures(), **self._beside(), "result": self.result.to_dict()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Comparison:
        """The comparison that `to_dict` turned into a document.

        Parameters:
            document: what `to_dict` or `--json` gave.
        """
        return from_record(document["comparisons"][0])

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per comparison: this one, those beside it, its tasks and its subgroups."""
        parts = (self, *self.also, *self.tasks, *self.groups)
        return [part._row() for part in parts]

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def to_latex(self) -> str:
        """A LaTeX table, and the sentence for a paper's methods section."""
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
        """The figure that fits the result.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)

    def _repr_html_(self) -> str:
        from betterthan.report.notebook import notebook

        return notebook(self)

    def _facts(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "task": self.task,
            "group": None if self.group is None else {"column": self.group[0], "value": self.group[1]},
            "n": self.n_units,
            "unit": self.unit,
            "paired": self.paired,
            "procedure": self.procedure,
            "kind": self.result.kind,
        }

    def _figures(self) -> dict[str, Any]:
        posterior, decision, interval = self.posterior, self.decision, self.interval
        own = self.result if isinstance(self.result, NullTest) else None
        direction = None if posterior is None else posterior.direction()
        return {
            "parameter": None if posterior is None else posterior.parameter.to_dict(),
            "prior": None if posterior is None else posterior.prior,
            "estimate": self.estimate,
            "interval": None if interval is None else interval.to_dict(),
            "rope": None if self.rope is None else self.rope.to_dict(),
            "direction": None if direction is None else {"first": direction.first, "second": direction.second},
            "reading": None if decision is None else decision.reading,
            "probabilities": None if decision is None else decision.probabilities.to_dict(),
            "readings": {name: reading.to_dict() for name, reading in self.readings.items()},
            "odds": None if decision is None else _finite_values(decision.probabilities.odds()),
            "evidence": None if decision is None else decision.evidence.to_dict(),
            "decision": None if decision is None else decision.to_dict(),
            "effect_sizes": {effect.name: effect.to_dict() for effect in self.effects},
            "statistic": None if own is None else finite(own.statistic),
            "p_value": None if own is None else own.p_value,
            "p_adjusted": self.p_adjusted,
            "level": self.level,
        }

    def _shrunken(self) -> list[dict[str, Any]] | None:
        """Per task, what a hierarchical model says in the light of the other tasks."""
        if not isinstance(self.result, HierarchicalPosterior) or self.rope is None:
            return None
        shares = self.result.task_probabilities(self.rope)
        return [
            {**task.to_dict(), "probabilities": p.to_dict()}
            for task, p in zip(self.result.task_estimates, shares, strict=True)
        ]

    def _beside(self) -> dict[str, Any]:
        return {
            "classical": None if self.classical is None else _classical(self.classical, self.p_adjusted),
            "also": [part.to_record() for part in self.also],
            "tasks": [part.to_record() for part in self.tasks],
            "tally": None if self.tally is None else self.tally.to_dict(),
            "shrunken": self._shrunken(),
            "groups": [part.to_record() for part in self.groups],
            "checks": [check.to_dict() for check in self.checks],
            "pairing": None if self.pairing is None else self.pairing._asdict(),
            "clustering": None if self.clustering is None else vars(self.clustering),
            "diagnostics": self.result.diagnostics.to_dict(),
        }

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
            "estimate": self.estimate,
            "low": None if self.interval is None else self.interval.low,
            "high": None if self.interval is None else self.interval.high,
            "rope_low": None if self.rope is None else self.rope.low,
            "rope_high": None if self.rope is None else self.rope.high,
            "p_first": None if p is None else p.first,
            "p_equivalent": None if p is None else p.equivalent,
            "p_second": None if p is None else p.second,
            "verdict": None if self.decision is None else self.decision.verdict,
            "classical": None if test is None else test.procedure,
            "statistic": None if test is None else finite(test.statistic),
            "p_value": None if test is None else test.p_value,
            "p_adjusted": self.p_adjusted,
            "effect_size": None if not self.effects else finite(self.effects[0].value),
        }


def _finite_values(values: Mapping[str, float]) -> dict[str, float | None]:
    return {key: finite(value) for key, value in values.items()}


def _classical(test: NullTest, p_adjusted: float | None) -> dict[str, Any]:
    """The short form, with the whole test beside it for the way back."""
    return {
        "procedure": test.procedure,
        "statistic": finite(test.statistic),
        "df": test.df,
        "p_value": test.p_value,
        "p_adjusted": p_adjusted,
        "result": test.to_dict(),
    }


def from_record(record: Mapping[str, Any]) -> Comparison:
    """The comparison that `to_record` turned into an entry of a document.

    Parameters:
        record: what `to_record` gave.
    """
    classical, group, asked = record["classical"], record["group"], record["question"]
    return Comparison(
        first=record["first"],
        second=record["second"],
        question=Question(**{**asked, "alternatives": tuple(asked["alternatives"])}),
        result=pair_result_from_dict(record["result"]),
        n_units=record["n"],
        unit=record["unit"],
        task=record["task"],
        group=None if group is None else (group["column"], group["value"]),
        models=tuple(
            ModelFigures(**{**model, "interval": Interval(**model["interval"])}) for model in record["models"]
        ),
        rope=None if record["rope"] is None else Rope(**record["rope"]),
        decision=_decision(record),
        effects=tuple(_effect(name, size, record["estimate"]) for name, size in record["effect_sizes"].items()),
        checks=tuple(Check(**check) for check in record["checks"]),
        classical=None if classical is None else NullTest.from_dict(classical["result"]),
        also=tuple(from_record(part) for part in record["also"]),
        tasks=tuple(from_record(part) for part in record["tasks"]),
        groups=tuple(from_record(part) for part in record["groups"]),
        pairing=None if record["pairing"] is None else Pairing(**record["pairing"]),
        clustering=None if record["clustering"] is None else Clustering(**record["clustering"]),
        p_adjusted=record["p_adjusted"],
        level=record["level"],
        notes=tuple(record["notes"]),
    )


def _effect(name: str, record: Mapping[str, Any], estimate: float | None) -> EffectSize:
    """An effect size without a value is infinite: a difference without any spread."""
    value = copysign(inf, estimate or 0.0) if record["value"] is None else record["value"]
    return EffectSize(name, value, record["label"])


def _decision(record: Mapping[str, Any]) -> Decision | None:
    if record["decision"] is None:
        return None
    probabilities, evidence = Probabilities(**record["probabilities"]), Evidence(**record["evidence"])
    return Decision(**record["decision"], reading=record["reading"], probabilities=probabilities, evidence=evidence)
