"""On a new task, which model is practically better, if large differences on other tasks count for more than small ones?

Model: a Dirichlet process for the law of the difference z on a task, its prior a pseudo-observation z0 of strength s.
The posterior puts weights w ~ Dirichlet(s, 1, …, 1) on z0 and on the differences seen, z_1 … z_q, and is asked about
the mean of two draws, as in Wilcoxon's test:

    θ_first = Σ_ij w_i w_j 1[z_i + z_j > 2·high],       θ_second = Σ_ij w_i w_j 1[z_i + z_j < 2·low]

A pair exactly on a bound counts half to each side of it (as in the authors' Julia and Python code and in baycomp; their
R code counts it below). `population` is the share of the draws of w in which the pseudo-median of the differences lies
above, inside or below the rope: θ_first > 1/2, neither, θ_second > 1/2. The interval holds the pseudo-median in at most
10,000 of these draws. `winner` is the share in which a region has the
largest θ; what the paper prints, it speaks of the mean difference of two more tasks. Both have the Monte Carlo standard
error that the diagnostics state. `next_task` speaks of one task, in closed form: (count in the region + s if z0 is in
it)/(q + s). With z0 = "split" half of what pairs with the pseudo-observation goes to each model: Table 9 of the paper,
with s = 0.4. Models that never differ are equivalent under any rope. No symmetry is assumed.

A verdict rests on `population`. It must hold for z0 = -∞, 0 and ∞ alike (Benavoli et al. 2017, sec. 4.2), so that five
tasks or fewer never decide; and equivalence must be the most probable outcome on single tasks, as `bayes_sign` counts
them: averages of two tasks can be small where every task differs. With the pseudo-median on the bound of the rope and
10, 20, 50 tasks this claims a difference in 2.7, 2.7 and 3.7% of data sets, `winner` in 9.8, 18.1 and 40.4%.

`over_priors` has the lowest and the highest probability over all z0 (an imprecise Dirichlet process; Benavoli et al.
2014): θ_first never falls and θ_second never rises as z0 does, so that the sides are extreme at ±∞, exactly; what
equivalence is left then bounds it from both sides, and need not be attained.

Cost: q · draws for q distinct differences, in a few MB. With 150,000 draws, the 54 tasks of the paper take 0.15 s and
1,000 tasks 2 s. More than 4,000 distinct differences are weighted in 500 groups of neighbours; pairs of groups that
straddle a bound count as they do on average given these weights. This leaves out some 1/500² of the variance of θ,
and moves a probability by some 0.00001, far less than its Monte Carlo error. With the usual 50,000 draws, 500,000
differences take 2 s.

When not to use it: differences on different scales, as of unlike metrics (use `bayes_sign`); 0/1 scores on one task
(use `bayes_mcnemar`); folds that share training data.

References: Benavoli et al. (2014), ICML; Benavoli et al. (2017), sec. 4.2.1 and 4.3, eq. 9 and 11.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from math import fsum, inf, isfinite, isnan
from typing import Any, Literal, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.pair_counts import Bound, OnePoint, Pairs
from betterthan.numerics.pair_groups import GroupedBound, GroupedPairs, GroupedPoint
from betterthan.numerics.ties import ROUNDING
from betterthan.numerics.walsh_averages import walsh_averages
from betterthan.phrases import number
from betterthan.procedures.bayesian.sign import winner_for_equivalence
from betterthan.procedures.facts import UnderPriors
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Draws, Seed
from betterthan.procedures.shared.region_counts import counted
from betterthan.procedures.shared.weights import Drawn, blocks
from betterthan.results.condition import Condition
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.prior_bounds import PriorBounds, between_extremes
from betterthan.results.probabilities import Probabilities
from betterthan.results.protocol import Posterior
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope, RopeLike, as_rope
from betterthan.vocabulary import REGIONS

Z0: TypeAlias = float | Literal["-inf", "inf", "split"]
Place: TypeAlias = float | Literal["split"]

PSEUDOMEDIAN = Parameter(
    "pseudomedian of the differences",
    over_tasks="pseudomedian of the differences",
    outcome="for the mean difference of two more tasks",
)
EXTREMES: tuple[Place, ...] = (-inf, 0.0, inf)
"""Where the pseudo-observation may lie without changing a verdict."""

PICTURED = 2_000
"""Draws of θ that are kept for pictures."""
MOST_POINTS, GROUPS = 4_000, 500
"""Distinct differences that have a weight each; and, of more, the groups of neighbours that do."""
DECIDES_FROM = 6
"""With fewer tasks no verdict holds for every place of the pseudo-observation (best .931 with 5, .954 with 6)."""


MOST_ENDS, LEAST_ENDS, WEIGHTS = 10_000, 1_000, 4_000_000
"""Draws behind the ends of an interval, and the weights that they may take together."""
LISTED = 100
"""Of so many differences all averages are listed to look for an end; of more, those of so many, and then"""
STEPS = 12
"""the gap between two of them is halved so often."""


def _ends(posterior: RegionPosterior, level: float) -> tuple[float, float]:
    """The quantiles of the pseudo-median's law, in draws of the weights that the probabilities rest on."""
    inputs, tail = posterior.inputs, (1 - level) / 2
    values, place = np.sort(np.array(inputs["differences"])), _place(inputs.get("z0", 0.0))
    swapped = fsum(values) < 0  # as for the probabilities
    if swapped:
        values, place = -values[::-1], _mirrored(place)
    share = _at_most(values, place, inputs)
    support = _support(values, place)
    steps = 0 if len(values) <= LISTED else STEPS
    low = _first(lambda x: share(x) >= tail, support, steps)
    high = _first(lambda x: share(x) > 1 - tail, support, steps)
    return (-high + 0.0, -low + 0.0) if swapped else (low, high)


