"""Columns: which one plays which role, and so which layout a raw table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from betterthan.data.engines.sql import literal
from betterthan.data.reading.raw import Column, Raw
from betterthan.data.units import ROLES
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine

Kind: TypeAlias = Literal["long", "wide", "files", "counts", "differences"]

SCORE_NAMES = ("score", "value")
"""The names that make a column the score although other columns are numeric too."""

METRIC_NAMES = frozenset({
    "acc", "accuracy", "balanced_accuracy", "precision", "recall", "sensitivity", "specificity", "f1", "f1_score",
    "macro_f1", "micro_f1", "auc", "auroc", "auprc", "roc_auc", "pr_auc", "mcc", "kappa", "loss", "log_loss", "logloss",
    "cross_entropy", "nll", "perplexity", "brier", "ece", "error", "error_rate", "mse", "rmse", "mae", "mape", "r2",
    "bleu", "rouge", "rouge1", "rouge2", "rougel", "meteor", "chrf", "ter", "wer", "cer", "em", "exact_match",
    "correct", "iou", "dice", "map", "mrr", "ndcg",
})  # fmt: skip
"""Names of metrics: several such columns are several metrics, never one column per model."""

CELLS = ("n00", "n01", "n10", "n11")
SAMPLE = 1000
"""Rows that decide whether a column of text holds numbers: at least half of those that are not empty must be."""


@dataclass(frozen=True)
class Wanted:
    """What the user said about the columns.

    Parameters:
        roles: role to the name of its column.
        metric: a numeric column, or a value of the column `metric`.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    metric: str | None = None


@dataclass(frozen=True)
class Layout:
    """A raw table, understood.

    Parameters:
        kind: `long`, `wide`, `files` (each file one model), `counts` or `differences`.
        raw: the table.
        roles: role to column; `score` among them unless the table is wide or has counts.
        models: one column per model (wide), or the four counts.
        extra: the columns that are left.
        metric: the name of what was measured.
        condition: SQL that keeps the rows of that metric.
        notes: what was assumed.
    """

    kind: Kind
    raw: Raw
    roles: Mapping[str, Column]
    models: tuple[Column, ...] = ()
    extra: tuple[Column, ...] = ()
    metric: str = "score"
    condition: str = "TRUE"
    notes: tuple[str, ...] = ()


def understand(engine: Engine, raw: Raw, wanted: Wanted, *, alone: bool) -> Layout:
    """The layout of one raw table.

    Parameters:
        engine: where the rows live.
        raw: the table.
        wanted: what the user said about its columns.
        alone: whether it is the only table that was given; otherwise it may hold a single model's scores.
    """
    roles = _roles(raw, wanted)
    numeric = _numeric(engine, raw)
    if "model" not in roles and "score" not in roles:
        paired = _already_paired(raw, roles)
        if paired is not None:
            return paired
    metric, condition, roles = _chosen_metric(engine, raw, roles, wanted, numeric)
    kind, score, models = _kind(raw, roles, numeric, alone=alone)
    if score is not None:
        roles = {**roles, "score": score}
    extra, notes = _extra(raw, roles, models)
    name = metric or (score.name if score else "score")
    return Layout(kind, raw, roles, models, extra, name, condition, raw.notes + notes)


def _roles(raw: Raw, wanted: Wanted) -> dict[str, Column]:
    named = {role: _named_column(raw, role, name) for role, name in wanted.roles.items()}
    for role, column in named.items():
        other = next((other for other, same in named.items() if same is column and other != role), None)
        if other:
            raise ArgumentError(
                f"Column `{column.name}` cannot be both `{other}` and `{role}`: name one column for each."
            )
    free = [column for column in raw.columns if column not in named.values()]
    found = {role: _first_called(free, names) for role, names in ROLES.items() if role not in named}
    return {**named, **{role: column for role, column in found.items() if column is not None}}


def _named_column(raw: Raw, role: str, name: str) -> Column:
    for column in raw.columns:
        if column.name == name:
            return column
    known = unknown_name("column", name, [column.name for column in raw.columns])
    raise ArgumentError(f"{raw.source} lacks the column named for `{role}`. {known}")


