"""Logs: kinds of files that a program writes, whose rows are known: what finds them, and what reading them gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.mapping import Mapped
    from betterthan.data.reading.sources.source import File

Duplicates: TypeAlias = Literal["error", "last", "units"]

OWN = ("model", "task", "case", "cluster", "repeat", "score", "metric")
"""Columns that logs have without being asked."""


WIN_TIE_LOSS = "1 a win, 0.5 a tie, 0 a loss"
"""What a preference is in numbers, unless the log says it otherwise."""


@dataclass(frozen=True)
class Asked:
    """What the user said that a log must know before it is read.

    Parameters:
        metric: the metric that was named; None for none.
        roles: role to the name of a column, as far as the user named them.
        mapping: how to read the files, if the user says so.
        by: a column within whose values the user will compare.
    """

    metric: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    mapping: Mapped | None = None
    by: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that were named; of those that a log has anyway, none to compare within."""
        within = () if self.by is None or self.by in OWN else (self.by,)
        return tuple(dict.fromkeys((*self.roles.values(), *within)))


NOTHING_ASKED = Asked()


@dataclass(frozen=True, kw_only=True)
class LogTable:
    """The rows of some logs, before failures are counted and models are told apart.

    Parameters:
        relation: what stands behind FROM. Its columns: `file` (the number of the file, from 0), `record` (a number that
            orders the rows of a file), `model` (NULL where the log does not name it), `score` (a number, or NULL),
            `failure` (what went wrong, or NULL), one column per role, `hash` if `hashed`, `opponent` if `preferences`,
            and the further columns.
        roles: the roles that have a column: `task`, `case`, `cluster`, `repeat`, `fold`, `seed`, `n_train`, `n_test` …
        metric: the metric that was taken.
        metrics: all that are there.
        extra: further columns: the name for users, and the name in the relation.
        higher_is_better: whether larger is better; None if the log does not say.
        averaged: the roles over which scores are averaged, such as `repeat`, with what these are called: `epochs`.
        duplicates: what several rows of one model on one unit are in one file: an error, reruns of which the last
            one counts, or units of their own, if nothing names them.
        hashed: whether `hash` says what the case was; it must be the same for every model.
        preferences: whether a score is a preference over the model in `opponent`.
        scale: what a preference is in numbers.
        notes: what was assumed or left out.
        named: the roles that the user named, and the names, as far as they were heeded here already.
    """

    relation: str
    roles: Sequence[str]
    metric: str
    metrics: Sequence[str] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    higher_is_better: bool | None = None
    averaged: Mapping[str, str] = field(default_factory=dict)
    duplicates: Duplicates = "error"
    hashed: bool = False
    preferences: bool = False
    scale: str = WIN_TIE_LOSS
    notes: Sequence[str] = ()
    named: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Log:
    """A kind of log.

    Parameters:
        name: what it is called in the table, and by `betterthan sources`.
        title: the program that writes it.
        files: how its files are usually called.
        signature: by what it is recognised, in words.
        recognises: whether a file holds its scores, by its content.
        read: the scores of all its files that were given, at once.
        accompanies: whether a file lies beside these and holds no scores of its own.
        suffixes: those of its files, without `.gz`, for folders; what has another suffix is not looked at there.
        mapping: the mapping, where it needs no code.
        note: what a user should know of it.
    """

    name: str
    title: str
    files: str
    signature: str
    recognises: Callable[[File], bool]
    read: Callable[[Engine, Sequence[File], Asked], LogTable]
    accompanies: Callable[[File], bool] = lambda file: False
    suffixes: tuple[str, ...] = (".json", ".jsonl")
    mapping: Mapped | None = None
    note: str = ""


def chosen_metric(asked: str | None, there: Sequence[str], source: str, default: Sequence[str] = ()) -> str:
    """The metric that was named, the only one, or the first of the usual ones; else a message that lists them.

    Parameters:
        asked: the metric that the user named; None for none.
        there: the metrics of the log.
        source: what a message calls the log.
        default: metrics that are taken unasked, the first of which is there.
    """
    if asked is not None and asked not in there:
        raise ArgumentError(unknown_name("metric", asked, there))
    usual = next((metric for metric in default if metric in there), None)
    found = asked or (there[0] if len(there) == 1 else usual)
    if found is None:
        raise ReadingError(
            f'{source} holds {len(there)} metrics: {listing(there, limit=30)}. Choose one with `metric="NAME"`.'
        )
    return found
