"""Units: what one row of a paired table may be, and the columns that tell them apart."""

from __future__ import annotations

from typing import Literal, TypeAlias

UnitKind: TypeAlias = Literal[
    "cases", "clusters", "folds", "seeds", "training sets", "tasks",
    "seeds x cases", "training sets x cases", "training sets x seeds",
]  # fmt: skip


KEYS = ("task", "case", "repeat", "fold", "seed", "train_set")
"""The roles that together name a unit; those that a table has are matched exactly."""


CROSSINGS: dict[tuple[str, str], UnitKind] = {
    ("train_set", "case"): "training sets x cases",
    ("seed", "case"): "seeds x cases",
    ("train_set", "seed"): "training sets x seeds",
}
"""Pairs of keys that both vary within a task: every training set (or seed) is scored on every case."""


RUNS = {"seed": "seed", "train_set": "training set"}
"""Keys of runs that may be compared as two independent samples where they are not shared, and their noun."""


OUTER: dict[str, UnitKind] = {"cluster": "clusters", "seed": "seeds", "train_set": "training sets"}
"""Columns within which cases are averaged, and what the unit is then."""
