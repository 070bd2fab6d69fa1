"""Notes: what a user must know about how an answer came about, in sentences."""

from __future__ import annotations

from math import ceil, floor, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.paired_units import PairedUnits
from betterthan.data.ranges import reach_of
from betterthan.data.tables import PairedTable, TwoSamples
from betterthan.data.units import FOLDS, TASKS
from betterthan.judging.ropes import asked_in_words, mixed_scales, no_means
from betterthan.numerics.searches import last_holding
from betterthan.phrases import number, whole_percents
from betterthan.procedures import Procedure, named
from betterthan.procedures.shared.crossed_table import counted_levels, has_crossed_units
from betterthan.procedures.shared.folds import correlated_scale
from betterthan.results.kinds import PairResult, classical_in, posterior_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from betterthan.data.protocol import Comparable, Paired
    from betterthan.procedures.facts import Naive
    from betterthan.results.kinds import Result
    from betterthan.results.protocol import ClassicalTest, Posterior
    from betterthan.results.rope import RelativeRope, Rope, RopeLike
    from betterthan.vocabulary import Verdict

ENDLESS = 1e9
"""So many times the units that more would change nothing."""

VISIBLE = 0.01
"""From here on the error of what was drawn is said beside it, and not only where it is told how it was computed."""

LOSSES = "The scores are losses: differences are turned so that positive means that the first model is better."

NO_ROPE = "No rope is used: a win by however little counts as a win, and the answer speaks of these tasks only."


def table_notes(
    table: Comparable,
    chosen: Procedure[Any, Any],
    result: PairResult,
    classical: ClassicalTest | None,
    rope: Rope | None,
) -> tuple[str, ...]:
    """What was assumed of a table, and what it would say if one assumed too much.

    Parameters:
        table: the scores, paired or not.
        chosen: the procedure.
        result: what it returned.
        classical: the classical test beside it, if there is one.
        rope: the region of practical equivalence.
    """
    losses = () if table.higher_is_better else (LOSSES,)
    known = (*table.notes, *losses, *no_means(table), *_scale_notes(table, chosen, rope), *few_draws(result))
    if isinstance(table, TwoSamples):
        return (*known, *_rope_notes(table, rope))
    shared = () if chosen.naive is None else _shared_notes(table, chosen.naive, result, classical)
    return (*known, *_unit_notes(table, chosen), *shared, *_rope_notes(table, rope))


def few_draws(result: Result) -> tuple[str, ...]:
    """How far off what was drawn may be, where that can be seen in two decimals.

    Parameters:
        result: what a procedure returned.
    """
    made = result.diagnostics
    draws = made.figures.get("draws") or made.figures.get("flips")
    if draws is None or made.error is None or made.error < VISIBLE:
        return ()
    what = "p-value" if result.family == "test" else "probability"
    return (
        f"A {what} may be off by {number(made.error, 2)}, since it comes from {draws:,.0f} draws: "
        f"`draws={10 * draws:.0f}` leaves a third of that.",
    )


def _scale_notes(table: Comparable, chosen: Procedure[Any, Any], rope: Rope | None) -> tuple[str, ...]:
    """What one must know of an answer that takes tasks on different scales as if they were on one."""
    if not mixed_scales(table):
        return ()
    if not chosen.counts:
        return (f"`{chosen.name}` takes the differences of all tasks together: those with the largest scores decide.",)
    if rope is not None and rope.source == "user" and rope.width:
        return (f"Your rope {rope.bounds} is the same on every task, whatever the size of its scores.",)
    return ()


def _unit_notes(table: Paired, chosen: Procedure[Any, Any]) -> tuple[str, ...]:
    means = len(table.tasks) > 1 and chosen.needs.tasks != "several" and not chosen.takes_all_units
    own = () if chosen.notes is None else chosen.notes(table)
    return (*((f"Each of the {len(table.tasks)} tasks counts as one unit, with its mean score.",) * means), *own)


def _shared_notes(table: Paired, naive: Naive, result: PairResult, classical: ClassicalTest | None) -> tuple[str, ...]:
    """What the units would say if they shared nothing, beside what they do say."""
    if not isinstance(table, PairedUnits) or len(table.tasks) > 1:
        return ()
    known = _made(naive.fair, result, classical)
    if has_crossed_units(table):
        return _crossed_notes(table, naive, result, known)
    if table.facts.clustered:
        return _cluster_notes(table, naive, known)
    return _fold_notes(table, naive, result, known) if table.design.unit == FOLDS else ()


