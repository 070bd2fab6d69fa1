"""The sentences: every word that a result is told in, in one place, so that all forms of a report agree."""

from __future__ import annotations

from math import isfinite

from betterthan.answers.comparison import Comparison
from betterthan.data.design import Clustering
from betterthan.data.moments import Pairing
from betterthan.data.units import unit_called
from betterthan.judging.checks.check import Check
from betterthan.judging.checks.differences import NORMALITY
from betterthan.judging.decision import Evidence
from betterthan.judging.effects import EffectSize
from betterthan.procedures import named
from betterthan.results.difference import Parameter
from betterthan.results.interval import Interval
from betterthan.results.kinds import Posterior
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.version import __version__
from betterthan.vocabulary import REGIONS, Region

P_VALUE = (
    "A p-value is not the probability that the models are equal, and not the size of the difference: it says how often "
    "scores at least this uneven would turn up if there were no difference."
)
UNPAIRED = "none: two independent samples, unpaired"
READINGS = {
    "difference": "the difference lies above, inside or below the rope",
    "population": "the mean difference over tasks like these lies above, inside or below the rope",
    "next_task": "on one more task the difference lies above, inside or below the rope",
    "winner": "on a new task, this being the case is the most probable outcome",
    "majority": "of these tasks, more than half go to the first, exactly half, or to the second",
}
"""What the three probabilities of a reading are the probabilities of."""
SHARE, THRESHOLD, GRADE = "\ue000", "\ue001", "\ue002"
"""Marks in a sentence where a probability, the threshold and the grade of the evidence belong."""


def probability(p: float) -> str:
    """Three decimals, and never a 0 or 1: what no draw showed, or what underflowed, is improbable, not impossible.

    Parameters:
        p: a probability.

    >>> probability(0.0143), probability(0.0), probability(0.99996)
    ('0.014', '<0.001', '>0.999')
    """
    if p < 0.0005:
        return "<0.001"
    return ">0.999" if p > 0.9995 else f"{p:.3f}"


def shares(probabilities: Probabilities) -> tuple[str, str, str]:
    """The three probabilities, as text.

    Parameters:
        probabilities: the three probabilities.
    """
    first, equivalent, second = (probability(p) for p in probabilities)
    return first, equivalent, second


def share_of(region: Region, probabilities: Probabilities) -> str:
    """One of the three, as text.

    Parameters:
        region: which.
        probabilities: all three.
    """
    return shares(probabilities)[REGIONS.index(region)]


def number(x: float) -> str:
    """Four significant digits, as a person would write them.

    Parameters:
        x: any number.

    >>> number(0.0123456), number(1234567.0), number(0.1)
    ('0.01235', '1.235e+06', '0.1')
    """
    return f"{x:.4g}" if isfinite(x) else ("∞" if x > 0 else "-∞" if x < 0 else "undefined")


def p_value(p: float) -> str:
    """`p = 0.038`, or `p < 1e-300` where the number itself is too small to hold.

    Parameters:
        p: a p-value.

    >>> p_value(0.0381), p_value(0.0)
    ('p = 0.0381', 'p < 1e-300')
    """
    return "p < 1e-300" if p < 1e-300 else f"p = {p:.3g}"


def interval(inside: Interval) -> str:
    """`95% HDI [-0.08, 0.21]`.

    Parameters:
        inside: the interval.
    """
    kinds = {"hdi": "HDI", "equal-tailed": "equal-tailed interval", "confidence": "confidence interval"}
    return f"{100 * inside.level:g}% {kinds[inside.kind]} [{number(inside.low)}, {number(inside.high)}]"


def what(comparison: Comparison) -> str:
    """What was compared: `nbc (first) and aode (second) on 54 tasks`.

    Parameters:
        comparison: the comparison.
    """
    return f"{titled(comparison.first, 'first')} and {titled(comparison.second, 'second')} on {_units(comparison)}"


def _units(comparison: Comparison) -> str:
    unit = unit_called(comparison.unit).singular if comparison.n_units == 1 else comparison.unit
    where = f" of {comparison.task}" if comparison.task else ""
    where += f", {comparison.group[0]} = {comparison.group[1]}" if comparison.group else ""
    if not comparison.paired and comparison.models:
        return f"{' and '.join(f'{model.n:,}' for model in comparison.models)} unpaired {comparison.unit}{where}"
    return f"{comparison.n_units:,} {unit}{where}"


def on_one_more_task(parameter: Parameter) -> str:
    """What the law of one more task is about.

    Parameters:
        parameter: the parameter of a hierarchical posterior.
    """
    return f"{parameter.name}, on one more task" if parameter.null else "difference on one more task"


def titled(name: str, role: str) -> str:
    """`nbc (first)`; just `first` for a model that was given no other name.

    Parameters:
        name: name of the model.
        role: `first` or `second`.
    """
    return name if name == role else f"{name} ({role})"


