"""Calibrations and thresholds: fitted on what is held out, applied to what is compared."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.data.calibrating import calibrated
from betterthan.data.factors import Factor
from betterthan.data.holding_out import hold_out
from betterthan.data.predictions import Predictions
from betterthan.data.thresholds import at_threshold
from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.platt import platt_scale


def scored(n=400, kind="score"):
    rng = np.random.default_rng(5)
    truth = (rng.random(n) < 0.4).astype(int)
    scores = [2.0 * truth + rng.normal(0, 1, n), 3 * (1.5 * truth + rng.normal(0, 1, n)) - 4]
    outputs = tuple(scores) if kind == "score" else tuple(1 / (1 + np.exp(-each)) for each in scores)
    return Predictions(("a", "b"), truth, outputs, kind, ("no", "yes"), "yes")


@pytest.mark.parametrize("kind", ["score", "probabilities"])
def test_platt_scaling_sees_only_what_is_held_out(kind):
    given = hold_out(scored(kind=kind), 0.5)
    made = calibrated(given)
    assert made.kind == "probabilities"
    raw = scored(kind="score").outputs[1]
    curve = platt_scale(raw[given.held_out], given.truth[given.held_out] == 1)
    assert made.output("b") == pytest.approx(curve.probabilities(raw), abs=1e-6)
    assert any("Platt scaling was fitted on 200 cases held out" in note for note in made.notes)
    other = given.truth.copy()
    other[~given.held_out] = 1 - other[~given.held_out]
    turned = calibrated(
        Predictions(given.models, other, given.outputs, kind, given.classes, "yes", held_out=given.held_out)
    )
    assert turned.output("b") == pytest.approx(made.output("b"))  # what is compared had no say


@pytest.mark.parametrize("method", ["isotonic", "temperature"])
def test_other_curves_lessen_the_squared_error_of_a_model_that_is_too_sure(method):
    given = hold_out(scored(kind="probabilities"), 0.5)
    made = calibrated(given, method)

    def brier(predictions):
        return ((predictions.compared.output("b") - predictions.compared.truth) ** 2).mean()

    assert brier(made) < brier(given)
    order = np.argsort(given.output("b"))
    assert (np.diff(made.output("b")[order]) >= 0).all()


def test_a_threshold_keeps_its_error_rate_on_what_is_held_out():
    given = hold_out(scored(), 0.5)
    made = at_threshold(given, missed=0.08)
    held = made.held
    missed = (held.output("a")[held.truth == 1] == 0).mean()
    assert missed <= 0.08
    assert missed > 0.08 - 1 / (held.truth == 1).sum()
    assert made.kind == "labels"
    assert any("share of positives missed is at most 0.08" in note for note in made.notes)


def test_the_least_cost_is_found():
    given = hold_out(scored(), 0.5)
    made = at_threshold(given, cost=5.0).held
    positive, scores = made.truth == 1, hold_out(scored(), 0.5).held.output("a")

    def cost(threshold):
        said = scores >= threshold
        return 5 * (positive & ~said).sum() + (~positive & said).sum()

    said = made.output("a") == 1
    found = 5 * (positive & ~said).sum() + (~positive & said).sum()
    assert found == min(cost(threshold) for threshold in [*scores, np.inf])


def test_whole_clusters_are_held_out():
    given = scored()
    clusters = Factor(np.arange(400) // 10, tuple(map(str, range(40))))
    held = hold_out(
        Predictions(given.models, given.truth, given.outputs, "score", given.classes, "yes", {"cluster": clusters}),
        0.25,
    )
    by_cluster = held.held_out.reshape(40, 10)
    assert (by_cluster.all(axis=1) | ~by_cluster.any(axis=1)).all()
    assert by_cluster.all(axis=1).sum() == 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: calibrated(scored()), "fitted on cases that are held out, never on those that are compared"),
        (lambda: at_threshold(scored(), cost=2), "chosen on cases that are held out, never on those that are compared"),
        (lambda: calibrated(hold_out(scored(), 0.5), "magic"), "magic"),
        (lambda: at_threshold(hold_out(scored(), 0.5)), "one of `cost=`, `missed=` and `false_alarms=`"),
        (lambda: at_threshold(hold_out(scored(), 0.5), cost=2, missed=0.1), "one of `cost=`"),
        (lambda: hold_out(scored(), 1.5), "above 0 and below 1"),
        (lambda: hold_out(hold_out(scored(), 0.5), 0.5), "held out already"),
        (lambda: hold_out(scored(), 0.0001), "leaves nothing"),
    ],
)
def test_what_cannot_be_done_is_said(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()
