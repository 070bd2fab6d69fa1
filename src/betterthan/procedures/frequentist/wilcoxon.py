"""Do the larger differences between two predictors tend to favour the same one?

Model: the differences are independent draws from a law that is symmetric about Δ. Differences of 0 are dropped, the
n others ranked by size (ties share their mean rank r_j), and under the null hypothesis Δ = 0

    W⁺ = Σ_{d_j > 0} r_j,    E W⁺ = n(n+1)/4,    Var W⁺ = n(n+1)(2n+1)/24 - Σ_ties (t³ - t)/48

W⁺ is the sum of the positive ranks, not the smaller of the two sums. `method="auto"` takes its exact law, given the
ties, up to n = 50, else the normal law, by default with a continuity correction of 1/2. The estimate of Δ is the median
of all averages (d_i + d_j)/2, i ≤ j (Hodges–Lehmann); its interval runs between two of them, so far from the ends as
the law behind the p-value allows. Both are of the n differences that are not 0, as the p-value is (and as in R), so
that the two never contradict each other; with ties an interval may end at 0 without holding it. With too few
differences for the level asked, the interval is their range and states the coverage that this has.

When not to use it: skewed differences, for which it rejects although their mean, or median, is 0 (use `sign` or
`permutation`); 0/1 scores (use `mcnemar`); folds that share training data.

References: Wilcoxon (1945); Hodges and Lehmann (1963); Hollander, Wolfe and Chicken (2013), sec. 3.1–3.3; Demšar
(2006); Benavoli et al. (2017), sec. 4.1, eq. 8.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.data.paired_units import PairedUnits
from betterthan.errors import ArgumentError
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.facts import Robust
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Level
from betterthan.procedures.shared.hodges_lehmann import hodges_lehmann
from betterthan.procedures.shared.signed_rank_law import FEW, ExactLaw, NormalLaw, SignedRankLaw
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative

Method: TypeAlias = Literal["auto", "exact", "normal"]

MANY = 1_000
"""The exact law is not computed beyond: its 2^-n underflows soon after, and the normal law is as good."""


@procedure(
    title="Wilcoxon's signed-rank test",
    p_says=(
        "It says how often the ranked differences would favour one model at least this clearly if they were "
        "symmetric about 0."
    ),
    needs=Needs(units=2, every_unit=True),
    cites=("wilcoxon1945", "hodges1963", "hollander2013", "demsar2006", "benavoli2017"),
    assumes=("symmetry",),
    robust=(
        Robust("sign", without="symmetry", estimates="median"),
        Robust("permutation", without="symmetry", estimates="mean"),
    ),
)
def wilcoxon(
    table: PairedUnits,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    method: Method = "auto",
    continuity: bool = True,
) -> NullTest:
    """Wilcoxon's signed-rank test.

    Parameters:
        table: paired scores of two models.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.
        method: `exact`, `normal`, or `auto`.
        continuity: whether the normal law is corrected for continuity.

    >>> wilcoxon.from_differences(np.array([-2.0, -1, 4, 5])).statistic       # Benavoli et al. (2017), sec. 4.1
    7.0
    """
    return from_differences(
        table.differences(), alternative=alternative, level=level, method=method, continuity=continuity
    )


def from_differences(
    differences: Differences,
    *,
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
    method: Method = "auto",
    continuity: bool = True,
) -> NullTest:
    """From differences first - second, one per unit; options as in `wilcoxon`."""
    values = np.asarray(differences, dtype=np.float64)
    kept = values[np.abs(values) > ROUNDING * np.abs(values).max(initial=0.0)]
    ranks, ties = _mean_ranks(np.abs(kept))
    statistic = float(ranks[kept > 0].sum())
    zeros = len(values) - len(kept)
    exact = _is_exact(method, len(kept))
    law: SignedRankLaw = ExactLaw.of(ranks) if exact else NormalLaw.of(len(kept), ties, continuity)
    first, second, z = law.tails(statistic)
    moved = kept if len(kept) else values[:1]
    interval = sided_interval(alternative, level, lambda coverage: hodges_lehmann(moved, coverage, law)[1])
    return NullTest(
        procedure="wilcoxon",
        null=null_against(
            alternative,
            equal="the differences are symmetric about 0",
            at_most="the differences are symmetric about 0 or less",
            at_least="the differences are symmetric about 0 or more",
        ),
        statistic=statistic,
        statistic_name="W⁺",
        p_value=one_sided(alternative, first=first, second=second),
        alternative=alternative,
        estimate=hodges_lehmann(moved, level, law)[0],
        estimate_name=f"pseudomedian of the differences{' that are not 0' if zeros and len(kept) else ''}",
        interval=interval,
        diagnostics=Diagnostics(
            f"{law.words}, zeros dropped, ties share their mean rank",
            figures={"z": z, "zeros": float(zeros), "tied": float(ties.sum()), "ranked": float(len(kept))},
        ),
    )


def _mean_ranks(sizes: Array) -> tuple[Array, Array]:
    """Ranks, and the sizes of the groups of ties. Sizes that differ by rounding only are tied: 0.9 - 0.8, 0.8 - 0.7."""
    order = np.argsort(sizes)
    ordered = sizes[order]
    starts = np.flatnonzero(np.append(True, np.diff(ordered) > ROUNDING * ordered[1:])[: len(sizes)])
    counts = np.diff(np.append(starts, len(sizes)))
    ranks = np.empty(len(sizes))
    ranks[order] = np.repeat(starts + (counts + 1) / 2, counts)
    return ranks, counts[counts > 1].astype(np.float64)


def _is_exact(method: Method, n: int) -> bool:
    if method not in ("auto", "exact", "normal"):
        raise ArgumentError(f"`method` is one of auto, exact, normal; got {method!r}.")
    if method == "exact" and n > MANY:
        raise ArgumentError(f'The exact law is offered up to {MANY:,} differences; got {n:,}. Use `method="normal"`.')
    return method == "exact" or (method == "auto" and n <= FEW)
