"""Outlook: how many further units would decide, if the difference stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from betterthan.results.codec import Plain
from betterthan.vocabulary import Verdict


class Needed(NamedTuple):
    """How many units of a kind there are, and how many would decide.

    Attributes:
        unit: what they are, as in `seeds`.
        now: how many there are.
        needed: how many would decide.
        model: whose they are, where the two models have units of their own; else None.
    """

    unit: str
    now: int
    needed: int
    model: str | None = None

    @property
    def more(self) -> int:
        """How many are lacking."""
        return self.needed - self.now


class PairsOutlook(NamedTuple):
    """Of several undecided pairs, the one that more units of the same kind would decide first.

    Attributes:
        undecided: how many pairs are undecided.
        first: the first model of the nearest pair.
        second: the second one.
        verdict: what would be decided of it; `undecided` if no number of units would decide any of the pairs.
        needed: how many units there must be; None if no number would do.
        never: why no number would, or why it may not be enough; None if one does.
    """

    undecided: int
    first: str
    second: str
    verdict: Verdict
    needed: Needed | None
    never: str | None = None


@dataclass(frozen=True)
class Outlook(Plain):
    """What more units of the same kind would say of an undecided comparison, if mean and spread stay as they are.

    Parameters:
        verdict: what would be decided; `undecided` if no number of units decides.
        needed: of what there must be how many; nothing if no number of units decides.
        never: why no number decides; None if one does.
        unknown: why no number can be given, or why the one that is needed may not be enough; else None.
        roughly: whether the numbers are estimates, not those of the same sums at another size.
    """

    verdict: Verdict
    needed: tuple[Needed, ...] = ()
    never: str | None = None
    unknown: str | None = None
    roughly: bool = False

    @property
    def most_needed(self) -> int | None:
        """How many units there must be, the larger number where there are several; None if no number would do."""
        return max((each.needed for each in self.needed), default=None)
