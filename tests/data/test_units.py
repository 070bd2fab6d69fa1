"""The table of units: every kind is one row, and everything else about kinds of unit follows from it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from betterthan.cli.input import COLUMNS, OF_PREDICTIONS
from betterthan.data.design import Design, design_of
from betterthan.data.factors import factor
from betterthan.data.reading.predictions import predictions
from betterthan.data.reading.tables import read
from betterthan.data.roles import distinct_in, grouping
from betterthan.data.rows import Units
from betterthan.data.units import CLUSTERS, CROSSED, KEYS, ROLES, SINGLE, TASKS, UNITS, unit_called
from betterthan.errors import ArgumentError

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"


def units_with(*roles: str) -> Units:
    """Scores of every pair of three levels of each role."""
    grid = np.indices([3] * len(roles)).reshape(len(roles), -1)
    labels = {role: factor(levels) for role, levels in zip(roles, grid, strict=True)}
    return Units(np.zeros((grid.shape[1], 2)), np.ones((grid.shape[1], 2), dtype=np.int64), labels)


def design_with(*roles: str) -> Design:
    units = units_with(*roles)
    return design_of(units, grouping(distinct_in(units), roles, "error", "the table"))


@pytest.mark.parametrize("unit", [*SINGLE, CLUSTERS], ids=str)
def test_the_key_of_a_kind_decides_the_unit(unit):
    assert design_with(unit.key).unit == unit
    if unit != TASKS:
        assert design_with("task", unit.key).unit == unit


@pytest.mark.parametrize("unit", CROSSED, ids=str)
def test_two_keys_that_vary_are_crossed(unit):
    made = design_with(*unit.roles)
    assert made.unit == unit
    assert made.crossed
    assert unit.listed == " and ".join(str(part) for part in unit.crosses)


def test_every_role_can_be_named():
    of_scores, of_predictions = (set(inspect.signature(each).parameters) for each in (read, predictions))
    assert set(COLUMNS) - set(OF_PREDICTIONS) <= of_scores
    assert set(COLUMNS) - {"score", "metric", "human"} <= of_predictions
    assert set(KEYS) < set(ROLES)


def test_units_are_counted_and_found_by_name():
    assert [unit_called(unit.plural) for unit in UNITS] == list(UNITS)
    assert unit_called("seeds x cases").counted(1) == "1 seed and case"
    assert unit_called("folds").counted(1200) == "1,200 folds"
    with pytest.raises(ArgumentError, match=re.escape("There is no kind of unit `seed`. Did you mean `seeds`?")):
        unit_called("seed")


def test_no_word_for_a_unit_is_cut_or_split():
    cut = re.compile(r"(strip|removesuffix)\(.s.\)|(split|replace)\(. x ")
    assert [str(path) for path in SOURCE.rglob("*.py") if cut.search(path.read_text())] == []
