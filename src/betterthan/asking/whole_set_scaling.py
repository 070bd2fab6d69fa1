"""How a metric of the whole test set grows: what k times as many cases of the same kind would say of two models.

The metric is a smooth function of the shares of the cases, so its posterior spread falls as 1/√k, and the distance of
the posterior mean from the metric itself, which comes from the curvature of that function, as 1/k. The shape is kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from scipy.special import ndtr, ndtri

from betterthan.errors import ArgumentError
from betterthan.procedures.facts import AtSize, Grown

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.results.null_test import NullTest

HOLDS = "the difference and its posterior, whose spread falls as 1/√k,"


def growing_metric(comparison: Comparison) -> AtSize:
    """The posterior of a comparison by a metric at k times the units, and the test beside it.

    Parameters:
        comparison: two models by a metric, on one task.
    """
    law = None if comparison.posterior is None else comparison.posterior.main_law
    if law is None:
        raise ArgumentError(
            f"Scaling needs a posterior; this comparison used the test `{comparison.procedure}`. Leave out `procedure`."
        )
    return lambda k: Grown(law.narrowed(k), partial(_test, comparison, k))


def _test(comparison: Comparison, k: float) -> NullTest:
    """The test with a statistic that is √k times as large, on the scale of a normal law."""
    beside = comparison.classical
    if beside is None:
        raise ArgumentError(f"This comparison by `{comparison.procedure}` has no classical test to scale.")
    two_sided = beside.alternative == "two-sided"
    z = sqrt(k) * float(ndtri(1 - beside.p_value / (2 if two_sided else 1)))
    return replace(beside, p_value=min(1.0, float(ndtr(-z)) * (2 if two_sided else 1)))
