"""Verdicts on pairs among several models: by the joint model of all, or by each pair alone, which then needs more.

With six equal models on 20 tasks, verdicts on each pair alone at 0.95 find at least one difference that is not there in
a third to a half of all data sets, by what they are judged. The joint model draws the models' effects from one law,
which keeps chance from looking like a difference. Where there is none, or the user names what the pairs are to be
judged by, a pair alone needs the probability 1 - (1 - threshold)/pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from betterthan.data.paired_units import PairedUnits
from betterthan.judging.decision import judged
from betterthan.judging.rules.rule import Case
from betterthan.judging.rules.table import rule_named
from betterthan.procedures import named
from betterthan.results.condition import Condition
from betterthan.results.kinds import posterior_in
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import RelativeRope, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.ranked import Ranked
    from betterthan.asking.one_pair import Found
    from betterthan.asking.settings import Settings
    from betterthan.results.protocol import Posterior
    from betterthan.results.rope import Rope, RopeLike


class Basis(NamedTuple):
    """What the verdicts on pairs rest on.

    Attributes:
        alone: how each pair alone is judged.
        joint: the joint model, which has the last word; None where each pair decides by itself.
    """

    alone: Settings
    joint: Jointly | None


def basis_of(ranked: Ranked | None, settings: Settings, pairs: int) -> Basis:
    """What the verdicts on pairs rest on.

    Parameters:
        ranked: the ranking by a joint model; None if none fits.
        settings: what the user asked for.
        pairs: how many pairs are looked at.
    """
    if ranked is not None and _decides(ranked, settings):
        return Basis(settings, Jointly(ranked, settings))
    return Basis(replace(settings, threshold=stricter(settings, pairs)), None)


def _decides(ranked: Ranked, settings: Settings) -> bool:
    """Whether the joint model has the last word: it pools, and the user named nothing that the pairs rest on."""
    named_pairwise = settings.procedure is not None and not named(settings.procedure).ranks
    pools = len(ranked.models) > 2 and named(ranked.procedure).pools
    return pools and not named_pairwise and settings.reading is None and not only_for_pairs(settings.rope)


def only_for_pairs(rope: RopeLike | RelativeRope | None) -> bool:
    """Whether a rope says nothing to a model of all models: a share of the disagreements of two.

    Parameters:
        rope: as the user gave it.
    """
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    return given is not None and not isinstance(given, RelativeRope) and as_rope(given).scale == "phi"


def stricter(settings: Settings, pairs: int) -> float | None:
    """The probability that a pair alone needs among several: at most 1 - threshold of false claims on all together.

    Parameters:
        settings: what the user asked for; a rule without a threshold stays as it is.
        pairs: how many pairs are looked at.
    """
    usual = rule_named(settings.rule).threshold
    given = usual if settings.threshold is None else settings.threshold
    return None if usual is None or given is None else 1 - (1 - given) / pairs


def looked_at(models: Sequence[str], pairs: int, which: str) -> int:
    """How many pairs were looked at: whoever chooses the best has looked at all.

    Parameters:
        models: all models.
        pairs: how many pairs are compared.
        which: `all`, `best`, or the name of the reference model.
    """
    return comb(len(models), 2) if which == "best" else pairs


@dataclass(frozen=True)
class Jointly:
    """The joint model that the verdicts on pairs rest on.

    Parameters:
        ranked: the ranking that it gave.
        settings: by which rule and threshold the user wants verdicts.
    """

    ranked: Ranked
    settings: Settings

    @cached_property
    def names(self) -> dict[str, int]:
        """The place of each model in the ranking, by its name."""
        return {model.name: place for place, model in enumerate(self.ranked.models)}

    def probabilities(self, first: str, second: str, rope: Rope) -> Probabilities:
        """The three probabilities of a pair.

        Parameters:
            first: the first model.
            second: the other one.
            rope: the rope of the joint model for this pair, as `rope` gives it.
        """
        if rope != self.ranked.rope:
            return self.ranked.result.pair(first, second).probabilities(rope)
        return from_matrix(self.ranked.better, self.names[first], self.names[second])

    def rope(self, own: Rope | None) -> Rope:
        """The rope by which the joint model judges a pair: the pair's, if it takes one on that scale.

        Parameters:
            own: the rope of the pair.
        """
        ours = self.ranked.rope
        if own is None or own.scale != ours.scale or (own.low, own.high) == (ours.low, ours.high):
            return ours
        return own

    def decides(self, pair: Comparison, found: Found) -> Comparison:
        """The pair with the verdict of the joint model; what it would have said alone stands beside.

        Parameters:
            pair: the pair by itself.
            found: what it was made of.
        """
        posterior = posterior_in(found.result)
        if pair.decision is None or posterior is None or not isinstance(found.single, PairedUnits):
            return pair
        return self.judges(pair, for_equivalence(found.single, posterior, pair.rope, self.ranked.procedure))

    def judges(self, pair: Comparison, conditions: Iterable[Condition]) -> Comparison:
        """The same, with what equivalence must also pass.

        Parameters:
            pair: the pair by itself.
            conditions: looked at only where equivalence would be claimed.
        """
        rope, result = self.rope(pair.rope), self.ranked.result
        settings, rule = self.settings, rule_named(self.settings.rule)
        asks_for_more = rule.on_probabilities is not None  # than the three probabilities: that takes time
        posterior = result.pair(pair.first, pair.second) if asks_for_more else pair.posterior
        if pair.own_decision is None or posterior is None:
            return pair
        shares = self.probabilities(pair.first, pair.second, rope)
        needed = rule.threshold if settings.threshold is None else settings.threshold
        case = Case(posterior, rope, shares, needed, settings.loss_matrix)
        decision = judged(case, rule, "difference", lambda _: conditions, "joint")
        return replace(pair, decision=decision, joint=shares, alone=pair.own_decision)


def from_matrix(better: Sequence[Sequence[float]], first: int, second: int) -> Probabilities:
    """The three probabilities of a pair.

    Parameters:
        better: models x models: probability that the row is practically better than the column.
        first: number of the first model.
        second: number of the second one.

    >>> from_matrix([[0.0, 0.75], [0.125, 0.0]], 0, 1)
    Probabilities(first=0.75, equivalent=0.125, second=0.125)
    """
    above, below = better[first][second], better[second][first]
    return Probabilities(above, max(0.0, 1.0 - above - below), below)


def for_equivalence(single: PairedUnits, posterior: Posterior, rope: Rope | None, joint: str) -> Iterable[Condition]:
    """What equivalence by the joint model must also pass; found where it is asked for.

    On average equal is not enough: single tasks must say the same. And models with the same scores throughout are one
    model to a joint model, whatever the number of units.

    Parameters:
        single: the scores of the pair, one unit for each of several tasks.
        posterior: what the pair's own procedure returned.
        rope: the rope of the pair.
        joint: the procedure of the joint model.
    """
    if not single.differences().any():
        yield Condition("agreement", ("equivalent",), posterior.probabilities(rope or 0.0))
        return
    own = [each for each in posterior.conditions(rope or 0.0) if each.name == "winner"]
    ranks = named(joint).ranks
    if not own and ranks is not None and len(single.tasks) > 1:
        counted = named(ranks.on_single_tasks)(single, rope=rope or 0.0)
        own = [Condition("winner", ("equivalent",), counted.reading(rope or 0.0, "winner"))]
    yield from own
