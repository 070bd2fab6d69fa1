"""Task scaling: what more units would say on each of several tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.scaling import Scaling
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.errors import ArgumentError
from betterthan.results.codec import written
from betterthan.vocabulary import Verdict

KEYS = ("first", "second", "factors", "threshold", "level", "counts", "tasks", "notes")


class SizeCounts(NamedTuple):
    """The tasks at one size, counted.

    Parameters:
        factor: the multiple k of the present size.
        first: number of tasks on which the first model is practically better.
        equivalent: number of tasks on which the two are practically equivalent.
        second: number of tasks on which the second model is practically better.
        undecided: number of tasks that stay open.
        rejected: number of tasks on which the classical test rejects.
    """

    factor: float
    first: int
    equivalent: int
    second: int
    undecided: int
    rejected: int


@dataclass(frozen=True)
class TaskScaling(Documented, Tabular, Told):
    """Each of several tasks at k times its size.

    Parameters:
        first: the first model.
        second: the second model.
        factors: multiples k of the present size.
        tasks: the scaling of each task.
        level: the tests reject where p is at most 1 - level.
        threshold: probability that a verdict needs.
        notes: what was left out, and why.
    """

    first: str
    second: str
    factors: tuple[float, ...]
    tasks: tuple[Scaling, ...]
    level: float
    threshold: float
    notes: tuple[str, ...] = ()

    def verdicts(self, factor: float) -> dict[str, Verdict]:
        """The verdict on each task at one size, by the name of the task.

        Parameters:
            factor: one of the multiples.
        """
        at = self._place(factor)
        return {task.task or "": task.verdicts[at] for task in self.tasks}

    def counts(self, factor: float) -> SizeCounts:
        """The tasks at one size, counted.

        Parameters:
            factor: one of the multiples.
        """
        at, found = self._place(factor), Counter(self.verdicts(factor).values())
        rejected = sum(task.p_values[at] <= 1 - self.level for task in self.tasks)
        return SizeCounts(factor, found["first"], found["equivalent"], found["second"], found["undecided"], rejected)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per task and size."""
        return [{"task": task.task, **row} for task in self.tasks for row in task.to_rows()]

    def to_dict(self) -> dict[str, Any]:
        """The record, with the tasks counted at each size."""
        counts = [self.counts(factor)._asdict() for factor in self.factors]
        tasks = [task.to_dict() for task in self.tasks]
        return in_order(KEYS, {**written(self), "counts": counts, "tasks": tasks})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> TaskScaling:
        """The scaling that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(opened(record))

    def _place(self, factor: float) -> int:
        if factor not in self.factors:
            raise ArgumentError(
                f"The sizes looked at are {', '.join(f'{each:g}' for each in self.factors)} times the present."
            )
        return self.factors.index(factor)
