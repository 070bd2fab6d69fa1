"""P-values of several pairs, or metrics, adjusted together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.numerics.multiplicity import adjust

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.vocabulary import Adjustment


def with_adjusted(comparisons: tuple[Comparison, ...], adjustment: Adjustment) -> tuple[Comparison, ...]:
    """The comparisons with their p-values adjusted for how many there are, which is known only when all are made.

    Parameters:
        comparisons: all pairs that were looked at, by all metrics.
        adjustment: how.
    """
    tested = [j for j, found in enumerate(comparisons) if found.classical_or_own is not None]
    p_values = [test.p_value for found in comparisons if (test := found.classical_or_own) is not None]
    adjusted = dict(zip(tested, adjust(p_values, adjustment).tolist(), strict=True))
    return tuple(replace(found, p_adjusted=adjusted.get(j)) for j, found in enumerate(comparisons))
