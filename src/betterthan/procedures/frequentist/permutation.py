"""Would a difference this large be surprising if on every unit the two models could as well have been swapped?

Model: the differences are independent and symmetric about Δ, and no more. Under the null hypothesis Δ = 0 the sign of
each could be flipped, so the mean is compared with the means after all 2ⁿ flips, or after `draws` random ones:

    p = (1 + flips with a mean at least as extreme) / (1 + flips)          the data themselves are the 1

Two-sided, extreme is |mean|. All flips are taken when 2ⁿ ≤ `draws`; otherwise p has the Monte Carlo error that the
diagnostics state, three standard errors, and is said to be at most 1/(1 + draws) where no flip was as extreme. The
interval holds every Δ that the test on d - Δ does not reject (equal tails): its bounds are order statistics of the
means of the flipped units, the "typical values" of Hartigan.

Cost: n · draws flips, eight at a time, or one binomial draw for 64 and more equal differences; memory grows with n and
with draws, not with their product. A million distinct differences take some ten seconds at 20,000 draws.

Of a metric of the whole test set (AUROC, F1, RMSE, …) the outputs of the two models are swapped on random cases, or on
whole clusters, and the difference of the metrics is compared. Metrics of the order of the cases take each model's
ranks: swapped scores on different scales would never be as extreme as the data. There is no interval then.

When not to use it: skewed differences with unlike tails (use `sign`); 0/1 scores, where it is `mcnemar` with
`variant="exact"`; folds that share training data.

References: Fisher (1935), sec. 21; Hartigan (1969); Phipson and Smyth (2010).
"""

from __future__ import annotations

from math import frexp, fsum, ldexp

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray
from betterthan.data.metric_table import MetricTable
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import ArgumentError
from betterthan.numerics.case_weights import swaps
from betterthan.numerics.metrics.metric import Column
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.ranks import mean_ranks
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Draws, Level, Seed
from betterthan.procedures.shared.metric_draws import in_order
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative

SubsetSums = npt.NDArray[np.complex128]
"""Per flip, the sum of the flipped differences (real part) and their number (imaginary part), in one go."""

BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).T.astype(np.float64)
EQUAL = 64
"""So many equal differences and more are flipped by one binomial draw."""


@procedure(
    title="the sign-flip permutation test",
    p_says=(
        "It says how often the mean is at least this far from 0 after the sign of each difference was flipped at "
        "random, which changes nothing if the models are equally good."
    ),
    needs=Needs(units=2, every_unit=True, takes="both"),
    cites=("fisher1935", "hartigan1969", "phipson2010"),
    assumes=(),
    cost="Monte Carlo",
    least_draws=100,
)
def permutation(
    table: PairedUnits | MetricTable,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    draws: int = 20_000,
    rng: int | np.random.Generator | None = None,
) -> NullTest:
    """Permutation test of the mean difference by flipping signs.

    Parameters:
        table: paired scores of two models, or their predictions with a metric.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.
        draws: number of random flips; with 2ⁿ ≤ draws every flip is taken once.
        rng: seed or generator of the random flips; None is seed 0, so that the same scores give the same p.

    >>> darwin = np.array([49.0, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])    # Fisher (1935), sec. 21
    >>> round(permutation.from_differences(darwin, draws=2**15).p_value * 2**15)
    1726
    """
    if isinstance(table, MetricTable):
        return _of_metric(table, alternative, draws, rng)
    return from_differences(table.differences(), alternative=alternative, level=level, draws=draws, rng=rng)


def _of_metric(
    table: MetricTable, alternative: Alternative, draws: int, rng: int | np.random.Generator | None
) -> NullTest:
    """Of a test set in which every case stands twice, once with each output, the weights say which output is whose."""
    ordered = in_order(table)
    outputs = [_ranked(ordered, output) for output in ordered.outputs]
    truth, cases = ordered.predictions.truth, len(ordered.predictions)
    own = np.ones(2 * cases) if ordered.predictions.weight is None else np.tile(ordered.predictions.weight, 2)
    metric = ordered.metric.over(np.concatenate([truth, truth]), np.concatenate(outputs))
    whose = swaps(cases, draws, np.random.default_rng(rng or 0), clusters=ordered.clusters)
    both = np.concatenate([np.stack([metric(first * own), metric((1 - first) * own)]) for first in whose], axis=1)
    flipped = ordered.oriented(both[0]) - ordered.oriented(both[1])
    defined = flipped[np.isfinite(flipped)]
    seen = float(np.subtract(*table.oriented(table.values)))
    noise = ROUNDING * max(1.0, float(np.abs(table.values).max()))
    first, second = (_share(turn * defined >= turn * seen - noise) for turn in (1, -1))
    two_sided = _share(np.abs(defined) >= abs(seen) - noise)
    p = one_sided(alternative, first=first, second=second) if alternative != "two-sided" else two_sided
    what = f"the {table.metric.title}"
    return NullTest(
        procedure="permutation",
        null=null_against(
            alternative,
            equal=f"swapping the two models on any case changes nothing about {what}",
            at_most=f"swapping the two models on any case does not make {what} of the first worse",
            at_least=f"swapping the two models on any case does not make {what} of the second worse",
        ),
        statistic=seen,
        statistic_name="difference",
        p_value=p,
        p_at_most=p * (len(defined) + 1) < 1.5,
        alternative=alternative,
        estimate=seen,
        estimate_name=f"difference of {what}",
        diagnostics=Diagnostics(
            "Monte Carlo: random swaps of the two models",
            error=error_of_shares(np.array([p]), len(defined)),
            figures={"flips": float(len(defined)), "undefined draws": float(len(flipped) - len(defined))},
        ),
    )


