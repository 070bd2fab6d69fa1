"""Missing: the texts that mean that there is no score, as the user says, and the rows that this leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.phrases import counted, listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.columns import Layout
    from betterthan.data.reading.raw import Raw


def with_missing(raws: Sequence[Raw], na: Sequence[str]) -> list[Raw]:
    """The tables, in which these texts are as good as empty.

    Parameters:
        raws: the tables.
        na: texts that mean that there is no value.
    """
    if not na:
        return list(raws)
    return [replace(raw, columns=tuple(replace(column, na=tuple(na)) for column in raw.columns)) for raw in raws]


def without_missing(engine: Engine, layout: Layout) -> Layout:
    """A long table without the rows whose score is such a text; in a wide one, the cell is empty and pairing counts it.

    Parameters:
        engine: where the rows live.
        layout: the table, understood.
    """
    score = layout.roles.get("score")
    if score is None or not score.na:
        return layout
    count = engine.rows(f"SELECT count(*) FROM {layout.raw.relation} WHERE {layout.condition} AND {score.missing()}")
    if not count[0][0]:
        return layout
    left_out = f"{counted(count[0][0], 'row')} of {layout.raw.source} without a score ({listing(score.na)}) left out."
    condition = f"({layout.condition}) AND NOT {score.missing()}"
    return replace(layout, condition=condition, notes=(*layout.notes, left_out), failed=int(count[0][0]))
