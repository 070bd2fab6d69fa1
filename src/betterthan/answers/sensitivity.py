"""Sensitivity: the verdict under other ropes and priors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from betterthan.answers.comparison import Comparison
from betterthan.data.frames import to_frame
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Sensitivity:
    """Probabilities and verdicts over ropes of several widths and, where there are named ones, over priors.

    Parameters:
        comparison: the comparison that was varied.
        priors: the prior of each row.
        ropes: the rope of each row, narrowest first.
        probabilities: the three probabilities under each.
        verdicts: the verdict under each.
        threshold: probability that a verdict needs.
    """

    comparison: Comparison
    priors: tuple[str, ...]
    ropes: tuple[Rope, ...]
    probabilities: tuple[Probabilities, ...]
    verdicts: tuple[Verdict, ...]
    threshold: float

    @property
    def stable(self) -> bool:
        """Whether every row leads to the same verdict."""
        return len(set(self.verdicts)) == 1

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per prior and rope."""
        columns = zip(self.priors, self.ropes, self.probabilities, self.verdicts, strict=True)
        return [
            {"prior": prior, "low": rope.low, "high": rope.high, **probabilities.to_dict(), "verdict": verdict}
            for prior, rope, probabilities, verdict in columns
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

    def plot(self, ax: Axes | None = None) -> Axes:
        """The three probabilities over the width of the rope.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)
