"""Chosen losses: which loss is meant by a name, a function, or costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from betterthan.errors import ArgumentError
from betterthan.numerics.given import given_number, shown
from betterthan.numerics.loss_table import LOSSES, Loss, cost_loss
from betterthan.numerics.losses import cost_ratio
from betterthan.phrases import counted, joined, listing

LossLike: TypeAlias = str | Loss | Callable[[Any, Any], Any]
"""The name of a loss, a loss, or a function of truth and output that gives a number for each case."""
Costs: TypeAlias = float | Mapping[tuple[Any, Any], float]
"""How many times a false alarm a missed positive costs, or what each error costs: `{(truth, said): cost}`."""

COST = "cost"


def chosen_loss(
    loss: LossLike, classes: Sequence[str], *, cost: Costs | None = None, higher_is_better: bool | None = None
) -> Loss:
    """The loss that is meant.

    Parameters:
        loss: the name of a loss, a loss, or a function.
        classes: the classes that costs may speak of.
        cost: what the loss `cost` costs.
        higher_is_better: of a function, whether it gives a score and no loss.
    """
    found = _cost(cost, classes) if loss == COST else _without_costs(loss, cost)
    return _with_direction(found, higher_is_better)


def _without_costs(loss: LossLike, cost: Costs | None) -> Loss:
    if isinstance(loss, Loss):
        _refuse_costs(f"`{loss.name}`", cost)
        return loss
    if isinstance(loss, str):
        _refuse_costs(f"`{loss}`", cost)
        return LOSSES.named(loss)
    if not callable(loss):
        raise ArgumentError(
            f"`loss=` takes the name of a loss ({listing(LOSSES.names(), limit=30)}), or a function of truth and "
            f"output that gives a number for each case; got {shown(loss)}."
        )
    _refuse_costs("your function", cost)
    return _of_function(loss)


def _of_function(function: Callable[[Any, Any], Any]) -> Loss:
    name = getattr(function, "__name__", type(function).__name__)
    called = "own loss" if name == "<lambda>" else name
    return Loss(called, called, "any", function, meaning="by your function")


def _refuse_costs(loss: str, cost: Costs | None) -> None:
    if cost is not None:
        raise ArgumentError(f'`cost=` belongs to `loss="{COST}"`; the loss is {loss}. Leave out one of the two.')


def _cost(cost: Costs | None, classes: Sequence[str]) -> Loss:
    """The loss of these costs; a missing one, and one of a class that there is not, is refused by name."""
    if cost is None:
        raise ArgumentError(
            f'`loss="{COST}"` needs to know what errors cost: `cost={{(truth, said): cost}}` for every kind of error, '
            "or of two classes how many times a false alarm a missed positive costs, as in `cost=5`."
        )
    if isinstance(cost, Mapping):
        return _of_matrix(cost, classes)
    ratio = given_number("cost", cost)
    _refuse_several(classes)
    if not ratio > 0:
        raise ArgumentError(f"`cost=` must be above 0: a missed positive costs something; got {ratio:g}.")
    return cost_loss(cost_ratio(ratio), COST, f"a false alarm costs 1, a missed positive {ratio:g}")


def _refuse_several(classes: Sequence[str]) -> None:
    if len(classes) != 2:
        raise ArgumentError(
            f"One number says what errors cost where there are two classes; there are {len(classes)}: "
            f"{listing(classes)}. Give `cost={{(truth, said): cost}}` for every kind of error."
        )


def _of_matrix(cost: Mapping[tuple[Any, Any], float], classes: Sequence[str]) -> Loss:
    costs = np.full((len(classes), len(classes)), np.nan)
    np.fill_diagonal(costs, 0.0)
    for key, value in cost.items():
        costs[_places(key, classes)] = given_number("cost", value)
    lacking = [(classes[i], classes[j]) for i, j in np.argwhere(np.isnan(costs))]
    if lacking:
        raise ArgumentError(
            f"`cost=` does not say what {counted(len(lacking), 'kind')} of error cost{'s' * (len(lacking) == 1)}: "
            f"{_pairs(lacking)} (truth, said). Give a number for each."
        )
    if (costs < 0).any() or not costs.any():
        raise ArgumentError("`cost=` takes costs of at least 0, and some above 0.")
    told = [((classes[i], classes[j]), costs[i, j]) for i, j in np.argwhere(costs > 0)]
    shown_costs = joined([f"{value:g} for {said} where {truth} is true" for (truth, said), value in told[:6]])
    return cost_loss(costs, COST, f"{shown_costs}{'' if len(told) <= 6 else ', …'}")


def _places(key: object, classes: Sequence[str]) -> tuple[int, int]:
    if not isinstance(key, tuple) or len(key) != 2:
        raise ArgumentError(f"`cost=` has keys (truth, said); got {shown(key)}.")
    named = [str(each) for each in key]
    for name in named:
        if name not in classes:
            raise ArgumentError(f"`cost=` speaks of the class `{name}`; there are {listing(classes, limit=30)}.")
    return classes.index(named[0]), classes.index(named[1])


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    rest = len(pairs) - 6
    return ", ".join(f"(`{truth}`, `{said}`)" for truth, said in pairs[:6]) + (f" and {rest} more" if rest > 0 else "")


def _with_direction(loss: Loss, higher_is_better: bool | None) -> Loss:
    """A function may give scores; what is known of a loss by name need not be said, and cannot be changed."""
    known = loss.higher_is_better or bool(loss.gain)
    if higher_is_better is None or higher_is_better == known:
        return loss
    if loss.takes != "any":
        better = "higher" if known else "lower"
        raise ArgumentError(
            f"`higher_is_better={higher_is_better}`: {better} {loss.gain or loss.title} is better. Leave it out."
        )
    return replace(loss, higher_is_better=higher_is_better)