def _fold_notes(table: PairedUnits, naive: Naive, result: PairResult, known: ClassicalTest | None) -> tuple[str, ...]:
    share = result.diagnostics.figures.get("test fraction", table.design.test_fraction)
    mean, sd, n = table.moments()
    if not share or sd == 0:
        return ()
    plain = named(naive.plain).from_summary(mean=mean, sd=sd, n=n)
    fair = known or named(naive.fair).from_summary(mean=mean, sd=sd, n=n, test_fraction=share)
    naively, fairly = (f"t = {number(test.statistic, 3)}, p = {number(test.p_value, 2)}" for test in (plain, fair))
    return (
        f"Taken as independent, these {n:,} folds would give {naively}; allowing for shared training data they give "
        f"{fairly}: the plain test's standard error would be {correlated_scale(1.0, n, share) * sqrt(n):.1f} "
        f"times too small if folds correlate at {share:.3g}.",
    )


def _cluster_notes(table: PairedUnits, naive: Naive, known: ClassicalTest | None) -> tuple[str, ...]:
    if table.moments().sd == 0:
        return ()
    plain, fair = named(naive.plain).from_differences(table.differences()), known or named(naive.fair)(table)
    return (
        f"Taken as independent, these {table.n_units:,} cases would give p = {plain.p_value:.2g}; allowing for what "
        f"the cases of a cluster share they give p = {fair.p_value:.2g}.",
    )


def _crossed_notes(
    table: PairedUnits, naive: Naive, result: PairResult, known: ClassicalTest | None
) -> tuple[str, ...]:
    """With crossed units also where the uncertainty comes from."""
    if table.moments().sd == 0:
        return ()
    plain, both = named(naive.plain).from_differences(table.differences()), table.design.unit
    fair = known or named(naive.fair)(table)
    independent = (
        f"Taken as independent, these {table.n_units:,} differences would give p = {number(plain.p_value, 2)}; "
        f"allowing for shared {both.listed} they give p = {number(fair.p_value, 2)}."
    )
    posterior = posterior_in(result)
    if posterior is None or posterior.variance_shares is None:
        return (independent,)
    (rows, columns, rest), (first, second) = whole_percents(posterior.variance_shares), counted_levels(table)
    return (
        independent,
        f"Of the uncertainty about the mean difference, {rows}% is due to the {first}, {columns}% to the {second} and "
        f"{rest}% to what is left.",
    )


def _made(procedure: str, result: PairResult, classical: ClassicalTest | None) -> ClassicalTest | None:
    """The test by a procedure, if it was made already; a one-sided one answers another question."""
    tests = [test for test in (classical_in(result), classical) if test is not None and test.procedure == procedure]
    return next((test for test in tests if test.alternative == "two-sided"), None)


def _rope_notes(table: Comparable, rope: Rope | None) -> tuple[str, ...]:
    """A rope that holds every possible difference makes any two models equivalent."""
    reach = reach_of(table) if rope is not None and rope.source == "user" else None
    if rope is None or reach is None or min(-rope.low, rope.high) < reach.width:
        return ()
    return (
        f"The rope {rope.bounds} is as wide as scores can be apart ({reach.source}): any two models would be "
        "equivalent.",
    )


def averaged_tasks(table: PairedTable, chosen: Procedure[Any, Any]) -> tuple[str, ...]:
    """That several scores of a task became one, where they did.

    Parameters:
        table: the scores of several models.
        chosen: a procedure that takes one score of each model on each task.
    """
    from betterthan.judging.question import within_tasks  # here, so that the way down stays short

    if len(table.tasks) == 1 or table.design.unit == TASKS:
        return ()
    return (
        f"`{chosen.name}` takes one mean score of each model on each of the {len(table.tasks):,} tasks; the tasks have "
        f"{within_tasks(table)}.",
    )


def unused_rope(given: RopeLike | RelativeRope | None, taken: Rope | None) -> tuple[str, ...]:
    """That a rope was given which the procedure does not take.

    Parameters:
        given: as the user gave it.
        taken: the rope of the answer; None for procedures without one.
    """
    if given is None or taken is not None:
        return ()
    return (f"Your rope was not used: {asked_in_words(given)}.",)


def unused_draws(options: Mapping[str, Any], result: Result, classical: ClassicalTest | None) -> tuple[str, ...]:
    """That a number of draws was given where nothing is drawn.

    Parameters:
        options: those that the user gave.
        result: what the procedure returned.
        classical: the test beside it.
    """
    made = [each.diagnostics.figures for each in (result, classical) if each is not None]
    if options.get("draws") is None or any({"draws", "flips", "resamples"} & figures.keys() for figures in made):
        return ()
    return (f"`draws={options['draws']}` was not used: `{result.procedure}` draws nothing.",)


