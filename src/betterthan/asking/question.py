"""question: which question these scores can answer, with which procedure, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.asking.given import Given, Said, asked_or_measured
from betterthan.asking.scored import Scoring
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import any_pair
from betterthan.data.metric_table import MetricTable
from betterthan.judging.question import question as question_of_table
from betterthan.judging.question import question_of_metric

if TYPE_CHECKING:
    from betterthan.data.chosen_loss import Costs, LossLike
    from betterthan.data.measuring import MetricLike
    from betterthan.judging.asked import Question
    from betterthan.vocabulary import Missing, Repeats, Weight


@plain_arguments
def question(
    data: Given,
    other: object = None,
    *,
    first: str | None = None,
    second: str | None = None,
    rope_given: bool = False,
    test_fraction_given: bool = False,
    missing: Missing = "error",
    repeats: Repeats = "error",
    folds: int | None = None,
    cv: int | None = None,
    independent: bool = False,
    n_train: float | None = None,
    n_test: float | None = None,
    higher_is_better: bool | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    loss: LossLike | None = None,
    cost: Costs | None = None,
    truth: Sequence[str] | str | None = None,
    metric: MetricLike | None = None,
    weight: Weight | None = None,
) -> Question:
    """The question that scores can answer; of more than two models, that of the first two that can be compared.

    Parameters:
        data: as in `compare`.
        other: as in `compare`.
        first: the first model of a pair.
        second: the other model.
        rope_given: whether a rope will be given, which is in units of the score.
        test_fraction_given: whether it will be said how much training data the folds share.
        missing: as in `compare`.
        repeats: as in `compare`.
        folds: as in `compare`.
        cv: as in `compare`.
        independent: as in `compare`.
        n_train: as in `compare`.
        n_test: as in `compare`.
        higher_is_better: as in `compare`.
        range: as in `compare`.
        loss: as in `compare`.
        cost: as in `compare`.
        truth: as in `compare`.
        metric: as in `compare`.
        weight: as in `compare`.

    >>> found = question([0.9, 0.7, 0.8], [0.8, 0.7, 0.6], folds=3)
    >>> found.kind, found.procedure
    ('Q2', 'bayes_correlated_t')
    """
    said = Said(
        folds=folds,
        cv=cv,
        independent=independent,
        n_train=n_train,
        n_test=n_test,
        higher_is_better=higher_is_better,
        range=range,
        scoring=Scoring(loss=loss, cost=cost, truth=truth, metric=metric),
        weight=weight,
    )
    scores = asked_or_measured(data, other, asker="question", said=said)
    names = [name for name in (first, second) if name is not None]
    if isinstance(scores, MetricTable):
        return question_of_metric(scores.of_models(tuple(names)) if names else scores)
    table = any_pair(scores, names, missing=missing, repeats=repeats)
    return question_of_table(table, rope_given=rope_given, test_fraction_given=test_fraction_given)
