"""The example `mice` has the moments that Williams (2026), sec. 6.1, prints, and tells its story."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import astuple

import numpy as np
import pytest
from make_mice import found
from scipy.special import expit
from scipy.stats import ttest_1samp

import betterthan as bt
from betterthan.data.examples import csv_text, example
from betterthan.data.examples.mice import PARTS, SETTINGS, columns
from betterthan.numerics.calibration.platt import platt_scale
from betterthan.numerics.calibration.recalibration import recalibration
from betterthan.numerics.calibration.two_classes import log_odds
from betterthan.numerics.concentration import carried
from betterthan.numerics.operating_point import error_share
from betterthan.procedures import bayes_robust_t, bayes_t

MODELS = ("LgR", "SVM", "MLP")


@pytest.fixture(scope="module")
def table():
    """The columns as a user reads them from the CSV."""
    rows = list(csv.DictReader(io.StringIO(csv_text("mice"))))
    text = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return {name: each.astype(float) if name in ("held_out", "class", *MODELS) else each for name, each in text.items()}


@pytest.fixture(scope="module")
def compared(table):
    return {name: column[table["held_out"] == 0] for name, column in table.items()}


@pytest.fixture(scope="module")
def held_out(table):
    return {name: column[table["held_out"] == 1] for name, column in table.items()}


def log_scores(part, model, curve=None):
    p = part[model] if curve is None else curve.probabilities(log_odds(part[model]))
    return np.log(np.where(part["class"] == 1, p, 1 - p))


def by_mouse(part, values):
    codes = np.unique(part["mouse"], return_inverse=True)[1]
    return np.bincount(codes, values) / np.bincount(codes)


def less(part, model, curves=None):
    """LgR less another model, one mean difference of log scores per mouse."""
    curves = curves or dict.fromkeys(MODELS)
    return by_mouse(part, log_scores(part, "LgR", curves["LgR"]) - log_scores(part, model, curves[model]))


def regions(procedure, differences):
    half = 0.1 * differences.std(ddof=1)
    found = procedure.from_differences(differences).probabilities((-half, half))
    return [found.second, found.equivalent, found.first]


def test_the_table(table, compared, held_out):
    assert list(table) == ["case", "mouse", "held_out", "class", *MODELS]
    assert (len(compared["case"]), len(set(compared["mouse"]))) == (20_343, 176)
    assert (len(held_out["case"]), len(set(held_out["mouse"]))) == (13_562, 117)
    assert not set(compared["mouse"]) & set(held_out["mouse"])
    assert len(set(table["case"])) == len(table["case"])
    assert (1 - compared["class"]).mean() == pytest.approx(0.07, abs=0.005)
    assert (1 - held_out["class"]).mean() == pytest.approx(0.07, abs=0.005)
    for name, column in columns().items():
        np.testing.assert_array_equal(np.array(column), table[name])


def test_it_holds_predictions():
    made = example("mice")
    assert (made.models, made.kind, made.classes) == (MODELS, "probabilities", ("0", "1"))
    assert (len(made), len(made.held)) == (33_905, 13_562)
    assert len(made.compared.factors["cluster"].names) == 176


def test_it_is_the_same_on_every_machine():
    digest = hashlib.sha256(csv_text("mice").encode()).hexdigest()
    assert digest == "a436084df10e6014b5fee62515fcfc0eaa4d4ec2d06a6afb7fb7627995a042df"


def test_settings_are_those_that_have_the_moments():
    for ours, theirs in zip(astuple(SETTINGS), astuple(found(PARTS[1])), strict=True):
        assert ours == pytest.approx(theirs, rel=1e-8)


def test_log_scores_of_lgr_by_class(compared):
    scores = log_scores(compared, "LgR")
    for class_, mean, sd in ((0, -2.69, 1.50), (1, -0.07, 0.14)):
        chosen = scores[compared["class"] == class_]
        assert (chosen.mean(), chosen.std(ddof=1)) == pytest.approx((mean, sd), abs=1e-5)


def test_log_scores_of_the_svm_are_alike_in_both_classes(compared):
    scores = log_scores(compared, "SVM")
    hidden, seen = scores[compared["class"] == 0], scores[compared["class"] == 1]
    assert hidden.mean() == pytest.approx(seen.mean(), abs=0.005)
    assert hidden.std() == pytest.approx(seen.std(), abs=0.02)
    np.testing.assert_allclose(*(np.quantile(each, [0.1, 0.25, 0.5, 0.75, 0.9]) for each in (hidden, seen)), atol=0.05)


def test_lgr_less_svm(compared):
    apart = less(compared, "SVM")
    found = ttest_1samp(apart, 0)
    assert apart.mean() == pytest.approx(0.34, abs=1e-5)
    assert np.median(apart) == pytest.approx(0.51, abs=0.005)
    assert found.statistic == pytest.approx(7.06, abs=1e-3)
    assert found.pvalue == pytest.approx(3.7e-11, rel=0.02)  # as printed; 3.76e-11
    assert apart.mean() / apart.std(ddof=1) == pytest.approx(0.53, abs=0.005)
    assert regions(bayes_t, apart)[2] > 0.999
    assert regions(bayes_robust_t, apart)[2] > 0.999


def test_lgr_less_mlp(compared):
    apart = less(compared, "MLP")
    found = ttest_1samp(apart, 0)
    assert apart.mean() / apart.std(ddof=1) == pytest.approx(0.0659, abs=1e-7)
    assert (found.statistic, found.pvalue) == pytest.approx((0.87, 0.38), abs=0.005)
    assert regions(bayes_t, apart) == pytest.approx([0.014, 0.660, 0.326], abs=0.001)
    assert regions(bayes_robust_t, apart) == pytest.approx([0.018, 0.643, 0.339], abs=0.015)  # printed, brms
    assert abs(np.median(apart)) < 0.1 * apart.std()


@pytest.mark.parametrize(("model", "verdict"), [("SVM", "first"), ("MLP", "undecided")])
def test_compared_by_mouse(compared, model, verdict):
    scores = {each: log_scores(compared, each) for each in ("LgR", model)}
    comparison = bt.compare(
        {"case": compared["case"], "cluster": compared["mouse"], **scores}, first="LgR", second=model
    )
    assert comparison.decision.verdict == verdict
    assert next(check for check in comparison.checks if check.name == "Q-Q normal").status == "failed"
    assert any("20,343 cases were averaged within 176 clusters" in note for note in comparison.notes)


def test_seconds_are_worth_few_independent_ones(compared):
    apart = log_scores(compared, "LgR") - log_scores(compared, "SVM")
    lag = np.corrcoef(apart[:-1], apart[1:])[0, 1]
    assert lag > 0.9
    independent = apart.var() / (by_mouse(compared, apart).var() / 176)
    assert independent < 500


@pytest.fixture(scope="module")
def curves(held_out):
    return {model: platt_scale(log_odds(held_out[model]), held_out["class"] == 1) for model in MODELS}


@pytest.mark.parametrize("model", ["SVM", "MLP"])
@pytest.mark.parametrize("procedure", [bayes_t, bayes_robust_t])
def test_undecided_after_platt_scaling(compared, curves, model, procedure):
    """As printed for all classifiers."""
    assert max(regions(procedure, less(compared, model, curves))) < 0.9


def test_platt_scaling_takes_the_svms_deficit_away(compared, curves):
    before = log_scores(compared, "LgR").mean() - log_scores(compared, "SVM").mean()
    after = log_scores(compared, "LgR", curves["LgR"]).mean() - log_scores(compared, "SVM", curves["SVM"]).mean()
    assert before == pytest.approx(0.356, abs=0.001)
    assert abs(after) < 0.1 * before


def test_what_is_visibly_uncalibrated(held_out):
    codes = np.unique(held_out["mouse"], return_inverse=True)[1]
    found = {m: recalibration(held_out[m], held_out["class"] == 1, cluster=codes) for m in MODELS}
    assert {m: each.fault for m, each in found.items()} == {
        "LgR": "too sure",
        "SVM": "not sure enough",
        "MLP": "too sure",
    }
    assert found["SVM"].slope.value > 2
    assert expit(found["SVM"].shift.value) > 0.9


def test_the_difference_rests_on_many_seconds(compared):
    """It is the class, 7% of the seconds, that pulls against LgR, not a few of them."""
    found = carried(log_scores(compared, "LgR") - log_scores(compared, "SVM"))
    assert found.count == 204
    assert found.positive == 0
    assert -0.5 < found.share < 0
    assert not found.decide


@pytest.mark.parametrize("model", MODELS)
def test_eight_percent_of_the_observable_are_missed(held_out, compared, model):
    point = error_share(held_out[model], held_out["class"] == 1, 0.08)
    assert point.missed == pytest.approx(0.08, abs=1e-4)
    called = point.labels(compared[model])
    assert (~called[compared["class"] == 1]).mean() == pytest.approx(0.08, abs=0.02)
