"""Several files as one table: parts of a long table, or one file for each model, which is named by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.data.engines.sql import literal
from betterthan.data.reading.raw import Column, Raw
from betterthan.data.reading.roles import first_called
from betterthan.data.rows import RECORD_BITS
from betterthan.data.units import ROLES
from betterthan.errors import ReadingError
from betterthan.phrases import counted

if TYPE_CHECKING:
    from betterthan.data.engines.engine import EngineError


def merged(raws: Sequence[Raw], model: str | None) -> Raw:
    """One table of several that have the same columns; each is one model's if no column names the models.

    Parameters:
        raws: the tables.
        model: the column that names the models, as the user says.
    """
    if len(raws) == 1:
        return raws[0]
    names = [column.name for column in raws[0].columns]
    for other in raws[1:]:
        _refuse_other_columns(raws[0], other, names)
    named = model is not None or first_called(raws[0].columns, ROLES["model"]) is not None
    relation = " UNION ALL ".join(_part(raw, file, names) for file, raw in enumerate(raws))
    columns = [Column(name, f"c{j}", na=raws[0].columns[j].na) for j, name in enumerate(names)]
    files = () if named else (Column("model", "file_model"),)
    return Raw(
        f"{raws[0].source} and {counted(len(raws) - 1, 'other file')}",
        f"({relation})",
        (*files, *columns),
        place=lambda record: _place(raws, record),
        explain=lambda error: _explained(raws, error),
        notes=tuple(dict.fromkeys(note for raw in raws for note in raw.notes)),
    )


def _refuse_other_columns(one: Raw, other: Raw, names: Sequence[str]) -> None:
    theirs = [column.name for column in other.columns]
    odd = [name for name in (*names, *theirs) if (name in names) != (name in theirs)]
    if odd:
        where, lacking = (one, other) if odd[0] in names else (other, one)
        raise ReadingError(
            f"{where.source} has a column `{odd[0]}`, which {lacking.source} lacks. Tables that are read together need "
            "the same columns; or give one table with a column for each model."
        )


def _part(raw: Raw, file: int, names: Sequence[str]) -> str:
    by_name = {column.name: column for column in raw.columns}
    columns = ", ".join(f"CAST({by_name[name].sql} AS VARCHAR) AS c{j}" for j, name in enumerate(names))
    return (
        f"SELECT {file << RECORD_BITS} + record AS record, {literal(raw.model)} AS file_model, {columns} "
        f"FROM {raw.relation}"
    )


def _place(raws: Sequence[Raw], record: int) -> str:
    raw = raws[record >> RECORD_BITS]
    return f"{raw.place(record & ((1 << RECORD_BITS) - 1))} of {raw.source}"


def _explained(raws: Sequence[Raw], error: EngineError) -> ReadingError:
    return raws[0].explain(error)
