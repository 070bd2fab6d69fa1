"""Roles: what is the unit where several columns vary, what is averaged within it, and what is refused.

No column that varies within a task is dropped: it tells units apart, it is averaged within them and said to be, or the
scores are refused with what to do. "Asked" is `repeats="mean"`. One rule, for one task and for several:

    fold, and within a fold
        cases, clusters           fold means: each fold is one unit, and it and its repeat share training data
        a repeat, same splits     its fold means are averaged (the cases say that the splits are the same)
        seeds, training sets      averaged if the splits are known to be the same (by cases, or as a repeat numbers the
                                  others), or if asked; refused if each has splits of its own: they number the repeats
        every case in every fold  refused: these are no test folds
    repeat, but no fold
        and cases or clusters     averaged within each if asked
        and seeds, training sets  averaged within each if asked
        alone                     random splits, which are folds
    seeds or training sets
        and cases                 crossed: one difference for each pair
        and clusters              crossed, cases averaged within clusters
        alone                     each is a unit
    judges
        and cases or clusters     crossed if each has scored each; averaged within each if not, or if asked
        and seeds, training sets  averaged within those and the cases
        and folds                 averaged within each
        alone                     each is a unit
    seeds and training sets
        alone                     crossed; if one is nested in the other, averaged within it
        and cases or clusters     the seeds averaged within each training set if asked
    clusters                      each is a unit, cases averaged within it; with `weight="cases"` each case is one
    cases                         each is a unit
    nothing                       each task is a unit

A column with one value for each unit, and no other unit of the same value, only names it once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import numpy as np

from betterthan.data.units import (
    CASES,
    CLUSTERED_CASES,
    CLUSTERS,
    CROSSED,
    FOLDS,
    JUDGES,
    NAMED,
    REPETITIONS,
    SEEDS,
    SINGLE,
    TASKS,
    TRAINING_SETS,
    Unit,
)
from betterthan.errors import PairingError

if TYPE_CHECKING:
    from betterthan.data.rows import Units
    from betterthan.vocabulary import Repeats

Distinct: TypeAlias = Callable[[Sequence[str]], int]
"""How many combinations of values some columns have."""

CASE, CLUSTER, FOLD, REPEAT, TASK = CASES.key, CLUSTERS.key, FOLDS.key, REPETITIONS.key, TASKS.key
RUNS = (TRAINING_SETS.key, SEEDS.key)
JUDGE = JUDGES.key
NO_NAMES: Mapping[str, str] = {}
ROLES_OF_UNITS = (CASE, CLUSTER, REPEAT, *RUNS, JUDGE, FOLD)
"""The columns that may vary within a task, in the order in which they are told."""


@dataclass(frozen=True)
class Grouping:
    """What is the unit of a table, and what is averaged within it.

    Parameters:
        unit: what one unit is.
        names: the columns that name one within a task.
        means: the columns that are averaged within it, once the models' scores are matched.
        asked: those that are averaged before, on request.
        own: columns that only name the unit once more.
        overlapping: whether some case is tested in several folds of one repeat.
        spanning: whether some cluster has cases in several folds of one repeat.
        gaps: whether judges are averaged because not each of them has scored each unit.
    """

    unit: Unit
    names: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    overlapping: bool = False
    spanning: bool = False
    gaps: bool = False

    @property
    def averaged(self) -> tuple[str, ...]:
        """All that a unit's score is the mean of, in the order in which it is told."""
        return tuple(role for role in ROLES_OF_UNITS if role in (*self.means, *self.asked))


def grouping(
    distinct: Distinct, columns: Iterable[str], repeats: Repeats, source: str, called: Mapping[str, str] = NO_NAMES
) -> Grouping:
    """What is the unit of scores whose columns vary so, and what is averaged within it; else a message what to do.

    Parameters:
        distinct: how many combinations of values some of the columns have.
        columns: the roles that the table has.
        repeats: whether several scores of one unit may be averaged.
        source: where the table came from, for messages.
        called: what the column of each role is called there.
    """
    return _Roles(distinct, tuple(columns), repeats, source, called).grouping()


