"""The verdict as a sentence, and what would change it."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import counted, sentence_case
from betterthan.vocabulary import REGIONS, Region
from betterthan.words.fixed import READINGS
from betterthan.words.numbers import number, p_value, share_of, shares
from betterthan.words.templates import fill, literal

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling
    from betterthan.answers.sensitivity import Sensitivity
    from betterthan.judging.verdict import Decision, Evidence
    from betterthan.results.protocol import ClassicalTest


def verdict(comparison: Comparison) -> str:
    """The verdict as a sentence."""
    if comparison.own_test is not None:
        return _test_verdict(comparison.own_test, comparison.level)
    decision = _decision_of(comparison)
    if decision.verdict == "undecided":
        return f"Undecided: {_why_undecided(decision)} {evidence(decision.evidence, comparison)}"
    template = verdict_templates(comparison)[decision.verdict]
    return fill(template, share=share_of(decision.verdict, decision.probabilities))


def verdict_templates(comparison: Comparison) -> dict[str, str]:
    """The sentence of every verdict, with places for `{share}`, `{threshold}` and `{grade}`.

    A page fills them in as the rope is moved. `winner` is never the probability that a model is better: it is about
    the most probable outcome.
    """
    decision = _decision_of(comparison)
    named = {region: literal(words) for region, words in outcomes(comparison).items()}
    claims: dict[str, str] = {region: _claim(comparison, region, named[region], decision.reading) for region in REGIONS}
    undecided = {
        f"undecided {region}": "Undecided: no region reaches the probability {threshold}. "
        + _evidence("{grade}", named[region], "{share}", decision.reading)
        for region in REGIONS
    }
    return {**claims, **undecided}


def _claim(comparison: Comparison, region: Region, outcome: str, reading: str) -> str:
    """The template of one verdict."""
    if reading == "winner":
        return f"On a new task, {outcome} is the most probable outcome, with posterior probability {{share}}."
    if reading == "majority":
        return f"{sentence_case(outcome)}: probability {{share}}."
    a, b = literal(comparison.first), literal(comparison.second)
    said = {
        "first": f"{a} is practically better than {b}",
        "equivalent": f"{a} and {b} are practically equivalent",
        "second": f"{b} is practically better than {a}",
    }
    return f"{said[region]} (probability {{share}})."


def outcomes(comparison: Comparison) -> dict[Region, str]:
    """What each region means, as a phrase."""
    if comparison.decision is not None and comparison.decision.reading == "majority":
        return {
            "first": f"{comparison.first} being better on most of these tasks",
            "equivalent": "a draw, each model being better on half of these tasks",
            "second": f"{comparison.second} being better on most of these tasks",
        }
    return {
        "first": f"{comparison.first} being practically better",
        "equivalent": f"{comparison.first} and {comparison.second} being practically equivalent",
        "second": f"{comparison.second} being practically better",
    }


def bar_heading(comparison: Comparison) -> str:
    """What the bar shows, where it is not simply the difference."""
    decision = comparison.decision
    if decision is None or decision.reading == "difference":
        return ""
    return f"{decision.reading}: the probability that {READINGS[decision.reading]}"


def _decision_of(comparison: Comparison) -> Decision:
    if comparison.decision is None:
        raise ArgumentError(f"`{comparison.procedure}` tests a hypothesis; it does not decide between regions.")
    return comparison.decision


def _why_undecided(decision: Decision) -> str:
    return rule_named(decision.rule).undecided(decision.threshold)


def evidence(found: Evidence, comparison: Comparison) -> str:
    """What the scores favour, and how clearly."""
    decision = _decision_of(comparison)
    share = share_of(found.region, decision.probabilities)
    return _evidence(found.grade, outcomes(comparison)[found.region], share, decision.reading)


def _evidence(grade: str, outcome: str, share: str, reading: str) -> str:
    if reading == "winner":
        return f"There is {grade} evidence ({share}) that {outcome} is the most probable outcome on a new task."
    return f"There is {grade} evidence for {outcome} ({share})."


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
        units = ceil(scaled.needed * scaled.units[-1] / scaled.factors[-1])
        size = f"k = {number(scaled.needed)}, about {counted(units, 'unit')}"
        return f"The smallest size that decides at {scaled.threshold:g}: {size}."
    if scaled.limit is None:
        return "No number of such units decides: the mean difference lies on a bound of the rope."
    first, equivalent, second = shares(scaled.limit)
    return (
        f"No number of repeats decides at {scaled.threshold:g}: folds share training data. With endlessly many, the "
        f"probabilities would be first {first}, equivalent {equivalent}, second {second}."
    )
