"""Holding out: some cases of a test set, or those of a second one, for a threshold or a calibration; not compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, IntArray
from betterthan.data.factors import Factor
from betterthan.data.held_out import came
from betterthan.data.predictions import IN_WORDS, Predictions
from betterthan.errors import ArgumentError
from betterthan.phrases import counted, listing

AT_RANDOM = "drawn at random"


def hold_out(predictions: Predictions, share: float, *, rng: int | np.random.Generator | None = None) -> Predictions:
    """The same predictions with a random part held out: whole clusters where there are any, else cases.

    Parameters:
        predictions: truth and outputs, of which none is held out yet.
        share: of the cases or clusters, above 0 and below 1.
        rng: seed or generator; None is seed 0.
    """
    if not 0 < share < 1:
        raise ArgumentError(f"`share` is above 0 and below 1, as 0.3; got {share:g}.")
    _refuse_twice(predictions)
    cluster = predictions.factors.get("cluster")
    units = np.arange(len(predictions)) if cluster is None else cluster.codes
    names = np.unique(units)
    count = round(share * len(names))
    if not 0 < count < len(names):
        raise ArgumentError(f"{share:g} of {counted(len(names), 'unit')} leaves nothing on one of the two sides.")
    chosen = np.random.default_rng(rng or 0).permutation(names)[:count]
    what = "cases" if cluster is None else "clusters"
    note = f"{count:,} of {len(names):,} {what} were drawn at random to be held out."
    held = np.isin(units, chosen)
    return replace(predictions, held_out=held, held_from=AT_RANDOM, notes=(*predictions.notes, note))


def held_out_from(predictions: Predictions, other: Predictions) -> Predictions:
    """The same predictions, with the cases of others held out beside them.

    Parameters:
        predictions: truth and outputs of the cases that are compared, of which none is held out.
        other: truth and outputs of the same models on other cases.
    """
    _refuse_twice(predictions)
    _refuse_other_models(predictions, other)
    theirs = other.only("model", predictions.models)
    _refuse_other_kind(predictions, theirs)
    _refuse_one_sided(predictions, theirs)
    _refuse_shared_cases(predictions, theirs)
    here, there = len(predictions), len(theirs)
    return replace(
        predictions,
        truth=np.concatenate([predictions.truth, theirs.truth]),
        outputs=tuple(_stacked(a, b) for a, b in zip(predictions.outputs, theirs.outputs, strict=True)),
        factors={name: _both(labels, theirs.factors.get(name), there) for name, labels in predictions.factors.items()},
        sizes={
            name: np.concatenate([sizes, theirs.sizes.get(name, np.full(there, np.nan))])
            for name, sizes in predictions.sizes.items()
        },
        weight=_both_weights(predictions, theirs),
        held_out=np.arange(here + there) >= here,
        held_from=f"from {other.source}" if other.source.startswith("`") else "from a second table",
        notes=(*predictions.notes, *_further_models(predictions, other)),
    )


# What does not fit together.


def _refuse_twice(predictions: Predictions) -> None:
    if predictions.held_out is not None:
        raise ArgumentError(f"Some cases are held out already{came(predictions)}; leave out one of the two.")


def _refuse_other_models(predictions: Predictions, other: Predictions) -> None:
    lacking = [name for name in predictions.models if name not in other.models]
    if lacking:
        raise ArgumentError(
            f"{other.source}, whose cases are held out, lacks the outputs of {listing(lacking)}; it holds "
            f"{listing(other.models)}. The same models are needed on both sides, with the same names."
        )


def _further_models(predictions: Predictions, other: Predictions) -> tuple[str, ...]:
    further = [name for name in other.models if name not in predictions.models]
    return (f"{other.source} also holds {listing(further)}, which {predictions.source} lacks.",) * bool(further)


def _refuse_other_kind(predictions: Predictions, other: Predictions) -> None:
    if other.kind != predictions.kind:
        raise ArgumentError(
            f"The outputs of {other.source}, whose cases are held out, are {IN_WORDS[other.kind]}; those of "
            f"{predictions.source} are {IN_WORDS[predictions.kind]}. They must be of one kind."
        )
    labels = [model for model in predictions.models if _only_labels(other, model) > _only_labels(predictions, model)]
    if labels:
        raise ArgumentError(
            f"The outputs of {listing(labels)} are 0 or 1 on every case of {other.source}, whose cases are held out, "
            f"and {IN_WORDS[predictions.kind]} in {predictions.source}. They must be of one kind."
        )
    if other.classes != predictions.classes:
        raise ArgumentError(
            f"{other.source}, whose cases are held out, has the classes {listing(other.classes)}; "
            f"{predictions.source} has {listing(predictions.classes)}. Name all classes of both with "
            '`classes=["NAME", "NAME"]`, and the positive one of two with `positive="NAME"`.'
        )


def _only_labels(predictions: Predictions, model: str) -> bool:
    return predictions.kind in ("probabilities", "score") and bool(np.isin(predictions.output(model), (0, 1)).all())


def _refuse_one_sided(predictions: Predictions, other: Predictions) -> None:
    if (predictions.weight is None) != (other.weight is None):
        with_, without = (predictions, other) if other.weight is None else (other, predictions)
        raise ArgumentError(f"The cases of {with_.source} have weights, those of {without.source} have none.")
    if "task" in predictions.factors and "task" not in other.factors:
        raise ArgumentError(
            f"{predictions.source} has a column `task`, which {other.source}, whose cases are held out, lacks: say of "
            "which task each is."
        )


def _refuse_shared_cases(predictions: Predictions, other: Predictions) -> None:
    """The same case on both sides: by its name, or, where cases have none, if both sides are the same altogether."""
    if "case" in predictions.called and "case" in other.called:
        names = _names(predictions)
        both = [name for name in _names(other) if name in names]
        if both:
            raise ArgumentError(
                f"{counted(len(both), 'case')} of {other.source} {'is' if len(both) == 1 else 'are'} among those that "
                f"are compared, such as {' '.join(both[0])}; what is held out must not be compared. Remove them on one "
                f"side; or, if the two tables number their cases apart from each other, leave the numbers aside with "
                f'`ignore=["{predictions.called["case"]}"]`.'
            )
    elif _same_rows(predictions, other):
        raise ArgumentError(
            f"{other.source} holds the same truth and outputs as {predictions.source}: what is held out must not be "
            "compared. Give other cases."
        )


def _names(predictions: Predictions) -> dict[tuple[str, ...], None]:
    roles = [predictions.factors[role] for role in ("task", "case") if role in predictions.factors]
    return dict.fromkeys(zip(*(np.array(each.names, dtype=object)[each.codes] for each in roles), strict=True))


def _same_rows(predictions: Predictions, other: Predictions) -> bool:
    if len(predictions) != len(other):
        return False
    return np.array_equal(_rows(predictions), _rows(other))


def _rows(predictions: Predictions) -> Array:
    """Truth and outputs side by side, in an order that depends on nothing else."""
    outputs = [predictions.output(model) for model in sorted(predictions.models)]
    columns = np.column_stack([np.asarray(each, dtype=np.float64) for each in (predictions.truth, *outputs)])
    order: IntArray = np.lexsort(columns.T)
    return columns[order]


# Both sides together.


def _stacked(ours: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """One number for two classes on one side, and both on the other, are the same."""
    if ours.ndim == theirs.ndim:
        return np.concatenate([ours, theirs])
    two = [each if each.ndim == 2 else np.stack([1 - each, each], axis=1) for each in (ours, theirs)]
    return np.concatenate(two)


def _both(ours: Factor, theirs: Factor | None, there: int) -> Factor:
    """Labels of both sides; a case that has none is called by the empty text."""
    added = Factor(np.zeros(there, dtype=np.int64), ("",)) if theirs is None else theirs
    names = tuple(dict.fromkeys((*ours.names, *added.names)))
    places = {name: place for place, name in enumerate(names)}
    moved = np.array([places[name] for name in added.names], dtype=np.int64)
    return Factor(np.concatenate([ours.codes, moved[added.codes]]), names)


def _both_weights(predictions: Predictions, other: Predictions) -> Array | None:
    if predictions.weight is None or other.weight is None:
        return None
    return np.concatenate([predictions.weight, other.weight])
