"""Would a mean difference this far inside the rope be surprising if the two predictors were not equivalent?

Model: as in `paired_t`. The null hypothesis is turned round: the mean difference Δ lies outside the rope [low, high].
It is rejected when both one-sided t-tests, of Δ ≤ low and of Δ ≥ high, are; the larger of their p-values is

    t = min(m - low, high - m) / (s/√n),    p = P(T > t),  T ~ Student-t(n - 1)

m: mean of the differences, s: their standard deviation. The interval has coverage 2·level - 1 (90% for a level of
0.95): it lies inside the rope exactly when p < 1 - level. Without any spread t would be infinite after two units that
happen to agree, so such differences are refused.

When not to use it: to show a difference (use `paired_t`); where one wants the probability of equivalence itself (use
`bayes_t`, which with its flat prior gives 1 - p when the other bound is far); folds that share training data.

References: Schuirmann (1987); Berger and Hsu (1996); Lakens (2017).
"""

from __future__ import annotations

from math import sqrt

from scipy.special import stdtr, stdtrit

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Level, Number, PositiveSpread, Units
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest
from betterthan.results.rope import RopeLike, as_rope


@procedure(
    title="the two one-sided t-tests for equivalence (TOST)",
    p_says=(
        "It says how often the mean would lie at least this far inside the rope if the true difference lay on the "
        "nearer bound of it: here a small p speaks for equivalence, a large one for nothing."
    ),
    needs=Needs(units=2, differences="varying"),
    cites=("schuirmann1987", "berger1996", "lakens2017"),
    assumes=("normality", "few ties"),
    needs_rope=True,
)
def tost(table: Paired, *, rope: RopeLike, level: float = 0.95) -> NullTest:
    """Two one-sided t-tests for equivalence.

    Parameters:
        table: paired scores of two models.
        rope: differences that count as practically nothing: a half-width, a pair or a `Rope`.
        level: 1 - the size of the test; the interval has coverage 2·level - 1.

    >>> test = tost.from_summary(mean=0.0659, sd=1.0, n=176, rope=0.1)     # P(Δ > 0.1) in Williams (2026), sec. 6.1
    >>> round(test.p_value, 3)
    0.326
    """
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n, rope=rope, level=level)


def from_differences(differences: Differences, *, rope: RopeLike, level: Level = 0.95) -> NullTest:
    """From differences first - second, one per unit; options as in `tost`."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, rope=rope, level=level)


def from_summary(*, mean: Number, sd: PositiveSpread, n: Units, rope: RopeLike, level: Level = 0.95) -> NullTest:
    """From printed numbers: mean, standard deviation (n - 1) and number of the differences; options as in `tost`."""
    if not 0.5 < level < 1:
        raise ArgumentError(
            f"`level` of `tost` lies between 0.5 and 1, as its interval has 2·level - 1; got {level:g}."
        )
    bounds = as_rope(rope)
    above_low, below_high = mean - bounds.low, bounds.high - mean
    t = min(above_low, below_high) / (sd / sqrt(n))
    reach = float(stdtrit(n - 1, level)) * sd / sqrt(n)
    return NullTest(
        procedure="tost",
        null="the mean difference lies outside the rope",
        statistic=t,
        statistic_name="t",
        p_value=float(stdtr(n - 1, -t)),
        df=float(n - 1),
        estimate=mean,
        interval=Interval(mean - reach, mean + reach, 2 * level - 1, "confidence"),
        diagnostics=Diagnostics(
            f"closed form; the nearer bound is {'low' if above_low < below_high else 'high'}",
            figures={"low": bounds.low, "high": bounds.high},
        ),
    )
