"""Question: which question these scores can answer, with which procedure, and why, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from betterthan.errors import counted
from betterthan.pairing import Paired, PairedTable, UnitKind, one_unit_per_task
from betterthan.procedures import REGISTRY

QuestionKind: TypeAlias = Literal["Q1", "Q2", "Q3"]

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


def question(table: Paired) -> Question:
    """The question that a paired table can answer.

    Parameters:
        table: paired scores of two models.

    >>> from betterthan.pairing import pair_arrays
    >>> print(question(pair_arrays([0.9, 0.7, 0.8], [0.8, 0.7, 0.6])).reason)
    Two models, 3 independent cases of one task, real-valued scores: this compares predictors (Q1). `bayes_t` estimates
    the mean difference from the paired differences.
    """
    unit: UnitKind = table.design.unit if isinstance(table, PairedTable) else "cases"
    kind = _kind(table, unit)
    procedure, why = _recommended(table, kind, unit)
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


def _recommended(table: Paired, kind: QuestionKind, unit: UnitKind) -> tuple[str | None, str]:
    if unit == "folds":
        return None, (
            "Folds share training data, so they are not independent; the correlated t-test that this needs is not in "
            "this version, and an ordinary test would be far too sure of itself."
        )
    if kind == "Q3":
        return "bayes_t", (
            "Hierarchical procedures for several tasks are not in this version; `bayes_t` on one mean difference per "
            "task is the simple alternative: it treats the tasks as a sample and ignores the spread within them."
        )
    if kind == "Q2":
        return (
            "bayes_t",
            f"`bayes_t` takes the {unit} as independent draws and estimates the mean difference over them.",
        )
    if table.binary:
        return "bayes_mcnemar", "`bayes_mcnemar` looks at the cases on which exactly one of the two is right."
    return "bayes_t", "`bayes_t` estimates the mean difference from the paired differences."


def _alternatives(table: Paired, procedure: str | None) -> tuple[str, ...]:
    if procedure is None:
        return ()
    fitting = table if len(table.tasks) == 1 else one_unit_per_task(table)
    return tuple(name for name, each in REGISTRY.items() if name != procedure and each.needs.unmet(fitting) is None)
