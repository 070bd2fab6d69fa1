"""Scored: predictions, or a table that is said to hold them, as scores by the loss that the user names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from betterthan.data.chosen_loss import COST, Costs, LossLike
from betterthan.data.predictions import Predictions
from betterthan.data.scores import Scores
from betterthan.data.scoring import FITTING
from betterthan.errors import ArgumentError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.protocol import Comparable
    from betterthan.vocabulary import OutputKind

Held = TypeVar("Held", bound="Scores | Comparable")

TAKES_LOSS = ("compare", "rank", "question")
"""The functions with an argument `loss=`."""


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """How predictions are scored.

    Parameters:
        loss: the loss; None if none was named.
        cost: what the loss `cost` costs.
        truth: the column of what is true, of a table that is still to be read.
    """

    loss: LossLike | None = None
    cost: Costs | None = None
    truth: Sequence[str] | str | None = None

    @property
    def said(self) -> bool:
        """Whether anything was said, so that there must be predictions."""
        return self.loss is not None or self.cost is not None or self.truth is not None


NOT_SCORED = Scoring()


def scored(data: Any, other: object, scoring: Scoring, asker: str, settings: Mapping[str, Any]) -> Scores:
    """Predictions as scores; what is still to be read is read as predictions.

    Parameters:
        data: predictions, or what `bt.predictions` takes.
        other: a second file.
        scoring: how they are scored.
        asker: the function that was called, for messages.
        settings: what the user says about scores that are still to be read.
    """
    higher_is_better = settings.get("higher_is_better")
    wrong = next((name for name in settings if name != "higher_is_better"), None)
    if wrong is not None:
        raise ArgumentError(
            f"`{wrong}={settings[wrong]}` says how scores are read, and `{asker}` was given truth and outputs: leave "
            "it out."
        )
    known = _predictions(data, other, scoring, asker)
    if scoring.loss is None:
        raise ArgumentError(no_loss(known, asker))
    return known.scores(scoring.loss, cost=scoring.cost, higher_is_better=higher_is_better)


def _predictions(data: Any, other: object, scoring: Scoring, asker: str) -> Predictions:
    if isinstance(data, Predictions):
        if other is not None or scoring.truth is not None:
            named = "a second table" if other is not None else "`truth=`"
            raise ArgumentError(f"`{asker}` was given predictions, and {named} besides: give it to `bt.predictions`.")
        return data
    from betterthan.data.reading.predictions import Said, read_predictions
    from betterthan.data.reading.roles import Wanted

    if other is not None and not (_is_path(data) and _is_path(other)):
        raise ArgumentError(
            f"`{asker}` takes a loss for one table that holds truth and outputs: put them into one, with a column for "
            "each model."
        )
    source = data if other is None else [data, other]
    return read_predictions(source, Wanted(), Said(truth=scoring.truth, likely=kind_taken(scoring.loss)))


def _is_path(thing: object) -> bool:
    return isinstance(thing, (str, PathLike))


def kind_taken(loss: LossLike | None) -> OutputKind | None:
    """What a loss says about the outputs: whole numbers may be classes or values, and an error has a size of values.

    Parameters:
        loss: the loss, if one was named.
    """
    from betterthan.numerics.loss_table import LOSSES, Loss

    if loss is None or loss == COST or not isinstance(loss, (str, Loss)):
        return None
    known = LOSSES.named(loss) if isinstance(loss, str) else loss
    return "values" if known.takes == "values" else None


def no_loss(predictions: Predictions, asker: str) -> str:
    """What to say where predictions are to be compared and nothing says how.

    Parameters:
        predictions: the predictions.
        asker: the function that was called.
    """
    fitting = FITTING[predictions.kind]
    known = f"such as {listing(fitting)}" if fitting else "that is a function of your own"
    one = f'"{fitting[0]}"' if fitting else "function"
    how = f"`loss={one}`" if asker in TAKES_LOSS else f"`predictions.scores({one})`"
    return f"`{asker}` was given predictions. Say how they are scored, with a loss {known}: {how}."


def with_rope_advice(scores: Held, rope: object) -> Held:
    """Scores of a loss with advice on the rope, where the user gave none.

    Parameters:
        scores: scores, or a table.
        rope: the rope that was given.
    """
    if rope is not None or not isinstance(scores, Scores) or not scores.advice:
        return scores
    return replace(scores, notes=(*scores.notes, f"On the rope: {scores.advice}"))