def posterior_notes(
    table: Comparable,
    chosen: Procedure[Any, Any],
    posterior: Posterior,
    rope: Rope | None,
    threshold: float | None,
    verdict: Verdict,
) -> tuple[str, ...]:
    """What limits a verdict.

    Parameters:
        table: the scores, one unit of each task.
        chosen: the procedure.
        posterior: the posterior.
        rope: the region of practical equivalence; None for procedures without one.
        threshold: probability that a verdict needs; None for a rule that takes none.
        verdict: the verdict.
    """
    notes: list[str] = []
    n = table.n_units
    if chosen.needs.differences == "same":
        notes.extend(_deciding_rope(posterior, threshold) if threshold is not None and verdict == "undecided" else ())
    elif posterior.identical or _agree(table):
        notes.append(_no_difference(n, posterior, threshold if verdict == "undecided" else None))
    if rope is None:
        return (*notes, NO_ROPE)
    if posterior.parameter.null and rope.source == "user":
        notes.append(f"The rope is on the scale of {posterior.parameter.name}, not in accuracy points.")
    best = posterior.best_equivalence(rope)
    if best is not None and threshold is not None and best < threshold and verdict == "undecided":
        most = _with_endless_units(table, chosen, posterior, rope)
        remedy = _what_would_show_it(chosen, most, threshold) if rope.width else "only a rope with a width can show it"
        notes.append(
            f"With this rope, this spread and {_units(table)} `equivalent` can reach {_below(threshold, best)} at "
            f"most, below the threshold {threshold:g}, wherever the mean lies: {remedy}."
        )
    return tuple(notes)


def _units(table: Comparable) -> str:
    return table.facts.counted if table.facts.clustered else f"{table.n_units:,} units"


def _agree(table: Comparable) -> bool:
    """Whether two models are right and wrong on the same cases."""
    if isinstance(table, TwoSamples) or not table.binary or table.facts.tasks > 1:
        return False
    cells = table.cells()
    return not cells.n01 and not cells.n10


def _no_difference(n: int, posterior: Posterior, threshold: float | None) -> str:
    """What n units without a difference say, and from which rope on it would be enough for a verdict."""
    same = f"The two models have the same score on all {n:,} units: nothing here tells them apart."
    if posterior.parameter.null:  # how disagreements fall says nothing of how rare they are
        return (
            f"{same} φ is about disagreements, of which there are none: give a rope in accuracy points to learn how "
            "large a difference these units leave open."
        )
    open_to = posterior.interval(threshold) if threshold is not None else None
    if open_to is None:
        return same
    enough = _upwards(max(-open_to.low, open_to.high))
    return f"{same} A rope of ±{number(enough, 3)} would be enough to call them equivalent."


def _upwards(width: float) -> float:
    """Three digits of a rope, rounded so that it is enough."""
    step = 10.0 ** (floor(log10(width)) - 2) if width > 0 else 1.0
    return ceil(width / step) * step


def _deciding_rope(posterior: Posterior, threshold: float) -> tuple[str, ...]:
    """The ropes at which differences that are all the same would be enough for a verdict."""
    ends = posterior.quantiles(np.array([0.0, 1 - threshold, threshold, 1.0]))
    if ends is None:
        return ()
    too_narrow = last_holding(
        lambda half: np.array([posterior.probabilities(float(half[0])).equivalent < threshold]),
        np.zeros(1),
        np.abs(ends[[0, 3]]).max(keepdims=True),
    )
    told = [f"A rope of ±{number(_upwards(float(too_narrow[0])), 3)} would be enough to call the two models equivalent"]
    apart = max(float(ends[1]), -float(ends[2]))
    if apart > 0:
        step = 10.0 ** (floor(log10(apart)) - 2)
        told.append(f"one of ±{number(floor(apart / step) * step, 3)} or less to call one of them better")
    return (f"{'; '.join(told)}.",)


def _with_endless_units(
    table: Comparable, chosen: Procedure[Any, Any], posterior: Posterior, rope: Rope
) -> float | None:
    """The largest probability of equivalence that ever more units could show; None where nothing limits it."""
    if chosen.growth is None or chosen.growth.limited is None:
        return None
    return chosen.growth.at_size(table, posterior)(ENDLESS).posterior.best_equivalence(rope)


def _what_would_show_it(chosen: Procedure[Any, Any], most: float | None, threshold: float) -> str:
    """More units help, unless they are folds: these share training data however many there are."""
    if chosen.growth is None or most is None:
        return f"only a wider rope or more {chosen.more} can show it"
    if most >= threshold:
        return f"only a wider rope or more {chosen.more}, which reach {most:.2f} at most, can show it"
    return (
        f"only a wider rope can show it, because {chosen.growth.limited} and endless {chosen.more} reach "
        f"{_below(threshold, most)}"
    )


def _below(threshold: float, p: float) -> str:
    """A probability below a threshold, with as many digits as it takes to see that it is."""
    digits = next((digits for digits in range(2, 12) if round(p, digits) < threshold), 12)
    return f"{p:.{digits}f}"
