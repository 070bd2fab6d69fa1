"""Question: which question these scores can answer, with which procedure, and why, in plain words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Paired
from betterthan.data.tables import UnpairedTable
from betterthan.data.units import FOLDS, TASKS, Unit
from betterthan.judging.ropes import INCOMMENSURATE, scale_ratio
from betterthan.phrases import counted
from betterthan.procedures import REGISTRY
from betterthan.procedures.shared.crossed_table import has_crossed_units, levels_in_words
from betterthan.results.codec import Plain
from betterthan.vocabulary import QuestionKind

TITLES: dict[QuestionKind, str] = {
    "Q1": "Is one predictor better than the other on this task?",
    "Q2": "Is one learning algorithm better than the other on this task?",
    "Q3": "Is one model better than the other across tasks like these?",
}


@dataclass(frozen=True)
class Question(Plain):
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


def question(table: Comparable, *, rope_given: bool = False) -> Question:
    """The question that a table can answer.

    Parameters:
        table: scores of two models, paired or not.
        rope_given: whether the user gives a rope, which is in units of the score.

    >>> from betterthan.data.pairing import pair_arrays
    >>> print(question(pair_arrays([0.9, 0.7, 0.8], [0.8, 0.7, 0.6])).reason)
    Two models, 3 independent cases of one task, real-valued scores: this compares predictors (Q1). `bayes_t` estimates
    the mean difference from the paired differences.
    """
    if isinstance(table, UnpairedTable):
        return _of_two_samples(table) if len(table.tasks) == 1 else _of_unpaired_tasks(table, rope_given)
    unit = table.facts.unit
    kind = _kind(table, unit)
    procedure, why = _across_tasks(table, unit, rope_given) if kind == "Q3" else _within_task(table, kind, unit)
    return Question(kind, TITLES[kind], procedure, _alternatives(table, procedure), f"{_described(table, unit)} {why}")


def _of_unpaired_tasks(table: UnpairedTable, rope_given: bool) -> Question:
    asked = question(table.by_task(), rope_given=rope_given)
    own = f"The {table.unit} are unpaired: on every task, each model has its mean over its own {table.unit}."
    return replace(asked, reason=f"{asked.reason} {own}")


def _of_two_samples(table: UnpairedTable) -> Question:
    kind, procedure = _kind(table, table.unit), REGISTRY["bayes_welch"]
    what = "learning algorithms" if kind == "Q2" else "predictors"
    scores = "0/1 scores" if table.binary else "real-valued scores"
    described = (
        f"Two models, {len(table.first):,} and {len(table.second):,} {table.unit} of one task, unpaired, {scores}: "
        f"this compares {what} ({kind})."
    )
    lacking = procedure.needs.lacking(table)
    if lacking is not None:
        return Question(kind, TITLES[kind], None, (), f"{described} `bayes_welch` needs {lacking}")
    why = (
        f"These are two independent samples: pairing, with the same {table.unit} for both models, would have removed "
        f"the variance that the {table.unit} share. `bayes_welch` estimates the difference of the two means."
    )
    return Question(kind, TITLES[kind], procedure.name, _alternatives(table, procedure.name), f"{described} {why}")


def _kind(table: Comparable, unit: Unit) -> QuestionKind:
    if len(table.tasks) > 1:
        return "Q3"
    return "Q2" if unit.trained else "Q1"


def _described(table: Paired, unit: Unit) -> str:
    scores = "0/1 scores" if table.binary else "real-valued scores"
    if len(table.tasks) > 1:
        each = "one score each" if unit == TASKS else f"{unit.counted(table.n_units)} in all"
        return f"Two models, {len(table.tasks)} tasks with {each}, {scores}: this compares models across tasks (Q3)."
    if unit.trained:
        of = levels_in_words(table) if has_crossed_units(table) else unit.counted(table.n_units)
        return f"Two models, {of} of one task, {scores}: this compares learning algorithms (Q2)."
    of = counted(table.n_units, f"independent {unit.singular}", f"independent {unit.plural}")
    return f"Two models, {of} of one task, {scores}: this compares predictors (Q1)."


def _within_task(table: Paired, kind: QuestionKind, unit: Unit) -> tuple[str | None, str]:
    if unit == FOLDS:
        return _for_folds(table)
    if has_crossed_units(table):
        return _for_crossed(table)
    if kind == "Q2":
        return (
            "bayes_t",
            f"`bayes_t` takes the {unit} as independent draws and estimates the mean difference over them.",
        )
    if table.binary:
        return "bayes_mcnemar", "`bayes_mcnemar` looks at the cases on which exactly one of the two is right."
    return "bayes_t", "`bayes_t` estimates the mean difference from the paired differences."


def _for_folds(table: Paired) -> tuple[str | None, str]:
    unmet = REGISTRY["bayes_correlated_t"].needs.unmet(table)
    unmet = unmet or table.facts.unclear
    if unmet is not None:
        return None, f"Folds share training data; `bayes_correlated_t`, which allows for that, needs {unmet}"
    also = (
        " This is 5x2 cross-validation, for which `f_5x2cv` and `t_5x2cv` were made." if table.facts.five_by_two else ""
    )
    return "bayes_correlated_t", (
        "Folds share training data, so they are not independent; `bayes_correlated_t` allows for that, where an "
        f"ordinary test would be far too sure of itself.{also}"
    )


def _for_crossed(table: PairedUnits) -> tuple[str | None, str]:
    first, second = table.design.unit.crosses
    both = (
        f"Neither the {first} nor the {second} alone may be taken as the units: scores of the same "
        f"{first.singular} are alike, and so are scores of the same {second.singular}."
    )
    unmet = REGISTRY["bayes_crossed"].needs.unmet(table)
    if unmet is not None:
        return None, f"{both} `bayes_crossed`, which allows for both, needs {unmet}"
    return "bayes_crossed", f"{both} `bayes_crossed` allows for both, where an ordinary test would be far too sure."


def _across_crossed(table: PairedUnits) -> tuple[str, str]:
    both = f"Within a task {table.design.unit.listed} are crossed, so its scores are not independent;"
    scale = scale_ratio(table)
    if scale > INCOMMENSURATE:
        return "bayes_sign", (
            f"{both} the size of the scores differs {scale:,.0f}-fold between tasks, so `bayes_sign` only counts on "
            "which tasks each model has the better mean."
        )
    return "bayes_signed_rank", (
        f"{both} `bayes_signed_rank` takes one mean of each task and the tasks as a sample. For a single task use "
        "`bayes_crossed`."
    )


def _across_tasks(table: Paired, unit: Unit, rope_given: bool) -> tuple[str, str]:
    if unit == TASKS:
        return "bayes_signed_rank", "`bayes_signed_rank` takes the tasks as a sample and needs one difference of each."
    _, n, mean, ss = table.task_sums()
    if not mean.any() and not ss.any():
        return "bayes_signed_rank", "The two models have the same score on every unit; there is nothing to model."
    if has_crossed_units(table):
        return _across_crossed(table)
    scale = scale_ratio(table)
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


def _both_kinds(table: Paired) -> bool:
    cells = [table.select_tasks([task]).cells() for task in table.tasks]
    return any(each.n01 and each.n10 for each in cells)


def _alternatives(table: Comparable, procedure: str | None) -> tuple[str, ...]:
    if procedure is None:
        return ()
    single = table if len(table.tasks) == 1 else table.by_task()
    return tuple(
        name
        for name, each in REGISTRY.items()
        if name != procedure and each.needs.lacking(single if each.needs.tasks == "one" else table) is None
    )
