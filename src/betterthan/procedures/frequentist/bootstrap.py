"""How far apart may the two models be in a metric of the whole test set, as far as drawing other cases would tell?

Model: the cases (or the clusters that they belong to) are independent draws. As many are drawn again, with replacement,
the same for both models, and the metric is computed of each sample. `percentile` takes the quantiles of the differences
as the interval; `bca` shifts them for their bias z₀ and for how fast their spread changes, a (from leaving out each
unit):

    quantile Φ(z₀ + (z₀ + z)/(1 - a(z₀ + z)))   in place of   Φ(z)

The p-value is that of the interval whose bound is 0. Draws by C clusters are spread about their mean by t/z·√(C/(C-1)),
as in `bayes_bootstrap`. `stratified` draws from each class as many as it has.

When not to use it: fewer than 30 cases or clusters; for probabilities of practical equivalence use `bayes_bootstrap`.

References: Efron (1987); DiCiccio and Efron (1996).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from scipy.special import ndtr, ndtri

from betterthan.arrays import Array
from betterthan.data.metric_table import MetricTable
from betterthan.errors import ArgumentError
from betterthan.numerics.case_weights import leave_one_out
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.phrases import unknown_name
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.metric_draws import drawn, resampled
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative

Variant: TypeAlias = Literal["percentile", "bca"]


class Shift(NamedTuple):
    """What `bca` allows for: the bias, in standard errors, and the acceleration. Both are 0 for `percentile`."""

    bias: float = 0.0
    acceleration: float = 0.0

    def quantile(self, p: float) -> float:
        """Which quantile of the draws stands for p."""
        z = self.bias + float(ndtri(p))
        return float(ndtr(self.bias + z / (1 - self.acceleration * z)))

    def level(self, share: float) -> float:
        """For which p a share of the draws is the quantile."""
        z = float(ndtri(share)) - self.bias
        return float(ndtr(z / (1 + self.acceleration * z) - self.bias))


@procedure(
    title="the paired bootstrap",
    p_says=("It says at which level the interval of the resampled differences just reaches 0; it is no exact test."),
    needs=Needs(units=5, takes="a metric"),
    cites=("efron1987", "diciccio1996"),
    assumes=(),
    cost="Monte Carlo",
    least_draws=100,
)
def bootstrap(
    table: MetricTable,
    *,
    variant: Variant = "percentile",
    stratified: bool = False,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    draws: int | None = None,
    rng: int | np.random.Generator | None = None,
) -> NullTest:
    """Interval of the difference of a metric by resampling the cases.

    Parameters:
        table: predictions of two models with a metric.
        variant: `percentile`, or `bca` (bias-corrected and accelerated).
        stratified: whether to resample within each class.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.
        draws: number of samples; None takes 20,000, fewer of more than 10,000 cases.
        rng: seed or generator of the samples; None is seed 0.
    """
    _refuse(table, variant, stratified)
    values, undefined = resampled(table, draws, rng, stratified=stratified)
    differences = np.sort(values[:, 0] - values[:, 1])
    seen = float(np.subtract(*table.oriented(table.values)))
    shift = _shift(table, differences, seen) if variant == "bca" else Shift()
    inside = shift.level(_share_below(differences, 0.0))

    def between(coverage: float) -> Interval:
        tails = [shift.quantile(p) for p in ((1 - coverage) / 2, (1 + coverage) / 2)]
        low, high = np.quantile(differences, tails, method="hazen")
        return Interval(float(low), float(high), coverage, "confidence")

    what = f"difference of the {table.metric.title}"
    return NullTest(
        procedure="bootstrap",
        null=null_against(
            alternative,
            equal=f"the {what} is 0",
            at_most=f"the {what} is at most 0",
            at_least=f"the {what} is at least 0",
        ),
        statistic=seen,
        statistic_name="difference",
        p_value=one_sided(alternative, first=inside, second=1 - inside),
        p_at_most=not differences[0] < 0 < differences[-1],
        alternative=alternative,
        estimate=seen,
        estimate_name=what,
        interval=sided_interval(alternative, level, between),
        diagnostics=Diagnostics(
            f"Monte Carlo: {table.unit} drawn with replacement, {variant} interval",
            error=2 * error_of_shares(np.array([inside]), len(differences)),
            figures={"draws": float(len(differences)), "undefined draws": float(undefined)},
        ),
    )


def _refuse(table: MetricTable, variant: str, stratified: bool) -> None:
    if variant not in get_args(Variant):
        raise ArgumentError(unknown_name("variant", variant, get_args(Variant)))
    if stratified and table.by_class is None:
        raise ArgumentError("`stratified=True` resamples within each class, and the truth here is no class.")
    if stratified and table.clusters is not None:
        raise ArgumentError(
            "Clusters are drawn whole, so classes cannot be resampled one by one: leave out `stratified`."
        )


def _share_below(differences: Array, bound: float) -> float:
    """The share of the draws below, ties half, never 0 or 1: one draw more could be on the other side."""
    share = ((differences < bound).mean() + (differences <= bound).mean()) / 2
    return float(np.clip(share, 1 / (len(differences) + 1), 1 - 1 / (len(differences) + 1)))


def _shift(table: MetricTable, differences: Array, seen: float) -> Shift:
    """Bias from the draws below what was seen, acceleration from the skewness of leaving out each unit."""
    left_out = drawn(table, leave_one_out(len(table.predictions), clusters=table.clusters)).values
    apart = left_out[:, 0] - left_out[:, 1]
    influence = apart.mean() - apart
    spread = float((influence**2).sum()) ** 1.5
    acceleration = float((influence**3).sum()) / (6 * spread) if spread else 0.0
    return Shift(float(ndtri(_share_below(differences, seen))), acceleration)
