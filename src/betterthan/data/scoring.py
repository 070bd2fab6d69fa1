"""Scoring: the loss of each model on each case, so that predictions become `Scores`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array
from betterthan.data.chosen_loss import COST, Costs, LossLike, chosen_loss
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.engines.table import started
from betterthan.data.factors import Factor
from betterthan.data.held_out import held_out_notes
from betterthan.data.hints import hint
from betterthan.data.predictions_checked import no_probabilities
from betterthan.data.rounding import LARGEST_SCORE
from betterthan.data.scores import Scores, Told
from betterthan.data.units import SIZES
from betterthan.errors import ArgumentError
from betterthan.numerics.losses import CLIP
from betterthan.phrases import counted, is_number, listing

if TYPE_CHECKING:
    from betterthan.data.predictions import Predictions
    from betterthan.numerics.loss_table import Loss
    from betterthan.vocabulary import OutputKind

FITTING: Mapping[OutputKind, tuple[str, ...]] = {
    "labels": ("zero-one", "cost"),
    "probabilities": ("log", "brier", "zero-one", "cost"),
    "score": (),
    "values": ("squared", "absolute", "huber-1", "pinball-0.9"),
    "multilabel": ("zero-one",),
    "texts": (),
}
"""By what the outputs are, the losses that take them."""

HELD: Mapping[OutputKind, str] = {
    "labels": "labels",
    "probabilities": "probabilities",
    "score": "scores that are no probabilities",
    "values": "values",
    "multilabel": "several labels",
    "texts": "texts",
}


def scores_of(
    predictions: Predictions, loss: LossLike, *, cost: Costs | None = None, higher_is_better: bool | None = None
) -> Scores:
    """The loss of each model on each case that is compared, as scores.

    Parameters:
        predictions: truth and outputs.
        loss: the name of a loss, a loss, or a function.
        cost: what the loss `cost` costs.
        higher_is_better: of a function, whether it gives a score and no loss.
    """
    chosen = chosen_loss(loss, predictions.classes, cost=cost, higher_is_better=higher_is_better)
    compared = predictions.compared
    _refuse_weights(compared)
    _refuse_unfit(compared, chosen)
    values = np.stack([_losses(compared, model, chosen) for model in compared.models], axis=1)
    binary = bool(np.isin(values, (0.0, 1.0)).all())
    called, higher = chosen.gain or chosen.title, chosen.higher_is_better or bool(chosen.gain)
    oriented = values if chosen.higher_is_better else 1.0 - values if binary or chosen.gain else 0.0 - values
    return Scores(
        _rows(compared, oriented),
        columns=(*compared.columns, *(size for size in SIZES if size in compared.sizes)),
        extra=tuple(_extra(compared)),
        metric=called,
        source=predictions.source,
        higher_is_better=higher,
        binary=binary,
        notes=(*predictions.notes, *_notes(predictions, compared, chosen)),
        called=predictions.called,
        measured=called,
        advice=chosen.advice,
        told=Told(compared, oriented) if chosen.takes == "probabilities" else None,
    )


# Whether it fits.


def _refuse_weights(predictions: Predictions) -> None:
    """Procedures count each case once; weights that are all the same change nothing."""
    weight = predictions.weight
    if weight is None or (weight == weight[0]).all():
        return
    column = predictions.called.get("weight", "weight")
    raise ArgumentError(
        f"{predictions.source} has weights (`{column}`), and a comparison by a loss counts every case once. Compare by "
        "a metric of the whole test set, which takes weights; or leave the weights out, to count every case once."
    )


def _refuse_unfit(predictions: Predictions, loss: Loss) -> None:
    """A loss is given what it takes; labels are made of probabilities, and nothing else is made of anything."""
    kind = predictions.kind
    fits = loss.takes in ("any", kind) or (loss.takes == "labels" and kind == "probabilities")
    if kind == "multilabel" and loss.name == "zero-one":
        return _refuse_fractions(predictions)
    if not fits:
        raise ArgumentError(_unfit(predictions, loss))
    if loss.classes is not None and loss.takes != "any" and len(predictions.classes) != loss.classes:
        raise ArgumentError(
            f"`{loss.name}` is for {loss.classes} classes; {predictions.source} has {len(predictions.classes)}: "
            f'{listing(predictions.classes)}. Give `loss="{COST}"`, and what each error costs with '
            "`cost={(truth, said): cost}`."
        )
    return None


def _refuse_fractions(predictions: Predictions) -> None:
    for model, output in zip(predictions.models, predictions.outputs, strict=True):
        wrong = np.argwhere((output != 0) & (output != 1))
        if len(wrong):
            raise ArgumentError(
                f"`zero-one` takes 0 or 1 for each label; `{model}` has {output[tuple(wrong[0])]:g} on "
                f"{predictions.case(wrong[0][0])}: choose a threshold first."
            )


def _unfit(predictions: Predictions, loss: Loss) -> str:
    known = FITTING[predictions.kind]
    instead = f"Losses that take them: {listing(known)}, or a function of your own." if known else NO_LOSS
    return (
        f"The {loss.title} (`{loss.name}`) takes {loss.takes}; the outputs of {predictions.source} are "
        f"{HELD[predictions.kind]}{_violation(predictions)}. {_said_otherwise(predictions, loss)}{instead}"
    )


NO_LOSS = (
    "Correct them if they should be probabilities; else make probabilities of them on held-out cases first, or give a "
    "function of your own."
)


def _violation(predictions: Predictions) -> str:
    """Why scores are no probabilities."""
    if predictions.kind != "score":
        return ""
    said = zip(predictions.models, predictions.outputs, strict=True)
    faults = {model: no_probabilities(predictions, model, output) for model, output in said}
    wrong = [model for model, fault in faults.items() if fault is not None]
    some = 0 < len(wrong) < len(faults)
    ignore = f". If `{wrong[0]}` is no model, leave it out with `ignore={json.dumps(wrong[:1])}`" if some else ""
    return f": {faults[wrong[0]]}{ignore}" if wrong else ""


def _said_otherwise(predictions: Predictions, loss: Loss) -> str:
    """What to say if the reader took numbers for something else."""
    numbers = all(is_number(name) for name in predictions.classes)
    if loss.takes == "values" and numbers and predictions.kind in ("labels", "score", "probabilities"):
        return 'If truth and outputs are values and no classes, say so with `kind="values"`. '
    if loss.takes == "labels" and predictions.kind == "values":
        return 'If truth and outputs are classes, say so with `kind="labels"`. '
    return ""


# What each case costs.


def _losses(predictions: Predictions, model: str, loss: Loss) -> Array:
    """One finite number for each case; whatever else comes out is told with loss, model and case."""
    truth, output = predictions.truth, _taken(predictions, model, loss)
    try:
        values = np.asarray(loss.each(truth, output))
    except ArgumentError:
        raise
    except Exception as error:  # whatever a user's function raises
        raise ArgumentError(
            f"The loss `{loss.name}` of `{model}` failed: {type(error).__name__}: {error}. It is given truth and "
            f"output as arrays of the shapes {truth.shape} and {output.shape}."
        ) from None
    return _checked(predictions, model, loss, values)


def _taken(predictions: Predictions, model: str, loss: Loss) -> npt.NDArray[Any]:
    if loss.takes == "probabilities":
        return predictions.probabilities(model)
    if loss.takes == "labels" and predictions.kind == "probabilities":
        return predictions.labels(model)
    return predictions.output(model)


def _checked(predictions: Predictions, model: str, loss: Loss, values: npt.NDArray[Any]) -> Array:
    who = f"The loss `{loss.name}` of `{model}`"
    if values.dtype.kind not in "biuf" or values.shape != (len(predictions),):
        raise ArgumentError(
            f"{who} must be one number for each of the {counted(len(predictions), 'case')}; got an array of "
            f"{values.dtype} of the shape {values.shape}."
        )
    numbers = values.astype(np.float64)
    wrong = np.flatnonzero(~(np.abs(numbers) <= LARGEST_SCORE))
    if len(wrong):
        more = "" if len(wrong) == 1 else f" ({len(wrong):,} cases are like this)"
        raise ArgumentError(
            f"{who} is {numbers[wrong[0]]:g} on {predictions.case(wrong[0])}{more}. Accepted are finite numbers up to "
            f"{LARGEST_SCORE:g} in size."
        )
    return numbers


# What there is to say about it.


def _notes(given: Predictions, compared: Predictions, loss: Loss) -> tuple[str, ...]:
    means = f": {loss.meaning}" if loss.meaning else ""
    return (
        f"The scores are computed from truth and outputs, the {loss.gain or loss.title} of each case{means}.",
        *held_out_notes(given),
        *(("All cases have the same weight, which changes nothing.",) if compared.weight is not None else ()),
        *_of_labels(compared, loss),
        *_clipped(compared, loss),
        *_off_one(compared, loss),
    )


def _of_labels(predictions: Predictions, loss: Loss) -> tuple[str, ...]:
    if predictions.kind == "multilabel" and loss.takes == "labels":
        return ("A case is right if all its labels are.",)
    if predictions.kind != "probabilities" or loss.takes != "labels":
        return ()
    tied = {model: predictions.ties(model) for model in predictions.models}
    ties = "; ".join(f"{model} on {counted(count, 'case')}" for model, count in tied.items() if count)
    equal = f" Where several are, the first of them ({ties})." if ties else ""
    most = f"Each model is taken to say the class that it finds most probable.{equal}"
    if COST not in loss.name:
        return (most,)
    return (hint(f"{most} With unequal costs another threshold may cost less, chosen on cases that are held out."),)


def _clipped(predictions: Predictions, loss: Loss) -> tuple[str, ...]:
    if loss.clips is None:
        return ()
    counts = {
        model: int(loss.clips(predictions.truth, _taken(predictions, model, loss)).sum())
        for model in predictions.models
    }
    cases = "; ".join(f"{model} on {counted(count, 'case')}" for model, count in counts.items() if count)
    if not cases:
        return ()
    return (
        hint(
            f"The true class has a probability of 0, or below {CLIP:.2g}, by {cases}. It is taken as {CLIP:.2g}, since "
            f"the loss would be infinite: each such case costs {-np.log(CLIP):.4g}."
        ),
    )


VISIBLE = 1e-6


def _off_one(predictions: Predictions, loss: Loss) -> tuple[str, ...]:
    """Probabilities that are printed with few decimals do not sum to 1."""
    if loss.takes != "probabilities":
        return ()
    off = max(float(np.abs(predictions.probabilities(model).sum(axis=1) - 1).max()) for model in predictions.models)
    return (f"The probabilities of a case sum to 1 only within {off:.1g}; they are used as given.",) * (off > VISIBLE)


# Rows that scores are made of.


def _extra(predictions: Predictions) -> dict[str, Factor]:
    """Further columns; the truth among them, where it is a class, so that one can look at each class alone."""
    further = {name: predictions.factors[name] for name in predictions.extra}
    if predictions.kind in ("values", "multilabel", "texts"):
        return further
    classes = Factor(predictions.truth, predictions.classes)
    names = dict.fromkeys((predictions.called.get("truth", "class"), "class"))
    return further | {name: classes for name in names if name not in predictions.factors}


def _rows(predictions: Predictions, oriented: Array) -> Any:
    """The long table: one row for each model and case, the cases of the first model first."""
    engine, extra = started("duckdb"), _extra(predictions)
    labels = {role: _texts(predictions.factors[role]) for role in predictions.columns}
    labels |= {f"x{j}": _texts(labels_of) for j, labels_of in enumerate(extra.values())}
    wide = engine.of_arrays(
        {
            "row": np.arange(len(predictions)),
            **labels,
            **predictions.sizes,
            **{f"score_{j}": np.ascontiguousarray(column) for j, column in enumerate(oriented.T)},
        }
    )
    scores = [f"score_{j}" for j in range(len(predictions.models))]
    rows = ", ".join(f"row + {j * len(predictions)}" for j in range(len(scores)))
    names = ", ".join(literal(model) for model in predictions.models)
    kept = "".join(f", {identifier(name)}" for name in (*labels, *predictions.sizes))
    engine.run(
        f"CREATE TABLE long AS SELECT unnest([{rows}]) AS row, unnest([{names}]) AS model, "
        f"unnest([{', '.join(scores)}]) AS score{kept} FROM {wide}"
    )
    own = {name: f"x{j}" for j, name in enumerate(extra)}
    return engine.scores("long", {**{role: role for role in (*predictions.columns, *predictions.sizes)}, **own})


def _texts(labels: Factor) -> npt.NDArray[Any]:
    return np.array(labels.names, dtype=object)[labels.codes]
