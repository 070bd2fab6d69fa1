"""The Normal–Gamma prior of a normal law's mean μ and precision ν, and the Student posterior of μ that it leads to.

    μ | ν ~ N(μ0, k0/ν),   ν ~ Gamma(a, rate b)

With k0 → ∞, a = -1/2 and b = 0 it is the non-informative prior, p(μ, σ²) ∝ 1/σ².

References: Bernardo and Smith (1994), sec. 5.2; Murphy (2007), sec. 3, where κ0 = 1/k0; Benavoli et al. (2017).
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

LARGEST = 1e150
"""Squares of larger numbers are infinite."""


class NormalGamma(NamedTuple):
    """What the prior says.

    Parameters:
        mean: μ0, where the mean is expected.
        k0: the variance of the mean, in variances of one observation: as sure as 1/k0 observations would be. May be
            infinite.
        a: shape of the precision's law: as sure as 2a observations would be.
        b: its rate; b/a is a typical variance.
    """

    mean: float
    k0: float
    a: float
    b: float

    def fault(self) -> str | None:
        """What is wrong with these numbers; None if nothing is. Any n ≥ 2 that vary then give a proper posterior."""
        if not abs(self.mean) <= LARGEST:
            return f"the mean μ0 must be finite, not beyond {LARGEST:g}; got {self.mean:g}"
        if not (self.k0 > 0 and 1 / self.k0 < inf):
            return f"k0 must be above 0, or `inf`; got {self.k0:g}"
        if not -0.5 <= self.a < inf:
            return f"a must be finite and at least -0.5; got {self.a:g}"
        if not 0 <= self.b < inf:
            return f"b must be finite and at least 0; got {self.b:g}"
        return None


class Student(NamedTuple):
    """The parameters of a Student law."""

    df: float
    location: float
    scale: float


def mean_under(prior: NormalGamma, *, mean: float, sd: float, n: int) -> Student:
    """The posterior of the mean.

    Parameters:
        prior: the prior.
        mean: mean of the observations.
        sd: their standard deviation (n - 1).
        n: their number.

    >>> mean_under(NormalGamma(0.0, 1.0, 1.0, 1.0), mean=2.0, sd=0.0, n=1)          # by hand: b = 1 + 2²/4 = 2
    Student(df=3.0, location=1.0, scale=0.816496580927726)
    """
    total = 1 / prior.k0 + n
    share = 1 / prior.k0 / total  # of the prior in the posterior mean
    location = share * prior.mean + (1 - share) * mean
    shape = prior.a + n / 2
    rate = prior.b + (n - 1) * sd**2 / 2 + share * n * (mean - prior.mean) ** 2 / 2
    return Student(2 * shape, location, sqrt(rate / (shape * total)))
