"""How large is the mean difference between two predictors on one task?

Model: the differences d_1 … d_n of the two models' scores are independent draws from a normal law with unknown mean
Δ and unknown variance, both with the usual non-informative prior, p(Δ, σ²) ∝ 1/σ².

    Δ | d  ~  Student-t(n - 1, m, s²/n)          m: mean of the d_j, s: their standard deviation

With `normal_gamma` = (μ0, k0, a, b) the prior is Δ | ν ~ N(μ0, k0/ν), ν = 1/σ² ~ Gamma(a, rate b) instead: μ0 counts
as 1/k0 more differences, and the variance is known beforehand as well as 2a of them would tell it. Then

    Δ | d  ~  Student-t(2a + n, (μ0/k0 + n m)/κ, B/((a + n/2) κ)),      κ = 1/k0 + n,
    B = b + (n - 1)s²/2 + n (m - μ0)²/(2 k0 κ)

and (0, ∞, -1/2, 0) is the prior above (Benavoli et al. 2017: the matching prior).

When not to use it: differences that are all the same (use `bayes_agreement`); 0/1 scores (use `bayes_mcnemar`); folds
that share training data; strongly skewed or heavy-tailed differences with few units (look at the checks; use
`bayes_robust_t`, or `bayes_bootstrap` with many ties).

References: Benavoli et al. (2017), JMLR 18(77), sec. 3.1, with no overlap of training sets; Murphy (2007), sec. 3, for
the Normal–Gamma prior (κ0 = 1/k0); Williams (2026), sec. 5.3, eq. 6.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any, TypeAlias

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.numerics.normal_gamma import NormalGamma, mean_under
from betterthan.phrases import number
from betterthan.procedures.facts import AtSize, Grown, Growth, Robust, UnderPriors
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Differences, Number, PositiveSpread, Units
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import PairResult
from betterthan.results.laws.student_t import StudentT

Prior: TypeAlias = tuple[float, float, float, float]

PRIOR = "flat on Δ and log σ"
FIGURES = ("prior mean", "prior k0", "prior a", "prior b")


def _at_size(table: Paired, result: PairResult) -> AtSize:
    """The same mean and standard deviation of k times the units, under the same prior."""
    mean, sd, n = table.moments()
    prior = _prior_of(result)

    def at(k: float) -> Grown:
        sums: dict[str, Any] = {"mean": mean, "sd": sd, "n": max(2, round(k * n))}
        return Grown(from_summary(**sums, normal_gamma=prior), partial(named("paired_t").from_summary, **sums))

    return at


def _prior_of(result: PairResult) -> Prior | None:
    """The Normal–Gamma prior that a result was made with; None for the non-informative one."""
    known = result.diagnostics.figures
    if FIGURES[0] not in known:
        return None
    mean, k0, a, b = (known[name] for name in FIGURES)
    return mean, k0, a, b


def _under_priors(posterior: DifferencePosterior) -> UnderPriors:
    """Under its own prior and under the non-informative one, from the same mean, standard deviation and number."""
    found, own = {posterior.prior: posterior}, _prior_of(posterior)
    if own is not None and posterior.observed is not None and posterior.spread is not None:
        n = round(posterior.law.df - 2 * own[2]) if isinstance(posterior.law, StudentT) else 0
        found[PRIOR] = from_summary(mean=posterior.observed, sd=posterior.spread, n=n)
    return lambda rope: found


@procedure(
    title="the Bayesian t-test",
    needs=Needs(units=2, differences="varying"),
    cites=("benavoli2017", "williams2026"),
    assumes=("normality", "few ties"),
    counterpart="paired_t",
    robust=(
        Robust("bayes_robust_t", without="normality", estimates="typical difference"),
        Robust("bayes_bootstrap", without="normality", estimates="mean", units=30),  # knows only values that it saw
        Robust("bayes_bootstrap", without="few ties", estimates="mean", units=30),
    ),
    growth=Growth(_at_size),
    priors=_under_priors,
)
def bayes_t(table: Paired, *, normal_gamma: Prior | None = None) -> DifferencePosterior:
    """Posterior of the mean difference of independent, roughly normal differences.

    Parameters:
        table: paired scores of two models.
        normal_gamma: μ0, k0, a and b of a Normal–Gamma prior, in units of the score (the differences first - second);
            None is the non-informative prior.

    >>> posterior = bayes_t.from_summary(mean=0.0659, sd=1.0, n=176)       # Williams (2026), sec. 6.1
    >>> [round(p, 2) for p in posterior.probabilities((-0.1, 0.1))]
    [0.33, 0.66, 0.01]
    """
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n, normal_gamma=normal_gamma)


def from_differences(differences: Differences, *, normal_gamma: Prior | None = None) -> DifferencePosterior:
    """From differences first - second, one per unit; option as in `bayes_t`."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, normal_gamma=normal_gamma)


def from_summary(
    *, mean: Number, sd: PositiveSpread, n: Units, normal_gamma: Prior | None = None
) -> DifferencePosterior:
    """From printed numbers: mean, standard deviation (n - 1) and number of the differences; option as in `bayes_t`."""
    if normal_gamma is not None:
        return _informed(_checked(normal_gamma), mean=mean, sd=sd, n=n)
    law = StudentT(df=n - 1, location=mean, scale=sd / sqrt(n))
    return DifferencePosterior(law, "bayes_t", prior=PRIOR, spread=sd)


def _checked(given: Prior) -> NormalGamma:
    """Four numbers that a proper posterior can be made of."""
    wrong = "four numbers are wanted"
    try:
        prior = NormalGamma(*(float(each) for each in given))
        wrong = prior.fault() or ""
    except (TypeError, ValueError):
        pass
    if wrong:
        raise ArgumentError(f"`normal_gamma` is μ0, k0, a and b, as in (0, 1, 2, 0.01): {wrong} in {given!r}.")
    return prior


def _informed(prior: NormalGamma, *, mean: float, sd: float, n: int) -> DifferencePosterior:
    law = StudentT(*mean_under(prior, mean=mean, sd=sd, n=n))
    made = Diagnostics("closed form", figures=dict(zip(FIGURES, prior, strict=True)))
    mu, k0, a, b = (number(each) for each in prior)
    words = f"Normal–Gamma: Δ | ν ~ N({mu}, {k0}/ν), ν = 1/σ² ~ Gamma({a}, rate {b})"
    return DifferencePosterior(law, "bayes_t", prior=words, spread=sd, diagnostics=made, observed=mean)
