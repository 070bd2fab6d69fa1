"""Tables: `read` turns files, frames and dicts in any layout into oriented scores, or into what is already paired."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from betterthan.data.arguments import plain_arguments
from betterthan.data.direction import checked_direction, direction_of, known_direction
from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.engines.table import started
from betterthan.data.frames import columns_of, is_frame
from betterthan.data.hints import hint, nearly_equal
from betterthan.data.moments import original_units
from betterthan.data.ranges import given_range, refuse_outside, refuse_too_far
from betterthan.data.reading.columns import Kind, Layout, understand
from betterthan.data.reading.cross_validated import cross_validated
from betterthan.data.reading.files import PathText, open_files
from betterthan.data.reading.human import with_labels
from betterthan.data.reading.logs import table_of_known, table_of_runs
from betterthan.data.reading.missing import with_missing, without_missing
from betterthan.data.reading.numbering import not_for_pairs, with_units
from betterthan.data.reading.paired import read_counts, read_differences
from betterthan.data.reading.raw import Column, Raw, fault_of, in_memory
from betterthan.data.reading.roles import Wanted, first_called, without_ignored
from betterthan.data.reading.sources.log import NOTHING_ASKED, Asked
from betterthan.data.reading.sources.mapping import MappingLike, read_mapping
from betterthan.data.reading.sources.run_arrays import are_runs
from betterthan.data.reading.unused import unused
from betterthan.data.reading.values import bad_number, empty_label, unusable
from betterthan.data.rows import FILE_BITS, RECORD_BITS, file_number
from betterthan.data.scores import Scores
from betterthan.data.summaries import PairedSummary
from betterthan.data.units import CASES, CLUSTERS, KEYS, ROLES, SIZES
from betterthan.data.unnamed import RowsAre, one_name_for_folds
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import counted, unknown_name
from betterthan.vocabulary import WEIGHTS, Weight
from betterthan.vocabulary import known as known_word

if TYPE_CHECKING:
    from betterthan.data.ranges import ScoreRange
    from betterthan.data.tables import PairedDifferences

Source: TypeAlias = PathText | Sequence[PathText] | Mapping[str, Any] | Any
"""A path, several paths, `-`, a data frame, or a dict of arrays."""

LABELS = (*KEYS, CLUSTERS.key)


class Opened(NamedTuple):
    """Files that were looked at already: a pipe cannot be opened twice.

    Attributes:
        engine: where their rows live.
        raws: a raw table for each.
    """

    engine: Engine
    raws: tuple[Raw, ...]


DESCRIBED: Mapping[Kind, str] = {
    "long": "has a model column",
    "wide": "has one column per model",
    "files": "has no model column",
    "counts": "holds counts",
    "differences": "holds differences",
}


@plain_arguments
def read(
    source: Source,
    *,
    model: str | None = None,
    score: str | None = None,
    task: str | None = None,
    case: str | None = None,
    cluster: str | None = None,
    repeat: str | None = None,
    fold: str | None = None,
    seed: str | None = None,
    train_set: str | None = None,
    judge: str | None = None,
    n_train: str | float | None = None,
    n_test: str | float | None = None,
    metric: str | None = None,
    models: Sequence[str] | str = (),
    ignore: Sequence[str] | str = (),
    na: Sequence[str] | str = (),
    folds: int | None = None,
    cv: int | None = None,
    independent: bool = False,
    higher_is_better: bool | None = None,
    first: str | None = None,
    second: str | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    weight: Weight | None = None,
    mapping: MappingLike | None = None,
    human: str | None = None,
    by: str | None = None,
    engine: str = "duckdb",
) -> Scores | PairedDifferences | PairedSummary:
    """Read scores from a file, standard input, a data frame or a dict of arrays.

    Layouts: long (a column `model`), wide (one numeric column per model), counts (columns n00, n01, n10, n11) and
    differences (a column `difference`). Columns are recognised by their usual names; the parameters name others.
    Where it is not clear which columns are models, the message asks.

    Parameters:
        source: path, list of paths, directory, `-` for standard input, pandas/polars/pyarrow frame, or dict of arrays.
        model: column with the model's name.
        score: column with the score; otherwise the one numeric column that is left.
        task: column with the task or data set.
        case: column that names the example.
        cluster: column that groups cases.
        repeat: column with the repeat or run.
        fold: column with the fold.
        seed: column with the seed.
        train_set: column that names the training set.
        judge: column with the judge, rater or annotator.
        n_train: column with the size of the training set; a number makes every row that nothing names a random split.
        n_test: column with the size of the test set, or that number.
        metric: which metric, where there are several: a numeric column, or a value of the column `metric`.
        models: the columns that are models (wide), or the models to take (long); otherwise all that look like models.
        ignore: columns that are nothing.
        na: texts that mean that there is no score, such as `NA`; a row of a long table without a score is left out.
        folds: rows that nothing names are the folds of cross-validation with so many folds, one repeat after the other.
        cv: the same as `folds`.
        independent: rows that nothing names are independent cases, although they look like folds or seeds.
        higher_is_better: False if the scores are losses; they are negated (0/1 scores x become 1 - x). None takes
            higher as better, but asks where the score has the name of a loss, such as `rmse`.
        first: name of the first model, for counts and differences; in a wide table, a column that is a model.
        second: name of the second model, likewise.
        range: the lowest and the highest score that there can be, in the scores' own units.
        weight: where cases come in clusters, what counts alike: `clusters` (the default), each with the mean of its
            cases, or `cases`, so that a mean is one over cases, with a standard error that allows for clusters.
        mapping: how to read the files of a program that is not known: a file in TOML, or a dict with the same keys, as
            `betterthan sources NAME` prints them.
        human: column with human labels on some of the rows, where the scores are those of a judge: the difference is
            then corrected by them, beside the judge's own.
        by: a column within whose values you will compare (`by=` of `compare`): it is no model, and a field of a log by
            that name becomes a column.
        engine: what holds the rows and computes their sums: `duckdb`.

    >>> read({"model": ["a", "a", "b", "b"], "case": [1, 2, 1, 2], "score": [0.9, 0.8, 0.7, 0.8]}).models
    ('a', 'b')
    """
    roles = {
        "model": model, "score": score, "task": task, "case": case, "cluster": cluster, "repeat": repeat, "fold": fold,
        "seed": seed, "train_set": train_set, "judge": judge, "n_train": _column(n_train), "n_test": _column(n_test),
    }  # fmt: skip
    rows_are = RowsAre(one_name_for_folds(folds, cv), independent, _number(n_train), _number(n_test))
    wanted = Wanted(
        {role: name for role, name in roles.items() if name is not None},
        metric,
        given_names("models", models),
        given_names("ignore", ignore),
        tuple(name for name in (first, second) if name is not None),
        by,
    )
    said, declared = checked_direction(higher_is_better), given_range(range)
    database = engine_for(source, engine)
    asked = Asked(metric, wanted.roles, None if mapping is None else read_mapping(mapping), by)
    raws = with_missing(without_ignored(opened(database, source, asked=asked), wanted.ignore), given_names("na", na))
    refuse_some_with_models(raws, wanted)

    def scores_in(raws: Sequence[Raw], wanted: Wanted) -> Scores | PairedDifferences | PairedSummary:
        layouts = [without_missing(database, understand(database, raw, wanted, alone=len(raws) == 1)) for raw in raws]
        found = _read(database, layouts, said, (first or "first", second or "second"), rows_are, wanted.roles)
        found = found if "score" in wanted.roles and human else _with_range(found, declared)
        found = _weighted(found, weight or _weight_of_logs(found, raws, wanted))
        return found if not wanted.models else _only_models(found, wanted.models, wide=layouts[0].kind == "wide")

    try:
        if human is not None:
            return with_labels(database, raws, human, wanted, scores_in)
        return scores_in(raws, wanted)
    except EngineError as error:
        raise fault_of(database, raws, error) from None


def _weight_of_logs(
    found: Scores | PairedDifferences | PairedSummary, raws: Sequence[Raw], wanted: Wanted
) -> Weight | None:
    """Clusters that a log supplies, and not the user, never change what is estimated: the mean over cases."""
    own = raws[0].known is not None and CLUSTERS.key not in wanted.roles
    cases = own and isinstance(found, Scores) and {CLUSTERS.key, CASES.key} <= set(found.columns)
    return "cases" if cases else None


def _with_range(
    found: Scores | PairedDifferences | PairedSummary, declared: ScoreRange | None
) -> Scores | PairedDifferences | PairedSummary:
    """The same with what a score can be, if that was said and is true of all of them."""
    if declared is None:
        return found
    if isinstance(found, Scores):
        seen = original_units(np.array(found.rows.extent()), found.binary, found.higher_is_better)
        refuse_outside(declared, seen, found.source)
    elif isinstance(found, PairedSummary):
        refuse_outside(declared, np.array([0.0, 1.0]), "A table of counts")
    else:
        refuse_too_far(declared, found.values)
    return replace(found, score_range=declared)


def _weighted(
    found: Scores | PairedDifferences | PairedSummary, weight: Weight | None
) -> Scores | PairedDifferences | PairedSummary:
    """The same with what counts alike, if that was said; counts and differences are read without their clusters."""
    if isinstance(found, Scores):
        return found.weighted(weight)
    if weight is not None and known_word("weight", weight, WEIGHTS) == "cases":
        raise ArgumentError(
            '`weight="cases"` is for scores of cases in clusters; counts and differences are read without clusters: '
            "give the score of every case, with its cluster."
        )
    return found


def given_names(argument: str, given: Sequence[str] | str) -> tuple[str, ...]:
    """Names as an argument takes them: one, or several, each once.

    Parameters:
        argument: the argument, for messages.
        given: what was given for it.
    """
    if not isinstance(given, (str, Sequence)):
        raise ArgumentError(f"`{argument}` takes a list of names; got `{given!r}`.")
    names = (given,) if isinstance(given, str) else tuple(str(name) for name in given)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ArgumentError(f"`{argument}` names `{twice}` twice: once is enough.")
    return names


def _only_models(
    found: Scores | PairedDifferences | PairedSummary, models: Sequence[str], *, wide: bool
) -> Scores | PairedDifferences | PairedSummary:
    """The scores of these models; of a wide table, nothing else was read."""
    if not isinstance(found, Scores):
        raise ArgumentError("Counts and differences are of two models: name them with `first=` and `second=`.")
    known = found.models
    for name in models:
        if name not in known and wide:
            raise ReadingError(f"{found.source}: column `{name}` holds no score at all: every cell is empty.")
        if name not in known:
            raise ArgumentError(unknown_name("model", name, known))
    return found if len(known) == len(models) else replace(found, rows=found.rows.only("model", models))


def _number(size: str | float | None) -> float | None:
    """A size that is a number holds for all rows; a text names the column that has it."""
    return None if isinstance(size, str) else size


def _column(size: str | float | None) -> str | None:
    return size if isinstance(size, str) else None


def engine_for(source: Source, engine: str) -> Engine:
    """The engine that already holds the source, or a new one.

    Parameters:
        source: as in `read`, or files that were opened.
        engine: the name of the engine.
    """
    return source.engine if isinstance(source, Opened) else started(engine)


def opened(engine: Engine, source: Source, what: str = "Scores", asked: Asked = NOTHING_ASKED) -> list[Raw]:
    """One raw table per file, or the one that a frame or a dict is.

    Parameters:
        engine: where the rows live.
        source: as in `read`.
        what: what is to be read, for the message.
        asked: what the user said that a log must know.
    """
    if isinstance(source, Opened):
        return list(source.raws)
    if isinstance(source, (str, PathLike)):
        return open_files(engine, [source], asked)
    if isinstance(source, Mapping) or is_frame(source):
        return [_of_columns(engine, source, asked)]
    if isinstance(source, (list, tuple)) and source and all(isinstance(path, (str, PathLike)) for path in source):
        return open_files(engine, source, asked)
    given = "an empty list" if isinstance(source, (list, tuple)) and not source else f"`{type(source).__name__}`"
    raise ArgumentError(
        f"{what} cannot be read from {given}. Accepted are a path, a list of paths, a pandas, polars or pyarrow frame, "
        "or a dict with one array per column; two arrays of scores need no reading: `bt.compare(a, b)`."
    )


def _of_columns(engine: Engine, source: Any, asked: Asked) -> Raw:
    """A frame or a dict as a table; what programs return is known by its columns."""
    if not isinstance(source, Mapping):
        raw = in_memory(engine, columns_of(source), "the frame")
    elif are_runs(source):
        return table_of_runs(engine, source)
    else:
        raw = in_memory(engine, cross_validated(source) or source, "the dict")
    return table_of_known(engine, [raw], (), asked) or raw


def _read(
    engine: Engine,
    layouts: Sequence[Layout],
    said: bool | None,
    models: tuple[str, str],
    rows_are: RowsAre,
    named: Collection[str],
) -> Scores | PairedDifferences | PairedSummary:
    _refuse_different(layouts)
    kind = layouts[0].kind
    known = layouts[0].raw.known
    if known is not None and known.higher_is_better is not None:
        higher_is_better, notes = known_direction(known.metric, known.higher_is_better, said)
    else:
        higher_is_better, notes = direction_of(_score_names(layouts), said, _source(layouts))
    if rows_are.said and kind in ("counts", "differences"):
        raise not_for_pairs(rows_are, kind, _source(layouts))
    if kind == "counts":
        return read_counts(engine, layouts, higher_is_better=higher_is_better, models=models)
    if kind == "differences":
        return read_differences(engine, layouts, higher_is_better=higher_is_better, models=models)
    units, numbered, unclear = with_units(engine, layouts, rows_are, _source(layouts), named)
    return replace(_scores(engine, units, higher_is_better, (*numbered, *notes)), unclear=unclear)


def _score_names(layouts: Sequence[Layout]) -> tuple[str, ...]:
    """What the scores are called: the metric, or in a wide table without one the columns of the models."""
    one = layouts[0]
    if one.kind == "wide" and "metric" not in one.roles:
        return tuple(column.name for column in one.models)
    return (one.metric,)


def refuse_some_with_models(raws: Sequence[Raw], wanted: Wanted) -> None:
    """Several tables say of each row which model it is about, or none of them does.

    Parameters:
        raws: the tables.
        wanted: what the user said about their columns.
    """
    has = [first_called(raw.columns, ROLES["model"]) is not None for raw in raws]
    if any(has) and not all(has) and "model" not in wanted.roles:
        raise ReadingError(
            f"{raws[has.index(True)].source} has a model column, but {raws[has.index(False)].source} has none. "
            "Tables that are read together need the same layout."
        )


def _refuse_different(layouts: Sequence[Layout]) -> None:
    """Several tables are read as one only if they have the same layout and the same roles."""
    one = layouts[0]
    for other in layouts[1:]:
        if other.kind != one.kind:
            raise ReadingError(
                f"{one.raw.source} {DESCRIBED[one.kind]}, but {other.raw.source} {DESCRIBED[other.kind]}. "
                "Tables that are read together need the same layout."
            )
        for here, there in ((one, other), (other, one)):
            lacking = [role for role in here.roles if role not in there.roles]
            if lacking:
                column = here.roles[lacking[0]].name
                raise ReadingError(
                    f"{there.raw.source} has no {lacking[0]} column, but {here.raw.source} has one (`{column}`). "
                    "Tables that are read together need the same columns."
                )
        if other.metric != one.metric:
            raise ReadingError(
                f"The score is `{one.metric}` in {one.raw.source} but `{other.metric}` in {other.raw.source}. "
                'Rename one of the columns, or name the score with `score="NAME"`.'
            )


def _scores(engine: Engine, layouts: Sequence[Layout], higher_is_better: bool, notes: tuple[str, ...]) -> Scores:
    extra = tuple(dict.fromkeys(column.name for layout in layouts for column in layout.extra))
    roles = [role for role in (*LABELS, *SIZES) if role in layouts[0].roles]
    selects = [_select(layout, j, roles, extra) for j, layout in enumerate(layouts)]
    _create_long(engine, selects, in_place=any(layout.raw.in_place for layout in layouts))
    binary = _checked(engine, layouts, roles)
    engine.run(
        f"CREATE VIEW oriented AS SELECT * REPLACE ({_orientation(binary, higher_is_better)} AS score) FROM long"
    )
    columns = {**{role: role for role in roles}, **{name: f"x{j}" for j, name in enumerate(extra)}}
    found = engine.scores("oriented", columns)
    return Scores(
        found,
        columns=tuple(roles),
        extra=extra,
        metric=layouts[0].metric,
        source=_source(layouts),
        higher_is_better=higher_is_better,
        binary=binary,
        notes=(*_notes(engine, layouts), *notes, *map(hint, nearly_equal(list(found.levels("model"))))),
        called={role: column.name for role, column in layouts[0].roles.items()},
        measured=_measured(layouts[0]),
        missing="error" if layouts[0].raw.known is None else "drop",
        failed=sum(layout.failed for layout in layouts),
        files=layouts[0].raw.files if len(layouts) == 1 else tuple(file for each in layouts for file in each.raw.files),
    )


def _measured(layout: Layout) -> str:
    """What the scores of logs are."""
    known = layout.raw.known
    return "" if known is None else f"`{known.metric}` ({known.title})"


def _create_long(engine: Engine, selects: Sequence[str], *, in_place: bool) -> None:
    """The long table: a view of files that stay where they are, else rows in memory."""
    if in_place:
        engine.run(f"CREATE VIEW long AS {' UNION ALL '.join(selects)}")
        return
    engine.run(f"CREATE TABLE long AS {selects[0]}")
    for select in selects[1:]:  # planning one union takes time that grows with the square of the number of files
        engine.run(f"INSERT INTO long {select}")


def _select(layout: Layout, file: int, roles: Sequence[str], extra: Sequence[str]) -> str:
    """One row per score, with columns named by role and further columns x0, x1, …"""
    by_name = {column.name: column.text() for column in layout.extra}
    columns = {role: layout.roles[role].number() if role in SIZES else layout.roles[role].text() for role in roles}
    columns |= {f"x{j}": f"coalesce({by_name.get(name, 'NULL')}, '')" for j, name in enumerate(extra)}
    kept = ", ".join(f"{sql} AS {identifier(name)}" for name, sql in columns.items())
    body = f"{'' if not kept else ', ' + kept} FROM {layout.raw.relation} WHERE {layout.condition}"
    row = f"({file << RECORD_BITS} + record)"
    if layout.kind == "wide":
        return _select_wide(layout.models, row, body)
    model = literal(layout.raw.model) if layout.kind == "files" else layout.roles["model"].text()
    return f"SELECT {row} AS row, {model} AS model, {layout.roles['score'].number()} AS score{body}"


def _select_wide(models: Sequence[Column], row: str, body: str) -> str:
    """An empty cell (or NaN, which is how frames say it) is a missing score: pairing will count it."""
    names = ", ".join(literal(column.name) for column in models)
    scores = ", ".join(column.number() for column in models)
    present = ", ".join(f"{column.text()} IS NOT NULL AND lower({column.text()}) <> 'nan'" for column in models)
    # Ordering by column first keeps the models in the order of their columns, whatever cells are empty.
    rows = ", ".join(f"{row} + {j << (RECORD_BITS + FILE_BITS)}" for j in range(len(models)))
    unpivoted = (
        f"SELECT unnest([{rows}]) AS row, unnest([{names}]) AS model, unnest([{scores}]) AS score, "
        f"unnest([{present}]) AS present{body}"
    )
    return f"SELECT * EXCLUDE (present) FROM ({unpivoted}) WHERE present"


def _orientation(binary: bool, higher_is_better: bool) -> str:
    if higher_is_better:
        return "score"
    return "1.0 - score" if binary else "0.0 - score"


def _source(layouts: Sequence[Layout]) -> str:
    rest = len(layouts) - 1
    return layouts[0].raw.source + (f" and {counted(rest, 'other file')}" if rest else "")


def _notes(engine: Engine, layouts: Sequence[Layout]) -> tuple[str, ...]:
    notes = list(dict.fromkeys(note for layout in layouts for note in (*layout.notes, *unused(engine, layout))))
    if layouts[0].kind == "wide":
        models = dict.fromkeys(column.name for layout in layouts for column in layout.models)
        notes.append(f"Read as a wide table: one column per model: {', '.join(models)}.")
    if layouts[0].kind == "files":
        names = ", ".join(layout.raw.model for layout in layouts)
        one = f"No model column: all scores are those of one model, called {names}."
        notes.append(one if len(layouts) == 1 else f"No model column: each file is one model: {names}.")
    return tuple(notes)


def _checked(engine: Engine, layouts: Sequence[Layout], roles: Sequence[str]) -> bool:
    """Refuses the first value that cannot be used; else says whether all scores are 0 or 1."""
    wrong = {name: f"{identifier(name)} IS NULL" for name in ("model", *roles)}
    wrong |= {name: unusable(name) for name in ("score", *SIZES) if name in ("score", *roles)}
    counts = ", ".join(f"count(*) FILTER ({condition})" for condition in wrong.values())
    rows, binary, *found = engine.rows(f"SELECT count(*), bool_and(score IN (0, 1)), {counts} FROM long")[0]
    if not rows:
        raise ReadingError(f"{_source(layouts)} holds no score at all: every cell is empty.")
    for (name, condition), count in zip(wrong.items(), found, strict=True):
        if count:
            raise _fault(engine, layouts, name, condition, count)
    return bool(binary)


def _fault(engine: Engine, layouts: Sequence[Layout], name: str, condition: str, count: int) -> ReadingError:
    """The message for the first value of a column of the long table that is wrong, at its place in the source."""
    row, model = engine.rows(f"SELECT row, model FROM long WHERE {condition} ORDER BY row LIMIT 1")[0]
    if len(layouts) == 1:  # the record of a log says itself which file it is from
        layout, record = layouts[0], row & ((1 << (RECORD_BITS + FILE_BITS)) - 1)
    else:
        layout, record = layouts[file_number(row)], row & ((1 << RECORD_BITS) - 1)
    if name == "score" and layout.kind == "wide":
        column, otherwise = _called(layout.models, model), "or leave the cell empty"
    else:
        column, otherwise = layout.roles[name], f'or name another column: `{name}="NAME"`'
    if name in ("score", *SIZES):
        return bad_number(engine, layout.raw, column, record, count=count, otherwise=otherwise)
    return empty_label(layout.raw, column, record, count=count)


def _called(columns: Sequence[Column], name: str) -> Column:
    return next(column for column in columns if column.name == name)
