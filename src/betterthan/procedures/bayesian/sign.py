"""On how many tasks is one model practically better, and which outcome is the most probable on a new task?

Model: each task falls into one of three regions: `first` is practically better, the two are `equivalent`, `second` is
practically better. With the prior Dirichlet process of strength s, whose only pseudo-observation lies in one region,

    (θ_first, θ_equivalent, θ_second)  ~  Dirichlet(n_first, n_equivalent + s, n_second)

for the default prior, in the rope. A difference on a bound of the rope counts half to each side of it, and so does the
prior in a rope of width 0. (In the authors' code and in baycomp a difference on a bound is equivalent.) `population` is
the posterior probability that the median difference lies above, inside or below the rope: θ_first > 1/2, neither,
θ_second > 1/2; `next_task` is the mean of θ; `winner` the posterior probability that a region has the largest
share, by quadrature, which is what Benavoli et al. print. The interval is that of the median: it is at most x when more
than half of the mass is, a share that follows a beta law. A verdict rests on `population`; it must hold wherever the
prior lies (`over_priors` has the lowest and the highest probability over all its places, as an imprecise Dirichlet
process; Benavoli et al. 2014), and equivalence for `winner`, too. Models that never differ are equivalent under
any rope.

When not to use it: tasks whose differences vary in size, which it counts and does not weigh (use `bayes_signed_rank`);
folds that share training data.

References: Benavoli et al. (2014), ICML; Benavoli et al. (2017), sec. 4.2.1, eq. 10.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
from scipy.special import betaincc

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import ArgumentError
from betterthan.numerics.dirichlet_winner import dirichlet_winner
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Spread
from betterthan.procedures.shared.region_counts import Counts, counted
from betterthan.results.condition import Condition
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.prior_bounds import over_all
from betterthan.results.probabilities import Probabilities
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope, RopeLike, as_rope
from betterthan.vocabulary import REGIONS, Region

MEDIAN = Parameter("median difference", over_tasks="median difference")
LEAD = Parameter("share of tasks for the first model minus share for the second", over_tasks="median difference")

PICTURED = 2_000
"""Draws of θ that are kept for pictures."""


def _ends(posterior: RegionPosterior, level: float) -> tuple[float, float]:
    """The quantiles of the median's law; each end as if the other model were the first, so that swapping mirrors it."""
    inputs, rope, tail = posterior.inputs, posterior.rope, (1 - level) / 2
    values = np.sort(np.asarray(inputs["differences"], dtype=np.float64))
    prior = _prior(inputs.get("prior_strength", 1.0), inputs.get("prior_region", "equivalent"))
    high = -_quantile(-values[::-1], Counts(*prior[::-1]), rope.mirrored(), tail) + 0.0
    return _quantile(values, prior, rope, tail) + 0.0, high


def _quantile(values: Array, prior: Counts, rope: Rope, tail: float) -> float:
    """The smallest difference that the median is at most, with probability `tail`: when half of the mass is there."""
    place = min(max(0.0, rope.low), rope.high)  # where in its region the prior lies, nothing says
    for x in (-inf, *np.unique([*values, place]).tolist()):
        below = np.searchsorted(values, x, side="right") + prior.second + prior.equivalent * (place <= x)
        if _more_than_half(below, len(values) + max(prior) - below) >= tail:
            return float(x)
    return inf


@procedure(
    title="the Bayesian sign test",
    needs=Needs(units=2, every_unit=True, differences="some"),
    cites=("benavoli2014", "benavoli2017"),
    assumes=(),
    counterpart="sign",
    needs_rope=True,
    counts=True,
    cost="quadrature",
    ends=_ends,
)
def bayes_sign(
    table: PairedUnits, *, rope: RopeLike, prior_strength: float = 1.0, prior_region: Region = "equivalent"
) -> RegionPosterior:
    """Posterior of the shares of tasks on which each model is practically better.

    Parameters:
        table: paired scores of two models, one unit per task.
        rope: the region of practical equivalence.
        prior_strength: weight of the prior, in tasks.
        prior_region: the region in which the prior lies.

    >>> posterior = bayes_sign.from_summary(first=2, equivalent=0, second=1, rope=0.01)
    >>> [round(p, 4) for p in posterior.winner]                                    # 11/18, 7/36, 7/36
    [0.6111, 0.1944, 0.1944]
    """
    return from_differences(table.differences(), rope=rope, prior_strength=prior_strength, prior_region=prior_region)


def from_differences(
    differences: Differences, *, rope: RopeLike, prior_strength: float = 1.0, prior_region: Region = "equivalent"
) -> RegionPosterior:
    """From differences first - second, one per task; options as in `bayes_sign`."""
    values, bounds = np.asarray(differences, dtype=np.float64), as_rope(rope)
    found = _posterior(
        counted(values, bounds),
        counted(values, Rope(0.0, 0.0)),
        bounds,
        _prior(prior_strength, prior_region),
        estimate=float(np.median(values)) + 0.0,  # no -0.0
        parameter=MEDIAN,
    )
    inputs = {"differences": values.tolist(), "prior_strength": prior_strength, "prior_region": prior_region}
    return replace(found, inputs=inputs)


