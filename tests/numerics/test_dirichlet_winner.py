"""dirichlet_winner against exact rational integrals, beta laws, limits and plain Monte Carlo."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.special import betainc

from betterthan.errors import ArgumentError
from betterthan.numerics.dirichlet_winner import dirichlet_winner


def exactly(a: int, others: tuple[int, ...]) -> Fraction:
    """P(Gamma(a) is the largest) for whole parameters: F_b(x) = 1 - e^-x Σ_{k<b} x^k/k!, multiplied out."""
    terms = {(0, 0): Fraction(1)}  # coefficients of x^k e^(-nx)
    for b in others:
        for (k, n), coefficient in list(terms.items()):
            for j in range(b):
                terms[k + j, n + 1] = terms.get((k + j, n + 1), Fraction(0)) - coefficient / factorial(j)
    integrals = (c * Fraction(factorial(a + k - 1), (n + 1) ** (a + k)) for (k, n), c in terms.items())
    return sum(integrals, Fraction(0)) / factorial(a - 1)


@pytest.mark.parametrize("parameters", [(1, 1, 1), (2, 1, 1), (5, 3, 4), (3, 28, 24), (1, 9, 2), (40, 1, 38)])
def test_whole_parameters(parameters):
    found = dirichlet_winner(parameters)
    for i, a in enumerate(parameters):
        others = tuple(b for j, b in enumerate(parameters) if j != i)
        assert found.probabilities[i] == pytest.approx(float(exactly(a, others)), abs=1e-13)
    assert found.error < 1e-12


@pytest.mark.parametrize(
    ("a", "b"), [(0.5, 0.5), (1.0, 20.0), (3.5, 4.0), (300.0, 310.5), (1e6, 1e6 + 700), (0.01, 2.0)]
)
def test_a_parameter_of_zero_leaves_a_beta_law(a, b):
    first, nothing, second = dirichlet_winner((a, 0.0, b)).probabilities
    assert nothing == 0.0
    assert first == pytest.approx(betainc(b, a, 0.5), abs=1e-8)
    assert first + second == pytest.approx(1, abs=1e-15)


def test_a_single_positive_parameter_always_wins():
    assert dirichlet_winner((0.0, 0.2, 0.0)).probabilities.tolist() == [0.0, 1.0, 0.0]


def test_small_parameters_win_in_proportion():
    """As all parameters go to 0, one share takes all, with probability in proportion to its parameter."""
    found = dirichlet_winner((1e-7, 2e-7, 5e-7))
    np.testing.assert_allclose(found.probabilities, [0.125, 0.25, 0.625], atol=1e-6)
    assert found.error < 1e-12


@pytest.mark.parametrize("parameters", [(0.3, 1.7, 0.9), (24.5, 28.0, 3.5), (1000.0, 1010.0, 990.0), (0.05, 0.02, 3.0)])
def test_against_monte_carlo(parameters):
    draws = np.random.default_rng(0).standard_gamma(parameters, (400_000, 3)).argmax(axis=1)
    shares = np.bincount(draws, minlength=3) / len(draws)
    np.testing.assert_allclose(dirichlet_winner(parameters).probabilities, shares, atol=5 * 0.5 / 400_000**0.5)


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
def test_order_does_not_matter(scale):
    parameters = (0.37 * scale, 0.36 * scale, 0.365 * scale)
    found = dict(zip(parameters, dirichlet_winner(parameters).probabilities, strict=True))
    for order in permutations(parameters):
        assert dirichlet_winner(order).probabilities.tolist() == [found[a] for a in order]


@pytest.mark.parametrize("parameters", [(1.0, 1e7, 2e7), (1e5, 1e7, 1e7), (1e-3, 1e6, 1.0)])
def test_unequal_sizes_cost_no_nodes(parameters):
    found = dirichlet_winner(parameters)
    assert found.probabilities[0] == pytest.approx(0, abs=1e-15)
    assert found.error < 1e-6


@pytest.mark.parametrize(
    "parameters", [(0.0, 0.0, 0.0), (1.0, -1.0, 2.0), (1.0, float("nan"), 2.0), (float("inf"), 1.0, 1.0)]
)
def test_impossible_parameters(parameters):
    with pytest.raises(ArgumentError, match="Dirichlet parameters are finite, at least 0 and not all 0; got"):
        dirichlet_winner(parameters)
