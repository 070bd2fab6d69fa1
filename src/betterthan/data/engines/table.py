"""The table of engines: a name and where its class is, imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine

ENGINES = {
    "duckdb": "betterthan.data.engines.duckdb:DuckEngine",
}
"""Every engine, by the name that `bt.read` takes."""


def started(name: str) -> Engine:
    """A new database of the named engine.

    Parameters:
        name: as in `ENGINES`.
    """
    if name not in ENGINES:
        raise ArgumentError(unknown_name("engine", name, list(ENGINES)))
    module, kind = ENGINES[name].split(":")
    made: Engine = getattr(import_module(module), kind)()
    return made
