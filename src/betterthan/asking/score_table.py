"""score_table: the table that a paper prints, models by tasks; the best is marked by verdict, not by the larger number.

On every task the model with the best mean is compared with each other model by the procedure that fits the scores of
that task. Those that it is not decidedly better than are tied with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from betterthan.answers.score_table import NO_MARK, Mark, ScoreTable
from betterthan.asking.given import Given, asked_about
from betterthan.asking.one_pair import decided
from betterthan.asking.settings import Settings
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import with_own_scores
from betterthan.data.pairing import pair_all
from betterthan.data.scores import Scores
from betterthan.data.units import TASKS
from betterthan.errors import NeedsNotMet, PairingError
from betterthan.judging.ropes import asked_in_words, mixed_scales, no_means
from betterthan.numerics.ranks import average_ranks

if TYPE_CHECKING:
    from betterthan.data.tables import PairedTable
    from betterthan.results.rope import RelativeRope, RopeLike
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
        rope: the region of practical equivalence on a task; None takes the effect-size rope of each pair.
        task: one or several tasks to look at.
        procedure: the procedure for a pair on one task; None takes the one that fits.
        threshold: probability that a verdict needs.
        missing: as in `pair`; a model that has no score at all on a task is no obstacle.
        repeats: as in `pair`.
    """
    scored = with_own_scores(asked_about(data, asker="score_table"), "score_table")
    selected = scored if task is None else scored.select_tasks([task] if isinstance(task, str) else list(task))
    table = pair_all(selected, models, missing=missing, repeats=repeats) if isinstance(selected, Scores) else selected
    single = table.by_task() if "task" in table.factors else _whole(table)
    marked = table.design.unit != TASKS
    settings = Settings(rope=rope, procedure=procedure, threshold=threshold)
    blank: tuple[Mark, ...] = tuple(NO_MARK for _ in table.models)
    marks = [_marks(table, single, row, settings) if marked else blank for row in range(single.n_units)]
    return ScoreTable(
        table.models,
        single.tasks,
        tuple(tuple(_original(value, table) for value in row) for row in single.scores.tolist()),
        tuple(marks),
        tuple(average_ranks(single.scores).tolist()),
        _overall(single),
        _rule(threshold, rope) if marked else ONE_SCORE,
        (*table.notes, *no_means(single)),
        table.higher_is_better,
    )


def _overall(single: PairedTable) -> tuple[float | None, ...]:
    """Each model's mean over the tasks; none where they are not on one scale."""
    if mixed_scales(single):
        return tuple(None for _ in single.models)
    return tuple(_original(value, single) for value in np.nanmean(single.scores, axis=0).tolist())


def _marks(table: PairedTable, single: PairedTable, row: int, settings: Settings) -> tuple[Mark, ...]:
    """The marks of one task."""
    means = single.scores[row]
    top = int(np.nanargmax(means))
    here = table.select_tasks([single.tasks[row]]) if len(single.tasks) > 1 else table
    beaten = [
        j == top or np.isnan(mean) or _beats(here, table.models[top], table.models[j], settings)
        for j, mean in enumerate(means)
    ]
    if all(beaten):
        return tuple("best" if j == top else "" for j in range(len(means)))
    return tuple("tied" if j == top or not beaten[j] else "" for j in range(len(means)))


def _beats(table: PairedTable, top: str, other: str, settings: Settings) -> bool:
    """Whether the model with the best mean is decidedly better; where no procedure fits, nothing is decided."""
    try:
        found = decided(table.two(top, other), settings)
    except (NeedsNotMet, PairingError):
        return False
    return found.decision is not None and found.decision.verdict == "first"


def _whole(table: PairedTable) -> PairedTable:
    """All units of a table without tasks as one row."""
    return replace(table, scores=table.scores.mean(axis=0, keepdims=True), factors={})


def _original(value: float, table: PairedTable) -> float | None:
    return None if np.isnan(value) else float(table.original(np.asarray(value)))


def _rule(threshold: float, rope: RopeLike | RelativeRope | None) -> str:
    return (
        "Bold: the best mean on the task, decidedly better than every other model. Underlined: the best mean and the "
        f"models that it is not decidedly better than (a verdict needs the probability {threshold:g}; the rope is "
        f"{asked_in_words(rope)})."
    )
