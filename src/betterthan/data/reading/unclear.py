"""What a user is asked where a table can be read in more than one way: its columns, what is odd, and how to say it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from betterthan.data.reading.names import is_metric
from betterthan.data.reading.values import shortened
from betterthan.errors import ReadingError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.raw import Column, Raw

IF_LONG = 'name it, `model="NAME"`, and the score, `score="NAME"`'

SHOWN = 8
"""Columns that a message shows with an example."""


def unclear_models(
    engine: Engine, raw: Raw, candidates: Sequence[Column], odd: Mapping[str, str], otherwise: str = IF_LONG
) -> ReadingError:
    """The question which columns are models.

    Parameters:
        engine: where the rows live.
        raw: the table.
        candidates: the columns of numbers.
        odd: what is odd about some of them, by name.
        otherwise: what to do if a column says which model each row is about.
    """
    sound = [column.name for column in candidates if column.name not in odd]
    doubtful = [column.name for column in candidates if column.name in odd]
    metrics = any(is_metric(name) for name in doubtful)
    plain_enough = len(sound) > 1 and not metrics
    named = as_list(sound[:6] if plain_enough else ["NAME", "NAME"])
    ignore = f", or what is none with `ignore={as_list(doubtful[:3])}`" if plain_enough else ""
    texts = [column.name for column in raw.columns if column not in candidates]
    others = f" Other columns: {listing(texts)}." if texts else ""
    return ReadingError(
        f"{raw.source}: it is not clear which columns are models. Columns of numbers: "
        f"{with_examples(engine, raw, candidates, odd)}.{others} Name the models with `models={named}`{ignore}; "
        f"if a column says which model each row is about, {otherwise}."
    )


def predictions(engine: Engine, raw: Raw, truth: Column, others: Sequence[Column]) -> ReadingError:
    """What is said of truth and predictions, which are no scores.

    Parameters:
        engine: where the rows live.
        raw: the table.
        truth: the column that holds what is true.
        others: the other columns of numbers.
    """
    shown = with_examples(engine, raw, [truth, *others], {})
    names = [column.name for column in others]
    scores = names[:6] if len(names) > 1 else [*names, truth.name]
    without = f" or `ignore={as_list([truth.name])}`" if len(names) > 1 else ""
    return ReadingError(
        f"{raw.source} has a column `{truth.name}`, so the others look like predictions of it, not like scores: "
        f"{shown}. To compare them by a loss, give `truth={json.dumps(truth.name, ensure_ascii=False)}` and one such "
        f'as `loss="{_loss(engine, raw, truth, others)}"`. '
        f"If they are scores, say so with `models={as_list(scores)}`{without}"
        ' (in a long table, `score="NAME"`).'
    )


def _loss(engine: Engine, raw: Raw, truth: Column, others: Sequence[Column]) -> str:
    """A loss that fits what truth and outputs look like."""
    low, high, whole = _extent(engine, raw, truth)
    fractions = [(least, most) for least, most, all_whole in (_extent(engine, raw, c) for c in others) if not all_whole]
    if whole and not fractions:
        return "zero-one"
    two = whole and (low is None or (low, high) == (0, 1))
    return "log" if two and any(least >= 0 and most <= 1 for least, most in fractions) else "squared"


def _extent(engine: Engine, raw: Raw, column: Column) -> tuple[float, float, bool]:
    """The smallest and the largest of the first numbers of a column, and whether all are whole."""
    number = column.number()
    query = f"SELECT min({number}), max({number}), coalesce(bool_and({number} = trunc({number})), TRUE) FROM "
    found: tuple[float, float, bool] = engine.rows(query + _beginning(raw))[0]
    return found


About: TypeAlias = Literal["rows", "files", "one model"]
"""What says which model a score is of: a column, the file (of several), or nothing, for there is only one."""

IF_MODELS: Mapping[About, str] = {
    "rows": "",
    "files": " Several files without a model column are one model each; if these columns are models, and the files "
    "parts of one table, say so with `models={names}`.",
    "one model": " If these columns are models, say so with `models={names}`.",
}


def several_scores(engine: Engine, raw: Raw, candidates: Sequence[Column], about: About) -> ReadingError:
    """The question which column is the score.

    Parameters:
        engine: where the rows live.
        raw: the table.
        candidates: the columns that may be.
        about: what says which model a score is of.
    """
    names = as_list([column.name for column in candidates[:6]])
    return ReadingError(
        f"{raw.source} has {len(candidates)} numeric columns that may be the score: "
        f'{with_examples(engine, raw, candidates, {})}. Choose one with `score="NAME"`.'
        f"{IF_MODELS[about].replace('{names}', names)}"
    )


def unclear_score(engine: Engine, raw: Raw, column: Column, seen: str) -> ReadingError:
    """The question whether the only column of numbers is the score of one model.

    Parameters:
        engine: where the rows live.
        raw: the table.
        column: the column.
        seen: what stands where other numbers should, as a sentence; empty if nothing does.
    """
    named = json.dumps(column.name, ensure_ascii=False)
    return ReadingError(
        f"{raw.source} has no model column, and one column of numbers: {with_examples(engine, raw, [column], {})}. "
        f"{seen}If `{column.name}` holds the scores of one model, say so with `score={named}`, or "
        f"with `models={as_list([column.name])}` if that is the model's name. Two models are compared in a long table "
        "with a column `model`, in a wide one with one numeric column per model, or in several files, one per model."
    )


def perhaps_models(raw: Raw, names: Sequence[str]) -> ReadingError:
    """The question whether a column names the models of a table that otherwise would be about one.

    Parameters:
        raw: the table.
        names: the columns that may.
    """
    one = json.dumps(names[0], ensure_ascii=False)
    return ReadingError(
        f"{raw.source} has no model column. Columns found: "
        f"{listing((column.name for column in raw.columns), limit=30)}. If {listing(names)} says which model each row "
        f"is about, name it: `model={one}`. If all rows are about one model, name what tells them apart, as in "
        f"`case={one}`, or call the column nothing: `ignore={as_list(names[:6])}`."
    )


def no_score(raw: Raw, seen: str) -> ReadingError:
    """The message for a table without a column of scores.

    Parameters:
        raw: the table.
        seen: what stands where numbers should, as a sentence; empty if nothing does.
    """
    return ReadingError(
        f"{raw.source} has no column of numbers that may be the score. "
        f"Columns found: {listing((column.name for column in raw.columns), limit=30)}. "
        f'{seen}Add one called `score`, or name it with `score="NAME"`.'
    )


def no_model(raw: Raw, seen: str, *, numbers: bool) -> ReadingError:
    """The message for a table that does not say what is about which model.

    Parameters:
        raw: the table.
        seen: what stands where numbers should, as a sentence; empty if nothing does.
        numbers: whether any column holds numbers.
    """
    return ReadingError(
        f"{raw.source} has no model column. Columns found: "
        f"{listing((column.name for column in raw.columns), limit=30)}. "
        f"{'' if numbers else 'None of them holds numbers, which are written with a point, as in 0.5. '}{seen}"
        "Accepted are a long table with a column `model` "
        '(another name: `model="NAME"`), a wide one with one numeric column per model, '
        "or several files, one per model."
    )


def with_examples(engine: Engine, raw: Raw, columns: Sequence[Column], odd: Mapping[str, str]) -> str:
    """Columns, each with the first value that it has and with what is odd about it.

    Parameters:
        engine: where the rows live.
        raw: the table.
        columns: some of its columns.
        odd: what is odd, by the column's name.
    """
    first = engine.rows(f"SELECT {', '.join(f'any_value({c.text()})' for c in columns)} FROM {_beginning(raw)}")[0]
    shown = []
    for column, value in list(zip(columns, first, strict=True))[:SHOWN]:
        example = "empty" if value is None else f"as in {_short(value)}"
        remark = f"; {odd[column.name]}" if column.name in odd else ""
        shown.append(f"`{column.name}` ({example}{remark})")
    rest = len(columns) - SHOWN
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "")


def as_list(names: Sequence[str]) -> str:
    """Names as an argument takes them.

    Parameters:
        names: the names.

    >>> as_list(["gpt", "llama"])
    '["gpt", "llama"]'
    """
    return json.dumps(list(names), ensure_ascii=False)


def _short(value: str) -> str:
    """A value in few characters: of a number, the first digits."""
    try:
        return f"{float(value):.4g}" if "." in value else shortened(value)
    except ValueError:
        return shortened(value)


def _beginning(raw: Raw) -> str:
    return f"(SELECT * FROM {raw.relation} LIMIT 100)"
