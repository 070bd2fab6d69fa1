"""misfit(Δ, ω) = Σ_j log(1 + (d_j - Δ)²/ω²), all that `student_location` needs to know of its data.

Either summed over the data, or read from a table of Chebyshev coefficients: in Δ it is analytic up to a distance ω, in
log ω up to π/2, whatever the data, so that a few hundred values are as good as a million data.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.polynomial.chebyshev import chebpts2, chebvander

from betterthan.arrays import Array
from betterthan.numerics.student_nu import LOG_OMEGA_RANGE

LARGEST_TABLE = 80  # degree; more coefficients would cost more than the data that they stand for
BLOCK = 60_000  # numbers per temporary array: half a megabyte stays in cache


@dataclass(frozen=True)
class Misfit:
    """misfit(Δ, ω) of a sample: summed over the data, or read from a Chebyshev table within its box.

    Attributes:
        sample: the standardised data.
        low, high: corners (Δ, log ω) of the box.
        table: Chebyshev coefficients in the box; empty: no table.
    """

    sample: Array
    low: tuple[float, float] = (-np.inf, LOG_OMEGA_RANGE[0])
    high: tuple[float, float] = (np.inf, LOG_OMEGA_RANGE[1])
    table: Array = field(default_factory=lambda: np.empty((0, 0)))

    def at(self, location: Array, log_omega: Array) -> Array:
        """Locations x columns."""
        if not self.table.size:
            return _summed_misfit(self.sample, location, log_omega)
        across, along = (
            (2 * at - low - high) / (high - low)
            for at, low, high in zip((location, log_omega), self.low, self.high, strict=True)
        )
        # A polynomial explodes outside of its box; tails and scouts may look there, if rarely.
        if max(np.abs(across).max(), np.abs(along).max()) > 1 + 1e-9:
            return _summed_misfit(self.sample, location, log_omega)
        rows, columns = self.table.shape
        return np.asarray(chebvander(across, rows - 1) @ self.table @ chebvander(along, columns - 1).T)


def tabulated(summed: Misfit, low: tuple[float, float], high: tuple[float, float]) -> Misfit:
    """The same misfit from a table, or as it was if the box is too large for one.

    Parameters:
        summed: the misfit without a table.
        low: least Δ and log ω.
        high: greatest Δ and log ω.
    """
    across = _table_degree(high[0] - low[0], np.exp(low[1]))
    along = _table_degree(high[1] - low[1], np.pi / 2)
    if max(across, along) > LARGEST_TABLE:
        return summed
    x, y = chebpts2(across + 1), chebpts2(along + 1)
    values = summed.at(low[0] + (high[0] - low[0]) * (x + 1) / 2, low[1] + (high[1] - low[1]) * (y + 1) / 2)
    table = np.linalg.solve(chebvander(x, across), np.linalg.solve(chebvander(y, along), values.T).T)
    return Misfit(summed.sample, low, high, table)


def _table_degree(width: float, distance: float) -> int:
    """The degree at which interpolation errs by about 1e-14 of the misfit, analytic up to `distance` from the interval.

    The error falls like ρ^-degree, ρ the sum of the half axes of the largest Bernstein ellipse, in half widths; its
    short half axis is the distance, which is sinh log ρ.
    """
    log_rho = np.arcsinh(2 * distance / width)
    return int(np.ceil(32 / log_rho))  # e^-32 = 1e-14


def _summed_misfit(sample: Array, location: Array, log_omega: Array) -> Array:
    """Σ_j log(1 + (d_j - Δ)²/ω²), locations x columns, over the data in blocks.

    Up to sixteen factors are multiplied before a logarithm is taken, fewer where their product could overflow: one
    logarithm costs as much as many products.
    """
    precision = np.exp(-2 * log_omega)[:, None]
    total = np.zeros((len(log_omega), len(location)))
    largest = (np.abs(sample).max() + np.abs(location).max()) ** 2 * precision.max() + 1
    factors = max(1, min(16, len(sample), int(300 / np.log10(largest + 1))))
    rows = max(1, BLOCK // total.size)
    for start in range(0, len(sample), factors * rows):
        block = sample[start : start + factors * rows]
        product = np.ones((-(-len(block) // factors), *total.shape))
        scratch = np.empty_like(product)
        for part in (block[k::factors] for k in range(factors)):
            factor = scratch[: len(part)]
            np.multiply(((part[:, None] - location) ** 2)[:, None, :], precision, out=factor)
            factor += 1.0
            product[: len(part)] *= factor
        total += np.log(product, out=product).sum(axis=0)
    return total.T
