"""How many scores of each model a rank test of two independent samples needs (Noether 1987)."""

from __future__ import annotations

from scipy.special import ndtri


def noether_size(power: float, superiority: float, *, level: float = 0.95, one_sided: bool = False) -> float:
    """The number per model, not rounded: (z_{1-a} + z_power)² / (6 (γ - 1/2)²) for samples of equal size.

    Parameters:
        power: the power.
        superiority: γ, the probability that a score of the first model is above one of the second.
        level: one less the level of the test.
        one_sided: whether only a difference in this direction is looked for.

    >>> round(noether_size(0.95, 0.75, one_sided=True), 2)
    28.86
    """
    upper = level if one_sided else (1 + level) / 2
    return float((ndtri(upper) + ndtri(power)) ** 2 / (6 * (superiority - 0.5) ** 2))
