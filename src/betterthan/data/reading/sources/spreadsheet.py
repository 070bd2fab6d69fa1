"""Excel: one sheet of a workbook, its first row naming the columns. Read by python-calamine, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from betterthan.data.engines.engine import Engine
from betterthan.data.reading.raw import Raw, in_memory, refuse_duplicates
from betterthan.data.reading.sources.source import File, Source
from betterthan.errors import ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

SUFFIXES = (".xlsx", ".xlsm")


def opened(engine: Engine, file: File) -> Raw:
    """The cells of one sheet; rows without any value are left out."""
    source = file.called
    name, rows = _sheet(_workbook(file), file)
    filled = [(number, row) for number, row in enumerate(rows, start=1) if any(cell != "" for cell in row)]
    if not filled:
        raise ReadingError(f"Sheet `{name}` of {source} is empty. A table begins with a row that names its columns.")
    (_, header), *records = filled
    columns, notes = _columns(header, [row for _, row in records], source)
    raw = in_memory(engine, {column: _values(j, records) for column, j in columns.items()}, source)
    numbers = [number for number, _ in records]
    place = f"of sheet `{name}`"
    return replace(raw, place=lambda record: f"row {numbers[record - 1]} {place}", notes=(*raw.notes, *notes))


def _workbook(file: File) -> CalamineWorkbook:
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        raise ReadingError(
            f"{file.called}: Excel files are read with python-calamine, which is not installed. Install it with `pip "
            "install betterthan[xlsx]`, or export the sheet as CSV."
        ) from None
    try:
        return CalamineWorkbook.from_path(str(file.path))
    except (CalamineError, OSError, ValueError) as error:
        raise ReadingError(
            f"{file.called} cannot be read as an Excel file: {error}. Check that it is complete and not protected by a "
            "password, or export the sheet as CSV."
        ) from None


def _sheet(workbook: CalamineWorkbook, file: File) -> tuple[str, list[list[Any]]]:
    """The sheet that was named, or the only one that has cells."""
    names = workbook.sheet_names
    if file.part is not None and file.part not in names:
        raise ReadingError(f"{file.called}: {unknown_name('sheet', file.part, names)}")
    cells = {name: workbook.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in _asked(names, file)}
    used = [name for name, rows in cells.items() if rows]
    if len(used) > 1:
        raise ReadingError(
            f"{file.called} has {len(used)} sheets: {listing(used, limit=30)}. Name one of them behind a #, as in "
            f"`{file.path.name}#{used[0]}`."
        )
    return (used[0], cells[used[0]]) if used else (names[0] if names else "", [])


def _asked(names: Sequence[str], file: File) -> Sequence[str]:
    return names if file.part is None else [file.part]


def _columns(
    header: Sequence[Any], records: Sequence[Sequence[Any]], source: str
) -> tuple[dict[str, int], tuple[str, ...]]:
    """The number of each column by its name; a first one without a name is a row index, as in CSV."""
    names = [str(_plain(cell)).strip() if cell != "" else "" for cell in header]
    refuse_duplicates([name for name in names if name], source)
    unnamed = [j for j, name in enumerate(names) if not name and any(row[j] != "" for row in records)]
    if [j for j in unnamed if j > 0]:
        raise ReadingError(f"{source}: column {unnamed[-1] + 1} has no name in its first row. Name it, or remove it.")
    notes = (f"The first column of {source} has no name and was ignored (a row index).",) if unnamed else ()
    return {name: j for j, name in enumerate(names) if name}, notes


def _values(column: int, records: Sequence[tuple[int, Sequence[Any]]]) -> list[Any]:
    """The cells of a column; whole numbers, which the file has as floats, are names such as 7 among texts."""
    cells = [None if row[column] == "" else _plain(row[column]) for _, row in records]
    if any(isinstance(cell, str) for cell in cells):
        return [_whole(cell) for cell in cells]
    return cells


def _whole(cell: Any) -> Any:
    return int(cell) if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15 else cell


def _plain(cell: Any) -> Any:
    """Dates and times as text; numbers (percent cells are shares of 1), truth values and texts as they are."""
    if isinstance(cell, (datetime, date, time)):
        return cell.isoformat()
    return str(cell) if isinstance(cell, timedelta) else cell


SPREADSHEET = Source(
    name="xlsx",
    recognises=lambda file: file.suffix in SUFFIXES,  # by its first bytes it is any zip file
    opened=opened,
    suffixes=SUFFIXES,
)
