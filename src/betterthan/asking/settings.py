"""What the user asked for, besides the scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from betterthan.answers.parts import AskedFor, plain_options
from betterthan.judging.decision import check_rule_options
from betterthan.judging.rules.rule import USUAL_THRESHOLD
from betterthan.judging.rules.table import rule_named
from betterthan.results.kinds import ALL_READINGS
from betterthan.vocabulary import ADJUSTMENTS, Adjustment, Weight, known

if TYPE_CHECKING:
    from betterthan.judging.rules.rule import LossMatrix
    from betterthan.procedures.options import OptionValue
    from betterthan.results.ranking import Ranking
    from betterthan.results.rope import RelativeRope, Rope, RopeLike


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the user asked for, besides the scores; see `compare`.

    Among several models, `assumed` is the rope of all pairs where the user gave none, and `joint` the posterior of a
    procedure that models them all at once. `weight` is what the scores were read with.
    """

    rope: RopeLike | RelativeRope | None
    procedure: str | None = None
    rule: str = "threshold"
    threshold: float | None = None
    loss_matrix: LossMatrix | None = None
    reading: str | None = None
    level: float = 0.95
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    assumed: Rope | None = None
    joint: Ranking | None = None
    weight: Weight | None = None

    def __post_init__(self) -> None:
        check_rule_options(rule_named(self.rule), self.threshold, self.loss_matrix)
        if self.reading is not None:
            known("reading", self.reading, ALL_READINGS)

    def given(self) -> AskedFor:
        """What a record must hold of it to be made again."""
        matrix = (
            None if self.loss_matrix is None else tuple(tuple(float(cost) for cost in row) for row in self.loss_matrix)
        )
        options = plain_options(self.options)
        asked = AskedFor(self.procedure, self.rope is not None, matrix, options, self.threshold, self.reading)
        return asked._replace(weight=self.weight)

    @property
    def separates(self) -> float:
        """The probability that separates two models of a ranking, whatever the rule for pairs."""
        return USUAL_THRESHOLD if self.threshold is None else self.threshold


Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of pairs that are done and the number of all pairs."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """Which pairs are compared, and how their p-values are adjusted.

    Parameters:
        pairs: `all`, `best`, or the name of the reference model.
        adjustment: how the p-values are adjusted for the number of pairs.
        progress: told after every pair, if given.
    """

    pairs: str = "all"
    adjustment: Adjustment = "holm"
    progress: Progress | None = None

    def __post_init__(self) -> None:
        known("adjustment", self.adjustment, ADJUSTMENTS)
