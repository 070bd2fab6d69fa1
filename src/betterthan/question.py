"""Question: which question these scores can answer, with which procedure, and why, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from betterthan.errors import counted
from betterthan.pairing import Paired, PairedTable, UnitKind, one_unit_per_task, task_sums
from betterthan.procedures import REGISTRY

QuestionKind: TypeAlias = Literal["Q1", "Q2", "Q3"]

INCOMMENSURATE = 100.0
"""Scores whose size differs more than this between tasks are hardly on one scale."""

TITLES: dict[QuestionKind, str] = {
    "Q1": "Is one predictor better than the other on this task?",
    "Q2": "Is one learning algorithm better than the other on this task?",
    "Q3": "Is one model better than the other across tasks like these?",
}


@dataclass(frozen=True)
class Question:
    """What can be asked of a table.

    Parameters:
        kind: `Q1` (predictors on one task), `Q2` (learning algorithms on one task), `Q3` (several tasks).
        asks: the question as a sentence.
        procedure: the recommended procedure; None if this version has none for the design.
        alternatives: other procedures that fit.
        reason: why, in one or two sentences.
    """

    kind: QuestionKind
    asks: str
    procedure: str | None
    alternatives: tuple[str, ...]
    reason: str

    def to_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "asks": self.asks,
            "procedure": self.procedure,
            "alternatives": list(self.alternatives),
            "reason": self.reason,
        }


def question(table: Paired, *, rope_given: bool = False) -> Question:
    """The question that a paired table can answer.

    Parameters:
        table: paired scores of two models.
        rope_given: whether the user gives a rope, which is in units of the score.

    >>> from betterthan.pairing import pair_arrays
    >>> print(question(pair_arrays([0.9, 0.7, 0.8], [0.8, 0.7, 0.6])).reason)
    Two models, 3 independent cases of one task, real-valued scores: this compares predictors (Q1). `bayes_t` estimates
    the mean difference from the paired differences.
    """
    unit: UnitKind = table.design.unit if isinstance(table, PairedTable) else "cases"
    kind = _kind(table, unit)
    procedure, why = _across_tasks(table, unit, rope_given) if kind == "Q3" else _within_task(table, kind, unit)
    return Question(kind, TITLES[kind], procedure, _alternatives(table, procedure), f"{_described(table, unit)} {why}")


def _kind(table: Paired, unit: UnitKind) -> QuestionKind:
    if len(table.tasks) > 1:
        return "Q3"
    return "Q2" if unit in ("folds", "seeds", "training sets") else "Q1"


def _described(table: Paired, unit: UnitKind) -> str:
    scores = "0/1 scores" if table.binary else "real-valued scores"
    if len(table.tasks) > 1:
        each = "one score each" if unit == "tasks" else f"{counted(table.n_units, unit.rstrip('s'))} in all"
        return f"Two models, {len(table.tasks)} tasks with {each}, {scores}: this compares models across tasks (Q3)."
    if unit == "folds":
        return f"Two models, {table.n_units} folds of one task, {scores}: this compares learning algorithms (Q2)."
    if unit in ("seeds", "training sets"):
        of = counted(table.n_units, unit.rstrip("s"))
        return f"Two models, {of} of one task, {scores}: this compares learning algorithms (Q2)."
    of = counted(table.n_units, f"independent {unit.rstrip('s')}")
    return f"Two models, {of} of one task, {scores}: this compares predictors (Q1)."


def _within_task(table: Paired, kind: QuestionKind, unit: UnitKind) -> tuple[str | None, str]:
    if unit == "folds":
        return _for_folds(table)
    if kind == "Q2":
        return (
            "bayes_t",
            f"`bayes_t` takes the {unit} as independent draws and estimates the mean difference over them.",
        )
    if table.binary:
        return "bayes_mcnemar", "`bayes_mcnemar` looks at the cases on which exactly one of the two is right."
    return "bayes_t", "`bayes_t` estimates the mean difference from the paired differences."


def _for_folds(table: Paired) -> tuple[str | None, str]:
    if isinstance(table, PairedTable) and table.design.test_fraction is None:
        return None, (
            "Splits share training data, and nothing says how much: add the columns n_train and n_test, or name a "
            "procedure and give `test_fraction`, n_test/(n_test + n_train)."
        )
    unmet = REGISTRY["bayes_correlated_t"].needs.unmet(table)
    if unmet is not None:
        return None, f"Folds share training data; `bayes_correlated_t`, which allows for that, needs {unmet}"
    return "bayes_correlated_t", (
        "Folds share training data, so they are not independent; `bayes_correlated_t` allows for that, where an "
        "ordinary test would be far too sure of itself."
    )


def _across_tasks(table: Paired, unit: UnitKind, rope_given: bool) -> tuple[str, str]:
    if unit == "tasks":
        return "bayes_signed_rank", "`bayes_signed_rank` takes the tasks as a sample and needs one difference of each."
    _, n, mean, ss = task_sums(table)
    if not mean.any() and not ss.any():
        return "bayes_signed_rank", "The two models have the same score on every unit; there is nothing to model."
    scale = _scale_ratio(table)
    if scale > INCOMMENSURATE:
        return "bayes_poisson_binomial", (
            f"The size of the scores differs {scale:,.0f}-fold between tasks, so they are hardly on one scale; "
            "`bayes_poisson_binomial` only counts on which of these tasks each model is better."
        )
    if len(n) < 3:
        return "bayes_poisson_binomial", (
            "Two tasks cannot say how tasks differ; `bayes_poisson_binomial` counts on which each model is better."
        )
    if table.binary and not rope_given and _both_kinds(table):
        return "bayes_hierarchical_mcnemar", (
            "`bayes_hierarchical_mcnemar` looks at the cases on which exactly one of the two is right, task by task."
        )
    if n.min() < 3:
        return "bayes_signed_rank", (
            "Some tasks have fewer than 3 scores, too few for a hierarchical model; `bayes_signed_rank` takes one mean "
            "of each."
        )
    return "bayes_hierarchical_t", (
        "`bayes_hierarchical_t` learns how tasks differ from the spread within and between them, and shrinks each task "
        "towards the others."
    )


def _scale_ratio(table: Paired) -> float:
    """How much the size of the scores differs between tasks; shares, all within [0, 1], are on one scale."""
    means = one_unit_per_task(table).scores
    if means is None or (np.abs(means) <= 1).all():
        return 1.0
    size = np.abs(means).mean(axis=1)
    return float(size.max() / size[size > 0].min())


def _both_kinds(table: Paired) -> bool:
    cells = [table.select_tasks([task]).cells() for task in table.tasks]
    return any(each.n01 and each.n10 for each in cells)


def _alternatives(table: Paired, procedure: str | None) -> tuple[str, ...]:
    if procedure is None:
        return ()
    single = table if len(table.tasks) == 1 else one_unit_per_task(table)
    return tuple(
        name
        for name, each in REGISTRY.items()
        if name != procedure and each.needs.unmet(single if each.needs.tasks == "one" else table) is None
    )
