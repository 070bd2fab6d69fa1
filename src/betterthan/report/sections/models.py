"""The two models, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words.numbers import interval, number

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def models(comparison: Comparison) -> Blocks:
    """One row per model, in the scores' own units."""
    rows = tuple(
        (model.name, f"{model.n:,}", number(model.mean), number(model.sd), interval(model.interval))
        for model in comparison.models
        if model.mean is not None and model.sd is not None and model.interval is not None
    )
    if not rows:
        return ()
    return (Table("Models", ("model", "n", "mean", "sd", "interval of the mean"), rows, key="models"),)
