from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.errors import ArgumentError
from betterthan.numerics.poisson_binomial import majority, poisson_binomial


@given(st.lists(st.floats(0, 1), min_size=0, max_size=10))
def test_the_law_is_the_sum_over_all_outcomes(probabilities) -> None:
    p = np.array(probabilities)
    expected = np.zeros(len(p) + 1)
    for outcome in product((0, 1), repeat=len(p)):
        expected[sum(outcome)] += np.prod(np.where(outcome, p, 1 - p))
    assert poisson_binomial(p) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("q", "p"), [(1, 0.3), (12, 0.5), (501, 0.04), (5000, 0.7)])
def test_equal_probabilities_give_the_binomial_law(q, p) -> None:
    law = poisson_binomial(np.full(q, p))
    expected = stats.binom.pmf(np.arange(q + 1), q, p)
    large = expected > 1e-280
    assert law[large] == pytest.approx(expected[large], rel=1e-8)  # far tails too


def test_the_figures_of_r_package_poibin() -> None:
    eight = [0.9955901, 0.5696224, 0.8272597, 0.3818746, 0.4290036, 0.8707646, 0.8858267, 0.7557183]
    law = poisson_binomial(np.array(eight))
    assert law[[0, 2, 7, 8]] == pytest.approx(
        [4.17079659e-07, 2.46250608e-03, 2.02460933e-01, 4.48023378e-02], abs=1e-8
    )


@pytest.mark.parametrize("q", [2, 3, 10, 11])
def test_majority_sums_to_one_and_splits_at_half(q) -> None:
    law = poisson_binomial(np.linspace(0.1, 0.8, q))
    wins = np.arange(q + 1)
    expected = [law[2 * wins > q].sum(), law[2 * wins == q].sum(), law[2 * wins < q].sum()]
    assert majority(law) == pytest.approx(expected, abs=1e-15)
    assert sum(majority(law)) == pytest.approx(1, abs=1e-12)


def test_the_law_of_five_thousand_trials_sums_to_one() -> None:
    law = poisson_binomial(np.random.default_rng(0).random(5000))
    assert law.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("bad", [[0.5, 1.1], [-0.1], [np.nan], [[0.5]]])
def test_what_is_not_a_probability_is_refused(bad) -> None:
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        poisson_binomial(np.array(bad))
