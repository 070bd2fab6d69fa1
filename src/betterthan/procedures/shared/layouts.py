"""The layouts that an analysis of variance takes: one score per unit, several units per task, two crossed factors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import CROSSED, FOLDS, TASKS, Unit
from betterthan.errors import ArgumentError
from betterthan.phrases import counted
from betterthan.procedures.needs import Lacking, Needs, as_lacking
from betterthan.procedures.shared.crossed_table import incomplete, laid_out

DIFFERENCES_ONLY = (
    "the models' own scores; this table has their differences only. `bayes_t` and `paired_t` need no more."
)


@dataclass(frozen=True)
class AnovaNeeds(Needs):
    """What an analysis of variance needs: a balanced table in one of its three layouts."""

    models: tuple[int, int | None] = (2, None)
    every_unit: bool = True
    independent: tuple[Unit, ...] = (*Needs.independent, *CROSSED)

    def in_words(self) -> str:
        return "at least 2 models, independent units, equally many on every task, or two crossed factors"

    def unmet(self, table: Paired) -> Lacking | None:
        facts = table.facts
        if not isinstance(table, PairedUnits) or facts.tasks == 1 or facts.unit == TASKS:
            return super().unmet(table) or as_lacking(own_scores_unmet(table) or _crossing_unmet(table))
        if facts.unit == FOLDS:
            return Lacking(
                lambda: "independent units; those of this table are folds, which share training data.",
                f"Take one mean per task with `.by_task()`. For one task: {_lower_case(self._use('no folds'))}",
            )
        if facts.crossed:
            return Lacking(
                lambda: f"one task with {facts.unit}; this table has {facts.tasks} tasks.",
                "Choose one, or take one mean per task with `.by_task()`.",
            )
        return super().unmet(table.by_task()) or as_lacking(own_scores_unmet(table) or _replicates_unmet(table))


def _lower_case(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def checked_layout(scores: Array, models: Sequence[str], axes: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
    """The scores as numbers, and names for the models; a message where something is wrong with them.

    Parameters:
        scores: the scores.
        models: names of the models; numbers from 1 if there are none.
        axes: what the axes are, as in `units` and `models`.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != len(axes) or min(values.shape) < 2 or not np.isfinite(values).all():
        raise ArgumentError(
            f"An analysis of variance needs a table of finite scores, {' x '.join(axes)}, at least 2 of each; got "
            f"shape {values.shape}{'' if np.isfinite(values).all() else ', with scores that are missing or infinite'}."
        )
    names = (models,) if isinstance(models, str) else tuple(models)
    names = names or tuple(str(number + 1) for number in range(values.shape[-1]))
    if len(names) != values.shape[-1]:
        raise ArgumentError(f"There are {values.shape[-1]} columns of scores, but {len(names)} names of models.")
    return values, names


def has_replicates(table: PairedTable) -> bool:
    """Whether some of several tasks have several units.

    Parameters:
        table: paired scores.
    """
    return len(table.tasks) > 1 and table.n_units > len(table.tasks)


def is_crossed(table: PairedUnits) -> bool:
    """Whether every level of one factor meets every level of another.

    Parameters:
        table: paired scores.
    """
    return table.design.crossed and len(table.tasks) == 1


def replicated(table: PairedTable) -> Array:
    """The scores as tasks x units x models.

    Parameters:
        table: paired scores with the same number of units on every task.
    """
    order = np.argsort(table.factors["task"].codes, kind="stable")
    return table.scores[order].reshape(len(table.tasks), -1, len(table.models))


def crossed(table: PairedTable) -> Array:
    """The scores as levels of the first factor x levels of the second x models.

    Parameters:
        table: paired scores of two crossed factors, complete.
    """
    return np.stack([laid_out(table, column) for column in table.scores.T], axis=-1)


def factor_names(table: PairedTable) -> tuple[str, str]:
    """The two crossed factors in words: `training sets`, `cases`.

    Parameters:
        table: paired scores of two crossed factors.
    """
    first, second = table.design.unit.crosses
    return first.plural, second.plural


def own_scores_unmet(table: Paired) -> str | None:
    """What is lacking if only differences are known.

    Parameters:
        table: the paired table or summary.
    """
    return None if table.facts.own_scores else DIFFERENCES_ONLY


def _crossing_unmet(table: Paired) -> str | None:
    return incomplete(table) if isinstance(table, PairedUnits) and is_crossed(table) else None


def _replicates_unmet(table: PairedUnits) -> str | None:
    sizes = np.bincount(table.factors["task"].codes)
    if np.ptp(sizes) == 0:
        return None
    usual = int(np.bincount(sizes).argmax())
    odd = [f"{size} on `{name}`" for name, size in zip(table.tasks, sizes, strict=True) if size != usual]
    shown = ", ".join(odd[:6]) + (f" and {len(odd) - 6} more" if len(odd) > 6 else "")
    return (
        f"the same number of units on every task; this table has {usual} on {counted(len(sizes) - len(odd), 'task')}, "
        f"but {shown}. Take one mean per task with `.by_task()`, or leave out what is too many."
    )
