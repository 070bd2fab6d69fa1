"""When exactly one of two classifiers is right, which one is it, and how much accuracy does that make?

Model: a case falls into one of four cells: both wrong (00), only the second right (01), only the first right (10), both
right (11), with probabilities θ ~ Dirichlet(α). On the scale `phi`, the share of disagreements that the first wins,

    φ = θ10/(θ01 + θ10)  ~  Beta(α10 + n10, α01 + n01),      first is better where φ > 1/2.

On the scale `points` the difference of the two accuracies, Δ = θ10 - θ01 = τ(2φ - 1), where τ = θ01 + θ10 ~
Beta(α01 + α10 + n01 + n10, α00 + α11 + n00 + n11) is independent of φ: P(Δ > r) is an integral over τ alone. Two models
that never disagree are no special case: n cases without a disagreement leave open that there are some. (The papers
print the second's share, 1 - φ: their 0.445 is 0.555 here.)

When not to use it: real-valued scores (use `bayes_t`); cases that come in clusters (name the cluster column).

References: Chechile (2020), sec. 4; Williams (2026), sec. 5.4.
"""

from __future__ import annotations

from functools import partial
from math import inf, nan, sqrt
from typing import Literal

from betterthan.data.protocol import Paired
from betterthan.errors import ArgumentError
from betterthan.procedures.facts import AtSize, Grown, Growth
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Count
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.kinds import PairResult
from betterthan.results.laws.accuracy_difference import AccuracyDifference
from betterthan.results.laws.beta import Beta

PHI = Parameter(
    "φ, share of the disagreements won by the first model",
    null=0.5,
    over_tasks="mean share of the disagreements won by the first model",
)
POINTS = Parameter("difference in accuracy")


def _at_size(table: Paired, result: PairResult) -> AtSize:
    """The same shares of k times the cases, on the scale of the result."""
    cells = table.cells()
    scale: Literal["phi", "points"] = (
        "phi" if isinstance(result, DifferencePosterior) and result.parameter.null else "points"
    )

    def at(k: float) -> Grown:
        counts = {name: round(k * count) for name, count in cells._asdict().items()}
        if not any(counts.values()):  # half of a case or two: at least one of the most frequent outcome is left
            counts[max(cells._fields, key=cells._asdict().__getitem__)] = 1
        return Grown(from_cells(**counts, scale=scale), partial(named("mcnemar").from_cells, **counts))

    return at


@procedure(
    title="the Bayesian McNemar test",
    needs=Needs(units=2, binary=True),
    cites=("chechile2020", "williams2026"),
    counterpart="mcnemar",
    cost="quadrature",
    rope_scale="phi",
    in_points={"scale": "points"},
    growth=Growth(_at_size, holds="shares of the four outcomes"),
)
def bayes_mcnemar(
    table: Paired,
    *,
    scale: Literal["phi", "points"] = "phi",
    alpha: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0),
) -> DifferencePosterior:
    """Posterior of φ or of the difference in accuracy for 0/1 scores.

    Parameters:
        table: paired 0/1 scores of two models.
        scale: `phi`, or `points` for accuracy points.
        alpha: prior counts of the cells 00, 01, 10, 11.

    >>> posterior = bayes_mcnemar.from_cells(n00=54, n01=159, n10=198, n11=589)    # da-en, Williams (2026) sec. 6.2
    >>> half = 0.1 * posterior.spread
    >>> [round(p, 3) for p in posterior.probabilities((0.5 - half, 0.5 + half))]
    [0.571, 0.429, 0.0]
    """
    n00, n01, n10, n11 = table.cells()
    return from_cells(n00=n00, n01=n01, n10=n10, n11=n11, scale=scale, alpha=alpha)


def from_cells(
    *,
    n00: Count,
    n01: Count,
    n10: Count,
    n11: Count,
    scale: Literal["phi", "points"] = "phi",
    alpha: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0),
) -> DifferencePosterior:
    """From n00, n01, n10 and n11: the cases that both get wrong, only the second right, only the first right, both
    right; options as in `bayes_mcnemar`.
    """
    if scale not in ("phi", "points"):
        raise ArgumentError(f"`scale` is `phi` or `points`; got {scale!r}.")
    if min(n00, n01, n10, n11) < 0:
        raise ArgumentError("Counts must be at least 0.")
    alpha = _checked(alpha)
    phi = Beta(alpha[2] + n10, alpha[1] + n01)
    if scale == "phi":
        share, spread = n10 / (n01 + n10) if n01 + n10 else None, sqrt(phi.mean * (1 - phi.mean))
        return DifferencePosterior(phi, "bayes_mcnemar", PHI, _prior(alpha), spread, observed=share)
    n = n00 + n01 + n10 + n11
    sd = sqrt(max(0.0, (n01 + n10 - (n10 - n01) ** 2 / n) / max(1, n - 1)))
    points = AccuracyDifference(phi.b, phi.a, alpha[0] + alpha[3] + n00 + n11)
    made, difference = Diagnostics("quadrature", points.error), (n10 - n01) / n if n else None
    return DifferencePosterior(points, "bayes_mcnemar", POINTS, _prior(alpha), sd, made, difference)


def _checked(alpha: object) -> tuple[float, float, float, float]:
    """Four finite numbers above 0; one number for all cells might mean their sum, so it is not guessed."""
    try:
        a00, a01, a10, a11 = (float(each) for each in alpha)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        a00 = a01 = a10 = a11 = nan
    if not all(0 < each < inf for each in (a00, a01, a10, a11)):
        raise ArgumentError(
            f"`alpha` has the four prior counts of the cells 00, 01, 10 and 11, each above 0; got {alpha!r}. "
            "(0.5, 0.5, 0.5, 0.5) is Jeffreys' prior."
        )
    return a00, a01, a10, a11


def _prior(alpha: tuple[float, float, float, float]) -> str:
    named = "uniform: " if set(alpha) == {1.0} else ""
    return f"{named}Dirichlet({', '.join(f'{a:g}' for a in alpha)}) on the cells"
