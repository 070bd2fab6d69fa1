"""Tie groups: by hand, and against all subsets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from betterthan.judging.tiers import tie_groups


def all_groups(separated):
    """The maximal sets without a separated pair, by looking at every subset."""
    count = len(separated)
    apart = separated | separated.T
    free = [
        set(chosen)
        for size in range(1, count + 1)
        for chosen in combinations(range(count), size)
        if not any(apart[j, k] for j, k in combinations(chosen, 2))
    ]
    return {tuple(sorted(one)) for one in free if not any(one < other for other in free)}


@pytest.mark.parametrize("seed", range(20))
def test_the_groups_are_the_maximal_ones(seed):
    rng = np.random.default_rng(seed)
    separated = np.triu(rng.random((7, 7)) < rng.random(), 1)
    found = tie_groups([str(j) for j in range(7)], separated)
    assert {tuple(int(name) for name in group) for group in found} == all_groups(separated)


def test_nobody_and_everybody_separated():
    names = ["a", "b", "c"]
    assert tie_groups(names, np.zeros((3, 3), dtype=bool)) == (("a", "b", "c"),)
    assert tie_groups(names, np.triu(np.ones((3, 3), dtype=bool), 1)) == (("a",), ("b",), ("c",))


def test_groups_beyond_number_are_left_out():
    """Pairs of rivals: 2^8 groups, and 2^12, of which five hundred are enough."""
    for count, groups in ((16, 256), (24, 500)):
        separated = np.zeros((count, count), dtype=bool)
        separated[np.arange(0, count, 2), np.arange(1, count, 2)] = True
        assert len(tie_groups([str(j) for j in range(count)], separated)) == groups