def with_single_cases(made: Grouping, source: str) -> Grouping:
    """The same where every case of a cluster is to count alike; refused where clusters are not the units.

    Parameters:
        made: what is the unit if every cluster counts alike.
        source: where the table came from, for the message.
    """
    if made.unit == CLUSTERS and CASE in made.means:
        judges = tuple(role for role in made.means if role == JUDGE)
        return replace(made, unit=CLUSTERED_CASES, names=(CLUSTER, CASE), means=judges)
    raise PairingError(f'`weight="cases"` needs clusters of single cases, and in {source} {_no_single_cases(made)}')


def _no_single_cases(made: Grouping) -> str:
    """Why every case cannot count alike, and what to do."""
    leave_out = "leave `weight=` out"
    if made.unit == CLUSTERS:
        return f'every cluster has one score: name the column of the cases with `case="NAME"`, or {leave_out}.'
    if made.unit.crosses:
        run = made.unit.crosses[0]
        if run == JUDGES:
            return (
                "the judges vary, too: no procedure gives the mean over cases of several judges as a sample. Average "
                f'over them with `repeats="mean"`, or {leave_out}: every cluster then counts alike.'
            )
        return (
            f"the {run} vary, too: no procedure gives the mean over cases of several {run}. Average over them before "
            f"reading the scores, or {leave_out}: every cluster then counts alike."
        )
    return f"the units are {made.unit}, whatever clusters their cases are in: {leave_out}."


def distinct_in(units: Units) -> Distinct:
    """The same for units that are laid out, by their labels.

    Parameters:
        units: the units that are left.
    """

    def distinct(columns: Sequence[str]) -> int:
        codes = np.zeros(len(units.counts), dtype=np.int64)
        for name in columns:
            labels = units.factors[name]
            codes = np.unique(codes * len(labels.names) + labels.codes, return_inverse=True)[1]
        return int(codes.max(initial=-1)) + 1

    return distinct


