"""Truth: which column holds it, which classes it knows, and which of two is the positive one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from betterthan.data.reading.lists import Lists
from betterthan.data.reading.names import is_truth
from betterthan.data.reading.seen import all_whole, number, text
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw

MOST_CLASSES = 1000
"""So many values may be classes; more are values, or texts."""

SEPARATORS = (":", "_", ".")
"""What may stand between a model and a class in the name of a column; or the class is in square brackets."""

POSITIVE: Mapping[tuple[str, ...], str] = {
    ("0", "1"): "1",
    ("-1", "1"): "1",
    ("no", "yes"): "yes",
    ("n", "y"): "y",
    ("false", "true"): "true",
    ("negative", "positive"): "positive",
    ("neg", "pos"): "pos",
}
"""Of two classes with these names, in any capitals, the positive one."""


@dataclass(frozen=True)
class Truth:
    """What is true of the cases, as the table says it.

    Parameters:
        name: what the column is called, or what its columns have in common.
        columns: the column; of several labels one for each.
        labels: what the labels are called, of which a case may have several; empty if it has one class, or a value.
        classes: the values that it has, in order, if these may be classes.
        numeric: whether all values are numbers (true and false are 1 and 0).
        whole: whether all of these are whole.
    """

    name: str
    columns: tuple[Column, ...]
    labels: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    numeric: bool = False
    whole: bool = False

    @property
    def binary(self) -> bool:
        """Whether the values are numbers by which two classes are usually called."""
        return self.numeric and 0 < len(self.classes) <= 2 and set(self.classes) <= {"-1", "0", "1"}


def class_name(value: object) -> str:
    """The name of a class as it is held: a number that is whole has no decimals; true and false are 1 and 0.

    Parameters:
        value: a text or a number.

    >>> class_name(1.0), class_name("yes"), class_name(True)
    ('1', 'yes', '1')
    """
    if isinstance(value, str):
        return value
    try:
        amount = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return str(value)
    return str(int(amount)) if amount.is_integer() else repr(amount)


def found_truth(engine: Engine, raw: Raw, named: Sequence[str] | str | None, lists: Lists) -> Truth:
    """The column of the truth, and what it holds.

    Parameters:
        engine: where the rows live.
        raw: the table.
        named: the column, or the columns of several labels, as the user says; None looks for a usual name.
        lists: the columns of lists.
    """
    name, columns, labels = _columns(raw, named, lists)
    if labels:
        return Truth(name, columns, labels)
    return _with_values(engine, raw, name, columns[0])


def _columns(
    raw: Raw, named: Sequence[str] | str | None, lists: Lists
) -> tuple[str, tuple[Column, ...], tuple[str, ...]]:
    by_name = {column.name: column for column in raw.columns}
    if named is None:
        return _columns(raw, _recognised(raw, lists), lists)
    if not isinstance(named, str):
        return _of_several(raw, tuple(named))
    if named in by_name:
        return named, (by_name[named],), ()
    if named in lists:
        return named, tuple(by_name[place] for place in lists[named]), tuple(map(str, range(len(lists[named]))))
    begun = [column.name for column in raw.columns if label_in(column.name, named) is not None]
    if len(begun) > 1:
        return _of_several(raw, begun)
    known = unknown_name("column", named, [*by_name, *lists])
    raise ArgumentError(f"{raw.source} lacks the column named for `truth`. {known}")


def _of_several(raw: Raw, names: Sequence[str]) -> tuple[str, tuple[Column, ...], tuple[str, ...]]:
    """Several labels, one column each: what the names begin with is no part of the labels."""
    by_name = {column.name: column for column in raw.columns}
    for name in names:
        if name not in by_name:
            known = unknown_name("column", name, list(by_name))
            raise ArgumentError(f"{raw.source} lacks a column named for `truth`. {known}")
    columns = tuple(by_name[name] for name in names)
    begins = {name[: -len(label)] for name in names for label in [_last_part(name)] if label}
    if len(names) > 1 and len(begins) == 1 and all(_last_part(name) for name in names):
        shared = begins.pop()
        return shared.rstrip(":_.["), columns, tuple(name.removeprefix(shared).rstrip("]") for name in names)
    return "truth", columns, tuple(names)


def _last_part(name: str) -> str:
    """What follows the last separator, with a bracket that closes."""
    cut = max(name.rfind(mark) for mark in (*SEPARATORS, "["))
    return name[cut + 1 :] if cut > 0 else ""


def label_in(name: str, begins: str) -> str | None:
    """The class or label in the name of a column that begins so; None if it does not.

    Parameters:
        name: the name of a column.
        begins: the model, as in `svm`.

    >>> label_in("svm:cat", "svm"), label_in("svm[cat]", "svm"), label_in("svm2_cat", "svm")
    ('cat', 'cat', None)
    """
    rest = name.removeprefix(begins)
    if rest == name or not rest:
        return None
    if rest.startswith("[") and rest.endswith("]"):
        return rest[1:-1]
    return rest[1:] if rest[0] in SEPARATORS and len(rest) > 1 else None


def _recognised(raw: Raw, lists: Lists) -> str:
    parts = {place for places in lists.values() for place in places}
    names = [column.name for column in raw.columns if column.name not in parts]
    found = [name for name in (*names, *lists) if is_truth(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise ReadingError(
            f"{raw.source} has {len(found)} columns that may hold what is true: {listing(found)}. Choose one with "
            f'`truth="{found[0]}"`.'
        )
    raise ReadingError(
        f"{raw.source} has no column that is known to hold what is true, such as `truth`, `label`, `target` or `y`. "
        f'Columns found: {listing((*names, *lists), limit=30)}. Name it with `truth="NAME"`.'
    )


def _with_values(engine: Engine, raw: Raw, name: str, column: Column) -> Truth:
    value, word = number(column), text(column)
    filled, numbers, whole, distinct = engine.rows(
        f"SELECT count({word}), count({value}), {all_whole(value)}, approx_count_distinct({word}) FROM {raw.relation}"
    )[0]
    if not filled:
        raise ReadingError(f"{raw.source}: column `{name}`, the truth, is empty in every row.")
    numeric = filled == numbers
    classes: tuple[str, ...] = ()
    if distinct <= 2 * MOST_CLASSES and (whole or not numeric):
        which = value if numeric else word
        rows = engine.rows(f"SELECT DISTINCT {which} AS v FROM {raw.relation} WHERE {which} IS NOT NULL ORDER BY v")
        classes = tuple(class_name(each) for (each,) in rows) if len(rows) <= MOST_CLASSES else ()
    return Truth(name, (column,), classes=classes, numeric=numeric, whole=bool(whole))


def all_classes(truth: Truth, given: Sequence[object], source: str) -> tuple[str, ...]:
    """The classes: those that the truth has, or those that the user names, which must hold them.

    Parameters:
        truth: the truth.
        given: the classes that the user names, perhaps none.
        source: where the table came from, for messages.
    """
    if not given:
        return _completed(truth)
    named = tuple(_as_held(each, numeric=truth.numeric) for each in given)
    unnamed = [each for each in truth.classes if each not in named]
    if unnamed:
        raise ArgumentError(
            f"`classes=` names {listing(named, limit=30)}, and the truth of {source} also holds {listing(unnamed)}: "
            "name every class."
        )
    return named


def _completed(truth: Truth) -> tuple[str, ...]:
    """Where only zeros or only ones were seen, the other is a class, too."""
    if truth.binary and len(truth.classes) == 1 and truth.classes[0] != "-1":
        return "0", "1"
    return truth.classes


def _as_held(value: object, *, numeric: bool) -> str:
    name = class_name(value)
    if not numeric:
        return name
    try:
        return class_name(float(name))
    except ValueError:
        return {"true": "1", "false": "0"}.get(name.lower(), name)


def positive_of(truth: Truth, classes: Sequence[str], given: object) -> str | None:
    """The positive class of two, as the user says, or as their names do; None if nothing says so.

    Parameters:
        truth: the truth.
        classes: the classes.
        given: what the user says.
    """
    if given is None:
        names = {name.lower(): name for name in classes}
        usual = POSITIVE.get(tuple(sorted(names)))
        return None if usual is None else names[usual]
    wanted = _as_held(given, numeric=truth.numeric)
    if wanted not in classes:
        raise ArgumentError(unknown_name("class", wanted, list(classes)))
    if len(classes) != 2:
        raise ArgumentError(f"`positive=` is for two classes; there are {len(classes)}: {listing(classes)}.")
    return wanted
