"""Tables that are already paired: the four counts of each task, or differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_differences
from betterthan.data.reading.columns import CELLS, Layout
from betterthan.data.reading.values import bad_number, empty_label, first_violation, shortened, unusable
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ReadingError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.tables import PairedDifferences


def read_counts(
    engine: Engine,
    layouts: Sequence[Layout],
    *,
    higher_is_better: bool,
    models: tuple[str, str],
) -> PairedSummary:
    """The counts n00, n01, n10, n11, one row per task.

    Parameters:
        engine: where the rows live.
        layouts: the tables.
        higher_is_better: False if 1 means wrong.
        models: names of the first and second model.
    """
    cells: dict[str, Cells] = {}
    for layout in layouts:
        for record, task, *values in _count_rows(engine, layout):
            _refuse_bad_counts(engine, layout, record, values)
            if task in cells:
                raise _second_row(layout, record, task)
            cells[task] = Cells(*(int(value) for value in values))
    first, second = models
    told = f"`n10` counts the cases on which {first} has a 1 and {second} a 0"
    notes = (*(note for layout in layouts for note in layout.notes), _unnamed("counts", told))
    if higher_is_better:
        return PairedSummary.from_cells(cells, models=models, notes=notes)
    turned = {task: Cells(*reversed(counts)) for task, counts in cells.items()}
    note = "The counts are of losses: 1 was read as wrong and 0 as right."
    return replace(PairedSummary.from_cells(turned, models=models, notes=(*notes, note)), higher_is_better=False)


def read_differences(
    engine: Engine,
    layouts: Sequence[Layout],
    *,
    higher_is_better: bool,
    models: tuple[str, str],
) -> PairedDifferences:
    """Differences first - second, one per row.

    Parameters:
        engine: where the rows live.
        layouts: the tables.
        higher_is_better: False if the differences are of losses; their sign is turned.
        models: names of the first and second model.
    """
    found = [_difference_rows(engine, layout) for layout in layouts]
    differences = np.concatenate([columns["difference"] for columns in found])
    tasks = [task for columns in found for task in columns["task"]] if "task" in layouts[0].roles else None
    table = pair_differences(
        differences if higher_is_better else 0.0 - differences,
        models=models,
        task=tasks,
        notes=_difference_notes(layouts, higher_is_better),
    )
    told = _unnamed("differences", f"they are scores of {models[0]} less scores of {models[1]}")
    return replace(table, higher_is_better=higher_is_better, notes=(*table.notes, told))


def _count_rows(engine: Engine, layout: Layout) -> list[tuple[Any, ...]]:
    numbers = ", ".join(column.number() for column in layout.models)
    query = f"SELECT record, {_task(layout)} AS task, {numbers} FROM {layout.raw.relation}"
    count, record = first_violation(engine, f"({query})", "task IS NULL")
    if count:
        raise empty_label(layout.raw, layout.roles["task"], record, count=count)
    return engine.rows(f"{query} ORDER BY record")


def _task(layout: Layout) -> str:
    return layout.roles["task"].text() if "task" in layout.roles else "''"


def _refuse_bad_counts(engine: Engine, layout: Layout, record: int, values: Sequence[float | None]) -> None:
    place = f"{layout.raw.source}, {layout.raw.place(record)}"
    for column, value in zip(layout.models, values, strict=True):
        if value is None or not np.isfinite(value) or value < 0 or value != int(value):
            query = f"SELECT {column.text()} FROM {layout.raw.relation} WHERE record = {record}"
            text = engine.rows(query)[0][0]
            shown = "empty" if text is None else f"`{shortened(text)}`"
            raise ReadingError(
                f"{place}: column `{column.name}` is {shown}. "
                f"Counts ({listing(CELLS)}) must be whole numbers of at least 0: correct the value."
            )
    if not any(values):
        raise ReadingError(f"{place}: all four counts are 0. Every task needs at least one unit: remove the row.")


def _second_row(layout: Layout, record: int, task: str) -> ReadingError:
    place = f"{layout.raw.source}, {layout.raw.place(record)}"
    if "task" in layout.roles:
        return ReadingError(f"{place}: task `{task}` has counts already. Each task needs one row: add the counts up.")
    return ReadingError(
        f"{place}: a table of counts with several rows needs a column that says which task each row is about "
        '(`task`; another name: `task="NAME"`).'
    )


def _difference_rows(engine: Engine, layout: Layout) -> dict[str, Any]:
    column = layout.roles["score"]
    query = f"SELECT record, {column.number()} AS difference, {_task(layout)} AS task FROM {layout.raw.relation}"
    count, record = first_violation(engine, f"({query})", unusable("difference"))
    if count:
        raise bad_number(engine, layout.raw, column, record, count=count, otherwise="or remove the row")
    count, record = first_violation(engine, f"({query})", "task IS NULL")
    if count:
        raise empty_label(layout.raw, layout.roles["task"], record, count=count)
    return engine.arrays(f"SELECT difference, task FROM ({query}) ORDER BY record")


def _unnamed(what: str, told: str) -> str:
    """Names of the user turn nothing: which model comes first is a fact of the file, which does not say it."""
    return (
        f"Read as {what}: {told}. The file names no models; `first=` and `second=` only name them, and do not turn the "
        f"{what}."
    )


def _difference_notes(layouts: Sequence[Layout], higher_is_better: bool) -> tuple[str, ...]:
    notes = [note for layout in layouts for note in layout.notes]
    unused = [role for role in layouts[0].roles if role not in ("task", "score", "case")]
    if unused:
        notes.append(f"A table of differences is read without its {listing(unused)}: each row counts as independent.")
    if not higher_is_better:
        notes.append("The differences are of losses: their sign was turned, so that larger favours the first model.")
    return tuple(notes)
