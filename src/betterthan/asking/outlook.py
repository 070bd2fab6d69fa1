"""Outlook: the number of further units that would decide an undecided comparison, if the difference stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from betterthan.answers.outlook import Needed, Outlook
from betterthan.asking.scaling import Growing, growing
from betterthan.data.paired_units import PairedUnits
from betterthan.data.tables import TwoSamples
from betterthan.data.units import FOLDS, REPETITIONS, TASKS
from betterthan.judging.decision import decide
from betterthan.judging.rules.rule import USUAL_THRESHOLD, Case, LossMatrix
from betterthan.judging.rules.table import rule_named
from betterthan.results.kinds import posterior_in
from betterthan.results.region import builder_of
from betterthan.results.rope import Rope

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.asking.settings import Settings
    from betterthan.data.protocol import Comparable
    from betterthan.judging.verdict import Decision
    from betterthan.procedures import Procedure
    from betterthan.results.difference import DifferencePosterior
    from betterthan.results.kinds import PairResult
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.protocol import Posterior
    from betterthan.vocabulary import Region, Verdict

MOST = 10_000
"""A verdict that needs more than this many times the units is out of reach."""
ON_A_BOUND = f"the estimate lies on a bound of the rope, or so near that {MOST:,} times as many would not be enough"
NOTHING_NEW = "the two models never disagreed, and more such units would leave the probabilities as they are"
NARROWED = ("difference", "population")
DRAWN = "on some of these tasks the two models are as good as each other, so that more scores there say nothing"
ONE_EACH = "the answer is about these tasks alone, and how sure it is of each of them is not known"
OTHER_READING = "it can be estimated for the usual reading only"
ON_SINGLE_TASKS = "the two would have to be equivalent on single tasks, too, of which more tasks may say anything"
APART = "the two differ on single tasks, which more tasks do not change"
NOT_KNOWN = "the single differences are not known"
TRIED = 10_000
"""Draws with which other numbers of tasks are tried."""
SIZES = np.geomspace(1.0, MOST, 400)
"""Multiples at which a normal law is asked, to begin the search near its end: a posterior may take 0.1 s."""


def outlook(
    table: Comparable,
    chosen: Procedure[Any, Any],
    result: PairResult,
    rope: Rope | None,
    decision: Decision | None,
    settings: Settings,
    whole: Comparable | None = None,
) -> Outlook | None:
    """What would decide; None if it is decided.

    Parameters:
        table: the scores, one unit of each of several tasks.
        chosen: the procedure.
        result: what it returned.
        rope: the region of practical equivalence.
        decision: the verdict.
        settings: what the user asked for.
        whole: the scores with all units of each task; None where these are the same.
    """
    posterior = posterior_in(result)
    if decision is None or decision.verdict != "undecided" or posterior is None:
        return None
    if rope is None:
        return _of_these_tasks(whole or table, posterior, _by_shares(posterior, decision, settings))
    if chosen.growth is None:
        return _without_sums(table, posterior, rope, decision, settings)
    if why := chosen.growth.stuck(table):
        return Outlook("undecided", never=why)
    grown = growing(table, chosen, result)

    def verdict(k: float) -> Verdict:
        options: dict[str, Any] = {"rule": decision.rule, "threshold": settings.threshold}
        return decide(grown.at(k).posterior, rope, loss_matrix=settings.loss_matrix, **options).verdict

    if grown.limited and verdict(grown.most) == "undecided":
        return Outlook("undecided", never=chosen.growth.limited)
    guess = _if_normal(grown.at(1.0).posterior, rope, decision.threshold or USUAL_THRESHOLD)
    size = None if guess is None else _smallest(lambda n: verdict(n / grown.levels) != "undecided", grown.levels, guess)
    if size is None:
        return Outlook("undecided", never=_why_never(grown))
    k = size / grown.levels
    return Outlook(verdict(k), _needed(table, chosen, grown, k))


def _why_never(grown: Growing) -> str:
    """The share of disagreements that a model wins learns nothing from cases without any."""
    now, later = (grown.at(k).posterior.interval(0.5) for k in (1.0, MOST))
    return NOTHING_NEW if now == later else ON_A_BOUND


def _by_shares(posterior: Posterior, decision: Decision, settings: Settings) -> Callable[[Probabilities], Verdict]:
    """The rule on three probabilities, which is all that it looks at where wins are counted."""

    def verdict(shares: Probabilities) -> Verdict:
        return rule_named(decision.rule).verdict(
            Case(posterior, Rope(0.0, 0.0), shares, decision.threshold, settings.loss_matrix)
        )

    return verdict


def _of_these_tasks(table: Comparable, posterior: Posterior, verdict: Callable[[Probabilities], Verdict]) -> Outlook:
    """More scores on each of these tasks, of which alone the answer speaks; those of folds share training data."""
    share = table.facts.test_fraction if table.facts.unit == FOLDS else None
    overlap = 0.0 if not share else share / (1 - share) * table.n_units / max(1, len(table.tasks))
    for k in SIZES[1:].tolist():
        shares = posterior.with_more_scores(k * (1 + overlap) / (1 + k * overlap))
        if shares is None:
            return Outlook("undecided", unknown=ONE_EACH)
        if (found := verdict(shares)) != "undecided":
            needed = _at_least(table.facts.unit.plural, table.n_units, k * table.n_units)
            return Outlook(found, (needed,), roughly=True)
    return Outlook("undecided", never="folds share training data" if overlap else DRAWN)


def _without_sums(
    table: Comparable, posterior: Posterior, rope: Rope, decision: Decision, settings: Settings
) -> Outlook:
    """An estimate for posteriors that do not rest on sums which could grow."""
    if decision.reading not in NARROWED:
        return Outlook("undecided", unknown=OTHER_READING)
    law = posterior.main_law
    if law is not None and decision.rule == "threshold" and decision.threshold is not None:
        return if_narrower(table, posterior, law, rope, decision.threshold)
    if law is not None:
        return if_narrower_by_rule(table, posterior, law, rope, decision, settings.loss_matrix)
    known = posterior.to_dict().get("inputs", {}).get("differences")
    if known is None:
        return Outlook("undecided", unknown=NOT_KNOWN)
    unit, _ = _counted(table)
    return _if_repeated(np.sort(np.asarray(known, dtype=np.float64)), posterior, rope, decision, settings, unit)


def _counted(table: Comparable) -> tuple[str, int]:
    """What would grow in number, and how many there are: tasks where there are several."""
    facts = table.facts
    return (TASKS.plural, facts.tasks) if facts.tasks > 1 else (facts.unit.plural, table.n_units)


def if_narrower_by_rule(
    table: Comparable,
    posterior: Posterior,
    law: DifferencePosterior,
    rope: Rope,
    decision: Decision,
    loss_matrix: LossMatrix | None,
) -> Outlook:
    """As `if_narrower`, by a rule that looks at more than one probability.

    A law that is narrower about its middle has the rope as far away as this one has a rope that is as many times wider.

    Parameters:
        table: the scores, for the units that there are.
        posterior: what the rope is a region of.
        law: the law that would narrow.
        rope: the region of practical equivalence.
        decision: by which rule, and what a claim needs.
        loss_matrix: what each statement costs, for a rule that takes that.
    """
    middle, (unit, now) = float(law.quantile(0.5)), _counted(table)

    def verdict(size: float) -> Verdict:
        low, high = (middle + (bound - middle) * sqrt(size / now) for bound in posterior.bounds(rope))
        wider, rule = Rope(low, high), decision.rule
        return decide(law, wider, rule=rule, threshold=decision.threshold, loss_matrix=loss_matrix).verdict

    size = _smallest(lambda n: verdict(n) != "undecided", now, 1.0)
    if size is None:
        return Outlook("undecided", never=ON_A_BOUND)
    needed = (Needed(unit, now, size),)
    if verdict(size) == "equivalent" and posterior.conditions(rope):
        return Outlook("undecided", needed, unknown=ON_SINGLE_TASKS, roughly=True)
    return Outlook(verdict(size), needed, roughly=True)


def if_narrower(
    table: Comparable, posterior: Posterior, law: DifferencePosterior, rope: Rope, threshold: float
) -> Outlook:
    """A law about the same middle that narrows with the root of the number of units.

    Parameters:
        table: the scores, for the units that there are.
        posterior: what the rope is a region of.
        law: the law that would narrow.
        rope: the region of practical equivalence.
        threshold: probability that a verdict needs.
    """
    middle, roots = float(law.quantile(0.5)), np.sqrt(SIZES)
    low, high = (middle + (bound - middle) * roots for bound in posterior.bounds(rope))
    below, not_above = law.cdf(low), law.cdf(high)
    sides: dict[Region, Array] = {"first": 1 - not_above, "equivalent": not_above - below, "second": below}
    decides = {region: np.flatnonzero(share >= threshold) for region, share in sides.items()}
    reached = {region: float(SIZES[found[0]]) for region, found in decides.items() if len(found)}
    if not reached:
        return Outlook("undecided", never=ON_A_BOUND)
    verdict: Region = min(reached, key=reached.__getitem__)
    unit, now = _counted(table)
    needed = (_at_least(unit, now, reached[verdict] * now),)
    if verdict == "equivalent" and posterior.conditions(rope):
        return Outlook("undecided", needed, unknown=ON_SINGLE_TASKS, roughly=True)
    return Outlook(verdict, needed, roughly=True)


def _if_repeated(
    differences: Array, posterior: Posterior, rope: Rope, decision: Decision, settings: Settings, unit: str
) -> Outlook:
    """As many differences of the same law: each of them as often as another one, or once more."""
    inputs: dict[str, Any] = {**posterior.to_dict()["inputs"]}
    inputs |= {"draws": min(inputs["draws"], TRIED)} if "draws" in inputs else {}

    def verdict(n: int) -> Verdict:
        again = np.quantile(differences, (np.arange(n) + 0.5) / n, method="inverted_cdf")
        found = builder_of(posterior.procedure)(rope=rope, **{**inputs, "differences": again})
        options: dict[str, Any] = {"rule": decision.rule, "threshold": settings.threshold}
        return decide(found, rope, loss_matrix=settings.loss_matrix, **options).verdict

    now = len(differences)
    size = _smallest(lambda n: verdict(n) != "undecided", now, 1.0)
    if size is None:
        return Outlook("undecided", never=APART if decision.held_back_by == "winner" else ON_A_BOUND)
    return Outlook(verdict(size), (Needed(unit, now, size),), roughly=True)


def _at_least(unit: str, now: int, size: float) -> Needed:
    return Needed(unit, now, max(now + 1, ceil(size)))


def _if_normal(posterior: DifferencePosterior, rope: Rope, threshold: float) -> float | None:
    """The multiple that would decide if the posterior were normal; None beyond the largest one that is tried."""
    if posterior.sd == 0:
        return None
    below, middle, above = posterior.quantile(np.array([1 / 6, 1 / 2, 5 / 6]))  # a standard deviation may be infinite
    low, high = (2 * (bound - middle) / (above - below) * np.sqrt(SIZES) for bound in (rope.low, rope.high))
    most = np.max([ndtr(low), ndtr(high) - ndtr(low), ndtr(-high)], axis=0)
    return float(SIZES[np.argmax(most >= threshold)]) if (most >= threshold).any() else None


def _smallest(decides: Callable[[int], bool], now: int, guess: float) -> int | None:
    """The smallest number that decides, to within half a percent; there are too few now. None if it is out of reach."""
    low, high, step = now, max(now + 1, ceil(guess * now)), 1.25
    while not decides(high):
        low, high, step = high, ceil(high * step), 1.5 * step
        if high > MOST * now:
            return None
    while low < (lower := floor(high / 1.25)):
        low, high = (low, lower) if decides(lower) else (lower, high)
    while high - low > max(1, high // 200):
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high


def _needed(table: Comparable, chosen: Procedure[Any, Any], grown: Growing, k: float) -> tuple[Needed, ...]:
    if isinstance(table, TwoSamples):
        unit = grown.words
        return tuple(
            Needed(unit, each.n, max(2, round(k * each.n)), model)
            for model, each in zip(table.models, table.moments(), strict=True)
        )
    folds = table.design.folds if chosen.more == REPETITIONS.plural and isinstance(table, PairedUnits) else None
    if folds is not None:  # a single fold more could not be run
        return (Needed(REPETITIONS.plural, table.facts.repeats, ceil(round(k * table.n_units) / folds)),)
    return tuple(Needed(unit, now, max(2, round(k * now))) for unit, now in grown.kinds)
