"""The cheapest numbers of two kinds of units, such as seeds and cases, that are enough for an aim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.plan import Mix
from betterthan.asking.planning import Means, formula_of_gate
from betterthan.errors import ArgumentError
from betterthan.numerics.assurance import Pilot
from betterthan.numerics.given import given_number
from betterthan.numerics.planned_error import Costs, cheapest
from betterthan.numerics.t_power import MOST, power_of_test, smallest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from betterthan.asking.pilot import Basis
    from betterthan.asking.planning import Aim

SINGULAR = {
    "cases": "case",
    "seeds": "seed",
    "judges": "judge",
    "clusters": "cluster",
    "epochs": "epoch",
    "scores": "score",
}
"""What a kind is called where one of it costs something."""
EACH = "score"
"""What each pair of two crossed kinds costs: one score."""


def costs_of(given: Mapping[str, float] | None, basis: Basis) -> Mapping[str, float] | None:
    """What one more unit of both kinds costs, if that was said and there are two kinds.

    Parameters:
        given: costs by the name of a unit.
        basis: what the plan rests on.
    """
    if given is None:
        return None
    if basis.spread is None or basis.pair is None:
        raise ArgumentError(
            "`cost=` chooses between two kinds of units: it needs a pilot with every seed on every case, with cases in "
            "clusters or with several answers to each case, or `icc=` and `per_cluster=`."
        )
    kinds = [SINGULAR[name] for name in basis.pair[:2]]
    known = [*kinds] if basis.pair[2] else [*kinds, EACH]
    found = {SINGULAR.get(name, name): given_number("cost", value) for name, value in dict(given).items()}
    for name, value in found.items():
        if name not in known or value < 0:
            raise ArgumentError(
                f"`cost=` takes what one more {' or '.join(known)} costs, 0 or more; got {name}={value:g}."
            )
    lacking = [name for name in kinds if name not in found]
    if lacking or not any(found.values()):
        example = ", ".join(f'"{name}": 1' for name in kinds)
        raise ArgumentError(f"`cost=` needs the costs of both kinds, as in {{{example}}}; one of them is above 0.")
    return found


def cheapest_mix(
    basis: Basis, aim: Aim, power: float, effect: float, tested_effect: float, costs: Mapping[str, float]
) -> Mix | None:
    """The numbers that cost least of those that have the power at the stated effect.

    Parameters:
        basis: what the plan rests on.
        aim: what is to be said.
        power: the chance that is wanted.
        effect: the true difference for a verdict.
        tested_effect: the one for a test, which is what is planned for without a rope.
        costs: what one more of each kind costs.
    """
    if basis.spread is None or basis.pair is None:
        return None
    first, second, nested = basis.pair
    one, other = costs[SINGULAR[first]], costs[SINGULAR[second]]
    price = Costs(one, 0.0, other) if nested else Costs(one, other, costs.get(EACH, 0.0))

    gated = aim.goal == "not-worse"

    def enough(error: float, df: float) -> bool:
        if gated:
            return formula_of_gate(aim, Pilot(effect, 0.0), max(error, 1e-12), min(df, MOST) + 1, basis.lost) >= power
        if aim.judges:
            return aim.power(effect, error, df) >= power
        return power_of_test(tested_effect, error, df, level=aim.level) >= power

    numbers = cheapest(basis.spread, price, enough, least_second=1 if nested else 2) if enough(0.0, 1e9) else None
    if gated and numbers is not None:
        numbers = _by_the_gate(basis, aim, power, effect, numbers)
    total = None if numbers is None else price.of(*numbers)
    return Mix((first, second), numbers, total, dict(costs), "verdict" if aim.judges else "test", nested)


def _by_the_gate(
    basis: Basis, aim: Aim, power: float, effect: float, numbers: tuple[int, int]
) -> tuple[int, int] | None:
    """The number of the first kind by the gate's own rule, beside the number of the second that a formula found."""
    first, second = numbers
    if basis.spread is None:
        return numbers
    rule = Means(aim, basis.spread.growing_first(second), lost=basis.lost)
    found = smallest(lambda n: rule.verdict(n, effect) >= power, first)
    return None if found is None else (found, second)
