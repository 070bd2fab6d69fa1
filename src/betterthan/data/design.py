"""Design: how the units of a table arose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.data.folds import SHARE
from betterthan.data.units import CASES, FOLDS, KEYS, NAMED, Unit

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.factors import Factor
    from betterthan.data.roles import Grouping
    from betterthan.data.rows import Units

MOST_FOLDS = 20
"""More folds than this without a repeat column are taken for several repeats whose folds were numbered through."""


@dataclass(frozen=True)
class Design:
    """How the units of a table arose.

    Parameters:
        unit: what one unit is.
        levels: number of distinct values of each key that the table has (`fold`: 10, …).
        n_train: size of the training sets, where known and constant.
        n_test: size of the test sets, where known and constant.
        ordered: whether the order of the units may carry meaning (cases in the order in which they were read).
        folds: number of folds within one repeat of one task, if that is the same everywhere.
        share: n_test/(n_test + n_train), where both are known and hardly differ within a task, nor it between tasks.
        uneven: sizes that differ too much within a task, or their share between tasks, with the smallest and largest.
        averaged: what a unit's score is the mean of (`cases`, `seeds`), in words.
        own: what only names the unit once more, such as a `seed` of its own for every fold.
        overlapping: whether some case is tested in several folds of one repeat.
        decoding: the column that says that seeds or repeats are those of the answers, not of the training; else None.
    """

    unit: Unit = CASES
    levels: Mapping[str, int] = field(default_factory=dict)
    n_train: float | None = None
    n_test: float | None = None
    ordered: bool = False
    folds: int | None = None
    share: float | None = None
    uneven: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    averaged: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    overlapping: bool = False
    decoding: str | None = None

    @property
    def crossed(self) -> bool:
        """Whether the units are two factors crossed, such as every seed scored on every case."""
        return bool(self.unit.crosses)

    @property
    def test_fraction(self) -> float | None:
        """Share of the data that a fold is tested on; 0 for units that share no training data, None if unknown."""
        if self.unit != FOLDS:
            return 0.0
        if self.n_train is not None and self.n_test is not None:
            return self.n_test / (self.n_test + self.n_train)
        if self.share is not None:
            return self.share
        return 1 / self.folds if self.folds is not None and self.folds > 1 else None


def narrowed(design: Design, factors: Mapping[str, Factor]) -> Design:
    """The design of a part of the units: one task may have clear folds where all of them together have not."""
    levels = {name: len(factors[name].names) if name in factors else count for name, count in design.levels.items()}
    if design.folds is not None or design.uneven or design.overlapping:
        return replace(design, levels=levels)
    return replace(design, levels=levels, folds=folds_per_repeat(factors))


def folds_per_repeat(factors: Mapping[str, Factor]) -> int | None:
    """Folds within one repeat of one task, if that is the same everywhere; labels that run through do not mislead.

    Parameters:
        factors: the labels of the units, by key.
    """
    if "fold" not in factors:
        return None
    fold = factors["fold"].codes.astype(np.int64)
    run = np.zeros(len(fold), dtype=np.int64)
    for name in ("task", "repeat"):
        if name in factors:
            run = run * len(factors[name].names) + factors[name].codes
    pairs = np.unique(np.stack([run, fold], axis=1), axis=0)
    counts = np.unique(pairs[:, 0], return_counts=True)[1]
    many = counts.max() > MOST_FOLDS and "repeat" not in factors
    return int(counts[0]) if np.ptp(counts) == 0 and not many else None


def design_of(units: Units, grouping: Grouping, decoding: str | None = None) -> Design:
    """How these units arose, from the columns that tell them apart and the sizes of their training and test sets."""
    levels = {name: len(np.unique(labels.codes)) for name, labels in units.factors.items() if name in KEYS}
    sizes = {name: _typical(values) for name, values in units.sizes.items()}
    share, uneven = _test_share(units)
    return Design(
        grouping.unit,
        levels,
        n_train=sizes.get("n_train"),
        n_test=sizes.get("n_test"),
        ordered=grouping.unit == CASES,
        folds=None if uneven or grouping.overlapping else folds_per_repeat(units.factors),
        share=share,
        uneven=uneven,
        averaged=tuple(NAMED[role].plural for role in grouping.averaged),
        own=tuple(NAMED[role].singular for role in grouping.own),
        overlapping=grouping.overlapping,
        decoding=decoding,
    )


def _typical(values: Array) -> float | None:
    """The mean of sizes that hardly differ, such as 30 and 31; None if they do."""
    alike = len(values) > 0 and np.isfinite(values).all() and np.ptp(values) <= 0.1 * values.mean()
    return float(values.mean()) if alike else None


def _test_share(units: Units) -> tuple[float | None, dict[str, tuple[float, float]]]:
    """What the sizes say: the share of the data that is tested on, and which of them differ too much within a task."""
    if not units.sizes:
        return None, {}
    codes = units.factors["task"].codes if "task" in units.factors else np.zeros(len(units.counts), dtype=np.int64)
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    means, uneven = {}, {}
    for name, values in units.sizes.items():
        low, high = (reduce.reduceat(values[order], starts) for reduce in (np.minimum, np.maximum))
        means[name] = np.add.reduceat(values[order], starts) / np.diff(starts, append=len(order))
        apart = high - low - np.maximum(1, 0.1 * means[name])  # k folds differ by one case where k does not divide them
        if (apart > 0).any() or (low <= 0).any():
            worst = int(np.argmax(np.where(low > 0, apart, np.inf)))
            uneven[name] = (float(low[worst]), float(high[worst]))
    if uneven or len(means) < 2:
        return None, uneven
    shares = means["n_test"] / (means["n_test"] + means["n_train"])
    share = _typical(shares)
    return share, {} if share is not None else {SHARE: (float(shares.min()), float(shares.max()))}
