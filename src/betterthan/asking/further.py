"""Further: what a page shows beyond the record, computed before the page is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.further import Further
from betterthan.asking.live import live_density, live_numbers, live_numbers_of_pairs
from betterthan.asking.sensitivity import sensitivity
from betterthan.judging.rules.table import rule_named

if TYPE_CHECKING:
    from betterthan.answers.kinds import Answer
    from betterthan.answers.sensitivity import Sensitivity


def further(answer: Answer) -> Further:
    """Other ropes and priors and the numbers of the slider, as far as this answer has them."""
    ask = ASKED.get(type(answer))
    return Further() if ask is None else ask(answer)


def _of_pair(comparison: Comparison) -> Further:
    numbers = live_numbers(comparison)
    density = None if numbers is None else live_density(comparison, numbers)
    return Further(other_ropes(comparison), numbers, density)


def _of_pairs(found: Comparisons) -> Further:
    return Further(live=live_numbers_of_pairs(found))


ASKED: dict[type, Callable[[Any], Further]] = {Comparison: _of_pair, Comparisons: _of_pairs}
"""What finds it, by the type of the answer; other answers have nothing further."""


def other_ropes(comparison: Comparison) -> Sensitivity | None:
    """The comparison over ropes of other widths; None where there is no rope, another rule, or no way to ask."""
    posterior, rope, decision = comparison.posterior, comparison.rope, comparison.decision
    if posterior is None or rope is None or not rope.width or decision is None or decision.threshold is None:
        return None
    if not rule_named(decision.rule).can_vary or not posterior.can_vary or decision.rests_on != "pair":
        return None
    return sensitivity(comparison, threshold=decision.threshold)
