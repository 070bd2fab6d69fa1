"""Units: what one row of a paired table may be, the columns that tell such rows apart, and the names of all columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name


class Key(NamedTuple):
    """A column that tells units apart.

    Parameters:
        role: what `bt.read` and `--column` call it.
        names: the names under which it is recognised; an earlier one wins over a later one.
    """

    role: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """A kind of unit: what one score of a model belongs to.

    Parameters:
        singular: what one is called.
        plural: what many are called; by this name a unit is known in results.
        keys: the columns that tell units of this kind apart; the last one decides that this is the kind.
        independent: whether units of this kind may be taken as independent draws.
        trained: whether each was trained anew, so that learning algorithms are compared and not two predictors.
        matched: whether its keys name a unit; False if cases are averaged within them, or told apart by others, too.
        crosses: the two kinds that are crossed, as in every seed scored on every case.
    """

    singular: str
    plural: str
    keys: tuple[Key, ...]
    independent: bool = True
    trained: bool = False
    matched: bool = True
    crosses: tuple[Unit, ...] = ()

    def __str__(self) -> str:
        return self.plural

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of its keys."""
        return tuple(key.role for key in self.keys)

    @property
    def key(self) -> str:
        """The role of the column that numbers units of this kind."""
        return self.roles[-1]

    @property
    def listed(self) -> str:
        """The units in a sentence: `cases`, `seeds and cases`."""
        return " and ".join(part.plural for part in self.crosses) or self.plural

    def counted(self, count: int) -> str:
        """`1 fold`, `1,234 folds`: a number of such units.

        Parameters:
            count: the number.
        """
        return f"{count:,} {self.singular if count == 1 else self.plural}"


def _crossed(first: Unit, second: Unit) -> Unit:
    """Every unit of the first kind is scored on every unit of the second, so neither alone is independent."""
    return Unit(
        f"{first.singular} and {second.singular}",
        f"{first.plural} x {second.plural}",
        (first.keys[-1], second.keys[-1]),
        independent=False,
        trained=first.trained or second.trained,
        crosses=(first, second),
    )


TASKS = Unit("task", "tasks", (Key("task", ("task", "dataset")),))
CASE_NAMES = (
    "case", "example", "item", "doc_id", "question_id", "id", "case_id", "example_id", "item_id", "sample_id",
    "instance_id", "instance", "prompt_id", "query_id", "problem_id", "test_id", "record_id", "row_id", "qid", "uid",
    "uuid", "sample",
)  # fmt: skip
CASES = Unit("case", "cases", (Key("case", CASE_NAMES),))
CLUSTERS = Unit("cluster", "clusters", (Key("cluster", ("cluster", "group")),), matched=False)
CLUSTERED_CASES = Unit("case", "cases in clusters", (*CLUSTERS.keys, *CASES.keys), independent=False, matched=False)
"""Single cases that count alike, of which those of one cluster are not independent."""
SEEDS = Unit("seed", "seeds", (Key("seed", ("seed", "random_seed", "random_state")),), trained=True)
TRAINING_SETS = Unit("training set", "training sets", (Key("train_set", ("train_set",)),), trained=True)
JUDGE_NAMES = (
    "judge", "rater", "annotator", "grader", "evaluator", "judge_id", "judge_model", "rater_id", "annotator_id",
    "worker_id",
)  # fmt: skip
JUDGES = Unit("judge", "judges", (Key("judge", JUDGE_NAMES),))
FOLDS = Unit(
    "fold",
    "folds",
    (Key("repeat", ("repeat", "run", "epoch", "trial", "attempt")), Key("fold", ("fold", "fold_id"))),
    independent=False,
    trained=True,
)

UNITS = (
    TASKS,
    CASES,
    CLUSTERS,
    CLUSTERED_CASES,
    SEEDS,
    TRAINING_SETS,
    JUDGES,
    FOLDS,
    _crossed(TRAINING_SETS, CASES),
    _crossed(SEEDS, CASES),
    _crossed(TRAINING_SETS, CLUSTERS),
    _crossed(SEEDS, CLUSTERS),
    _crossed(TRAINING_SETS, SEEDS),
    _crossed(JUDGES, CASES),
    _crossed(JUDGES, CLUSTERS),
)
"""Every kind of unit. Which one a table has where several of its columns vary is said in `roles`."""

CROSSED = tuple(unit for unit in UNITS if unit.crosses)
"""Two kinds that both vary within a task."""

SINGLE = tuple(unit for unit in UNITS if unit.matched and not unit.crosses)
"""The kinds that have a key of their own."""

DIFFERENCES = Unit("difference", "differences", ())
SCORES = Unit("score", "scores", ())

PRINTED = (DIFFERENCES, SCORES)
"""What printed numbers are numbers of, where nothing else is known of the units: no column tells them apart."""

INDEPENDENT = (*(unit for unit in UNITS if unit.independent), *PRINTED)
"""The kinds that may be taken as independent draws."""

RUNS = tuple(unit for unit in SINGLE if unit.trained and unit.independent)
"""The kinds that may be compared as two independent samples where the models do not share them."""

REPETITIONS = Unit("repeat", "repeats", FOLDS.keys[:1])
"""What repeats are called; they are no units, but tell folds apart or are averaged."""

NAMED: Mapping[str, Unit] = {unit.key: unit for unit in (*SINGLE, CLUSTERS, REPETITIONS)}
"""What the values of a role are called."""

KEYS = tuple(role for unit in SINGLE for role in unit.roles)
"""The roles that together name a unit; those that a table has are matched exactly."""

ROW_NAMES = ("idx", "index", "row", "rowid", "row_number", "unnamed_0", "index_level_0", "level_0")
"""Names of columns that number the rows: these are the cases only where nothing better names them."""

SAMPLES = "sample"
"""The case where nothing else names it; beside another id, one of several samples of it, which are repeats."""

SIZES = ("n_train", "n_test")
"""The roles of columns that say how large the training and test sets were."""

ROLES: Mapping[str, tuple[str, ...]] = {
    "model": ("model", "algorithm", "method", "classifier", "system"),
    **{key.role: key.names for unit in UNITS if not unit.crosses for key in unit.keys},
    **{size: (size,) for size in SIZES},
}
"""The names under which the column of each role is recognised; an earlier name wins over a later one."""


def unit_called(plural: str) -> Unit:
    """The kind of unit that results know by this name.

    Parameters:
        plural: as in `seeds`.

    >>> unit_called("training sets").counted(1)
    '1 training set'
    """
    for unit in (*UNITS, *PRINTED, REPETITIONS):
        if unit.plural == plural:
            return unit
    raise ArgumentError(unknown_name("kind of unit", plural, [unit.plural for unit in UNITS]))
