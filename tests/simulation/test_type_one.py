"""The type I error of the tests of folds, with few simulations; `make validate` runs many."""

from __future__ import annotations

import pytest

from betterthan.simulation.type_one import type_one_error

RUNS = 1000


def error(share: float) -> float:
    """Four Monte Carlo standard errors of a share."""
    return 4 * (share * (1 - share) / RUNS) ** 0.5


def test_the_plain_test_rejects_far_too_often_and_the_corrected_ones_do_not():
    found = type_one_error(RUNS, rng=1)
    assert found.shares["paired_t"] >= 0.4 - error(0.4)
    for test in ("correlated_t", "t_5x2cv", "f_5x2cv"):
        assert found.shares[test] <= 0.06 + error(0.06)
    assert 4 * found.standard_error("paired_t") == pytest.approx(error(found.shares["paired_t"]))


def test_the_level_is_honoured():
    lax, strict = (type_one_error(100, rng=2, size=100, level=level).shares for level in (0.5, 0.9999))
    assert all(strict[test] < lax[test] for test in lax)
