"""Grid: which row of a table of predictions is about which case and model.

A wide table has one row for each case, a long one has one for each case and model. Both become the same: for each case
and model, the row that holds its output.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from betterthan.arrays import BoolArray, IntArray
from betterthan.data.factors import Factor
from betterthan.data.reading.values import shortened
from betterthan.data.units import CASES, KEYS
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

if TYPE_CHECKING:
    from betterthan.data.reading.prediction_table import PredictionTable
    from betterthan.vocabulary import Missing


class Grid(NamedTuple):
    """Which row is about which case and model.

    Parameters:
        models: the models.
        rows: cases x models: the place of a row, from 0; -1 if there is none.
        first: the first row of each case.
        case_of: the case of each row.
    """

    models: tuple[str, ...]
    rows: IntArray
    first: IntArray
    case_of: IntArray


def grid_of(table: PredictionTable, factors: Mapping[str, Factor]) -> Grid:
    """The rows, by case and model; what is there twice is refused.

    Parameters:
        table: the table.
        factors: the labels of each row, by role.
    """
    every = np.arange(len(table.records))
    if not table.long:
        if CASES.key in factors:
            _refuse_twice(table, factors, _combined(factors)[0], None)
        return Grid(tuple(table.models), np.repeat(every[:, None], len(table.models), axis=1), every, every)
    model = factors["model"]
    if CASES.key not in factors:
        _refuse_unnamed(table, model)
        return Grid(model.names, every[:, None], every, every)
    case_of, first = _combined(factors)
    cells = case_of * len(model.names) + model.codes
    _refuse_twice(table, factors, cells, model)
    rows = np.full(len(first) * len(model.names), -1)
    rows[cells] = every
    return Grid(model.names, rows.reshape(len(first), len(model.names)), first, case_of)


def _combined(factors: Mapping[str, Factor]) -> tuple[IntArray, IntArray]:
    """The case of each row, numbered in order of first appearance, and the first row of each."""
    keys = [factors[key] for key in KEYS if key in factors]
    codes = np.zeros(len(keys[0].codes), dtype=np.int64)
    for key in keys:
        codes = np.unique(codes * len(key.names) + key.codes, return_inverse=True)[1]
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return place[inverse], first[order]


def _refuse_unnamed(table: PredictionTable, model: Factor) -> None:
    """Without ids, rows of several models cannot be matched; those of one are its cases."""
    if len(model.names) > 1:
        raise ReadingError(
            f"{table.raw.source}: nothing says which case each row is about, so the outputs of {listing(model.names)} "
            'cannot be matched. Add a column `case`, or name it with `case="NAME"`.'
        )


def _refuse_twice(table: PredictionTable, factors: Mapping[str, Factor], cells: IntArray, model: Factor | None) -> None:
    """A case, or a model's output on it, that is there several times."""
    _, first, counts = np.unique(cells, return_index=True, return_counts=True)
    several = int((counts > 1).sum())
    if not several:
        return
    row = int(first[counts > 1].min())
    again = int(np.flatnonzero(cells == cells[row])[1])
    of = "" if model is None else f" of `{model.names[model.codes[row]]}`"
    raise ReadingError(
        f"{table.at(again)}: {case_called(factors, row)}{of} was there already ({table.line(row)}); "
        f"{counted(several, 'case')} {are(several)} there several times. Each case needs one output of each model: "
        'remove the others, or name the column that tells them apart, as in `repeat="NAME"` or `seed="NAME"`.'
    )


def case_called(factors: Mapping[str, Factor], row: int) -> str:
    """What a message calls the case of a row; empty if nothing names it.

    Parameters:
        factors: the labels of each row, by role.
        row: its place, from 0.
    """
    keys = [key for key in KEYS if key in factors]
    return " ".join(f"{key} {shortened(factors[key].names[factors[key].codes[row]])}" for key in keys)


def are(count: int) -> str:
    """The verb that fits the number.

    Parameters:
        count: the number.
    """
    return "is" if count == 1 else "are"


def refuse_differing(table: PredictionTable, grid: Grid, values: npt.NDArray[Any], name: str) -> None:
    """All rows of one case say the same about it.

    Parameters:
        table: the table.
        grid: which rows are about one case.
        values: what each row says.
        name: the column that they are from.
    """
    first = grid.first[grid.case_of]
    differs = np.asarray(values != values[first])
    odd = np.flatnonzero(differs.any(axis=1) if differs.ndim == 2 else differs)
    if len(odd):
        row = int(odd[0])
        raise ReadingError(
            f"{table.at(row)}: column `{name}` is {_shown(table, values[row])}, but "
            f"{_shown(table, values[first[row]])} where the same case was first ({table.line(int(first[row]))}; "
            f"{counted(len(odd), 'row')} {are(len(odd))} like this). All rows of a case must agree in it: correct the "
            "column, or name what tells the cases apart."
        )


def _shown(table: PredictionTable, value: Any) -> str:
    if isinstance(value, np.integer):
        return f"`{table.classes[value]}`"
    return f"{value:g}" if isinstance(value, float) else f"`{value}`"


def refuse_lacking(
    table: PredictionTable, grid: Grid, factors: Mapping[str, Factor], lacking: BoolArray, missing: Missing
) -> tuple[str, ...]:
    """Cases that not all models have an output for: refused, or told to be left out.

    Parameters:
        table: the table.
        grid: which row is about which case and model.
        factors: the labels of each row, by role.
        lacking: cases x models, whether there is no output.
        missing: what to do about it: `error` or `drop`.
    """
    count, total = int(np.count_nonzero(lacking.any(axis=1))), len(lacking)
    if not count:
        return ()
    if count == total:
        raise ReadingError(
            f"{table.raw.source}: {listing(grid.models)} have no case in common. Check that the columns name the same "
            "cases in the same way for every model."
        )
    if missing == "drop":
        was = "was" if count == 1 else "were"
        return (f"{count:,} of {counted(total, 'case')} {was} left out because a model had no output there.",)
    columns = zip(grid.models, lacking.T, strict=True)
    told = [_lacking_of(table, grid, factors, model, column) for model, column in columns]
    raise ReadingError(
        f"{table.raw.source}: {count:,} of {counted(total, 'case')} {'lacks' if count == 1 else 'lack'} the output of "
        f'a model: {"; ".join(filter(None, told))}. Leave them out with `missing="drop"`, or complete the run.'
    )


def _lacking_of(
    table: PredictionTable, grid: Grid, factors: Mapping[str, Factor], model: str, column: BoolArray
) -> str:
    cases = np.flatnonzero(column)
    rows: Sequence[int] = grid.first[cases[:3]].tolist()
    named = ", ".join(case_called(factors, row) or table.line(row) for row in rows)
    return f"`{model}` has no output for {named}{', …' if len(cases) > 3 else ''}" if rows else ""
