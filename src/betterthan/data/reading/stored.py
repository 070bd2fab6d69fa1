"""Stored: the rows of logs in a table of the engine, while they are made into one that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from betterthan.data.engines.sql import identifier
from betterthan.data.units import KEYS

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.log import LogTable
    from betterthan.data.reading.sources.source import File


@dataclass(frozen=True)
class Stored:
    """The rows of logs in a table of the engine, with what is known of them.

    Parameters:
        engine: where the rows live.
        table: what the log says of its rows.
        name: the table, with the columns that `LogTable` describes.
        source: what messages call the logs.
        files: the files.
    """

    engine: Engine
    table: LogTable
    name: str
    source: str
    files: Sequence[File]

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that together name a unit."""
        return tuple(role for role in KEYS if role in self.table.roles)

    @property
    def listed(self) -> str:
        """These, for SQL."""
        return ", ".join(map(identifier, self.keys))
