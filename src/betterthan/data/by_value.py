"""What tables and labels share as values: equal if everything in them is, arrays included; shown in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.phrases import counted, visible

if TYPE_CHECKING:
    from betterthan.data.facts import Facts


class ByValue:
    """Equal to a record of the same type whose fields are equal; what is missing from both is equal, too."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = [each.name for each in fields(self) if each.compare]  # type: ignore[arg-type]
        return all(_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]


class Table(ByValue):
    """A table by its value, told in one line."""

    if TYPE_CHECKING:
        models: tuple[str, ...]

        @property
        def tasks(self) -> tuple[str, ...]: ...
        @property
        def facts(self) -> Facts: ...

    def __repr__(self) -> str:
        names = ", ".join(visible(name) for name in self.models[:6]) + (", …" if len(self.models) > 6 else "")
        on = f" on {counted(len(self.tasks), 'task')}" if len(self.tasks) > 1 else ""
        return f"<{type(self).__name__} of {names}: {self.facts.counted}{on}>"


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        floats = one.dtype.kind == "f" and other.dtype.kind == "f"
        return bool(np.array_equal(one, other, equal_nan=floats))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)