class _Roles:
    """The columns of a table as the rule asks about them; what is counted is counted once."""

    def __init__(
        self, distinct: Distinct, columns: tuple[str, ...], repeats: Repeats, source: str, called: Mapping[str, str]
    ) -> None:
        self._distinct, self._columns, self._counts = distinct, columns, dict[frozenset[str], int]()
        self.asked, self.source = repeats == "mean", source
        self._called = {role: called.get(role, role) for role in columns}
        others = [role for role in ROLES_OF_UNITS if role in columns and role != CASE and self.inside(role, ())]
        alone = CASE in columns and not others  # then they need not be counted, of which there may be millions
        self.varying = (*((CASE,) if alone or self.inside(CASE, ()) else ()), *others)

    def inside(self, role: str, others: Sequence[str]) -> bool:
        """Whether a column varies within single values of others (and within a task)."""
        return role in self._columns and self._count(*others, role) > self._count(*others)

    def _count(self, *roles: str) -> int:
        columns = frozenset(roles) | ({TASK} & set(self._columns))
        if columns not in self._counts:
            self._counts[columns] = self._distinct(sorted(columns)) if columns else 1
        return self._counts[columns]

    def same(self, role: str, other: str) -> bool:
        """Whether two columns number the same things."""
        return not self.inside(role, (other,)) and not self.inside(other, (role,))

    def varying_among(self, roles: Iterable[str]) -> tuple[str, ...]:
        return tuple(role for role in roles if role in self.varying)

    def grouping(self) -> Grouping:
        """The rule, from the top."""
        if FOLD in self.varying:
            made = self._of_folds()
            if JUDGE not in made.own or not self.inside(JUDGE, made.names):
                return made
            own = tuple(role for role in made.own if role != JUDGE)
            return replace(made, means=(*made.means, JUDGE), own=own)
        made = self._of_runs_and_cases()
        made = self._with_judges(made) if JUDGE in self.varying else made
        return self._with_repeats(made) if REPEAT in self.varying else made

    # Folds.

    def _of_folds(self) -> Grouping:
        names = self.varying_among((REPEAT, FOLD))
        again = [REPEAT] if REPEAT in names and self._shares_splits(REPEAT) else []
        names = tuple(role for role in names if role not in again)
        runs = [role for role in self.varying_among(RUNS) if self.inside(role, names)]
        for run in runs:
            self._refuse_unclear_splits(run, names)
        tested = [role for role in self.varying_among((CASE, CLUSTER)) if self.inside(role, names)]
        repeat = tuple(role for role in names if role == REPEAT)
        overlapping = CASE in tested and self.inside(FOLD, (*repeat, CASE))
        if overlapping and self._count(*names, CASE) * self._count() == self._count(*names) * self._count(CASE):
            self._refuse_same_cases()
        inner = [*tested, *again, *runs]
        return Grouping(
            FOLDS,
            names,
            means=tuple(role for role in inner if role not in runs or not self.asked),
            asked=tuple(runs) if self.asked else (),
            own=tuple(role for role in self.varying if role not in (*names, *inner)),
            overlapping=overlapping,
            spanning=CLUSTER in tested and self.inside(FOLD, (*repeat, CLUSTER)),
        )

    def _shares_splits(self, role: str) -> bool:
        """Whether the cases say so: they are there again for other values, and always in the same fold."""
        return CASE in self.varying and self.inside(role, (CASE,)) and not self.inside(FOLD, (CASE,))

    def _refuse_unclear_splits(self, run: str, names: Sequence[str]) -> None:
        """Runs within a fold may be averaged only if they share the folds; else they number the repeats."""
        word, column = NAMED[run], self._called[run]
        anew = f'name it with `repeat="{column}"`'
        if REPEAT in names or self._shares_splits(run):
            return
        if CASE in self.varying and self.inside(run, (CASE,)) and not self.inside(FOLD, (CASE, run)):
            raise PairingError(
                f"In {self.source}, every {word.singular} splits the cases into folds anew, so column `{column}` "
                f"numbers the repeats of cross-validation: {anew}."
            )
        if not self.asked:
            raise PairingError(
                f"Each fold of {self.source} has several scores per model, one for each {word.singular}, and it is not "
                f"clear what column `{column}` numbers. If every {word.singular} splits the data anew, it numbers the "
                f"repeats of cross-validation: {anew}. If the folds are the same for all {word}, average them within "
                'each fold with `repeats="mean"`.'
            )

    def _refuse_same_cases(self) -> NoReturn:
        column = self._called[FOLD]
        raise PairingError(
            f"Every fold of {self.source} is scored on the same cases, so these are not the test folds of "
            f"cross-validation. If column `{column}` numbers training sets that share no data, name it with "
            f'`train_set="{column}"`. To average over it, which says nothing about other training sets, leave it out '
            f'with `ignore=["{column}"]` and `repeats="mean"`.'
        )

    # Seeds, training sets, cases and clusters.

    @property
    def _tested(self) -> str | None:
        """What a model is tested on: a column of clusters counts even if it has one value, since it was given."""
        if CLUSTER in self._columns and (CASE in self._columns or CLUSTER in self.varying):
            return CLUSTER
        return CASE if CASE in self.varying else None

    def _of_runs_and_cases(self) -> Grouping:
        runs = self.varying_among(RUNS)
        if len(runs) == 2:
            return self._of_two_runs()
        return self._of_one_run(runs[0]) if runs else self._of_cases()

    def _of_cases(self) -> Grouping:
        if self._tested is not None:
            return Grouping(NAMED[self._tested], (self._tested,), self._within_clusters())
        given = [unit for unit in reversed(SINGLE) if unit != TASKS and set(unit.roles) & set(self._columns)]
        return Grouping(given[0] if given and self._count() == 1 else TASKS)

    def _of_one_run(self, run: str) -> Grouping:
        tested = self._tested
        if tested is None:
            return Grouping(NAMED[run], (run,))
        if any(self.same(run, role) for role in self.varying_among((CASE, CLUSTER))):
            return replace(self._of_cases(), own=(run,))
        if not self.inside(run, (tested,)):
            self._refuse_nested(run, tested)
        return Grouping(_crossing(run, tested), (run, tested), self._within_clusters())

    def _of_two_runs(self) -> Grouping:
        first, second = RUNS
        if self.same(first, second):
            made = self._of_one_run(first)
            return replace(made, own=(*made.own, second))
        for outer, inner in ((first, second), (second, first)):
            if not self.inside(outer, (inner,)):  # each seed belongs to one training set, or the reverse
                made = self._of_one_run(outer)
                return replace(made, means=(*made.means, inner))
        if self._tested is None:
            return Grouping(_crossing(first, second), RUNS)
        if not self.asked:
            case = NAMED[self._tested]
            raise PairingError(
                f"Training sets, seeds and {case} of {self.source} all vary, and no procedure allows for three crossed "
                'factors. Average over the seeds with `repeats="mean"`: every training set then has the mean of its '
                f"seeds on each {case.singular}."
            )
        return replace(self._of_one_run(first), asked=(second,))

    def _within_clusters(self) -> tuple[str, ...]:
        return (CASE,) if CASE in self._columns and self._tested == CLUSTER else ()

    def _refuse_nested(self, run: str, tested: str) -> NoReturn:
        word, case, column = NAMED[run], NAMED[tested], self._called[run]
        raise PairingError(
            f"Each {case.singular} of {self.source} has one {word.singular} only, so {word} and {case} are not "
            f"crossed. If scores of one {word.singular} belong together, name the column with "
            f'`cluster="{column}"`; if it does not matter, leave it out with `ignore=["{column}"]`.'
        )

    # Judges.

    def _with_judges(self, made: Grouping) -> Grouping:
        """Several judges of the same units are crossed with them; where that cannot be, their scores are averaged."""
        tested = self._tested
        if tested is None and not made.names:
            return Grouping(JUDGES, (JUDGE,))
        units = (*made.names, *made.means)
        if any(self.same(JUDGE, role) for role in self.varying_among((CASE, CLUSTER, *RUNS))):
            return replace(made, own=(*made.own, JUDGE))
        if not self.inside(JUDGE, units):
            self._refuse_nested(JUDGE, CASE if CASE in self.varying else units[0])
        whole = self._count(*units, JUDGE) * self._count() == self._count(*units) * self._count(JUDGE)
        if tested is None or made.unit.crosses or self.asked or not whole:
            return replace(made, means=(*made.means, JUDGE), gaps=not whole and not self.asked)
        return replace(made, unit=_crossing(JUDGE, tested), names=(JUDGE, tested))

    # Repeats without folds.

    def _with_repeats(self, made: Grouping) -> Grouping:
        """Several scores of one unit are averaged, on request."""
        others = [role for role in self.varying if role != REPEAT]
        if not others:
            return Grouping(FOLDS, (REPEAT,))
        if any(self.same(REPEAT, role) for role in others):
            return replace(made, own=(*made.own, REPEAT))
        if not self.inside(REPEAT, others):
            self._refuse_nested_repeats(others)
        if not self.asked:
            word, column = NAMED[others[0]], self._called[REPEAT]
            splits = f'; if the column numbers random splits, name it with `fold="{column}"`'
            raise PairingError(
                f"Each {word.singular} of {self.source} has up to {self._distinct((REPEAT,))} scores per model (column "
                f"`{column}`). Repeats of one {word.singular} are not independent units: average them with "
                f'`repeats="mean"`{splits if others[0] in RUNS else ""}.'
            )
        return replace(made, asked=(REPEAT, *made.asked))

    def _refuse_nested_repeats(self, others: Sequence[str]) -> NoReturn:
        finer = next((role for role in others if not self.inside(REPEAT, (role,))), others[0])
        column = self._called[REPEAT]
        belong = f'`fold="{column}"` and `repeats="mean"`' if finer in RUNS else f'`cluster="{column}"`'
        raise PairingError(
            f"Each {NAMED[finer].singular} of {self.source} has one value of `{column}` only, so there is nothing to "
            f"average. If scores of one repeat belong together, name the column with {belong}; if it does not matter, "
            f'leave it out with `ignore=["{column}"]`.'
        )


def _crossing(first: str, second: str) -> Unit:
    return next(unit for unit in CROSSED if unit.roles == (first, second))
