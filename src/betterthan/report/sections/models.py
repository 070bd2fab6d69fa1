"""The two models, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import joined
from betterthan.report.blocks import Blocks, Table
from betterthan.words.columns import digits_of
from betterthan.words.numbers import interval_name

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def models(comparison: Comparison) -> Blocks:
    """One row per model, in the scores' own units."""
    shown = [model for model in comparison.models if None not in (model.mean, model.interval)]
    if not shown:
        return ()
    kinds = joined(tuple(dict.fromkeys(interval_name(each.interval) for each in shown if each.interval is not None)))
    digits = digits_of([model.mean for model in shown], [model.interval for model in shown])
    if comparison.metric is not None:
        own = [(each.name, f"{each.n:,}", digits.of(each.mean), digits.ends(each.interval)) for each in shown]
        return (Table("Models", ("model", comparison.unit, comparison.metric, kinds), tuple(own), key="models"),)
    rows = tuple(
        (model.name, f"{model.n:,}", digits.of(model.mean), digits.of(model.sd), digits.ends(model.interval))
        for model in shown
    )
    return (Table("Models", ("model", "n", "mean", "sd", f"{kinds} of the mean"), rows, key="models"),)
