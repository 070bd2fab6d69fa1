"""How a result was obtained; never mixed with the result itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from betterthan.results.codec import Plain


@dataclass(frozen=True)
class Diagnostics(Plain):
    """How the numbers were computed and how far they can be trusted numerically.

    Parameters:
        computed: in words: `closed form`, `quadrature`, `exact`, `normal approximation`, `Monte Carlo`, …
        error: no probability is further off than this, in 95% of data sets or more; None where it is rounding only.
        figures: further figures, by name.
    """

    computed: str
    error: float | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
