"""What the tables have in common: every table answers the first protocol, every paired one the second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from betterthan.data.metric_table import MetricTable
from betterthan.data.paired_units import PairedUnits
from betterthan.data.summaries import PairedSummary, UnpairedSummary
from betterthan.data.tables import PairedDifferences, PairedTable, UnpairedTable

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.facts import Facts
    from betterthan.data.moments import Cells, ModelScore, Moments, Pairing, TaskSums
    from betterthan.data.ranges import ScoreRange

Paired: TypeAlias = PairedUnits | PairedSummary
"""What a procedure is given: the units themselves, their differences, or their sums."""

Comparable: TypeAlias = PairedUnits | PairedSummary | UnpairedTable | UnpairedSummary
"""What can be compared: paired scores, their differences or sums, or two independent samples."""

Measurable: TypeAlias = Comparable | MetricTable
"""The same, or truth and outputs with a metric of the whole test set."""


class AnyTable(Protocol):
    """What every table answers, whether it holds scores, differences, sums or two samples."""

    @property
    def models(self) -> tuple[str, ...]:
        """Names; the first and second are compared."""

    @property
    def higher_is_better(self) -> bool:
        """False if the scores were losses."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was dropped, averaged or assumed."""

    @property
    def n_units(self) -> int:
        """Number of units."""

    @property
    def tasks(self) -> tuple[str, ...]:
        """Names of the tasks; one empty name without a task column."""

    @property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""

    @property
    def zero_one(self) -> bool:
        """Whether every score is 0 or 1, or the mean of such."""

    def extent(self) -> ScoreRange | None:
        """The lowest and the highest score that was seen, in original units; None where that is not known."""

    @property
    def facts(self) -> Facts:
        """What is asked of the table again and again."""

    @property
    def alike(self) -> bool:
        """Whether the differences of the models never vary; of two samples, whether neither does."""

    @property
    def score_range(self) -> ScoreRange | None:
        """What a score can be, in its own units, as the user says."""

    def select_tasks(self, tasks: Sequence[str]) -> Self:
        """The part of the named tasks."""

    def by_task(self) -> PairedUnits:
        """One unit per task."""

    def model_scores(self) -> tuple[ModelScore, ...]:
        """Each model's own mean and sd, in original units; empty if they are not known."""

    def pairing(self) -> Pairing | None:
        """What pairing saved, where that can be told."""


class AnyPaired(AnyTable, Protocol):
    """What every paired table answers besides."""

    def moments(self) -> Moments:
        """Mean, sd and number of the differences."""

    def cells(self) -> Cells:
        """The four counts, for 0/1 scores."""

    def task_means(self) -> Array:
        """The mean difference on each task."""

    def task_sums(self) -> TaskSums:
        """What the hierarchical models need of a table."""


PAIRED: tuple[type[AnyPaired], ...] = (PairedTable, PairedDifferences, PairedSummary)
"""The kinds of paired table."""

TABLES: tuple[type[AnyTable], ...] = (*PAIRED, UnpairedTable, UnpairedSummary)
"""The kinds of table."""
