"""Decision table: per task and pair, what the classical test and the verdict say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from betterthan.data.frames import to_frame
from betterthan.errors import ArgumentError
from betterthan.judging.tally import Tally, tally
from betterthan.phrases import unknown_name
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class TaskDecision:
    """One task, decided twice.

    Parameters:
        first: the first model.
        second: the second model.
        task: name of the task.
        n: number of units.
        estimate: the estimated difference, oriented.
        classical: the classical procedure.
        p_value: its p-value.
        rejected: whether it rejects.
        procedure: the Bayesian procedure.
        probabilities: its three probabilities.
        verdict: what they allow to be said.
    """

    first: str
    second: str
    task: str
    n: int
    estimate: float | None
    classical: str
    p_value: float
    rejected: bool
    procedure: str
    probabilities: Probabilities
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        shares = {f"p_{region}": share for region, share in self.probabilities.to_dict().items()}
        return {name: value for name, value in vars(self).items() if name != "probabilities"} | shares


@dataclass(frozen=True)
class DecisionTable:
    """Classical against Bayesian decisions, per task and as counts (Benavoli 2017, Tables 2, 4, 5 and 6).

    Parameters:
        pairs: the pairs of models.
        tasks: one decision per pair and task.
        rope: the region of practical equivalence.
        level: the tests reject where p is at most 1 - level.
        threshold: probability that a verdict needs.
        notes: what was left out, and why.
    """

    pairs: tuple[tuple[str, str], ...]
    tasks: tuple[TaskDecision, ...]
    rope: Rope
    level: float
    threshold: float
    notes: tuple[str, ...] = ()

    def counts(self, first: str | None = None, second: str | None = None) -> Tally:
        """The tasks of one pair, or of all pairs together, counted by both decisions.

        Parameters:
            first: the first model of the pair; None counts all pairs.
            second: the second model of the pair.
        """
        if first is not None and (first, second) not in self.pairs:
            known = [" and ".join(pair) for pair in self.pairs]
            raise ArgumentError(unknown_name("pair", f"{first} and {second}", known))
        chosen = [each for each in self.tasks if first is None or (each.first, each.second) == (first, second)]
        return tally((each.rejected, each.verdict) for each in chosen)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per pair and task."""
        return [each.to_dict() for each in self.tasks]

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "rope": self.rope.to_dict(),
            "level": self.level,
            "threshold": self.threshold,
            "pairs": [
                {"first": first, "second": second, "tally": self.counts(first, second).to_dict()}
                for first, second in self.pairs
            ],
            "total": self.counts().to_dict(),
            "tasks": self.to_rows(),
            "notes": list(self.notes),
        }

    def to_text(self) -> str:
        """The counts, in the layout of the paper's tables, as text; for one pair also its tasks."""
        from betterthan.report import render
        from betterthan.report.decisions import decisions_of

        return render.text(decisions_of(self))

    def to_markdown(self) -> str:
        """The same as Markdown."""
        from betterthan.report import render
        from betterthan.report.decisions import decisions_of

        return render.markdown(decisions_of(self))

    def to_latex(self) -> str:
        """The same as LaTeX tables."""
        from betterthan.report import render
        from betterthan.report.decisions import decisions_of

        return render.latex(decisions_of(self))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Each task by its p-value and the probability of its most probable outcome.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)
