"""ROC, precision-recall and reliability curves, and where a difference of losses comes from."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan import figures
from betterthan.data.measuring import measured
from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.curves import precision_curve, roc_curve


def probabilities(n=200):
    rng = np.random.default_rng(1)
    truth = (rng.random(n) < 0.4).astype(int)
    outputs = tuple(1 / (1 + np.exp(-(2 * truth - 1 + rng.normal(0, sd, n)))) for sd in (1.0, 2.0))
    return Predictions(("a", "b"), truth, outputs, "probabilities", ("0", "1"), "1")


def drawn(axes):
    return {line.get_label(): line.get_xydata() for line in axes.get_lines()}


def test_the_curves_are_those_of_both_models():
    given = probabilities()
    axes = figures.roc(measured(given, "auroc"))
    for name, output in zip("ab", given.outputs, strict=True):
        x, y = drawn(axes)[name].T
        above, below = output[given.truth == 1], output[given.truth == 0]
        for place in (20, 50, 120):  # the threshold that this share of the negatives exceeds
            threshold = np.quantile(below, 1 - x[place], method="inverted_cdf")
            assert y[place] == pytest.approx((above > threshold).mean(), abs=0.02)
    assert "dashed curve" in axes.get_xlabel()


def test_a_curve_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(2)
    truth, scores = rng.integers(0, 2, 120), rng.normal(size=120).round(1)
    weights, at = rng.random((1, 120)), np.linspace(0, 1, 37)
    alarms, found, _ = metrics.roc_curve(truth, scores, sample_weight=weights[0], drop_intermediate=False)
    assert roc_curve(truth, scores, weights, at)[0] == pytest.approx(np.interp(at, alarms, found), abs=1e-10)
    precision, recall, _ = metrics.precision_recall_curve(truth, scores, sample_weight=weights[0])
    seen = np.unique(recall)[1:]
    ours = precision_curve(truth, scores, weights, seen)[0]  # at the highest threshold that finds so many
    highest = [precision[np.flatnonzero(np.abs(recall - each) < 1e-12)[-1]] for each in seen]
    assert ours == pytest.approx(highest, abs=1e-10)


def test_a_reliability_diagram_has_the_share_that_came():
    given = probabilities()
    axes = figures.reliability(given, bins=4)
    told, came = drawn(axes)["a"].T
    groups = np.array_split(np.argsort(given.outputs[0], kind="stable"), 4)
    assert told == pytest.approx([given.outputs[0][group].mean() for group in groups])
    assert came == pytest.approx([given.truth[group].mean() for group in groups])


def test_shares_of_a_difference_sum_to_the_whole():
    table = bt.pair_arrays([0.0, 0.0, 4.0, 0.0], [1.0, -1.0, 0.0, 0.5], independent=True)
    axes = figures.loss_shares(table)
    (curve,) = (line.get_xydata() for line in axes.get_lines() if len(line.get_xydata()) == 5)
    assert curve[:, 1] == pytest.approx(np.array([0, 4, 3, 4, 3.5]) / 3.5)


def test_what_has_no_such_curve_is_refused():
    given = probabilities()
    with pytest.raises(ArgumentError, match="compare predictions by `auroc`"):
        figures.roc(measured(given, "f1"))
    with pytest.raises(ArgumentError, match="probabilities of two classes"):
        figures.reliability(Predictions(("a", "b"), np.array([0.0, 1.0]), (np.zeros(2), np.ones(2)), "values"))
    with pytest.raises(ArgumentError, match="do not sum to 0"):
        figures.loss_shares(bt.pair_arrays([1.0, 0.0], [0.0, 1.0], independent=True))
