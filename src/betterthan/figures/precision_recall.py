"""Precision-recall curves of two models, with a band for their difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.data.metric_table import MetricTable
from betterthan.figures.two_curves import table_of, two_curves
from betterthan.numerics.metrics.curves import precision_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def precision_recall(found: Comparison | MetricTable, *, ax: Axes | None = None) -> Axes:
    """Draw how many of the cases that each model calls positive are so, over the share of positives that it finds.

    Parameters:
        found: a comparison by `auroc` or `average-precision`, or its predictions.
        ax: matplotlib axes to draw on; new ones if None.
    """
    names = {"x": "recall (share of the positive cases found)", "y": "precision (share of the calls that are right)"}
    return two_curves(table_of(found, "precision_recall"), precision_curve, ax, **names, chance=False)
