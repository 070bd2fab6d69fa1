"""How large is the mean difference on one task, given that both the training sets and the test cases are samples?

Model: d_jk = μ + a_j + b_k + ε_jk, the difference of training set (or seed) j on case k, J x K in all, each part normal
with a variance of its own. All scores of one training set share its luck, all scores on one case its difficulty, so
neither are independent units. With λ_a = v_ε + K v_a and λ_b = v_ε + J v_b

    μ | variances, d  ~  Normal(d̄, (λ_a + λ_b - v_ε)/(JK))

    λ_a ~ SS_a/χ²(J-1),   λ_b ~ SS_b/χ²(K-1),   v_ε ~ SS_ε/χ²((J-1)(K-1)),   restricted to λ_a, λ_b > v_ε

which follows from the prior of Box and Tiao, flat on μ and 1/(v_ε λ_a λ_b). (A flat prior on the standard deviations
would be improper with J = 2, 1/σ always.) The prior `half-cauchy` gives the standard deviations of a and b half-Cauchy
laws of scale √MS_ε instead: where the two priors disagree, there are too few training sets or cases to tell. (With 5
training sets that differ far more than √MS_ε, its 95% interval covers 0.92.) The posterior of μ is integrated
deterministically.

When not to use it: a single trained model (use `bayes_t`); folds, whose training sets overlap (use
`bayes_correlated_t`); missing cells; few training sets or seeds together with strongly skewed differences. For 0/1
scores it is an approximation that needs many cases.

References: Box and Tiao (1973), ch. 5–6; Gelman (2006) on the half-Cauchy prior; Rasmussen (1996), sec. 2.5, for the
design.
"""

from __future__ import annotations

from functools import partial
from typing import get_args

from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.crossed_mean import CrossedPrior
from betterthan.phrases import unknown_name
from betterthan.procedures.facts import AtSize, FewLevels, Grown, Growth, UnderPriors
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Count, Grid, Number, Spread
from betterthan.procedures.shared.crossed_table import (
    NAIVE,
    CrossedNeeds,
    CrossedSums,
    crossed_law,
    crossed_sums,
    incomplete,
    laid_out,
)
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import PairResult
from betterthan.results.protocol import Posterior

PRIORS: dict[str, str] = {
    "box-tiao": "box-tiao: flat on μ, 1/(v_ε λ_a λ_b) on λ_a, λ_b > v_ε",
    "half-cauchy": "half-cauchy: flat on μ, 1/v_ε, σ_a and σ_b half-Cauchy of scale √MS_ε",
}


FEW_LEVELS = (
    "this prior is cautious: its 95% intervals are wide and cover up to 99.5%, so less is decided than could be."
)
"""Simulated: 3 seeds that differ no more than the residual does cover 0.995."""


def no_residual(table: Paired) -> str | None:
    """What is lacking if cells never differ beyond their row and column; None if they do, or if nothing varies.

    Parameters:
        table: paired scores of a crossed design.
    """
    if not isinstance(table, PairedUnits) or incomplete(table) is not None:
        return None
    first, second = (unit.singular for unit in table.design.unit.crosses)
    return _no_residual(crossed_sums(laid_out(table, table.differences())), first, second)


def _under_priors(posterior: Posterior) -> UnderPriors:
    """The same sums of squares under every prior of their variances, the posterior's own first."""
    asked = {name: posterior.under(name) for name in dict.fromkeys((_prior_of(posterior), *PRIORS))}
    found = {name: each for name, each in asked.items() if each is not None}
    return lambda rope: found or {posterior.prior: posterior}  # where nothing varies, the prior has nothing to say


def _prior_of(result: PairResult | Posterior) -> CrossedPrior:
    """The prior that a posterior was made with."""
    words = result.prior if isinstance(result, DifferencePosterior) else ""
    return next((name for name in get_args(CrossedPrior) if PRIORS[name] == words), "box-tiao")


def _grown(table: PairedUnits, result: PairResult, *, rows: bool, columns: bool) -> AtSize:
    """The same variances of k times the rows, of k times the columns, or of both."""
    sums, prior = crossed_sums(laid_out(table, table.differences())), _prior_of(result)

    def at(k: float) -> Grown:
        made = sums.at_size(
            max(2, round(k * sums.rows)) if rows else sums.rows,
            max(2, round(k * sums.columns)) if columns else sums.columns,
        )
        squares = {name: getattr(made, name) * made.unit**2 for name in ("ss_rows", "ss_columns", "ss_residual")}
        figures = {"mean": made.mean * made.unit, **squares, "rows": made.rows, "columns": made.columns}
        return Grown(_of_sums(made, prior), partial(named("quasi_f").from_summary, **figures))

    return at


