"""Records as plain JSON values and back, by their fields and type hints.

Our own lines rather than msgspec or cattrs: laws and posteriors have compact forms (a `kind`, arrays, models that are
integrated again), JSON lacks infinities, and a fault is told by its place in the document. Either library would need as
many lines of hooks and be one more thing to install and to import.

A number that is not finite is written as the text `inf`, `-inf` or `nan`. What a record holds is in its fields;
`field(metadata=written_as("n"))` gives one another key, and `field(metadata=NOT_WRITTEN)` leaves it out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import numpy as np

from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

KEY = "key"
NOT_WRITTEN = MappingProxyType({KEY: None})
NOT_FINITE = ("inf", "-inf", "nan")
WORDS = {str: "text", bool: "true or false", int: "a whole number", float: "a number", NoneType: "null"}


class Unreadable(ReadingError):
    """A document, or a part of it, is not what this version writes.

    Attributes:
        what: what is wrong with it.
        place: the keys that lead to it.
    """

    def __init__(self, what: str, place: tuple[str, ...] = ()) -> None:
        super().__init__(f"Cannot read `{'.'.join(place)}`: {what}" if place else f"Cannot read this record: {what}")
        self.what, self.place = what, place


class Plain:
    """A dataclass that is written and read by its fields; its `kind`, if it has one, comes first."""

    def to_dict(self) -> dict[str, Any]:
        """The record in plain JSON values."""
        return written(self)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """The record that `to_dict` turned into plain values.

        Parameters:
            record: what `to_dict` gave.
        """
        found: Self = built(cls, read(cls, record))
        return found


class PlainOfArrays(Plain):
    """A record that holds arrays, which have no single answer to `==`: two are equal if they are written alike."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_dict() == other.to_dict()


def written_as(key: str) -> Mapping[str, str]:
    """Metadata of a field whose key in JSON is not its name."""
    return MappingProxyType({KEY: key})


def plain(value: Any) -> Any:
    """A value in JSON's own types."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if _is_record(value):
        return written(value)
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def written(record: Any) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple in plain values, without asking its own `to_dict`."""
    cls: Any = type(record)
    kind = {"kind": record.kind} if _own_kind(cls) is not None else {}
    return {**kind, **{key: plain(getattr(record, name)) for name, key in _keys(cls).items()}}


def read(cls: Any, record: Any) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple, from a record in plain values."""
    if not isinstance(record, Mapping):
        raise Unreadable(f"an object with the keys of {cls.__name__} is expected; got {_shown(record)}.")
    if _own_kind(cls) is not None and record.get("kind") != _own_kind(cls):
        raise Unreadable(f"the kind `{_own_kind(cls)}` is expected; got {_shown(record.get('kind'))}.", ("kind",))
    lacking = [key for key in _keys(cls).values() if key not in record]
    if lacking:
        noun = "key" if len(lacking) == 1 else "keys"
        raise Unreadable(f"{cls.__name__} lacks the {noun} {listing(lacking)}.")
    hints = _hints(cls)
    return {name: part(key, hints[name], record[key]) for name, key in _keys(cls).items()}


def built(cls: Any, fields: Mapping[str, Any]) -> Any:
    """The record of some fields; what it refuses itself is told as a fault of the document."""
    try:
        return cls(**fields)
    except ValueError as error:
        raise Unreadable(str(error)) from error


def of_kind(record: Any, classes: Iterable[type[Any]]) -> Any:
    """The record of one of several classes, which its `kind` names."""
    known = {each.kind: each for each in classes}
    given = record.get("kind") if isinstance(record, Mapping) else record
    if not isinstance(given, str) or given not in known:
        raise Unreadable(f"there is no such kind: {_shown(given)}. Known: {listing(known, limit=30)}.", ("kind",))
    return known[given].from_dict(record)


def part(key: str, hint: Any, value: Any) -> Any:
    """A value read by its type hint; a fault names the key."""
    try:
        return restored(hint, value)
    except Unreadable as fault:
        raise Unreadable(fault.what, (key, *fault.place)) from fault.__cause__


def restored(hint: Any, value: Any) -> Any:
    """The value that `plain` wrote, of the type that the hint names."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin is Annotated:  # a type with a reader of its own
        return inner[1](value)
    if origin is Literal:
        return _one_of(inner, value)
    if origin in (Union, UnionType):
        return _of_union(inner, value)
    if origin is tuple:
        return _tuple(inner, value)
    if origin is np.ndarray:
        return _array(value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: part(key, inner[1], each) for key, each in _mapping(value).items()}
    if hint in WORDS:
        return _scalar(hint, value)
    if hasattr(hint, "from_dict"):
        return hint.from_dict(value)
    if not _is_record(hint):  # what is only ever computed, such as names that are looked for when they are read
        raise Unreadable(f"a {hint.__name__} is never written.")
    return built(hint, read(hint, value))


def _one_of(known: tuple[Any, ...], value: Any) -> Any:
    if value not in known:
        raise Unreadable(f"one of {listing(known, limit=30)} is expected; got {_shown(value)}.")
    return value


def _of_union(hints: tuple[Any, ...], value: Any) -> Any:
    """Null where it may be, else the first type that fits; what fits none is told as a fault of the first."""
    if value is None and NoneType in hints:
        return None
    faults = []
    for hint in hints:
        try:
            return restored(hint, value)
        except Unreadable as fault:
            faults.append(fault)
    raise faults[0]


def _tuple(hints: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise Unreadable(f"a list is expected; got {_shown(value)}.")
    if hints[-1] is Ellipsis:
        return tuple(part(str(j), hints[0], each) for j, each in enumerate(value))
    if len(value) != len(hints):
        raise Unreadable(f"a list of {len(hints)} is expected; got {counted(len(value), 'value')}.")
    return tuple(part(str(j), hint, each) for j, (hint, each) in enumerate(zip(hints, value, strict=True)))


def _array(value: Any) -> Any:
    try:
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Unreadable(f"a list of numbers is expected; got {_shown(value)}.") from error


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unreadable(f"an object is expected; got {_shown(value)}.")
    return value


def _scalar(hint: type[Any], value: Any) -> Any:
    if hint is float and value in NOT_FINITE:
        return float(value)
    fits = isinstance(value, (int, float) if hint is float else hint)
    if not fits or (isinstance(value, bool) and hint is not bool):
        raise Unreadable(f"{WORDS[hint]} is expected; got {_shown(value)}.")
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return "nothing" if value is None else text if len(text) <= 60 else f"{text[:60]}…"


def _is_record(value: Any) -> bool:
    """Whether it is a dataclass or a named tuple, or a value of one."""
    return dataclasses.is_dataclass(value) or hasattr(value, "_fields")


@cache
def _keys(cls: Any) -> dict[str, str]:
    """Name of each field that is written, and its key."""
    if not dataclasses.is_dataclass(cls):
        return {name: name for name in cls._fields}
    keys = {each.name: each.metadata.get(KEY, each.name) for each in dataclasses.fields(cls)}
    return {name: key for name, key in keys.items() if key is not None}


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _own_kind(cls: Any) -> str | None:
    """The kind that a class names, not one that is a field of it."""
    return None if "kind" in _keys(cls) else getattr(cls, "kind", None)
