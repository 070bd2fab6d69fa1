"""From probabilities to a verdict: the three rules agree with their definitions and with each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.errors import ArgumentError
from betterthan.judging.decision import decide, graded
from betterthan.judging.rules.loss import LOSS, by_loss
from betterthan.judging.rules.table import RULES
from betterthan.judging.rules.threshold import by_threshold
from betterthan.procedures import bayes_mcnemar, bayes_t
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.point import Point
from betterthan.results.probabilities import Probabilities


@st.composite
def three_probabilities(draw):
    weights = [draw(st.floats(0, 1)) for _ in range(3)]
    weights[draw(st.integers(0, 2))] += draw(st.sampled_from([0.1, 1.0, 20.0, 100.0]))
    return Probabilities(*(weight / sum(weights) for weight in weights))


@pytest.mark.parametrize(
    ("p", "verdict"),
    [
        ((0.95, 0.05, 0.0), "first"),
        ((0.01, 0.95, 0.04), "equivalent"),
        ((0.0, 0.05, 0.95), "second"),
        ((0.9499, 0.0501, 0.0), "undecided"),
        ((0.4, 0.3, 0.3), "undecided"),
    ],
)
def test_a_region_that_reaches_the_threshold_is_claimed(p, verdict):
    assert by_threshold(Probabilities(*p), 0.95) == verdict


def test_the_largest_of_several_regions_above_the_threshold_is_claimed():
    assert by_threshold(Probabilities(0.5, 0.5, 0.0), 0.5) == "first"
    assert by_threshold(Probabilities(0.0, 0.4, 0.6), 0.5) == "second"


@given(three_probabilities())
def test_the_default_losses_agree_with_a_threshold_of_095(p):
    if abs(max(p) - 0.95) > 1e-9:
        assert by_loss(p) == by_threshold(p, 0.95)


@pytest.mark.parametrize(("missing", "verdict"), [(0.0, "first"), (4e-11, "first"), (1e-9, "undecided")])
def test_losses_that_tie_within_1e_9_go_to_the_claim(missing, verdict):
    assert by_loss(Probabilities(0.95 - missing, 0.05 + missing, 0.0)) == verdict


@given(three_probabilities(), st.lists(st.lists(st.floats(0, 10), min_size=3, max_size=3), min_size=4, max_size=4))
def test_no_other_statement_has_a_smaller_expected_loss(p, loss):
    expected = {
        name: sum(cost * share for cost, share in zip(row, p, strict=True))
        for name, row in zip(("first", "equivalent", "second", "undecided"), loss, strict=True)
    }
    assert expected[by_loss(p, loss)] <= min(expected.values()) + 1e-9


def test_a_costlier_error_changes_what_is_claimed():
    p = Probabilities(0.96, 0.0, 0.04)
    assert by_loss(p) == "first"
    harsh = ((0.0, 20.0, 60.0), *LOSS[1:])
    assert by_loss(p, harsh) == "undecided"


@pytest.mark.parametrize("mean", [-1.0, -0.35, -0.1, 0.0, 0.1, 0.35, 1.0])
def test_the_hdi_rule_looks_at_the_symmetric_student_interval(mean):
    posterior = bayes_t.from_summary(mean=mean, sd=1.0, n=100)
    reach = stats.t.ppf(0.975, 99) / 10
    expected = "undecided"
    if mean - reach > 0.3:
        expected = "first"
    elif mean + reach < -0.3:
        expected = "second"
    elif mean - reach >= -0.3 and mean + reach <= 0.3:
        expected = "equivalent"
    assert decide(posterior, (-0.3, 0.3), rule="hdi").verdict == expected


def test_the_coverage_of_the_hdi_is_the_threshold():
    posterior = bayes_t.from_summary(mean=0.5, sd=1.0, n=100)  # 95%: [0.30, 0.70]; 99%: [0.24, 0.76]
    assert decide(posterior, 0.27, rule="hdi", threshold=0.95).verdict == "first"
    assert decide(posterior, 0.27, rule="hdi", threshold=0.99).verdict == "undecided"


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("n01", "n10", "verdict"), [(2, 60, "first"), (60, 2, "second"), (4000, 4000, "equivalent")])
@pytest.mark.parametrize("scale", ["phi", "points"])
def test_on_both_scales_of_mcnemar_the_verdict_names_the_better_model(rule, n01, n10, verdict, scale):
    posterior = bayes_mcnemar.from_cells(n00=5, n01=n01, n10=n10, n11=5, scale=scale)
    assert decide(posterior, 0.05, rule=rule).verdict == verdict


@pytest.mark.parametrize("rule", RULES)
def test_identical_models_are_equivalent_under_any_rope(rule):
    same = DifferencePosterior(Point(0.0), "bayes_t")
    for rope in (0.0, 0.1, (0.0, 0.2), (-0.2, 0.0)):
        assert decide(same, rope, rule=rule).verdict == "equivalent"


@pytest.mark.parametrize(
    ("p", "region", "grade"),
    [
        ((0.75, 0.25, 0.0), "first", "weak"),  # odds of exactly 3
        ((0.7501, 0.2499, 0.0), "first", "positive"),
        ((0.046875, 0.9375, 0.015625), "equivalent", "positive"),  # odds of exactly 20
        ((0.046, 0.938, 0.016), "equivalent", "strong"),
        ((0.0, 0.02, 0.98), "second", "strong"),
        ((0.02, 0.24, 0.74), "second", "positive"),
        ((0.9, 0.3, 0.001), "first", "weak"),  # far ahead of one region only
    ],
)
def test_evidence_is_graded_at_odds_of_3_and_20_over_both_others(p, region, grade):
    found = graded(Probabilities(*p))
    assert (found.region, found.grade) == (region, grade)


def test_a_decision_carries_its_rule_and_its_numbers():
    posterior = bayes_t.from_summary(mean=0.0659, sd=1.0, n=176)
    by_probability, by_cost = decide(posterior, 0.1, threshold=0.6), decide(posterior, 0.1, rule="loss")
    assert by_probability.to_dict().items() >= {"verdict": "equivalent", "rule": "threshold", "threshold": 0.6}.items()
    assert by_cost.to_dict().items() >= {"verdict": "undecided", "rule": "loss", "threshold": None}.items()
    assert type(by_cost).from_dict(by_cost.to_dict()) == by_cost
    assert by_probability.probabilities == posterior.probabilities(0.1)
    assert by_probability.reading == "difference"


def test_bad_rules_thresholds_and_losses_are_refused():
    posterior = bayes_t.from_summary(mean=0.0, sd=1.0, n=10)
    with pytest.raises(ArgumentError, match=r"There is no decision rule `vote`\. Known: `threshold`, `loss`, `hdi`"):
        decide(posterior, 0.1, rule="vote")
    for threshold in (0.49, 0.5, 1.0, -1.0, float("nan")):
        with pytest.raises(ArgumentError, match=r"above 0\.5 \(else two verdicts could tie\) and below 1"):
            decide(posterior, 0.1, threshold=threshold)
    for loss in (LOSS[:3], ((0.0, 1.0),) * 4):
        with pytest.raises(ArgumentError, match="4 rows"):
            decide(posterior, 0.1, rule="loss", loss_matrix=loss)


def test_what_a_rule_would_ignore_is_refused():
    posterior = bayes_t.from_summary(mean=0.0, sd=1.0, n=10)
    with pytest.raises(ArgumentError, match=r"The rule `loss` takes no threshold; got 0\.9"):
        decide(posterior, 0.1, rule="loss", threshold=0.9)
    for rule in ("threshold", "hdi"):
        with pytest.raises(ArgumentError, match=f"The rule `{rule}` takes no loss matrix"):
            decide(posterior, 0.1, rule=rule, loss_matrix=LOSS)


def test_a_reading_that_a_posterior_lacks_is_refused():
    posterior = bayes_t.from_summary(mean=0.0, sd=1.0, n=10)
    with pytest.raises(ArgumentError, match=r"`bayes_t` has no reading `winner`\. Known: `difference`"):
        decide(posterior, 0.1, reading="winner")
