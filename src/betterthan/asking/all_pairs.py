"""Several models at once: the same walk for every pair that was asked for, and the joint ranking beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.answers.comparison import Parts
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.parts import OwnFigures
from betterthan.asking.comparisons import with_adjusted
from betterthan.asking.joint_verdicts import Basis, basis_of, looked_at
from betterthan.asking.notes import LOSSES, averaged_tasks
from betterthan.asking.one_pair import Found, Place, comparison_of, found_in, verdict_of
from betterthan.asking.outlook_of_pairs import outlook_of_pairs
from betterthan.asking.own_means import model_figures
from betterthan.asking.rank import rank_table, test_notes
from betterthan.asking.scope import by_chance, not_covered
from betterthan.asking.within import within_tasks
from betterthan.data.limits import MOST_PAIRS
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.judging.question import joint_procedure
from betterthan.judging.ropes import mixed_scales, no_means, rope_of_all, scale_taken
from betterthan.numerics.adjusted_means import adjusted_means
from betterthan.numerics.moments import pooled_spread
from betterthan.numerics.ranks import average_ranks
from betterthan.phrases import counted, unknown_name
from betterthan.procedures import Procedure, named
from betterthan.procedures.shared.weights import shared_weights
from betterthan.results.rope import SCALES, RelativeRope, as_rope, rope_from_text

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.ranked import Ranked
    from betterthan.arrays import IntArray
    from betterthan.asking.settings import Family, Progress, Settings
    from betterthan.data.protocol import Comparable
    from betterthan.data.tables import PairedTable
    from betterthan.results.ranking import Ranking
    from betterthan.results.rope import Rope, RopeLike


ON_SINGLE_TASKS = (
    "On single tasks every pair is judged alone and at the threshold itself, however many tasks and pairs there are: "
    "some will stand out by chance."
)


class OfPairs(NamedTuple):
    """How the pairs of a table are found, where its scores are not all that is known of them.

    Attributes:
        two: the table of two models.
        within: their comparison within each task.
    """

    two: Callable[[str, str], Comparable]
    within: Callable[[Found, Comparable, Settings], Parts]


class Walk(NamedTuple):
    """What all pairs of a family share.

    Attributes:
        order: numbers of the models, the best first.
        chosen: the pairs.
        ranked: the joint ranking; None where there is none.
        why_not: why there is none.
        shared: the settings of every pair.
        basis: what the verdicts rest on.
    """

    order: IntArray
    chosen: list[tuple[str, str]]
    ranked: Ranked | None
    why_not: tuple[str, ...]
    shared: Settings
    basis: Basis


def compare_pairs(
    table: PairedTable,
    family: Family,
    settings: Settings,
    *,
    per_task: bool = False,
    of_pairs: OfPairs | None = None,
) -> Comparisons:
    """Every pair of a family, and the ranking of all models.

    Parameters:
        table: paired scores of several models, perhaps with gaps.
        family: which pairs.
        settings: as for a single comparison.
        per_task: whether to repeat each comparison within each task.
        of_pairs: how pairs are found; None takes the scores of the two models.
    """
    found_by = of_pairs or OfPairs(table.two, within_tasks)
    single = table.by_task() if len(table.tasks) > 1 else table
    walk = _walk(table, family, settings)
    of_tasks = (ON_SINGLE_TASKS,) if per_task and len(table.tasks) > 1 else ()
    with shared_weights():
        within = found_by.within if per_task and len(table.tasks) > 1 else None
        answered = partial(_answer, shared=walk.shared, basis=walk.basis, within=within)
        found, notes = _answers(found_by.two, walk.chosen, answered, family.progress)
    of_family = (*_family_notes(family, walk.chosen, walk.basis), *_chance(found, family, settings.level))
    mixed = mixed_scales(table)
    made = Comparisons(
        question=found[0].question,
        models=tuple(_own_figures(single, int(j), settings.level, mixed=mixed) for j in walk.order),
        comparisons=with_adjusted(found, family.adjustment),
        pairs=family.pairs,
        adjustment=family.adjustment,
        ranked=walk.ranked,
        level=settings.level,
        higher_is_better=table.higher_is_better,
        notes=_notes(table, walk.ranked, walk.shared, (*of_family, *of_tasks, *notes, *walk.why_not)),
        table=table,
    )
    outlook = outlook_of_pairs(made, table, walk.basis.joint)
    return replace(made, question=made.by_procedure[made.procedure][0].question, outlook=outlook)  # as most are asked


def decided_pairs(table: PairedTable, family: Family, settings: Settings) -> tuple[Comparison, ...]:
    """The verdicts of `compare_pairs` alone, without what is told beside them.

    Parameters:
        table: paired scores of several models.
        family: which pairs.
        settings: as for a single comparison.
    """
    walk = _walk(table, family, settings)
    with shared_weights():
        return _answers(table.two, walk.chosen, partial(_decided, basis=walk.basis), family.progress)[0]


def _walk(table: PairedTable, family: Family, settings: Settings) -> Walk:
    single = table.by_task() if len(table.tasks) > 1 else table
    best_first = average_ranks(single.scores) if mixed_scales(table) else -adjusted_means(single.scores)
    order = np.argsort(best_first, kind="stable")
    chosen = pairs_of(table.models, family.pairs, best=table.models[order[0]])
    ranked, why_not = _ranked(table, settings)
    shared = replace(settings, assumed=_assumed(single, ranked, settings), joint=_asked_for(ranked, settings))
    basis = basis_of(ranked, shared, looked_at(table.models, len(chosen), family.pairs))
    return Walk(order, chosen, ranked, why_not, shared, basis)


def _notes(table: PairedTable, ranked: Ranked | None, settings: Settings, of_pairs: tuple[str, ...]) -> tuple[str, ...]:
    """Notes on the scores, the ranking and the pairs, each said once."""
    losses = () if table.higher_is_better else (LOSSES,)
    averaged = () if settings.joint is None else averaged_tasks(table, named(settings.joint.procedure))
    of_tests = () if ranked is None else test_notes(named(ranked.procedure), table)
    of_scores = (*not_covered(table.facts), *table.notes, *losses, *no_means(table), *averaged)
    return tuple(dict.fromkeys((*of_scores, *of_pairs, *of_tests)))


def _asked_for(ranked: Ranked | None, settings: Settings) -> Ranking | None:
    """The joint posterior, where the user asked for the procedure that ranks."""
    return ranked.result if ranked is not None and _ranks(settings.procedure) else None


def _assumed(single: PairedTable, ranked: Ranked | None, settings: Settings) -> Rope | None:
    """The rope of all pairs, where the user gave none: that of the ranking, so that a page has one."""
    if settings.rope is not None or len(single.models) == 2:
        return None
    if ranked is not None:
        return ranked.rope
    return None if mixed_scales(single) else rope_of_all(single, pooled_spread(single.scores))


def pairs_of(models: Sequence[str], pairs: str, *, best: str) -> list[tuple[str, str]]:
    """The pairs to compare, in the order of the models.

    Parameters:
        models: all models.
        pairs: `all`, `best`, or the name of the reference model.
        best: the model with the best mean.
    """
    if pairs == "all":
        _refuse_too_many(models)
        return list(combinations(models, 2))
    reference = best if pairs == "best" else pairs
    if reference not in models:
        raise ArgumentError(unknown_name("reference model", reference, (*models, "all", "best")))
    return [(reference, other) for other in models if other != reference]


def _refuse_too_many(models: Sequence[str]) -> None:
    count = comb(len(models), 2)
    if count > MOST_PAIRS:
        raise ArgumentError(
            f"{len(models):,} models make {count:,} pairs, more than {MOST_PAIRS:,}. Choose the pairs: "
            f'`pairs="{models[0]}"` compares this model with the others, `pairs="best"` the best with the others; '
            '`models="NAME,NAME"` takes fewer models. A ranking takes all at once: `betterthan rank`, or `bt.rank`.'
        )


def _answers(
    two: Callable[[str, str], Comparable],
    chosen: list[tuple[str, str]],
    walk: Callable[[Callable[[], Comparable]], Comparison],
    progress: Progress | None,
) -> tuple[tuple[Comparison, ...], list[str]]:
    """One comparison per pair; a pair that cannot be compared is left out with the reason."""
    found, notes, failures = [], [], []
    for done, (first, second) in enumerate(chosen):
        try:
            found.append(walk(partial(two, first, second)))
        except (NeedsNotMet, PairingError) as error:
            failures.append(error)
            notes.append(f"{first} and {second} were not compared: {error}")
        if progress is not None:
            progress(done + 1, len(chosen))
    if not found:
        raise failures[0]
    return tuple(found), notes


def _answer(
    pair: Callable[[], Comparable],
    *,
    shared: Settings,
    basis: Basis,
    within: Callable[[Found, Comparable, Settings], Parts] | None,
) -> Comparison:
    """One pair. On its tasks verdicts are counted at the user's threshold, and there is no model of all models."""
    table = pair()
    found = found_in(table, basis.alone, again=pair)  # so that not every pair's table is kept
    parts = Parts() if within is None else within(found, table, replace(shared, joint=None))
    made = comparison_of(found, basis.alone, Place(tasks=parts.comparisons, notes=parts.notes))
    made = replace(made, given=shared.given())
    return made if basis.joint is None else basis.joint.decides(made, found)


