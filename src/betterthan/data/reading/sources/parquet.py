"""Parquet: columns with types."""

from __future__ import annotations

from functools import partial

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import identifier
from betterthan.data.reading.raw import Column, Raw, numbered
from betterthan.data.reading.sources.source import File, Source
from betterthan.data.reading.unexplained import unexplained
from betterthan.errors import ReadingError


def is_parquet(file: File) -> bool:
    """By its first four bytes."""
    return file.beginning.startswith(b"PAR1")


def opened(engine: Engine, file: File) -> Raw:
    """The columns as they are, read where they are."""
    source = file.called
    if not is_parquet(file):
        raise ReadingError(f"{source} is not a Parquet file by its content. Give it the suffix of what it is.")
    relation = engine.of_parquet(file.path)
    try:
        described = engine.types(relation)
    except EngineError as error:
        raise unexplained(source, error) from None
    columns = tuple(Column(name, f"c{j}", kind) for j, (name, kind) in enumerate(described.items()))
    return Raw(
        source,
        numbered(relation, {column.sql: identifier(column.name) for column in columns}),
        columns,
        place=lambda record: f"row {record}",
        explain=partial(unexplained, source),
        in_place=True,
    )


PARQUET = Source(name="parquet", recognises=is_parquet, opened=opened, suffixes=(".parquet",))
