"""Scope: how far a claim reaches, and what it does not cover, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.data.paired_units import PairedUnits
from betterthan.data.rounding import decimals
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, CLUSTERED_CASES, CLUSTERS, FOLDS, RUNS, TASKS
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import counted, number, probability
from betterthan.procedures.shared.crossed_table import counted_levels, has_crossed_units
from betterthan.results.rope import Rope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.arrays import Array
    from betterthan.data.facts import Facts
    from betterthan.data.protocol import Comparable
    from betterthan.data.units import Unit
    from betterthan.judging.verdict import Decision
    from betterthan.procedures import Procedure
    from betterthan.results.protocol import Posterior

NARROW = 1.1
"""A claim on either side errs so many times more often than the threshold promises for one side, or it is not said."""


def not_covered(facts: Facts, *, these_tasks: bool = False) -> tuple[str, ...]:
    """What the units cannot speak of: the draw of the test cases, or the training of the models.

    Over several tasks the draw of cases is part of how tasks differ, and so is training where units were trained anew;
    only a claim about these very tasks leaves them out.

    Parameters:
        facts: what is known of the table.
        these_tasks: whether the claim is about these tasks alone, and not about tasks like them.
    """
    if facts.printed is not None:
        return ()
    training = (_of_training(facts),) if _trained_once(facts) else ()
    if facts.tasks > 1 and not these_tasks:
        return training
    runs = facts.unit in RUNS or (facts.crossed and all(each in RUNS for each in facts.unit.crosses))
    over = (over_runs(facts.unit, facts.tasks, facts.test_cases),) if runs else ()
    return (*over, *training)


def over_runs(unit: Unit, tasks: int, test_cases: float | None, *, per_case: bool = False) -> str:
    """That scores over seeds say nothing of how the test cases were drawn.

    Parameters:
        unit: seeds or training sets.
        tasks: number of tasks.
        test_cases: number of cases that each score is the mean over, if known.
        per_case: whether scores per case are there, and were averaged.
    """
    sets, its = ("this test set", "its") if tasks == 1 else ("these test sets", "their")
    cases = "cases" if test_cases is None else f"{test_cases:,.0f} cases"
    remedy = "`compare` covers both" if per_case else f"give scores per {unit.singular} and case"
    return f"This holds over {unit.listed}, on {sets}; how {its} {cases} were drawn is not covered: {remedy}."


def _trained_once(facts: Facts) -> bool:
    if facts.decoding is not None:
        return True
    return facts.unit in (CASES, CLUSTERS, CLUSTERED_CASES)


def _of_training(facts: Facts) -> str:
    these = {1: "this model as it is", 2: "these two models as they are"}.get(facts.models, "these models as they are")
    return f"Training variation is not covered: this is about {these}, not about training again."


def of_parts(parts: Sequence[Comparison], kind: str, level: float) -> tuple[str, ...]:
    """How often some test of a part would reject by chance alone; nothing for a single one.

    The tests of tasks and subgroups share no cases; of tests that depend on each other the chance is smaller (Šidák).

    Parameters:
        parts: the comparisons of single tasks or subgroups.
        kind: what one part is.
        level: coverage of the intervals; a test rejects at 1 - level.
    """
    tests = sum(part.classical_or_own is not None for part in parts)
    return by_chance(tests, f"one for each {kind}", level)


def by_chance(tests: int, which: str, level: float) -> tuple[str, ...]:
    """How often some of several tests that are not adjusted rejects by chance alone; nothing for a single test.

    Parameters:
        tests: number of tests.
        which: what they are tests of, as a phrase.
        level: a test rejects at 1 - level.
    """
    if tests < 2:
        return ()
    size, some = 1 - level, 1 - level**tests
    return (
        f"{tests:,} tests ({which}) stand here without adjustment: if there were no difference anywhere, at least one "
        f"would reject at the {100 * size:.3g}% level with a chance of up to {_power(level, tests, some)}.",
    )


def _power(level: float, tests: int, some: float) -> str:
    return f"1 − {level:g}^{tests} = {some:.2f}" if some < 0.995 else f"1 − {level:g}^{tests:,}, nearly 1"


def of_claim(
    table: Comparable, chosen: Procedure[Any, Any], posterior: Posterior, rope: Rope | None, decision: Decision
) -> tuple[str, ...]:
    """What a verdict's threshold does and does not promise with this rope and these units.

    Parameters:
        table: the scores, one unit of each task.
        chosen: the procedure.
        posterior: what it returned.
        rope: the region of practical equivalence; None for procedures without one.
        decision: the verdict.
    """
    if rope is None:
        return ()
    if chosen.needs.differences == "same":  # identical models are never called better there
        return _below_resolution(table, rope)
    cautious = _few_levels(table, chosen, posterior, rope)
    return (
        *(cautious or _either_side(posterior, rope, decision)),  # a cautious prior errs less than its tails say
        *_below_resolution(table, rope),
    )


def _either_side(posterior: Posterior, rope: Rope, decision: Decision) -> tuple[str, ...]:
    rate = false_claims(posterior, rope, decision)
    if rate is None or decision.threshold is None or rate <= NARROW * (1 - decision.threshold):
        return ()
    return (
        f"The rope is narrow beside the uncertainty, and the threshold {decision.threshold:g} holds for each side "
        "alone: of two models without any difference, one would be called better in up to about "
        f"{100 * rate:.0f}% of such comparisons.",
    )


def false_claims(posterior: Posterior, rope: Rope, decision: Decision) -> float | None:
    """How often a claim for either model would be made of two that do not differ; None where that is not known.

    The estimate then lies as far from no difference as the parameter lies from the estimate, so a claim needs the
    distance from the rope's bound that the threshold asks for, which the posterior's own tails answer.

    Parameters:
        posterior: the posterior.
        rope: the region of practical equivalence.
        decision: the verdict; only its rule and threshold matter.
    """
    threshold = decision.threshold
    if threshold is None or decision.reading != "difference" or not rule_named(decision.rule).can_vary:
        return None
    ends = posterior.quantiles(np.array([1 - threshold, threshold]))
    if ends is None or posterior.identical or not ends[0] < ends[1]:
        return None
    low, high = (bound - posterior.parameter.null for bound in posterior.bounds(rope))
    if low > 0 or high < 0:
        return None
    beyond = posterior.probabilities(Rope(float(ends[0] + low), float(ends[1] + high)))
    return beyond.first + beyond.second


def _below_resolution(table: Comparable, rope: Rope) -> tuple[str, ...]:
    """A rope that is narrower than the smallest change of a score, or of the accuracy on these cases."""
    found = _step(table) if rope.scale == "score" and rope.width else None
    if found is None or max(-rope.low, rope.high) >= found.size * (1 - 1e-9):
        return ()
    return (
        f"The rope {rope.bounds} is narrower than one step of the {found.of}, {number(found.size, 3)} ({found.why}): "
        f"two {found.of} are equal or differ by more than the rope.",
    )


class _Step(NamedTuple):
    """The smallest change of a score, of what it is one, and why it is so large."""

    size: float
    of: str
    why: str


def _step(table: Comparable) -> _Step | None:
    """The largest step that is known for certain; None where scores have none."""
    facts = table.facts
    if facts.binary and facts.unit in (CASES, CLUSTERED_CASES) and facts.tasks == 1 and facts.paired:
        return _Step(1 / facts.n, "accuracies", f"one of {facts.n:,} cases")
    if facts.unit == CASES and facts.tasks == 1 and facts.paired:
        places = decimals(_scores(table))
        why = f"a step of {10.0 ** -(places or 0):g} on one of {facts.n:,} cases"
        return None if places is None else _Step(10.0**-places / facts.n, "means", why)
    if facts.unit not in (*RUNS, FOLDS, TASKS):
        return None
    cases = (
        None if not facts.test_cases else _Step(1 / facts.test_cases, "scores", f"one of {facts.test_cases:,.0f} cases")
    )
    places = decimals(_scores(table))
    printed = None if places is None else _Step(10.0**-places, "scores", f"they have {counted(places, 'decimal')}")
    return max((each for each in (cases, printed) if each is not None), key=lambda each: each.size, default=None)


def _scores(table: Comparable) -> Array:
    if isinstance(table, PairedTable):
        return table.scores
    return np.concatenate([table.first, table.second]) if isinstance(table, UnpairedTable) else np.empty(0)


def _few_levels(table: Comparable, chosen: Procedure[Any, Any], posterior: Posterior, rope: Rope) -> tuple[str, ...]:
    """Two crossed factors of which one has few levels: how cautious the prior is then, and what another one says."""
    if chosen.few_levels is None or not isinstance(table, PairedUnits) or not has_crossed_units(table):
        return ()
    few, counts = chosen.few_levels, [len(table.factors[unit.key].names) for unit in table.design.unit.crosses]
    other = posterior.under(few.prior) if min(counts) < few.below else None
    if other is None:
        return ()
    first, equivalent, second = (probability(share) for share in other.probabilities(rope))
    one, two = table.models[:2]
    return (
        f"With {counted_levels(table)[counts.index(min(counts))]} {few.told} With the prior `{few.prior}` the "
        f"probabilities would be {one} {first}, equivalent {equivalent}, {two} {second}.",
    )
