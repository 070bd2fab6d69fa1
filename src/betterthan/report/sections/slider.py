"""The slider of a page: the rope and the threshold can be moved, and the answer follows."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

import numpy as np

from betterthan.report.blocks import Blocks, Live, LiveFigure, LiveWords, Tick
from betterthan.words.claims import label_templates, templates
from betterthan.words.facts import on_one_more_task
from betterthan.words.numbers import number
from betterthan.words.pairs import PAIRS_COUNTED
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.further import Further, LiveDensity, LiveNumbers

BY_PAIR = "Only the table of pairs follows these controls; everything else on this page stays as computed."
BY_JOINT = (
    "Only the probabilities of the joint model and the verdicts in the table of pairs follow these controls. Each pair "
    "alone, the headline, the ranking, the tiers and the pictures stay as computed."
)
READ_OTHERWISE = "The areas are those of {}; the verdict rests on the reading {}."


def slider(comparison: Comparison, further: Further) -> Blocks:
    """The slider for the verdict of one comparison, below the density of its posterior."""
    numbers = further.live
    if numbers is None:
        return ()
    found = judged(comparison)
    words = LiveWords(templates(found), "", found.whose, found.by_a_rope, label_templates(found))
    figure = None if further.density is None else _figure(further.density, comparison)
    return (Live("How the answer depends on the rope", numbers, words, figure, *_positions(numbers)),)


def slider_of_pairs(further: Further, *, by_joint: bool) -> Blocks:
    """The slider for the table of pairs, which moves what their verdicts rest on."""
    numbers = further.live
    if numbers is None:
        return ()
    words, moves = LiveWords({}, PAIRS_COUNTED), BY_JOINT if by_joint else BY_PAIR
    return (Live("How the pairs depend on the rope", numbers, words, None, *_positions(numbers), moves),)


def _positions(numbers: LiveNumbers) -> tuple[float, float, float]:
    """Largest position, step and first position of the slider."""
    factors = numbers.factors
    if numbers.stepped:
        return len(factors) - 1, 1, factors.index(numbers.start)
    return factors[-1], 0.01, numbers.start


def _figure(density: LiveDensity, comparison: Comparison) -> LiveFigure:
    across = np.linspace(0.0, 1.0, len(density.heights))
    points = " ".join(f"{x:.4f},{1 - height:.4f}" for x, height in zip(across, density.heights, strict=True))
    parameter, reading = density.parameter, comparison.decision.reading if comparison.decision else ""
    name = on_one_more_task(parameter) if density.one_more_task else parameter.name
    return LiveFigure(
        points=points,
        low=density.low,
        high=density.high,
        ticks=_ticks(density),
        null=_tick(parameter.null, density) if density.low <= 0 <= density.high else None,
        name=name if comparison.higher_is_better or parameter.null else f"{name}, losses turned",
        remark=READ_OTHERWISE.format("population", reading) if reading == "winner" else "",
    )


MOST_TICKS = 7
"""On a phone there is room for no more."""


def _ticks(density: LiveDensity) -> tuple[Tick, ...]:
    """Round numbers along the axis, no difference among them where it is in range."""
    null = density.parameter.null
    return tuple(_tick(x, density) for x in round_numbers(null + density.low, null + density.high))


def round_numbers(low: float, high: float) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten.

    >>> round_numbers(-0.05, 0.25), round_numbers(0.31, 0.69)
    ([-0.05, 0.0, 0.05, 0.1, 0.15, 0.2, 0.25], [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65])
    """
    power = 10.0 ** floor(log10((high - low) / MOST_TICKS))
    slack = 1e-9  # a bound that is a round number but for rounding
    for step in (power, 2 * power, 5 * power, 10 * power, 20 * power):
        first, last = ceil(low / step - slack), floor(high / step + slack)
        if last - first < MOST_TICKS:
            break
    digits = max(0, 1 - floor(log10(step)))
    return [round(k * step, digits) for k in range(first, last + 1)]


def _tick(x: float, density: LiveDensity) -> Tick:
    width = density.high - density.low
    near_zero = abs(x) < 1e-9 * width  # a locator's 0 may be a rounding error
    return Tick((x - density.parameter.null - density.low) / width, number(0.0 if near_zero else x))
