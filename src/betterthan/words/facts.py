"""What was compared and what was found, fact by fact."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from betterthan.data.units import CASES, CLUSTERED_CASES, unit_called
from betterthan.judging.checks.differences import NORMALITY
from betterthan.phrases import decimal, probability, sentence_case
from betterthan.procedures import named
from betterthan.results.difference import Parameter
from betterthan.words.clusters import in_clusters
from betterthan.words.columns import digits_of
from betterthan.words.fixed import NO_STANDARD_ERROR, P_VALUE, READINGS
from betterthan.words.numbers import number, tested, with_interval

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.data.moments import Pairing
    from betterthan.judging.checks.check import Check
    from betterthan.judging.effects import EffectSize, Wins
    from betterthan.judging.relative import Relative
    from betterthan.results.diagnostics import Diagnostics
    from betterthan.results.prior_bounds import PriorBounds
    from betterthan.results.protocol import ClassicalTest, Posterior
    from betterthan.vocabulary import Verdict


def what(comparison: Comparison) -> str:
    """What was compared: `nbc (first) and aode (second) on 54 tasks`."""
    first, second = titled(comparison.first, "first"), titled(comparison.second, "second")
    return f"{first} and {second} on {units_in_words(comparison)}"


def units_in_words(comparison: Comparison) -> str:
    """`54 tasks`, `176 cases of da-en`, `10 and 12 unpaired seeds`."""
    unit = unit_called(comparison.unit).singular if comparison.n_units == 1 else comparison.unit
    if comparison.clustering is not None and comparison.unit == CLUSTERED_CASES.plural:
        unit = in_clusters(comparison.clustering)
    where = f" of {comparison.task}" if comparison.task else ""
    where += f", {comparison.group[0]} = {comparison.group[1]}" if comparison.group else ""
    if not comparison.paired and comparison.models:
        return f"{' and '.join(f'{model.n:,}' for model in comparison.models)} unpaired {comparison.unit}{where}"
    return f"{comparison.n_units:,} {unit}{where}"


def reading_words(reading: str, comparison: Comparison) -> str:
    """What the three probabilities of a reading are the probabilities of."""
    parameter = comparison.posterior.parameter if comparison.posterior else Parameter()
    of_one = "share of the disagreements won by the first model" if parameter.null else "difference"
    return READINGS[reading].format(
        over_tasks=parameter.over_tasks,
        outcome=parameter.outcome,
        of_one=of_one,
        first=comparison.first,
        second=comparison.second,
    )


def on_one_more_task(parameter: Parameter) -> str:
    """What the law of one more task is about."""
    return f"{parameter.name}, on one more task" if parameter.null else "difference on one more task"


def titled(name: str, role: str) -> str:
    """`nbc (first)`; just `first` for a model that was given no other name."""
    return name if name == role else f"{name} ({role})"


def estimate(comparison: Comparison) -> str:
    """The estimate with its interval and the direction."""
    if comparison.estimate is None:
        return "none"
    told, posterior = with_interval(comparison.estimate, comparison.interval), comparison.posterior
    if posterior is None or posterior.observed is None:
        return told
    prior, digits = posterior.prior.partition(":")[0], digits_of([comparison.estimate], [comparison.interval])
    return f"{digits.of(posterior.observed)} observed; posterior mean ({prior} prior) {told}"


def estimate_name(comparison: Comparison) -> str:
    """What the estimate is."""
    result = comparison.result
    return result.estimate_name if result.family == "test" else result.parameter.name


def positive(comparison: Comparison) -> str:
    """Which estimates speak for the first model."""
    null = comparison.posterior.parameter.null if comparison.posterior else 0.0
    if null:
        return f"an estimate above {number(null)} means that {comparison.first} is better"
    turned = "" if comparison.higher_is_better else ", since the differences are turned"
    return f"a positive estimate means that {comparison.first} is better{turned}"


def over_priors(bounds: PriorBounds, comparison: Comparison) -> str:
    """The lowest and the highest probability of each outcome over all places of the pseudo-observation."""
    names = (f"{comparison.first} practically better", "equivalent", f"{comparison.second} practically better")
    told = (
        f"{name} {probability(low)} to {probability(high)}" for name, (low, high) in zip(names, bounds, strict=True)
    )
    return f"{', '.join(told)} (reading `population`, over all z0)"


def direction(posterior: Posterior, comparison: Comparison) -> str:
    """How probable it is that each model is better, by however little."""
    p = posterior.direction()
    return f"{comparison.first} {probability(p.first)}, {comparison.second} {probability(p.second)}"


def relative(found: Relative, comparison: Comparison) -> str:
    """`a makes 12% fewer errors than b (95% interval 3% to 20% fewer)`."""
    less, more = ("fewer", "more") if found.of == "errors" else ("lower", "higher")
    inside = found.interval
    if inside.low >= 0 or inside.high <= 0:
        near, far = sorted((abs(inside.low), abs(inside.high)))
        ends = f"{_share(near)} to {_share(far)}"
    else:
        ends = f"{_share(-inside.low)} {more} to {_share(inside.high)} {less}"
    size = f"{_share(abs(found.reduction))} {less if found.reduction >= 0 else more}"
    said = f"makes {size} errors than" if found.of == "errors" else f"has a {size} loss than"
    if abs(found.reduction) < 1e-9:  # but for rounding
        said = "makes as many errors as" if found.of == "errors" else "has the same loss as"
    return f"{comparison.first} {said} {comparison.second} ({100 * inside.level:g}% interval {ends})"


def _share(share: float) -> str:
    """Whole percents; one decimal below ten."""
    return f"{100 * share:,.0f}%" if share >= 0.0995 else f"{100 * share:.1f}%"


def median(comparison: Comparison) -> str:
    """The median of the differences, with the decimals of the estimate where that is a difference, too."""
    digits = digits_of([comparison.median_difference], [comparison.interval])
    shared = comparison.posterior is None or comparison.posterior.parameter.null == 0
    return digits.of(comparison.median_difference) if shared else number(comparison.median_difference or 0.0)


def in_sds(size: EffectSize, comparison: Comparison) -> str:
    """` in sds of the case differences`: what a standardised size is measured in; nothing for others."""
    return f" in sds of {_differences(comparison)}" if size.name == "Cohen's d" else ""


def effect(size: EffectSize, comparison: Comparison) -> tuple[str, str]:
    """What it is called, and how large it is: `Cohen's d = 0.066 in sds of the case differences (negligible)`."""
    if size.counts is not None:
        return "wins", _wins(size.counts, comparison)
    sd = in_sds(size, comparison)
    return "effect size", f"{size.name} = {decimal(size.value, 3)}{sd}{_label(size, comparison.verdict)}"


def _label(size: EffectSize, verdict: Verdict | None) -> str:
    """Cohen's word, unless it would contradict the verdict, which has a rope."""
    decided: dict[Verdict | None, bool] = {"first": True, "second": True, "equivalent": False}
    contradicts = verdict in decided and decided[verdict] == (size.label == "negligible")
    return f" ({size.label})" if size.label and not contradicts else ""


