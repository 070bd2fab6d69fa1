"""Prediction-powered inference against ppi-python 0.2.3, and its clustered error against simulation."""

import json
from pathlib import Path

import numpy as np
import pytest

from betterthan.numerics.prediction_powered import clustered_error, corrected_mean, weight_of_judge

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "prediction_powered.json").read_text())


@pytest.mark.parametrize("name", REFERENCE["cases"])
def test_as_ppi_python_has_it(name):
    case = REFERENCE["cases"][name]
    sample = (np.array(case["sample"][part]) for part in ("labels", "judged", "rest"))
    found, tolerance = corrected_mean(*sample), REFERENCE["tolerance"]
    assert found.weight == pytest.approx(case["lambda"], abs=tolerance)
    assert found.estimate == pytest.approx(case["estimate"], abs=tolerance)
    assert found.standard_error == pytest.approx(case["standard_error"], abs=tolerance)


def test_a_judge_that_always_says_the_same_says_nothing():
    labels, same = np.array([0.0, 1.0, 1.0, 0.0]), np.full(4, 0.5)
    assert weight_of_judge(labels, same, np.full(9, 0.5)) == 0
    found = corrected_mean(labels, same, np.full(9, 0.5))
    assert found.estimate == 0.5
    assert found.standard_error == pytest.approx(labels.std() / 2)


def test_clusters_of_one_case_change_nothing_but_the_factor():
    rng = np.random.default_rng(1)
    labels, judged, rest = rng.normal(size=30), rng.normal(size=30), rng.normal(size=100)
    plain = corrected_mean(labels, judged, rest)
    error = clustered_error(
        labels, judged, rest, weight=plain.weight, cluster=np.arange(30), rest_cluster=30 + np.arange(100)
    )
    assert error == pytest.approx(plain.standard_error * (130 / 129) ** 0.5)


def test_the_clustered_error_is_the_spread_over_samples():
    """60 clusters of 10 cases that share half of their variance, of which 3 cases are labelled in each."""
    rng, estimates, errors, plain = np.random.default_rng(2), [], [], []
    cluster = np.repeat(np.arange(60), 10)
    has = np.tile(np.arange(10) < 3, 60)
    for _ in range(400):
        truth = rng.normal(0, 1, 60)[cluster] + rng.normal(0, 1, 600)
        judge = truth + rng.normal(0.3, 0.7, 600)
        found = corrected_mean(truth[has], judge[has], judge[~has])
        clusters = {"cluster": cluster[has], "rest_cluster": cluster[~has]}
        estimates.append(found.estimate)
        plain.append(found.standard_error)
        errors.append(clustered_error(truth[has], judge[has], judge[~has], weight=found.weight, **clusters))
    spread = np.std(estimates)
    assert np.mean(errors) == pytest.approx(spread, rel=0.1)
    assert np.mean(plain) < 0.7 * spread
