"""Twenty equal models on thirty tasks: how often is one of them said to be better than another?

Slow; run with `make validate`.
"""

from __future__ import annotations

import pytest
from false_claims import false_claims

pytestmark = pytest.mark.validation


def test_the_joint_model_needs_no_correction_for_multiplicity():
    """Gelman, Hill and Yajima (2012): with effects that are learnt from each other, looking at all pairs is safe."""
    share = false_claims(simulations=500, seed=20)
    for name, value in share.items():
        print(f"{name}: {value:.3f}")
    assert share["bayes_joint"] <= 0.06
    assert share["paired_t, Holm"] <= 0.08
    assert share["wilcoxon, Holm"] <= 0.08
    assert share["bayes_t, every pair"] >= 0.9
    assert share["paired_t"] >= 0.8
