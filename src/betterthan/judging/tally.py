"""Tally: tasks counted by what a classical test and a Bayesian verdict say of them (Benavoli 2017, Tables 4 to 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from betterthan.results.codec import Plain
from betterthan.vocabulary import VERDICTS, Verdict


class Verdicts(NamedTuple):
    """How many tasks have each verdict."""

    first: int
    equivalent: int
    second: int
    undecided: int

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def difference(self) -> int:
        """Tasks on which one of the two is practically better, whichever it is."""
        return self.first + self.second


@dataclass(frozen=True)
class Tally(Plain):
    """Bayesian verdicts, counted where a classical test rejects its null hypothesis and where it does not.

    Parameters:
        rejected: the verdicts on the tasks on which the test rejects.
        not_rejected: the verdicts on the tasks on which it does not.
    """

    rejected: Verdicts
    not_rejected: Verdicts

    @property
    def total(self) -> int:
        """Number of tasks."""
        return self.rejected.total + self.not_rejected.total


def tally(decided: Iterable[tuple[bool, Verdict]]) -> Tally:
    """Count the tasks.

    Parameters:
        decided: per task, whether the classical test rejects, and the Bayesian verdict.

    >>> tally([(True, "first"), (True, "undecided"), (False, "equivalent")]).rejected
    Verdicts(first=1, equivalent=0, second=0, undecided=1)
    """
    counts = Counter(decided)
    rejected, not_rejected = (
        Verdicts(*(counts[rejects, verdict] for verdict in VERDICTS)) for rejects in (True, False)
    )
    return Tally(rejected, not_rejected)
