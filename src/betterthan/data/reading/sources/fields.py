"""Fields of logs that become columns when the user names them, such as what groups questions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from betterthan.data.engines.engine import Engine
from betterthan.data.reading.sources.log import OWN, Asked
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name


def fields_named(asked: Asked, there: Collection[str], prefix: str) -> list[str]:
    """The columns that the user named and that are fields, as he wrote them; what is neither is refused.

    Parameters:
        asked: what the user said.
        there: the names of the fields.
        prefix: what may stand before one.
    """
    named = [name for name in asked.names if name not in OWN or name in there]
    for name in named:
        if name.removeprefix(prefix) not in there:
            raise ArgumentError(unknown_name("column", name, [*OWN[:3], *(prefix + each for each in there)]))
    return named


def columns_of(fields: Sequence[str], engine: Engine, relation: str) -> dict[str, str]:
    """The columns x0, x1, … of a relation that hold these fields, by field; one that no row has is left out.

    Parameters:
        fields: their names, in the order of the columns.
        engine: where the rows live.
        relation: its name.
    """
    filled = ((f"x{j}", name) for j, name in enumerate(fields))
    return {name: column for column, name in filled if engine.rows(f"SELECT count({column}) FROM {relation}")[0][0]}
