"""How often a verdict over tasks is false when the true median lies on the bound of the rope (one score a task)."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from betterthan.judging.decision import decide
from betterthan.procedures import bayes_sign, bayes_signed_rank

pytestmark = pytest.mark.validation
RUNS = 1000
ROPE = 0.01


@pytest.mark.parametrize("tasks", [10, 20, 50])
@pytest.mark.parametrize("procedure", [bayes_sign, bayes_signed_rank], ids=lambda each: each.name)
def test_false_claims_on_the_bound(procedure, tasks: int) -> None:
    rng = np.random.default_rng(tasks)
    options = {"draws": 4000} if procedure is bayes_signed_rank else {}
    first = 0
    for _ in range(RUNS):
        differences = ROPE + 0.02 * rng.standard_normal(tasks)
        first += decide(procedure.from_differences(differences, rope=ROPE, **options), ROPE).verdict == "first"
    print(procedure.name, tasks, first / RUNS)
    assert first / RUNS <= 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS)