def _differences(comparison: Comparison) -> str:
    """`the fold differences`; `the differences` where the units have no name of their own."""
    cells, of, _ = comparison.unit.partition(" of ")
    if of:  # two kinds crossed
        return f"the differences in single {cells}"
    unit = unit_called(comparison.unit).singular
    return "the differences" if unit == "difference" else f"the {unit} differences"


def _wins(counts: Wins, comparison: Comparison) -> str:
    """`new wins 5 of 5 seeds`, `new wins 20 of 400 cases, old 16, 364 tied`."""
    total = sum(counts)
    units = CASES.plural if comparison.unit == CLUSTERED_CASES.plural else comparison.unit
    text = f"{comparison.first} wins {counts.first:,} of {total:,} {units}"
    text += f", {comparison.second} {counts.second:,}" if counts.second else ""
    return text + (f", {counts.ties:,} tied" if counts.ties else "")


def pairing(gain: Pairing) -> str:
    """What pairing saved."""
    change = 1 / gain.variance_ratio - 1
    did = "reduced" if change <= 0 else "increased"
    pairing_did = f"pairing {did} the variance of the difference by {_percent(change)}"
    return f"scores correlate at {decimal(gain.correlation, 2)}; {pairing_did}"


def _percent(change: float) -> str:
    """`2%`; never 0% for what is not zero, nor 100% for what is not all."""
    size = 100 * abs(change)
    if size < 0.5:
        return "less than 1%"
    if 99 < size < 100:
        return f"{size:.1f}%" if size < 99.95 else "more than 99.9%"
    return f"{size:,.0f}%"


