"""The counted cross-validation against one that trains and predicts instance by instance, and against its theory."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.simulation.classifier_pair import cross_validated, data_sets


def trained(data, *, repeats, folds, seed):
    """Cross-validation as the appendix tells it, for one data set: train on the rest, predict each instance."""
    shuffled = np.random.default_rng(seed).permuted(np.repeat(data[None], repeats, axis=0), axis=1)
    c, f, g = shuffled >> 2, shuffled >> 1 & 1, shuffled & 1
    made = np.zeros((repeats, folds))
    for run in range(repeats):
        test = np.array_split(np.arange(len(data)), folds)
        for number, inside in enumerate(test):
            rest = np.setdiff1d(np.arange(len(data)), inside)
            accuracies = []
            for feature in (f[run], g[run]):
                speaks_for_1 = {v: (c[run][rest][feature[rest] == v] == 1).mean() for v in (0, 1)}
                said = [int(speaks_for_1[v] > 0.5) for v in feature[inside]]
                accuracies.append(np.mean(np.array(said) == c[run][inside]))
            made[run, number] = accuracies[0] - accuracies[1]
    return made


@pytest.mark.parametrize(("size", "repeats", "folds"), [(40, 3, 4), (60, 5, 2), (200, 2, 10)])
def test_counting_is_training(size, repeats, folds):
    for seed in range(5):
        data = data_sets(1, np.random.default_rng(seed), size=size, difference=0.1)
        counted = cross_validated(data, np.random.default_rng(seed), repeats=repeats, folds=folds)
        np.testing.assert_allclose(counted[0], trained(data[0], repeats=repeats, folds=folds, seed=seed), atol=1e-12)


def test_the_features_tell_the_class_as_often_as_they_should():
    data = data_sets(2, np.random.default_rng(0), size=200_000, difference=np.array([0.0, 0.15]))
    c, f, g = data >> 2, data >> 1 & 1, data & 1
    within = 4 * (0.25 / 200_000) ** 0.5
    assert c.mean(axis=1) == pytest.approx([0.5, 0.5], abs=within)
    assert (f == c).mean(axis=1) == pytest.approx([0.9, 0.9], abs=within)
    assert (g == c).mean(axis=1) == pytest.approx([0.9, 0.75], abs=within)
    right = ((f == c) & (g == c)).mean(axis=1)
    assert right == pytest.approx([0.81, 0.675], abs=within), "the features are independent given the class"


def test_the_error_of_the_mean_is_that_of_corani_2017_table_2():
    """δ from the mixture of sec. 4.1; the paper prints a mean squared error of .00036."""
    rng = np.random.default_rng(1)
    runs = 4000
    delta = rng.choice([0.005, 0.02], runs) + 0.001 * rng.standard_normal(runs)
    mean = cross_validated(data_sets(runs, rng, difference=delta), rng, repeats=1).mean(axis=(1, 2))
    squared = (mean - delta) ** 2
    assert squared.mean() == pytest.approx(0.00036, abs=5e-6 + 4 * squared.std() / runs**0.5)
    assert (mean - delta).mean() == pytest.approx(0, abs=4 * (mean - delta).std() / runs**0.5)


def test_the_same_seed_gives_the_same_differences():
    one, other = (
        cross_validated(data_sets(3, np.random.default_rng(2)), np.random.default_rng(3), repeats=2, folds=5)
        for _ in range(2)
    )
    np.testing.assert_array_equal(one, other)
    assert one.shape == (3, 2, 5)
