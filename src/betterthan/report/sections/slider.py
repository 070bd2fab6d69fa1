"""The slider of a page: the rope and the threshold can be moved, and the answer follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.report.blocks import Blocks, Live, LiveFigure, LiveWords
from betterthan.words.facts import on_one_more_task
from betterthan.words.rankings import PAIRS_COUNTED
from betterthan.words.verdicts import verdict_templates

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.further import Further, LiveDensity, LiveNumbers

READ_OTHERWISE = "The areas are those of {}; the verdict rests on the reading {}."


def slider(comparison: Comparison, further: Further) -> Blocks:
    """The slider for the verdict of one comparison, below the density of its posterior."""
    numbers, posterior = further.live, comparison.posterior
    if numbers is None or posterior is None:
        return ()
    words = LiveWords(verdict_templates(comparison), "")
    figure = None if further.density is None else _figure(further.density, comparison)
    above = posterior.parameter.first_is == "above"
    return (Live("How the answer depends on the rope", numbers, words, figure, above, *_positions(numbers)),)


def slider_of_pairs(further: Further) -> Blocks:
    """The slider for the table of pairs."""
    numbers = further.live
    if numbers is None:
        return ()
    words = LiveWords({}, PAIRS_COUNTED)
    return (Live("How the pairs depend on the rope", numbers, words, None, True, *_positions(numbers)),)


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
        ends=(f"{parameter.null + density.low:.4g}", f"{parameter.null + density.high:.4g}"),
        name=name if comparison.higher_is_better else f"{name}, losses turned",
        remark=READ_OTHERWISE.format("population", reading) if reading == "winner" else "",
    )
