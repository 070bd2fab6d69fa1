"""How large is the typical difference between two predictors on one task, if a few cases may be far out?

Model: the differences d_1 … d_n are independent draws from a Student law whose location Δ, scale σ and degrees of
freedom ν are all unknown; small ν means heavy tails, so outlying cases are believed rather than averaged in.

    d_j ~ Student-t(ν, Δ, σ),   p(Δ) flat,   p(σ) ∝ 1/σ on [s/1000, 1000 s],   ν ~ Gamma(2, rate 0.1), ν ≥ 1

with s = 1.4826 times the median absolute deviation of the d_j (their standard deviation if that is 0).
Δ is a location (the median of the law), not a mean: for skewed differences the two part, and `bayes_t` or
`bayes_bootstrap` speak of the mean. The posterior is integrated deterministically.

When not to use it: 0/1 scores (use `bayes_mcnemar`); where one value makes up more than 30% of the differences the
posterior collapses onto it (use `bayes_bootstrap`); folds that share training data.

References: Kruschke (2013, 2015), sec. 16.2; Williams (2026), sec. 5.3.
"""

from __future__ import annotations

import numpy as np

from betterthan.arrays import Array
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import NeedsNotMet
from betterthan.numerics.student_location import student_location
from betterthan.numerics.ties import TIED_SHARE
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.laws.tabulated import Tabulated

PRIOR = "flat on Δ, 1/σ on [s/1000, 1000 s], ν ~ Gamma(2, 0.1) with ν ≥ 1"
LOCATION = Parameter("location (median) of the differences")


@procedure(
    title="the robust Bayesian t-test",
    needs=Needs(units=3, every_unit=True, differences="varying"),
    cites=("kruschke2013", "williams2026"),
    assumes=("few ties",),
    counterpart="wilcoxon",
    cost="quadrature",
)
def bayes_robust_t(table: PairedUnits) -> DifferencePosterior:
    """Posterior of the location of the differences under a Student law with unknown degrees of freedom.

    Parameters:
        table: paired scores of two models.
    """
    return from_differences(table.differences())


def from_differences(differences: Differences) -> DifferencePosterior:
    """From differences first - second, one per unit.

    >>> posterior = from_differences(np.array([0.1, 0.2, 0.1, 0.15, 0.3, 0.12, 0.22, 50.0]))
    >>> round(posterior.mean, 1)                                      # the outlier does not count for much
    0.2
    """
    _refuse_ties(differences)
    found = student_location(differences)
    return DifferencePosterior(
        Tabulated(found.grid, np.exp(found.log_density), found.cdf, found.mean, found.sd),
        "bayes_robust_t",
        LOCATION,
        PRIOR,
        spread=moments(differences).sd,
        diagnostics=Diagnostics("quadrature", found.error, {"σ mean": found.sigma_mean, "ν mean": found.nu_mean}),
    )


def _refuse_ties(differences: Array) -> None:
    values, counts = np.unique(differences, return_counts=True)
    share = counts.max() / len(differences)
    if share > TIED_SHARE and counts.max() > 1:
        raise NeedsNotMet(
            f"`bayes_robust_t` needs differences without many ties; {values[counts.argmax()]:g} makes up {share:.0%} "
            "of them, and the posterior would collapse onto it. Use `bayes_bootstrap`."
        )