def _at_most(values: Array, place: Place, inputs: Mapping[str, Any]) -> Callable[[float], float]:
    """In which share of the draws the pseudo-median is at most x: at least half of the weight of pairs is."""
    pairs = _pairs(values, Rope(0.0, 0.0))
    draws = min(inputs.get("draws", MOST_ENDS), MOST_ENDS, max(LEAST_ENDS, WEIGHTS // len(pairs.counts)))
    rng, strength = np.random.default_rng(inputs.get("rng", 0)), inputs.get("prior_strength", 0.5)
    drawn = list(blocks(pairs.counts, strength, draws, rng, grouped=isinstance(pairs, GroupedPairs)))

    def share(x: float) -> float:
        at = pairs.asking((x + 3 * pairs.noise,))  # what is on x, up to rounding, is wholly at most x
        bound, prior = [at.below(each) for each in at.bounds], [_with_prior(at, place)]
        found = (_not_above(block, bound, prior) for block in drawn)
        return float(np.concatenate([(below / total**2 >= 0.5 - ROUNDING).ravel() for below, total in found]).mean())

    return share


def _support(values: Array, place: Place) -> Array:
    """Averages of two differences, and with the pseudo-observation: the pseudo-median is one of them."""
    known = values if len(values) <= LISTED else np.quantile(values, np.linspace(0, 1, LISTED), method="nearest")
    points = np.append(known, place) if isinstance(place, float) and isfinite(place) else known
    return np.unique(np.add.outer(points, points) / 2)


def _first(holds: Callable[[float], bool], support: Array, steps: int) -> float:
    """The first value of which it holds, as it does of all that follow; infinite where only the prior is beyond."""
    after = bisect_left(range(len(support)), True, key=lambda j: holds(float(support[j])))
    if after == len(support):
        return inf
    if after == 0:
        return -inf if holds(float(support[0]) - 1) else float(support[0])
    low, high = float(support[after - 1]), float(support[after])
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _too_few(table: Paired) -> tuple[str, ...]:
    tasks = table.by_task().n_units
    if tasks >= DECIDES_FROM:
        return ()
    return (
        f"`bayes_signed_rank` can never decide with {tasks} units: its answer still depends on the prior. `bayes_t` on "
        "the same units can.",
    )


def _under_priors(posterior: RegionPosterior) -> UnderPriors:
    """The same differences with the pseudo-observation where it was, at 0, and far on either side; the same draws."""
    inputs = {**posterior.inputs, "differences": np.array(posterior.inputs["differences"])}
    places: tuple[Z0, ...] = tuple(dict.fromkeys((inputs.pop("z0", 0.0), 0.0, "-inf", "inf")))

    def under(rope: Rope) -> dict[str, Posterior]:
        found = prior_sensitivity(rope=rope, z0=places, **inputs)
        return {f"z0 = {name}": each for name, each in found.items()}

    return under


@procedure(
    title="the Bayesian signed-rank test",
    needs=Needs(units=2, every_unit=True, differences="some"),
    cites=("benavoli2014", "benavoli2017"),
    assumes=("symmetry",),
    counterpart="wilcoxon",
    cost="Monte Carlo",
    least_draws=100,
    needs_rope=True,
    decides_from=DECIDES_FROM,
    priors=_under_priors,
    ends=_ends,
    notes=_too_few,
)
def bayes_signed_rank(
    table: PairedUnits,
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

    >>> posterior = bayes_signed_rank.from_differences(np.array([-3.0, 2.0]), rope=0.4, prior_strength=0.0)
    >>> [round(p, 2) for p in posterior.next_task], round(posterior.winner.first, 2)    # exactly 1/2, 1/2 and 1 - 1/√2
    ([0.5, 0.0, 0.5], 0.29)
    """
    return from_differences(table.differences(), rope=rope, prior_strength=prior_strength, z0=z0, draws=draws, rng=rng)


def from_differences(
    differences: Differences,
    *,
    rope: RopeLike,
    prior_strength: float = 0.5,
    z0: Z0 = 0.0,
    draws: Draws = 50_000,
    rng: Seed = None,
) -> RegionPosterior:
    """From differences first - second, one per task; options as in `bayes_signed_rank`."""
    scan = prior_sensitivity(differences, rope=rope, z0=(z0,), prior_strength=prior_strength, draws=draws, rng=rng)
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
    {'-inf': 0.78, '0': 0.67, 'inf': 0.67}
    """
    if draws < 1:
        raise ArgumentError(f"`draws` must be at least 1; got {draws}.")
    if not 0 <= prior_strength < inf:
        raise ArgumentError(f"`prior_strength` must be a finite number of at least 0; got {prior_strength:g}.")
    values, bounds = np.sort(np.asarray(differences, dtype=np.float64)) + 0.0, as_rope(rope)  # no -0.0
    asked = [_place(each) for each in (_scan(values) if z0 is None else z0)]
    places = list(dict.fromkeys((*asked, *EXTREMES)))
    swapped = fsum(values) < 0  # neither row order nor naming decides which weight a difference gets
    pairs = _pairs(-values, bounds.mirrored()) if swapped else _pairs(values, bounds)
    priors = [_with_prior(pairs, _mirrored(place) if swapped else place) for place in places]
    drawn = _drawn(pairs, priors, prior_strength, draws, np.random.default_rng(rng or 0))
    shares = {place: each[::-1] if swapped else each for place, each in zip(places, drawn, strict=True)}
    extremes = [_population(shares[place]) for place in EXTREMES]
    needed = (*(Condition("prior", REGIONS, each) for each in extremes), *winner_for_equivalence(values, bounds))
    estimate = _pseudomedian(values)
    return {
        _name(place): _posterior(
            shares[place],
            _next_task(values, place, prior_strength, bounds),
            bounds,
            needed=needed,
            over_priors=between_extremes(extremes),
            prior=f"Dirichlet process of strength {prior_strength:g}, its pseudo-observation {_in_words(place)}",
            estimate=estimate,
            inputs={}  # a generator has moved on: its draws cannot be made again
            if isinstance(rng, np.random.Generator)
            else {
                "differences": values.tolist(),
                "prior_strength": prior_strength,
                "z0": place if isinstance(place, float) and isfinite(place) else _name(place),  # as JSON can hold it
                "draws": int(draws),
                "rng": int(rng or 0),
            },
        )
        for place in asked
    }


def _pairs(values: Array, rope: Rope) -> Pairs | GroupedPairs:
    pairs = Pairs.of(values, (rope.low, 0.0, rope.high), rounding=ROUNDING)
    return pairs if len(pairs.points) <= MOST_POINTS else GroupedPairs.of(pairs, GROUPS)


def _with_prior(pairs: Pairs | GroupedPairs, place: Place) -> OnePoint | GroupedPoint:
    """The pairs with the pseudo-observation."""
    return pairs.with_split_point() if place == "split" else pairs.with_point(place)


def _drawn(
    pairs: Pairs | GroupedPairs,
    priors: Sequence[OnePoint | GroupedPoint],
    strength: float,
    draws: int,
    rng: np.random.Generator,
) -> Array:
    """Per place of the prior and per draw: the shares better first, first, equivalent, second, better second."""
    shares = np.empty((len(priors), 5, draws))
    bounds = [pairs.below(bound) for bound in pairs.bounds]
    start = 0
    for drawn in blocks(pairs.counts, strength, draws, rng, grouped=isinstance(pairs, GroupedPairs)):
        not_above, total = _not_above(drawn, bounds, priors)
        shares[:, :, start : start + len(total)] = _shares(not_above / total**2)
        start += len(total)
    return shares


def _not_above(
    drawn: Drawn, bounds: Sequence[Bound | GroupedBound], priors: Sequence[OnePoint | GroupedPoint]
) -> tuple[Array, Array]:
    """Per place of the prior, bound and draw: the weight of the pairs below it, half of those on it. And all weight."""
    weights, sums, prior = drawn
    seen = np.array([bound.weight(weights, sums) for bound in bounds])
    mixed = [each.weight(weights, sums) for each in priors]
    itself = [each.itself[:, None] for each in priors]
    return seen + prior * np.array(mixed) + prior**2 * np.array(itself), sums[-1] + prior


def _shares(not_above: Array) -> Array:
    """From the mass below low, 0 and high; read backwards, the shares are those with the models swapped."""
    low, zero, high = np.moveaxis(not_above, 1, 0)
    return np.stack([1 - zero, 1 - high, high - low, low, zero], axis=1)


def _next_task(values: Array, place: Place, strength: float, rope: Rope) -> Probabilities:
    """The predictive law of the Dirichlet process for one task; a split pseudo-observation is half on each side."""
    seen = np.array(counted(values, rope))
    prior = np.array([0.5, 0.0, 0.5] if place == "split" else counted(np.array([place]), rope))
    return Probabilities(*((seen + strength * prior) / (len(values) + strength)).tolist())


def _population(shares: Array) -> Probabilities:
    """How often one side has more than half; exactly half, up to rounding, counts half."""
    first, second = (
        float((side > 0.5 + ROUNDING).mean() + (side >= 0.5 - ROUNDING).mean()) / 2 for side in (shares[1], shares[3])
    )
    return Probabilities(first, max(0.0, 1 - first - second), second)


def _posterior(
    shares: Array,
    next_task: Probabilities,
    rope: Rope,
    *,
    needed: tuple[Condition, ...],
    over_priors: PriorBounds,
    prior: str,
    estimate: float,
    inputs: dict[str, object],
) -> RegionPosterior:
    draws = shares.shape[1]
    population, winner, better = _population(shares), _largest(shares[1:4]), _largest(shares[::4])
    return RegionPosterior(
        procedure="bayes_signed_rank",
        rope=rope,
        population=population,
        winner=Probabilities(*winner.tolist()),
        next_task=next_task,
        better=Probabilities(float(better[0]), 0.0, float(better[1])),
        estimate=estimate,
        parameter=PSEUDOMEDIAN,
        prior=prior,
        shares=shares[1:4, :PICTURED].T.copy(),
        diagnostics=Diagnostics(
            "Monte Carlo: draws of the weights of the tasks",
            error=error_of_shares(np.concatenate([population, winner, better]), draws),
            figures={"draws": float(draws)},
        ),
        needed=needed,
        over_priors=over_priors,
        inputs=inputs,
    )


def _largest(shares: Array) -> Array:
    """How often each row is the largest; ties, up to rounding, are split."""
    top = shares >= shares.max(axis=0) - ROUNDING
    return np.asarray((top / top.sum(axis=0)).mean(axis=1))


def _pseudomedian(values: Array) -> float:
    pairs = len(values) * (len(values) + 1) // 2
    left, right = walsh_averages(values, ((pairs + 1) // 2, pairs // 2 + 1))
    return left / 2 + right / 2


def _scan(values: Array) -> list[Z0]:
    deciles = np.quantile(values, np.linspace(0, 1, 11))
    return [-inf, *sorted({0.0, *map(float, deciles)}), inf]


def _place(z0: Z0) -> Place:
    if z0 == "split":
        return "split"
    if z0 in ("-inf", "inf") or (isinstance(z0, (int, float)) and not isnan(z0)):
        return float(z0)
    raise ArgumentError(f"`z0` is a number, `-inf`, `inf` or `split`; got {z0!r}.")


def _mirrored(place: Place) -> Place:
    return "split" if place == "split" else -place


def _name(place: Place) -> str:
    return "split" if place == "split" else f"{place:g}"


def _in_words(place: Place) -> str:
    return "split between the two models" if place == "split" else f"at z0 = {number(place)}"
