"""Names that users gave, safe to show: every text of a report is seen through here, before a form is made of it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from betterthan.phrases import shown

Told = TypeVar("Told")
AS_IT_IS = ("svg", "text", "numbers", "points")
"""Fields that hold no names as they were given: figures show them safely, sources are made of what was seen through."""


def all_visible(told: Told) -> Told:
    """A report or a block in which nothing hides."""
    changed: Any = _changed(told)
    found: Told = changed
    return found


def _changed(told: Any) -> Any:
    if isinstance(told, str):
        return shown(told)
    if isinstance(told, dict):
        return {key: _changed(value) for key, value in told.items()}
    if isinstance(told, tuple) and not hasattr(told, "_fields"):
        return tuple(map(_changed, told))
    if is_dataclass(told) and not isinstance(told, type):
        names = [each.name for each in fields(told) if each.name not in AS_IT_IS]
        return replace(told, **{name: _changed(getattr(told, name)) for name in names})
    return told
