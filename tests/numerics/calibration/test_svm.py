"""Platt scaling of a support vector machine that was really fitted (Williams 2026, sec. 6.1, on other data)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import log_expit

from betterthan.numerics.calibration.platt import platt_scale

pytest.importorskip("sklearn")


def deficits(seed):
    """Mean log score of logistic regression less that of the SVM on test cases, before and after Platt scaling."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    x, y = load_breast_cancer(return_X_y=True)
    x, x_rest, y, y_rest = train_test_split(x, y, train_size=0.5, random_state=seed, stratify=y)
    x_held, x_test, y_held, y_test = train_test_split(
        x_rest, y_rest, train_size=0.5, random_state=seed, stratify=y_rest
    )

    def log_score(odds):
        return float(log_expit(np.where(y_test == 1, odds, -odds)).mean())

    logistic, svm = (make_pipeline(StandardScaler(), each).fit(x, y) for each in (LogisticRegression(), SVC()))
    margin = svm.decision_function(x_test)
    curve = platt_scale(svm.decision_function(x_held), y_held == 1)
    reference = log_score(logistic.decision_function(x_test))
    return reference - log_score(margin), reference - log_score(curve.slope * margin + curve.intercept)


def test_most_of_the_deficit_goes():
    before, after = np.array([deficits(seed) for seed in range(20)]).T
    assert (before > 0.1).all()
    assert (after < before / 2).sum() >= 18
