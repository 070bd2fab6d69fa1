"""AUROCs and their covariance: against all pairs, printed values, scikit-learn."""

from __future__ import annotations

import json
from math import erfc, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from betterthan.errors import ArgumentError
from betterthan.numerics.delong import placements

PUBLISHED = json.loads((Path(__file__).parents[1] / "reference" / "delong.json").read_text())["areas"]


def by_pairs(truth, scores):
    """AUROCs and covariance from all pairs, as sums of products of the kernel (DeLong et al. 1988, eq. 3 to 7)."""
    positive, negative = scores[:, truth == 1], scores[:, truth == 0]
    kernel = (positive[:, :, None] > negative[:, None]) + 0.5 * (positive[:, :, None] == negative[:, None])
    m, n = kernel.shape[1:]
    areas = kernel.sum(axis=(1, 2)) / (m * n)
    centred = kernel - areas[:, None, None]
    of_positives = np.einsum("aij,bik->ab", centred, centred) / (n**2 * m * (m - 1))
    of_negatives = np.einsum("aij,bkj->ab", centred, centred) / (m**2 * n * (n - 1))
    return areas, of_positives + of_negatives


def p_value(z):
    return erfc(abs(z) / sqrt(2))


@pytest.mark.parametrize("seed", range(20))
def test_all_pairs_on_random_data_with_ties(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 120))
    truth = np.concatenate([[0, 0, 1, 1], (rng.random(n) < rng.choice([0.1, 0.3, 0.5])).astype(int)])
    shared = rng.normal(size=n + 4) + truth
    scores = np.round([shared + rng.normal(size=n + 4) for _ in range(3)], int(rng.integers(0, 2)))
    found, (areas, covariance) = placements(truth, scores), by_pairs(truth, scores)
    for side in (found.positives, found.negatives):
        np.testing.assert_allclose(side.mean(axis=1), areas, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.aurocs, areas, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.covariance, covariance, rtol=0, atol=1e-10)
    for first, second in ((0, 1), (0, 2), (2, 1)):
        contrast = np.eye(3)[first] - np.eye(3)[second]
        estimate, error = found.difference(first, second)
        z = contrast @ areas / sqrt(contrast @ covariance @ contrast)
        assert estimate / error == pytest.approx(z, abs=1e-10)
        assert p_value(estimate / error) == pytest.approx(p_value(z), abs=1e-10)


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["source"][:30])
def test_published_values(case):
    found = placements(np.array(case["truth"]), np.array(case["scores"]))
    close = {"rtol": 0, "atol": case["tolerance"]}
    np.testing.assert_allclose(found.aurocs, case["aurocs"], **close)
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), case["standard_errors"], **close)
    for contrast in case["contrasts"]:
        estimate, error = found.difference(contrast["first"], contrast["second"])
        expected = [contrast[key] for key in ("estimate", "standard_error", "chi_square", "p_value")]
        np.testing.assert_allclose(
            [estimate, error, (estimate / error) ** 2, p_value(estimate / error)], expected, **close
        )
    rows = np.array([np.eye(3)[each["first"]] - np.eye(3)[each["second"]] for each in case["contrasts"]])
    apart = rows @ found.aurocs
    joint = apart @ np.linalg.solve(rows @ found.covariance @ rows.T, apart)
    assert joint == pytest.approx(case["joint_chi_square"], abs=case["tolerance"])


def test_the_variance_that_the_reference_implementation_prints():
    """Sun and Xu's algorithm in yandexdataschool/roc_comparison, test.py, `TestIris.test_variance_const`."""
    datasets, selection = pytest.importorskip("sklearn.datasets"), pytest.importorskip("sklearn.model_selection")
    linear = pytest.importorskip("sklearn.linear_model")
    iris = datasets.load_iris()
    train, test, labels, truth = selection.train_test_split(
        iris.data, (iris.target == 1).astype(int), test_size=0.8, random_state=42
    )
    scores = linear.LogisticRegression(solver="lbfgs").fit(train, labels).predict_proba(test)[:, 1]
    found = placements(truth, scores[None])
    assert found.covariance.item() == pytest.approx(0.0015359814789736538, rel=1e-7)


def test_the_area_is_that_of_scikit_learn():
    metrics, rng = pytest.importorskip("sklearn.metrics"), np.random.default_rng(0)
    truth = rng.integers(2, size=2000)
    scores = np.round(rng.normal(size=(2, 2000)) + truth, 2)
    expected = [metrics.roc_auc_score(truth, each) for each in scores]
    np.testing.assert_allclose(placements(truth, scores).aurocs, expected, rtol=0, atol=1e-12)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(-2, 2)), min_size=4, max_size=20))
def test_order_alone_matters_and_turning_the_classes_turns_the_area(rows):
    truth, scores = np.array([(0, 0), (0, 1), (1, 0), (1, 1), *rows]).T
    scores = scores.astype(float)[None]
    found = placements(truth, scores)
    cubed, turned = placements(truth, np.exp(scores)), placements(1 - truth, scores)
    np.testing.assert_array_equal(cubed.aurocs, found.aurocs)
    np.testing.assert_allclose(turned.aurocs, 1 - found.aurocs, atol=1e-15)
    np.testing.assert_allclose(turned.covariance, found.covariance, atol=1e-15)


def test_models_that_order_alike_differ_by_nothing_at_all():
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(2, size=500), rng.normal(size=500)
    found = placements(truth, np.array([scores, scores**3, np.exp(scores)]))
    assert found.difference(0, 1) == (0, 0)
    assert found.difference(2, 0) == (0, 0)


def test_perfect_and_constant_scores():
    truth = np.array([0, 0, 1, 1])
    found = placements(truth, np.array([[1.0, 2.0, 3.0, 4.0], [5.0, 5.0, 5.0, 5.0], [4.0, 3.0, 2.0, 1.0]]))
    np.testing.assert_array_equal(found.aurocs, [1, 0.5, 0])
    np.testing.assert_array_equal(found.covariance, np.zeros((3, 3)))


@pytest.mark.parametrize(("truth", "area"), [([0, 1], 1), ([0, 1, 1], 1), ([0, 0, 1], 1)])
def test_a_class_with_one_case_has_an_area_and_no_variance(truth, area):
    found = placements(np.array(truth), np.arange(len(truth), dtype=float)[None])
    assert found.aurocs == area
    assert np.isnan(found.covariance).all()
    assert np.isnan(found.difference(0, 0)[1])


@pytest.mark.parametrize("truth", [[0, 0, 0], [1, 1, 1]])
def test_one_class_alone_has_no_area(truth):
    found = placements(np.array(truth), np.array([[1.0, 2.0, 3.0]]))
    assert np.isnan(found.aurocs).all()
    assert np.isnan(found.covariance).all()


def test_what_is_not_finite_is_refused():
    with pytest.raises(ArgumentError, match="of 3 numbers, 1 is NaN or infinite"):
        placements(np.array([0, 1, 1]), np.array([[1.0, np.nan, 3.0]]))
