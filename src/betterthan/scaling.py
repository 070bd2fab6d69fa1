"""Scaling: what the same scores would say if there were k times as many units (Williams 2026, TMLR version)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Any

from betterthan.comparison import Comparison
from betterthan.decision import Verdict, by_threshold, check_threshold
from betterthan.errors import ArgumentError
from betterthan.frames import to_frame
from betterthan.procedures import bayes_correlated_t, bayes_mcnemar, bayes_welch, correlated_t, mcnemar, welch_t
from betterthan.results import DifferencePosterior, NullTest, Probabilities
from betterthan.results.laws import is_at
from betterthan.rope import Rope
from betterthan.tables import Comparable, UnpairedTable, one_unit_per_task

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FACTORS = (0.5, 1.0, 2.0, 3.0, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)
LIMIT = 1e9
"""A verdict that needs more than this many times the units is not within reach."""


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


def scaling(
    table: Comparable, comparison: Comparison, *, factors: Sequence[float] = FACTORS, threshold: float = 0.95
) -> Scaling:
    """What k times as many units of the same kind would say.

    Parameters:
        table: the scores, paired or not; of two independent samples both grow.
        comparison: their comparison by `bayes_t`, `bayes_mcnemar`, `bayes_correlated_t` or `bayes_welch`, whose rope is
            used.
        factors: the multiples k.
        threshold: probability that a verdict needs.
    """
    check_threshold(threshold)
    at = _at_size(table, comparison)
    rope = comparison.rope
    assert rope is not None
    made = [at(factor) for factor in factors]
    probabilities = tuple(posterior.probabilities(rope) for posterior, _ in made)
    return Scaling(
        comparison.first,
        comparison.second,
        comparison.procedure,
        tuple(factors),
        tuple(max(2, round(factor * comparison.n_units)) for factor in factors),
        probabilities,
        tuple(test.p_value for _, test in made),
        tuple(by_threshold(each, threshold) for each in probabilities),
        _needed(at, comparison, rope, threshold),
        at(LIMIT)[0].probabilities(rope) if comparison.procedure == "bayes_correlated_t" else None,
        rope,
        threshold,
    )


def _at_size(data: Comparable, comparison: Comparison) -> Callable[[float], tuple[DifferencePosterior, NullTest]]:
    """The posterior and the test as functions of k, from the sufficient statistics."""
    if isinstance(data, UnpairedTable) and comparison.procedure == "bayes_welch":
        samples = data.moments()

        def of_samples(k: float) -> tuple[DifferencePosterior, NullTest]:
            first, second = (each._replace(n=max(2, round(k * each.n))) for each in samples)
            sizes = {"first": first, "second": second}
            return bayes_welch.from_summary(**sizes), welch_t.from_summary(**sizes)

        return of_samples
    table = data.by_task() if isinstance(data, UnpairedTable) else data
    if comparison.procedure in ("bayes_t", "bayes_correlated_t"):
        units = one_unit_per_task(table) if len(table.tasks) > 1 else table
        mean, sd, n = units.moments()
        share = comparison.result.diagnostics.figures.get("test fraction", 0.0)  # independent units share nothing

        def of_moments(k: float) -> tuple[DifferencePosterior, NullTest]:
            size = max(2, round(k * n))
            return (
                bayes_correlated_t.from_summary(mean=mean, sd=sd, n=size, test_fraction=share),
                correlated_t.from_summary(mean=mean, sd=sd, n=size, test_fraction=share),
            )

        return of_moments
    if comparison.procedure == "bayes_mcnemar":
        cells = table.cells()
        scale = "phi" if comparison.posterior and comparison.posterior.parameter.null else "points"

        def of_cells(k: float) -> tuple[DifferencePosterior, NullTest]:
            counts = {name: round(k * count) for name, count in cells._asdict().items()}
            return bayes_mcnemar.from_cells(**counts, scale=scale), mcnemar.from_cells(**counts)

        return of_cells
    raise ArgumentError(
        "Scaling needs a procedure that rests on sums (`bayes_t`, `bayes_mcnemar`, `bayes_correlated_t`, "
        f"`bayes_welch`); this comparison used `{comparison.procedure}`."
    )


def _needed(
    at: Callable[[float], tuple[DifferencePosterior, NullTest]], comparison: Comparison, rope: Rope, threshold: float
) -> float:
    """The smallest k that decides, by bisection: with m and s fixed, the mass on m's side of a bound grows with k."""
    posterior = comparison.posterior
    assert isinstance(posterior, DifferencePosterior)
    if not posterior.sd > 0:
        return 1.0
    if is_at(posterior.mean, rope.low) or is_at(posterior.mean, rope.high):
        return inf

    def decides(k: float) -> bool:
        return by_threshold(at(k)[0].probabilities(rope), threshold) != "undecided"

    low, high = 2 / comparison.n_units, 1.0
    while not decides(high):
        low, high = high, 2 * high
        if high > LIMIT:
            return inf
    n = comparison.n_units
    small, large = ceil(low * n), ceil(high * n)
    while large - small > max(1, large // 10_000):
        middle = (small + large) // 2
        small, large = (small, middle) if decides(middle / n) else (middle, large)
    return large / n
