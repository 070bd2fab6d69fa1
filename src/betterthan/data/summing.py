"""Sums of paired scores, computed by the engine for tables larger than memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.data.matching import (
    asked_notes,
    check_words,
    choose_models,
    grouping_of,
    matched_on,
    refuse_repeated,
    refuse_unmatched,
    vanished,
)
from betterthan.data.summaries import PairedSummary
from betterthan.data.units import CASES, CLUSTERED_CASES, NAMED, TASKS
from betterthan.errors import PairingError

if TYPE_CHECKING:
    from betterthan.data.roles import Grouping
    from betterthan.data.scores import Scores
    from betterthan.vocabulary import Missing, Repeats

UNITS_IN_MEMORY = 5_000_000
"""Tables with more units than this are summed by their engine instead of being laid out in memory."""


def summarize(scores: Scores, *models: str, missing: Missing = "error", repeats: Repeats = "error") -> PairedSummary:
    """The sums of two models over their matched units, computed where the rows live, without laying them out.

    Parameters:
        scores: the long table, of any size.
        models: the names of the two models; may be left out when the table has exactly two.
        missing: as in `pair`.
        repeats: as in `pair`.
    """
    first, second = choose_models(scores.models, models, scores.source)
    check_words(missing, repeats)
    grouped = grouping_of(scores, (first, second), repeats)
    keys, notes = matched_on(scores, grouped), asked_notes(scores, grouped)
    _refuse_other_units(grouped)
    sums = scores.rows.sums((first, second), keys)
    total = int(sums.summary.n.sum()) + sums.unmatched
    notes += refuse_repeated(scores, (first, second), keys, sums.repeated, total, repeats)
    notes += refuse_unmatched(scores, (first, second), keys, sums.unmatched, total, missing)
    if sums.unmatched and "task" in keys:
        notes += vanished(tuple(scores.rows.only("model", (first, second)).levels("task")), sums.summary.tasks)
    if not sums.summary.n.sum():
        raise PairingError(f"`{first}` and `{second}` have no unit in common.")
    return replace(
        sums.summary,
        higher_is_better=scores.higher_is_better,
        notes=scores.notes + notes,
        averaged=tuple(NAMED[role].plural for role in grouped.averaged),
        score_range=scores.score_range,
        measured=scores.measured,
        of_binary=scores.binary,
    )


def _refuse_other_units(grouped: Grouping) -> None:
    """Sums forget which seed, cluster or fold a score belongs to, and would take all of them for independent cases."""
    unit = grouped.unit
    if unit in (CASES, TASKS) and not grouped.means:
        return
    what, average = f"Scores with {unit} as units", f"take the mean of each {unit.singular}"
    if unit == CLUSTERED_CASES:
        raise PairingError(
            f"{what} must fit in memory, where `bt.pair` lays them out: a summary does not keep clusters apart."
        )
    if unit.crosses:
        run, other = unit.crosses
        what, average = f"Scores of several {run} on the same {other}", f"take the mean over the {run}"
    raise PairingError(f"{what} must fit in memory (up to {UNITS_IN_MEMORY:,} units): {average} before reading them.")


def fits_in_memory(scores: Scores, *models: str) -> bool:
    """Whether the units of the models are few enough to be laid out.

    Parameters:
        scores: the long table.
        models: names of the models.
    """
    few = scores.rows.count() <= UNITS_IN_MEMORY  # there are never more units than rows, and rows are quick to count
    return few or "cluster" in scores.columns or scores.rows.unit_count(models, scores.keys) <= UNITS_IN_MEMORY
