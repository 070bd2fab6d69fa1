"""Scaling: what more units would say."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from betterthan.data.frames import to_frame
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Scaling:
    """Probabilities and p-values as functions of the number of units.

    Parameters:
        first: the first model.
        second: the second model.
        procedure: the Bayesian procedure.
        factors: multiples k of the present size.
        units: the number of units at each.
        probabilities: the three probabilities at each.
        p_values: the classical test's p-value at each.
        verdicts: the verdict at each.
        needed: the smallest k that decides; infinite if no number of such units does.
        limit: for folds, which share training data however many there are, the three probabilities of endlessly many.
        rope: the rope.
        threshold: probability that a verdict needs.
    """

    first: str
    second: str
    procedure: str
    factors: tuple[float, ...]
    units: tuple[int, ...]
    probabilities: tuple[Probabilities, ...]
    p_values: tuple[float, ...]
    verdicts: tuple[Verdict, ...]
    needed: float
    limit: Probabilities | None
    rope: Rope
    threshold: float

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per size."""
        columns = zip(self.factors, self.units, self.probabilities, self.p_values, self.verdicts, strict=True)
        return [
            {"factor": factor, "units": units, **probabilities.to_dict(), "p_value": p, "verdict": verdict}
            for factor, units, probabilities, p, verdict in columns
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "first": self.first,
            "second": self.second,
            "procedure": self.procedure,
            "rope": self.rope.to_dict(),
            "threshold": self.threshold,
            "needed": self.needed if isfinite(self.needed) else None,
            "limit": None if self.limit is None else self.limit.to_dict(),
            "sizes": self.to_rows(),
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The three probabilities and the p-value over the number of units.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)
