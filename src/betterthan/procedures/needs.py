"""Needs: what a procedure needs of a table, as data, from which its messages are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.data.metric_table import MetricTable
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Measurable, Paired
from betterthan.data.summaries import UnpairedSummary
from betterthan.data.tables import PairedTable, TwoSamples, UnpairedTable
from betterthan.data.units import CLUSTERED_CASES, FOLDS, INDEPENDENT, TASKS, Unit
from betterthan.phrases import counted, listing

Lack: TypeAlias = Literal[
    "pairs",
    "more models",
    "a second task",
    "more tasks",
    "a single task",
    "single units",
    "every score",
    "0/1 scores",
    "several scores per task",
    "no folds",
    "no crossing",
    "no clusters",
    "some difference",
    "same differences",
]
"""What a table can lack that another procedure does without."""


INSTEAD: Mapping[Lack, str] = {
    "pairs": "Use `bayes_welch` or `welch_t`.",
    "a second task": "For one task use `bayes_t` or `bayes_mcnemar`.",
    "a single task": "Choose one, or take one mean per task with `.by_task()`.",
    "single units": "`bayes_t` and `paired_t` need no more.",
    "every score": "`bayes_joint` and `bayes_plackett_luce` take tables with gaps.",
    "0/1 scores": "For those use `bayes_t` or `paired_t`.",
    "several scores per task": "Use `bayes_signed_rank` or `wilcoxon`.",
    "no folds": "Use `bayes_correlated_t` or `correlated_t`, or score a held-out test set case by case.",
    "no crossing": "Use `bayes_crossed` or `quasi_f`, or average over one of the two first.",
    "no clusters": 'Use `bayes_clustered_t` or `clustered_t`, or one mean of each cluster (`weight="clusters"`).',
    "some difference": "Use `bayes_agreement`, which says how large a difference such units leave open.",
    "same differences": "Use what `bt.question` recommends for this table, such as `bayes_t` for independent units.",
}
"""What to use instead, unless a registration knows better."""


@dataclass(frozen=True)
class Lacking:
    """What a table lacks; the sentence is made when it is read, since most are only asked for whether they are there.

    Parameters:
        what: what is needed, and what the table has.
        instead: what to do about it.
    """

    what: Callable[[], str]
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.what()} {self.instead}".rstrip()


def as_lacking(told: str | None) -> Lacking | None:
    """What is told in a sentence already."""
    return None if told is None else Lacking(lambda: told)


class Row(NamedTuple):
    """One need: whether it is met, what is lacking if it is not, and what to do then."""

    holds: bool
    lacking: Callable[[], str]
    instead: str = ""


@dataclass(frozen=True)
class Needs:
    """What a procedure needs of a table. The messages and the documentation are made from it.

    Parameters:
        units: the smallest number of units.
        models: the smallest and the largest number of models; None for any number.
        tasks: `one` task (or one score per task), `several` tasks, or `any`: one, or several that it averages itself.
        paired: whether the models must have scores on the same units; False for procedures of two independent samples.
        complete: whether every model must have a score on every unit.
        least_tasks: the smallest number of tasks, for procedures over several.
        further: what else is lacking in a table that meets the rest, as in `unmet`; None if nothing is.
        binary: whether every score must be 0 or 1.
        every_unit: whether it needs the single units, not only their sums.
        independent: the kinds of unit that may be taken as independent draws.
        differences: `any`; `some`, of which one at least is not 0; `varying` ones, since without any spread it would be
            certain of everything; or the `same` on all units.
        takes: `scores` of single units, truth and outputs with `a metric` of the whole test set, or `both`.
        metric: the only metric that it takes; None takes any.
        whole: of a metric: whether it takes neither clusters nor weights of the cases.
        instead: what to use for a table that lacks something, where that is not what `INSTEAD` says.
    """

    units: int = 2
    models: tuple[int, int | None] = (2, 2)
    tasks: Literal["one", "several", "any"] = "one"
    paired: bool = True
    complete: bool = True
    least_tasks: int = 2
    further: Callable[[Paired], str | None] | None = None
    binary: bool = False
    every_unit: bool = False
    independent: tuple[Unit, ...] = INDEPENDENT
    differences: Literal["any", "some", "varying", "same"] = "any"
    takes: Literal["scores", "a metric", "both"] = "scores"
    metric: str | None = None
    whole: bool = False
    instead: Mapping[Lack, str] = field(default_factory=dict)

    def in_words(self) -> str:
        """The needs as a phrase: `at least 2 independent units, 0/1 scores`."""
        several = f"at least {self.least_tasks} tasks"
        tasks = {"one": "one task", "several": several, "any": "one task or several"}[self.tasks]
        units = "cases or folds" if FOLDS in self.independent else f"at least {self.units} independent units"
        parts = [self.models_in_words(), tasks, units]
        if self.binary:
            parts.append("0/1 scores")
        if self.every_unit:
            parts.append("the score of every unit")
        if self.differences == "same":
            parts.append("the same difference on all of them")
        if not self.paired:
            parts[-1] = f"at least {self.units} independent units of each, unpaired"
        return ", ".join(parts)

    @property
    def takes_several(self) -> bool:
        """Whether it takes more than two models at once."""
        return self.models[1] is None or self.models[1] > 2

    def models_in_words(self) -> str:
        """How many models, as a phrase: `2 models`, `at least 3 models`."""
        least, most = self.models
        return f"{least} models" if least == most else f"at least {least} models"

    def lacking(self, table: Measurable) -> Lacking | None:
        """As `unmet`, but of any table: pairs where two samples are needed, and the reverse, are lacking too.

        Parameters:
            table: a paired table, a summary, or an unpaired table.
        """
        if isinstance(table, MetricTable):
            return _first_unmet(self._metric_rows(table))
        return _first_unmet(self._sample_rows(table)) if isinstance(table, TwoSamples) else self.unmet(table)

    def unmet(self, table: Paired) -> Lacking | None:
        """What is lacking, what the table has instead, and what to do, for a message; None if nothing is lacking.

        Parameters:
            table: the paired table or summary.
        """
        found = _first_unmet(self._rows(table))
        return found if found is not None or self.further is None else as_lacking(self.further(table))

    # Both are read from the top, and the first need that is not met is told. What a table is a table of (pairs, models,
    # tasks) comes first, since changing that changes the rest; then what is known of its units; then whether these may
    # be taken as independent, which says most, and only of a table that is otherwise the right one.

    def _rows(self, table: Paired) -> Iterator[Row]:
        facts, (least, most) = table.facts, self.models
        yield Row(
            self.takes != "a metric",
            lambda: "truth and outputs with a metric of the whole test set; this table holds scores.",
            "Give `bt.predictions` and `metric=`.",
        )
        yield Row(self.paired, lambda: "unpaired scores; this table is paired.", _sharper(facts.unit))
        yield Row(
            facts.models >= least, lambda: f"at least {least} models; {_models(table)}.", self._use("more models")
        )
        yield Row(
            most is None or facts.models <= most, lambda: f"2 models; {_models(table)}.", "Name the two to compare."
        )
        yield Row(
            self.tasks != "several" or facts.tasks >= self.least_tasks,
            lambda: f"at least {self.least_tasks} tasks; this table has {facts.tasks}.",
            self._use("a second task" if facts.tasks == 1 else "more tasks"),
        )
        yield Row(
            self.tasks != "one" or facts.unit == TASKS or facts.tasks == 1,
            lambda: f"one task; this table has {facts.tasks}.",
            self._use("a single task"),
        )
        yield Row(
            not (self.every_unit and facts.sums_only),
            lambda: "the score of every unit; this table is known by its sums only.",
            self._use("single units"),
        )
        yield Row(
            not self.complete or facts.complete, lambda: f"every score; {_gaps(table)}.", self._use("every score")
        )
        yield Row(
            not self.binary or facts.binary,
            lambda: "0/1 scores; this table has real-valued ones.",
            self._use("0/1 scores"),
        )
        yield Row(
            facts.n >= self.units,
            lambda: f"at least {counted(self.units, 'unit')}; this table has {facts.n}.",
            "Score more units.",
        )
        yield self._independence(table)
        yield self._of_differences(table)

    def _of_differences(self, table: Comparable) -> Row:
        """Whether they vary as they must; this is looked at last, since it takes the differences."""
        if self.differences == "any":
            return Row(True, str)
        if self.differences == "same":
            return Row(
                table.alike,
                lambda: "the same difference on all units; those of this table vary.",
                self._use("same differences"),
            )
        same = table.alike and (self.differences == "varying" or _largest_mean(table) == 0)
        return Row(not same, lambda: _what_is_the_same(table), self._use("some difference"))

    def _independence(self, table: Paired) -> Row:
        unit, several = table.facts.unit, self.tasks == "any" and table.facts.tasks > 1  # it takes one mean of each
        holds = unit in self.independent
        if unit == TASKS:
            what = "several scores on every task; this table has one of each."
            return Row(holds, lambda: what, self._use("several scores per task"))
        pairs = "" if table.facts.models == 2 else "Take two models at a time. "
        shares = f"independent units; those of this table are {unit}, which share"
        if unit == FOLDS:
            return Row(
                holds or several,
                lambda: f"{shares} training data{_too_sure(table)}.",
                f"{pairs}{self._use('no folds')}",
            )
        if unit == CLUSTERED_CASES:
            what = f"independent units; those of this table are {unit}, of which those of one cluster are alike."
            return Row(holds or several, lambda: what, f"{pairs}{self._use('no clusters')}")
        return Row(holds or several, lambda: f"{shares} {unit.listed}.", self._use("no crossing"))

    def _metric_rows(self, table: MetricTable) -> Iterator[Row]:
        yield Row(
            self.takes != "scores",
            lambda: (
                f"scores of single {table.unit}; the {table.metric.title} is one number for the whole test set, which "
                f"no single case has."
            ),
            "Use `bayes_bootstrap` or `bootstrap`, or a loss, which each case has.",
        )
        yield Row(len(table.models) == 2, lambda: f"2 models; {_models(table)}.", "Name the two to compare.")
        yield Row(len(table.tasks) == 1, lambda: f"one task; this table has {len(table.tasks)}.", "Choose one.")
        yield Row(
            self.metric in (None, table.metric.name),
            lambda: f"the metric `{self.metric}`; this is the {table.metric.title}.",
            "Use `bayes_bootstrap` or `bootstrap`.",
        )
        yield Row(
            not self.whole or (table.clusters is None and table.predictions.weight is None),
            lambda: (
                "cases that are independent and count the same; these "
                f"{'have weights' if table.clusters is None else 'belong to clusters'}."
            ),
            "Use `bayes_bootstrap` or `bootstrap`.",
        )
        yield Row(
            table.n_units >= self.units,
            lambda: f"at least {counted(self.units, 'unit')}; this table has {table.n_units}.",
            f"Score more {table.unit}.",
        )
        yield Row(
            self.differences == "any" or not table.alike,
            lambda: "differences; the models said the same of every case, which would leave no doubt.",
            "Compare models that differ, or compare a loss of each case.",
        )

    def _sample_rows(self, table: UnpairedTable | UnpairedSummary) -> Iterator[Row]:
        names = " and ".join(f"`{name}`" for name in table.models)
        yield Row(
            not self.paired,
            lambda: f"paired scores; {names} share no units, or are not to be paired.",
            self._use("pairs"),
        )
        yield Row(
            len(table.tasks) == 1,
            lambda: f"one task; this table has {len(table.tasks)}.",
            "Choose one, or pair their means with `.by_task()`.",
        )
        yield Row(
            table.unit in self.independent,
            lambda: f"independent units; those of this table are {table.unit}, which share training data.",
            self._use("no folds"),
        )
        sizes = dict(zip(table.models, table.sizes, strict=True))
        name, n = min(sizes.items(), key=lambda item: item[1])
        yield Row(
            n >= self.units,
            lambda: f"at least {self.units} {table.unit} of each model; `{name}` has {table.unit.counted(n)}.",
            f"Run more {table.unit}.",
        )
        yield Row(
            self.differences == "any" or not table.alike,
            lambda: (
                f"scores that vary; all {table.unit} of each model have the same score, which would leave no doubt."
            ),
            f"Run more {table.unit}, or score single cases, which can be paired.",
        )

    def _use(self, lack: Lack) -> str:
        return self.instead.get(lack, INSTEAD.get(lack, ""))


def _largest_mean(table: Comparable) -> float:
    """How far the models are apart at most, where all units agree on it."""
    if isinstance(table, PairedTable) and len(table.models) > 2:
        return float(np.nanmax(np.abs(table.scores - table.scores[:, [0]])))
    return 0.0 if isinstance(table, TwoSamples) else abs(table.moments().mean)


def _what_is_the_same(table: Comparable) -> str:
    facts = table.facts
    units = f"all {facts.n:,} {facts.unit}"
    if facts.clusters is not None:
        units = f"all {facts.clusters:,} clusters (on average)"
    if _largest_mean(table) == 0:
        return f"differences; the models have the same score on {units} of this table, which would leave no doubt."
    return f"differences that vary; here they are the same on {units}, which would leave no doubt."


def _first_unmet(rows: Iterator[Row]) -> Lacking | None:
    return next((Lacking(row.lacking, row.instead) for row in rows if not row.holds), None)


def _models(table: Paired | MetricTable) -> str:
    return f"this table has {len(table.models)} ({listing(table.models)})"


def _too_sure(table: Paired) -> str:
    """By how much the standard error of these folds would be too small, if they were taken as independent."""
    share = table.design.test_fraction if isinstance(table, PairedUnits) and len(table.tasks) == 1 else None
    if not share:
        return ""
    times = sqrt(1 + table.n_units * share / (1 - share))  # correlated against plain, Nadeau and Bengio (2003)
    too_small = f"a standard error {times:.1f} times too small if folds correlate at {share:.3g}"
    return f" (taken as independent, they would give {too_small})"


def _sharper(unit: Unit) -> str:
    made_for = {
        FOLDS: "`bayes_correlated_t` and `correlated_t`",
        CLUSTERED_CASES: "`bayes_clustered_t` and `clustered_t`",
    }
    those = made_for.get(unit, "`bayes_t` and `paired_t`")
    return (
        f"For pairs {those} are sharper, since they remove what the units share. To ignore the pairing all the same, "
        "use `bt.unpaired`."
    )


def _gaps(table: Paired) -> str:
    """Which models have no score on some units, and on how many."""
    known = table.gaps() if isinstance(table, PairedTable) else [0] * len(table.models)
    gaps = [f"`{name}` lacks {gap:,}" for name, gap in zip(table.models, known, strict=True) if gap]
    return f"in this table {', '.join(gaps[:3])}{', …' if len(gaps) > 3 else ''} of {table.n_units:,}"
