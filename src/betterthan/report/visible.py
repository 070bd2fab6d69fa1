"""Names that users gave, safe to show: every text of a report is seen through here, before a form is made of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from betterthan.phrases import shown

Told = TypeVar("Told")
AS_IT_IS = ("svg", "text", "numbers", "points")
"""Fields that hold no names as they were given: figures show them safely, sources are made of what was seen through."""


def all_visible(told: Told) -> Told:
    """A report or a block in which nothing hides."""
    return with_texts(told, shown, but=AS_IT_IS)


def with_texts(told: Told, changed: Callable[[str], str], *, but: Collection[str] = ()) -> Told:
    """A report, a block or any record of texts, with every text changed.

    Parameters:
        told: the record, or a part of one.
        changed: what becomes of a text.
        but: names of fields that stay as they are.
    """

    def walked(part: Any) -> Any:
        if isinstance(part, str):
            return changed(part)
        if isinstance(part, dict):
            return {key: walked(value) for key, value in part.items()}
        if isinstance(part, tuple) and not hasattr(part, "_fields"):
            return tuple(map(walked, part))
        if is_dataclass(part) and not isinstance(part, type):
            names = [each.name for each in fields(part) if each.name not in but]
            return replace(part, **{name: walked(getattr(part, name)) for name in names})
        return part

    found: Told = walked(told)
    return found