def _decided(pair: Callable[[], Comparable], *, basis: Basis) -> Comparison:
    """The verdict on one pair."""
    found = found_in(pair(), basis.alone, again=pair)
    made = verdict_of(found, told=False)
    return made if basis.joint is None else basis.joint.decides(made, found)


def _ranked(table: PairedTable, settings: Settings) -> tuple[Ranked | None, tuple[str, ...]]:
    """The joint ranking, or why there is none; a procedure that ranks and was asked for must succeed."""
    asked = settings.procedure if _ranks(settings.procedure) else None
    if asked is None and len(table.models) == 2:
        return None, ()  # the pair's own procedure says as much
    rope, told = (settings.rope, ()) if asked else _rope_of_ranking(settings.rope, named(joint_procedure(table)))
    options = settings.options if asked else {}
    try:
        ranked = rank_table(
            table, rope=rope, procedure=asked, threshold=settings.separates, level=settings.level, **options
        )
    except (NeedsNotMet, ArgumentError) as error:
        if asked:
            raise
        return None, (f"No joint ranking: {error}",)
    return ranked, tuple(f"{why} The joint ranking takes {ranked.rope.in_words()}." for why in told)


def _rope_of_ranking(
    rope: RopeLike | RelativeRope | None, joint: Procedure[Any, Any]
) -> tuple[RopeLike | RelativeRope | None, tuple[str, ...]]:
    """The user's rope if the joint model can use it; else none, and why not."""
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if isinstance(given, RelativeRope):
        return None, (f"{100 * given.fraction:g}% of the error is another rope for each pair.",)
    made = None if given is None else as_rope(given)
    if made is None or (scale_taken(made.scale, joint) == made.scale and made.low == -made.high):
        return rope, ()
    if scale_taken(made.scale, joint) == made.scale:
        return None, (f"Your rope {made.bounds} has two sides, and in a ranking every model is first and second.",)
    return None, (f"Your rope {made.bounds} is {SCALES[made.scale]}, and that of `{joint.name}` is not.",)


