"""The scores that the references of the model confidence set were made of."""

from __future__ import annotations

import numpy as np


def independent(seed, n, k, draws):
    """Scores whose expectation falls from model to model, with a shared part per unit; and samples of the units."""
    rng = np.random.RandomState(seed)
    scores = rng.normal(size=(n, 1)) + rng.normal(np.linspace(0.8, 0, k), 1, (n, k))
    return scores, rng.randint(n, size=(draws, n))


def autocorrelated(seed, n, k):
    """Scores whose deviations from a falling expectation follow an autoregression with coefficient 0.7."""
    rng = np.random.RandomState(seed)
    shocks = rng.normal(size=(n, k))
    for t in range(1, n):
        shocks[t] += 0.7 * shocks[t - 1]
    return np.linspace(0.5, 0, k) + shocks
