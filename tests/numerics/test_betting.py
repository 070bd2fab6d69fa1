"""e-values: closed forms, and that the expected wealth of a bet never grows where the hypothesis is true."""

from __future__ import annotations

from itertools import product
from math import exp, log

import numpy as np
import pytest
from scipy.integrate import quad

from betterthan.numerics.betting import log_e_value, log_wealth, lower_bound


@pytest.mark.parametrize(("lost", "won"), [(0, 0), (0, 5), (5, 0), (3, 9), (40, 61)])
def test_the_e_value_is_a_mixture_of_bets_at_all_chances(lost, won):
    """∫ (2φ)^won (2(1-φ))^lost dφ, by scipy's quadrature."""
    expected, _ = quad(lambda share: (2 * share) ** won * (2 * (1 - share)) ** lost, 0, 1)
    assert exp(log_e_value(lost, won)) == pytest.approx(expected, rel=1e-9)


def test_expected_e_is_one_where_both_are_equally_good():
    """Over all outcomes of ten disagreements."""
    outcomes = product((0, 1), repeat=10)
    assert sum(exp(log_e_value(10 - sum(each), sum(each))) for each in outcomes) / 2**10 == pytest.approx(1)


@pytest.mark.parametrize("chances", [(0.3, 0.5, 0.2), (0.1, 0.9, 0.0), (0.5, 0.1, 0.4)])
def test_expected_wealth_is_one_with_the_mean_on_the_bound(chances):
    """Over all outcomes of six cases, of which each is lost, tied or won."""
    values, bound = np.array([-1.0, 0.0, 1.0]), float(np.array(chances) @ [-1, 0, 1])
    total = 0.0
    for outcome in product(range(3), repeat=6):
        counts = np.bincount(outcome, minlength=3).astype(float)
        total += np.prod([chances[each] for each in outcome]) * exp(log_wealth(values, counts, bound, -1.0))
    assert total == pytest.approx(1)


def test_wealth_of_no_cases_is_one():
    assert log_wealth(np.array([0.0]), np.array([0.0]), -0.05, -1.0) == pytest.approx(0)


def test_the_bound_is_where_wealth_is_what_is_needed():
    values, counts = np.array([-1.0, 0.0, 1.0]), np.array([20.0, 300.0, 60.0])
    low = lower_bound(values, counts, -1.0, 20.0)
    assert -0.1 < low < 40 / 380
    assert log_wealth(values, counts, low, -1.0) == pytest.approx(log(20), abs=1e-6)
    assert log_wealth(values, counts, low + 0.01, -1.0) < log(20)


def test_one_case_excludes_next_to_nothing():
    """With stakes up to 1/(bound + 1), one tied case multiplies wealth by 1/(bound + 1) at most."""
    assert lower_bound(np.array([0.0]), np.array([1.0]), -1.0, 20.0) <= 1 / 20 - 1
