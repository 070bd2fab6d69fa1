"""Decision table: task by task, what a classical test decides and what the Bayesian procedure beside it decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from betterthan.answers.decision_table import DecisionTable, TaskDecision
from betterthan.asking.compare import compare_two
from betterthan.asking.given import Given, asked_about
from betterthan.asking.scope import by_chance
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import paired
from betterthan.data.matching import choose_models
from betterthan.data.tables import PairedTable, TwoSamples
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.question import question
from betterthan.procedures import named
from betterthan.results.rope import DEFAULT, Rope, RopeLike, as_rope
from betterthan.vocabulary import ZERO_VARIANCE, ZeroVariance, known

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.data.protocol import Paired
    from betterthan.data.scores import Scores
    from betterthan.vocabulary import Missing, Repeats


PUBLISHED = Rope(-0.01, 0.01, f"{DEFAULT}as in Benavoli et al. 2017")


@plain_arguments
def decision_table(
    data: Given,
    *,
    first: str | None = None,
    second: str | None = None,
    models: Sequence[str] | None = None,
    rope: RopeLike | None = None,
    level: float = 0.95,
    threshold: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
    zero_variance: ZeroVariance = "agreement",
) -> DecisionTable:
    """Task by task: does the classical test reject, and what does the Bayesian procedure say?

    Each task is compared with the procedure that fits it and the classical one beside it: for folds
    `bayes_correlated_t` and `correlated_t`.

    Parameters:
        data: what `bt.read` takes, or what `bt.read`, `bt.pair` or `bt.summarize` gave.
        first: the first model of a single pair.
        second: the second model of a single pair.
        models: the models of which all pairs are taken; None takes all models.
        rope: the region of practical equivalence, in units of the score; None takes ±0.01, as the paper does.
        level: the tests reject where p is at most 1 - level.
        threshold: probability that a verdict needs.
        missing: as in `compare`.
        repeats: as in `compare`.
        zero_variance: tasks on which all differences are the same are judged by how much that leaves open
            (`agreement`), or leave no doubt at all (`published`, as in the paper, where the procedure can).

    >>> from betterthan.data.examples import example
    >>> found = decision_table(example("code-switching"), rope=0.01)
    >>> found.counts().rejected
    Verdicts(first=0, equivalent=0, second=1, undecided=1)
    """
    scores = asked_about(data, asker="decision_table")
    published = known("treatment of differences that never vary", zero_variance, ZERO_VARIANCE) == "published"
    if isinstance(scores, TwoSamples):
        raise NeedsNotMet("A decision table needs scores on the same units; these are two independent samples.")
    pairs, region = _pairs(scores, first, second, models), PUBLISHED if rope is None else as_rope(rope)
    decided, left_out = [], []
    for pair in pairs:
        table = _of_two(scores, pair, missing, repeats)
        for task in table.tasks:
            try:
                single = table.select_tasks([task]) if len(table.tasks) > 1 else table
                asked = question(single, rope_given=True, point_mass=published).procedure
                options = _without_doubt(asked, single) if published else {}
                within = region if rope is None else rope
                found = compare_two(single, rope=within, procedure=asked, level=level, threshold=threshold, **options)
                decided.append(_decided(found, task))
            except NeedsNotMet as error:
                left_out.append(f"Task `{task}` of `{pair[0]}` and `{pair[1]}` was left out: {error}")
    if not decided:
        raise NeedsNotMet(f"No task has both a classical and a Bayesian decision. {left_out[0]}")
    notes = (*by_chance(len(decided), "one for each line", level), *left_out)
    return DecisionTable(pairs, tuple(decided), region, level, threshold, notes, scores.higher_is_better)


def _without_doubt(procedure: str | None, table: Paired) -> dict[str, Any]:
    """The options with which a procedure takes differences that never vary as certain, if they are such."""
    return dict(named(procedure).point_mass) if procedure is not None and table.alike else {}


def _pairs(
    data: Scores | Paired, first: str | None, second: str | None, models: Sequence[str] | None
) -> tuple[tuple[str, str], ...]:
    named = [name for name in (first, second) if name is not None]
    if models is not None and named:
        raise ArgumentError("Name one pair (`first`, `second`) or the `models` of which all pairs are taken, not both.")
    if named or models is not None:
        named = list(choose_models(data.models, named or list(models or ()), "This table"))
    return tuple(combinations(named or data.models, 2))


def _of_two(data: Scores | Paired, pair: tuple[str, str], missing: Missing, repeats: Repeats) -> Paired:
    if isinstance(data, PairedTable) and len(data.models) > 2:
        return data.two(*pair)
    return paired(data, pair, missing=missing, repeats=repeats)


def _decided(found: Comparison, task: str) -> TaskDecision:
    test, decision = found.classical, found.decision
    if test is None or decision is None:
        raise NeedsNotMet(f"there is no classical test beside `{found.procedure}` for it.")
    return TaskDecision(
        first=found.first,
        second=found.second,
        task=task,
        n=found.n_units,
        estimate=found.estimate,
        classical=test.procedure,
        p_value=test.p_value,
        rejected=test.rejects(found.level),
        procedure=found.procedure,
        probabilities=decision.probabilities,
        verdict=decision.verdict,
    )
