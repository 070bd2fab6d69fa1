"""Sensitivity: how the verdict depends on the width of the rope and on the prior (Corani 2017, sec. 3.1 and 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from betterthan.answers.sensitivity import Change, Sensitivity
from betterthan.data.arguments import plain_arguments
from betterthan.errors import ArgumentError
from betterthan.judging.decision import decide
from betterthan.judging.rules.threshold import check_threshold
from betterthan.judging.verdict import Decision
from betterthan.numerics.threads import one_blas_thread
from betterthan.procedures import named
from betterthan.procedures.shared.weights import shared_weights
from betterthan.results.kinds import at_rope
from betterthan.results.rope import Rope

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.procedures.facts import UnderPriors
    from betterthan.results.protocol import Posterior
    from betterthan.vocabulary import Verdict

Asked: TypeAlias = Callable[[Rope], Mapping[str, Decision]]
"""For a rope, the verdict under every prior, by the name of the prior."""


HALVINGS = 12
"""How often the way between two ropes is halved to find where the verdict changes: to 1/4096 of it."""

MULTIPLES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Rope widths that are looked at, as multiples of the comparison's own."""


@plain_arguments
@one_blas_thread
def sensitivity(
    comparison: Comparison,
    *,
    ropes: Sequence[float] | None = None,
    threshold: float = 0.95,
) -> Sensitivity:
    """The three probabilities over a range of rope widths and over the named priors of the procedure.

    Parameters:
        comparison: a comparison by a Bayesian procedure. One that drew from a generator, whose draws are gone, is run
            again with default options on the scores that the comparison holds.
        ropes: half-widths about no difference; None takes multiples of the comparison's own rope.
        threshold: probability that a verdict needs.

    >>> from betterthan.asking.compare import compare
    >>> from betterthan.data.examples import example
    >>> found = sensitivity(compare(example("nbc-aode"), rope=1.0, procedure="bayes_t"), ropes=[0.5, 1, 4])
    >>> found.verdicts
    ('second', 'second', 'equivalent')
    """
    check_threshold(threshold)
    made, ask = _ropes(comparison, ropes), verdicts_about(comparison, threshold)
    with shared_weights():
        answers = [(rope, ask(rope)) for rope in made]
        changes = _changes(answers, ask)
    rows = [(prior, rope, answer[prior]) for prior in answers[0][1] for rope, answer in answers]
    priors, over, decisions = zip(*rows, strict=True)
    probabilities, verdicts = (each.probabilities for each in decisions), (each.verdict for each in decisions)
    held_back = tuple(each.held_back_by for each in decisions)
    return Sensitivity(comparison, priors, over, tuple(probabilities), tuple(verdicts), threshold, changes, held_back)


def _changes(answers: Sequence[tuple[Rope, Mapping[str, Decision]]], ask: Asked) -> tuple[Change, ...]:
    """Under each prior, every rope at which the verdict changes between two that were looked at."""
    found = []
    for prior in answers[0][1]:
        for (narrow, before), (wide, after) in pairwise(answers):
            found += _between(narrow, before[prior].verdict, wide, after[prior].verdict, prior, ask)
    return tuple(found)


def _between(narrow: Rope, before: Verdict, wide: Rope, after: Verdict, prior: str, ask: Asked) -> list[Change]:
    """The changes between two ropes, by bisection; a verdict may come and go between them."""
    if before == after:
        return []
    low, high, there = 0.0, 1.0, after
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        verdict = ask(_at(narrow, wide, middle))[prior].verdict
        low, high, there = (middle, high, there) if verdict == before else (low, middle, verdict)
    rope = _at(narrow, wide, high)
    return [Change(prior, rope.low, rope.high, before, there), *_between(rope, there, wide, after, prior, ask)]


def _at(narrow: Rope, wide: Rope, share: float) -> Rope:
    """The rope on the way from one to another."""
    return Rope(narrow.low + share * (wide.low - narrow.low), narrow.high + share * (wide.high - narrow.high))


def _ropes(comparison: Comparison, ropes: Sequence[float] | None) -> list[Rope]:
    posterior, own = comparison.posterior, comparison.rope
    if posterior is None or own is None:
        raise _without_rope(comparison)
    null = posterior.parameter.null
    if ropes is None and not own.width:
        return _about_the_interval(posterior, comparison.level)
    if ropes is None:
        return [Rope(null + k * (own.low - null), null + k * (own.high - null), f"{k:g} x own") for k in MULTIPLES]
    return [Rope(null - half, null + half) for half in np.sort(np.asarray(ropes, dtype=np.float64)).tolist()]


def _about_the_interval(posterior: Posterior, level: float) -> list[Rope]:
    """Of a rope without width there are no multiples: those of the one that would just hold the interval."""
    inside, null = posterior.interval(level), posterior.parameter.null
    if inside is None:
        raise ArgumentError("The rope has no width, so there are no multiples of it: give `ropes=`.")
    half = max(null - inside.low, inside.high - null)
    return [Rope(null - k * half, null + k * half, f"{k:g} x interval") for k in MULTIPLES]


def _without_rope(comparison: Comparison) -> ArgumentError:
    return ArgumentError(f"`{comparison.procedure}` takes no rope, so its width does not matter.")


def verdicts_about(comparison: Comparison, threshold: float) -> Asked:
    """How a rope is asked about; what can be shared between ropes is computed once.

    Parameters:
        comparison: a comparison by a Bayesian procedure that takes a rope.
        threshold: probability that a verdict needs.
    """
    posterior, decision = comparison.posterior, comparison.own_decision
    if posterior is None or decision is None:
        raise _without_rope(comparison)
    under = _under_priors(posterior if posterior.can_vary else _with_differences(comparison, posterior))
    reading = decision.reading
    return lambda rope: {
        name: decide(each, rope, reading=reading, threshold=threshold) for name, each in under(rope).items()
    }


def _under_priors(known: Posterior) -> UnderPriors:
    chosen = named(known.procedure)
    if chosen.priors is not None:
        return chosen.priors(known)
    return lambda rope: {known.prior: at_rope(known, rope)}


def _with_differences(comparison: Comparison, posterior: Posterior) -> Posterior:
    """A posterior that is built for one rope is built again for others, from the differences."""
    table = comparison.scores_for(f"Another rope for `{posterior.procedure}`, which is built for one,")
    return posterior.knowing(table.by_task().differences())
