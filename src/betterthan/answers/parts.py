"""Parts that several answers share."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Literal, NamedTuple

from betterthan.results.interval import Interval
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Weight


class ModelFigures(NamedTuple):
    """One model's own scores, in their original units, with an interval for their mean."""

    name: str
    n: int
    mean: float
    sd: float
    interval: Interval


class OwnFigures(NamedTuple):
    """The same in a comparison; over tasks that are not on one scale there is no mean, no sd and no interval."""

    name: str
    n: int
    mean: float | None
    sd: float | None
    interval: Interval | None


class AtOnePoint(NamedTuple):
    """What an answer about disagreements is in accuracy, at a rope of one percentage point.

    Attributes:
        procedure: the procedure that takes such a rope.
        rope: the rope.
        reading: the reading that the probabilities are those of.
        probabilities: the three probabilities.
    """

    procedure: str
    rope: Rope
    reading: str
    probabilities: Probabilities


class Folding(NamedTuple):
    """How folds arose, and what was assumed of the training data that they share.

    Attributes:
        repeats: number of repeats.
        folds: number of folds in each; None if that differs or is not known.
        test_fraction: n_test/(n_test + n_train), taken as the correlation of the folds; None if it was not used.
        known_from: where it came from: `given`, `sizes` (columns n_train and n_test) or `folds` (their number).
    """

    repeats: int
    folds: int | None
    test_fraction: float | None
    known_from: Literal["given", "sizes", "folds"] | None


class AskedFor(NamedTuple):
    """What the user gave besides the scores and is not told by the rest of a record; with it, it can be made again.

    Attributes:
        procedure: the procedure that was asked for; None if the one that fits was taken.
        rope: whether a rope was given.
        loss_matrix: the loss matrix of rule `loss`, if one was given.
        options: options of the procedure. A generator cannot be written and is null.
        threshold: the threshold that was given; None if the usual one was taken. Among several models, a pair that
            decides by itself needs more than that.
        reading: the reading that was asked for; None if the procedure's own was taken.
        weight: where cases come in clusters, what was to count alike; None if nothing was said.
        metrics: by how many metrics together the models were compared: a claim about one of several needs more, too,
            and their p-values are adjusted together.
    """

    procedure: str | None
    rope: bool
    loss_matrix: tuple[tuple[float, ...], ...] | None
    options: Mapping[str, Any]
    threshold: float | None = None
    reading: str | None = None
    weight: Weight | None = None
    metrics: int = 1


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a document can hold them.

    Parameters:
        options: values by name.
    """
    return {name: _plain_option(value) for name, value in options.items()}


def _plain_option(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return [float(each) for each in value] if hasattr(value, "__len__") else None


def finite(value: float) -> float | None:
    """The value, or None where JSON has no word for it.

    Parameters:
        value: any float.
    """
    return value if isfinite(value) else None
