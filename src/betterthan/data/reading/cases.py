"""Cases: what a table of predictions says of each case, as `Predictions` holds it; what does not fit is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.data.factors import Factor, recoded
from betterthan.data.reading.grid import Grid, are, grid_of, refuse_differing, refuse_lacking
from betterthan.data.reading.prediction_table import PredictionTable, Texts, coded, is_none
from betterthan.data.reading.seen import number, text
from betterthan.data.reading.values import first_violation, shortened
from betterthan.data.units import CASES, SIZES
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

if TYPE_CHECKING:
    from betterthan.data.reading.raw import Column
    from betterthan.vocabulary import Missing


MANY = 20
"""With more classes they may be no classes."""
TEXTS_INSTEAD = ' Texts that a function of your own compares, as for BLEU, are of `kind="texts"`.'


class Cases(NamedTuple):
    """The cases, as `Predictions` holds them, and what was left out."""

    models: tuple[str, ...]
    truth: npt.NDArray[Any]
    outputs: tuple[npt.NDArray[Any], ...]
    factors: dict[str, Factor]
    sizes: dict[str, Array]
    weight: Array | None
    held_out: BoolArray | None
    notes: tuple[str, ...]


def cases_of(table: PredictionTable, missing: Missing) -> Cases:
    """The cases of a table of predictions.

    Parameters:
        table: the table.
        missing: what to do with cases that lack a model's output: `error` or `drop`.
    """
    labels = {role: table.labels(column) for role, column in table.roles.items() if role not in SIZES}
    grid = grid_of(table, labels)
    truth = _truth(table)
    refuse_differing(table, grid, truth, table.truth[0].name)
    outputs, lacking = _outputs(table, grid)
    notes = refuse_lacking(table, grid, labels, lacking, missing)
    kept = np.flatnonzero(~lacking.any(axis=1))
    first = grid.first[kept]
    weight, held_out = _weights(table, grid), _held_out(table, grid)
    return Cases(
        grid.models,
        truth[first],
        tuple(output[kept] for output in outputs),
        {**_further(table, grid, first), **_of_cases(table, grid, labels, first)},
        {role: table.numbers(table.roles[role])[first] for role in SIZES if role in table.roles},
        None if weight is None else weight[first],
        None if held_out is None else held_out[first],
        notes,
    )


# Truth and outputs.


def _truth(table: PredictionTable) -> npt.NDArray[Any]:
    """The truth of each row."""
    columns = [_true_values(table, column) for column in table.truth]
    return np.stack(columns, axis=1) if table.kind == "multilabel" else columns[0]


def _true_values(table: PredictionTable, column: Column) -> npt.NDArray[Any]:
    if table.has_classes:
        names = table.class_names(column)
        _refuse_no_truth(table, column, is_none(names))
        return _places(names, table.classes)
    if table.kind == "texts":
        texts = table.texts(column.text())
        _refuse_no_truth(table, column, is_none(texts))
        return texts
    numbers = table.numbers(column)
    _refuse_no_truth(table, column, np.isnan(numbers))
    return numbers


def _places(names: Texts, classes: Sequence[str]) -> IntArray:
    """The place of each name among the classes; -1 if it is none of them."""
    places = {name: place for place, name in enumerate(classes)}
    return np.array([places.get(name, -1) for name in names.tolist()], dtype=np.int64)


def _refuse_no_truth(table: PredictionTable, column: Column, empty: BoolArray) -> None:
    rows = np.flatnonzero(empty)
    if len(rows):
        raise ReadingError(
            f"{table.at(int(rows[0]))}: column `{column.name}`, the truth, is empty ({len(rows):,} of "
            f"{counted(len(empty), 'row')} {are(len(rows))} like this). What a model said can be scored only where the "
            "truth is known: fill it in, or remove the row."
        )


def _outputs(table: PredictionTable, grid: Grid) -> tuple[list[npt.NDArray[Any]], BoolArray]:
    """What each model said of each case, and cases x models whether it said nothing."""
    found, lacking = [], np.zeros(grid.rows.shape, dtype=bool)
    said = [_said(table, columns) for columns in table.models.values()]
    for j in range(len(grid.models)):
        values, empty = said[0 if table.long else j]
        rows = grid.rows[:, j]
        lacking[:, j] = (rows < 0) | empty[rows]
        found.append(values[rows])
    return found, lacking


def _said(table: PredictionTable, columns: Sequence[Column]) -> tuple[npt.NDArray[Any], BoolArray]:
    """What the rows say, and whether they say nothing."""
    if table.kind == "labels":
        return _said_classes(table, columns[0])
    if table.kind == "texts":
        texts = table.texts(columns[0].text())
        return texts, is_none(texts)
    values = table.matrix(columns)
    alone = len(columns) == 1 and table.kind != "multilabel"
    return values[:, 0] if alone else values, np.asarray(np.isnan(values).any(axis=1))


def _said_classes(table: PredictionTable, column: Column) -> tuple[IntArray, BoolArray]:
    names = table.class_names(column)
    empty, places = is_none(names), _places(names, table.classes)
    unknown = np.flatnonzero((places < 0) & ~empty)
    if len(unknown):
        said = names[unknown[0]]
        near = get_close_matches(said, table.classes, n=1)
        raise ReadingError(
            f"{table.at(int(unknown[0]))}: column `{column.name}` says `{shortened(said)}`, which the truth never is "
            f"({counted(len(unknown), 'row')} {are(len(unknown))} like this; the classes are {listing(table.classes)})."
            f"{f' Did it mean `{near[0]}`?' if near else ''} Correct it; or, if it is a class that no case has, name "
            'all classes with `classes=["NAME", "NAME"]`.'
            f"{TEXTS_INSTEAD if len(table.classes) > MANY else ''}"
        )
    return places, empty


# What else is known of a case.


def _of_cases(table: PredictionTable, grid: Grid, labels: Mapping[str, Factor], first: IntArray) -> dict[str, Factor]:
    """The labels of the cases that are kept; without ids, a case is called by its row."""
    own = {role: each for role, each in labels.items() if role != "model"}
    for role, each in own.items():
        refuse_differing(table, grid, np.array(each.names, dtype=object)[each.codes], table.roles[role].name)
    named = {role: recoded(each[first]) for role, each in own.items()}
    if CASES.key in named:
        return named
    return {**named, CASES.key: Factor(np.arange(len(first)), tuple(map(str, table.records[first].tolist())))}


def _further(table: PredictionTable, grid: Grid, first: IntArray) -> dict[str, Factor]:
    """Further columns, as far as all rows of a case agree in them."""
    found = {column.name: coded(table.texts(f"coalesce({column.text()}, '')")) for column in table.further}
    usual = grid.first[grid.case_of]
    agreed = {name: labels for name, labels in found.items() if (labels.codes == labels.codes[usual]).all()}
    return {name: recoded(labels[first]) for name, labels in agreed.items()}


def _weights(table: PredictionTable, grid: Grid) -> Array | None:
    return None if table.weight is None else _full(table, grid, table.weight)


def _held_out(table: PredictionTable, grid: Grid) -> BoolArray | None:
    if table.held_out is None:
        return None
    column = table.held_out
    wrong = f"{text(column)} IS NOT NULL AND coalesce({number(column)}, -1) NOT IN (0, 1)"
    count, record = first_violation(table.engine, table.raw.relation, wrong)
    if count:
        query = f"SELECT {column.text()} FROM {table.raw.relation} WHERE record = {record}"
        value = table.engine.rows(query)[0][0]
        raise ReadingError(
            f"{table.raw.source}, {table.raw.place(record)}: column `{column.name}` is `{shortened(value)}`. It says "
            "whether a case is held out: 1 or true if so, else 0 or false."
        )
    return np.asarray(_full(table, grid, column) == 1)


def _full(table: PredictionTable, grid: Grid, column: Column) -> Array:
    """A number for each row, which all rows of a case agree in."""
    values = table.numbers(column)
    table.refuse_empty(column, np.isnan(values))
    refuse_differing(table, grid, values, column.name)
    return values
