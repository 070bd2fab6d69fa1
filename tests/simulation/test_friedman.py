"""Friedman's functions as classes, and the two classifiers that are compared on them, against scikit-learn."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

from betterthan.errors import ArgumentError
from betterthan.simulation import corani2017_friedman, lda_and_cart
from betterthan.simulation.friedman import FUNCTIONS, PROBLEMS, instances


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_functions_are_those_of_scikit_learn(function):
    datasets = pytest.importorskip("sklearn.datasets")
    x, y = getattr(datasets, f"make_friedman{function}")(n_samples=50, noise=0.0, random_state=1)
    assert FUNCTIONS[function](x) == pytest.approx(y, rel=1e-12)


def test_the_settings_are_those_of_table_4():
    assert len(set(PROBLEMS)) == 54
    assert {each.further for each in PROBLEMS} == {0, 20}
    assert {each.noise for each in PROBLEMS if each.function == 3} == {0.05, 0.1, 0.2}


@pytest.mark.parametrize("number", [0, 1, 18, 37])
def test_with_the_least_noise_classes_are_even(number):
    """The median is estimated once, from 10,000 instances with the least noise: two shares of √(0.25/10,000)."""
    x, y = instances(PROBLEMS[number], np.random.default_rng(2), size=10_000)
    assert y.mean() == pytest.approx(0.5, abs=4 * 2**0.5 * 0.005)
    assert x.shape == (10_000, (10 if number < 2 else 4) + PROBLEMS[number].further)


@pytest.mark.parametrize("number", [0, 1, 3, 19, 41])
def test_the_discriminant_is_that_of_scikit_learn(number):
    """With and without more features than cases. MASS, as we do, divides squares within classes by n - 2, it by n."""
    analysis = pytest.importorskip("sklearn.discriminant_analysis")
    x, y = instances(PROBLEMS[number], np.random.default_rng(3))
    ((weights,), (offset,)) = lda_and_cart.discriminants(*lda_and_cart._sums(x[None], y[None]))
    theirs = analysis.LinearDiscriminantAnalysis().fit(x, y)
    assert weights == pytest.approx(theirs.coef_[0] * (len(y) - 2) / len(y), rel=1e-6)
    middle = weights @ (x[y].mean(axis=0) + x[~y].mean(axis=0)) / 2
    assert offset == pytest.approx(middle - np.log(y.sum() / (~y).sum()), rel=1e-6)


def test_folds_hold_every_instance_once_and_as_many_of_each_class():
    y = np.arange(57) < 31
    fold = lda_and_cart.stratified(y, np.random.default_rng(4))
    for members, count in ((fold[y], 31), (fold[~y], 26)):
        sizes = np.bincount(members, minlength=10)
        assert sizes.sum() == count
        assert set(sizes) <= {count // 10, count // 10 + 1}


def test_cross_validation_is_what_training_and_testing_fold_by_fold_gives():
    """Every fold is compared with a discriminant and a tree that were fitted without it."""
    pytest.importorskip("sklearn")
    x, y = instances(PROBLEMS[2], np.random.default_rng(5))
    found = lda_and_cart.cross_validated(x, y, np.random.default_rng(6))
    rng = np.random.default_rng(6)
    folds = [lda_and_cart.stratified(y, rng) for _ in range(10)]
    expected = [
        lda_and_cart.difference((x[fold != k], y[fold != k]), (x[fold == k], y[fold == k]))
        for fold in folds
        for k in range(10)
    ]
    assert found == pytest.approx(expected, abs=1e-12)


def test_evidence_is_graded_by_the_least_odds():
    from betterthan.results.probabilities import Probabilities

    graded = {
        (0.96, 0.03, 0.01): "lda claimed to be better",
        (0.92, 0.04, 0.04): "strong evidence for lda, but not claimed",
        (0.70, 0.20, 0.10): "positive evidence for lda",
        (0.10, 0.70, 0.20): "positive evidence for the rope",
        (0.10, 0.10, 0.80): "positive evidence for cart",
        (0.50, 0.30, 0.20): None,
    }
    for shares, expected in graded.items():
        found = corani2017_friedman._evidence(Probabilities(*shares))
        assert [name for name, value in found.items() if value] == ([] if expected is None else [expected])


def test_shares_of_true_differences_know_their_doubt():
    """Of four settings two lie clearly above 0, one clearly below and one on it, which is as likely on either side."""
    share, error = corani2017_friedman._share(np.array([1.0, 2.0, -1.0, 0.0]), np.full(4, 0.1))
    assert (share, error) == (0.5, pytest.approx(0.5 / 4))


def test_without_scikit_learn_the_message_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def refuse(name, *rest):
        if name.startswith("sklearn"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ArgumentError, match=r"pip install betterthan\[metrics\]"):
        lda_and_cart._trees()
