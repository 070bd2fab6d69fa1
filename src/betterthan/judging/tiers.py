"""Tiers: groups of models that no decided comparison separates.

Being tied is not transitive: a may be tied with b, and b with c, although a is decidedly better than c. The groups are
therefore the largest sets of models within which no pair is separated (maximal cliques), and a model may be in several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

MOST_GROUPS = 500
"""More groups than this say nothing to anybody; the rest are left out, and counted as `and more`."""


def tie_groups(models: Sequence[str], separated: NDArray[np.bool_]) -> tuple[tuple[str, ...], ...]:
    """The largest sets of models within which no pair is separated, the group of the best model first.

    Parameters:
        models: names, best first.
        separated: models x models: whether a comparison decided that one of the two is better.

    >>> apart = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool)  # a is better than c, b is tied with both
    >>> tie_groups(["a", "b", "c"], apart)
    (('a', 'b'), ('b', 'c'))
    """
    count = len(models)
    tied = [{k for k in range(count) if k != j and not (separated[j, k] or separated[k, j])} for j in range(count)]
    found = []
    for group in _cliques(set(), set(range(count)), set(), tied):
        found.append(tuple(sorted(group)))
        if len(found) >= MOST_GROUPS:
            break
    return tuple(tuple(models[j] for j in group) for group in sorted(found))


def _cliques(chosen: set[int], open_: set[int], seen: set[int], tied: list[set[int]]) -> Iterator[set[int]]:
    """Bron and Kerbosch's algorithm with a pivot."""
    if not open_ and not seen:
        yield set(chosen)
        return
    pivot = max(open_ | seen, key=lambda j: len(tied[j] & open_))
    for j in sorted(open_ - tied[pivot]):
        yield from _cliques(chosen | {j}, open_ & tied[j], seen & tied[j], tied)
        open_ = open_ - {j}
        seen = seen | {j}
