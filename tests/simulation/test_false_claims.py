"""The study of false claims among equal models."""

from __future__ import annotations

import numpy as np

from betterthan.simulation.false_claims import STUDIES, Equal


def test_a_repetition_counts_claims():
    drawn = Equal(3, 30)(np.random.default_rng(1))
    assert set(drawn.values()) <= {0.0, 1.0}
    assert set(STUDIES["false-claims"].settings[0].limits) <= set(drawn)


def test_pairs_alone_claim_more_than_pairs_that_are_adjusted():
    """15 pairs at 0.05 each; whatever Holm claims, the plain test claims."""
    rng = np.random.default_rng(2)
    runs = [Equal(6, 30)(rng) for _ in range(30)]
    for test in ("paired_t", "wilcoxon"):
        assert all(each[f"{test}, every pair"] >= each[f"{test}, Holm"] for each in runs)
    assert np.mean([each["bayes_t, every pair"] for each in runs]) > 0.3
    assert np.mean([each["bayes_joint"] for each in runs]) < 0.3


def test_models_that_differ_are_claimed(monkeypatch):
    """The count can say yes: the first of three models leads by six standard deviations."""

    class Leads(np.random.Generator):
        def normal(self, loc=0.0, scale=1.0, size=None):
            drawn = super().normal(loc, scale, size)
            if scale == 1:
                drawn[:, 0] += 6
            return drawn

    drawn = Equal(3, 30)(Leads(np.random.PCG64(1)))
    assert set(drawn.values()) == {1.0}
