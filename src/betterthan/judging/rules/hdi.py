"""Rule `hdi`: claim what the interval of highest density lies wholly inside of (Kruschke 2018)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.rule import USUAL_THRESHOLD, Case, Claim, Rule

if TYPE_CHECKING:
    from betterthan.results.protocol import Posterior
    from betterthan.results.rope import RopeLike
    from betterthan.vocabulary import Region, Verdict


def by_hdi(posterior: Posterior, rope: RopeLike, level: float) -> Verdict:
    """Kruschke's rule: the interval of highest density lies wholly inside the rope, or wholly outside it."""
    inside = posterior.interval(level)
    if inside is None or posterior.built_for is not None:  # whose law sits on single values
        raise ArgumentError(
            f"`{posterior.procedure}` has no interval of highest density to compare with the rope; "
            "use rule `threshold`."
        )
    low, high = posterior.bounds(rope)
    if posterior.identical or (low <= inside.low and inside.high <= high):
        return "equivalent"
    if inside.low > high:
        return "first"
    return "second" if inside.high < low else "undecided"


def _verdict(case: Case) -> Verdict:
    return by_hdi(case.posterior, case.rope, case.needed)


def _on_probabilities(case: Case) -> Verdict:
    from betterthan.judging.rules.threshold import by_threshold  # here, so that the way down stays short

    return by_threshold(case.probabilities, case.needed)


def _percent(threshold: float | None) -> str:
    return f"{100 * (threshold or 0):g}%"


def _place(claim: Claim) -> str:
    """`above the rope`, `inside the rope`, or `above 0` where the rope has no width; above is better for the first."""
    sides: dict[Region, str] = {"first": "above", "equivalent": "inside", "second": "below"}
    return f"{sides[claim.region]} {'the rope' if claim.null is None else claim.null}"


HDI = Rule(
    name="hdi",
    told="the interval of highest density lies wholly inside or outside the rope",
    verdict=_verdict,
    claimed=lambda claim: f"the {_percent(claim.threshold)} HDI lies wholly {_place(claim)}",
    undecided=lambda threshold: (
        f"the {_percent(threshold)} HDI lies neither wholly inside nor wholly outside the rope."
    ),
    methods=lambda threshold: (
        f"A claim needed the {_percent(threshold)} interval of highest density to lie wholly inside or outside this "
        "region."
    ),
    cites=("kruschke2018",),
    threshold=USUAL_THRESHOLD,
    on_probabilities=_on_probabilities,
    looks_at="population",  # whose interval it is
)
