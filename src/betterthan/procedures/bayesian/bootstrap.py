"""How large is the difference, if nothing is assumed about the law of the cases?

Model: the population is made of the differences that were seen, with unknown shares w. Their posterior under the
non-informative limit of the Dirichlet process is Dirichlet(1, …, 1), the Bayesian bootstrap.

    Δ = Σ w_j d_j,   w ~ Dirichlet(1, …, 1)

The law of Δ is computed by inverting its characteristic function, so there is no Monte Carlo error. It is at home with
ties and with any shape; like `bayes_t` it speaks of the mean.

A metric of the whole test set (AUROC, F1, RMSE, …) is no mean: there w are the weights of the cases, or of the
clusters that they belong to, the same for both models, and Δ = metric(first, w) - metric(second, w) is drawn. Draws by
C clusters are spread about their mean by t/z·√((C+1)/(C-1)), t and z the 0.975 quantiles of Student's t with C-1
degrees of freedom and of the normal law, since the weights alone vary too little.

When not to use it: fewer than 30 units (its 95% interval covers 0.86 with 10), or fewer than 30 cases of the rarer
class for AUROC and average precision; 0/1 scores (use `bayes_mcnemar`); folds that share training data.

References: Rubin (1981); Gil-Pelaez (1951).
"""

from __future__ import annotations

from math import floor, log10

import numpy as np

from betterthan.arrays import Array
from betterthan.data.metric_table import MetricTable
from betterthan.data.moments import moments
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import NeedsNotMet
from betterthan.numerics.dirichlet_mean import dirichlet_mean
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences
from betterthan.procedures.shared.metric_draws import PRIOR, posterior_draws
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.laws.drawn_values import DrawnValues
from betterthan.results.laws.tabulated import Tabulated


@procedure(
    title="the Bayesian bootstrap",
    needs=Needs(units=5, every_unit=True, differences="varying", takes="both"),
    cites=("rubin1981",),
    assumes=(),
    counterpart="delong",
    counterparts=("bootstrap", "permutation"),
    cost="quadrature",
    least_draws=100,
)
def bayes_bootstrap(
    table: PairedUnits | MetricTable, *, draws: int | None = None, rng: int | np.random.Generator | None = None
) -> DifferencePosterior:
    """Posterior of the mean difference, or of the difference of a metric, without a law for the cases.

    Parameters:
        table: paired scores of two models, or their predictions with a metric.
        draws: of a metric, number of draws; None takes 20,000, fewer of more than 10,000 cases. A mean needs none.
        rng: seed or generator of the draws; None is seed 0.

    >>> import numpy as np
    >>> posterior = bayes_bootstrap.from_differences(np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.1]))
    >>> round(posterior.mean, 3), round(posterior.direction().first, 3)
    (0.05, 1.0)
    """
    if isinstance(table, MetricTable):
        return _of_metric(table, draws, rng)
    return from_differences(table.differences())


def _of_metric(table: MetricTable, draws: int | None, rng: int | np.random.Generator | None) -> DifferencePosterior:
    values, undefined = posterior_draws(table, draws, rng)
    differences = np.sort(values[:, 0] - values[:, 1])
    if np.ptp(differences) <= ROUNDING * np.abs(values).max():
        raise NeedsNotMet(
            f"`bayes_bootstrap` needs a difference that the cases decide; the {table.metric.title} of "
            f"`{table.models[0]}` and `{table.models[1]}` differs by {differences[0] + 0.0:.6g} however the cases are "
            "weighted, as where both put them in the same order or say the same class, which would leave no doubt. "
            "Compare models that differ in it, or compare a loss of each case."
        )
    differences = _short(differences)
    below = np.array([(differences < 0).mean(), 0.5])  # the bound of a rope may halve them
    return DifferencePosterior(
        DrawnValues(differences),
        "bayes_bootstrap",
        Parameter(f"difference of the {table.metric.title}"),
        prior=PRIOR,
        diagnostics=Diagnostics(
            "Monte Carlo: weights of the cases" if table.clusters is None else "Monte Carlo: weights of the clusters",
            error=error_of_shares(below, len(differences)),
            figures={"draws": float(len(differences)), "undefined draws": float(undefined)},
        ),
        observed=float(np.subtract(*table.oriented(table.values))),
    )


def _short(draws: Array) -> Array:
    """The draws with six digits of their spread, which is all that they tell, so that a document stays small."""
    return np.round(draws, 5 - floor(log10(draws.std())))


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
