"""Decision: from probabilities to a verdict, by a rule that the user can see and change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.results.codec import Plain
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.kinds import Posterior
from betterthan.results.majority import MajorityPosterior
from betterthan.results.probabilities import Probabilities, odds
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import RopeLike
from betterthan.vocabulary import REGIONS, VERDICTS, Grade, Region, Verdict

Rule: TypeAlias = Literal["threshold", "loss", "hdi"]


RULES: tuple[Rule, ...] = ("threshold", "loss", "hdi")


LOSS = ((0.0, 20.0, 20.0), (20.0, 0.0, 20.0), (20.0, 20.0, 0.0), (1.0, 1.0, 1.0))
"""Say first / equivalent / second / nothing, when first / equivalent / second is true (Benavoli 2017, eq. 7)."""


@dataclass(frozen=True)
class Evidence(Plain):
    """For an undecided comparison: the region that the scores favour, and how clearly (Corani 2017, Table 3).

    Parameters:
        region: the most probable region.
        grade: `strong` if its odds over both others exceed 20, `positive` above 3, else `weak`.
    """

    region: Region
    grade: Grade


@dataclass(frozen=True)
class Decision(Plain):
    """What may be claimed, and by which rule.

    Parameters:
        verdict: `first`, `equivalent`, `second` or `undecided`.
        rule: `threshold`, `loss` or `hdi`.
        threshold: probability that a claim needs (rule `threshold`), or coverage of the interval (rule `hdi`).
        reading: the reading of the posterior that the verdict rests on.
        probabilities: the three probabilities.
        evidence: what the scores favour.
    """

    verdict: Verdict
    rule: Rule
    threshold: float | None
    reading: str
    probabilities: Probabilities
    evidence: Evidence


def decide(
    posterior: Posterior,
    rope: RopeLike,
    *,
    reading: str | None = None,
    rule: Rule = "threshold",
    threshold: float = 0.95,
    loss: Sequence[Sequence[float]] = LOSS,
) -> Decision:
    """The verdict on a posterior.

    Parameters:
        posterior: what a procedure returned.
        rope: the region of practical equivalence.
        reading: the reading of the posterior that the verdict rests on; None takes the procedure's own.
        rule: `threshold` (a region reaches the threshold), `loss` (least expected loss) or `hdi` (the interval of
            highest density lies wholly inside or outside the rope).
        threshold: probability that a claim needs; for rule `hdi` the coverage of the interval.
        loss: 4 x 3 matrix: rows say first / equivalent / second / nothing, columns are the truth.

    >>> from betterthan.procedures import bayes_t
    >>> posterior = bayes_t.from_summary(mean=0.066, sd=1.0, n=2640)
    >>> decide(posterior, rope=0.1).verdict
    'equivalent'
    """
    if rule not in RULES:
        raise ArgumentError(f"`rule` is one of {', '.join(RULES)}; got {rule!r}.")
    check_threshold(threshold)
    readings = posterior.readings(rope)
    chosen = reading or posterior.reading
    if rule == "hdi" and isinstance(posterior, HierarchicalPosterior):
        chosen = "population"  # whose interval the rule looks at
    if chosen not in readings:
        raise ArgumentError(unknown_name("reading", chosen, tuple(readings), of=posterior.procedure))
    probabilities = readings[chosen]
    if rule == "threshold":
        verdict = by_threshold(probabilities, threshold)
    elif rule == "loss":
        verdict = by_loss(probabilities, loss)
    else:
        verdict = by_hdi(posterior, rope, threshold)
    stated = None if rule == "loss" else threshold
    return Decision(verdict, rule, stated, chosen, probabilities, graded(probabilities))


def check_threshold(threshold: float) -> None:
    """Refuse a threshold that no verdict could need.

    Parameters:
        threshold: probability that a verdict needs.
    """
    if not 0.5 <= threshold < 1:
        raise ArgumentError(f"A threshold is a probability of at least 0.5 and below 1; got {threshold:g}.")


def by_threshold(probabilities: Probabilities, threshold: float) -> Verdict:
    """The largest region, if it reaches the threshold.

    Parameters:
        probabilities: the three probabilities.
        threshold: what a claim needs.
    """
    largest = probabilities.largest
    return largest if probabilities.of(largest) >= threshold else "undecided"


def by_loss(probabilities: Probabilities, loss: Sequence[Sequence[float]] = LOSS) -> Verdict:
    """The statement with the least expected loss; ties within 1e-9 go to the claim.

    Parameters:
        probabilities: the three probabilities.
        loss: 4 x 3 matrix as in `decide`.

    >>> by_loss(Probabilities(0.96, 0.03, 0.01))
    'first'
    """
    if len(loss) != 4 or any(len(row) != 3 for row in loss):
        raise ArgumentError("A loss matrix has 4 rows (say first, equivalent, second, nothing) of 3 numbers each.")
    expected = [sum(cost * p for cost, p in zip(row, probabilities, strict=True)) for row in loss]
    claims = min(range(3), key=lambda j: (expected[j], -probabilities[j]))
    return VERDICTS[claims] if expected[claims] <= expected[3] + 1e-9 else "undecided"


def by_hdi(posterior: Posterior, rope: RopeLike, level: float) -> Verdict:
    """Kruschke's rule: the interval of highest density lies wholly inside the rope, or wholly outside it.

    Parameters:
        posterior: what a procedure returned.
        rope: the region of practical equivalence.
        level: coverage of the interval.
    """
    if isinstance(posterior, (RegionPosterior, MajorityPosterior)):
        raise ArgumentError(f"`{posterior.procedure}` has no interval to compare with the rope; use rule `threshold`.")
    low, high = posterior.bounds(rope)
    inside = posterior.interval(level)
    if low <= inside.low and inside.high <= high:
        return "equivalent"
    if posterior.identical:
        return "equivalent"
    above: Verdict = "first" if posterior.parameter.first_is == "above" else "second"
    below: Verdict = "second" if above == "first" else "first"
    if inside.low > high:
        return above
    return below if inside.high < low else "undecided"


def graded(probabilities: Probabilities) -> Evidence:
    """The most probable region and how clearly it leads.

    Parameters:
        probabilities: the three probabilities.

    >>> graded(Probabilities(0.83, 0.12, 0.05))
    Evidence(region='first', grade='positive')
    """
    largest = probabilities.largest
    lead = min(odds(probabilities.of(largest), probabilities.of(other)) for other in REGIONS if other != largest)
    grade: Grade = "strong" if lead > 20 else "positive" if lead > 3 else "weak"
    return Evidence(largest, grade)