def _first_called(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    return next((column for name in names for column in columns if _plain(column.name) == name), None)


def _plain(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


def _numeric(engine: Engine, raw: Raw) -> tuple[Column, ...]:
    """The columns of numbers, by their type or by a look at the first rows."""
    counts = ", ".join(f"count({column.number()}), count({column.text()})" for column in raw.columns)
    sample = f"(SELECT * FROM {raw.relation} LIMIT {SAMPLE})"
    rows, *found = engine.rows(f"SELECT count(*), {counts} FROM {sample}")[0]
    if not rows:
        raise ReadingError(
            f"{raw.source} has column names ({listing(column.name for column in raw.columns)}) but no rows. "
            "Every row below them is one score."
        )
    pairs = zip(raw.columns, found[::2], found[1::2], strict=True)
    return tuple(column for column, numbers, filled in pairs if column.is_number or 0 < filled <= 2 * numbers)


def _already_paired(raw: Raw, roles: Mapping[str, Column]) -> Layout | None:
    by_name = {_plain(column.name): column for column in raw.columns}
    cells = [by_name[name] for name in CELLS if name in by_name]
    if len(cells) == len(CELLS):
        return Layout("counts", raw, roles, tuple(cells), notes=raw.notes)
    if cells:
        missing = [name for name in CELLS if name not in by_name]
        raise ReadingError(
            f"{raw.source} has the counts {listing(column.name for column in cells)} but lacks {listing(missing)}. "
            "A table of counts needs all four: n00 both wrong, n01 only the second right, n10 only the first, n11 both."
        )
    if "difference" in by_name:
        return Layout("differences", raw, {**roles, "score": by_name["difference"]}, notes=raw.notes)
    return None


def _chosen_metric(
    engine: Engine,
    raw: Raw,
    roles: dict[str, Column],
    wanted: Wanted,
    numeric: Sequence[Column],
) -> tuple[str | None, str, dict[str, Column]]:
    """The name of the metric, the condition that keeps its rows, and the roles with what that settles."""
    column = _first_called([column for column in raw.columns if column not in roles.values()], ("metric",))
    values = _distinct(engine, raw, column) if column else []
    if column and wanted.metric in values:
        return wanted.metric, f"{column.text()} = {literal(wanted.metric)}", {**roles, "metric": column}
    if wanted.metric is not None:
        return wanted.metric, "TRUE", {**roles, "score": _metric_column(raw, roles, wanted.metric, values, numeric)}
    if column and len(values) > 1:
        raise ReadingError(
            f"{raw.source} holds {len(values)} metrics in column `{column.name}`: {listing(values, limit=30)}. "
            'Choose one with `metric="NAME"`.'
        )
    return (values[0], "TRUE", {**roles, "metric": column}) if column and values else (None, "TRUE", roles)


def _distinct(engine: Engine, raw: Raw, column: Column) -> list[str]:
    value = column.text()
    query = f"SELECT {value} FROM {raw.relation} WHERE {value} IS NOT NULL GROUP BY 1 ORDER BY min(record)"
    return [name for (name,) in engine.rows(query)]


def _metric_column(
    raw: Raw, roles: Mapping[str, Column], metric: str, values: Sequence[str], numeric: Sequence[Column]
) -> Column:
    if "score" in roles and roles["score"].name != metric:
        raise ArgumentError(
            f"`score` names the column `{roles['score'].name}` and `metric` names `{metric}`; "
            f"{raw.source} has no rows of a metric called `{metric}`. Name the score once."
        )
    taken = [role for role, column in roles.items() if role != "score" and column.name == metric]
    if taken:
        raise ArgumentError(f"Column `{metric}` of {raw.source} is the `{taken[0]}` and cannot be the metric too.")
    for column in raw.columns:
        if column.name == metric:
            return column
    free = [column.name for column in numeric if column not in roles.values()]
    raise ArgumentError(unknown_name("metric", metric, values or free))


def _kind(
    raw: Raw, roles: Mapping[str, Column], numeric: Sequence[Column], *, alone: bool
) -> tuple[Kind, Column | None, tuple[Column, ...]]:
    """The layout, its score column (long) and its models (wide)."""
    synonyms = {name for names in ROLES.values() for name in names}
    free = [column for column in raw.columns if column not in roles.values() and _plain(column.name) not in synonyms]
    candidates = tuple(column for column in free if column in numeric)
    score = roles.get("score") or _first_called(free, SCORE_NAMES)
    if "model" in roles:
        return "long", score or _only(raw, candidates), ()
    metrics = all(_plain(column.name) in METRIC_NAMES for column in candidates)
    if score is None and len(candidates) > 1 and not metrics:
        return "wide", None, candidates
    if alone:
        raise _no_model(raw, numbers=bool(score or candidates))
    return "files", score or _only(raw, candidates), ()


def _only(raw: Raw, candidates: Sequence[Column]) -> Column:
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise ReadingError(
            f"{raw.source} has {len(candidates)} numeric columns that may be the score: "
            f"{listing((column.name for column in candidates), limit=30)}. "
            'Choose one with `score="NAME"`.'
        )
    raise ReadingError(
        f"{raw.source} has no column of numbers that may be the score. "
        f"Columns found: {listing((column.name for column in raw.columns), limit=30)}. "
        'Add one called `score`, or name it with `score="NAME"`.'
    )


def _no_model(raw: Raw, *, numbers: bool) -> ReadingError:
    return ReadingError(
        f"{raw.source} has no model column. Columns found: "
        f"{listing((column.name for column in raw.columns), limit=30)}. "
        f"{'' if numbers else 'None of them holds numbers, which are written with a point, as in 0.5. '}"
        "Accepted are a long table with a column `model` "
        '(another name: `model="NAME"`), a wide one with one numeric column per model, '
        "or several files, one per model."
    )


def _extra(
    raw: Raw, roles: Mapping[str, Column], models: Sequence[Column]
) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns that are left. One that bears the name of a role that another column plays cannot be addressed."""
    left = [column for column in raw.columns if column not in roles.values() and column not in models]
    hidden = [column for column in left if column.name in ("model", "score", *roles)]
    note = (
        f"Column {listing(column.name for column in hidden)} was not used: another column was named for that role.",
    )
    return tuple(column for column in left if column not in hidden), note if hidden else ()
