"""P(Σ w v > bound): against closed forms of scipy, against quadrature, exact rational arithmetic, and draws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import betainc
from scipy.stats import beta

from betterthan.numerics.dirichlet_tail import above, above_each


@pytest.mark.parametrize("a", [1.0, 2.0, 7.0, 100.0, 3000.0])
@pytest.mark.parametrize("b", [1.0, 3.0, 50.0, 999.0, 1e4, 1e6])
@pytest.mark.parametrize("p", [1e-9, 0.01, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999])
def test_two_values_are_a_beta_law(a, b, p):
    """scipy's incomplete beta function, in both tails, to nine digits of the smaller one."""
    bound = beta.ppf(p, a, b)
    share = betainc(a, b, bound)
    if not 1e-300 < bound < 1 - 1e-12:
        pytest.skip("the quantile is not far enough from the ends")
    assert above(np.array([0.0, 1.0]), np.array([b, a]), bound) == pytest.approx(1 - share, rel=1e-7)
    assert above(np.array([0.0, -1.0]), np.array([b, a]), -bound) == pytest.approx(share, rel=1e-7)


@pytest.mark.parametrize(
    ("lost", "won", "tied", "bound"), [(3, 2, 46, -0.05), (6, 5, 40, -0.01), (1, 1, 1, -0.2), (30, 28, 443, -0.02)]
)
def test_three_values_are_an_integral_over_how_many_differ(lost, won, tied, bound):
    """Δ = τ(2φ - 1), φ ~ Beta(won, lost), τ ~ Beta(lost + won, tied), by scipy's adaptive quadrature."""

    def at(share: float) -> float:
        inside = min(max((1 + bound / share) / 2, 0.0), 1.0)
        return float(beta.pdf(share, lost + won, tied) * beta.sf(inside, won, lost))

    middle = (lost + won) / (lost + won + tied)
    expected, _ = quad(at, 0, 1, points=[abs(bound), middle], limit=400, epsabs=1e-12)
    found = above(np.array([-1.0, 1.0, 0.0]), np.array([lost, won, tied], dtype=float), bound)
    assert found == pytest.approx(expected, abs=1e-9)


def exact(values: list[Fraction], bound: Fraction) -> Fraction:
    """Σ_{v_i > b} Π_{j ≠ i} (v_i - b)/(v_i - v_j): a sum of exponentials in partial fractions, for distinct values."""
    total = Fraction(0)
    for i, one in enumerate(values):
        if one > bound:
            part = Fraction(1)
            for j, other in enumerate(values):
                if j != i:
                    part *= (one - bound) / (one - other)
            total += part
    return total


@pytest.mark.parametrize("n", [2, 3, 5, 12, 30])
@pytest.mark.parametrize("seed", range(3))
def test_distinct_values_are_a_sum_of_fractions(n, seed):
    """In rational arithmetic, since the terms cancel to many digits."""
    rng = np.random.default_rng(seed)
    values = [Fraction(int(each), 10_000) for each in rng.choice(20_001, n, replace=False) - 10_000]
    for bound in (Fraction(-1, 50), Fraction(1, 7), Fraction(-1, 2)):
        expected = float(exact(values, bound))
        found = above(np.array([float(each) for each in values]), np.ones(n), float(bound))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_draws_say_the_same_where_values_repeat():
    rng = np.random.default_rng(0)
    values, counts = np.array([-1.0, -0.3, 0.0, 0.02, 0.7]), np.array([1.0, 3.0, 40.0, 12.5, 0.5])
    drawn = rng.dirichlet(counts, 400_000) @ values
    for bound in (-0.1, -0.02, 0.01):
        share = (drawn > bound).mean()
        assert above(values, counts, bound) == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 400_000))


def test_all_on_one_side_is_certain():
    assert above(np.array([0.1, 0.2]), np.ones(2), 0.0) == 1.0
    assert above(np.array([-0.1, -0.2]), np.ones(2), 0.0) == 0.0
    assert above(np.array([0.0, 0.0]), np.ones(2), 0.0) == 0.0


def test_values_without_weight_do_not_matter():
    """One that lies beyond all others made the path begin at a pole."""
    values = np.array([-1.0, 1.0, 0.0])
    for lost, tied in product((1.0, 2.0, 7.0), (50.0, 111.0, 400.0)):
        alone = above(values[[0, 2]], np.array([lost, tied]), -0.01)
        assert above(values, np.array([lost, 0.0, tied]), -0.01) == alone
        assert alone == pytest.approx(beta.cdf(0.01, lost, tied), rel=1e-9)


def test_rows_are_independent():
    rng = np.random.default_rng(1)
    values = rng.normal(0, 1, (40, 15))
    rows = above_each(values, np.ones((1, 15)), 0.1)
    assert rows == pytest.approx([above(row, np.ones(15), 0.1) for row in values], abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(
    values=st.lists(st.floats(-1, 1), min_size=1, max_size=30),
    bound=st.floats(-1.2, 1.2),
    scale=st.sampled_from([1e-150, 1e-8, 1.0, 1e8, 1e150]),
)
def test_mirrored_and_scaled_values_say_the_same(values, bound, scale):
    points, counts = np.array([*values, -1.5]), np.ones(len(values) + 1)
    found = above(points, counts, bound)
    assert 0 <= found <= 1
    assert above(points * scale, counts, bound * scale) == pytest.approx(found, abs=1e-6)
    if (np.abs(points - bound) > 1e-9).all():
        assert above(-points, counts, -bound) == pytest.approx(1 - found, abs=1e-6)
