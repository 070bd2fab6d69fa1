"""How much units differ, when they and the residual share a table: quantiles of a random effect's standard deviation.

Model (Box and Tiao 1973, ch. 5): with a models, units of variance σ_β² and residuals of variance σ², the two sums of
squares are independent, SS_units ~ λ χ² with λ = σ² + a σ_β², and SS_residual ~ σ² χ². The prior is 1/(σ² λ) where
λ > σ²: proper posterior, no scale of its own. In terms of ρ = λ/σ² ≥ 1, with ν the sum of the degrees of freedom,

    p(log ρ) ∝ ρ^(-ν_units/2) (SS_residual + SS_units/ρ)^(-ν/2),    σ² = (SS_residual + SS_units/ρ)/X,    X ~ χ²_ν

with X independent of ρ. σ_β² = σ² (ρ - 1)/a grows with ρ, so that for each X the values of ρ below a bound are known:
the distribution function of σ_β² is that of ρ, averaged over X. Both laws may be as narrow as they like.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from scipy.special import chdtri

from betterthan.arrays import Array
from betterthan.numerics.hermite import interpolated
from betterthan.numerics.variation import Source

NEGLIGIBLE = 40.0
"""A density e^-40 of its peak."""
NODES, CELLS = 160, 400
"""Nodes for log X, and cells on either side of the peak of log ρ: quantiles are good to 1e-4, most to 1e-8."""


def unit_spread(probabilities: tuple[float, ...], *, units: Source, residual: Source, models: int) -> list[float]:
    """Posterior quantiles of σ_β.

    Parameters:
        probabilities: of the quantiles.
        units: degrees of freedom and mean square of the units.
        residual: degrees of freedom and mean square of the residual.
        models: number of models, a.

    >>> both = {"units": Source(9, 2.0), "residual": Source(27, 1.0)}
    >>> [round(quantile, 2) for quantile in unit_spread((0.025, 0.5, 0.975), **both, models=4)]
    [0.15, 0.55, 1.2]
    """
    if units.mean_square == residual.mean_square == 0:
        return [0.0] * len(probabilities)
    if residual.mean_square == 0:  # λ = a σ_β²
        inverse = [float(chdtri(units.df, p)) for p in probabilities]
        return [sqrt(units.df * units.mean_square / (models * each)) for each in inverse]
    squares = units.df * units.mean_square / (residual.df * residual.mean_square)
    law = _LogRatio(squares, units.df, residual.df)
    chi, weights = chi_squared_nodes(units.df + residual.df)
    unit = residual.mean_square * residual.df / models
    return [sqrt(unit * found) for found in _quantiles(np.array(probabilities), law, chi, weights).tolist()]


class _LogRatio:
    """The law of log ρ, tabulated; `squares` is SS_units/SS_residual."""

    def __init__(self, squares: float, units: float, residual: float) -> None:
        self.squares, self.units, self.residual = squares, units, residual
        peak = max(0.0, log(squares * residual / units)) if squares > 0 else 0.0
        top = float(self._log_density(peak))
        low = self._reach(top, peak, 0.0)
        high = self._reach(top, peak, peak + NEGLIGIBLE + 2 * NEGLIGIBLE / units)
        steps = np.linspace(0, 1, CELLS + 1) ** 2  # dense about the peak, and at ρ = 1 if it is there
        below = peak - (peak - low) * steps[:0:-1] if low < peak else np.empty(0)
        self.nodes = np.concatenate([below, peak + (high - peak) * steps])
        width, middle = np.diff(self.nodes), (self.nodes[1:] + self.nodes[:-1]) / 2
        density, between = (np.exp(self._log_density(t) - top) for t in (self.nodes, middle))
        cumulative = np.concatenate([[0.0], np.cumsum(width * (density[1:] + 4 * between + density[:-1]) / 6)])
        self.density, self.cumulative = density / cumulative[-1], cumulative / cumulative[-1]

    def cdf(self, t: Array) -> Array:
        """Probability that log ρ is at most t, by the cubic that has the tabulated values and slopes."""
        # The cells are integrals of this density by Simpson's rule and far narrower than its peak: nothing to limit.
        return interpolated(t, self.nodes, self.cumulative, self.density, limited=False)

    def of_spread(self, bound: Array) -> Array:
        """The log ρ at which (1 + squares/ρ)(ρ - 1) is the bound: the larger root of a quadratic equation."""
        half = (bound + 1 - self.squares) / 2
        root = np.hypot(half, sqrt(self.squares))
        rho = np.where(half > 0, half + root, self.squares / np.where(half > 0, 1.0, root - half))
        # ρ - 1 loses its digits where the bound is small; there it is the bound over its slope, 1 + squares/ρ
        return np.where(rho < 2, np.log1p(bound / (1 + self.squares / rho)), np.log(rho))

    def _log_density(self, t: Array | float) -> Array:
        nu = self.units + self.residual
        return np.asarray(-self.units / 2 * t - nu / 2 * np.log1p(self.squares * np.exp(-t)))

    def _reach(self, top: float, peak: float, end: float) -> float:
        """Where the density has become negligible on the way from its peak to the end, or the end."""
        if float(self._log_density(end)) >= top - NEGLIGIBLE:
            return end
        near, far = peak, end
        for _ in range(40):
            middle = (near + far) / 2
            inside = float(self._log_density(middle)) >= top - NEGLIGIBLE
            near, far = (middle, far) if inside else (near, middle)
        return far


def chi_squared_nodes(df: float) -> tuple[Array, Array]:
    """Values of X with their probabilities: the trapezoid rule on log X, whose density falls off fast on both sides.

    Parameters:
        df: degrees of freedom.
    """
    reach = sqrt(4 * NEGLIGIBLE / df)
    away = np.linspace(-reach - 2 * NEGLIGIBLE / df, reach, NODES)  # log X less its mode, log df
    weights = np.exp(-df / 2 * (np.expm1(away) - away))
    return df * np.exp(away), weights / weights.sum()


def _quantiles(p: Array, law: _LogRatio, chi: Array, weights: Array) -> Array:
    """The v with E P((1 + squares/ρ)(ρ - 1) <= v X) = p, by bisection of log v."""
    low, high = np.full(p.shape, -140.0), np.full(p.shape, 140.0 + law.nodes[-1])
    for _ in range(50):
        middle = (low + high) / 2
        below = law.cdf(law.of_spread(np.exp(middle)[:, None] * chi)) @ weights < p
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray(np.exp((low + high) / 2))
