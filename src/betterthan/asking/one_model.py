"""One model: what `compare` answers where there is nothing to compare it with but, perhaps, a published number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.asking.estimate import estimate
from betterthan.data.comparable import with_own_scores
from betterthan.data.several_metrics import several_are_read
from betterthan.errors import ArgumentError, PairingError
from betterthan.phrases import listing, unknown_name

if TYPE_CHECKING:
    from betterthan.answers.estimate import Estimate
    from betterthan.asking.settings import Settings
    from betterthan.data.protocol import Comparable
    from betterthan.data.scores import Scores
    from betterthan.vocabulary import Repeats

OF_FOLDS = "test_fraction"
"""The one option of procedures that one model has, too: how much training data its folds share."""


class Number(NamedTuple):
    """A published number as `compare` is given it."""

    value: float | None
    n: int | None
    standard_error: float | None

    @property
    def given(self) -> bool:
        """Whether anything was said of one."""
        return any(each is not None for each in self)


def one_model(
    data: Scores | Comparable,
    model: str | None,
    settings: Settings,
    number: Number,
    not_for_one: Mapping[str, Any],
    *,
    repeats: Repeats,
) -> Estimate:
    """The estimate of one model; what is only for a comparison of two is refused.

    Parameters:
        data: the scores.
        model: the model that was named; None takes the only one.
        settings: what the user asked for.
        number: the published number.
        not_for_one: further arguments that make no sense for one model, if they are given.
        repeats: as in `pair`.
    """
    if model is not None and model not in data.models:
        raise ArgumentError(unknown_name("model", model, data.models))
    two = {**not_for_one, "procedure": settings.procedure, "reading": settings.reading, **_of_procedures(settings)}
    if number.given:
        _refuse_for_two(two)
    else:
        _refuse_comparison(data, {**two, **_judging(settings)})
    if model is None and len(data.models) > 1:
        raise ArgumentError(
            f"A published number is compared with one model; here are {len(data.models)} ({listing(data.models)}). "
            "Name one with `first=`."
        )
    judged = {} if not number.given else {**_judging(settings), "rule": settings.rule}
    return estimate(
        with_own_scores(data, "estimate"),
        model,
        level=settings.level,
        against=number.value,
        against_n=number.n,
        against_sd=number.standard_error,
        test_fraction=settings.options.get(OF_FOLDS),  # type: ignore[arg-type]
        repeats=repeats,
        **judged,
    )


def _judging(settings: Settings) -> dict[str, Any]:
    own = None if several_are_read() else settings.threshold  # which is then not the user's
    return {"rope": settings.rope, "threshold": own, "loss_matrix": settings.loss_matrix}


def _of_procedures(settings: Settings) -> dict[str, Any]:
    return {name: value for name, value in settings.options.items() if name != OF_FOLDS}


def _refuse_for_two(given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if value is not None:
            raise ArgumentError(
                f"`{name}=` is for two models; a published number is compared with one of them. Leave out one of "
                "the two."
            )


def _refuse_comparison(data: Scores | Comparable, given: Mapping[str, Any]) -> None:
    """Who asks for more than a mean has a comparison in mind, and must know that there is nothing to compare."""
    asked = next((name for name, value in given.items() if value is not None), None)
    if asked is None:
        return
    source = getattr(data, "source", "This table")
    raise PairingError(
        f"{source} holds the scores of one model only ({listing(data.models)}); `{asked}=` is for a comparison, which "
        "needs two. Add the other model's scores (several files may be given), name the right column with "
        '`model="NAME"`, or compare with a published number: `against=`.'
    )