def _ranks(procedure: str | None) -> bool:
    return procedure is not None and named(procedure).ranks is not None


def _family_notes(family: Family, chosen: list[tuple[str, str]], basis: Basis) -> tuple[str, ...]:
    notes = []
    if family.pairs == "best":
        trust = "The verdicts, which rest on the joint model, allow for that" if basis.joint else "Every pair counts"
        notes.append(
            f"`{chosen[0][0]}` was chosen as the best by looking at these same scores, which flatters it: the best of "
            f"several equal models always looks better than it is. {trust}; better still, name the reference before "
            "looking."
        )
    if len(chosen) > 1:
        adjusted = "not adjusted" if family.adjustment == "none" else f"adjusted ({family.adjustment})"
        notes.append(
            f"{counted(len(chosen), 'pair')} were looked at: the more pairs, the more will stand out by chance. The "
            f"p-values are {adjusted}; {_allowed_for(basis)}."
        )
    return tuple(notes)


def _allowed_for(basis: Basis) -> str:
    """How the verdicts allow for the number of pairs."""
    if basis.joint is not None:
        return "the verdicts allow for it by partial pooling, and the probabilities of each pair alone do not"
    if basis.alone.threshold is None:
        return "the verdicts, each on a pair alone, do not allow for it"
    return f"so are the verdicts, each on a pair alone, which need the probability {basis.alone.threshold:.6g}"


def _chance(found: tuple[Comparison, ...], family: Family, level: float) -> tuple[str, ...]:
    """How often some of the tests that are not adjusted for their number rejects by chance."""
    pairs = sum(each.classical_or_own is not None for each in found) if family.adjustment == "none" else 0
    tasks = sum(part.classical_or_own is not None for each in found for part in each.tasks)
    return (*by_chance(pairs, "one for each pair", level), *by_chance(tasks, "one for each pair and task", level))


def _own_figures(table: PairedTable, column: int, level: float, *, mixed: bool) -> OwnFigures:
    """One model's own figures, on the units that it has; without a mean over tasks that are not on one scale."""
    own = table.of(table.models[column])
    if mixed:
        return OwnFigures(table.models[column], own.n_units, None, None, None)
    return OwnFigures(*model_figures(own, level, whole=table)[0])
