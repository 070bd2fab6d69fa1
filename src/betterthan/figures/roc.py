"""ROC curves of two models, with a band for their difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.data.metric_table import MetricTable
from betterthan.figures.two_curves import table_of, two_curves
from betterthan.numerics.metrics.curves import roc_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def roc(found: Comparison | MetricTable, *, ax: Axes | None = None) -> Axes:
    """Draw the share of positive cases that each model finds over the share of false alarms.

    Parameters:
        found: a comparison by `auroc` or `average-precision`, or its predictions.
        ax: matplotlib axes to draw on; new ones if None.
    """
    names = {"x": "false alarms (share of the negative cases)", "y": "found (share of the positive cases)"}
    return two_curves(table_of(found, "roc"), roc_curve, ax, **names, chance=True)
