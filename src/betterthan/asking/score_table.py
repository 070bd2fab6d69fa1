"""score_table: the table that a paper prints, models by tasks; the best is marked by verdict, not by the larger number.

On every task the model with the best mean is compared with each other model. Of several models the joint model of that
task has the verdict; where none fits (folds), or the user names a procedure, each pair alone, which then needs more.
Those that the best mean is not decidedly better than are tied with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.score_table import NO_MARK, Mark, ScoreTable
from betterthan.asking.given import Given, asked_about
from betterthan.asking.joint_verdicts import only_for_pairs, stricter
from betterthan.asking.one_pair import decided
from betterthan.asking.settings import Settings
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import with_own_scores
from betterthan.data.design import Design
from betterthan.data.pairing import pair_all
from betterthan.data.scores import Scores
from betterthan.data.units import TASKS
from betterthan.errors import NeedsNotMet, PairingError
from betterthan.judging.question import joint_procedure
from betterthan.judging.ropes import asked_in_words, mixed_scales, no_means, rope_of_all, user_rope
from betterthan.numerics.adjusted_means import adjusted_means
from betterthan.numerics.moments import pooled_spread
from betterthan.numerics.ranks import average_ranks
from betterthan.procedures import named

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.tables import PairedTable
    from betterthan.results.ranking import Ranking
    from betterthan.results.rope import RelativeRope, Rope, RopeLike
    from betterthan.vocabulary import Missing, Repeats

ONE_SCORE = "Each task has one score per model, which says nothing about how sure one can be: nothing is marked."


@plain_arguments
def score_table(
    data: Given,
    *,
    models: Sequence[str] = (),
    rope: RopeLike | RelativeRope | None = None,
    task: str | Sequence[str] | None = None,
    procedure: str | None = None,
    threshold: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
) -> ScoreTable:
    """Mean scores of all models on all tasks; best and tied-with-best marked by verdict.

    Parameters:
        data: what `bt.read` takes or gave, or a paired table of several models.
        models: names of the models; all of them if none is named.
        rope: the region of practical equivalence on a task; None takes that of `rank`, the same for all pairs and,
            where they are on one scale, for all tasks.
        task: one or several tasks to look at.
        procedure: the procedure for a pair on one task; None takes the joint model, or the one that fits.
        threshold: probability that a verdict needs.
        missing: as in `pair`; a model that has no score at all on a task is no obstacle.
        repeats: as in `pair`.
    """
    scored = with_own_scores(asked_about(data, asker="score_table"), "score_table")
    selected = scored if task is None else scored.select_tasks([task] if isinstance(task, str) else list(task))
    table = pair_all(selected, models, missing=missing, repeats=repeats) if isinstance(selected, Scores) else selected
    single = table.by_task() if "task" in table.factors else _whole(table)
    marked = table.design.unit != TASKS
    settings = Settings(rope=rope, procedure=procedure, threshold=threshold, assumed=_rope(table, single, rope))
    blank: tuple[Mark, ...] = tuple(NO_MARK for _ in table.models)
    marks = [_marks(table, single, row, settings) if marked else blank for row in range(single.n_units)]
    mixed = mixed_scales(single)
    return ScoreTable(
        table.models,
        single.tasks,
        tuple(tuple(_original(value, table) for value in row) for row in single.scores.tolist()),
        tuple(marks),
        tuple(average_ranks(single.scores).tolist()),
        _in_original_units(np.nanmean(single.scores, axis=0), single, mixed=mixed),
        _in_original_units(adjusted_means(single.scores), single, mixed=mixed),
        tuple((~np.isnan(single.scores)).sum(axis=0).tolist()),
        _rule(table, settings) if marked else ONE_SCORE,
        (*table.notes, *no_means(single)),
        table.higher_is_better,
    )


def _in_original_units(means: Array, single: PairedTable, *, mixed: bool) -> tuple[float | None, ...]:
    """Means over the tasks; none where these are not on one scale."""
    return tuple(None if mixed else _original(value, single) for value in means.tolist())


def _rope(table: PairedTable, single: PairedTable, given: RopeLike | RelativeRope | None) -> Rope | None:
    """The rope of all models and tasks, where the user gave none and the tasks are on one scale."""
    if given is not None or len(table.models) == 2 or mixed_scales(single):
        return None
    return rope_of_all(table, pooled_spread(single.scores if single.n_units > 1 else table.scores))


def _marks(table: PairedTable, single: PairedTable, row: int, settings: Settings) -> tuple[Mark, ...]:
    """The marks of one task."""
    means = single.scores[row]
    top = int(np.nanargmax(means))
    here = table.select_tasks([single.tasks[row]]) if len(single.tasks) > 1 else table
    others = [name for j, name in enumerate(table.models) if j != top and not np.isnan(means[j])]
    behind = _beaten(here, table.models[top], others, settings)
    beaten = [name not in others or name in behind for name in table.models]
    if all(beaten):
        return tuple("best" if j == top else "" for j in range(len(means)))
    return tuple("tied" if j == top or not beaten[j] else "" for j in range(len(means)))


def _beaten(table: PairedTable, top: str, others: list[str], settings: Settings) -> list[str]:
    """The models that the best mean is decidedly better than, by what a verdict rests on."""
    if settings.assumed is None and settings.rope is None and len(table.models) > 2:  # the task has a rope of its own
        settings = replace(settings, assumed=rope_of_all(table, pooled_spread(table.scores)))
    joint = _joint_of(table, (top, *others), settings)
    if joint is None:
        alone = replace(settings, threshold=stricter(settings, comb(len(others) + 1, 2)))
        return [other for other in others if _beats(table, top, other, alone)]
    return [other for other in others if _jointly(joint, table, top, other, settings) >= (settings.threshold or 0.0)]


def _joint_of(table: PairedTable, models: tuple[str, ...], settings: Settings) -> Ranking | None:
    """The joint posterior of the models on a task; None where each pair decides by itself."""
    if settings.procedure is not None or len(models) == 2 or only_for_pairs(settings.rope):
        return None
    chosen = named(joint_procedure(table))
    columns = [table.models.index(name) for name in models]
    present = replace(table, models=models, scores=table.scores[:, columns], members=None)
    if chosen.needs.unmet(present) is not None:
        return None
    found: Ranking = chosen(present)
    return found


def _jointly(joint: Ranking, table: PairedTable, top: str, other: str, settings: Settings) -> float:
    """The probability that one model is practically better, by the joint model."""
    rope = user_rope(settings.rope, table.two(top, other), named(joint.procedure)) or settings.assumed
    return joint.pair(top, other).probabilities(rope or 0.0).first


def _beats(table: PairedTable, top: str, other: str, settings: Settings) -> bool:
    """Whether the model with the best mean is decidedly better; where no procedure fits, nothing is decided."""
    try:
        found = decided(table.two(top, other), settings)
    except (NeedsNotMet, PairingError):
        return False
    return found is not None and found.verdict == "first"


def _whole(table: PairedTable) -> PairedTable:
    """All units of a table without tasks as one row."""
    return replace(table, scores=table.scores.mean(axis=0, keepdims=True), design=Design(), factors={}, members=None)


def _original(value: float, table: PairedTable) -> float | None:
    return None if np.isnan(value) else float(table.original(np.asarray(value)))


def _rule(table: PairedTable, settings: Settings) -> str:
    of = "on the task, pooled over all pairs" if len(table.models) > 2 else "of the pair"
    own = f"0.1 standard deviations of the differences {of}; you gave none"
    rope = own if settings.assumed is None else settings.assumed.in_words()
    rope = rope if settings.rope is None else asked_in_words(settings.rope)
    return (
        "Bold: the best mean on the task, decidedly better than every other model. Underlined: the best mean and the "
        f"models that it is not decidedly better than ({_judged_by(table, settings)}; the rope is {rope})."
    )


def _judged_by(table: PairedTable, settings: Settings) -> str:
    """What a mark rests on."""
    pairs, needed = comb(len(table.models), 2), settings.threshold
    alone = f"a verdict on a pair alone needs the probability {stricter(settings, pairs):.6g}"
    if len(table.models) == 2 or settings.procedure is not None or only_for_pairs(settings.rope):
        return alone
    chosen = named(joint_procedure(table))
    joint = f"a verdict by the joint model of the task, `{chosen.name}`, needs the probability {needed:g}"
    here = table.select_tasks(table.tasks[:1]) if len(table.tasks) > 1 else table
    return joint if chosen.needs.unmet(here) is None else alone
