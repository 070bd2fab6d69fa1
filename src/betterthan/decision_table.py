"""Decision table: task by task, what a classical test decides and what the Bayesian procedure beside it decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from betterthan.compare import compare_two, paired
from betterthan.comparison import Comparison
from betterthan.decision import Verdict
from betterthan.errors import ArgumentError, NeedsNotMet, unknown_name
from betterthan.frames import to_frame
from betterthan.pairing import Missing, Repeats, choose_models
from betterthan.question import question
from betterthan.results import Probabilities
from betterthan.rope import Rope, RopeLike, as_rope
from betterthan.scores import Scores
from betterthan.summaries import PairedSummary
from betterthan.tables import Paired, PairedTable
from betterthan.tally import Tally, tally

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
        from betterthan.report import decisions_of, render

        return render.text(decisions_of(self))

    def to_markdown(self) -> str:
        """The same as Markdown."""
        from betterthan.report import decisions_of, render

        return render.markdown(decisions_of(self))

    def to_latex(self) -> str:
        """The same as LaTeX tables."""
        from betterthan.report import decisions_of, render

        return render.latex(decisions_of(self))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Each task by its p-value and the probability of its most probable outcome.

        Parameters:
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, ax=ax)


def decision_table(
    data: Scores | PairedTable | PairedSummary,
    *,
    first: str | None = None,
    second: str | None = None,
    models: Sequence[str] | None = None,
    rope: RopeLike = 0.01,
    level: float = 0.95,
    threshold: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
) -> DecisionTable:
    """Task by task: does the classical test reject, and what does the Bayesian procedure say?

    Each task is compared with the procedure that fits it and the classical one beside it: for folds
    `bayes_correlated_t` and `correlated_t`.

    Parameters:
        data: what `bt.read`, `bt.pair` or `bt.summarize` gave.
        first: the first model of a single pair.
        second: the second model of a single pair.
        models: the models of which all pairs are taken; None takes all models.
        rope: the region of practical equivalence, in units of the score.
        level: the tests reject where p is at most 1 - level.
        threshold: probability that a verdict needs.
        missing: as in `compare`.
        repeats: as in `compare`.

    >>> from betterthan.examples import example
    >>> found = decision_table(example("code-switching"), rope=0.01)
    >>> found.counts().rejected
    Verdicts(first=0, equivalent=0, second=1, undecided=1)
    """
    pairs = _pairs(data, first, second, models)
    decided, left_out = [], []
    for pair in pairs:
        table = _of_two(data, pair, missing, repeats)
        for task in table.tasks:
            try:
                found = _compared(table, task, rope=rope, level=level, threshold=threshold)
                decided.append(_decided(found, task))
            except NeedsNotMet as error:
                left_out.append(f"Task `{task}` of `{pair[0]}` and `{pair[1]}` was left out: {error}")
    if not decided:
        raise NeedsNotMet(f"No task has both a classical and a Bayesian decision. {left_out[0]}")
    return DecisionTable(pairs, tuple(decided), as_rope(rope), level, threshold, tuple(left_out))


def _pairs(
    data: Scores | PairedTable | PairedSummary, first: str | None, second: str | None, models: Sequence[str] | None
) -> tuple[tuple[str, str], ...]:
    named = [name for name in (first, second) if name is not None]
    if models is not None and named:
        raise ArgumentError("Name one pair (`first`, `second`) or the `models` of which all pairs are taken, not both.")
    if named or models is not None:
        named = list(choose_models(data.models, named or list(models or ()), "This table"))
    return tuple(combinations(named or data.models, 2))


def _of_two(
    data: Scores | PairedTable | PairedSummary, pair: tuple[str, str], missing: Missing, repeats: Repeats
) -> Paired:
    if isinstance(data, PairedTable) and len(data.models) > 2:
        return data.two(*pair)
    return paired(data, pair, missing=missing, repeats=repeats)


def _compared(table: Paired, task: str, **options: Any) -> Comparison:
    single = table.select_tasks([task]) if len(table.tasks) > 1 else table
    return compare_two(single, procedure=question(single, rope_given=True).procedure, **options)


def _decided(found: Comparison, task: str) -> TaskDecision:
    test, decision = found.classical, found.decision
    if test is None or decision is None:
        raise NeedsNotMet(f"there is no classical test beside `{found.procedure}` for it.")
    return TaskDecision(
        first=found.first,
        second=found.second,
        task=task,
        n=found.n_units,
        estimate=found.estimate,
        classical=test.procedure,
        p_value=test.p_value,
        rejected=test.rejects(found.level),
        procedure=found.procedure,
        probabilities=decision.probabilities,
        verdict=decision.verdict,
    )
