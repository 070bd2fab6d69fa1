"""Claims: what may be said of a new model beside a baseline, each with the worst prior observation for that claim.

A gate must hold its level at every n: with the true difference on the bound, a claim may be made in at most a share
1 - threshold of all data sets. So every claim takes one more case than was seen, the worst that there could be: lost by
the whole range where it speaks for the new model, won by it where it speaks against.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from betterthan.results.codec import Plain
from betterthan.vocabulary import Outcome, Requirement


@dataclass(frozen=True)
class Claims(Plain):
    """How sure one may be of each claim; they do not sum to 1.

    Parameters:
        not_worse: not worse by more than the margin.
        worse: worse by more than the margin.
        better: better by more than the rope.
        not_better: not better by more than the rope.
        equivalent: within the rope, from whichever side the extra case comes.
    """

    not_worse: float
    worse: float
    better: float
    not_better: float
    equivalent: float

    def passing(self, requirement: Requirement) -> float:
        """How sure one may be that the requirement is met.

        Parameters:
            requirement: what is asked of the new model.
        """
        return {"not-worse": self.not_worse, "better": self.better, "equivalent": self.equivalent}[requirement]

    def failing(self, requirement: Requirement) -> float:
        """How sure one may be that it is not; above and below the rope are two claims, never their sum.

        Parameters:
            requirement: what is asked of the new model.
        """
        outside = max(self.better, self.worse)
        return {"not-worse": self.worse, "better": self.not_better, "equivalent": outside}[requirement]

    def outcome(self, requirement: Requirement, threshold: float) -> Outcome:
        """What the gate answers.

        Parameters:
            requirement: what is asked of the new model.
            threshold: how sure one must be.

        >>> Claims(0.96, 0.001, 0.4, 0.6, 0.5).outcome("not-worse", 0.95)
        'pass'
        """
        if self.passing(requirement) >= threshold:
            return "pass"
        return "fail" if self.failing(requirement) >= threshold else "undecided"


NOTHING = Claims(0.0, 0.0, 0.0, 0.0, 0.0)
"""Where nothing can be claimed."""


class Tail(NamedTuple):
    """How probable it is that the difference lies above a bound, with one more case lost and with one more won."""

    lost: float
    won: float


def claims_of(low: Tail, high: Tail) -> Claims:
    """All claims of what lies above the lower and above the upper bound of the rope.

    Parameters:
        low: above the lower bound.
        high: above the upper bound.
    """
    inside = max(0.0, min(low.lost - high.lost, low.won - high.won))
    return Claims(low.lost, 1 - low.won, high.lost, 1 - high.won, inside)
