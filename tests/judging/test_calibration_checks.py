"""What is said of probabilities that do not come true, and of few cases that carry a difference."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.data.predictions import Predictions
from betterthan.judging.checks.calibration import calibration_checks


def told(slope, n=2000, seed=1):
    """Truth drawn from log-odds; the second model states them `slope` times too large."""
    rng = np.random.default_rng(seed)
    log_odds = rng.normal(0, 1.5, n)
    truth = (rng.random(n) < 1 / (1 + np.exp(-log_odds))).astype(int)
    outputs = tuple(1 / (1 + np.exp(-times * log_odds)) for times in (1.0, slope))
    return Predictions(("good", "other"), truth, outputs, "probabilities", ("0", "1"), "1")


def losses(predictions):
    return [-np.log(np.where(predictions.truth == 1, p, 1 - p)) for p in predictions.outputs]


def checked(predictions):
    first, second = losses(predictions)
    return {check.name: check for check in calibration_checks(predictions, predictions.models, second - first)}


def test_a_model_that_is_too_sure_is_named_with_its_slope_and_the_remedy():
    found = checked(told(3.0))
    assert found["calibration of good"].status == "passed"
    other = found["calibration of other"]
    assert other.status == "failed"
    assert abs(other.figure - 1 / 3) < 0.05
    assert "too near 0 and 1" in other.advice
    assert '`calibrate="platt"`' in other.advice


def test_a_model_that_is_not_sure_enough_is_told_apart():
    assert "too near one another" in checked(told(0.4))["calibration of other"].advice


def test_few_cases_that_carry_the_difference_are_counted():
    given = told(1.0)
    differences = np.full(2000, 0.01)
    differences[:15] = -4.0
    (few,) = (
        check for check in calibration_checks(given, given.models, differences) if check.name == "few cases decide"
    )
    assert few.status == "failed"
    carried = 15 * -4.0 + 5 * 0.01  # the 20 largest in size
    assert few.figure == pytest.approx(carried / differences.sum())
    assert "20 of 2,000 cases carry" in few.advice


def test_normal_differences_pass_and_few_cases_are_not_judged():
    given, rng = told(1.0), np.random.default_rng(0)
    assert calibration_checks(given, given.models, rng.normal(0.1, 1, 2000))[-1].status == "passed"
    assert calibration_checks(given, given.models, rng.normal(0.1, 1, 60))[-1].status == "not checked"
