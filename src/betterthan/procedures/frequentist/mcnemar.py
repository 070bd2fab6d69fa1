"""Do two classifiers err on equally many cases, judged by the cases on which only one of them errs?

Model: independent cases with 0/1 scores; n10 are right for the first model only, n01 for the second only. Under the
null hypothesis of equal accuracy each such case falls either way with probability 1/2:

    n10 ~ Binomial(n01 + n10, 1/2),  or nearly   χ² = max(|n10 - n01| - 1, 0)² / (n01 + n10)  ~  χ²₁

`variant="auto"` is `exact` (the binomial law) below 25 such cases, else `corrected` (the χ² above). `uncorrected`
leaves out the -1; `mid-p` is the binomial law with half the probability of what was seen. One-sided, the χ² variants
use the signed root of χ². The estimate is the difference in accuracy (n10 - n01)/n, its interval Tango's score
interval, which excludes 0 exactly when the uncorrected test rejects.

When not to use it: scores other than 0/1 (use `paired_t`); several tasks at once (use `bayes_hierarchical_mcnemar`);
training sets that vary, to which it is blind.

References: McNemar (1947); Edwards (1948); Fagerland, Lydersen and Laake (2013); Tango (1998); Dietterich (1998).
"""

from __future__ import annotations

from math import copysign, exp, log, sqrt
from typing import Literal, TypeAlias

from scipy.special import betaln, ndtr, ndtri

from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.procedures.frequentist.sign import at_least
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Count, Level
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, null_against, one_sided, sided_interval
from betterthan.vocabulary import Alternative

Variant: TypeAlias = Literal["auto", "corrected", "uncorrected", "exact", "mid-p"]

IN_WORDS: dict[Variant, str] = {
    "corrected": "χ² law with continuity correction",
    "uncorrected": "χ² law without continuity correction",
    "exact": "exact binomial law",
    "mid-p": "binomial law, mid-p",
}


@procedure(
    title="McNemar's test",
    p_says=(
        "It says how often the cases on which only one model is right would be divided at least this unevenly if "
        "each of them fell to either model with probability 1/2."
    ),
    needs=Needs(units=2, binary=True),
    cites=("mcnemar1947", "edwards1948", "fagerland2013", "tango1998", "dietterich1998", "williams2026"),
)
def mcnemar(
    table: Paired, *, variant: Variant = "auto", alternative: Alternative = "two-sided", level: float = 0.95
) -> NullTest:
    """McNemar's test of two 0/1 scores.

    Parameters:
        table: paired 0/1 scores of two models.
        variant: `exact`, `mid-p`, `corrected`, `uncorrected`, or `auto`.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = mcnemar.from_cells(n00=19, n01=64, n10=30, n11=103)         # Williams (2026), Table 1, tr-en
    >>> round(test.p_value, 6)                                             # printed 0.00067
    0.000665
    """
    cells = table.cells()
    return from_cells(**cells._asdict(), variant=variant, alternative=alternative, level=level)


def from_cells(
    *,
    n00: Count,
    n01: Count,
    n10: Count,
    n11: Count,
    variant: Variant = "auto",
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
) -> NullTest:
    """From n00, n01, n10 and n11: the cases that both get wrong, only the second right, only the first right, both
    right; options as in `mcnemar`.
    """
    n = n00 + n01 + n10 + n11
    if min(n00, n01, n10, n11) < 0 or n == 0:
        raise ArgumentError(f"Counts must be at least 0 and not all 0; got {n00}, {n01}, {n10}, {n11}.")
    chosen = _chosen(variant, n01 + n10)
    binomial = chosen in ("exact", "mid-p")
    statistic = float(n10) if binomial else _chi_squared(n01, n10, 1 if chosen == "corrected" else 0)
    first, second = _binomial_tails(n01, n10, chosen) if binomial else _root_tails(statistic, n10 - n01)
    return NullTest(
        procedure="mcnemar",
        null=null_against(
            alternative,
            equal="both models are right equally often",
            at_most="the first model is right at most as often as the second",
            at_least="the first model is right at least as often as the second",
        ),
        statistic=statistic,
        statistic_name="n10" if binomial else "χ²",
        p_value=one_sided(alternative, first=first, second=second) if n01 + n10 else 1.0,
        alternative=alternative,
        df=None if binomial else 1.0,
        estimate=(n10 - n01) / n,
        estimate_name="difference in accuracy",
        interval=sided_interval(alternative, level, lambda coverage: _tango(n01, n10, n, coverage), (-1.0, 1.0)),
        diagnostics=Diagnostics(IN_WORDS[chosen], figures={"n01": float(n01), "n10": float(n10)}),
    )


def _chosen(variant: Variant, discordant: int) -> Variant:
    if variant == "auto":
        return "exact" if discordant < 25 else "corrected"
    if variant not in IN_WORDS:
        raise ArgumentError(f"`variant` is one of auto, {', '.join(IN_WORDS)}; got {variant!r}.")
    return variant


def _chi_squared(n01: int, n10: int, correction: int) -> float:
    return max(abs(n10 - n01) - correction, 0) ** 2 / max(n01 + n10, 1)


def _binomial_tails(n01: int, n10: int, variant: Variant) -> tuple[float, float]:
    half_seen = 0.0
    if variant == "mid-p":
        n = n01 + n10
        half_seen = exp(-log(n + 1) - float(betaln(n01 + 1, n10 + 1)) - n * log(2)) / 2
    return at_least(n10, n01) - half_seen, at_least(n01, n10) - half_seen


def _root_tails(chi_squared: float, surplus: int) -> tuple[float, float]:
    z = copysign(sqrt(chi_squared), surplus)
    return float(ndtr(-z)), float(ndtr(z))


def _tango(n01: int, n10: int, n: int, level: float) -> Interval:
    """Differences δ whose score statistic is within ± z (Tango 1998)."""
    z = float(ndtri((1 + level) / 2))
    return Interval(_tango_low(n10, n01, n, z), 0.0 - _tango_low(n01, n10, n, z), level, "confidence")


def _tango_low(gains: int, losses: int, n: int, z: float) -> float:
    """The δ at which the score statistic, which falls with δ, is z; by bisection."""
    low, high = -1.0, (gains - losses) / n
    for _ in range(60):
        delta = (low + high) / 2
        variance = 2 * _share_of_losses(gains, losses, n, delta) + delta * (1 - delta)
        if gains - losses - n * delta > z * sqrt(n * max(variance, 0.0)):
            low = delta
        else:
            high = delta
    return (low + high) / 2


def _share_of_losses(gains: int, losses: int, n: int, delta: float) -> float:
    """Maximum-likelihood estimate of P(only the second is right) when the difference is δ: the root of a quadratic."""
    b = (2 * n - gains + losses) * delta - gains - losses
    c = -losses * delta * (1 - delta)
    root = sqrt(max(b * b - 8 * n * c, 0.0))
    return (root - b) / (4 * n) if b <= 0 else -2 * c / (root + b)
