"""How often the interval of a relative difference holds the truth."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.numerics.ratio import ratio_of_means, ratio_of_paired_shares

pytestmark = pytest.mark.validation
ERRORS = [
    (0.1, 0.05, 0.1),
    (0.05, 0.02, 0.06),
    (0.02, 0.02, 0.02),
    (0.2, 0.1, 0.1),
    (0.3, 0.02, 0.02),
    (0.1, 0.005, 0.01),
]


@pytest.mark.parametrize("n", [50, 100, 400])
@pytest.mark.parametrize("shares", ERRORS)
def test_paired_errors(n, shares):
    """Shares of cases on which both, only the first and only the second are wrong."""
    rng = np.random.default_rng(1)
    true = (shares[0] + shares[1]) / (shares[0] + shares[2])
    drawn = rng.multinomial(n, [*shares, 1 - sum(shares)], 4000)[:, :3]
    held = [
        found.low <= true <= found.high
        for counts in drawn.tolist()
        if counts[0] + counts[2] > 0
        for found in [ratio_of_paired_shares(*counts, 0.95)]
    ]
    assert np.mean(held) >= 0.93


@pytest.mark.parametrize("n", [10, 30, 100])
def test_paired_losses(n):
    """Losses of a log-normal law whose standard deviation is a third of its mean."""
    rng = np.random.default_rng(2)
    shared = rng.normal(0, 1, (4000, n))
    a, b = (np.exp(0.3 * (0.8 * shared + 0.6 * rng.normal(0, 1, shared.shape))) for _ in range(2))
    u = a / a.mean(axis=1, keepdims=True) - b / b.mean(axis=1, keepdims=True)
    errors = u.std(axis=1, ddof=1) / np.sqrt(n)
    rows = zip(a.mean(axis=1), b.mean(axis=1), errors, strict=True)
    found = [ratio_of_means(*map(float, row), n - 1, 0.95) for row in rows]
    assert np.mean([each.low <= 1 <= each.high for each in found]) >= 0.93
