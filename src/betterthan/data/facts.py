"""Facts: what is asked of a table again and again, found once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from betterthan.phrases import counted

if TYPE_CHECKING:
    from betterthan.data.protocol import Measurable
    from betterthan.data.units import Unit


@dataclass(frozen=True)
class Facts:
    """What procedures and the question ask of a table; every table answers it as `table.facts`.

    Parameters:
        n: number of units; of two independent samples, of both together.
        models: number of models.
        tasks: number of tasks; 1 without a task column.
        unit: what one unit is.
        binary: whether every score is 0 or 1.
        paired: whether the models have scores on the same units.
        complete: whether every model has a score on every unit.
        sums_only: whether the single units are forgotten.
        own_scores: whether the models' own scores are known, and not only their differences.
        five_by_two: whether the units are five repeats of two folds, each scored once.
        test_fraction: share of the data that a fold is tested on; 0 for units that share no training data, None if
            that is not clear.
        unclear: why it is not: what would have to be known, what the table says instead, and what to do.
        crowded_folds: what is lacking if a fold has several scores; None if each has one.
        averaged: what a unit's score is the mean of (`cases`, `seeds`), in words.
        own: what only names the unit once more, such as a `seed` of its own for every fold.
        repeats: number of repeats that the folds are in; 1 without any.
        printed: which numbers somebody printed, as in `mean, sd and n`, if no more than these is known; else None.
        decoding: as in `Design`.
        test_cases: number of cases that each score is the mean over, where known.
        shared: of two samples that were not to be paired: how many units both models have, of how many; else None.
        measured: what the scores are, where they were computed from predictions; empty if they were given.
        metric: the metric of the whole test set, where no single case has a score; else None.
        clusters: number of clusters, where the units are single cases in clusters; else None.
    """

    n: int
    models: int
    tasks: int
    unit: Unit
    binary: bool
    paired: bool = True
    complete: bool = True
    sums_only: bool = False
    own_scores: bool = True
    five_by_two: bool = False
    test_fraction: float | None = 0.0
    unclear: str | None = None
    crowded_folds: str | None = None
    averaged: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    repeats: int = 1
    printed: str | None = None
    decoding: str | None = None
    test_cases: float | None = None
    shared: tuple[int, int] | None = None
    measured: str = ""
    metric: str | None = None
    clusters: int | None = None

    @classmethod
    def of(cls, table: Measurable, unit: Unit) -> Self:
        """What every table says alike; each kind replaces what it knows besides.

        Parameters:
            table: the table.
            unit: what one of its units is.
        """
        return cls(table.n_units, len(table.models), len(table.tasks), unit, table.binary)

    @property
    def trained(self) -> bool:
        """Whether each unit was trained anew, as far as the columns say, so that learning algorithms are compared."""
        return self.unit.trained and self.decoding is None

    @property
    def crossed(self) -> bool:
        """Whether the units are two factors crossed, such as every seed scored on every case."""
        return bool(self.unit.crosses)

    @property
    def counted(self) -> str:
        """The units with their number: `10 folds`, `117 cases in 20 clusters`."""
        if self.clusters is None:
            return self.unit.counted(self.n)
        return f"{counted(self.n, 'case')} in {counted(self.clusters, 'cluster')}"

    @property
    def clustered(self) -> bool:
        """Whether the units are single cases, of which those of one cluster are not independent."""
        return self.clusters is not None
