"""Mapping: how the files of a program are read, as a record that needs no code: where each role stands in a row."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, get_args

from betterthan.data.reading.sources.expressions import checked_pattern, condition_of, parsed
from betterthan.data.reading.sources.log import Duplicates
from betterthan.data.units import CLUSTERS, KEYS, SIZES
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

ROLES = ("model", *KEYS, CLUSTERS.key, *SIZES)
"""The roles that a mapping can name."""

CASTS = ("number", "CIPN", "preference", "words")
KINDS = ("json", "table")
DIRECTIONS = ("higher", "lower")
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Mapped:
    """A mapping.

    Parameters:
        name: what it is called.
        title: the program that writes such files.
        kind: `json`, or `table` for CSV, Parquet and frames.
        files: how the files are usually called.
        has: keys or columns that are there: by these the files are recognised.
        only: the only keys that the file has, of which one at least is there.
        every: what every value of the file is: `bool`, or a key that it has.
        rows: where the rows are: keys to a list or an object, and in each of its members keys to the next.
        columns: a pattern of columns, each of which is a row of its own.
        roles: role to the expression of its value, or several that are put together.
        metric: the expression of the metric's name.
        default: metrics that are taken unasked.
        nameless: texts that stand where a model's name should, and are none.
        score: the expression of the score, or several that are put together.
        cast: how its text becomes a number.
        words: the numbers that texts stand for.
        failures: what makes a row a failure and no score, by what it is called.
        left_out: what makes a row no part of the comparison, by what it is called.
        opponent: the model over which the score is a preference.
        scale: what such a preference is in numbers, if not 1 a win, 0.5 a tie, 0 a loss.
        direction: `higher` or `lower` is better; empty if the name of the metric must say.
        averaged: roles over which scores are averaged, with what these are called.
        duplicates: `error`, `last` where later rows replace earlier ones, or `units` where nothing names these.
        hash: what must be the same for every model.
        extra: further columns.
        ask: what the user must say first, where no file can: which column names the models.
        note: what a user should know.
    """

    name: str
    title: str
    kind: str = "json"
    files: str = ""
    has: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    every: str = ""
    rows: tuple[str, ...] = ()
    columns: str = ""
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    metric: str = "=score"
    default: tuple[str, ...] = ()
    nameless: tuple[str, ...] = ()
    score: tuple[str, ...]
    cast: str = "number"
    words: Mapping[str, float] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    opponent: str = ""
    scale: str = ""
    direction: str = ""
    averaged: Mapping[str, str] = field(default_factory=dict)
    duplicates: Duplicates = "error"
    hash: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    ask: str = ""
    note: str = ""


MappingLike: TypeAlias = str | Path | Mapping[str, Any] | Mapped
TEXTS = ("name", "title", "kind", "files", "every", "columns", "metric", "cast", "opponent", "scale", "direction",
         "duplicates", "hash", "ask", "note")  # fmt: skip
LISTS = ("has", "only", "rows", "default", "nameless", "score")
TABLES = ("words", "failures", "left_out", "averaged", "extra")
CHOICES = {"kind": KINDS, "cast": CASTS, "direction": DIRECTIONS, "duplicates": get_args(Duplicates)}
EXPRESSIONS = ("metric", "score", "opponent", "hash")


def read_mapping(given: MappingLike) -> Mapped:
    """A mapping as the user gives it: a file in TOML, or a dict with the same keys.

    Parameters:
        given: a path, a dict, or a mapping.
    """
    if isinstance(given, Mapped):
        return given
    if isinstance(given, Mapping):
        return from_keys(given, "the mapping", {})
    path = Path(given)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ArgumentError(f"The mapping `{path}` cannot be read: {reason}.") from None
    return from_toml(text, f"`{path}`", path.stem)


def from_toml(text: str, source: str, name: str) -> Mapped:
    """A mapping of a text in TOML.

    Parameters:
        text: the text.
        source: what a message calls it.
        name: its name, if it does not say.
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArgumentError(f"{source} is not valid TOML: {error}.") from None
    return from_keys({"name": name, **found}, source, _lines(text))


def _lines(text: str) -> dict[str, int]:
    """The line on which each key stands, by its name with its table."""
    lines, table = {}, ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        if bare.startswith("["):
            table = bare.strip("[]").strip() + "."
            lines[table[:-1]] = number
        elif "=" in bare and not bare.startswith("#"):
            lines.setdefault(table + bare.partition("=")[0].strip().strip("\"'"), number)
    return lines


