"""Rule `threshold`: claim the most probable region if its probability reaches a threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.rule import USUAL_THRESHOLD, Case, Rule
from betterthan.phrases import needed

if TYPE_CHECKING:
    from betterthan.results.probabilities import Probabilities
    from betterthan.vocabulary import Verdict


def check_threshold(threshold: float) -> None:
    """Refuse a threshold that two verdicts could reach, or none."""
    if not 0.5 < threshold < 1:
        raise ArgumentError(
            f"A threshold is a probability above 0.5 (else two verdicts could tie) and below 1, such as "
            f"{USUAL_THRESHOLD:g}; got {threshold:g}."
        )


def by_threshold(probabilities: Probabilities, threshold: float) -> Verdict:
    """The largest region, if it reaches the threshold."""
    largest = probabilities.largest
    return largest if probabilities.of(largest) >= threshold else "undecided"


def _verdict(case: Case) -> Verdict:
    return by_threshold(case.probabilities, case.needed)


THRESHOLD = Rule(
    name="threshold",
    told="a region reaches the threshold",
    verdict=_verdict,
    claimed=lambda claim: claim.in_words,
    undecided=lambda threshold: f"no outcome reaches the probability {needed(threshold or 0.0)}.",
    methods=lambda threshold: f"A claim needed a probability of {needed(threshold or 0.0)}.",
    threshold=USUAL_THRESHOLD,
    can_vary=True,
)
