"""Sensitivity: how the verdict depends on the width of the rope (Corani 2017, sec. 3.1 and 4.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from betterthan.comparison import Comparison
from betterthan.decision import Verdict, by_threshold, check_threshold
from betterthan.errors import ArgumentError
from betterthan.frames import to_frame
from betterthan.results import Probabilities
from betterthan.rope import Rope

MULTIPLES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Rope widths that are looked at, as multiples of the comparison's own."""


@dataclass(frozen=True)
class Sensitivity:
    """Probabilities and verdicts over ropes of several widths.

    Parameters:
        comparison: the comparison that was varied.
        ropes: the ropes, narrowest first.
        probabilities: the three probabilities under each.
        verdicts: the verdict under each.
        threshold: probability that a verdict needs.
    """

    comparison: Comparison
    ropes: tuple[Rope, ...]
    probabilities: tuple[Probabilities, ...]
    verdicts: tuple[Verdict, ...]
    threshold: float

    @property
    def stable(self) -> bool:
        """Whether every width leads to the same verdict."""
        return len(set(self.verdicts)) == 1

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per rope."""
        return [
            {"low": rope.low, "high": rope.high, **probabilities.to_dict(), "verdict": verdict}
            for rope, probabilities, verdict in zip(self.ropes, self.probabilities, self.verdicts, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "first": self.comparison.first,
            "second": self.comparison.second,
            "procedure": self.comparison.procedure,
            "threshold": self.threshold,
            "stable": self.stable,
            "ropes": self.to_rows(),
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)


def sensitivity(
    comparison: Comparison, *, ropes: Sequence[float] | None = None, threshold: float = 0.95
) -> Sensitivity:
    """The three probabilities over a range of rope widths.

    Parameters:
        comparison: a comparison by a Bayesian procedure.
        ropes: half-widths about no difference; None takes multiples of the comparison's own rope.
        threshold: probability that a verdict needs.

    >>> from betterthan.compare import compare
    >>> from betterthan.examples import example
    >>> found = sensitivity(compare(example("nbc-aode"), rope=1.0, procedure="bayes_t"), ropes=[0.5, 1, 4])
    >>> found.verdicts
    ('second', 'second', 'equivalent')
    """
    check_threshold(threshold)
    posterior = comparison.posterior
    if posterior is None or comparison.rope is None:
        raise ArgumentError(f"`{comparison.procedure}` has no posterior, so the rope does not matter to it.")
    own, null = comparison.rope, posterior.parameter.null
    if ropes is None:
        made = [Rope(null + k * (own.low - null), null + k * (own.high - null), f"{k:g} x own") for k in MULTIPLES]
    else:
        made = [Rope(null - half, null + half) for half in np.sort(np.asarray(ropes, dtype=np.float64)).tolist()]
    probabilities = tuple(posterior.probabilities(rope) for rope in made)
    verdicts = tuple(by_threshold(each, threshold) for each in probabilities)
    return Sensitivity(comparison, tuple(made), probabilities, verdicts, threshold)
