"""Expressions of a mapping: where in a row, a file or a path a value stands, as text for people and as SQL.

score            a column, or a key of the row (`a.b` a key in a key, `a.0` the first of a list)
doc:a.b          a key of the whole file
row1:a.b         a key of the rows outside of the innermost ones, counted from 1
key1, key2       the key, or the number, of a row in what it stands in, from the outside
column1          what the first group of the pattern of `columns` says
value            the value of such a column, or the innermost row itself
dir:1            the folder of the file; dir:2 the one around it
file:REGEX       the first group of a pattern in the name of the file
=text            the text itself
A ~ REGEX        the first group of a pattern in A
A | B            A, or B where there is no A
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.data.engines.sql import literal
from betterthan.data.reading.sources.log_names import without_suffixes
from betterthan.data.reading.sources.pointers import keys_of, pointer
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.data.reading.raw import Column

CONDITION = re.compile(r"(?P<what>.+?)\s*(?:(?P<equals>!=|=)\s*(?P<values>.+)|\s(?P<empty>empty))?", re.DOTALL)
NUMBERED = re.compile(r"(key|column|row|dir)(\d+)?(?::(.*))?", re.DOTALL)


class Part(NamedTuple):
    """One way to a value.

    Attributes:
        kind: `row`, `doc`, `level`, `key`, `column`, `value`, `dir`, `file` or `text`.
        name: the keys, the pattern or the text.
        number: which level, key, column or folder.
        pattern: what is taken of the value; None for all of it.
    """

    kind: str
    name: str = ""
    number: int = 0
    pattern: str | None = None


def parsed(text: str) -> tuple[Part, ...]:
    """The ways to a value, the first of which that leads anywhere counts.

    Parameters:
        text: an expression, as above.
    """
    return tuple(_part(each.strip()) for each in text.split(" | "))


def _part(text: str) -> Part:
    if text.startswith("="):
        return Part("text", text[1:])
    if text.startswith("file:"):
        return Part("file", _checked(text.removeprefix("file:")))
    where, tilde, pattern = text.partition(" ~ ")
    taken = _checked(pattern) if tilde else None
    if where == "value":
        return Part("value", pattern=taken)
    if where.startswith("doc:"):
        return Part("doc", where.removeprefix("doc:"), pattern=taken)
    found = NUMBERED.fullmatch(where)
    if found and found[1] == "dir" and found[3] and found[3].isdigit():
        return Part("dir", number=int(found[3]), pattern=taken)
    if found and found[1] in ("key", "column") and found[2] and found[3] is None:
        return Part(found[1], number=int(found[2]), pattern=taken)
    if found and found[1] == "row" and found[2] and found[3] is not None:
        return Part("level", found[3], int(found[2]), taken)
    return Part("row", where, pattern=taken)


def checked_pattern(pattern: str) -> re.Pattern[str]:
    """A pattern, which must be one.

    Parameters:
        pattern: a regular expression.
    """
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ArgumentError(f"`{pattern}` is no pattern (regular expression): {error}.") from None


class Condition(NamedTuple):
    """What must hold of a row.

    Attributes:
        what: an expression.
        sign: `there`, `empty`, `is one of` or `is none of`.
        values: the texts, in small letters.
    """

    what: str
    sign: str
    values: tuple[str, ...] = ()


def condition_of(text: str) -> Condition:
    """What a condition says: `A` (there, and not false), `A = x, y`, `A != x, y`, or `A empty`.

    Parameters:
        text: the condition.
    """
    found = CONDITION.fullmatch(text.strip())
    if found is None:
        raise ArgumentError(f"`{text}` is no condition. Accepted are `A`, `A = x, y`, `A != x, y` and `A empty`.")
    if found["equals"] is None:
        return Condition(found["what"], "empty" if found["empty"] else "there")
    values = tuple(each.strip().lower() for each in found["values"].split(","))
    return Condition(found["what"], "is one of" if found["equals"] == "=" else "is none of", values)


def _checked(pattern: str) -> str:
    """A pattern with one group."""
    groups = checked_pattern(pattern).groups
    if groups != 1:
        raise ArgumentError(
            f"The pattern `{pattern}` needs one group in brackets, which is what is taken; it has {groups}."
        )
    return pattern


def of_path(part: Part, path: Path) -> str | None:
    """What the path of a file says; None if its pattern does not fit.

    Parameters:
        part: of the kind `dir` or `file`.
        path: the file.
    """
    if part.kind == "file":
        found = re.search(part.name, without_suffixes(path))
        return found[1] if found else None
    folders = path.resolve().parent.parts
    name = folders[-part.number] if 0 < part.number < len(folders) else None
    found = re.search(part.pattern, name) if part.pattern and name else None
    return name if part.pattern is None or name is None else found[1] if found else None


def looked_up(value: Any, path: str) -> tuple[bool, Any]:
    """Whether a JSON value has something at these keys, and what.

    Parameters:
        value: what was parsed.
        path: keys with dots between them.
    """
    for key in keys_of(path):
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return False, None
    return True, value


@dataclass(frozen=True)
class Context:
    """What expressions mean in a query.

    Parameters:
        doc: SQL of the whole record of JSON; empty in a table.
        rows: SQL of the rows, from the outside.
        keys: SQL of their keys.
        columns: the columns of a table, by name.
        groups: what the pattern of columns says.
        value: the column of such a value.
        of_files: SQL of what paths say, by expression.
    """

    doc: str = ""
    rows: Sequence[str] = ()
    keys: Sequence[str] = ()
    columns: Mapping[str, Column] = field(default_factory=dict)
    groups: Sequence[str] = ()
    value: Column | None = None
    of_files: Mapping[Part, str] = field(default_factory=dict)

    def text(self, expression: str) -> str:
        """SQL of an expression as text; NULL where there is none.

        Parameters:
            expression: as above.
        """
        found = [self._part(part) for part in parsed(expression)]
        return found[0] if len(found) == 1 else f"coalesce({', '.join(found)})"

    def _part(self, part: Part) -> str:
        if part in self.of_files:
            return self.of_files[part]
        plain = f"nullif({self._plain(part)}, '')"
        if part.pattern is None:
            return plain
        return f"nullif(regexp_extract({plain}, {literal(part.pattern)}, 1), '')"

    def _plain(self, part: Part) -> str:
        if part.kind == "text":
            return literal(part.name)
        if part.kind in ("key", "column"):
            known = self.keys if part.kind == "key" else [literal(group) for group in self.groups]
            return known[part.number - 1] if 0 < part.number <= len(known) else "NULL"
        if self.columns:
            column = self.value if part.kind == "value" else None
            column = column or self.columns.get("value" if part.kind == "value" else part.name)
            return "NULL" if column is None else column.text()
        inner = self.rows[-1] if self.rows else self.doc
        of = {"doc": self.doc, "row": inner, "value": inner}.get(part.kind)
        if of is None:
            of = self.rows[part.number - 1] if 0 < part.number <= len(self.rows) else "NULL"
        path = "" if part.kind == "value" else pointer(*keys_of(part.name))
        return f"json_extract_string({of}, {literal(path or '$')})"