def from_keys(given: Mapping[str, Any], source: str, lines: Mapping[str, int]) -> Mapped:
    """A mapping of its keys; what is unknown or of the wrong type is refused by line and key.

    Parameters:
        given: the keys.
        source: what a message calls the mapping.
        lines: the line of each key, where it has one.
    """
    made = _Checked(source, lines)
    keys = [each.name for each in fields(Mapped) if each.name != "roles"]
    for key in given:
        if key not in (*keys, *ROLES):
            raise made.fault(key, unknown_name("key", key, [*keys, *ROLES]))
    found: dict[str, Any] = {"title": given.get("name", "a log"), **given}
    for key in ("name", "score"):
        if key not in found:
            raise ArgumentError(f"{source} has no `{key}`, which every mapping needs.")
    values = {key: made.value(key, found[key]) for key in keys if key in found}
    roles = {role: made.expressions(role, given[role]) for role in ROLES if role in given}
    for key in EXPRESSIONS:
        if values.get(key):
            made.expressions(key, values[key])
    made.patterns_and_conditions(values)
    mapped = Mapped(roles=roles, **values)
    _refuse_unfinished(mapped, made)
    return mapped


@dataclass(frozen=True)
class _Checked:
    """Values of a mapping, checked one by one."""

    source: str
    lines: Mapping[str, int]

    def fault(self, key: str, what: str) -> ArgumentError:
        line = self.lines.get(key)
        return ArgumentError(f"{self.source}{f', line {line}' if line else ''}, key `{key}`: {what}")

    def value(self, key: str, value: Any) -> Any:
        if key in TEXTS:
            if not isinstance(value, str):
                raise self.fault(key, f"a text is needed; got `{value!r}`.")
            if key in CHOICES and value not in CHOICES[key]:
                raise self.fault(key, unknown_name("choice", value, CHOICES[key]))
            return value
        if key in LISTS:
            listed = [value] if isinstance(value, str) else value
            if not isinstance(listed, Sequence) or not all(isinstance(each, str) for each in listed):
                raise self.fault(key, f"a list of texts is needed; got `{value!r}`.")
            return tuple(listed)
        return self._table(key, value)

    def _table(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.fault(key, f"a table is needed, as in `{key} = {{ name = … }}`; got `{value!r}`.")
        for name, each in value.items():
            right = (int, float) if key == "words" else str
            if not isinstance(each, right):
                needed = "a number" if key == "words" else "a text"
                raise self.fault(self._key(key, name), f"`{name}` needs {needed}.")
        return dict(value)

    def patterns_and_conditions(self, values: Mapping[str, Any]) -> None:
        for name, each in values.get("extra", {}).items():
            self.expressions(self._key("extra", name), each)
        for table in ("failures", "left_out"):
            for name, each in values.get(table, {}).items():
                self.checked(self._key(table, name), each, condition_of)
        if values.get("columns"):
            self.checked("columns", values["columns"], checked_pattern)

    def _key(self, table: str, name: str) -> str:
        return f"{table}.{name}" if f"{table}.{name}" in self.lines else table

    def checked(self, key: str, value: str, check: Callable[[str], object]) -> None:
        try:
            check(value)
        except ArgumentError as error:
            raise self.fault(key, str(error)) from None

    def expressions(self, key: str, value: Any) -> tuple[str, ...]:
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, Sequence) or not listed or not all(isinstance(each, str) for each in listed):
            raise self.fault(key, f"an expression, or a list of them, is needed; got `{value!r}`.")
        for each in listed:
            self.checked(key, each, parsed)
        return tuple(listed)


def _refuse_unfinished(mapped: Mapped, made: _Checked) -> None:
    """What only shows when all keys are known."""
    if mapped.cast == "words" and not mapped.words:
        raise made.fault("cast", "`words` says which number each text stands for: give the table `words`.")
    if mapped.kind == "table" and mapped.rows:
        raise made.fault("rows", "a table has no rows within rows: leave it out, or give `columns`.")
    for role in mapped.averaged:
        if role not in KEYS:
            raise made.fault("averaged", unknown_name("role", role, KEYS))
