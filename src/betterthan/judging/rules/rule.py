"""What a decision rule is: how it judges, and its sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from betterthan.errors import ArgumentError
from betterthan.results.probabilities import Probabilities
from betterthan.results.protocol import Posterior
from betterthan.results.rope import RopeLike
from betterthan.vocabulary import Region, Verdict

USUAL_THRESHOLD = 0.95
"""What a claim needs, for those who did not say."""


LossMatrix: TypeAlias = Sequence[Sequence[float]]
"""Rows say first / equivalent / second / nothing, columns are the truth: first / equivalent / second."""


@dataclass(frozen=True)
class Case:
    """What a rule judges.

    Parameters:
        posterior: what a procedure returned.
        rope: the region of practical equivalence.
        probabilities: the reading that the verdict rests on.
        threshold: what a claim needs, for a rule that takes one; else None.
        loss_matrix: what each statement costs, for a rule that takes one and was given it; else None.
    """

    posterior: Posterior
    rope: RopeLike
    probabilities: Probabilities
    threshold: float | None = None
    loss_matrix: LossMatrix | None = None

    @property
    def needed(self) -> float:
        """The threshold, for a rule that cannot do without."""
        if self.threshold is None:
            raise ArgumentError("This rule needs a threshold: name one for those who give none (`Rule.threshold`).")
        return self.threshold


@dataclass(frozen=True)
class Claim:
    """A verdict that a rule reached, for the words that name what it needed.

    Parameters:
        region: what is claimed.
        threshold: what it needed, for a rule that takes a threshold; else None.
        in_words: the threshold in words, as in `your threshold 0.6`; nothing for a rule that takes none.
        null: the value of no difference where the rope has no width, as in `0`; None where it has one.
        loss_matrix: what each statement costs, for a rule that takes one and was given it; else None.
    """

    region: Region
    threshold: float | None
    in_words: str
    null: str | None = None
    loss_matrix: LossMatrix | None = None


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A way from a posterior to a verdict.

    Parameters:
        name: the word by which a user asks for it.
        told: what it claims when, as a phrase.
        verdict: the verdict on a case.
        undecided: why it claims nothing, as a sentence; given the threshold.
        methods: what a claim needed, as a sentence for a paper; given the threshold.
        claimed: what a claim rests on besides its probability, as a phrase; None says what the rule is `told` to be.
        cites: keys of the bundled bibliography.
        threshold: the threshold for those who gave none; None for a rule that takes none.
        on_probabilities: the verdict on three probabilities alone, by which further conditions of a posterior are
            judged; None if `verdict` asks for nothing else.
        takes_loss_matrix: whether it takes a loss matrix.
        looks_at: the reading that it always looks at, where a posterior has it; None for a rule that takes any.
        can_vary: whether the probabilities for another rope and the threshold are all that it needs, so that a page can
            answer for other ropes by itself.
    """

    name: str
    told: str
    verdict: Callable[[Case], Verdict]
    undecided: Callable[[float | None], str]
    methods: Callable[[float | None], str]
    claimed: Callable[[Claim], str] | None = None
    cites: tuple[str, ...] = ()
    threshold: float | None = None
    on_probabilities: Callable[[Case], Verdict] | None = None
    takes_loss_matrix: bool = False
    looks_at: str | None = None
    can_vary: bool = False
