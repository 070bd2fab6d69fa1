"""Differences that are the same on every unit: of how many units they speak, and the law that they leave open."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from betterthan.data.clusters import effective_clusters
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.ranges import reach_of
from betterthan.data.units import CASES, CLUSTERS, INDEPENDENT
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import counted
from betterthan.results.laws.agreement import Agreement


class Seen(NamedTuple):
    """Of how many units the same differences speak.

    Parameters:
        n: their number; what was scored again, with another seed or in another repeat, is counted once.
        told: why it is not the number of scores, in words that follow it; empty if it is.
    """

    n: int
    told: str = ""


def seen_units(table: Paired, test_fraction: float | None = None) -> Seen:
    """Of how many units the scores speak, of several tasks together.

    Parameters:
        table: paired scores, differences or sums.
        test_fraction: n_test/(n_test + n_train) of folds whose number in one repeat is not known.
    """
    facts = table.facts
    if not isinstance(table, PairedUnits) or facts.unit in INDEPENDENT:
        return Seen(facts.n)
    if facts.tasks > 1:
        parts = [seen_units(table.select_tasks([task]), test_fraction) for task in table.tasks]
        n = sum(part.n for part in parts)
        return Seen(n, f" (on {counted(n, 'unit')}, those that are scored again counted once)" if parts[0].told else "")
    if facts.clustered:
        return _of_clusters(table)
    return _of_crossed(table) if facts.crossed else _of_folds(table, test_fraction)


def _of_crossed(table: PairedUnits) -> Seen:
    """Those that are tested on; where none are, the fewer of the two."""
    counts = {part: len(table.factors[part.key].names) for part in table.design.unit.crosses}
    tested = [part for part in counts if part in (CASES, CLUSTERS)]
    part = tested[0] if tested else min(counts, key=lambda each: counts[each])
    return Seen(counts[part], f" (on {part.counted(counts[part])}, each counted once)")


def _of_clusters(table: PairedUnits) -> Seen:
    """A large cluster counts for much and is still one: as many as would weigh the same if all were of one size."""
    codes = table.clusters
    clusters, n = int(codes.max()) + 1, max(1, floor(effective_clusters(codes) + ROUNDING))
    return Seen(n, "" if n == clusters else f" (which for their sizes count as {n:,} of equal size)")


def _of_folds(table: PairedUnits, test_fraction: float | None) -> Seen:
    """The cases that one repeat tests, if known; else its folds: the other repeats test the same cases again."""
    folds = table.design.folds or (round(1 / test_fraction) if test_fraction else 1)
    folds = min(folds, table.n_units)
    if table.design.n_test is not None:
        n = max(1, round(folds * table.design.n_test))
        return Seen(n, f" (on {counted(n, 'test case')}, each counted once)")
    again = " (the folds of one repeat count: the others test the same cases again)"
    return Seen(folds, again if folds < table.n_units else "")


def agreement_law(table: Paired, test_fraction: float | None = None) -> Agreement | None:
    """What differences that are all the same leave open; None where nothing says how far two scores can be apart.

    Parameters:
        table: paired scores, differences or sums whose differences are all the same.
        test_fraction: as in `seen_units`.
    """
    reach = reach_of(table)
    if reach is None:
        return None
    return Agreement(table.moments().mean, reach.width, seen_units(table, test_fraction).n)
