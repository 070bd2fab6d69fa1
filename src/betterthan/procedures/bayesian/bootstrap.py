"""How large is the mean difference, if nothing is assumed about the law of the differences?

Model: the population is made of the differences that were seen, with unknown shares w. Their posterior under the
non-informative limit of the Dirichlet process is Dirichlet(1, …, 1), the Bayesian bootstrap.

    Δ = Σ w_j d_j,   w ~ Dirichlet(1, …, 1)

The law of Δ is computed by inverting its characteristic function, so there is no Monte Carlo error. It is at home with
ties and with any shape; like `bayes_t` it speaks of the mean.

When not to use it: fewer than 30 units (its 95% interval covers 0.86 with 10); 0/1 scores (use `bayes_mcnemar`); folds
that share training data.

References: Rubin (1981); Gil-Pelaez (1951).
"""

from __future__ import annotations

from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.numerics.dirichlet_mean import dirichlet_mean
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.tabulated import Tabulated

PRIOR = "Dirichlet process with no prior mass (Bayesian bootstrap)"


@procedure(
    title="the Bayesian bootstrap of the mean difference",
    needs=Needs(units=5, every_unit=True, differences="varying"),
    cites=("rubin1981",),
    assumes=(),
    counterpart="permutation",
    cost="quadrature",
)
def bayes_bootstrap(table: PairedUnits) -> DifferencePosterior:
    """Posterior of the mean difference without a law for the differences.

    Parameters:
        table: paired scores of two models.

    >>> import numpy as np
    >>> posterior = bayes_bootstrap.from_differences(np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.1]))
    >>> round(posterior.mean, 3), round(posterior.direction().first, 3)
    (0.05, 1.0)
    """
    return from_differences(table.differences())


def from_differences(differences: Differences) -> DifferencePosterior:
    """From differences first - second, one per unit."""
    law = dirichlet_mean(differences)
    return DifferencePosterior(
        Tabulated(law.x, law.density, law.cdf, law.mean, law.sd),
        "bayes_bootstrap",
        prior=PRIOR,
        spread=moments(differences).sd,
        diagnostics=Diagnostics("quadrature", error=law.error),
    )
