"""Laws that metrics obey, whatever the data; and values where one is at the edge of what is defined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Metric
from betterthan.numerics.metrics.sums import running
from betterthan.numerics.metrics.table import metric_named, names

METRICS = [metric for metric in map(metric_named, names()) if isinstance(metric, Metric)]
CLOSE = {"rtol": 0, "atol": 1e-10}
SCORES = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e300, 1e300, allow_subnormal=True))


def over(name, truth, output, weights=None):
    weights = np.ones((1, len(truth))) if weights is None else np.atleast_2d(np.asarray(weights, dtype=float))
    return metric_named(name).over(np.asarray(truth), np.asarray(output))(weights)


def example(metric, rng, n):
    """Truth and output of the kind that a metric takes, with ties and with all classes in it."""
    classes = metric.classes or 4
    truth = np.concatenate([np.arange(classes), rng.integers(classes, size=n - classes)])
    if metric.takes == "score":
        return truth, np.round(rng.normal(size=n) + truth, 1)
    if metric.takes == "labels":
        return truth, np.where(rng.random(n) < 0.5, truth, rng.integers(classes, size=n))
    if metric.takes == "probabilities":
        raw = np.round(rng.random((n, classes)), 1) + 0.1
        return truth, raw / raw.sum(axis=1, keepdims=True)
    if metric.takes == "multilabel":
        return rng.integers(2, size=(n, 3)), rng.integers(2, size=(n, 3))
    return np.round(rng.normal(size=n), 1), np.round(rng.normal(size=n), 1)


@st.composite
def cases(draw):
    """Binary truth with both classes, and scores."""
    n = draw(st.integers(2, 12))
    truth = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    return np.array(truth), np.array(draw(st.lists(SCORES, min_size=n, max_size=n)))


def pair_count(truth, scores, weights):
    """The weight of the pairs that are ordered rightly, ties half, straight from the definition."""
    right = (scores[:, None] > scores) + 0.5 * (scores[:, None] == scores)
    pairs = np.outer(weights * (truth == 1), weights * (truth == 0))
    return (pairs * right).sum() / pairs.sum()


@given(cases(), st.integers(0, 2**32))
def test_auroc_is_the_share_of_pairs_in_the_right_order(data, seed):
    truth, scores = data
    weights = np.random.default_rng(seed).exponential(size=(20, len(truth)))
    expected = [pair_count(truth, scores, row) for row in weights]
    np.testing.assert_allclose(over("auroc", truth, scores, weights), expected, **CLOSE)


@given(cases())
def test_auroc_depends_on_the_order_alone_and_turns_with_the_classes(data):
    truth, scores = data
    weights = 1.0 + np.arange(len(truth))
    found = over("auroc", truth, scores, weights)
    ranks = stats.rankdata(scores, method="dense")
    np.testing.assert_allclose(over("auroc", truth, ranks**3, weights), found, **CLOSE)
    np.testing.assert_allclose(over("auroc", 1 - truth, scores, weights), 1 - found, **CLOSE)
    np.testing.assert_allclose(over("auroc", truth, -ranks, weights), 1 - found, **CLOSE)


@given(cases())
def test_average_precision_is_the_mean_precision_at_the_positives(data):
    truth, scores = data
    weights = 1.0 + np.arange(len(truth))
    called = scores >= scores[:, None]
    precision = (called * weights * truth).sum(axis=1) / (called * weights).sum(axis=1)
    expected = (weights * truth * precision).sum() / (weights * truth).sum()
    np.testing.assert_allclose(over("average-precision", truth, scores, weights), expected, **CLOSE)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@given(seed=st.integers(0, 2**32), n=st.integers(8, 30))
def test_a_case_of_weight_k_is_k_cases_and_the_scale_of_weights_does_not_matter(metric, seed, n):
    rng = np.random.default_rng(seed)
    truth, output = example(metric, rng, n)
    counts = rng.integers(1, 4, size=n)
    found = metric.over(truth, output)(np.array([counts, 1e100 * counts, 1e-100 * counts]))
    repeated = metric.over(truth.repeat(counts, axis=0), output.repeat(counts, axis=0))(np.ones((1, counts.sum())))
    np.testing.assert_allclose(found, np.repeat(repeated, 3), **CLOSE)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_how_weights_are_stored_and_how_many_draws_there_are_do_not_matter(metric):
    rng = np.random.default_rng(1)
    truth, output = example(metric, rng, 50)
    weights = rng.exponential(size=(40, 50))
    given_weights, found = weights.copy(), metric.over(truth, output)(weights)
    assert found.shape == (40,)
    assert (weights == given_weights).all()
    np.testing.assert_allclose(metric.over(truth, output)(np.asfortranarray(weights)), found, **CLOSE)
    np.testing.assert_allclose([metric.over(truth, output)(row[None])[0] for row in weights], found, **CLOSE)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@given(seed=st.integers(0, 2**32))
def test_a_metric_stays_within_its_extent(metric, seed):
    rng = np.random.default_rng(seed)
    truth, output = example(metric, rng, 12)
    found = metric.over(truth, output)(rng.multinomial(12, np.full(12, 1 / 12), size=20).astype(float))
    found = found[~np.isnan(found)]
    low, high = metric.extent
    assert (found >= low - 1e-12).all()
    assert (found <= high + 1e-12).all()


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_the_order_of_cases_does_not_matter(metric):
    rng = np.random.default_rng(2)
    truth, output = example(metric, rng, 60)
    weights, order = rng.exponential(size=(5, 60)), rng.permutation(60)
    found = metric.over(truth[order], output[order])(weights[:, order])
    np.testing.assert_allclose(found, metric.over(truth, output)(weights), **CLOSE)


@given(st.integers(2, 15), st.integers(0, 2**32))
def test_spearman_is_that_of_scipy_on_repeated_cases(n, seed):
    rng = np.random.default_rng(seed)
    truth, values = rng.integers(5, size=(2, n)).astype(float)
    truth[:2], values[:2] = [9, -9], [9, -9]
    counts = rng.integers(1, 4, size=(3, n))
    expected = [stats.spearmanr(truth.repeat(row), values.repeat(row)).statistic for row in counts]
    np.testing.assert_allclose(over("spearman", truth, values, counts), expected, **CLOSE)


@pytest.mark.parametrize("bins", [1, 5, 15])
def test_calibration_error_bin_by_bin(bins):
    rng = np.random.default_rng(bins)
    truth, chances = example(metric_named("ece"), rng, 200)
    chances[0] = [1, 0, 0, 0]
    weights, confidence = rng.exponential(size=200), chances.max(axis=1)
    right = chances.argmax(axis=1) == truth
    expected = 0.0
    for edge in range(bins):
        inside = (confidence > edge / bins) & (confidence <= (edge + 1) / bins)
        expected += abs((weights * (right - confidence))[inside].sum())
    np.testing.assert_allclose(over(f"ece-{bins}", truth, chances, weights), expected / weights.sum(), **CLOSE)


def test_calibration_error_of_a_forecast_that_is_right_as_often_as_it_says():
    chances = np.tile([0.8, 0.2], (10, 1))
    assert over("ece", [0] * 8 + [1] * 2, chances)[0] == pytest.approx(0, abs=1e-15)
    assert over("ece", [0] * 5 + [1] * 5, chances)[0] == pytest.approx(0.3)


# What is at the edge


@pytest.mark.parametrize("name", ["auroc", "average-precision", "partial-auroc-0.1"])
def test_one_class_only_is_undefined(name):
    truths = [[0, 0, 0]] if name == "average-precision" else [[0, 0, 0], [1, 1, 1]]
    for truth in truths:
        assert np.isnan(over(name, truth, [0.1, 0.2, 0.3])).all()


def test_draws_without_a_class_are_undefined_and_others_are_not():
    weights = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 1, 1]]
    for name, expected in (("auroc", [np.nan, 1, np.nan]), ("average-precision", [np.nan, 1, 1])):
        np.testing.assert_array_equal(over(name, [0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4], weights), expected)
    several = np.eye(4)[[0, 1, 2, 3]] + 0.1
    for name in ("auroc-ovr-macro", "auroc-ovr-weighted", "auroc-ovo-macro", "auroc-ovo-weighted"):
        found = over(name, [0, 1, 2, 3], several, [[1, 1, 1, 0], [1, 1, 1, 1]])
        np.testing.assert_allclose(found, [np.nan, 1], **CLOSE)


@pytest.mark.parametrize("draws", [1, 40])
def test_constant_scores_say_nothing(draws):
    truth, weights = [0, 1, 1, 0, 1], np.ones((draws, 5))
    for name in ("auroc", "partial-auroc-0.1"):
        np.testing.assert_allclose(over(name, truth, np.zeros(5), weights), 0.5)
    np.testing.assert_allclose(over("average-precision", truth, np.zeros(5), weights), 0.6)
    assert np.isnan(over("spearman", [1.0, 2, 3, 4, 5], np.zeros(5), weights)).all()


@pytest.mark.parametrize(
    ("scores", "auroc", "precision", "correlation"),
    [([0.1, 0.9], 1, 1, 1), ([0.9, 0.1], 0, 0.5, -1), ([0.5, 0.5], 0.5, 0.5, np.nan)],
)
def test_two_cases(scores, auroc, precision, correlation):
    assert over("auroc", [0, 1], scores) == auroc
    assert over("average-precision", [0, 1], scores) == precision
    np.testing.assert_allclose(over("spearman", [0.0, 1.0], scores), correlation)


@pytest.mark.parametrize("scores", [[1e-320, 2e-320, 3e-320], [-1.7e308, 0, 1.7e308], [1, 1 + 2**-52, 1 + 2**-51]])
def test_scores_of_any_size_are_told_apart(scores):
    assert over("auroc", [0, 1, 1], scores) == 1
    assert over("auroc", [1, 0, 0], scores) == 0


def test_zeros_of_both_signs_are_tied():
    assert over("auroc", [0, 1], [0.0, -0.0]) == 0.5
    assert over("average-precision", [0, 1], [0.0, -0.0]) == 0.5


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    "metric",
    [each for each in METRICS if each.takes in ("score", "values", "probabilities")],
    ids=lambda each: each.name,
)
def test_what_is_not_finite_is_refused(metric, wrong):
    truth, output = example(metric, np.random.default_rng(0), 20)
    output.flat[3] = wrong
    with pytest.raises(ArgumentError, match="1 is NaN or infinite"):
        metric.over(truth, output)


def test_labels_at_the_edge_as_scikit_learn_has_them():
    same, zero = [1, 1, 1], [0, 0, 0]
    assert over("f1", zero, zero) == 0
    assert over("f1-macro", zero, same) == 0
    assert over("balanced-accuracy", zero, same) == 0
    assert over("balanced-accuracy", zero, zero) == 1
    assert over("mcc", zero, same) == 0
    assert over("mcc", [0, 1, 1], same) == 0
    assert np.isnan(over("kappa", same, same)).all()
    assert over("kappa", zero, same) == 0


def test_a_class_that_is_predicted_alone_has_no_correlation_however_the_weights_round():
    weights = np.random.default_rng(0).exponential(size=(500, 30))
    truth, labels = np.arange(30) % 3, np.zeros(30, dtype=int)
    assert (over("mcc", truth, labels, weights) == 0).all()
    assert (over("mcc", labels, truth, weights) == 0).all()
    assert np.isnan(over("kappa", labels, labels, weights)).all()


def test_a_class_without_weight_counts_in_macro_f_and_not_in_balanced_accuracy():
    truth, labels, weights = [0, 0, 1], [0, 0, 1], [1, 1, 0]
    assert over("f1-macro", truth, labels, weights) == 0.5
    assert over("balanced-accuracy", truth, labels, weights) == 1


def test_r2_at_the_edge():
    assert over("r2", [5.0, 5.0], [5.0, 5.0]) == 1
    assert over("r2", [0.1] * 7, [0.1] * 6 + [0.2]) == 0
    assert over("r2", [1.0, 2.0, 3.0], [2.0, 2.0, 2.0]) == 0
    assert over("r2", [1.0, 2.0], [1e250, 2.0]) == -np.inf
    assert over("r2", [1.0, 2.0, 7.0], [1.5, 2.0, 7.0], [3, 0, 0]) == 0  # one value alone is constant


def test_errors_whose_squares_would_leave_the_range():
    assert over("rmse", [0.0, 0.0], [3e200, 4e200])[0] == pytest.approx(np.sqrt(12.5) * 1e200)
    assert over("rmse", [0.0, 0.0], [3e-200, 4e-200])[0] == pytest.approx(np.sqrt(12.5) * 1e-200)
    assert over("rmse", [1.0, 2.0], [1.0, 2.0]) == 0


def test_perplexity_of_an_impossible_case_is_bounded_by_the_clip():
    assert over("perplexity", [0], [[0.0, 1.0]])[0] == pytest.approx(2.0**52)
    assert over("perplexity", [0, 1], [[0.25, 0.75], [0.75, 0.25]])[0] == pytest.approx(4)


@pytest.mark.parametrize("rows", [0, 1, 2, 15, 16, 17, 100])
@pytest.mark.parametrize("columns", [1, 15, 16, 40])
def test_running_sums(rows, columns):
    values = np.random.default_rng(0).integers(100, size=(rows, columns)).astype(float)
    np.testing.assert_array_equal(running(values.copy()), np.cumsum(values, axis=0))
