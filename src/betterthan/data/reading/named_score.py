"""Named scores: a table may hold a score with the name of a metric, which is then not computed from predictions."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.data.engines.table import started
from betterthan.data.reading.columns import numeric_columns
from betterthan.data.reading.names import is_truth, plain
from betterthan.data.reading.roles import first_called
from betterthan.data.reading.sources.log import Asked
from betterthan.data.reading.sources.mapping import MappingLike, read_mapping
from betterthan.data.reading.tables import Opened, Source, opened
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw
    from betterthan.data.summaries import PairedSummary
    from betterthan.data.tables import PairedDifferences


class NamedScore(NamedTuple):
    """What a table holds of a metric.

    Attributes:
        source: the table, opened where it is one of files.
        score: the name of the score as the table has it; None if the metric is to be computed.
        note: which of the two it is, for the first screen.
    """

    source: Source
    score: str | None
    note: str


def named_score(
    source: Source,
    metric: str,
    ignore: Sequence[str] = (),
    mapping: MappingLike | None = None,
    roles: Mapping[str, str] | None = None,
    by: str | None = None,
) -> NamedScore:
    """Whether a table holds a score with that name: a value of its column `metric`, or a column.

    Parameters:
        source: as in `read`.
        metric: the name of the metric.
        ignore: columns that are nothing.
        mapping: as in `read`.
        roles: role to the name of its column, as far as they were named: a log has some columns only on demand.
        by: as in `read`.
    """
    engine = started("duckdb")
    asked = Asked(metric, roles or {}, None if mapping is None else read_mapping(mapping), by)
    raws = opened(engine, source, asked=asked)
    raw, paths = raws[0], isinstance(source, (str, PathLike, list, tuple))
    known = Opened(engine, tuple(raws)) if paths else source
    if raw.known is not None:
        return NamedScore(Opened(engine, tuple(raws)), raw.known.metric, "")
    columns = [column for column in raw.columns if column.name not in ignore]
    truth = next((column for column in columns if is_truth(column.name)), None)
    row = _value(engine, raw, columns, metric)
    if row is not None:
        return NamedScore(known, row, f"`{row}` is a score that {raw.source} holds, in its column of metrics.")
    column = _column(engine, raw, columns, metric)
    if column is None:
        _refuse_neither(raw, columns, truth, metric)
        return NamedScore(known, None, "")
    if truth is not None:
        raise ArgumentError(
            f"{raw.source} has a column `{column}`, and a column of what is true (`{truth.name}`), from which the "
            f'metric of that name could be computed. Which is meant? For the scores: `score="{column}"` and no metric; '
            f'to compute it: `truth="{truth.name}"` beside it.'
        )
    return NamedScore(known, column, f"`{column}` is a score that {raw.source} holds; nothing was computed.")


def with_named(scores: Scores | PairedDifferences | PairedSummary, found: NamedScore) -> Any:
    """The scores that were read by that name, with a note of it.

    Parameters:
        scores: what `read` gave.
        found: what was looked for.
    """
    if not found.note:  # a log says of its scores what they are
        return scores
    told = replace(scores, notes=(found.note, *scores.notes))
    return replace(told, measured=f"`{found.score}`, as the input has it") if isinstance(told, Scores) else told


def _value(engine: Engine, raw: Raw, columns: Sequence[Column], metric: str) -> str | None:
    """The value of the column `metric` that is meant."""
    column = first_called(columns, ("metric",))
    if column is None:
        return None
    rows = engine.rows(f"SELECT DISTINCT {column.text()} FROM {raw.relation} WHERE {column.text()} IS NOT NULL")
    return _meant(metric, [value for (value,) in rows])


def _column(engine: Engine, raw: Raw, columns: Sequence[Column], metric: str) -> str | None:
    """The column of numbers that is meant."""
    name = _meant(metric, [column.name for column in columns])
    numeric = {column.name for column in numeric_columns(engine, raw)} if name is not None else set()
    return name if name in numeric else None


def _meant(metric: str, names: Sequence[str]) -> str | None:
    """The name itself, or the only one that differs in capitals and dashes."""
    if metric in names:
        return metric
    alike = [name for name in names if plain(name) == plain(metric)]
    return alike[0] if len(alike) == 1 else None


def _refuse_neither(raw: Raw, columns: Sequence[Column], truth: Column | None, metric: str) -> None:
    if truth is None:
        raise ReadingError(
            f"{raw.source} has no score called `{metric}`, and no column that is known to hold what is true, from "
            f"which it could be computed. Columns found: {listing((each.name for each in columns), limit=30)}. Name "
            'the truth with `truth="NAME"`, or the score with `score="NAME"` and no metric.'
        )
