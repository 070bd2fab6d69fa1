"""A verdict: what may be claimed, by which rule, and what the scores favour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from betterthan.results.codec import Plain
from betterthan.results.condition import ConditionName
from betterthan.results.probabilities import Probabilities
from betterthan.vocabulary import Grade, Region, RestsOn, Verdict


@dataclass(frozen=True)
class Evidence(Plain):
    """For an undecided comparison: the region that the scores favour, and how clearly (Corani 2017, Table 3).

    Parameters:
        region: the most probable region; None where the two most probable ones are equally probable.
        grade: `strong` if its odds over both others exceed 20, `positive` above 3, else `weak`.
    """

    region: Region | None
    grade: Grade


@dataclass(frozen=True)
class Decision(Plain):
    """What may be claimed, and by which rule.

    Parameters:
        verdict: `first`, `equivalent`, `second` or `undecided`.
        rule: name of the rule, such as `threshold`, `loss` or `hdi`.
        threshold: probability that a claim needs (rule `threshold`), or coverage of the interval (rule `hdi`); None for
            a rule that takes none.
        reading: the reading of the posterior that the verdict rests on.
        probabilities: the three probabilities.
        evidence: what the scores favour.
        held_back_by: the condition that the most probable region does not pass although it passes the rule: `winner`
            (it does not hold on single tasks), `prior` (it depends on the prior) or `agreement` (the two never differ,
            on too few units); None otherwise.
        rests_on: `pair` (the scores of these two models alone) or `joint` (the joint model of all models).
    """

    verdict: Verdict
    rule: str
    threshold: float | None
    reading: str
    probabilities: Probabilities
    evidence: Evidence
    held_back_by: ConditionName | None = None
    rests_on: RestsOn = "pair"

    @property
    def outcome(self) -> str:
        """The verdict in the words of its reading: of wins that are counted, `equivalent` is a `draw`."""
        return "draw" if (self.verdict, self.reading) == ("equivalent", "majority") else self.verdict

    def to_dict(self) -> dict[str, Any]:
        """The record in plain values, with the outcome beside the verdict."""
        return {**super().to_dict(), "outcome": self.outcome}