def from_summary(
    *,
    first: Spread,
    equivalent: Spread,
    second: Spread,
    rope: RopeLike,
    prior_strength: float = 1.0,
    prior_region: Region = "equivalent",
) -> RegionPosterior:
    """From the numbers of tasks on which the first model is practically better, the two are equivalent, the second is
    better, counted with `rope`; other options as in `bayes_sign`.

    In `direction` the equivalent tasks, whose sign is not known, count half to each side.
    """
    if min(first, equivalent, second) < 0 or first + equivalent + second == 0:
        raise ArgumentError(
            "Counts are at least 0 and not all 0; "
            f"got first = {first:g}, equivalent = {equivalent:g}, second = {second:g}."
        )
    counts, bounds = Counts(float(first), float(equivalent), float(second)), as_rope(rope)
    return _posterior(
        counts if bounds.width else counts.split(),
        counts.split(),
        bounds,
        _prior(prior_strength, prior_region),
        estimate=(first - second) / (first + equivalent + second),
        parameter=LEAD,
    )


def _prior(strength: float, region: Region) -> Counts:
    if not 0 <= strength < inf:
        raise ArgumentError(f"`prior_strength` must be a finite number of at least 0; got {strength:g}.")
    if region not in REGIONS:
        raise ArgumentError(f"`prior_region` is one of {', '.join(REGIONS)}; got {region!r}.")
    return Counts(*(float(strength) if region == each else 0.0 for each in REGIONS))


def _posterior(
    counts: Counts,
    signs: Counts,
    rope: Rope,
    prior: Counts,
    *,
    estimate: float,
    parameter: Parameter,
) -> RegionPosterior:
    alpha, needed = _alpha(counts, prior, rope), _needed(counts, rope, max(prior))
    winner, better = dirichlet_winner(alpha), dirichlet_winner(np.add(signs, prior.split()))
    return RegionPosterior(
        procedure="bayes_sign",
        rope=rope,
        population=_population(alpha),
        winner=Probabilities(*winner.probabilities.tolist()),
        next_task=Probabilities(*(alpha / alpha.sum()).tolist()),
        better=Probabilities(*better.probabilities.tolist()),
        estimate=estimate,
        parameter=parameter,
        prior=_in_words(prior),
        shares=_draws(alpha),
        diagnostics=Diagnostics(
            "quadrature",
            error=max(winner.error, better.error),
            figures={f"tasks counted {region}": count for region, count in zip(REGIONS, counts, strict=True)},
        ),
        needed=(Condition("winner", ("equivalent",), Probabilities(*winner.probabilities.tolist())), *needed),
        over_priors=over_all([each.probabilities for each in needed if each.name == "prior"]),
    )


def winner_for_equivalence(differences: Array, rope: Rope) -> tuple[Condition, ...]:
    """What equivalence on single tasks needs, for procedures that speak of averages of tasks: that it is the most
    probable outcome here, wherever the prior lies.
    """
    counts = counted(differences, rope)
    return tuple(each for each in _needed(counts, rope, 1.0) if each.regions == ("equivalent",))


def _needed(counts: Counts, rope: Rope, strength: float) -> tuple[Condition, ...]:
    """The same claim, and the same winner for equivalence, with the prior in any region."""
    alphas = [_alpha(counts, _prior(strength, region), rope) for region in REGIONS]
    claims = tuple(Condition("prior", REGIONS, _population(alpha)) for alpha in alphas)
    winners = (Probabilities(*dirichlet_winner(alpha).probabilities.tolist()) for alpha in alphas)
    return (*claims, *(Condition("winner", ("equivalent",), each) for each in winners))


def _alpha(counts: Counts, prior: Counts, rope: Rope) -> Array:
    return np.add(counts, prior if rope.width else prior.split())


def _population(alpha: Array) -> Probabilities:
    """Whether more than half of the tasks lie on one side: each share of a Dirichlet law is a beta variable."""
    first, second = (_more_than_half(alpha[j], alpha.sum() - alpha[j]) for j in (0, 2))
    return Probabilities(first, max(0.0, 1 - first - second), second)


def _more_than_half(own: float, others: float) -> float:
    """A share that nothing speaks for is 0, one that nothing speaks against is 1."""
    if own == 0:
        return 0.0
    return 1.0 if others == 0 else float(betaincc(own, others, 0.5))


def _in_words(prior: Counts) -> str:
    if not any(prior):
        return "Dirichlet process with no prior mass"
    return f"Dirichlet process of strength {max(prior):g} in the region `{REGIONS[prior.index(max(prior))]}`"


def _draws(alpha: Array) -> Array:
    shares = np.zeros((PICTURED, 3))
    seen = alpha > 0
    shares[:, seen] = np.random.default_rng(0).dirichlet(alpha[seen], PICTURED) if seen.sum() > 1 else 1.0
    return shares
