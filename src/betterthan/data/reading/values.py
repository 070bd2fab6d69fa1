"""Values: what a score, a size and a label must be, and the message for the first that is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from betterthan.data.rounding import LARGEST_SCORE
from betterthan.errors import ReadingError
from betterthan.phrases import sentence_case

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


def unusable(name: str) -> str:
    """SQL: whether a value is missing, no number, NaN, infinite or too large to compute with.

    Parameters:
        name: the quoted name of a column of numbers.
    """
    return f"({name} IS NULL OR NOT isfinite({name}) OR abs({name}) > {LARGEST_SCORE:e})"


def bad_number(engine: Engine, raw: Raw, column: Column, record: int, *, count: int, otherwise: str) -> ReadingError:
    """The message for a value that is no finite number, or too large a one.

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
        advice = meant_by(text)
        return ReadingError(
            f"{place} is `{shortened(text)}`, which is not a number{_alike(count)}. "
            f"Accepted are numbers with a decimal point, and true/false: {advice or 'correct the value'}, {otherwise}."
        )
    if value is not None and LARGEST_SCORE < abs(value) < inf:
        return ReadingError(
            f"{place} is {value:g}{_alike(count)}, too large to compute with. Accepted are numbers up to "
            f"{LARGEST_SCORE:g} in size: divide all scores by the same number first."
        )
    missing = "empty" if column.type == "VARCHAR" else "missing or NaN"
    shown = missing if text is None else f"`{text}`"
    return ReadingError(
        f"{place} is {shown}{_alike(count)}. Accepted are finite numbers: complete the run, or remove the row."
    )


ADVICE = (
    (r"[-+]?\d+([.,]\d+)?\s*%", "`{text}` is a percentage; write the number alone, in the same way in every row"),
    (
        r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?",
        "`{text}` has a comma; write {bare} if it separates thousands, {point} if decimals",
    ),
    (r"[-+]?\d+,\d+", "`{text}` has a decimal comma; write {point}, with a point, in every row"),
    (
        r"(?i)yes|no|y|n|c|i|correct|incorrect|right|wrong|pass|passed|fail|failed|t|f|ok",
        "write 1 for right and 0 for wrong (or true and false) instead of words such as `{text}`",
    ),
    (
        r"(?i)win|won|lose|loss|lost|tie|tied|draw|drawn",
        "`{text}` is a preference: give the columns `model_a`, `model_b` and `winner` (`model_a`, `model_b` or `tie`), "
        "or say in a mapping (`mapping=`) who won against whom",
    ),
    (
        r"(?i)n/?a|#n/a|<na>|null|nil|none|nan|missing|[-–—.?]+",
        'if `{text}` means that there is no score, say so with `na="{text}"`',
    ),
)
"""What people write for a number, and what to do about it."""


def meant_by(text: str) -> str | None:
    """What to do about a text that stands where a number should; None if it is not clear what is meant.

    Parameters:
        text: the value.

    >>> meant_by("0,85")
    '`0,85` has a decimal comma; write 0.85, with a point, in every row'
    """
    value = text.strip()
    for pattern, advice in ADVICE:
        if re.fullmatch(pattern, value):
            bare, point = value.replace(",", ""), value.replace(",", ".", 1)
            return advice.format(text=shortened(value), bare=bare, point=point)
    return None


def unlike_numbers(engine: Engine, raw: Raw, columns: Sequence[Column]) -> str:
    """What the first column says that should perhaps have been numbers, as a sentence; empty if none is like that.

    Parameters:
        engine: where the rows live.
        raw: the table.
        columns: the columns that are not of numbers.
    """
    for column in columns:
        values = engine.rows(
            f"SELECT {column.text()}, min(record) FROM (SELECT * FROM {raw.relation} LIMIT 1000) "
            f"WHERE {column.text()} IS NOT NULL GROUP BY 1 ORDER BY 2 LIMIT 1"
        )
        advice = meant_by(str(values[0][0])) if values else None
        if advice:
            return f"{sentence_case(raw.place(values[0][1]))}, column `{column.name}`: {advice}. "
    return ""


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
