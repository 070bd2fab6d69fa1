"""The verdict as a sentence, and what would change it."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.phrases import probability
from betterthan.results.rope import Rope
from betterthan.words import disagreements
from betterthan.words.among_several import BY_JOINT_MODEL, among_several
from betterthan.words.claims import Judged, labels, templates, told
from betterthan.words.claims import outcomes as outcomes_of
from betterthan.words.facts import reading_words
from betterthan.words.numbers import number, percent, shares, tested
from betterthan.words.sides import outcome_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling
    from betterthan.answers.sensitivity import Change, Sensitivity
    from betterthan.judging.verdict import Decision
    from betterthan.results.condition import Condition
    from betterthan.results.protocol import ClassicalTest
    from betterthan.vocabulary import Region, Verdict


def verdict(comparison: Comparison) -> str:
    """The verdict as a sentence."""
    if comparison.own_test is not None:
        return _test_verdict(comparison.own_test, comparison.level)
    decision = comparison.decision
    if decision is not None and decision.rests_on == "joint":
        return among_several(comparison, told(judged(comparison)) if decision.held_back_by is None else "")
    return told(judged(comparison), outside=_outside(comparison))


def _outside(comparison: Comparison) -> str:
    """On how many new tasks one of the two is better by more than the rope; nothing where nobody asks."""
    decision = comparison.decision
    if decision is None or decision.verdict != "undecided" or decision.reading != "population":
        return ""
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
        confirmed=None if rope is None else _confirmed(posterior.conditions(rope), comparison.decision),
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


def _confirmed(conditions: Sequence[Condition], decision: Decision) -> float | None:
    """The least that the condition which holds a claim back leaves of it; None where none does."""
    region = decision.probabilities.largest
    shares = [
        each.probabilities.of(region)
        for each in conditions
        if each.name == decision.held_back_by and region in each.regions
    ]
    return min(shares, default=None)


def _test_verdict(test: ClassicalTest, level: float) -> str:
    said = "is rejected" if test.rejects(level) else "is not rejected"
    size = f"{100 * (1 - level):.3g}%"
    return f"The hypothesis that {test.null} {said} at the {size} significance level ({tested(test)})."


def stability(varied: Sensitivity) -> str:
    """On what the verdict depends, the rope or the prior, and where it changes."""
    needs = f" A verdict needs probability {varied.threshold:g}."
    return f"{_over_ropes(varied)}{_over_priors(varied)}{needs}{_on_single_tasks(varied)}"


def _over_ropes(varied: Sensitivity) -> str:
    """From the narrowest rope to the widest, under the comparison's own prior."""
    said, changes = _briefly(varied), [each for each in varied.changes if each.prior == varied.own_prior]
    ends = f"from {varied.ropes[0].bounds} to {varied.ropes[-1].bounds}"
    if not changes:
        return f"The verdict does not depend on the rope: {said[varied.verdicts[0]]} {ends}."
    first, *_ = changes
    steps = [f"{said[each.after]} from about {_widened(each)} on" for each in changes]
    before = f"{said[first.before]} with narrower ropes than about {_widened(first)}"
    return f"The verdict depends on the rope: {before}, {', '.join(steps)} ({ends} were looked at)."


def _over_priors(varied: Sensitivity) -> str:
    """Whether another prior says something else with the same rope; nothing where there is one prior."""
    by_rope: dict[tuple[float, float], dict[str, Verdict]] = {}
    for prior, rope, verdict in zip(varied.priors, varied.ropes, varied.verdicts, strict=True):
        by_rope.setdefault((rope.low, rope.high), {})[prior] = verdict
    differ = {rope: found for rope, found in by_rope.items() if len(set(found.values())) > 1}
    if not differ and "prior" in varied.held_back_by:
        return _held_back_by_prior(varied)
    if not differ:
        return _hardly_over_priors(varied) if len(set(varied.priors)) > 1 else ""
    own = varied.comparison.rope
    at = next((rope for rope in differ if own is not None and rope == (own.low, own.high)), next(iter(differ)))
    said = _briefly(varied)
    told = ", ".join(f"{said[verdict]} under `{prior}`" for prior, verdict in differ[at].items())
    return f" It depends on the prior: with the rope {Rope(*at).bounds} it is {told}."


def _held_back_by_prior(varied: Sensitivity) -> str:
    """No claim is made where one prior would make it and another would not: that is a verdict by the prior, too."""
    own, found = varied.comparison.rope, zip(varied.priors, varied.ropes, varied.probabilities, strict=True)
    held = [row for row, by in zip(found, varied.held_back_by, strict=True) if by == "prior"]
    prior, rope, p = next((row for row in held if own is not None and row[1].bounds == own.bounds), held[0])
    return (
        f" It depends on the prior: with the rope {rope.bounds} {_briefly(varied)[p.largest]} has probability "
        f"{probability(p.of(p.largest))} under `{prior}`, but a claim must hold under every place of the "
        "pseudo-observation, and does not."
    )


def _on_single_tasks(varied: Sensitivity) -> str:
    if "winner" not in varied.held_back_by:
        return ""
    return " Equivalence must also hold on single tasks; where only that is lacking, the table says `single tasks`."


def _hardly_over_priors(varied: Sensitivity) -> str:
    """Every rope that was looked at has one verdict; between them the others may change a little earlier or later."""
    others: dict[str, list[str]] = {}
    for change in varied.changes:
        if change.prior != varied.own_prior:
            others.setdefault(change.prior, []).append(_widened(change))
    if not others:
        return " It does not depend on the prior."
    told = "; ".join(f"at about {', '.join(at)} under `{prior}`" for prior, at in others.items())
    return f" It hardly depends on the prior: it changes {told}."


def _briefly(varied: Sensitivity) -> dict[Verdict, str]:
    first, equivalent, second = labels(judged(varied.comparison))
    return {"first": first, "equivalent": equivalent, "second": second, "undecided": "undecided"}


def _widened(change: Change) -> str:
    """The rope at which a verdict changes, with three digits."""
    low, high = (float(f"{bound:.3g}") for bound in (change.low, change.high))
    return Rope(low, high).bounds


def needed(scaled: Scaling) -> str:
    """The size that decides, or why none does."""
    if isfinite(scaled.needed):
        units = scaled.needed_units or ceil(scaled.needed * scaled.units[-1] / scaled.factors[-1])
        size = f"k = {number(scaled.needed)}, about {units:,} {_units_of(scaled)}"
        return f"The smallest size that decides at {scaled.threshold:g} is {size}{_if_right(scaled)}."
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


def _units_of(scaled: Scaling) -> str:
    """What is counted: of two kinds that are crossed their pairs."""
    return "cells" if scaled.fixed is not None or " and " in scaled.grows else scaled.grows


def _if_right(scaled: Scaling) -> str:
    """Under which condition the size decides; nothing where a record of an earlier version does not say."""
    if scaled.n is None:
        return ""
    return f", if {scaled.holds} of the {scaled.n:,} {_units_of(scaled)} are exactly right"
