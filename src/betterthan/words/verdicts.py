"""The verdict as a sentence, and what would change it."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import counted, sentence_case
from betterthan.vocabulary import REGIONS, Region
from betterthan.words.facts import reading_words
from betterthan.words.numbers import number, p_value, percent, share_of, shares
from betterthan.words.templates import fill, literal

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling
    from betterthan.answers.sensitivity import Sensitivity
    from betterthan.judging.verdict import Decision, Evidence
    from betterthan.results.protocol import ClassicalTest

EVEN = 1e-4
"""Two models whose probabilities differ by less are equally probable to be better; page.js has this number, too."""
FAVOUR_NEITHER = "The scores favour neither model: {share} for each."


def verdict(comparison: Comparison) -> str:
    """The verdict as a sentence."""
    if comparison.own_test is not None:
        return _test_verdict(comparison.own_test, comparison.level)
    decision = _decision_of(comparison)
    templates, favoured = verdict_templates(comparison), decision.evidence.region
    if decision.held_back_by is not None:
        outside = "" if decision.held_back_by == "prior" else _outside(comparison)
        template = templates[f"held back by {decision.held_back_by} {favoured}"]
        return fill(template, share=share_of(favoured, decision.probabilities), outside=outside)
    if decision.verdict == "undecided":
        return f"Undecided: {_why_undecided(decision)} {evidence(decision.evidence, comparison)}"
    return fill(templates[decision.verdict], share=share_of(decision.verdict, decision.probabilities))


def _outside(comparison: Comparison) -> str:
    """On how many new tasks one of the two is better by more than the rope."""
    return percent(1 - comparison.readings["next_task"].equivalent)


def verdict_templates(comparison: Comparison) -> dict[str, str]:
    """The sentence of every verdict, with places for `{share}`, `{threshold}`, `{grade}` and `{outside}`.

    A page fills them in as the rope is moved. `winner` is never the probability that a model is better: it is about
    the most probable outcome.
    """
    decision = _decision_of(comparison)
    named = {region: literal(words) for region, words in outcomes(comparison).items()}
    claims: dict[str, str] = {region: _claim(comparison, region, named[region], decision.reading) for region in REGIONS}
    undecided = {
        f"undecided {region}": "Undecided: no region reaches the probability {threshold}. "
        + _evidence("{grade}", named[region], "{share}", decision.reading, _where(comparison))
        for region in REGIONS
    }
    evenly = {"undecided evenly": f"Undecided: no region reaches the probability {{threshold}}. {FAVOUR_NEITHER}"}
    return {**claims, **undecided, **evenly, **_held_back(comparison, named)}


def _held_back(comparison: Comparison, named: dict[Region, str]) -> dict[str, str]:
    """What is said of a claim that passes the rule and not a condition of the posterior."""
    posterior = comparison.posterior
    if posterior is None or comparison.rope is None or not posterior.conditions(comparison.rope):
        return {}
    by_prior = {
        f"held back by prior {region}": f"Undecided: {named[region]} has probability {{share}}, but the prior decides: "
        "it falls below what a claim needs when the pseudo-observation, a fraction of a task, speaks against it."
        for region in REGIONS
    }
    on_single_tasks = (
        "Undecided: on average over tasks like these the two are practically equivalent (probability {share}), but not "
        "on single tasks: on {outside} of new tasks one of the two is better by more than the rope."
    )
    return {**by_prior, "held back by winner equivalent": on_single_tasks}


def _claim(comparison: Comparison, region: Region, outcome: str, reading: str) -> str:
    """The template of one verdict."""
    if reading == "winner":
        where = sentence_case(_where(comparison))
        return f"{where}, {outcome} is the most probable outcome, with posterior probability {{share}}."
    if reading == "majority":
        return f"{sentence_case(outcome)}: probability {{share}}."
    a, b = literal(comparison.first), literal(comparison.second)
    over = " over tasks like these" if reading == "population" else ""
    over = " on one more task" if reading == "next_task" else over
    said = {
        "first": f"{a} is practically better than {b}",
        "equivalent": f"{a} and {b} are practically equivalent",
        "second": f"{b} is practically better than {a}",
    }
    return f"{said[region]}{over} (probability {{share}})."


def _where(comparison: Comparison) -> str:
    """Where an outcome is the most probable one: on a new task."""
    return comparison.posterior.parameter.outcome if comparison.posterior else ""


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
    return f"{decision.reading}: the probability that {reading_words(decision.reading, comparison)}"


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
    first, _, second = decision.probabilities
    if found.region != "equivalent" and abs(first - second) < EVEN:
        return fill(FAVOUR_NEITHER, share=share)
    where = _where(comparison)
    return _evidence(found.grade, outcomes(comparison)[found.region], share, decision.reading, where)


def _evidence(grade: str, outcome: str, share: str, reading: str, where: str) -> str:
    if reading == "winner":
        return f"There is {grade} evidence ({share}) that, {where}, {outcome} is the most probable outcome."
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
        units = scaled.needed_units or ceil(scaled.needed * scaled.units[-1] / scaled.factors[-1])
        size = f"k = {number(scaled.needed)}, about {counted(units, 'unit')}"
        return f"The smallest size that decides at {scaled.threshold:g}: {size}."
    if scaled.limit is None:
        return "No number of such units decides: the mean difference lies on a bound of the rope."
    first, equivalent, second = shares(scaled.limit)
    if scaled.fixed is not None:
        return (
            f"No number of {scaled.grows} decides at {scaled.threshold:g}: there are no more {scaled.fixed}. With "
            f"endlessly many, the probabilities would be first {first}, equivalent {equivalent}, second {second}."
        )
    return (
        f"No number of repeats decides at {scaled.threshold:g}: folds share training data. With endlessly many, the "
        f"probabilities would be first {first}, equivalent {equivalent}, second {second}."
    )