def verdict(comparison: Comparison) -> str:
    """The verdict as a sentence.

    Parameters:
        comparison: the comparison.
    """
    decision = comparison.decision
    if decision is None:
        return _test_verdict(comparison)
    if decision.verdict == "undecided":
        return f"Undecided: {_why_undecided(comparison)} {evidence(decision.evidence, comparison)}"
    sentence = verdict_templates(comparison)[decision.verdict]
    return sentence.replace(SHARE, share_of(decision.verdict, decision.probabilities))


def verdict_templates(comparison: Comparison) -> dict[str, str]:
    """The sentence of every verdict, with marks where figures belong; a page fills them in as the rope is moved.

    `winner` is never told as the probability that a model is better: it is about the most probable outcome.

    Parameters:
        comparison: a comparison by a Bayesian procedure.
    """
    decision = comparison.decision
    assert decision is not None
    named_outcomes = outcomes(comparison)
    if decision.reading == "winner":
        sentence = "On a new task, {} is the most probable outcome, with posterior probability " + f"{SHARE}."
        claims: dict[str, str] = {region: sentence.replace("{}", named_outcomes[region]) for region in REGIONS}
    elif decision.reading == "majority":
        claims = {region: f"{_sentence_case(named_outcomes[region])}: probability {SHARE}." for region in REGIONS}
    else:
        a, b = comparison.first, comparison.second
        claims = {
            "first": f"{a} is practically better than {b} (probability {SHARE}).",
            "equivalent": f"{a} and {b} are practically equivalent (probability {SHARE}).",
            "second": f"{b} is practically better than {a} (probability {SHARE}).",
        }
    undecided = {
        f"undecided {region}": f"Undecided: no region reaches the probability {THRESHOLD}. "
        + _evidence(GRADE, named_outcomes[region], SHARE, decision.reading)
        for region in REGIONS
    }
    return {**claims, **undecided}


def outcomes(comparison: Comparison) -> dict[Region, str]:
    """What each region means, as a phrase.

    Parameters:
        comparison: the comparison.
    """
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
    """What the bar shows, where it is not simply the difference.

    Parameters:
        comparison: the comparison.
    """
    decision = comparison.decision
    if decision is None or decision.reading == "difference":
        return ""
    return f"{decision.reading}: the probability that {READINGS[decision.reading]}"


def _why_undecided(comparison: Comparison) -> str:
    decision = comparison.decision
    assert decision is not None
    if decision.rule == "threshold":
        return f"no region reaches the probability {decision.threshold:g}."
    if decision.rule == "hdi":
        return f"the {100 * (decision.threshold or 0):g}% interval lies neither inside nor outside the rope."
    return "saying nothing has the least expected loss."


def evidence(found: Evidence, comparison: Comparison) -> str:
    """What the scores favour, and how clearly.

    Parameters:
        found: the graded evidence.
        comparison: the comparison.
    """
    decision = comparison.decision
    assert decision is not None
    share = share_of(found.region, decision.probabilities)
    return _evidence(found.grade, outcomes(comparison)[found.region], share, decision.reading)


def _evidence(grade: str, outcome: str, share: str, reading: str) -> str:
    if reading == "winner":
        return f"There is {grade} evidence ({share}) that {outcome} is the most probable outcome on a new task."
    return f"There is {grade} evidence for {outcome} ({share})."


def _test_verdict(comparison: Comparison) -> str:
    test = comparison.result
    assert isinstance(test, NullTest)
    size = 1 - comparison.level
    said = "is rejected" if test.rejects(comparison.level) else "is not rejected"
    return (
        f"The hypothesis that {test.null} {said} at the {100 * size:.3g}% significance level ({p_value(test.p_value)})."
    )


def estimate(comparison: Comparison) -> str:
    """The estimate with its interval and the direction.

    Parameters:
        comparison: the comparison.
    """
    if comparison.estimate is None:
        return "none"
    text = number(comparison.estimate)
    if comparison.interval is not None:
        text += f", {interval(comparison.interval)}"
    return text


def estimate_name(comparison: Comparison) -> str:
    """What the estimate is, oriented.

    Parameters:
        comparison: the comparison.
    """
    result = comparison.result
    if isinstance(result, NullTest):
        return result.estimate_name
    if result.parameter.first_is == "below":
        return f"1/2 - {result.parameter.name.split(',')[0]}"
    return result.parameter.name


def direction(posterior: Posterior, comparison: Comparison) -> str:
    """How probable it is that each model is better at all.

    Parameters:
        posterior: the posterior.
        comparison: the comparison.
    """
    p = posterior.direction()
    return f"{comparison.first} {probability(p.first)}, {comparison.second} {probability(p.second)} (rope ignored)"