@procedure(
    title="the Bayesian analysis of two crossed random factors",
    needs=CrossedNeeds(further=no_residual, differences="varying"),
    cites=("boxtiao1973", "gelman2006", "rasmussen1996"),
    counterpart="quasi_f",
    cost="quadrature",
    naive=NAIVE,
    more="units of both kinds",
    growth=Growth(
        partial(_grown, rows=True, columns=True),
        rows=partial(_grown, rows=True, columns=False),
        columns=partial(_grown, rows=False, columns=True),
        most=1e6,
        holds="mean and variances",
    ),
    few_levels=FewLevels(5, FEW_LEVELS, "half-cauchy"),
    priors=_under_priors,
)
def bayes_crossed(table: PairedUnits, *, prior: CrossedPrior = "box-tiao") -> DifferencePosterior:
    """Posterior of the mean difference over training sets, seeds or judges x cases, or training sets x seeds.

    The default rope is taken from the standard deviation of all JK differences. The diagnostics say which share of the
    uncertainty about μ is due to the rows (training sets, seeds), to the columns (cases) and to the residual: it says
    of what more would help.

    Parameters:
        table: paired scores of two models, one for every pair of levels of the two factors.
        prior: `box-tiao` or `half-cauchy`.

    >>> posterior = bayes_crossed.from_summary(mean=0.02, ss_rows=0.2, ss_columns=4.0, ss_residual=5.0,
    ...                                        rows=5, columns=60)
    >>> [round(p, 3) for p in posterior.probabilities(0.01)]
    [0.691, 0.232, 0.077]
    """
    return from_differences(laid_out(table, table.differences()), prior=prior)


def from_differences(differences: Grid, *, prior: CrossedPrior = "box-tiao") -> DifferencePosterior:
    """From differences first - second, training sets x cases; `prior` as in `bayes_crossed`."""
    return _of_sums(crossed_sums(differences), prior)


def from_summary(
    *,
    mean: Number,
    ss_rows: Spread,
    ss_columns: Spread,
    ss_residual: Spread,
    rows: Count,
    columns: Count,
    prior: CrossedPrior = "box-tiao",
) -> DifferencePosterior:
    """From a two-way analysis of variance of the differences: their mean, the sums of squares of the training sets
    (rows), the cases (columns) and the residual, and the numbers of training sets J and cases K; `prior` as in
    `bayes_crossed`.
    """
    return _of_sums(CrossedSums(mean, ss_rows, ss_columns, ss_residual, rows, columns), prior)


def _of_sums(sums: CrossedSums, prior: CrossedPrior) -> DifferencePosterior:
    if prior not in get_args(CrossedPrior):
        raise ArgumentError(unknown_name("prior", prior, get_args(CrossedPrior)))
    lacking = _no_residual(sums, "row", "column")
    if lacking is not None:
        raise NeedsNotMet(f"`bayes_crossed` needs {lacking}")
    law = crossed_law(sums, prior)
    if law is None:
        raise NeedsNotMet(
            "`bayes_crossed` needs differences that vary; all three sums of squares are 0, which would leave no doubt. "
            "Give the differences to `bayes_agreement`, which says how large a difference they leave open."
        )
    shares = dict(zip(("rows", "columns", "residual"), law.nodes.shares, strict=True))
    return DifferencePosterior(
        law,
        "bayes_crossed",
        prior=PRIORS[prior],
        spread=sums.sd,
        diagnostics=Diagnostics(
            "quadrature", law.nodes.error, {f"share of {name} in the variance": share for name, share in shares.items()}
        ),
    )


def _no_residual(sums: CrossedSums, first: str, second: str) -> str | None:
    if sums.ss_residual > 0 or sums.sd == 0:
        return None
    for one, other, ss in ((first, second, sums.ss_rows), (second, first, sums.ss_columns)):
        if ss == 0:
            return (
                f"differences that vary between {one}s; here every {one} gives the same ones, so only the {other}s are "
                f"a sample. Keep one {one} and use `bayes_t`."
            )
    return (
        f"residual variation; here every difference is exactly the sum of an effect of its {first} and one of its "
        f"{second}, as if it were made up of their means. Check how the scores were made; `quasi_f` takes them as they "
        "are."
    )
