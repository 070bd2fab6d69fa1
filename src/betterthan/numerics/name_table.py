"""An open set of names: records that have one, families whose names hold a number, and what others call them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name


class Named(Protocol):
    """What a table can hold."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


@dataclass(frozen=True)
class Family(Generic[T]):
    """Records whose names hold a number, such as `top-5`.

    Parameters:
        pattern: what the whole name must match.
        example: one such name.
        made: the match -> the record, refused if the number makes no sense.
    """

    pattern: str
    example: str
    made: Callable[[re.Match[str]], T]


@dataclass(frozen=True)
class NameTable(Generic[T]):
    """Records by name.

    Parameters:
        kind: what they are, in messages.
        records: those that are there from the start, and those that are entered from outside.
        families: asked in order where no record has the name.
        aliases: names that others give to the same things.
    """

    kind: str
    records: dict[str, T]
    families: tuple[Family[T], ...]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def named(self, name: str) -> T:
        """The record with that name."""
        found = self._found(self.aliases.get(name, name))
        if found is None:
            raise ArgumentError(unknown_name(self.kind, name, self.names()))
        return found

    def __contains__(self, name: str) -> bool:
        return self._found(self.aliases.get(name, name)) is not None

    def names(self) -> tuple[str, ...]:
        """Every name, of a family one example."""
        return (*self.records, *(family.example for family in self.families if family.example not in self.records))

    def register(self, record: T) -> None:
        """Enter a record from outside; it may not take the name of another."""
        taken = record.name in self.aliases or self._found(record.name) not in (None, record)
        if taken:
            raise ArgumentError(f"There is a {self.kind} `{record.name}` already; choose another name.")
        self.records[record.name] = record

    def _found(self, name: str) -> T | None:
        if name in self.records:
            return self.records[name]
        matches = ((family, re.fullmatch(family.pattern, name)) for family in self.families)
        return next((family.made(match) for family, match in matches if match), None)
