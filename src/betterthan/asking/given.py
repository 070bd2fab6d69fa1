"""Given: whatever a user has at hand, as what can be asked about: scores, or a table.

`compare`, `rank`, `question` and the tables take what `bt.read` takes, what `bt.read` and `bt.pair` give, and two
arrays. This is the one place that tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from betterthan.asking.scored import NOT_SCORED, Scoring, scored
from betterthan.data.frames import index_columns, is_frame, is_series, same_index, series_name
from betterthan.data.metric_table import MetricTable
from betterthan.data.pairing import pair_arrays
from betterthan.data.predictions import Predictions
from betterthan.data.protocol import TABLES, Comparable
from betterthan.data.reading.named_score import named_score, with_named
from betterthan.data.reading.sources.mapping import MappingLike
from betterthan.data.reading.tables import Source, read
from betterthan.data.scores import Scores
from betterthan.data.unnamed import one_name_for_folds
from betterthan.errors import ArgumentError
from betterthan.vocabulary import WEIGHTS, Weight
from betterthan.vocabulary import known as known_word

if TYPE_CHECKING:
    from betterthan.arrays import Array

KNOWN = (Scores, MetricTable, Predictions, *TABLES)

Given: TypeAlias = Scores | Comparable | Predictions | Source
"""Scores, a table, predictions, or anything that `bt.read` takes."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """What the user says about scores that are still to be read.

    Parameters:
        folds: rows (or arrays) that nothing names are the folds of cross-validation with so many folds.
        cv: the same as `folds`.
        independent: such rows are independent cases.
        n_train: the size of the training sets of random splits.
        n_test: the size of their test sets.
        higher_is_better: False if the scores are losses; None if nothing is said.
        range: the lowest and the highest score that there can be.
        scoring: how predictions are scored.
        weight: where cases come in clusters, what counts alike; scores that were read already take it, too.
        mapping: how to read the files of a program that is not known.
        by: a column within whose values the user compares.
    """

    folds: int | None = None
    cv: int | None = None
    independent: bool = False
    n_train: float | None = None
    n_test: float | None = None
    higher_is_better: bool | None = None
    range: tuple[float, float] | None = None
    scoring: Scoring = NOT_SCORED
    weight: Weight | None = None
    mapping: MappingLike | None = None
    by: str | None = None

    def settings(self) -> dict[str, Any]:
        """Those that were given, by name."""
        settings = {
            "folds": one_name_for_folds(self.folds, self.cv),
            "independent": self.independent or None,
            "n_train": self.n_train,
            "n_test": self.n_test,
            "higher_is_better": self.higher_is_better,
            "range": self.range,
            "weight": self.weight,
            "mapping": self.mapping,
        }
        return {name: value for name, value in settings.items() if value is not None}


NOTHING_SAID = Said()


def asked_about(data: Given, other: object = None, *, asker: str, said: Said = NOTHING_SAID) -> Scores | Comparable:
    """As `asked_or_measured`, where a metric of the whole test set is none: it has no scores."""
    found = asked_or_measured(data, other, asker=asker, said=said)
    if isinstance(found, MetricTable):
        raise ArgumentError(
            f"`{asker}` needs scores of single cases; the {found.metric.title} is one number for the whole test set. "
            "Give a loss, which each case has."
        )
    return found


def asked_or_measured(
    data: Given, other: object = None, *, asker: str, said: Said = NOTHING_SAID
) -> Scores | Comparable | MetricTable:
    """Scores and tables as they are; everything else is read, and two arrays are paired.

    Parameters:
        data: scores, a table, predictions, what `bt.read` takes, or the scores of the first model.
        other: the scores of the second model, if `data` are those of the first; or a second file.
        asker: the function that was called, for messages.
        said: what the user says about scores that are still to be read.
    """
    settings = said.settings()
    if said.scoring.only_metric is not None and other is None and not isinstance(data, KNOWN):
        return read_or_measured(data, said.scoring.only_metric, asker, said)
    if isinstance(data, KNOWN) or said.scoring.said:
        settings.pop("weight", None)  # which is no matter of reading alone
    if isinstance(data, Predictions) or (said.scoring.said and not isinstance(data, (Scores, MetricTable, *TABLES))):
        data, other, settings = scored(data, other, said.scoring, asker, settings), None, {}
    elif said.scoring.said:
        raise ArgumentError(_scored_already(asker))
    if isinstance(data, (Scores, MetricTable, *TABLES)):
        if other is not None:
            raise ArgumentError(_surplus(asker, other))
        if settings:
            raise _read_already(asker, settings)
        known: Scores | Comparable | MetricTable = data  # type: ignore[assignment]  # a tuple of types narrows to their protocol
        return weighted(known, said.weight)
    if other is None:
        _refuse_one_array(data, asker)
        return read(data, by=said.by, **settings)
    if _is_path(data) and _is_path(other):
        return read([data, other], by=said.by, **settings)
    if not (_is_array(data) and _is_array(other)):
        raise ArgumentError(
            f"`{asker}` takes one table, or the scores of two models as two arrays; got {_called(data)} and "
            f"{_called(other)}. Put them into one table with a column `model`."
        )
    if not same_index(data, other):
        raise ArgumentError(
            f"The two series given to `{asker}` have different indexes, so it is not clear which scores belong "
            "together. Give one frame with a column for each model, or `.to_numpy()` of both if their order is right."
        )
    first, second = series_name(data), series_name(other)
    models = (first, second) if first and second and first != second else ("first", "second")
    labelled = index_columns(data)
    if labelled:
        return read(
            {**labelled, **dict(zip(models, map(_array, (data, other)), strict=True))}, models=models, **settings
        )
    return pair_arrays(_array(data), _array(other), models=models, **settings)


def read_or_measured(data: Any, metric: str, asker: str, said: Said) -> Scores | Comparable | MetricTable:
    """A score with the name of the metric, if the table holds one; else predictions with the metric.

    Parameters:
        data: what `bt.read` takes.
        metric: the name of the metric.
        asker: the function that was called, for messages.
        said: what the user says about scores that are still to be read.
    """
    found = named_score(data, metric, mapping=said.mapping, by=said.by)
    if found.score is None:
        settings = {name: value for name, value in said.settings().items() if name != "weight"}
        return weighted(scored(found.source, None, said.scoring, asker, settings), said.weight)
    read_so: Scores = with_named(read(found.source, metric=found.score, by=said.by, **said.settings()), found)
    return read_so


def weighted(data: Scores | Comparable | MetricTable, weight: Weight | None) -> Scores | Comparable | MetricTable:
    """Scores with that weight of their cases; what is a table has one already, and another is refused.

    Parameters:
        data: scores, a table, or predictions with a metric.
        weight: what is to count alike; None leaves it as it is.
    """
    if weight is None:
        return data
    if isinstance(data, Scores):
        return data.weighted(weight)
    taken: Weight = "cases" if isinstance(data, MetricTable) or data.facts.clustered else "clusters"
    if known_word("weight", weight, WEIGHTS) == taken:
        return data
    if isinstance(data, MetricTable):
        raise ArgumentError(
            f'`weight="{weight}"` is for scores of single cases; in a metric of the whole test set every case counts '
            "alike: leave it out."
        )
    raise ArgumentError(
        f'`weight="{weight}"` says what counts alike, which is settled in a table: here it is {taken}. Give the scores '
        "themselves, or pair them again with `bt.pair`, which takes it, too."
    )


def weight_of(data: Scores | Comparable | MetricTable) -> Weight | None:
    """What counts alike, where that was said.

    Parameters:
        data: scores, a table, or predictions with a metric.
    """
    return data.weight if isinstance(data, Scores) else "cases" if data.facts.clustered else None


def _read_already(asker: str, settings: Mapping[str, Any]) -> ArgumentError:
    name, value = next(iter(settings.items()))
    return ArgumentError(
        f"`{name}={value}` says how scores are read, and what `{asker}` was given is read already: "
        f"give it to `bt.read` (or `bt.pair_arrays`), which made it."
    )


def _scored_already(asker: str) -> str:
    return (
        f"A loss or a metric is computed from truth and outputs, and `{asker}` was given scores. Leave out `loss=` or "
        "`metric=`, or read the table with `bt.predictions`."
    )


def _surplus(asker: str, other: object) -> str:
    if isinstance(other, str):
        return f"`{asker}` was given scores and `{other}`: name the models with `first=` and `second=`."
    return f"`{asker}` takes one table, or two arrays of scores; got a table and {_called(other)} besides."


def _refuse_one_array(data: object, asker: str) -> None:
    numbers = isinstance(data, (list, tuple)) and data and not any(isinstance(each, (str, PathLike)) for each in data)
    if is_series(data) or hasattr(data, "dtype") or numbers:
        raise ArgumentError(
            f"`{asker}` was given {_called(data)} alone. Give the scores of two models as two arrays, "
            f"`bt.{asker}(a, b)`, or a table: a path, a frame, or a dict with one array per model."
        )


def _is_path(thing: object) -> bool:
    return isinstance(thing, (str, PathLike))


def _is_array(thing: object) -> bool:
    """Whether this can be the scores of one model, in order."""
    return hasattr(thing, "__len__") and not (
        isinstance(thing, (str, bytes, PathLike, Mapping, Scores, Predictions, *TABLES)) or is_frame(thing)
    )


def _array(values: Any) -> Array:
    from betterthan.data.frames import values_of

    found: Array = values_of(values) if is_series(values) else values
    return found


def _called(thing: object) -> str:
    return f"`{thing}`" if isinstance(thing, str) else f"a `{type(thing).__name__}`"
