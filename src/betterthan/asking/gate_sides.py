"""Sides: two runs, read apart, laid out as one table; and their lists of cases, compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from betterthan.answers.gate import CaseLists
from betterthan.asking.flips import Origins, case_keys
from betterthan.data.hints import hint
from betterthan.data.moments import original_units
from betterthan.data.pairing import pair
from betterthan.data.reading.tables import read
from betterthan.data.rows import ROW
from betterthan.data.scores import Scores
from betterthan.data.units import CASES, CLUSTERS, KEYS, SIZES
from betterthan.errors import ArgumentError, PairingError
from betterthan.phrases import counted, listing, unknown_name
from betterthan.vocabulary import Missing

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.protocol import Comparable

NAMED = 20
"""Ids of cases that a record names; the others are counted."""
ONE_FILE = "No model column: "
"""How the note begins that says that a file is one model, as each side of a gate is."""


class OneSide(NamedTuple):
    """The scores of one run, case by case.

    Parameters:
        scores: the run.
        model: its model.
        keys: the columns that name a case, or whatever the units are.
        columns: every row's labels and numbers, by role.
        values: every row's score, in original units.
        ids: what names each row's case.
        hashes: every row's hashes, by column.
    """

    scores: Scores
    model: str
    keys: tuple[str, ...]
    columns: dict[str, Any]
    values: Array
    ids: list[tuple[str, ...]]
    hashes: dict[str, list[str]]


class Sides(NamedTuple):
    """Two runs on the same cases.

    Parameters:
        table: their scores, the new run's first.
        cases: their lists of cases, compared; None where cases have no ids.
        scores: the rows of both, the new run's first.
        notes: what reading said of each.
        origins: each run as it was read, the new one first, and its model.
    """

    table: Comparable
    cases: CaseLists | None
    scores: Scores
    notes: tuple[str, ...] = ()
    origins: Origins | None = None


def sides_of(
    new: Scores,
    baseline: Scores,
    *,
    model: str | None = None,
    baseline_model: str | None = None,
    missing: Missing = "error",
) -> Sides:
    """Two runs as one table.

    Parameters:
        new: the new run.
        baseline: the run that it is compared with.
        model: the model of the new run, if it has several.
        baseline_model: the model of the baseline, likewise.
        missing: what to do with cases that only one of the two has.
    """
    if "cases" in (new.weight, baseline.weight):
        raise ArgumentError(
            'A gate speaks of the mean over clusters, whose means are independent: leave `weight="cases"` out.'
        )
    if new.higher_is_better != baseline.higher_is_better:
        raise ArgumentError(
            f"Higher is better in one run and lower in the other ({new.source}: {new.metric}; {baseline.source}: "
            f"{baseline.metric}): say which with `higher_is_better=`."
        )
    one = side_of(new, _model(new, model, "model"))
    other = side_of(baseline, _model(baseline, baseline_model, "baseline_model"))
    _refuse_other_keys(one, other)
    lists = case_lists(one, other)
    if missing == "error":
        _refuse_unshared(one, other, lists)
    if not lists.shared:
        raise PairingError(
            f"{new.source} and {baseline.source} have no {_unit(one)} in common, so nothing can be compared: do their "
            "ids mean the same?"
        )
    names = _apart(one.model, other.model)
    scores = _together(one, other, names)
    table = pair(scores, *names, missing="drop", repeats="mean")
    notes = (*_changed(lists), *(note for side in (new, baseline) for note in own_notes(side)))
    return Sides(table, lists, scores, tuple(dict.fromkeys(notes)), ((new, one.model), (baseline, other.model)))


def _model(scores: Scores, model: str | None, argument: str) -> str:
    if scores.unclear is not None:
        raise PairingError(scores.unclear)
    known = scores.models
    if model is None and len(known) > 1:
        raise ArgumentError(
            f"{scores.source} holds {len(known)} models ({listing(known)}), and each side of a gate is one: name it "
            f'with `{argument}="NAME"`.'
        )
    if model is not None and model not in known:
        raise ArgumentError(unknown_name("model", model, known))
    return known[0] if model is None else model


def side_of(scores: Scores, model: str) -> OneSide:
    """One run, row by row.

    Parameters:
        scores: the run.
        model: the model whose rows are meant.
    """
    roles = [role for role in (*KEYS, CLUSTERS.key) if role in scores.columns]
    hashes = [name for name in scores.extra if "hash" in name.casefold()]
    found = scores.rows.units((model,), (*roles, ROW), (*roles, *hashes))
    labels = {
        name: np.array(factor.names, dtype=object)[factor.codes].tolist() for name, factor in found.factors.items()
    }
    keys = case_keys(roles)
    values = original_units(found.scores[:, 0], scores.binary, scores.higher_is_better)
    columns = {role: labels[role] for role in roles} | {
        name: found.sizes[name] for name in SIZES if name in found.sizes
    }
    ids = list(zip(*(labels[key] for key in keys), strict=True))
    return OneSide(scores, model, keys, columns, values, ids, {name: labels[name] for name in hashes})


def _refuse_other_keys(one: OneSide, other: OneSide) -> None:
    for here, there in ((one, other), (other, one)):
        lacking = [key for key in (*here.keys, CLUSTERS.key) if key in here.columns and key not in there.columns]
        if lacking:
            raise PairingError(
                f"{there.scores.source} has no {lacking[0]} column, but {here.scores.source} has one "
                f"(`{here.scores.called.get(lacking[0], lacking[0])}`): both runs need it."
            )


def case_lists(one: OneSide, other: OneSide) -> CaseLists:
    """Which cases both runs have, and which only one of them; and those whose hash differs.

    Parameters:
        one: the new run.
        other: the baseline.
    """
    here, there = dict.fromkeys(one.ids), dict.fromkeys(other.ids)
    missing, added = [each for each in there if each not in here], [each for each in here if each not in there]
    by = tuple(name for name in one.hashes if name in other.hashes)
    before = dict(zip(other.ids, _hashes(other, by), strict=True))
    now = dict(zip(one.ids, _hashes(one, by), strict=True))
    changed = [each for each, hashed in now.items() if each in before and before[each] != hashed]
    return CaseLists(
        len(here) - len(added), len(missing), _ids(missing), len(added), _ids(added), len(changed), _ids(changed),
        by, one.scores.failed,
    )  # fmt: skip


def _hashes(side: OneSide, by: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(side.hashes[name] for name in by), strict=True)) if by else [()] * len(side.ids)


def _ids(cases: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(" / ".join(each) for each in cases[:NAMED])


def _unit(side: OneSide) -> str:
    return CASES.singular if CASES.key in side.keys else side.keys[-1]


def _refuse_unshared(one: OneSide, other: OneSide, lists: CaseLists) -> None:
    told = [
        f"{counted(count, _unit(one))} only in {side.scores.source} ({listing(names, limit=3)})"
        for count, names, side in ((lists.missing, lists.missing_ids, other), (lists.added, lists.added_ids, one))
        if count
    ]
    if told:
        raise PairingError(
            f"The two runs are not on the same cases: {' and '.join(told)}. Cases that failed may be among them. "
            'Complete the run; or leave them out with `missing="drop"`, which counts them, or with `most_missing` in a '
            "policy, which fails beyond a number that you set."
        )


def _apart(new: str, baseline: str) -> tuple[str, str]:
    """The two names, told apart where they are the same."""
    return (new, baseline) if new != baseline else (f"{new} (new)", f"{baseline} (baseline)")


def _together(one: OneSide, other: OneSide, names: tuple[str, str]) -> Scores:
    """The rows of both, as a long table."""
    roles = [role for role in one.columns if role in other.columns]
    columns: dict[str, Any] = {role: [*one.columns[role], *other.columns[role]] for role in roles}
    columns["model"] = [names[0]] * len(one.ids) + [names[1]] * len(other.ids)
    columns["score"] = np.concatenate([one.values, other.values])
    named: dict[str, Any] = {role: role for role in (*roles, "model", "score")}
    declared = one.scores.score_range or other.scores.score_range
    found: Any = read(columns, **named, higher_is_better=one.scores.higher_is_better, range=declared)
    whole: Scores = found
    return whole


def own_notes(scores: Scores) -> tuple[str, ...]:
    """What reading said of a run, but for what is so of every side of a gate.

    Parameters:
        scores: the run.
    """
    return tuple(note for note in scores.notes if not note.startswith(ONE_FILE))


def _changed(lists: CaseLists) -> tuple[str, ...]:
    """What should be seen before the numbers: cases that are not the same any more."""
    if not lists.changed:
        return ()
    by = listing(lists.hashed_by)
    return (
        hint(
            f"{counted(lists.changed, 'case')} of {lists.shared:,} changed since the baseline (by {by}): "
            f"{listing(lists.changed_ids, limit=3)}. The two models were not asked the same there."
        ),
    )
