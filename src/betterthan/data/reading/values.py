"""Values: what a score, a size and a label must be, and the message for the first that is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw


def first_violation(engine: Engine, relation: str, condition: str) -> tuple[int, int]:
    """How many records satisfy a condition that none should, and the first that does.

    Parameters:
        engine: where the rows live.
        relation: what stands behind FROM; has `record`.
        condition: SQL.
    """
    query = f"SELECT count(*), coalesce(min(record), 0) FROM {relation} WHERE {condition}"
    count, record = engine.rows(query)[0]
    return int(count), int(record)


def not_a_finite_number(name: str) -> str:
    """SQL: whether a value is missing, no number, NaN or infinite.

    Parameters:
        name: the quoted name of a column of numbers.
    """
    return f"({name} IS NULL OR NOT isfinite({name}))"


def bad_number(engine: Engine, raw: Raw, column: Column, record: int, *, count: int, otherwise: str) -> ReadingError:
    """The message for a value that is no finite number.

    Parameters:
        engine: where the rows live.
        raw: the table.
        column: the column of the value.
        record: the record of the value.
        count: how many values of the column are like this.
        otherwise: what the user may do instead of correcting a text.
    """
    query = f"SELECT {column.text()}, {column.number()} FROM {raw.relation} WHERE record = {record}"
    text, value = engine.rows(query)[0]
    place = f"{raw.source}, {raw.place(record)}: column `{column.name}`"
    if text is not None and value is None:
        return ReadingError(
            f"{place} is `{shortened(text)}`, which is not a number{_alike(count)}. "
            f"Accepted are numbers with a decimal point, and true/false: correct the value, {otherwise}."
        )
    missing = "empty" if column.type == "VARCHAR" else "missing or NaN"
    shown = missing if text is None else f"`{text}`"
    return ReadingError(
        f"{place} is {shown}{_alike(count)}. Accepted are finite numbers: complete the run, or remove the row."
    )


def empty_label(raw: Raw, column: Column, record: int, *, count: int) -> ReadingError:
    """The message for a row without a model, task, case, …

    Parameters:
        raw: the table.
        column: the column that is empty.
        record: the record in which it is.
        count: how many values of the column are like this.
    """
    return ReadingError(
        f"{raw.source}, {raw.place(record)}: column `{column.name}` is empty{_alike(count)}. "
        "Every row needs it: fill it in, or remove the row or the column."
    )


def shortened(text: str) -> str:
    """The beginning of a value, short enough for a message.

    Parameters:
        text: the value.
    """
    return text if len(text) <= 40 else text[:39] + "…"


def _alike(count: int) -> str:
    return "" if count == 1 else f" ({count:,} rows are like this)"