def test(result: ClassicalTest) -> str:
    """`paired_t: t(175) = 0.874, p = 0.383`."""
    sided = "" if result.alternative == "two-sided" else f", one-sided ({result.alternative} better)"
    how = "" if result.diagnostics.computed == "closed form" else f" [{result.diagnostics.computed}]"
    return f"{result.procedure}: {statistic(result)}, {tested(result)}{sided}{how}"


def how_to_read(result: ClassicalTest) -> str:
    """What the p-value of a test says and what it does not; each procedure brings its sentence."""
    own = named(result.procedure).p_says or (
        "It says how often a statistic at least this extreme would come up if the null hypothesis were true."
    )
    sentences = [P_VALUE, own]
    if result.alternative != "two-sided":
        sentences.append(f"It is one-sided: only what speaks for the {result.alternative} model counts.")
    if isinf(result.statistic):
        sentences.append(NO_STANDARD_ERROR)
    if result.p_at_most:
        sentences.append("None of the random draws was as extreme as the scores.")
    if _is_open_at_0(result):
        sentences.append("The interval ends at 0 without holding it: 0 itself is rejected.")
    return " ".join(sentences)


def _is_open_at_0(result: ClassicalTest) -> bool:
    inside = result.interval
    return inside is not None and 0.0 in (inside.low, inside.high) and result.rejects(inside.level)


def p_of(result: ClassicalTest) -> str:
    """Whose p-value it is, as a paper would call it."""
    return named(result.procedure).p_of or named(result.procedure).title


def statistic(result: ClassicalTest) -> str:
    """`t(175) = 0.874`."""
    df = f"({round(result.df, 2):g})" if result.df is not None else ""
    return f"{result.statistic_name}{df} = {number(result.statistic)}"


def failed_checks(made: tuple[Check, ...]) -> tuple[str, ...]:
    """What the failed checks mean and what to do; those about a normal distribution in one sentence."""
    failed = [check for check in made if check.status == "failed"]
    normality = [check for check in failed if check.name in NORMALITY]
    sentences = [f"{sentence_case(check.advice)}." for check in failed if check.name not in NORMALITY]
    if normality:
        shape = ", ".join(f"{check.name} {number(check.figure or 0.0)}" for check in normality)
        what_to_do = normality[0].advice.partition("; ")[2]  # the same for all of them
        instead = f": {what_to_do}" if what_to_do else ""
        sentences.insert(0, f"The differences are not normally distributed ({shape}){instead}.")
    return tuple(sentences)


def draws(made: Diagnostics, seed: int | None) -> str:
    """How many draws, and from which seed; nothing where none were made."""
    count = next((int(made.figures[name]) for name in ("draws", "flips", "resamples") if name in made.figures), None)
    if count is None:
        return ""
    known = made.figures.get("seed") if seed is None else seed
    return f"{count:,} draws" + (f" (seed {known:.0f})" if known is not None else "")
