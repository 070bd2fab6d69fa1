"""By metric: one comparison after the other, and one rule for how many metrics there are.

There is no model of all metrics: they are on scales of their own, and mostly made of the same outputs. So each is
judged by its own posterior, and a claim about one of k needs the probability 1 - (1 - threshold)/k, as a pair needs it
where there is no model of all models: however much the metrics share, false claims about any of them are together no
more frequent than the threshold allows for one. The p-values of all metrics and all their pairs are adjusted together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from itertools import chain, islice
from numbers import Real
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

import numpy as np

from betterthan.answers.by_metric import ByMetric, OfOneMetric, pairs_in
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.estimate import Estimate
from betterthan.asking.comparisons import with_adjusted
from betterthan.asking.joint_verdicts import stricter
from betterthan.asking.settings import Family, Settings
from betterthan.data.direction import checked_direction, lower_is_better_by_name
from betterthan.data.metric_table import MetricTable
from betterthan.data.several_metrics import reading_several
from betterthan.errors import ArgumentError, BetterthanError
from betterthan.judging.ropes import refuse_mixed_scales
from betterthan.numerics.full_score import full_score
from betterthan.numerics.given import given_number
from betterthan.phrases import listing, number, readable, unknown_name
from betterthan.results.rope import RelativeRope, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.vocabulary import Adjustment

P = ParamSpec("P")
Found = TypeVar("Found")


def each_metric(ask: Callable[P, Found]) -> Callable[P, Found]:
    """A function that compares by one metric, as one that takes several.

    Parameters:
        ask: the function; its argument `metric` may then be a list.
    """

    @wraps(ask)
    def asked(*args: P.args, **kwargs: P.kwargs) -> Found:
        metric: Any = kwargs.get("metric")
        if not isinstance(metric, (list, tuple)):
            return ask(*args, **kwargs)
        metrics = _named(metric)

        def by_one(name: str, own: Mapping[str, Any]) -> Any:
            given: dict[str, Any] = {**kwargs, **own, "metric": metrics[name]}
            return ask(*args, **given)

        return cast(Found, by_metric(tuple(metrics), by_one, kwargs))

    return asked


def _named(metrics: Sequence[Any]) -> dict[str, Any]:
    """The metrics by what they are called: names as they are, metrics and functions by their own."""
    names = [str(getattr(each, "name", getattr(each, "__name__", each))) for each in metrics]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ArgumentError(f"`metric=` names `{twice}` twice: once is enough.")
    if not names:
        raise ArgumentError("`metric=` is an empty list: name one metric, or several.")
    return dict(zip(names, metrics, strict=True))


def by_metric(
    metrics: Sequence[str], ask: Callable[[str, Mapping[str, Any]], Any], asked: Mapping[str, Any]
) -> ByMetric:
    """The comparison by each metric, judged and adjusted together.

    Parameters:
        metrics: the metrics, as they are called.
        ask: compares by one of them, with a rope and a threshold of its own.
        asked: the arguments of `compare`, as they were given.
    """
    given, rule = asked.get("threshold"), str(asked.get("rule") or "threshold")
    threshold = None if given is None else given_number("threshold", given)
    settings = Settings(rope=None, rule=rule, threshold=threshold)
    family = Family(adjustment=asked.get("adjust") or "holm")
    ropes = _ropes(asked.get("rope"), metrics)
    _refuse_one_direction(metrics, checked_direction(asked.get("higher_is_better")))
    needed, found = stricter(settings, len(metrics)), []
    with reading_several():
        for name in metrics:
            with _naming(name):
                found.append(_of_models(ask(name, {"rope": ropes[name], "threshold": needed}), len(metrics)))
    if not isinstance(asked.get("rope"), Mapping):
        _refuse_one_rope(asked.get("rope"), metrics, found)
    answers = adjusted_together([one_of_several(each, threshold, len(metrics)) for each in found], family.adjustment)
    return ByMetric(tuple(metrics), answers, stricter(settings, 1), family.adjustment)


def _ropes(rope: Any, metrics: Sequence[str]) -> dict[str, Any]:
    """The rope of each metric: its own, or the one that was given for all."""
    if not isinstance(rope, Mapping):
        shared = rope_from_text(rope) if isinstance(rope, str) else rope
        return dict.fromkeys(metrics, as_rope(float(shared)) if isinstance(shared, Real) else shared)
    unknown = next((name for name in rope if name not in metrics), None)
    if unknown is not None:
        raise ArgumentError(f"`rope=` has a rope for `{unknown}`. {unknown_name('metric', unknown, metrics)}")
    return {name: rope.get(name) for name in metrics}


def _refuse_one_direction(metrics: Sequence[str], said: bool | None) -> None:
    """One word cannot speak of losses and of scores."""
    losses = [name for name in metrics if lower_is_better_by_name(name)]
    if said is not None and 0 < len(losses) < len(metrics):
        others = [name for name in metrics if name not in losses]
        raise ArgumentError(
            f"`higher_is_better={said}` speaks of all metrics, and {listing(losses)} has the name of a loss while "
            f"{listing(others)} has not. Leave it out: logs and names say the direction of each, and the table shows "
            "it."
        )


@contextmanager
def _naming(metric: str) -> Iterator[None]:
    """What goes wrong with a metric is told with its name."""
    try:
        yield
    except BetterthanError as error:
        if f"`{metric}`" not in str(error):
            error.args = (readable(f"Metric `{metric}`: {error}"),)
        raise


def _of_models(found: Any, metrics: int) -> OfOneMetric:
    if isinstance(found, (Comparison, Comparisons)):
        return found
    if isinstance(found, Estimate):
        why = f"these scores are of one (`{found.model}`)"
    else:
        why = f"`{found.procedure}` tests all models at once, by one metric"
    raise ArgumentError(f"{metrics} metrics at once are for comparing models two by two, and {why}: name one metric.")


def _refuse_one_rope(rope: Any, metrics: Sequence[str], found: Sequence[OfOneMetric]) -> None:
    """One number in units of the score means something for several metrics only if they are on one scale."""
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if given is None or isinstance(given, RelativeRope):
        return
    made = as_rope(given)
    if made.scale != "score" or not made.width:
        return
    scales = [full_score(means) if len(means := _means(each)) else None for each in found]
    if scales[0] is not None and len(set(scales)) == 1:
        _refuse_other_units(given, found)
        return
    told = "; ".join(f"`{name}` {_seen(_means(each))}" for name, each in zip(metrics, found, strict=True))
    each_own = ", ".join(f'"{name}": …' for name in metrics)
    raise ArgumentError(
        f"The rope {made.bounds} is one number for {len(metrics)} metrics that are not on one scale: the "
        f"models have {told}. Give each its own, as in `rope={{{each_own}}}`, or none."
    )


def _refuse_other_units(rope: Any, found: Sequence[OfOneMetric]) -> None:
    """A fraction for percent, or the reverse, as for one metric."""
    for table in (each.table for each in found):
        if isinstance(rope, Real) and table is not None and not isinstance(table, MetricTable):
            refuse_mixed_scales(as_rope(float(rope)), table)


def _means(found: OfOneMetric) -> Any:
    return np.array([model.mean for model in found.models if model.mean is not None])


def _seen(means: Any) -> str:
    return f"{number(means.min())} to {number(means.max())}" if len(means) else "not known"


def one_of_several(found: OfOneMetric, threshold: float | None, metrics: int) -> OfOneMetric:
    """What one metric says, as one of several: the threshold that was given is that of a single one.

    Parameters:
        found: what it says.
        threshold: the threshold that the user gave; None for the usual one.
        metrics: how many metrics there are.
    """
    if isinstance(found, Comparisons):
        pairs = tuple(_one_of_several(pair, threshold, metrics) for pair in found.comparisons)
        return replace(found, comparisons=pairs)
    return _one_of_several(found, threshold, metrics)


def _one_of_several(pair: Comparison, threshold: float | None, metrics: int) -> Comparison:
    return replace(
        pair,
        given=None if pair.given is None else pair.given._replace(threshold=threshold, metrics=metrics),
        tasks=tuple(_one_of_several(part, threshold, metrics) for part in pair.tasks),
        groups=tuple(_one_of_several(part, threshold, metrics) for part in pair.groups),
    )


def adjusted_together(answers: Sequence[OfOneMetric], adjustment: Adjustment) -> tuple[OfOneMetric, ...]:
    """The answers with the p-values of all their pairs adjusted together.

    Parameters:
        answers: what each metric says.
        adjustment: how.
    """
    pairs = iter(with_adjusted(tuple(chain.from_iterable(map(pairs_in, answers))), adjustment))
    return tuple(
        replace(each, comparisons=tuple(islice(pairs, len(each)))) if isinstance(each, Comparisons) else next(pairs)
        for each in answers
    )
