"""Scores: the long table that everything starts from. One row is one score of one model on one unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from betterthan.data.rows import file_number
from betterthan.data.units import CLUSTERS, KEYS
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.vocabulary import WEIGHTS, Missing, Weight, known

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.predictions import Predictions
    from betterthan.data.ranges import ScoreRange
    from betterthan.data.rows import Rows


class Told(NamedTuple):
    """Probabilities that became scores, and the score of each case (cases x models), to see whether they came true."""

    predictions: Predictions
    scores: Array


@dataclass(frozen=True)
class Scores:
    """A long table of scores, oriented so that larger is better.

    Parameters:
        rows: the rows, wherever they live.
        columns: the roles that the table has besides `model` and `score`.
        extra: further columns, usable for subgroups (`by=`).
        metric: the name of the score column, as given.
        source: where the table came from, for messages.
        higher_is_better: False if the scores were losses and were negated on reading.
        binary: whether every score is 0 or 1.
        notes: what was assumed on reading.
        unclear: what the user must say first, where rows may be folds or cases; None if that is clear.
        called: what the column of each role is called in the input, where it has a name there.
        score_range: what a score can be, in its own units, as the user says; None if nothing is said.
        measured: what the scores are, where they were computed from predictions; empty if they were given.
        advice: how to choose a rope for such scores, in one sentence; empty if nothing is known.
        told: the probabilities that were scored, with the oriented score of each case; None if none were.
        weight: where cases come in clusters, whether every cluster counts alike or every case; None is `clusters`.
        missing: what becomes of units that lack a model: logs of runs that broke off are compared on what both have,
            with a note; of a table it is an error unless it is said.
        failed: how many rows were left out because they have no score.
        human: what people say of some of the rows, where the scores are those of a judge; None if nobody said.
        files: the files that they were read from, of which the number of a row says which.
    """

    rows: Rows
    columns: tuple[str, ...]
    extra: tuple[str, ...] = ()
    metric: str = "score"
    source: str = "the table"
    higher_is_better: bool = True
    binary: bool = False
    notes: tuple[str, ...] = ()
    unclear: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)
    score_range: ScoreRange | None = None
    measured: str = ""
    advice: str = ""
    told: Told | None = field(default=None, compare=False, repr=False)
    weight: Weight | None = None
    missing: Missing = "error"
    failed: int = 0
    human: Scores | None = field(default=None, compare=False, repr=False)
    files: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(self.rows.levels("model"))

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(self.rows.levels("task")) if "task" in self.columns else ()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key in KEYS if key in self.columns)

    def __len__(self) -> int:
        return self.rows.count()

    def __repr__(self) -> str:
        return f"Scores({self.source}: {len(self):,} scores of {', '.join(self.models[:6])}; columns {self.columns})"

    def weighted(self, weight: Weight | None) -> Scores:
        """The same scores, with another weight of their cases; None leaves it as it is.

        Parameters:
            weight: `clusters` or `cases`.
        """
        if weight is None:
            return self
        if known("weight", weight, WEIGHTS) == "cases" and CLUSTERS.key not in self.columns:
            raise ArgumentError(
                f'`weight="cases"` is for cases that come in clusters, and {self.source} has no column of clusters: '
                'name it with `cluster="NAME"`. Without clusters every case counts alike; leave `weight=` out.'
            )
        return replace(self, weight=weight)

    def files_of(self, model: str, keys: Sequence[str], units: Sequence[Sequence[str]]) -> list[str | None]:
        """The file that the score of a model on each of some units is from; of several, the first.

        Parameters:
            model: the model.
            keys: the columns that together name a unit.
            units: the values of these of each unit.
        """
        rows = self.rows.first_rows(model, keys, units) if self.files else {}
        return [self.files[file_number(rows[tuple(unit)])] if tuple(unit) in rows else None for unit in units]

    def select_tasks(self, tasks: Sequence[str]) -> Scores:
        """The scores on the named tasks only.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        if "task" not in self.columns:
            raise ArgumentError(f"{self.source} has no task column, so no task `{tasks[0]}` can be selected.")
        there = self.tasks
        for task in tasks:
            if task not in there:
                raise ArgumentError(unknown_name("task", task, there))
        return replace(self, rows=self.rows.only("task", tasks), told=None)
