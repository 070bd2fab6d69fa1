"""On a new task, which model is practically better, if large differences on other tasks count for more than small ones?

Model: a Dirichlet process for the law of the difference z on a task, its prior a pseudo-observation z0 of strength s.
Its posterior puts weights w on z0 and on the differences seen, z_1 … z_q, and the mean of two draws from it is asked
about, as in Wilcoxon's test:

    θ_first = Σ_ij w_i w_j 1[z_i + z_j > 2·high],   θ_second = Σ_ij w_i w_j 1[z_i + z_j < 2·low],   w ~ Dirichlet(s, 1, …, 1)

A pair exactly on a bound counts half to each side of it (as in the authors' Julia and Python code and in baycomp; their R
code counts it below). `winner` is the share of the draws of w in which a region has the largest θ, and has the Monte
Carlo standard error that the diagnostics state; `next_task` is the mean of θ, in closed form. With z0 = "split" half of
what pairs with the pseudo-observation goes to each model: Table 9 of the paper, with s = 0.4. Models that never differ
are equivalent under any rope. No symmetry is assumed.

Cost: q · draws for q distinct differences, in a few MB. The q = 54 tasks of the paper take 0.1 s with 150,000 draws, 1,000
tasks 2 s; 20,000 differences take some 15 s with the usual 50,000.

When not to use it: differences on different scales, as of unlike metrics (use `bayes_sign`); 0/1 scores on one task (use
`bayes_mcnemar`); folds that share training data.

References: Benavoli et al. (2014), ICML; Benavoli et al. (2017), sec. 4.2.1 and 4.3, eq. 9 and 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, isnan, sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.pairing import PairedTable
from betterthan.procedures.frequentist.walsh_averages import walsh_averages
from betterthan.procedures.registry import Needs, procedure
from betterthan.results import Diagnostics, Parameter, Probabilities
from betterthan.results.region import RegionPosterior
from betterthan.rope import Rope, RopeLike, as_rope
from betterthan.summaries import ROUNDING

Z0: TypeAlias = float | Literal["-inf", "inf", "split"]

PSEUDOMEDIAN = Parameter("pseudomedian of the differences")

PICTURED = 2_000
"""Draws of θ that are kept for pictures."""

BLOCK = 2**17
"""Weights that are drawn at a time: a megabyte stays in cache."""


@procedure(
    title="the Bayesian signed-rank test",
    needs=Needs(units=2, every_unit=True),
    cites=("benavoli2017",),
    counterpart="wilcoxon",
    cost="Monte Carlo",
)
def bayes_signed_rank(
    table: PairedTable,
    *,
    rope: RopeLike,
    prior_strength: float = 0.5,
    z0: Z0 = 0.0,
    draws: int = 50_000,
    rng: int | np.random.Generator | None = None,
) -> RegionPosterior:
    """Posterior of the shares of the three regions among means of two tasks.

    Parameters:
        table: paired scores of two models, one unit per task.
        rope: the region of practical equivalence.
        prior_strength: weight of the pseudo-observation, in tasks.
        z0: where the pseudo-observation lies: a difference, `-inf`, `inf`, or `split`.
        draws: number of draws of the weights.
        rng: seed or generator of the draws; None is seed 0, so that the same scores give the same result.

    >>> posterior = bayes_signed_rank.from_differences(np.array([-0.03, -0.02, -0.02, 0.0, -0.05]), rope=0.01)
    >>> [round(p, 2) for p in posterior.next_task], round(posterior.winner.second, 1)
    ([0.0, 0.17, 0.83], 1.0)
    """
    return from_differences(
        table.differences(), rope=rope, prior_strength=prior_strength, z0=z0, draws=draws, rng=rng
    )


def from_differences(
    differences: Array,
    *,
    rope: RopeLike,
    prior_strength: float = 0.5,
    z0: Z0 = 0.0,
    draws: int = 50_000,
    rng: int | np.random.Generator | None = None,
) -> RegionPosterior:
    """From the differences themselves.

    Parameters:
        differences: first - second, one per task.
        rope: as in `bayes_signed_rank`.
        prior_strength: as in `bayes_signed_rank`.
        z0: as in `bayes_signed_rank`.
        draws: as in `bayes_signed_rank`.
        rng: as in `bayes_signed_rank`.
    """
    scan = prior_sensitivity(
        differences, rope=rope, z0=(z0,), prior_strength=prior_strength, draws=draws, rng=rng
    )
    return next(iter(scan.values()))


def prior_sensitivity(
    differences: Array,
    *,
    rope: RopeLike,
    z0: Sequence[Z0] | None = None,
    prior_strength: float = 0.5,
    draws: int = 50_000,
    rng: int | np.random.Generator | None = None,
) -> dict[str, RegionPosterior]:
    """The posterior for several places of the pseudo-observation, by name, all from the same draws of the weights.

    Parameters:
        differences: first - second, one per task.
        rope: as in `bayes_signed_rank`.
        z0: the places; by default -inf, 0, inf and, between them, the deciles of the differences.
        prior_strength: as in `bayes_signed_rank`.
        draws: as in `bayes_signed_rank`.
        rng: as in `bayes_signed_rank`.

    >>> scan = prior_sensitivity(np.array([-0.03, -0.02, 0.0, -0.05]), rope=0.01, z0=("-inf", 0.0, "inf"), draws=1000)
    >>> {name: round(posterior.next_task.second, 2) for name, posterior in scan.items()}
    {'-inf': 0.83, '0': 0.74, 'inf': 0.65}
    """
    if draws < 1:
        raise ArgumentError(f"`draws` must be at least 1; got {draws}.")
    if not 0 <= prior_strength < inf:
        raise ArgumentError(f"`prior_strength` must be a finite number of at least 0; got {prior_strength:g}.")
    values, bounds = np.sort(np.asarray(differences, dtype=np.float64)) + 0.0, as_rope(rope)  # no -0.0
    places = [_place(each) for each in (_scan(values) if z0 is None else z0)]
    estimate = _pseudomedian(values)
    swapped = fsum(values) < 0  # neither row order nor naming decides which weight a difference gets
    pairs = _pairs(-values[::-1] if swapped else values, bounds.mirrored() if swapped else bounds)
    priors = [_prior_pairs(pairs, _mirrored(place) if swapped else place) for place in places]
    shares = _drawn(pairs, priors, prior_strength, draws, np.random.default_rng(rng or 0))
    means = _means(pairs, priors, prior_strength)
    return {
        f"{place:g}" if isinstance(place, float) else place: _posterior(
            of_draws[:, ::-1] if swapped else of_draws,
            mean[::-1] if swapped else mean,
            bounds,
            f"Dirichlet process of strength {prior_strength:g} {_in_words(place)}",
            identical=not values.any(),
            estimate=estimate,
        )
        for place, of_draws, mean in zip(places, shares, means, strict=True)
    }
