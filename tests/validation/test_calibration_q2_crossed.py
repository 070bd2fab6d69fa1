"""Are the procedures for two crossed random factors what they claim to be? Size of the test, coverage of intervals.

Slow; run with `make validate`. Limits of coverage are four standard errors of the simulation.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import stdtrit

from betterthan.procedures import bayes_crossed, paired_t, quasi_f
from betterthan.procedures.shared.crossed_table import crossed_sums

pytestmark = pytest.mark.validation

SPREADS = [(0.1, 0.1), (0.3, 0.5), (1.0, 1.0), (3.0, 1.0)]
"""Standard deviations of rows and columns, that of the residual being 1."""


def drawn(rng, rows, columns, of_rows, of_columns):
    """A table without a difference: both factors are random."""
    both = of_rows * rng.standard_normal((rows, 1)) + of_columns * rng.standard_normal(columns)
    return both + rng.standard_normal((rows, columns))


@pytest.mark.parametrize(("of_rows", "of_columns"), SPREADS)
@pytest.mark.parametrize("rows", [5, 10])
def test_size_of_quasi_f_beside_the_plain_t_test(rows, of_rows, of_columns):
    rng = np.random.default_rng(rows)
    tables = [drawn(rng, rows, 50, of_rows, of_columns) for _ in range(2000)]
    share = np.mean([quasi_f.from_differences(d).p_value <= 0.05 for d in tables])
    plain = np.mean([paired_t.from_differences(d.ravel()).p_value <= 0.05 for d in tables])
    assert 0.02 <= share <= 0.07, (share, plain)
    assert plain >= (0.08 if of_rows < 0.3 else 0.3), (share, plain)


@pytest.mark.parametrize(("rows", "largest"), [(2, 0.14), (3, 0.08)])
def test_size_of_quasi_f_with_few_rows_is_what_the_check_says(rows, largest):
    """The largest of several designs, of which the check gives a round figure: four standard errors of 2,000 runs."""
    rng = np.random.default_rng(rows)
    sizes = []
    for of_rows, of_columns in SPREADS:
        tables = [drawn(rng, rows, 100, of_rows, of_columns) for _ in range(2000)]
        sizes.append(np.mean([quasi_f.from_differences(d).p_value <= 0.05 for d in tables]))
    assert 0.06 < max(sizes) <= largest + 4 * (largest * (1 - largest) / 2000) ** 0.5


@pytest.mark.parametrize(("of_rows", "of_columns"), [(0.0, 0.0), *SPREADS])
@pytest.mark.parametrize(("rows", "columns"), [(4, 12), (5, 50), (10, 30)])
def test_the_95_percent_interval_covers_at_least_that(rows, columns, of_rows, of_columns):
    """The prior of Box and Tiao is improper: coverage at fixed variances, which exceeds 0.95 where they are near 0."""
    rng = np.random.default_rng(rows * columns)
    runs, covered = 600, 0
    for _ in range(runs):
        posterior = bayes_crossed.from_differences(drawn(rng, rows, columns, of_rows, of_columns))
        covered += 0.025 <= float(posterior.cdf(0.0)) <= 0.975
    assert covered / runs >= 0.95 - 4 * (0.95 * 0.05 / runs) ** 0.5, covered / runs


def test_calibration_of_the_half_cauchy_prior():
    """Standard deviations drawn from half-Cauchy laws of scale σ_ε, of which √MS_ε is a good estimate here (190 df)."""
    rng = np.random.default_rng(7)
    runs = 1500
    below = np.array([
        float(bayes_crossed.from_differences(
            drawn(rng, 6, 39, *np.abs(rng.standard_cauchy(2))), prior="half-cauchy"
        ).cdf(0.0))
        for _ in range(runs)
    ])  # fmt: skip
    for level in (0.5, 0.8, 0.95):
        share = np.mean(np.abs(below - 0.5) <= level / 2)
        assert abs(share - level) <= 4 * (level * (1 - level) / runs) ** 0.5, (level, share)


def test_intervals_of_a_models_own_mean():
    rng = np.random.default_rng(8)
    covered, runs = 0, 2000
    for _ in range(runs):
        sums = crossed_sums(drawn(rng, 6, 30, 0.5, 0.5))
        error, df = sums.standard_error()
        covered += abs(sums.mean) <= error * float(stdtrit(df, 0.975))
    assert abs(covered / runs - 0.95) <= 4 * (0.95 * 0.05 / runs) ** 0.5, covered / runs
