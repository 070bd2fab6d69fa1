"""Predictions: `predictions` turns files, frames and dicts into truth and outputs, case by case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.arguments import plain_arguments
from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.frames import columns_of, is_frame
from betterthan.data.hints import hint, nearly_equal
from betterthan.data.holding_out import held_out_from, hold_out
from betterthan.data.predictions import Predictions
from betterthan.data.predictions_checked import no_probabilities
from betterthan.data.reading.cases import Cases, cases_of
from betterthan.data.reading.columns import Layout, numeric_columns
from betterthan.data.reading.held_out import HeldOut, is_table, share_in
from betterthan.data.reading.lists import Lists, spread, with_lists
from betterthan.data.reading.merged import merged
from betterthan.data.reading.missing import with_missing
from betterthan.data.reading.names import plain
from betterthan.data.reading.numbering import AS_CASES
from betterthan.data.reading.output_kinds import checked_kind, kind_of, unfit
from betterthan.data.reading.outputs import PREDICTION_NAMES, Looked, Outputs, long_outputs, wide_outputs
from betterthan.data.reading.prediction_table import PredictionTable
from betterthan.data.reading.raw import fault_of, in_memory
from betterthan.data.reading.roles import Wanted, first_called, roles_of, without_ignored
from betterthan.data.reading.seen import AT_ONCE, together
from betterthan.data.reading.tables import (
    Source,
    engine_for,
    given_names,
    opened,
    refuse_some_with_models,
)
from betterthan.data.reading.truth import Truth, all_classes, found_truth, positive_of
from betterthan.data.reading.unused import unused
from betterthan.data.units import KEYS
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import counted, listing, unknown_name
from betterthan.vocabulary import MISSING, OUTPUT_KINDS, Missing, OutputKind, known

if TYPE_CHECKING:
    from betterthan.data.reading.raw import Column, Raw

MOST_GROUPS = 1000
"""Values of a further column that is kept: by more of them nobody looks at cases."""

HELD_OUT_NAMES = ("held_out", "heldout", "is_held_out")


@dataclass(frozen=True, kw_only=True)
class Said:
    """What the user says about a table of predictions; see `predictions`."""

    truth: Sequence[str] | str | None = None
    models: tuple[str, ...] = ()
    prediction: Sequence[str] | str | None = None
    weight: str | None = None
    held_out: HeldOut | None = None
    positive: object = None
    classes: Sequence[object] = ()
    kind: OutputKind | None = None
    missing: Missing = "error"
    beside: str | None = None
    """The table beside whose cases all of these are held out, so that no column need say so."""
    likely: OutputKind | None = None
    """What the outputs are if they can be that, by the loss that is to be taken."""

    def __post_init__(self) -> None:
        known("treatment of missing outputs", self.missing, MISSING)
        if self.kind is not None:
            known("kind of output", self.kind, OUTPUT_KINDS)
        if isinstance(self.classes, str) or not isinstance(self.classes, (Sequence, np.ndarray)):
            raise ArgumentError(f"`classes=` takes a list of classes; got `{self.classes!r}`.")


@plain_arguments
def predictions(
    source: Source,
    *,
    truth: Sequence[str] | str | None = None,
    models: Sequence[str] | str = (),
    model: str | None = None,
    prediction: Sequence[str] | str | None = None,
    case: str | None = None,
    cluster: str | None = None,
    task: str | None = None,
    repeat: str | None = None,
    fold: str | None = None,
    seed: str | None = None,
    train_set: str | None = None,
    judge: str | None = None,
    n_train: str | None = None,
    n_test: str | None = None,
    weight: str | None = None,
    held_out: HeldOut | None = None,
    positive: object = None,
    classes: Sequence[object] = (),
    kind: OutputKind | None = None,
    missing: Missing = "error",
    ignore: Sequence[str] | str = (),
    na: Sequence[str] | str = (),
    engine: str = "duckdb",
) -> Predictions:
    """Read what is true of each case, and what one or more models said, from a file, a frame or a dict of arrays.

    Layouts: wide (a column of outputs for each model; of several classes one for each model and class, called
    MODEL:CLASS, MODEL_CLASS, MODEL.CLASS or MODEL[CLASS], or a column of lists), long (a column `model` and one with
    the output, or one for each class), or one file for each model. What is not clear is asked.

    Parameters:
        source: as in `read`; of a dict, an array may have a column for each class, in their sorted order, as
            scikit-learn's `predict_proba` gives it.
        truth: the column of what is true; otherwise the one called truth, label, target, y or the like. Of several
            labels for each case, a list of columns that hold 0 or 1, or what these begin with.
        models: the models, by their columns or by what these begin with (wide), or the models to take (long).
        model: column with the model's name (long).
        prediction: column with the output (long), what the columns for each class begin with, or a list of columns in
            the order of `classes`.
        case: column that names the case.
        cluster: column that groups cases.
        task: column with the task or data set.
        repeat: column with the repeat or run.
        fold: column with the fold in which the case was tested.
        seed: column with the seed.
        train_set: column that names the training set.
        judge: column with the judge, rater or annotator.
        n_train: column with the size of the training set.
        n_test: column with the size of the test set.
        weight: column that says how much each case counts, for metrics of the whole test set; losses take none.
        held_out: which cases are held out, for a threshold or a calibration: the column that is 1 or true for them; a
            share of them; or a second file, frame or dict, with further cases of the same models.
        positive: the positive class of two, whose probability a single column holds.
        classes: all classes, where the truth does not have all of them; lists of numbers are in this order.
        kind: what the outputs are, where it may be taken for something else: `labels`, `probabilities`, `score` (any
            numbers, larger for the positive class), `values`, `multilabel`, or `texts`, for functions of your own only.
        missing: `error` refuses cases that lack a model's output; `drop` leaves them out and counts them.
        ignore: columns that are nothing.
        na: texts that mean that there is no value, such as `NA`.
        engine: as in `read`.

    >>> predictions({"truth": [1, 0, 1], "svm": [0.9, 0.2, 0.6], "mlp": [0.7, 0.4, 0.5]})
    <Predictions of svm, mlp: probabilities of 2 classes on 3 cases>
    """
    roles = {
        "model": model, "task": task, "case": case, "cluster": cluster, "repeat": repeat, "fold": fold, "seed": seed,
        "train_set": train_set, "judge": judge, "n_train": n_train, "n_test": n_test,
    }  # fmt: skip
    wanted = Wanted(
        {role: name for role, name in roles.items() if name is not None},
        models=given_names("models", models),
        ignore=given_names("ignore", ignore),
    )
    said = Said(
        truth=truth,
        models=wanted.models,
        prediction=prediction,
        weight=weight,
        held_out=held_out,
        positive=positive,
        classes=classes,
        kind=kind,
        missing=missing,
    )
    return read_predictions(source, wanted, said, given_names("na", na), engine)


def read_predictions(
    source: Source,
    wanted: Wanted,
    said: Said,
    na: Sequence[str] = (),
    engine: str = "duckdb",
    ignored: Sequence[str] = (),
) -> Predictions:
    """As `predictions`, of what the user says about columns and outputs.

    Parameters:
        source: as in `predictions`.
        wanted: the columns that play a role, the models, and the columns that are nothing.
        said: what else is said.
        na: texts that mean that there is no value.
        engine: as in `read`.
        ignored: columns that are nothing, if they are there.
    """
    database = engine_for(source, engine)
    raws, lists = _opened(database, source)
    there = {column.name for raw in raws for column in raw.columns}
    ignore = (*wanted.ignore, *(name for name in ignored if name in there))
    raws = with_missing(without_ignored(raws, ignore), na)
    refuse_some_with_models(raws, wanted)
    try:
        raw = merged(raws, wanted.roles.get("model"))
        if not lists:
            raw, lists = with_lists(database, raw)
        own, apart = _held_apart(raw, said)
        made = _read(database, _loaded(database, raw), lists, wanted, own)
    except EngineError as error:
        raise fault_of(database, raws, error) from None
    return made if apart is None else apart_of(made, apart, wanted, said, na, engine)


def _held_apart(raw: Raw, said: Said) -> tuple[Said, HeldOut | None]:
    """What is said without a share or a second table of cases to hold out, and that."""
    by_name = {column.name for column in raw.columns}
    if share_in(said.held_out) is not None and said.held_out not in by_name:
        return replace(said, held_out=None), said.held_out
    if is_table(said.held_out, raw.columns, raw.source):
        return replace(said, held_out=None), said.held_out
    return said, None


def apart_of(
    made: Predictions,
    held_out: HeldOut,
    wanted: Wanted,
    said: Said,
    na: Sequence[str] = (),
    engine: str = "duckdb",
) -> Predictions:
    """Predictions with a share of their cases, or those of a second table, held out.

    Parameters:
        made: truth and outputs of the cases that are compared.
        held_out: the share, or the second table.
        wanted: the columns that play a role, in both tables.
        said: what else is said of both.
        na: texts that mean that there is no value.
        engine: as in `read`.
    """
    share = share_in(held_out)
    if share is not None:
        return hold_out(made, share)
    if isinstance(held_out, Predictions):
        return held_out_from(made, held_out)
    alike = replace(
        said,
        models=made.models,
        held_out=None,
        beside=made.source,
        kind=made.kind,
        classes=() if made.kind == "multilabel" else said.classes or _as_read(made.classes),
        positive=made.positive,
    )
    # The names that the user ignores need not be in both tables.
    there = replace(wanted, models=made.models, ignore=())
    try:
        other = read_predictions(held_out, there, alike, na, engine, ignored=wanted.ignore)
    except ArgumentError as error:
        raise type(error)(f"The cases that are held out: {error}") from None
    return held_out_from(made, other)


def _as_read(classes: Sequence[str]) -> tuple[str, ...]:
    """The classes in the order in which a table is read that says nothing of it; the positive one is held last."""
    try:
        return tuple(sorted(classes, key=float))
    except ValueError:
        return tuple(sorted(classes))


def _opened(engine: Engine, source: Source) -> tuple[list[Raw], Lists]:
    """The tables; arrays with several columns, and columns of lists, are spread."""
    columns: Mapping[str, Any] | None = source if isinstance(source, Mapping) else None
    if columns is None and not is_frame(source):
        return opened(engine, source, "Predictions"), {}
    where = "the frame" if columns is None else "the dict"
    apart, lists = spread(columns_of(source) if columns is None else columns, where)
    return [in_memory(engine, apart, where)], lists


def _loaded(engine: Engine, raw: Raw) -> Raw:
    """The table in memory, where predictions are kept: a file is read once, and not for each column."""
    engine.run(f"CREATE TABLE loaded AS SELECT * FROM {raw.relation}")
    return replace(raw, relation="loaded")


def _read(engine: Engine, raw: Raw, lists: Lists, wanted: Wanted, said: Said) -> Predictions:
    own = _own_columns(raw, said)
    rest = tuple(column for column in raw.columns if column not in own.values())
    truth = found_truth(engine, replace(raw, columns=rest), said.truth, lists)
    left = tuple(column for column in rest if column not in truth.columns)
    roles = roles_of(engine, replace(raw, columns=_may_have_roles(left, said)), wanted)
    looked = Looked(
        engine,
        raw,
        truth,
        truth.labels or _all_classes(truth, said, raw.source),
        tuple(column for column in left if column not in roles.values()),
        lists,
    )
    outputs = long_outputs(looked, said.prediction) if "model" in roles else _wide(looked, said)
    kind = _kind(looked, outputs, said)
    classes, positive = _classes(looked, outputs, kind, said)
    extra = _left_over(looked, outputs)
    table = PredictionTable(
        engine,
        raw,
        roles,
        _in_order(looked, outputs, classes),
        truth.columns,
        kind,
        classes,
        truth.numeric,
        _kept(engine, raw, extra),
        own.get("weight"),
        None if said.beside else own.get("held_out"),
    )
    found = cases_of(table, said.missing)
    made = _made(found, kind, classes, positive, sure=said.kind is not None, source=raw.source)
    notes = (*_notes(table, looked, outputs, extra), *found.notes, *made.notes, *_nearly_equal(found.models))
    called = {role: column.name for role, column in {**roles, **own}.items()} | {"truth": truth.name}
    by = f"column `{called['held_out']}`" if made.held_out is not None else None
    return _only_models(replace(made, notes=notes, called=called, held_from=by), said, long=table.long)


def _all_classes(truth: Truth, said: Said, source: str) -> tuple[str, ...]:
    """The classes; those of cases that are held out are those of the table beside which they are."""
    unknown = [each for each in truth.classes if each not in said.classes] if said.beside else []
    if unknown and said.kind not in ("values", "texts"):
        raise ReadingError(
            f"The truth of {source} holds {listing(unknown)}, which is none of the classes of {said.beside}: "
            f'{listing(map(str, said.classes))}. If it is one that no case there has, name all with `classes=["NAME", '
            '"NAME"]`.'
        )
    return all_classes(truth, said.classes, source)


def _own_columns(raw: Raw, said: Said) -> dict[str, Column]:
    """The columns of weights and of what is held out."""
    by_name = {column.name: column for column in raw.columns}
    found = {}
    held_out = said.held_out if isinstance(said.held_out, str) else None
    for role, name in (("weight", said.weight), ("held_out", held_out)):
        if name is not None and name not in by_name:
            known_names = unknown_name("column", name, list(by_name))
            raise ArgumentError(f"{raw.source} lacks the column named for `{role}`. {known_names}")
        column = first_called(raw.columns, HELD_OUT_NAMES) if name is None and role == "held_out" else None
        found[role] = by_name[name] if name is not None else column
    return {role: column for role, column in found.items() if column is not None}


def _may_have_roles(columns: Sequence[Column], said: Said) -> tuple[Column, ...]:
    """What the user calls an output is nothing else."""
    outputs = (said.prediction,) if isinstance(said.prediction, str) else tuple(said.prediction or ())
    return tuple(column for column in columns if column.name not in outputs)


def _wide(looked: Looked, said: Said) -> Outputs:
    """The outputs of a wide table; a single column called `prediction` is of a model that has no name here."""
    if said.prediction is not None:
        raise ArgumentError(
            f"`prediction=` is for tables with a column `model`, which {looked.raw.source} lacks: name that with "
            '`model="NAME"`; or name the models, one column each, with `models=["NAME", "NAME"]`.'
        )
    outputs = wide_outputs(looked, said.models)
    only = next(iter(outputs.columns)) if len(outputs.columns) == 1 and not said.models else None
    if only is None or plain(only) not in PREDICTION_NAMES:
        return outputs
    return replace(outputs, columns={looked.raw.model: outputs.columns[only]})


def _kind(looked: Looked, outputs: Outputs, said: Said) -> OutputKind:
    if said.kind is not None:
        return checked_kind(said.kind, looked, outputs)
    if said.likely is not None and unfit(said.likely, looked, outputs) is None:
        return said.likely
    columns = [column for each in outputs.columns.values() for column in each]
    return kind_of(looked, outputs, together(looked.seen(columns if outputs.single else ())))


def _classes(looked: Looked, outputs: Outputs, kind: OutputKind, said: Said) -> tuple[tuple[str, ...], str | None]:
    """The classes in the order in which they are held, and the positive one of two."""
    classes = looked.classes
    if kind in ("values", "texts"):
        return (), None
    if kind == "multilabel":
        return classes, None
    if len(classes) < 2:
        raise ReadingError(
            f"{looked.raw.source}: the truth (`{looked.truth.name}`) is {listing(classes)} in every row. One class "
            "alone is nothing to tell apart; if there are others that no case has, name all with "
            '`classes=["NAME", "NAME"]`.'
        )
    positive = positive_of(looked.truth, classes, said.positive)
    if positive is None:
        _refuse_unknown_positive(looked, outputs, kind)
        return classes, None
    return (*(each for each in classes if each != positive), positive), positive


def _refuse_unknown_positive(looked: Looked, outputs: Outputs, kind: OutputKind) -> None:
    """A single number is about one of two classes, and only the user knows about which."""
    if kind == "labels" or not outputs.single:
        return
    one = looked.classes[-1]
    raise ReadingError(
        f"{looked.raw.source}: of which class do {listing(filter(None, outputs.columns)) or 'the outputs'} give the "
        f"{'probability' if kind == 'probabilities' else 'score'}? The classes are {listing(looked.classes)}: name the "
        f'positive one, as in `positive="{one}"`.'
    )


def _in_order(looked: Looked, outputs: Outputs, classes: tuple[str, ...]) -> dict[str, tuple[Column, ...]]:
    """The columns of each model, in the order in which the classes are held."""
    if outputs.single and not looked.truth.labels:
        return dict(outputs.columns)
    given = outputs.of_classes or looked.classes
    what = "label" if looked.truth.labels else "class"
    for model, columns in outputs.columns.items():
        if len(columns) != len(given):
            raise ReadingError(
                f"{looked.raw.source}: {f'`{model}`' if model else 'a row'} has {counted(len(columns), 'number')} for "
                f"each case; needed is one for each {what}: {listing(given)}. Give a list of them, or a column for "
                f"each, such as `{model or 'p'}:{given[0]}`; all classes, in their order, can be named with "
                '`classes=["NAME", "NAME"]`.'
            )
    places = [given.index(each) for each in classes]
    return {model: tuple(columns[place] for place in places) for model, columns in outputs.columns.items()}


def _left_over(looked: Looked, outputs: Outputs) -> tuple[Column, ...]:
    used = [column for columns in outputs.columns.values() for column in columns]
    return tuple(column for column in looked.free if column not in used)


def _kept(engine: Engine, raw: Raw, extra: Sequence[Column]) -> tuple[Column, ...]:
    """Further columns with few values, which may divide the cases into groups."""
    found: list[Column] = []
    for start in range(0, len(extra), AT_ONCE):
        block = extra[start : start + AT_ONCE]
        counts = ", ".join(f"approx_count_distinct({column.text()})" for column in block)
        rows, *values = engine.rows(f"SELECT count(*), {counts} FROM {raw.relation}")[0]
        most = min(MOST_GROUPS, rows / 2)
        found += [column for column, count in zip(block, values, strict=True) if count <= most]
    return tuple(found)


def _made(
    found: Cases, kind: OutputKind, classes: tuple[str, ...], positive: str | None, *, sure: bool, source: str
) -> Predictions:
    """The record; numbers that are no probabilities are scores, unless the user said otherwise."""
    two = len(classes) == 2 and kind != "multilabel" and found.outputs[0].ndim == 2
    made = Predictions(
        models=found.models,
        truth=found.truth,
        outputs=tuple(
            output[:, 1] if two else output for output in found.outputs
        ),  # one number, until both are checked
        kind="score" if kind == "probabilities" else kind,
        classes=classes,
        positive=positive,
        factors=found.factors,
        sizes=found.sizes,
        weight=found.weight,
        held_out=found.held_out,
        source=source,
    )
    if two:
        _refuse_no_shares(made, found, kind)
        return replace(made, kind="probabilities", outputs=found.outputs)
    if kind != "probabilities":
        return made
    faults = [no_probabilities(made, model, output) for model, output in zip(made.models, made.outputs, strict=True)]
    fault = next((each for each in faults if each is not None), None)
    if fault is None or sure:
        return replace(made, kind="probabilities")
    return replace(made, notes=(hint(f"The outputs are taken as scores and not as probabilities, since {fault}."),))


def _refuse_no_shares(made: Predictions, found: Cases, kind: OutputKind) -> None:
    """Two numbers for two classes are one number, if they are probabilities."""
    for model, output in zip(found.models, found.outputs, strict=True):
        fault = "" if kind == "score" else no_probabilities(made, model, output)
        if fault is not None:
            raise ReadingError(
                f"{made.source}: `{model}` has a number for each of the two classes, and these are no probabilities"
                f"{f': {fault}' if fault else ', as you say'}. Of other scores give one number for each case: that for "
                "the positive class."
            )


def _notes(table: PredictionTable, looked: Looked, outputs: Outputs, extra: tuple[Column, ...]) -> tuple[str, ...]:
    """How the table was read."""
    engine, raw = table.engine, table.raw
    layout = Layout(
        "long" if table.long else "wide",
        raw,
        table.roles,
        extra=extra,
        odd=outputs.odd,
        numeric=numeric_columns(engine, raw),
    )
    lists = not outputs.single and not outputs.of_classes and not looked.truth.labels
    return (
        *raw.notes,
        *unused(engine, layout),
        *((f"The numbers of each case are those of the classes {', '.join(looked.classes)}, in this order.",) * lists),
        *((AS_CASES,) * (not any(key in table.roles for key in KEYS))),
    )


def _nearly_equal(models: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(hint, nearly_equal(models)))


def _only_models(made: Predictions, said: Said, *, long: bool) -> Predictions:
    """The models that the user named, of a long table."""
    if not long or not said.models:
        return made
    for name in said.models:
        if name not in made.models:
            raise ArgumentError(unknown_name("model", name, made.models))
    return made.only("model", said.models)
