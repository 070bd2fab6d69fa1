"""Every metric that scikit-learn has, with and without weights, on random data with ties and several classes."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest

from betterthan.numerics.metrics.table import metric_named

sklearn = pytest.importorskip("sklearn.metrics")

SEEDS = range(8)
CLOSE = {"rtol": 0, "atol": 1e-10}


def weight_sets(rng, n):
    """Draws x n: all alike, exponential, counts with zeros, and a scale that is far from 1."""
    counts = rng.multinomial(n, np.full(n, 1 / n)).astype(float)
    counts[0] = max(counts[0], 1)
    return np.array([np.ones(n), rng.exponential(size=n), counts, 1e-9 * rng.exponential(size=n)])


def agree(name, truth, output, theirs, weights):
    """Ours for all draws at once, theirs one by one."""
    found = metric_named(name).over(truth, output)(weights)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [theirs(truth, output, sample_weight=row) for row in weights]
    np.testing.assert_allclose(found, expected, **CLOSE, err_msg=name)


def scores_of(rng, truth, tied):
    scores = rng.normal(size=len(truth)) + 0.8 * truth
    return np.round(scores, 1) if tied else scores


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("auroc", sklearn.roc_auc_score),
        ("average-precision", sklearn.average_precision_score),
        *(
            (
                f"partial-auroc-{limit}",
                lambda *given, limit=limit, **keys: sklearn.roc_auc_score(*given, max_fpr=limit, **keys),
            )
            for limit in (0.05, 0.1, 0.5, 0.999)
        ),
    ],
)
def test_two_classes_and_a_score(name, theirs, seed, tied):
    rng = np.random.default_rng(seed)
    truth = np.append((rng.random(200) < rng.choice([0.05, 0.3, 0.5])).astype(int), [0, 1])
    weights = weight_sets(rng, len(truth))
    weights[:, -2:] += 1e-3 * weights.max(axis=1, keepdims=True)  # both classes have weight
    agree(name, truth, scores_of(rng, truth, tied), theirs, weights)


def test_partial_auroc_of_everything_is_the_auroc():
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=100)
    scores, weights = scores_of(rng, truth, True), weight_sets(rng, 100)
    found, whole = (metric_named(name).over(truth, scores)(weights) for name in ("partial-auroc-1", "auroc"))
    np.testing.assert_allclose(found, whole, **CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_auroc_of_each_class_against_the_rest(average, seed):
    rng = np.random.default_rng(seed)
    truth, chances = several_classes(rng, 120, 4)
    agree(
        f"auroc-ovr-{average}",
        truth,
        chances,
        lambda *given, **keys: sklearn.roc_auc_score(*given, multi_class="ovr", average=average, **keys),
        weight_sets(rng, len(truth)) + 1e-12,
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_auroc_of_each_class_against_each_other_with_cases_repeated_for_weights(average, seed):
    """scikit-learn takes no weights here."""
    rng = np.random.default_rng(seed)
    truth, chances = several_classes(rng, 80, 3)
    counts = rng.integers(1, 4, size=(3, len(truth)))
    found = metric_named(f"auroc-ovo-{average}").over(truth, chances)(counts.astype(float))
    expected = [
        sklearn.roc_auc_score(truth.repeat(row), chances.repeat(row, axis=0), multi_class="ovo", average=average)
        for row in counts
    ]
    np.testing.assert_allclose(found, expected, **CLOSE)


def several_classes(rng, n, classes):
    """Truth with every class in it, and probabilities with ties between cases."""
    truth = np.concatenate([np.arange(classes), rng.integers(classes, size=n)])
    raw = np.round(rng.exponential(size=(len(truth), classes)) + np.eye(classes)[truth], 1) + 0.1
    return truth, raw / raw.sum(axis=1, keepdims=True)


AVERAGED = [
    (f"f{beta:g}-{average}", partial(sklearn.fbeta_score, beta=beta, average=average))
    for beta in (1, 2, 0.5)
    for average in ("micro", "macro", "weighted")
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("accuracy", sklearn.accuracy_score),
        ("balanced-accuracy", sklearn.balanced_accuracy_score),
        ("mcc", sklearn.matthews_corrcoef),
        ("kappa", sklearn.cohen_kappa_score),
        *AVERAGED,
    ],
)
def test_labels_of_several_classes(name, theirs, seed):
    """Some classes are only true, some only predicted, and some may have no weight."""
    rng = np.random.default_rng(seed)
    truth = rng.choice([0, 1, 2, 3, 7], p=[0.5, 0.3, 0.1, 0.05, 0.05], size=60)
    labels = np.where(rng.random(60) < 0.6, truth, rng.choice([0, 1, 2, 5], size=60))
    agree(name, truth, labels, theirs, weight_sets(rng, 60))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beta", [1, 2, 0.5])
def test_f_of_the_positive_class(beta, seed):
    rng = np.random.default_rng(seed)
    truth, labels = rng.integers(2, size=(2, 40))
    agree(f"f{beta:g}", truth, labels, partial(sklearn.fbeta_score, beta=beta), weight_sets(rng, 40))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
def test_f_of_several_labels(average, seed):
    rng = np.random.default_rng(seed)
    truth, labels = (rng.random((2, 50, 6)) < [0.5, 0.3, 0.2, 0.1, 0.02, 0]).astype(int)
    theirs = partial(sklearn.f1_score, average=average)
    agree(f"multilabel-f1-{average}", truth, labels, theirs, weight_sets(rng, 50))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("k", [1, 2, 3])
def test_top_k_with_ties_between_classes(k, seed):
    rng = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(5), rng.integers(5, size=60)])
    scores = rng.integers(4, size=(65, 5)).astype(float)
    agree(f"top-{k}", truth, scores, partial(sklearn.top_k_accuracy_score, k=k), weight_sets(rng, 65))


@pytest.mark.parametrize("seed", SEEDS)
def test_perplexity(seed):
    rng = np.random.default_rng(seed)
    truth, chances = several_classes(rng, 50, 3)
    agree(
        "perplexity",
        truth,
        chances,
        lambda *given, **keys: np.exp(sklearn.log_loss(*given, **keys)),
        weight_sets(rng, 53),
    )


@pytest.mark.parametrize("scale", [1e-150, 1.0, 1e150])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("rmse", sklearn.root_mean_squared_error),
        ("mae", sklearn.mean_absolute_error),
        ("r2", sklearn.r2_score),
    ],
)
def test_values(name, theirs, seed, scale):
    rng = np.random.default_rng(seed)
    truth = rng.normal(100, 3, size=30)
    values, weights = truth + rng.normal(size=30), weight_sets(rng, 30)
    found = metric_named(name).over(scale * truth, scale * values)(weights)
    expected = np.array([theirs(truth, values, sample_weight=row) for row in weights])
    np.testing.assert_allclose(found, expected if name == "r2" else scale * expected, rtol=1e-10)


@pytest.mark.parametrize("predicted", [[5.0, 5.0, 5.0], [5.0, 5.0, 6.0]])
def test_r2_of_a_constant_truth(predicted):
    truth, values = np.full(3, 5.0), np.array(predicted)
    assert metric_named("r2").over(truth, values)(np.ones((1, 3))) == sklearn.r2_score(truth, values)


@pytest.mark.parametrize("k", [None, 1, 3, 10])
@pytest.mark.parametrize("seed", SEEDS)
def test_ndcg_with_ties_and_queries_of_different_length(k, seed):
    rng = np.random.default_rng(seed)
    query = rng.permutation(np.repeat(np.arange(6), [2, 3, 5, 8, 12, 20]))
    relevance, scores = rng.integers(4, size=50).astype(float), rng.integers(6, size=50).astype(float)
    relevance[query == 2] = 0
    found = metric_named("ndcg" if k is None else f"ndcg-{k}").each(relevance, scores, query)
    expected = [sklearn.ndcg_score([relevance[query == each]], [scores[query == each]], k=k) for each in range(6)]
    np.testing.assert_allclose(found, expected, **CLOSE)


@pytest.mark.parametrize("name", ["auroc", "average-precision", "f1", "mcc", "kappa"])
def test_many_draws_in_blocks_are_those_of_scikit_learn(name):
    from betterthan.numerics.case_weights import dirichlet_weights, over_draws

    theirs = {
        "auroc": sklearn.roc_auc_score,
        "average-precision": sklearn.average_precision_score,
        "f1": sklearn.f1_score,
        "mcc": sklearn.matthews_corrcoef,
        "kappa": sklearn.cohen_kappa_score,
    }[name]
    rng, metric = np.random.default_rng(3), metric_named(name)
    truth = rng.integers(2, size=1500)
    scores = scores_of(rng, truth, False)
    outputs = [scores, scores + rng.normal(size=1500)]
    if metric.takes == "labels":
        outputs = [(each > 0.4).astype(int) for each in outputs]
    draws = over_draws(
        [metric.over(truth, each) for each in outputs], dirichlet_weights(1500, 700, np.random.default_rng(1))
    )
    weights = np.concatenate(list(dirichlet_weights(1500, 700, np.random.default_rng(1))))
    assert draws.shape == (700, 2)
    for draw in (0, 332, 333, 699):  # a block has 333 of them
        expected = [theirs(truth, each, sample_weight=weights[draw]) for each in outputs]
        np.testing.assert_allclose(draws[draw], expected, **CLOSE)
