"""Question: which question these scores can answer, with which procedure, and why, in plain words.

One table of rows says it, read from the top: the design, the procedure for it, and the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from betterthan.arrays import IntArray
from betterthan.data.facts import Facts
from betterthan.data.metric_table import MetricTable
from betterthan.data.moments import TaskSums
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Comparable, Paired
from betterthan.data.tables import PairedTable, TwoSamples, UnpairedTable
from betterthan.data.units import FOLDS, RUNS, TASKS, Unit
from betterthan.judging.alternatives import Alternatives
from betterthan.judging.asked import Question
from betterthan.judging.ropes import INCOMMENSURATE, scale_ratio
from betterthan.phrases import counted, joined
from betterthan.procedures import Procedure, named
from betterthan.procedures.shared.crossed_table import has_crossed_units, levels_in_words
from betterthan.vocabulary import QuestionKind

TITLES: dict[QuestionKind, str] = {
    "Q1": "Is one predictor better than the other on this task?",
    "Q2": "Is one learning algorithm better than the other on this task?",
    "Q3": "Is one model better than the other across tasks like these?",
}

TITLES_OF_SEVERAL: dict[QuestionKind, str] = {
    "Q1": "Are some of these predictors better than others on this task?",
    "Q2": "Are some of these learning algorithms better than others on this task?",
    "Q3": "Are some of these models better than others across tasks like these?",
}

OF_PRINTED = "Is one model better than the other, as far as these printed numbers say?"
"""Nothing is known of what was trained or tested on what."""

LEAST_TASKS = 3
"""Fewer tasks cannot say how tasks differ."""
LEAST_SCORES = 3
"""Fewer scores on a task are too few for a hierarchical model."""


class _Asked:
    """A table and what the user gives besides, as the rows ask about them; what costs something is found once."""

    def __init__(
        self, table: Comparable, rope_given: bool, test_fraction_given: bool, *, point_mass: bool = False
    ) -> None:
        self.table, self.facts = table, table.facts
        self.rope_given, self.test_fraction_given, self.point_mass = rope_given, test_fraction_given, point_mass

    @property
    def several(self) -> bool:
        return self.facts.tasks > 1

    @property
    def one_score_per_task(self) -> bool:
        return self.several and self.facts.unit == TASKS

    @property
    def kind(self) -> QuestionKind:
        if self.several:
            return "Q3"
        return "Q2" if self.facts.trained else "Q1"

    @property
    def paired(self) -> Paired:
        """The table; of two samples the means of the tasks, which are paired."""
        return self.table.by_task() if isinstance(self.table, TwoSamples) else self.table

    @cached_property
    def sums(self) -> TaskSums:
        return self.paired.task_sums()

    @cached_property
    def scale(self) -> float:
        """How much the size of the scores differs between tasks."""
        return scale_ratio(self.paired)

    @cached_property
    def alike(self) -> bool:
        """Whether the differences never vary; 0/1 scores of cases are counted, which needs no special case."""
        counted_cases = not self.several and self.facts.binary and self.facts.unit.independent and self.kind == "Q1"
        return self.facts.paired and not counted_cases and not self.point_mass and self.table.alike

    @property
    def means_alike(self) -> bool:
        """Whether the means of several tasks differ by the same, although their scores do not."""
        return self.several and self.paired.by_task().alike

    @property
    def what_is_alike(self) -> str:
        """What is the same of all units, or of all tasks, and on how many."""
        seen = self.paired if self.paired.alike else self.paired.by_task()
        mean = seen.moments().mean
        same = "have the same score" if mean == 0 else f"differ by exactly {abs(mean):.6g}"
        unit = "cluster, on average" if seen.facts.clustered else "unit"
        return f"The two models {same} on every {unit if seen is self.paired else 'task, on average'}"

    @property
    def few_tasks(self) -> bool:
        """Whether there are too few tasks for ranks ever to decide."""
        return self.facts.tasks < named("bayes_signed_rank").decides_from

    @property
    def counted_disagreements(self) -> bool:
        """Whether 0/1 scores can say how tasks differ: on some task each model is right where the other is wrong."""
        if isinstance(self.table, TwoSamples) or not self.facts.binary:
            return False
        cells = (self.table.select_tasks([task]).cells() for task in self.table.tasks)
        return any(each.n01 and each.n10 for each in cells)

    @property
    def asked_again(self) -> str:
        """What to say of repeats that look like repeated answers, and that are no folds then."""
        column = self.facts.decoding
        return (
            "" if column is None else f'If each `{column}` is one more run of the same models, say `seed="{column}"`. '
        )

    @property
    def samples(self) -> str:
        """Why two samples are independent, or that they are only taken so."""
        unit = self.facts.unit
        if self.facts.shared is None:
            return (
                f"These are two independent samples: pairing, with the same {unit} for both models, would have removed "
                f"the variance that the {unit} share."
            )
        shared, of = self.facts.shared
        return (
            f"They are taken as two independent samples, as asked; they share {shared:,} of {of:,} {unit}, and pairing "
            f"would remove the variance that the {unit} share."
        )

    @property
    def crossed(self) -> str:
        """Why neither of two crossed factors will do alone."""
        first, second = self.facts.unit.crosses
        return (
            f"Neither the {first} nor the {second} alone may be taken as the units: scores of the same "
            f"{first.singular} are alike, and so are scores of the same {second.singular}."
        )

    @property
    def dependent(self) -> bool:
        """Whether the scores of a task depend on each other in a way that no procedure over tasks allows for."""
        return self.facts.crossed or self.facts.clustered

    @property
    def dependent_within_tasks(self) -> str:
        """Why the scores of a task are not independent."""
        alike = f"{self.facts.unit.listed} are crossed" if self.facts.crossed else "the cases of a cluster are alike"
        return f"Within a task {alike}, so its scores are not independent;"

    @property
    def for_one_task(self) -> str:
        """What allows for that on a single task."""
        return f"For a single task use `{'bayes_crossed' if self.facts.crossed else 'bayes_clustered_t'}`."

    def unmet(self, procedure: str) -> str | None:
        """What the procedure lacks, in words."""
        chosen = named(procedure)
        lacking = chosen.needs_with(chosen.point_mass if self.point_mass else {}).lacking(self.table)
        shares = chosen.naive is not None and self.facts.unit == FOLDS
        if lacking is None and shares and not self.test_fraction_given:
            return self.facts.unclear
        return None if lacking is None else str(lacking)


class Row(NamedTuple):
    """One line of the table: a design, the procedure for it, and why; `refused` leads to what that procedure lacks."""

    design: Callable[[_Asked], bool]
    procedure: str
    reason: Callable[[_Asked], str]
    refused: Callable[[_Asked], str] | None = None


SAME_DIFFERENCES = Row(
    lambda asked: asked.alike,
    "bayes_agreement",
    lambda asked: (
        f"{asked.what_is_alike}; `bayes_agreement` says how large a difference that leaves open, where a standard "
        "deviation of 0 would leave no doubt."
    ),
    refused=lambda asked: (
        f"{asked.what_is_alike}; `bayes_agreement`, which says how large a difference that leaves open,"
    ),
)


def _of_task_means(
    design: Callable[[_Asked], bool], why: Callable[[_Asked], str], further: Callable[[_Asked], str] = lambda asked: ""
) -> tuple[Row, Row]:
    """The rows of a design of which one mean of each task is taken: by ranks, unless these could never decide."""
    few = Row(
        lambda asked: design(asked) and asked.few_tasks,
        "bayes_t",
        lambda asked: (
            f"{why(asked)} `bayes_t` takes one mean of each task and the {asked.facts.tasks} tasks as a sample; of so "
            f"few tasks a rank test could never decide.{further(asked)}"
        ),
    )
    many = Row(
        design,
        "bayes_signed_rank",
        lambda asked: (
            f"{why(asked)} `bayes_signed_rank` takes one mean of each task and the tasks as a sample.{further(asked)}"
        ),
    )
    return few, many


ROWS = (
    Row(
        lambda asked: not asked.facts.paired and asked.facts.printed is not None,
        "bayes_welch",
        lambda asked: "`bayes_welch` estimates the difference of the two means.",
    ),
    Row(
        lambda asked: not asked.facts.paired,
        "bayes_welch",
        lambda asked: f"{asked.samples} `bayes_welch` estimates the difference of the two means.",
        refused=lambda asked: "`bayes_welch`",
    ),
    SAME_DIFFERENCES,
    Row(
        lambda asked: asked.one_score_per_task and asked.scale > INCOMMENSURATE,
        "bayes_sign",
        lambda asked: (
            f"The size of the scores differs {asked.scale:,.0f}-fold between tasks, so they are hardly on one scale; "
            "`bayes_sign` only counts on which tasks each model is better."
        ),
    ),
    Row(
        lambda asked: asked.one_score_per_task and asked.few_tasks,
        "bayes_t",
        lambda asked: (
            f"`bayes_t` takes the {asked.facts.tasks} tasks as a sample and needs one difference of each; of so few "
            "tasks a rank test could never decide."
        ),
    ),
    Row(
        lambda asked: asked.one_score_per_task,
        "bayes_signed_rank",
        lambda asked: "`bayes_signed_rank` takes the tasks as a sample and needs one difference of each.",
    ),
    SAME_DIFFERENCES._replace(design=lambda asked: asked.dependent and asked.means_alike),
    Row(
        lambda asked: asked.several and asked.dependent and asked.scale > INCOMMENSURATE,
        "bayes_sign",
        lambda asked: (
            f"{asked.dependent_within_tasks} the size of the scores differs {asked.scale:,.0f}-fold between tasks, so "
            "`bayes_sign` only counts on which tasks each model has the better mean."
        ),
    ),
    *_of_task_means(
        lambda asked: asked.several and asked.dependent,
        lambda asked: asked.dependent_within_tasks,
        lambda asked: f" {asked.for_one_task}",
    ),
    Row(
        lambda asked: asked.several and asked.scale > INCOMMENSURATE,
        "bayes_poisson_binomial",
        lambda asked: (
            f"The size of the scores differs {asked.scale:,.0f}-fold between tasks, so they are hardly on one scale; "
            "`bayes_poisson_binomial` only counts on which of these tasks each model is better."
        ),
    ),
    Row(
        lambda asked: asked.several and asked.facts.tasks < LEAST_TASKS,
        "bayes_poisson_binomial",
        lambda asked: (
            "Two tasks cannot say how tasks differ; `bayes_poisson_binomial` counts on which each model is better."
        ),
    ),
    Row(
        lambda asked: asked.several and not asked.rope_given and asked.counted_disagreements,
        "bayes_hierarchical_mcnemar",
        lambda asked: (
            "`bayes_hierarchical_mcnemar` looks at the cases on which exactly one of the two is right, task by task."
        ),
    ),
    SAME_DIFFERENCES._replace(
        design=lambda asked: asked.several and asked.sums.n.min() < LEAST_SCORES and asked.means_alike
    ),
    *_of_task_means(
        lambda asked: asked.several and asked.sums.n.min() < LEAST_SCORES,
        lambda asked: "Some tasks have fewer than 3 scores, too few for a hierarchical model;",
    ),
    *_of_task_means(
        lambda asked: asked.several and not asked.sums.ss.any(),
        lambda asked: (
            "Within every task the differences are all the same, so a hierarchical model could not learn how much they "
            "vary;"
        ),
    ),
    Row(
        lambda asked: asked.several,
        "bayes_hierarchical_t",
        lambda asked: (
            "`bayes_hierarchical_t` learns how tasks differ from the spread within and between them, and shrinks each "
            "task towards the others."
        ),
    ),
    Row(
        lambda asked: asked.facts.unit == FOLDS,
        "bayes_correlated_t",
        lambda asked: (
            "Folds share training data, so they are not independent; `bayes_correlated_t` allows for that, where an "
            f"ordinary test would be far too sure of itself.{FIVE_BY_TWO if asked.facts.five_by_two else ''}"
        ),
        refused=lambda asked: (
            f"{asked.asked_again}Folds share training data; `bayes_correlated_t`, which allows for that,"
        ),
    ),
    Row(
        lambda asked: asked.facts.crossed,
        "bayes_crossed",
        lambda asked: f"{asked.crossed} `bayes_crossed` allows for both, where an ordinary test would be far too sure.",
        refused=lambda asked: f"{asked.crossed} `bayes_crossed`, which allows for both,",
    ),
    Row(
        lambda asked: asked.facts.clustered,
        "bayes_clustered_t",
        lambda asked: (
            "The cases of a cluster are alike, so they are not independent; `bayes_clustered_t` estimates the mean "
            "over cases, in which every case counts alike, and allows for that."
        ),
        refused=lambda asked: (
            "The cases of a cluster are alike; `bayes_clustered_t`, which allows for that in the mean over cases,"
        ),
    ),
    Row(
        lambda asked: asked.facts.unit.trained,
        "bayes_t",
        lambda asked: (
            f"`bayes_t` takes the {asked.facts.unit} as independent draws and estimates the mean difference over them."
        ),
    ),
    Row(
        lambda asked: asked.facts.binary,
        "bayes_mcnemar",
        lambda asked: "`bayes_mcnemar` looks at the cases on which exactly one of the two is right.",
    ),
    Row(
        lambda asked: True,
        "bayes_t",
        lambda asked: "`bayes_t` estimates the mean difference from the paired differences.",
    ),
)
"""Two samples first, then several tasks, then one; within each, what rules most procedures out stands at the top."""

FIVE_BY_TWO = " This is 5x2 cross-validation, for which `f_5x2cv` was made; it is shown, too."


def made_for(table: Paired) -> tuple[str, ...]:
    """The tests that were made for just this design, to be shown beside whatever is recommended.

    Parameters:
        table: paired scores of two models on one task.
    """
    return ("f_5x2cv",) if table.facts.five_by_two else ()


def question(
    table: Comparable, *, rope_given: bool = False, test_fraction_given: bool = False, point_mass: bool = False
) -> Question:
    """The question that a table can answer.

    Parameters:
        table: scores of two models, paired or not.
        rope_given: whether the user gives a rope, which is in units of the score.
        test_fraction_given: whether the user says how much training data the folds share.
        point_mass: whether differences that never vary are to leave no doubt, as in published tables.

    >>> from betterthan.data.pairing import pair_arrays
    >>> print(question(pair_arrays([0.9, 0.7, 0.8], [0.8, 0.7, 0.6], independent=True)).reason)
    Two models, 3 independent cases of one task, real-valued scores: this compares predictors (Q1). `bayes_t` estimates
    the mean difference from the paired differences.
    """
    return question_of(table, rope_given, test_fraction_given, again=lambda: table, point_mass=point_mass)


def question_of(
    table: Comparable,
    rope_given: bool,
    test_fraction_given: bool,
    *,
    again: Callable[[], Comparable],
    point_mass: bool = False,
) -> Question:
    """The same for a table that need not be kept: `again` makes it once more if alternatives are asked for."""
    if isinstance(table, UnpairedTable) and len(table.tasks) > 1:
        return _of_unpaired_tasks(table, rope_given)
    asked = _Asked(table, rope_given, test_fraction_given, point_mass=point_mass)
    row = next(row for row in ROWS if row.design(asked))
    lacking = asked.unmet(row.procedure) if row.refused is not None else None
    if row.refused is not None and lacking is not None:
        reason = f"{_described(asked)} {row.refused(asked)} needs {lacking}"
        return Question(asked.kind, TITLES[asked.kind], None, (), reason)
    others = Alternatives(again, row.procedure)
    title = TITLES[asked.kind] if asked.facts.printed is None else OF_PRINTED
    return Question(asked.kind, title, row.procedure, others, f"{_described(asked)} {row.reason(asked)}")


def question_of_several(table: PairedTable, chosen: Procedure[Any, Any]) -> Question:
    """The question that a procedure answers which takes all models of a table at once.

    Parameters:
        table: paired scores of several models.
        chosen: the procedure that was asked for.
    """
    asked, joint = _Asked(table, rope_given=False, test_fraction_given=False), named(joint_procedure(table))
    fits = joint.needs.unmet(table) is None
    usual = f" If you name no procedure, `{joint.name}` says how probable each difference is." if fits else ""
    reason = f"{_described(asked)} `{chosen.name}` takes all of them at once.{usual}"
    return Question(asked.kind, TITLES_OF_SEVERAL[asked.kind], joint.name if fits else None, (), reason)


def question_of_metric(table: MetricTable) -> Question:
    """The question that a metric of the whole test set answers, on one task.

    Parameters:
        table: predictions with a metric.
    """
    procedure = "bayes_bootstrap"
    models = "Two models" if len(table.models) == 2 else f"{len(table.models)} models"
    cases = f"{len(table.predictions):,} cases"
    units = cases if table.clusters is None else f"{cases} in {table.unit.counted(table.n_units)}"
    others = [name for name in ("delong", "bootstrap", "permutation") if named(name).needs.lacking(table) is None]
    reason = (
        f"{models}, {units}, the {table.metric.title} of the whole test set: this compares predictors (Q1). No single "
        f"case has a score, so `{procedure}` asks how the metric changes as {table.unit} count for more or less."
    )
    return Question(
        "Q1", (TITLES if len(table.models) == 2 else TITLES_OF_SEVERAL)["Q1"], procedure, tuple(others), reason
    )


def _of_unpaired_tasks(table: UnpairedTable, rope_given: bool) -> Question:
    asked = question(table.by_task(), rope_given=rope_given)
    which = f"{table.unit}{_repeats(table.facts)}{_made_of(table.facts)}"
    own = f"The {which} are unpaired: on every task, each model has its mean over its own {table.unit}."
    return Question(asked.kind, asked.asks, asked.procedure, asked.alternatives, f"{asked.reason} {own}")


def _described(asked: _Asked) -> str:
    if asked.facts.printed is not None:
        return _printed(asked.table, asked.facts, asked.facts.printed)
    what = {"Q1": "predictors", "Q2": "learning algorithms", "Q3": "models across tasks"}[asked.kind]
    models = "Two models" if asked.facts.models == 2 else f"{asked.facts.models} models"
    units = _units(asked.table, asked.facts)
    return f"{models}, {units}, {_scores(asked.table)}: this compares {what} ({asked.kind}){_answered_anew(asked)}"


def _scores(table: Comparable) -> str:
    """What the scores are; means of 0/1 scores are not simply real-valued."""
    if table.facts.measured:
        return f"scored by {table.facts.measured}"
    if table.binary:
        return "0/1 scores"
    return "means of 0/1 scores" if table.zero_one else "real-valued scores"


def _answered_anew(asked: _Asked) -> str:
    """Seeds of decoding draw new answers from the same model; nothing is trained anew."""
    if asked.kind != "Q1" or asked.facts.decoding is None or not asked.facts.unit.trained:
        return "."
    return f": `{asked.facts.decoding}` says that answers were drawn anew, not that models were trained anew."


def _printed(table: Comparable, facts: Facts, numbers: str) -> str:
    """What is known where somebody printed no more, and what is assumed."""
    if isinstance(table, TwoSamples):
        sizes = " and ".join(f"{size:,}" for size in table.sizes)
        return f"From {numbers} of {sizes} {facts.unit}, taken as two independent samples."
    if facts.unit == FOLDS:
        share = f"{facts.test_fraction:g} of the data"
        return f"From {numbers} of {facts.n:,} differences, taken as folds that are each tested on {share}."
    return f"From {numbers} of {facts.unit.counted(facts.n)}, taken as independent."


def _units(table: Comparable, facts: Facts) -> str:
    unit, made = facts.unit, _made_of(facts)
    if isinstance(table, TwoSamples):
        return f"{' and '.join(f'{size:,}' for size in table.sizes)} {unit} of one task, unpaired{made}"
    if facts.tasks > 1:
        each = "one score each" if unit == TASKS else within_tasks(table)
        return f"{facts.tasks} tasks with {each}{made}"
    if has_crossed_units(table):
        return f"{levels_in_words(table)} of one task{made}"
    if facts.clustered:
        return f"{facts.counted} of one task{made}"
    if unit.trained:
        return f"{unit.counted(facts.n)}{_repeats(facts)} of one task{made}"
    independent = counted(facts.n, f"independent {unit.singular}", f"independent {unit.plural}")
    return f"{independent} of one task{made}"


def within_tasks(table: Paired) -> str:
    """`3 seeds each`, `60 cases in all`: what the tasks have; the same seeds come back on every task.

    Parameters:
        table: paired scores on several tasks.
    """
    unit = table.facts.unit
    if has_crossed_units(table):
        return f"{' x '.join(_of_each(kind, _levels(table, kind)) for kind in unit.crosses)} each"
    if unit in RUNS:
        return f"{_of_each(unit, table.task_sums().n)} each"
    return f"{table.facts.counted}{_repeats(table.facts)} in all"


def _levels(table: PairedUnits, kind: Unit) -> IntArray:
    """How many seeds, or cases, each task has."""
    task, level = table.factors[TASKS.key].codes, table.factors[kind.key].codes
    return np.array([len(np.unique(level[task == each])) for each in np.unique(task)])


def _of_each(unit: Unit, counts: IntArray) -> str:
    fewest, most = int(counts.min()), int(counts.max())
    return unit.counted(most) if fewest == most else f"{fewest:,} to {unit.counted(most)}"


def _repeats(facts: Facts) -> str:
    return f" in {facts.repeats:,} repeats" if facts.repeats > 1 else ""


def _made_of(facts: Facts) -> str:
    """Every column that varies and does not tell units apart is named, too."""
    means = [f"the mean of its {joined(facts.averaged)}"] if facts.averaged else []
    own = [f"with a {name} of its own" for name in facts.own]
    each = "each score" if facts.crossed else "each"
    return f" ({each} {', '.join([*means, *own])})" if means or own else ""


def joint_procedure(table: PairedTable) -> str:
    """The procedure that ranks the models of a table: by scores where they are on one scale, else by ranks; who met two
    at a time is ranked by who won.

    Parameters:
        table: paired scores of several models.
    """
    incommensurate = len(table.tasks) > 1 and scale_ratio(table) > INCOMMENSURATE
    return "bayes_plackett_luce" if incommensurate or _of_meetings(table) else "bayes_joint"


def _of_meetings(table: PairedTable) -> bool:
    """Whether several models met two at a time, and what one won the other lost: the model of Bradley and Terry."""
    met = (~np.isnan(table.scores)).sum(axis=1) == 2
    return len(table.models) > 2 and bool(met.all()) and bool(np.allclose(np.nansum(table.scores, axis=1), 1.0))
