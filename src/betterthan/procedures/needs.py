"""Needs: what a procedure needs of a table, as data, from which its messages are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Paired
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import FOLDS, INDEPENDENT, TASKS, Unit
from betterthan.phrases import counted, listing

CORRELATED = "Use `bayes_correlated_t` or `correlated_t`, or score a held-out test set case by case."


CORRELATED_PAIRS = f"Take two models at a time. {CORRELATED}"


CROSSED = "Use `bayes_crossed` or `quasi_f`, or average over one of the two first."


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
        few_tasks: what to use with fewer.
        fewer: what to use with fewer models.
        further: what else is lacking in a table that meets the rest, as in `unmet`; None if nothing is.
        binary: whether every score must be 0 or 1.
        every_unit: whether it needs the single units, not only their sums.
        independent: the kinds of unit that may be taken as independent draws.
    """

    units: int = 2
    models: tuple[int, int | None] = (2, 2)
    tasks: Literal["one", "several", "any"] = "one"
    paired: bool = True
    complete: bool = True
    least_tasks: int = 2
    few_tasks: str = ""
    fewer: str = ""
    further: Callable[[Paired], str | None] | None = None
    binary: bool = False
    every_unit: bool = False
    independent: tuple[Unit, ...] = INDEPENDENT

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
        if not self.paired:
            parts[-1] = f"at least {self.units} independent units of each, unpaired"
        return ", ".join(parts)

    def models_in_words(self) -> str:
        """How many models, as a phrase: `2 models`, `at least 3 models`."""
        least, most = self.models
        return f"{least} models" if least == most else f"at least {least} models"

    def lacking(self, table: Comparable) -> str | None:
        """As `unmet`, but of any table: pairs where two samples are needed, and the reverse, are lacking too.

        Parameters:
            table: a paired table, a summary, or an unpaired table.
        """
        if not isinstance(table, UnpairedTable):
            return self.unmet(table)
        if self.paired:
            names = " and ".join(f"`{name}`" for name in table.models)
            return f"paired scores; {names} share no units, or are not to be paired. Use `bayes_welch` or `welch_t`."
        return self._unmet_by_samples(table)

    def _unmet_by_samples(self, table: UnpairedTable) -> str | None:
        if len(table.tasks) > 1:
            return f"one task; this table has {len(table.tasks)}. Choose one, or pair their means with `.by_task()`."
        if table.unit not in self.independent:
            return f"independent units; those of this table are {table.unit}, which share training data. {CORRELATED}"
        for name, n in zip(table.models, (len(table.first), len(table.second)), strict=True):
            if n < self.units:
                have = table.unit.counted(n)
                return f"at least {self.units} {table.unit} of each model; `{name}` has {have}. Run more {table.unit}."
        return None

    def unmet(self, table: Paired) -> str | None:
        """What is lacking, what the table has instead, and what to do, for a message; None if nothing is lacking.

        Parameters:
            table: the paired table or summary.
        """
        if not self.paired:
            return _paired_already(table)
        least, most = self.models
        if len(table.models) < least:
            return (
                f"at least {least} models; this table has {len(table.models)} ({listing(table.models)}). {self.fewer}"
            )
        if most is not None and len(table.models) > most:
            return f"2 models; this table has {len(table.models)} ({listing(table.models)}). Name the two to compare."
        unit = table.facts.unit
        if self.tasks == "several" and len(table.tasks) < self.least_tasks:
            single = len(table.tasks) == 1 and self.least_tasks > 2
            advice = "For one task use `bayes_t` or `bayes_mcnemar`." if single else self.few_tasks
            return f"at least {self.least_tasks} tasks; this table has {len(table.tasks)}. {advice}"
        if self.tasks == "one" and unit != TASKS and len(table.tasks) > 1:
            return (
                f"one task; this table has {len(table.tasks)}. Choose one, or take one mean per task with `.by_task()`."
            )
        if self.every_unit and isinstance(table, PairedSummary):
            return (
                "the score of every unit; this table is known by its sums only. `bayes_t` and `paired_t` need no more."
            )
        if self.complete and isinstance(table, PairedTable) and table.missing:
            return f"every score; {_lacking(table)}. `bayes_joint` and `bayes_plackett_luce` take tables with gaps."
        if self.binary and not table.binary:
            for_pairs = "`bayes_hierarchical_t`" if self.tasks == "several" else "`bayes_t` or `paired_t`"
            those = for_pairs if len(table.models) == 2 else "`bayes_joint` or `friedman`"
            return f"0/1 scores; this table has real-valued ones. For those use {those}."
        if table.n_units < self.units:
            return f"at least {counted(self.units, 'unit')}; this table has {table.n_units}. Score more units."
        if unit == TASKS and unit not in self.independent:
            return "several scores on every task; this table has one of each. Use `bayes_signed_rank` or `wilcoxon`."
        if unit not in self.independent and not (self.tasks == "any" and len(table.tasks) > 1):
            shared, advice = (
                (f"training data{_too_sure(table)}", CORRELATED if len(table.models) == 2 else CORRELATED_PAIRS)
                if unit == FOLDS
                else (unit.listed, CROSSED)
            )
            return f"independent units; those of this table are {unit}, which share {shared}. {advice}"
        return self.further(table) if self.further is not None else None


def _too_sure(table: Paired) -> str:
    """By how much the standard error of these folds would be too small, if they were taken as independent."""
    share = table.design.test_fraction if isinstance(table, PairedUnits) and len(table.tasks) == 1 else None
    if not share:
        return ""
    times = sqrt(1 + table.n_units * share / (1 - share))  # correlated against plain, Nadeau and Bengio (2003)
    return f" (taken as independent, they would give a standard error {times:.1f} times too small)"


def _paired_already(table: Paired) -> str:
    folds = table.facts.unit == FOLDS
    those = "`bayes_correlated_t` and `correlated_t`" if folds else "`bayes_t` and `paired_t`"
    return (
        f"unpaired scores; this table is paired, and {those} are sharper, since they remove what the units share. "
        "To ignore the pairing all the same, use `bt.unpaired`."
    )


def _lacking(table: PairedTable) -> str:
    """Which models have no score on some units, and on how many."""
    gaps = [f"`{name}` lacks {gap:,}" for name, gap in zip(table.models, table.gaps(), strict=True) if gap]
    return f"in this table {', '.join(gaps[:3])}{', …' if len(gaps) > 3 else ''} of {table.n_units:,}"
