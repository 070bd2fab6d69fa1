"""The sentences that tell an estimate, and how it compares with a published number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.units import CLUSTERED_CASES, unit_called
from betterthan.phrases import sentence_case
from betterthan.version import __version__
from betterthan.words.claims import Judged, outcomes, told
from betterthan.words.clusters import in_clusters
from betterthan.words.columns import NOISE, Digits, digits_of
from betterthan.words.direction import for_a_paper
from betterthan.words.numbers import number, shares, with_interval

if TYPE_CHECKING:
    from betterthan.answers.estimate import Against, Estimate


def units_in_words(found: Estimate) -> str:
    """`1,000 cases`, `1 seed of tr-en`."""
    unit = unit_called(found.unit).singular if found.n == 1 else found.unit
    if found.clustering is not None and found.unit == CLUSTERED_CASES.plural:
        unit = in_clusters(found.clustering)
    return f"{found.n:,} {unit}" + (f" of {found.task}" if found.task else "")


def mean_sentence(found: Estimate) -> str:
    """The mean with its interval, as a sentence."""
    lower = "" if found.higher_is_better else " (lower is better)"
    inside = "without an interval" if found.interval is None else f"{_percent(found.level)} interval {ends(found)}"
    mean = f"mean {found.metric} {_digits(found).of(found.mean)}{lower}"
    return f"{found.model}: {mean}, {inside}, over {units_in_words(found)}."


def ends(found: Estimate) -> str:
    """`0.83 to 0.87`; nothing without an interval."""
    inside, digits = found.interval, _digits(found)
    return "" if inside is None else f"{digits.of(inside.low)} to {digits.of(inside.high)}"


def _digits(found: Estimate) -> Digits:
    return digits_of([found.mean], [found.interval])


def published(against: Against) -> str:
    """`the published 0.85`."""
    return f"the published {against.value:.15g}"


def known_of(against: Against) -> str:
    """How uncertain the published number is, and who says so."""
    if against.n is not None:
        return f"{against.value:.15g}, a share of {against.n:,} cases"
    if against.standard_error is not None:
        return f"{against.value:.15g}, with standard error {number(against.standard_error)}"
    return (
        f"{against.value:.15g}, taken as exact: nothing says how uncertain it is (`against_n=` gives its number of "
        "cases, `against_sd=` its standard error)"
    )


def difference(found: Estimate, against: Against) -> str:
    """The difference from the published number; of shares first the observed one, which the prior draws to 1/2."""
    told, seen = with_interval(against.estimate, against.interval), found.mean - against.value
    observed = seen if found.higher_is_better else -seen
    if abs(observed - against.estimate) <= NOISE * max(abs(found.mean), abs(against.value)):
        return told
    digits = digits_of([against.estimate], [against.interval])
    return f"{digits.of(observed)} observed; posterior mean (uniform prior) {told}"


def judged(found: Estimate, against: Against) -> Judged:
    """What was decided, about what, and what a claim needed."""
    return Judged(
        first=found.model,
        second=published(against),
        decision=against.decision,
        rope=against.rope,
        given=against.threshold,
        loss_matrix=against.loss_matrix,
        second_begins=sentence_case(published(against)),
    )


def verdict(found: Estimate, against: Against) -> str:
    """The verdict as a sentence."""
    return told(judged(found, against))


def methods(found: Estimate) -> str:
    """A sentence for a paper's methods section."""
    inside = "" if found.interval is None else f" ({_percent(found.level)} interval {ends(found)})"
    text = (
        f"The mean {found.metric} of {found.model} over {units_in_words(found)} was "
        f"{_digits(found).of(found.mean)}{inside}, computed by betterthan {__version__}. {found.method}"
    )
    if found.against is None:
        return text
    first, equivalent, second = shares(found.against.probabilities)
    outcome = outcomes(judged(found, found.against))
    known = f"{found.against.value:.15g}, taken as exact" if found.against.exact else known_of(found.against)
    return (
        f"{text} The published number was taken as an independent estimate ({known}). The difference was "
        f"{difference(found, found.against)}. The region of practical equivalence was "
        f"{for_a_paper(found.against.rope)}. The posterior probabilities of {outcome['first']}, of "
        f"{outcome['equivalent']}, and of {outcome['second']} were {first}, {equivalent} and {second}. Verdict: "
        f"{verdict(found, found.against)}"
    )


def _percent(level: float) -> str:
    return f"{100 * level:g}%"