def _ranked(table: MetricTable, output: Column) -> Column:
    """What can be swapped: a score of the order of the cases as its rank."""
    return -mean_ranks(output[None, :])[0] if table.metric.takes == "score" else output


def _share(extreme: BoolArray) -> float:
    """The data themselves are one draw more."""
    return float((1 + extreme.sum()) / (1 + len(extreme)))


def from_differences(
    differences: Differences,
    *,
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
    draws: Draws = 20_000,
    rng: Seed = None,
) -> NullTest:
    """From differences first - second, one per unit; options as in `permutation`."""
    if draws < 1:
        raise ArgumentError(f"`draws` must be at least 1; got {draws}.")
    values, exponent = _scaled(np.asarray(differences, dtype=np.float64))
    n, swapped = len(values), fsum(values) < 0
    values = np.sort(-values if swapped else values)  # neither row order nor naming decides which units are flipped
    exact = n < draws.bit_length()
    subsets = _all_subsets(values) if exact else _random_subsets(values, draws, np.random.default_rng(rng or 0))
    first, two_sided, second = _tails(values, subsets)
    if swapped:
        first, second = second, first

    def inside(wanted: float) -> Interval:
        low, high, coverage = _typical_values(subsets, wanted)
        low, high = (-high, -low) if swapped else (low, high)
        return Interval(ldexp(low, exponent), ldexp(high, exponent), min(wanted, coverage), "confidence")

    p = one_sided(alternative, first=first, second=second) if alternative != "two-sided" else two_sided
    mean = ldexp(float(values.sum()) / n, exponent) * (-1 if swapped else 1)
    return NullTest(
        procedure="permutation",
        null=null_against(
            alternative,
            equal="the differences are symmetric about 0",
            at_most="the differences are symmetric about 0 or less",
            at_least="the differences are symmetric about 0 or more",
        ),
        statistic=mean,
        statistic_name="mean",
        p_value=p,
        p_at_most=not exact and p * len(subsets) < 1.5,
        alternative=alternative,
        estimate=mean,
        interval=sided_interval(alternative, level, inside),
        diagnostics=Diagnostics(
            "exact: all flips of signs" if exact else "Monte Carlo: random flips of signs",
            error=None if exact else error_of_shares(np.array([p]), draws),
            figures={"flips": float(len(subsets) - (not exact)), **({} if exact else _seed(rng))},
        ),
    )


def _seed(rng: int | np.random.Generator | None) -> dict[str, float]:
    """The seed of the flips; a generator has none that could be given again."""
    return {} if isinstance(rng, np.random.Generator) else {"seed": float(rng or 0)}


def _scaled(values: Array) -> tuple[Array, int]:
    """The values with the largest between 1/2 and 1, and the power of two that was taken out."""
    exponent = frexp(float(np.abs(values).max(initial=0.0)))[1]
    return np.ldexp(values, -exponent), exponent


def _all_subsets(values: Array) -> SubsetSums:
    """Sum and size of every subset, the empty one (nothing flipped: the data) first."""
    subsets = np.zeros(1, dtype=np.complex128)
    for value in values:
        subsets = np.concatenate([subsets, subsets + complex(value, 1)])
    return subsets


def _random_subsets(values: Array, draws: int, rng: np.random.Generator) -> SubsetSums:
    """Sum and size of random subsets, after the empty one."""
    subsets = np.zeros(draws + 1, dtype=np.complex128)
    flipped = subsets[1:]
    distinct, counts = np.unique(values, return_counts=True)
    for value, count in zip(distinct[counts >= EQUAL], counts[counts >= EQUAL], strict=True):
        flipped += complex(value, 1) * rng.binomial(count, 0.5, draws)
    rest = np.repeat(distinct, np.where(counts < EQUAL, counts, 0)) + 1j
    octets = np.append(rest, np.zeros(-len(rest) % 8)).reshape(-1, 8)
    step = max(1, min(2_000, 8_000_000 // draws))
    for start in range(0, len(octets), step):
        sums = octets[start : start + step] @ BITS  # each of the 256 ways to flip eight units
        words = rng.integers(0, 2**64, (len(sums), -(-draws // 8)), dtype=np.uint64)
        for of_octet, byte in zip(sums, words.view(np.uint8), strict=True):
            flipped += of_octet.take(byte[:draws])
    return subsets


def _tails(values: Array, subsets: SubsetSums) -> tuple[float, float, float]:
    """Shares of flips as extreme as the data. Flipping a subset takes twice its sum from the total, which is ≥ 0."""
    noise = ROUNDING * float(np.abs(values).sum())
    first = subsets.real <= noise
    opposite = subsets.real >= values.sum() - noise
    return float(first.mean()), float((first | opposite).mean()), float((subsets.real >= -noise).mean())


def _typical_values(subsets: SubsetSums, level: float) -> tuple[float, float, float]:
    """The k-th smallest and k-th largest mean of a flipped subset; each gap between means is equally probable."""
    flips = len(subsets)
    rank = max(1, int((1 - level) / 2 * flips * (1 + 1e-12)))
    sums, sizes = subsets.real[1:], subsets.imag[1:]
    means = sums / np.maximum(sizes, 1)
    low = np.partition(np.where(sizes > 0, means, -np.inf), rank - 1)[rank - 1]
    high = np.partition(np.where(sizes > 0, means, np.inf), flips - 1 - rank)[flips - 1 - rank]
    return float(low), float(high), 1 - 2 * rank / flips
