"""Outputs: which columns hold what a model said; of several classes, which column is about which class.

A wide table has a column for each model, or for each model and class: `svm:cat`, `svm_cat`, `svm.cat`, `svm[cat]`. A
long one has a column with the output, or one for each class. Either may have a column of lists instead.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from betterthan.data.limits import MOST_MODEL_COLUMNS
from betterthan.data.predictions_checked import ROUNDED
from betterthan.data.reading.candidates import Doubt, doubts, values_of
from betterthan.data.reading.lists import Lists
from betterthan.data.reading.names import PREDICTION_WORDS, is_prediction, plain, said_by, words
from betterthan.data.reading.roles import first_called
from betterthan.data.reading.seen import Seen, number, seen_of
from betterthan.data.reading.truth import SEPARATORS, Truth, label_in
from betterthan.data.reading.unclear import as_list, unclear_models, with_examples
from betterthan.data.units import ROLES, ROW_NAMES
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw

PREDICTION_NAMES = (
    "prediction", "predicted", "pred", "y_pred", "ypred", "y_hat", "yhat", "predicted_label", "predicted_class",
    "probability", "proba", "prob", "p", "y_prob", "y_proba", "y_score", "output", "said", "guess", "score",
)  # fmt: skip
"""Names of the column that holds what a model said."""


@dataclass(frozen=True)
class Outputs:
    """The columns of what the models said.

    Parameters:
        columns: by model one column, or one for each class; of a long table there is one entry, whatever its name.
        of_classes: the class that each of several columns is about; empty if there is one column, or if they are the
            places of a list, which are in the order of the classes.
        odd: why some other columns of numbers are not among them, by name.
    """

    columns: Mapping[str, tuple[Column, ...]]
    of_classes: tuple[str, ...] = ()
    odd: Mapping[str, str] = field(default_factory=dict)

    @property
    def single(self) -> bool:
        """Whether each model has one column."""
        return all(len(each) == 1 for each in self.columns.values())


@dataclass(frozen=True)
class Looked:
    """A table, and what is known of it where its outputs are looked for.

    Parameters:
        engine: where the rows live.
        raw: the table.
        truth: the truth.
        classes: the classes, or the labels; empty for values.
        free: the columns that play no other part.
        lists: the columns of lists.
    """

    engine: Engine
    raw: Raw
    truth: Truth
    classes: tuple[str, ...]
    free: tuple[Column, ...]
    lists: Lists

    @property
    def by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.free}

    @property
    def listed(self) -> dict[str, tuple[Column, ...]]:
        """The columns of lists that are free."""
        free = self.by_name
        return {
            name: tuple(free[place] for place in places)
            for name, places in self.lists.items()
            if all(place in free for place in places)
        }

    @property
    def plain(self) -> list[Column]:
        """The columns that are no part of a list, and whose name says no other part."""
        of_lists = {place for places in self.lists.values() for place in places}
        known = {*ROW_NAMES, *(name for names in ROLES.values() for name in names)}
        return [column for column in self.free if column.name not in of_lists and plain(column.name) not in known]

    def seen(self, columns: Sequence[Column]) -> list[Seen]:
        """What these columns are like, beside the classes."""
        classes = () if self.truth.labels else self.classes
        return seen_of(self.engine, self.raw, columns, classes, numeric=self.truth.numeric)


def wide_outputs(looked: Looked, models: Sequence[str]) -> Outputs:
    """The columns of each model.

    Parameters:
        looked: the table.
        models: the names of the models, as the user says; perhaps none.
    """
    if models:
        return _named(looked, models)
    by_class = _by_class(looked)
    if looked.listed and not by_class:
        return Outputs(looked.listed)
    if by_class:
        return Outputs({**by_class}, looked.classes)
    return _single(looked)


# Models that the user names.


def _named(looked: Looked, models: Sequence[str]) -> Outputs:
    found = {name: _columns_of(looked, name) for name in models}
    for name, columns in found.items():
        if not columns:
            raise ArgumentError(_no_such_model(looked, name))
    counts = {name: len(columns) for name, columns in found.items()}
    if len(set(counts.values())) > 1:
        told = ", ".join(f"`{name}` {count}" for name, count in counts.items())
        raise ArgumentError(f"{looked.raw.source}: all models need the same number of columns, and these have {told}.")
    whole = all(name in looked.by_name or name in looked.listed for name in models)
    return Outputs(found, () if whole else looked.classes)


def _columns_of(looked: Looked, model: str) -> tuple[Column, ...]:
    """The column of that name, its places if it holds lists, or one for each class."""
    free = looked.by_name
    return (free[model],) if model in free else looked.listed.get(model) or _complete(looked, model)


def _no_such_model(looked: Looked, name: str) -> str:
    """What is lacking of a model that the user named."""
    there = _classes_of(looked, name)
    lacking = [each for each in looked.classes if each not in there]
    if there:
        return (
            f"{looked.raw.source}: `{name}` has columns for {listing(there)}, but none for {listing(lacking)}. A model "
            f"of {len(looked.classes)} classes has one for each, such as `{name}:{lacking[0]}`."
        )
    wanted = f", nor columns such as `{name}:{looked.classes[0]}`, one for each class" if looked.classes else ""
    known = unknown_name("column", name, [*looked.by_name, *looked.listed])
    return f"{looked.raw.source} holds no outputs of `{name}`{wanted}. {known}"


def _classes_of(looked: Looked, model: str) -> dict[str, Column]:
    """The columns of a model, by the class that they are about."""
    found = ((label_in(column.name, model), column) for column in looked.plain)
    return {label: column for label, column in found if label is not None and label in looked.classes}


def _complete(looked: Looked, model: str) -> tuple[Column, ...]:
    found = _classes_of(looked, model)
    complete = bool(looked.classes) and all(each in found for each in looked.classes)
    return tuple(found[each] for each in looked.classes) if complete else ()


# Columns for each model and class.


def _by_class(looked: Looked) -> dict[str, tuple[Column, ...]]:
    """The models that have a column for each class; what may be read in two ways is asked about."""
    if len(looked.classes) < (1 if looked.truth.labels else 2):
        return {}
    begins = [begin for column in looked.plain for begin in _begins(column.name, looked.classes)]
    found = {begin: columns for begin in dict.fromkeys(begins) if (columns := _complete(looked, begin))}
    _refuse_shared(looked, found)
    return {} if found and _may_be_models(looked, found) else found


def _begins(name: str, classes: Collection[str]) -> list[str]:
    """What a name begins with, if it ends with a class."""
    endings = [f"{mark}{each}" for each in classes for mark in SEPARATORS] + [f"[{each}]" for each in classes]
    return [name.removesuffix(ending) for ending in endings if name.endswith(ending) and name != ending]


def _refuse_shared(looked: Looked, found: Mapping[str, Sequence[Column]]) -> None:
    """A column may belong to one model only, as `a_b_c` does not where both `c` and `b_c` are classes."""
    owners: dict[str, list[str]] = {}
    for model, columns in found.items():
        for column in columns:
            owners.setdefault(column.name, []).append(model)
    shared = next(((name, models) for name, models in owners.items() if len(models) > 1), None)
    if shared is not None:
        name, models = shared
        raise ReadingError(
            f"{looked.raw.source}: column `{name}` may be an output of `{models[0]}` or of `{models[1]}`, "
            f"since a class is called so that both fit. Name the models with `models={as_list(models[:1])}`, or rename "
            "the columns to MODEL:CLASS."
        )


def _may_be_models(looked: Looked, found: Mapping[str, Sequence[Column]]) -> bool:
    """Whether columns such as `svm_0` and `svm_1` are rather two models: their numbers are no shares of 1."""
    certain = looked.truth.labels or not looked.truth.numeric
    marked = all(_is_marked(column.name) for columns in found.values() for column in columns)
    if certain or marked or all(_sums_to_one(looked, columns) for columns in found.values()):
        return False
    model, columns = next(iter(found.items()))
    names = [column.name for column in columns]
    raise ReadingError(
        f"{looked.raw.source}: {listing(names)} may be models, or what `{model}` says of the classes "
        f"{listing(looked.classes)}, although these numbers do not sum to 1. Say which: `models={as_list(names)}`, or "
        f"`models={as_list(list(found)[:6])}`."
    )


def _is_marked(name: str) -> bool:
    """Whether a sign in a name is used for nothing but a class."""
    return ":" in name or name.endswith("]")


def _sums_to_one(looked: Looked, columns: Sequence[Column]) -> bool:
    total = " + ".join(f"({number(column)})" for column in columns)
    query = f"SELECT coalesce(bool_and(abs({total} - 1) <= {ROUNDED}), FALSE) FROM {looked.raw.relation}"
    return bool(looked.engine.rows(query)[0][0])


# One column for each model.


def _single(looked: Looked) -> Outputs:
    """The columns that may be outputs; those whose name or values speak against it are left out, or asked about."""
    columns = looked.plain
    seen = dict(zip((column.name for column in columns), looked.seen(columns), strict=True))
    fitting = [column for column in columns if _may_be_output(seen[column.name])]
    _refuse_too_many(looked, fitting)
    odd = _odd(looked, fitting, seen)
    models = [column for column in fitting if column.name not in odd]
    if any(not doubt.certain for doubt in odd.values()) or (fitting and not models):
        reasons = {name: doubt.reason for name, doubt in odd.items()}
        raise unclear_models(looked.engine, looked.raw, fitting, reasons, OTHERWISE)
    if not models:
        raise _none(looked)
    return Outputs(
        {column.name: (column,) for column in models}, odd={name: doubt.reason for name, doubt in odd.items()}
    )


def _refuse_too_many(looked: Looked, columns: Sequence[Column]) -> None:
    if len(columns) > MOST_MODEL_COLUMNS:
        names = listing((column.name for column in columns), limit=4)
        raise ReadingError(
            f"{looked.raw.source} has {len(columns):,} columns that may be outputs, more than the {MOST_MODEL_COLUMNS} "
            f'that are taken as models unasked: {names}. Name the models with `models=["NAME", "NAME"]`.'
        )


OTHERWISE = 'name it, `model="NAME"`, and the output, `prediction="NAME"`'


def _may_be_output(seen: Seen) -> bool:
    """Numbers, or texts of which half or more are classes."""
    return seen.numeric or (0 < seen.filled <= 2 * seen.known)


def _odd(looked: Looked, columns: Sequence[Column], seen: Mapping[str, Seen]) -> dict[str, Doubt]:
    """What speaks against columns that hold numbers: the others, the name, or values that are hardly outputs."""
    unlike = _unlike_others({column.name: seen[column.name] for column in columns}, len(looked.classes))
    numeric = [column for column in columns if seen[column.name].numeric and column.name not in unlike]
    called = _without_prediction_words([column.name for column in numeric])
    truth = looked.truth.columns[:1] if looked.truth.numeric and not looked.truth.whole else ()
    values = values_of(looked.engine, looked.raw, [*truth, *numeric])
    found = doubts({called.get(name, name): each for name, each in values.items()})
    by_name = {column.name: found[called[column.name]] for column in numeric if called[column.name] in found}
    doubtful = {
        name: doubt
        for name, doubt in by_name.items()
        if said_by(called[name]) is not None or not _like_outputs(seen[name], looked)
    }
    return {**unlike, **doubtful}


def _unlike_others(seen: Mapping[str, Seen], classes: int) -> dict[str, Doubt]:
    """Columns of another kind than others: numbers beside texts, whole numbers beside probabilities, or the reverse."""
    texts = [name for name, each in seen.items() if not each.numeric]
    if texts:
        return {
            name: Doubt(f"numbers, where `{texts[0]}` has texts", certain=True)
            for name, each in seen.items()
            if each.numeric
        }
    fractions = [name for name, each in seen.items() if not each.whole]
    shares = [name for name in fractions if seen[name].within_one]
    if classes == 2 and shares:
        return {
            name: Doubt(f"whole numbers, where `{shares[0]}` has fractions", certain=not each.all_known)
            for name, each in seen.items()
            if each.whole
        }
    labels = [name for name, each in seen.items() if each.all_known]
    doubt = Doubt(f"fractions, where `{labels[0]}` has classes", certain=False) if labels else None
    return {} if doubt is None else dict.fromkeys(fractions, doubt)


def _like_outputs(seen: Seen, looked: Looked) -> bool:
    return seen.all_known or (len(looked.classes) == 2 and seen.within_one)


def _without_prediction_words(names: Sequence[str]) -> dict[str, str]:
    """Names without words such as `pred`, which speak for an output; as far as they still differ."""
    short = {name: "_".join(part for part in words(name) if part not in PREDICTION_WORDS) or name for name in names}
    counts = list(short.values())
    return {name: each if counts.count(each) == 1 else name for name, each in short.items()}


def _none(looked: Looked) -> ReadingError:
    shown = with_examples(looked.engine, looked.raw, looked.raw.columns[:30], {})
    needed = (
        f"a class of `{looked.truth.name}` ({listing(looked.classes)}), or a number" if looked.classes else "a number"
    )
    return ReadingError(
        f"{looked.raw.source}: no column beside the truth holds what a model said, which is {needed}. Columns found: "
        f'{shown}. Name the models with `models=["NAME", "NAME"]`.'
    )


# Long tables.


def long_outputs(looked: Looked, prediction: Sequence[str] | str | None) -> Outputs:
    """The column of the outputs, or the columns for each class, of a table whose rows say which model they are about.

    Parameters:
        looked: the table.
        prediction: the column, what the columns begin with, or all of them in the order of the classes, as the user
            says; None looks for them.
    """
    if prediction is None:
        return _recognised(looked)
    free = looked.by_name
    if not isinstance(prediction, str):
        return Outputs({"": tuple(_free_column(looked, name) for name in prediction)})
    if prediction in looked.listed:
        return Outputs({"": looked.listed[prediction]})
    if prediction not in free and _classes_of(looked, prediction):
        columns = _complete(looked, prediction)
        if not columns:
            raise ArgumentError(_no_such_model(looked, prediction))
        return Outputs({"": columns}, looked.classes)
    return Outputs({"": (_free_column(looked, prediction),)})


def _free_column(looked: Looked, name: str) -> Column:
    free = looked.by_name
    if name not in free:
        known = unknown_name("column", name, list(free))
        raise ArgumentError(f"{looked.raw.source} lacks the column named for `prediction`. {known}")
    return free[name]


def _recognised(looked: Looked) -> Outputs:
    """A column for each class, a list, a column with a usual name, or the only one that there is."""
    free = looked.by_name
    if len(looked.classes) > 1 and all(each in free for each in looked.classes):
        return Outputs({"": tuple(free[each] for each in looked.classes)}, looked.classes)
    by_class = _by_class(looked)
    if len(by_class) == 1:
        return Outputs({"": next(iter(by_class.values()))}, looked.classes)
    if len(looked.listed) == 1:
        return Outputs({"": next(iter(looked.listed.values()))})
    called = first_called(looked.plain, PREDICTION_NAMES)
    if called is not None:
        return Outputs({"": (called,)})
    return Outputs({"": (_only_one(looked),)})


def _only_one(looked: Looked) -> Column:
    seen = looked.seen(looked.plain)
    found = [column for column, each in zip(looked.plain, seen, strict=True) if _may_be_output(each)]
    named = [column for column in found if is_prediction(column.name)]
    left = named or [column for column in found if said_by(column.name) is None]
    if len(left) == 1:
        return left[0]
    shown = with_examples(looked.engine, looked.raw, left or looked.raw.columns, {})
    raise ReadingError(
        f"{looked.raw.source}: it is not clear which column holds what the models said: {shown}. Name it with "
        '`prediction="NAME"`.'
    )
