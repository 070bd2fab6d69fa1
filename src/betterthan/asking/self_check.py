"""Self-check: one run compared with itself, which should find nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from betterthan.answers.gate import Gate, GateLine
from betterthan.asking.gate_lines import beside
from betterthan.asking.gate_policy import rope_of_gate
from betterthan.asking.gate_sides import OneSide, own_notes, side_of
from betterthan.data.pairing import pair_arrays
from betterthan.data.units import CASES, CLUSTERS, FOLDS
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.gate_evidence import evidence_of
from betterthan.judging.gate_reasons import same_run
from betterthan.judging.rules.threshold import check_threshold
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import counted, listing
from betterthan.results.rope import Rope

if TYPE_CHECKING:
    from betterthan.arrays import Array, IntArray
    from betterthan.data.scores import Scores
    from betterthan.results.rope import RopeLike

NO_ROPE = "none: a run compared with itself"
EITHER_SIDE = 0.975
"""How sure one must be of either side, so that both together err in one of twenty runs at most."""


class Halves(NamedTuple):
    """One run in two parts, matched.

    Parameters:
        first: the scores of one part.
        second: those of the other.
        cluster: the cluster of each pair; None without clusters.
        unit: what is matched: cases or clusters.
        names: what the parts are called.
        how: how the run was split, in words.
        notes: what was left out.
    """

    first: Array
    second: Array
    cluster: list[str] | None
    unit: str
    names: tuple[str, str]
    how: str
    notes: tuple[str, ...] = ()


@one_blas_thread
def self_checked(
    scores: Scores,
    *,
    model: str | None = None,
    rope: RopeLike | None = None,
    threshold: float | None = None,
    worst_loss: float | None = None,
    rng: int = 0,
) -> Gate:
    """A run compared with itself: the first half of every case's repeats with the second, else half of the cases.

    Parameters:
        scores: the run.
        model: its model, if there are several.
        rope: differences that count as none; None is 0.
        threshold: how sure one must be of either side; None is 0.975.
        worst_loss: as in `bt.gate`.
        rng: seed of how cases are halved.
    """
    if threshold is not None:
        check_threshold(threshold)
    known, needed = scores.models, EITHER_SIDE if threshold is None else threshold
    if model is None and len(known) > 1:
        raise ArgumentError(f"{scores.source} holds {len(known)} models ({listing(known)}): name one.")
    if FOLDS.key in scores.columns:
        raise NeedsNotMet("A run of folds cannot be compared with itself: its scores share training data.")
    halves = _halves(side_of(scores, model or known[0]), rng)
    table = pair_arrays(
        halves.first, halves.second, models=halves.names, cluster=halves.cluster, independent=True,
        higher_is_better=scores.higher_is_better, range=_range(scores),
    )  # fmt: skip
    if scores.binary and scores.higher_is_better:
        table = replace(table, of_binary=True)  # means of repeats are no more 0 or 1
    region = Rope(0.0, 0.0, NO_ROPE) if rope is None else rope_of_gate(rope)
    evidence = evidence_of(table, region, worst_loss)
    claims = evidence.now
    sure = max(claims.better, claims.worse)
    found = sure >= needed
    line = GateLine(
        "fail" if found else "pass",
        same_run(found, halves.how, needed, sure),
        None,
        region,
        needed,
        rule=evidence.rule,
        claims=claims,
        n=evidence.n,
        unit=halves.unit,
        reach=evidence.reach,
        comparison=beside(table, region, needed),
    )
    notes = (*halves.notes, *own_notes(scores), *evidence.notes)
    return Gate(*halves.names, line.outcome, line.reason, (line,), self_check=halves.how, notes=notes)


def _range(scores: Scores) -> tuple[float, float] | None:
    losses = scores.score_range is None and scores.binary and not scores.higher_is_better
    return (0.0, 1.0) if losses else scores.score_range


def _halves(side: OneSide, rng: int) -> Halves:
    place: dict[tuple[str, ...], list[int]] = {}
    for row, identity in enumerate(side.ids):
        place.setdefault(identity, []).append(row)
    repeated = [rows for rows in place.values() if len(rows) > 1]
    return _of_repeats(side, repeated, len(place)) if repeated else _of_cases(side, rng)


def _of_repeats(side: OneSide, repeated: list[list[int]], cases: int) -> Halves:
    """The earlier half of each case's repeats and the later one; what is odd stays out."""
    values, half = side.values, [len(rows) // 2 for rows in repeated]
    first = np.array([values[rows[:h]].mean() for rows, h in zip(repeated, half, strict=True)])
    second = np.array([values[rows[h : 2 * h]].mean() for rows, h in zip(repeated, half, strict=True)])
    odd, single = sum(len(rows) % 2 for rows in repeated), cases - len(repeated)
    notes = [f"{counted(odd, 'repeat')} without a partner left out."] if odd else []
    notes += [f"{counted(single, 'case')} without repeats left out."] if single else []
    cluster = side.columns.get(CLUSTERS.key)
    labels = None if cluster is None else [cluster[rows[0]] for rows in repeated]
    names = (f"{side.model} (earlier repeats)", f"{side.model} (later repeats)")
    how = f"the earlier and the later half of the repeats of {counted(len(repeated), 'case')}"
    unit = CASES.plural if cluster is None else CLUSTERS.plural
    return Halves(first, second, labels, unit, names, how, tuple(notes))


def _of_cases(side: OneSide, rng: int) -> Halves:
    """Half of the cases, or of the clusters, drawn at random and matched at random with the other half."""
    values, of = side.values, CASES
    if CLUSTERS.key in side.columns:
        codes: IntArray = np.unique(side.columns[CLUSTERS.key], return_inverse=True)[1].astype(np.int64)
        values, of = np.bincount(codes, values) / np.bincount(codes), CLUSTERS
    half = len(values) // 2
    if half < 2:
        raise NeedsNotMet(f"{of.counted(len(values))} cannot be halved: at least 4 are needed.")
    order = np.random.default_rng(rng).permutation(len(values))
    notes = (f"One of {of.counted(len(values))} left out, so that the halves are equal.",) if len(values) % 2 else ()
    names = (f"{side.model} (one half)", f"{side.model} (the other half)")
    how = f"one half of {of.counted(len(values))} and the other, drawn at random (seed {rng})"
    return Halves(values[order[:half]], values[order[half : 2 * half]], None, of.plural, names, how, notes)
