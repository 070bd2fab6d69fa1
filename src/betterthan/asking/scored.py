"""Scored: predictions, or a table that is said to hold them, by the loss or the metric that the user names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from betterthan.data.calibrating import calibrated
from betterthan.data.chosen_loss import COST, Costs, LossLike
from betterthan.data.measuring import MetricLike, measured
from betterthan.data.metric_table import MetricTable
from betterthan.data.per_query import scores_of_queries
from betterthan.data.predictions import Predictions
from betterthan.data.scores import Scores
from betterthan.data.scoring import FITTING
from betterthan.data.thresholds import at_threshold
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Metric, PerQuery
from betterthan.numerics.metrics.table import METRICS
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.protocol import Comparable
    from betterthan.data.reading.held_out import HeldOut
    from betterthan.vocabulary import Calibration, OutputKind

Held = TypeVar("Held", bound="Scores | Comparable | MetricTable")

TAKES_LOSS = ("compare", "rank", "question")
"""The functions with an argument `loss=`."""


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """How predictions are scored.

    Parameters:
        loss: the loss; None if none was named.
        cost: what the loss `cost` costs.
        truth: the column of what is true, of a table that is still to be read.
        metric: the metric of the whole test set; None if none was named.
        held_out: a share of the cases to hold out, the column that says which are, or a second table of such cases.
        calibrate: how probabilities are mended on the cases held out.
        operating_point: by what a threshold is chosen on them, as in `missed=0.08`.
    """

    loss: LossLike | None = None
    cost: Costs | None = None
    truth: Sequence[str] | str | None = None
    metric: MetricLike | None = None
    held_out: HeldOut | None = None
    calibrate: Calibration | None = None
    operating_point: str | Mapping[str, float] | None = None

    @property
    def said(self) -> bool:
        """Whether anything was said, so that there must be predictions."""
        return any(getattr(self, each.name) is not None for each in fields(self))

    @property
    def only_metric(self) -> str | None:
        """The name of the metric, if nothing else was said: then a score of that name may be meant."""
        given = [each.name for each in fields(self) if getattr(self, each.name) is not None]
        return self.metric if given == ["metric"] and isinstance(self.metric, str) else None


NOT_SCORED = Scoring()


def scored(data: Any, other: object, scoring: Scoring, asker: str, settings: Mapping[str, Any]) -> Scores | MetricTable:
    """Predictions as scores, or with their metric; what is still to be read is read as predictions.

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
    known = prepared(_predictions(data, other, scoring, asker), scoring)
    if scoring.metric is not None and scoring.loss is not None:
        raise ArgumentError("`loss=` scores each case, `metric=` the whole test set: leave out one of the two.")
    if isinstance(scoring.metric, str) and isinstance(of_queries := _named(scoring.metric), PerQuery):
        return scores_of_queries(known, of_queries)
    if scoring.metric is not None:
        return measured(known, scoring.metric, higher_is_better=higher_is_better)
    if scoring.loss is None:
        raise ArgumentError(no_loss(known, asker))
    return known.scores(scoring.loss, cost=scoring.cost, higher_is_better=higher_is_better)


def _named(metric: str) -> Metric | PerQuery | None:
    return METRICS.named(metric) if metric in METRICS else None


def prepared(predictions: Predictions, scoring: Scoring) -> Predictions:
    """Predictions as they are compared: calibrated, or as labels by a threshold.

    Parameters:
        predictions: truth and outputs.
        scoring: what the user asked for.
    """
    made = predictions
    if scoring.calibrate is not None:
        made = calibrated(made, scoring.calibrate)
    if scoring.operating_point is not None:
        made = at_threshold(made, **_operating_point(scoring.operating_point))
    return made


def _operating_point(given: str | Mapping[str, float]) -> dict[str, float]:
    """`missed=0.08` in a text, as on the command line, or by name."""
    if not isinstance(given, str):
        return dict(given)
    name, equals, value = given.partition("=")
    try:
        return {name.strip().replace("-", "_"): float(value)} if equals else {}
    except ValueError:
        raise ArgumentError(
            f"`operating_point` is `cost=5`, `missed=0.08` or `false_alarms=0.05`; got {given!r}."
        ) from None


def _predictions(data: Any, other: object, scoring: Scoring, asker: str) -> Predictions:
    if isinstance(data, Predictions):
        if other is not None or scoring.truth is not None:
            named = "a second table" if other is not None else "`truth=`"
            raise ArgumentError(f"`{asker}` was given predictions, and {named} besides: give it to `bt.predictions`.")
        return data if scoring.held_out is None else _held_apart(data, scoring.held_out)
    from betterthan.data.reading.predictions import Said, read_predictions
    from betterthan.data.reading.roles import Wanted

    if other is not None and not (_is_path(data) and _is_path(other)):
        raise ArgumentError(
            f"`{asker}` takes a loss for one table that holds truth and outputs: put them into one, with a column for "
            "each model."
        )
    source = data if other is None else [data, other]
    likely = kind_taken(scoring.loss) or kind_measured(scoring.metric)
    return read_predictions(source, Wanted(), Said(truth=scoring.truth, held_out=scoring.held_out, likely=likely))


def _held_apart(predictions: Predictions, held_out: HeldOut) -> Predictions:
    """Predictions that were read already, with a share of them or a second table held out."""
    from betterthan.data.reading.held_out import share_in
    from betterthan.data.reading.predictions import Said, apart_of
    from betterthan.data.reading.roles import Wanted

    if share_in(held_out) is None and isinstance(held_out, str) and not Path(held_out).is_file():
        if predictions.held_out is not None and predictions.called.get("held_out") == held_out:
            return predictions
        raise ArgumentError(
            f"No column `{held_out}` says which cases are held out, and no file is called so. Give a column to "
            f'`bt.predictions`, as in `held_out="{held_out}"`; or a share, as in `held_out=0.3`, or a second table.'
        )
    called = predictions.called
    roles = {role: name for role, name in called.items() if role not in ("truth", "weight", "held_out")}
    said = Said(truth=called.get("truth"), weight=called.get("weight"))
    return apart_of(predictions, held_out, Wanted(roles), said)


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


def kind_measured(metric: MetricLike | None) -> OutputKind | None:
    """The same of a metric.

    Parameters:
        metric: the metric, if one was named.
    """
    known = METRICS.named(metric) if isinstance(metric, str) and metric in METRICS else metric
    return "values" if isinstance(known, Metric) and known.takes == "values" else None


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
    whole = (
        f", or with a metric of the whole test set: `metric={METRIC_OF[predictions.kind]}`"
        if asker in TAKES_LOSS
        else ""
    )
    return f"`{asker}` was given predictions. Say how they are scored, with a loss {known}: {how}{whole}."


METRIC_OF = {
    "labels": '"f1-macro"',
    "probabilities": '"auroc"',
    "score": '"auroc"',
    "values": '"rmse"',
    "multilabel": '"multilabel-f1-macro"',
    "texts": "function",
}


def with_rope_advice(scores: Held, rope: object) -> Held:
    """Scores of a loss with advice on the rope, where the user gave none.

    Parameters:
        scores: scores, or a table.
        rope: the rope that was given.
    """
    if rope is not None or not isinstance(scores, Scores) or not scores.advice:
        return scores
    return replace(scores, notes=(*scores.notes, f"On the rope: {scores.advice}"))