def rope(chosen: Rope, comparison: Comparison) -> str:
    """The rope, its scale and who chose it.

    Parameters:
        chosen: the rope.
        comparison: the comparison.
    """
    scale = ""
    posterior = comparison.posterior
    if posterior is not None and posterior.parameter.null != 0:
        scale = f" on the scale of {posterior.parameter.name}"
    source = "given by the user" if chosen.source == "user" else chosen.source
    return f"[{number(chosen.low)}, {number(chosen.high)}]{scale} ({source})"


def effect(size: EffectSize) -> str:
    """`Cohen's d = 0.066 (negligible)`.

    Parameters:
        size: the effect size.
    """
    label = f" ({size.label})" if size.label else ""
    return f"{size.name} = {number(size.value)}{label}"


def pairing(gain: Pairing) -> str:
    """What pairing saved.

    Parameters:
        gain: correlation and variance ratio.
    """
    if gain.variance_ratio >= 1:
        saved = f"cut the variance of the difference {number(gain.variance_ratio)}-fold"
    else:
        saved = f"raised the variance of the difference {number(1 / gain.variance_ratio)}-fold"
    return f"scores correlate at {gain.correlation:.2f}; comparing unit by unit {saved}"


def clustering(facts: Clustering) -> str:
    """What is known about the clusters.

    Parameters:
        facts: the facts.
    """
    text = f"{facts.cases:,} cases in {facts.clusters:,} clusters"
    if facts.icc is not None:
        text += f", intraclass correlation {facts.icc:.3f}, worth {facts.effective_cases:,.0f} independent cases"
    return f"{text}; mean over cases {number(facts.mean)} ± {number(facts.standard_error)} (clustered s.e.)"


def test(result: NullTest) -> str:
    """`paired_t: t(175) = 0.874, p = 0.383`.

    Parameters:
        result: the test.
    """
    df = f"({round(result.df, 2):g})" if result.df is not None else ""
    sided = "" if result.alternative == "two-sided" else f", one-sided ({result.alternative} better)"
    how = "" if result.diagnostics.computed == "closed form" else f" [{result.diagnostics.computed}]"
    statistic = f"{result.statistic_name}{df} = {number(result.statistic)}"
    return f"{result.procedure}: {statistic}, {p_value(result.p_value)}{sided}{how}"


def failed_checks(made: tuple[Check, ...]) -> tuple[str, ...]:
    """What the failed checks mean and what to do; those that speak against a normal law are told together.

    Parameters:
        made: the checks.
    """
    failed = [check for check in made if check.status == "failed"]
    normality = [check for check in failed if check.name in NORMALITY]
    told = [f"{check.name}: {check.advice}." for check in failed if check.name not in NORMALITY]
    if normality:
        shape = ", ".join(f"{check.name} {number(check.figure or 0.0)}" for check in normality)
        what_to_do = normality[0].advice.partition("; ")[2]  # the same for all of them
        told.insert(0, f"The differences do not follow a normal law ({shape}): {what_to_do}.")
    return tuple(told)


def methods(comparison: Comparison) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites.

    Parameters:
        comparison: the comparison.
    """
    chosen = named(comparison.procedure)
    cites = ["betterthan", *chosen.cites]
    models = f"{comparison.first} and {comparison.second}"
    text = f"We compared {models} on {_units(comparison)} with {chosen.title}, computed by betterthan {__version__}."
    if comparison.rope is not None:
        bounds = f"[{number(comparison.rope.low)}, {number(comparison.rope.high)}]"
        source = "" if comparison.rope.source == "user" else f" ({comparison.rope.source})"
        posterior = comparison.posterior
        scale = f" for {posterior.parameter.name}" if posterior is not None and posterior.parameter.null else ""
        text += f" The region of practical equivalence was {bounds}{scale}{source}."
    decision = comparison.decision
    if decision is not None:
        first, equivalent, second = shares(decision.probabilities)
        outcome = outcomes(comparison)
        text += (
            f" The posterior probabilities of {outcome['first']}, of {outcome['equivalent']}, and of "
            f"{outcome['second']}{_as_read(decision.reading)} were {first}, {equivalent} and {second}."
        )
        if decision.threshold is not None and decision.rule == "threshold":
            text += f" A claim needed a probability of {decision.threshold:g}."
    beside = comparison.classical_or_own
    if beside is not None:
        text += f" {_sentence_case(named(beside.procedure).title)} gave {p_value(beside.p_value)}."
        cites += named(beside.procedure).cites
    return text, tuple(dict.fromkeys(cites))


def _as_read(reading: str) -> str:
    """How a paper would name the reading; nothing for a single difference."""
    words = {
        "population": ", on average over tasks,",
        "next_task": ", on one more task,",
        "winner": " as the most probable outcome on one more task",
    }
    return words.get(reading, "")


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]
