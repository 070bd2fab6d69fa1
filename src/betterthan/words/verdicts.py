"""The verdict as a sentence, and what would change it."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.phrases import counted
from betterthan.words import disagreements
from betterthan.words.among_several import BY_JOINT_MODEL, among_several
from betterthan.words.claims import Judged, templates, told
from betterthan.words.claims import outcomes as outcomes_of
from betterthan.words.facts import reading_words
from betterthan.words.numbers import number, p_value, percent, shares
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling
    from betterthan.answers.sensitivity import Sensitivity
    from betterthan.results.protocol import ClassicalTest
    from betterthan.vocabulary import Region


def verdict(comparison: Comparison) -> str:
    """The verdict as a sentence."""
    if comparison.own_test is not None:
        return _test_verdict(comparison.own_test, comparison.level)
    decision = comparison.decision
    if decision is not None and decision.rests_on == "joint":
        return among_several(comparison, told(judged(comparison)) if decision.held_back_by is None else "")
    single = decision is not None and decision.held_back_by == "winner"
    return told(judged(comparison), outside=_outside(comparison) if single else "")


def _outside(comparison: Comparison) -> str:
    """On how many new tasks one of the two is better by more than the rope."""
    return percent(1 - comparison.readings["next_task"].equivalent)


def verdict_templates(comparison: Comparison) -> dict[str, str]:
    """The sentences of which the verdict is made, for a page that fills them in as the rope is moved."""
    return templates(judged(comparison))


def judged(comparison: Comparison) -> Judged:
    """What was decided, about whom, and what a claim needed."""
    posterior, given, rope = comparison.posterior, comparison.given, comparison.rope
    if posterior is None or comparison.decision is None:
        raise ArgumentError(f"`{comparison.procedure}` tests a hypothesis; it does not decide between regions.")
    return Judged(
        first=comparison.first,
        second=comparison.second,
        decision=comparison.decision,
        rope=rope,
        given=None if given is None else given.threshold,
        loss_matrix=None if given is None else given.loss_matrix,
        null=posterior.parameter.null,
        where=posterior.parameter.outcome,
        limited_to=posterior.parameter.where,
        conditions=rope is not None and bool(posterior.conditions(rope)),
        seen=disagreements.seen(comparison) if disagreements.on_phi(comparison) else "",
    )


def outcomes(comparison: Comparison) -> dict[Region, str]:
    """What each region means, as a phrase."""
    return outcomes_of(judged(comparison))


def bar_heading(comparison: Comparison) -> str:
    """What the bar shows, where it is not simply the difference."""
    decision = comparison.decision
    if decision is not None and decision.rests_on == "joint":
        return BY_JOINT_MODEL
    if decision is None or decision.reading == "difference":
        return ""
    return f"{decision.reading}: the probability that {reading_words(decision.reading, comparison)}"


def _test_verdict(test: ClassicalTest, level: float) -> str:
    said = "is rejected" if test.rejects(level) else "is not rejected"
    size = f"{100 * (1 - level):.3g}%"
    return f"The hypothesis that {test.null} {said} at the {size} significance level ({p_value(test.p_value)})."


def stability(varied: Sensitivity) -> str:
    """Whether the verdict is the same under every rope and prior."""
    several = len(set(varied.priors)) > 1
    depends = "The verdict depends on the rope or the prior." if several else "The verdict depends on the rope."
    stable = "The verdict is the same in every row." if varied.stable else depends
    return f"{stable} A verdict needs probability {varied.threshold:g}."


def needed(scaled: Scaling) -> str:
    """The size that decides, or why none does."""
    if isfinite(scaled.needed):
        units = scaled.needed_units or ceil(scaled.needed * scaled.units[-1] / scaled.factors[-1])
        size = f"k = {number(scaled.needed)}, about {counted(units, 'unit')}"
        return f"The smallest size that decides at {scaled.threshold:g}: {size}."
    if scaled.limit is None:
        return "No number of such units decides: the mean difference lies on a bound of the rope."
    would = ", ".join(
        f"{name} {share}"
        for name, share in zip(outcome_columns(scaled.first, scaled.second), shares(scaled.limit), strict=True)
    )
    if scaled.fixed is not None:
        return (
            f"No number of {scaled.grows} decides at {scaled.threshold:g}: there are no more {scaled.fixed}. With "
            f"endlessly many, the probabilities would be {would}."
        )
    return (
        f"No number of repeats decides at {scaled.threshold:g}: folds share training data. With endlessly many, the "
        f"probabilities would be {would}."
    )
