"""Predictions, looked at before anything is computed of them: each fault has its message, with model and case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError
from betterthan.phrases import counted, listing, sentence_case
from betterthan.vocabulary import OUTPUT_KINDS, OutputKind, known

if TYPE_CHECKING:
    from betterthan.data.predictions import Predictions

ROUNDED = 0.01
"""By so much the probabilities of a case may miss 1, as they do where they are printed with two or three decimals."""

DIMENSIONS: Mapping[OutputKind, tuple[int, ...]] = {
    "labels": (1,),
    "values": (1,),
    "probabilities": (1, 2),
    "score": (1, 2),
    "multilabel": (2,),
    "texts": (1,),
}


def checked(given: Predictions) -> dict[str, Any]:
    """The fields whose types are settled here; whatever makes no sense is refused.

    Parameters:
        given: the record, as it was made.
    """
    known("kind of output", given.kind, OUTPUT_KINDS)
    _refuse_bad_names(given)
    _refuse_bad_classes(given)
    truth = _truth(given)
    _refuse_bad_labels_of_cases(given, len(truth))
    outputs = tuple(
        _output(given, model, output, truth) for model, output in zip(given.models, given.outputs, strict=True)
    )
    return {
        "truth": truth,
        "outputs": outputs,
        "weight": _weight(given, len(truth)),
        "held_out": _held_out(given, len(truth)),
    }


def _refuse_bad_names(given: Predictions) -> None:
    if not given.models:
        raise ArgumentError(f"{given.source} holds the outputs of no model at all.")
    twice = [name for name in dict.fromkeys(given.models) if given.models.count(name) > 1]
    if twice:
        raise ArgumentError(f"{given.source} holds several models called {listing(twice)}: give each its own name.")
    if len(given.models) != len(given.outputs):
        raise ArgumentError(
            f"{counted(len(given.models), 'model')} and {counted(len(given.outputs), 'output')} were given; each model "
            "has one."
        )


def _refuse_bad_classes(given: Predictions) -> None:
    if given.kind in ("values", "texts"):
        if given.classes:
            raise ArgumentError(
                f"{given.kind.capitalize()} have no classes: leave them out, or choose another kind of output."
            )
        return
    least = 1 if given.kind == "multilabel" else 2
    if len(given.classes) < least or len(set(given.classes)) < len(given.classes):
        raise ArgumentError(
            f"Outputs of kind `{given.kind}` need {least} or more classes, each once; got "
            f"{listing(given.classes) or 'none'}."
        )
    if given.positive is not None and (len(given.classes) != 2 or given.classes[-1] != given.positive):
        raise ArgumentError(
            f"The positive class is the last of two; got `{given.positive}` and the classes {listing(given.classes)}."
        )


def _truth(given: Predictions) -> npt.NDArray[Any]:
    truth = np.asarray(given.truth)
    dimensions = 2 if given.kind == "multilabel" else 1
    if truth.ndim != dimensions or not len(truth):
        raise ArgumentError(
            f"The truth of {given.source} has the shape {truth.shape}; needed is one row for each case."
        )
    if given.kind == "values":
        return _finite(given, "The truth", truth)
    if given.kind == "texts":
        return _texts(given, "The truth", truth)
    if given.kind == "multilabel":
        return _zeros_and_ones(given, truth)
    return _codes(given, "The truth", truth)


def _zeros_and_ones(given: Predictions, truth: npt.NDArray[Any]) -> IntArray:
    if truth.shape[1] != len(given.classes):
        raise ArgumentError(
            f"The truth of {given.source} has {truth.shape[1]} columns; there are "
            f"{counted(len(given.classes), 'label')}."
        )
    wrong = np.argwhere((truth != 0) & (truth != 1))
    if len(wrong):
        case, label = wrong[0]
        raise ArgumentError(
            f"The truth of {given.source} is {truth[case, label]:g} for label `{given.classes[label]}` on "
            f"{given.case(case)}. Accepted are 0 and 1, whether the case has the label."
        )
    return truth.astype(np.int64)


def _output(given: Predictions, model: str, output: npt.NDArray[Any], truth: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array = np.asarray(output)
    if len(array.shape) not in DIMENSIONS[given.kind] or len(array) != len(truth):
        raise ArgumentError(
            f"The outputs of `{model}` have the shape {array.shape}; needed is one for each of the {len(truth):,} "
            "cases."
        )
    if given.kind == "labels":
        return _codes(given, f"`{model}`", array)
    if given.kind == "texts":
        return _texts(given, f"`{model}`", array)
    if given.kind != "values":
        _refuse_other_columns(given, model, array)
    values = _finite(given, f"`{model}`", array)
    if given.kind == "probabilities":
        _refuse_bad_probabilities(given, model, values)
    return values


def _refuse_other_columns(given: Predictions, model: str, array: npt.NDArray[Any]) -> None:
    """One number for each class; of two classes one is enough."""
    needed = len(given.classes)
    columns = array.shape[1] if array.ndim == 2 else 1
    if given.kind == "multilabel" or needed > 2:
        fits = array.ndim == 2 and columns == needed
    else:
        fits = array.ndim == 1 or (given.kind == "probabilities" and columns == 2)
    if not fits:
        one = " (of two, that of the last one)" if needed == 2 and given.kind != "multilabel" else ""
        what = "label" if given.kind == "multilabel" else "class"
        raise ArgumentError(
            f"`{model}` has {counted(columns, 'number')} for each case; needed is one for each {what}{one}: "
            f"{listing(given.classes)}."
        )


def _codes(given: Predictions, who: str, array: npt.NDArray[Any]) -> IntArray:
    if array.dtype.kind not in "iu":
        raise ArgumentError(f"{who} is given as places in the list of classes, which are whole numbers.")
    wrong = np.flatnonzero((array < 0) | (array >= len(given.classes)))
    if len(wrong):
        raise ArgumentError(
            f"{who} has the class number {array[wrong[0]]} on {given.case(wrong[0])}; there are "
            f"{len(given.classes)}, from 0."
        )
    return array.astype(np.int64)


def _texts(given: Predictions, who: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    wrong = np.flatnonzero([not isinstance(each, str) for each in array.tolist()])
    if len(wrong):
        raise ArgumentError(
            f"{who} of {given.source} must be texts; got {array[wrong[0]]!r} on {given.case(int(wrong[0]))}"
            f"{_and_more(len(wrong))}."
        )
    return array.astype(np.str_)


def _finite(given: Predictions, who: str, array: npt.NDArray[Any]) -> Array:
    if array.dtype.kind not in "biuf":
        raise ArgumentError(f"{who} of {given.source} must be numbers; got {array.dtype}.")
    values = array.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(values))
    if len(wrong):
        raise ArgumentError(
            f"{who} of {given.source} is {values[tuple(wrong[0])]} on {given.case(wrong[0][0])}"
            f"{_and_more(len(wrong))}. Accepted are finite numbers: complete the run, or leave the case out."
        )
    return values


def _refuse_bad_probabilities(given: Predictions, model: str, values: Array) -> None:
    fault = no_probabilities(given, model, values)
    if fault is not None:
        raise ArgumentError(
            f"{sentence_case(fault)}. Probabilities lie between 0 and 1, and those of all classes sum to 1: correct "
            'them, or, if they are scores of another kind, say so with `kind="score"`.'
        )


def no_probabilities(given: Predictions, model: str, values: Array) -> str | None:
    """The first number of a model that speaks against probabilities, as a clause; None if there is none.

    Parameters:
        given: the record.
        model: the name of the model.
        values: its outputs.
    """
    outside = np.argwhere((values < 0) | (values > 1))
    if len(outside):
        number, case = values[tuple(outside[0])], given.case(outside[0][0])
        return f"`{model}` has the number {number:.6g} on {case}{_and_more(len(outside))}"
    if values.ndim == 1:
        return None
    sums = values.sum(axis=1)
    off = np.flatnonzero(np.abs(sums - 1) > ROUNDED)
    if not len(off):
        return None
    total, case = f"{sums[off[0]]:.6g}", given.case(off[0])
    return f"the numbers of `{model}` for all classes sum to {total} on {case}{_and_more(len(off))}"


def _and_more(count: int) -> str:
    return "" if count == 1 else f" (one of {count:,} like this)"


def _refuse_bad_labels_of_cases(given: Predictions, n: int) -> None:
    for name, values in {**{name: each.codes for name, each in given.factors.items()}, **given.sizes}.items():
        if len(values) != n:
            raise ArgumentError(f"Column `{name}` has {len(values):,} values; there are {counted(n, 'case')}.")


def _weight(given: Predictions, n: int) -> Array | None:
    if given.weight is None:
        return None
    weight = np.asarray(given.weight, dtype=np.float64)
    if weight.shape != (n,):
        raise ArgumentError(f"There are weights of the shape {weight.shape} for {counted(n, 'case')}.")
    wrong = np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))
    if len(wrong):
        raise ArgumentError(
            f"The weight of {given.case(wrong[0])} is {weight[wrong[0]]:g}{_and_more(len(wrong))}. Accepted are "
            "finite numbers of at least 0."
        )
    if not weight.any():
        raise ArgumentError(f"All cases of {given.source} have the weight 0: nothing is left to compare.")
    return weight


def _held_out(given: Predictions, n: int) -> BoolArray | None:
    if given.held_out is None:
        return None
    held = np.asarray(given.held_out)
    if held.shape != (n,) or held.dtype != np.bool_:
        raise ArgumentError(f"`held_out` is True or False for each of the {counted(n, 'case')}.")
    if held.all():
        raise ArgumentError(f"All cases of {given.source} are held out: nothing is left to compare.")
    return held if held.any() else None
