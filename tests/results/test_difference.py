"""A posterior that can be asked: three probabilities, direction, odds, intervals, oriented and back from JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from betterthan.errors import ArgumentError, ReadingError
from betterthan.procedures import bayes_agreement, bayes_correlated_t, bayes_mcnemar, bayes_robust_t
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.interval import check_level
from betterthan.results.kinds import result_from_dict
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.results.probabilities import Probabilities

STUDENT = DifferencePosterior(StudentT(9.0, 0.1, 0.2), "bayes_t")
PHI = bayes_mcnemar.from_cells(n00=5, n01=20, n10=40, n11=35)
ropes = st.tuples(st.floats(-2, 2), st.floats(-2, 2)).map(sorted).map(tuple)


@given(ropes)
def test_three_probabilities_are_the_masses_of_three_regions(rope):
    low, high = rope
    twin, p = stats.t(9, 0.1, 0.2), STUDENT.probabilities(rope)
    assert sum(p) == pytest.approx(1.0, abs=1e-12)
    assert p.first == pytest.approx(twin.sf(high), abs=1e-12)
    assert p.second == pytest.approx(twin.cdf(low), abs=1e-12)


def test_first_is_better_above_one_half_on_the_scale_of_phi():
    """The share of the disagreements that the first model wins: 40 of 60, and one more of each."""
    twin, p = stats.beta(41, 21), PHI.probabilities((0.45, 0.55))
    assert p == pytest.approx((twin.sf(0.55), twin.cdf(0.55) - twin.cdf(0.45), twin.cdf(0.45)))
    assert PHI.estimate == PHI.mean == pytest.approx(41 / 62)
    assert PHI.direction().first == pytest.approx(twin.sf(0.5))


def test_a_plain_number_is_a_half_width_about_the_null_of_the_parameter():
    assert PHI.probabilities(0.05) == pytest.approx(PHI.probabilities((0.45, 0.55)))
    assert STUDENT.bounds(1) == (-1.0, 1.0)
    assert PHI.bounds(0.1) == (0.4, 0.6)


def test_draws_are_quantiles_at_random_shares_two_thousand_unless_told():
    drawn = STUDENT.drawn()["difference"]
    assert drawn == pytest.approx(stats.t(9, 0.1, 0.2).ppf(np.random.default_rng(0).random(2000)))
    assert STUDENT.drawn(draws=7, rng=3)["difference"] == pytest.approx(
        stats.t(9, 0.1, 0.2).ppf(np.random.default_rng(3).random(7))
    )


def test_a_rope_of_no_width_leaves_nothing_to_equivalence():
    p = STUDENT.probabilities(0.0)
    assert p.equivalent == 0
    assert p == pytest.approx(STUDENT.direction())


@pytest.mark.parametrize(
    ("at", "rope", "expected"),
    [
        (0.01, 0.01, (0, 1, 0)),  # on a bound: inside
        (0.1 + 0.2, (-0.3, 0.3), (0, 1, 0)),  # on a bound but for rounding
        (0.02, 0.01, (1, 0, 0)),
        (-0.02, 0.01, (0, 0, 1)),
        (0.0, 0.0, (0, 1, 0)),  # identical models
    ],
)
def test_a_point_is_in_one_region(at, rope, expected):
    assert DifferencePosterior(Point(at), "bayes_t").probabilities(rope) == expected


def test_identical_models_are_better_with_equal_probability():
    same = DifferencePosterior(Point(0.0), "bayes_t")
    assert same.identical
    assert same.direction() == Probabilities(0.5, 0.0, 0.5)
    assert DifferencePosterior(Point(0.1), "bayes_t").direction() == Probabilities(1.0, 0.0, 0.0)
    assert not STUDENT.identical


def test_intervals_of_both_kinds():
    low, high = stats.t(9, 0.1, 0.2).interval(0.9)
    for kind in ("hdi", "equal-tailed"):
        inside = STUDENT.interval(0.9, kind)
        assert (inside.low, inside.high) == pytest.approx((low, high), abs=1e-4)
        assert (inside.level, inside.kind) == (0.9, kind)
    skewed = DifferencePosterior(Beta(2.0, 30.0), "bayes_mcnemar")
    hdi, tails = skewed.interval(), skewed.interval(kind="equal-tailed")
    assert hdi.high - hdi.low < tails.high - tails.low
    assert DifferencePosterior(Point(0.3), "bayes_t").interval()[:2] == (0.3, 0.3)


@pytest.mark.parametrize(
    ("a", "b", "ends"), [(6.0, 1.0, (0.05 ** (1 / 6), 1.0)), (1.0, 6.0, (0.0, 1 - 0.05 ** (1 / 6)))]
)
def test_the_shortest_interval_of_a_density_that_only_rises_or_falls_ends_with_it(a, b, ends):
    """Beta(6, 1) has P(X <= x) = x^6, and all the mass that is left out lies at its thin end."""
    found = DifferencePosterior(Beta(a, b), "none", Parameter("share", null=0.5)).interval(0.95)
    assert (found.kind, found.low, found.high) == ("hdi", *(pytest.approx(end, abs=1e-5) for end in ends))


def test_estimates_and_intervals_are_on_the_scale_of_the_parameter():
    """Whatever its value for equal models is: nothing is subtracted."""
    twin = stats.beta(41, 21)
    assert PHI.interval(0.9, "equal-tailed")[:2] == pytest.approx(twin.interval(0.9))
    ratio = DifferencePosterior(StudentT(9.0, 1.1, 0.2), "bayes_t", Parameter("ratio", null=1.0))
    assert ratio.estimate == 1.1
    assert ratio.interval(0.9)[:2] == pytest.approx(stats.t(9, 1.1, 0.2).interval(0.9), abs=1e-4)
    assert ratio.direction().first == pytest.approx(stats.t(9, 1.1, 0.2).sf(1.0))


def test_a_document_in_which_the_first_model_is_better_below_is_refused():
    record = PHI.to_dict()
    record["parameter"]["first_is"] = "below"
    with pytest.raises(ReadingError, match=r"`parameter.first_is`: one of `above` is expected; got 'below'"):
        DifferencePosterior.from_dict(record)


@pytest.mark.parametrize("level", [0.0, 1.0, 1.5, float("nan")])
def test_a_level_is_a_coverage(level):
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        STUDENT.interval(level)


def test_odds_of_every_region_against_every_other():
    p = Probabilities(0.6, 0.3, 0.1)
    assert p.odds() == pytest.approx(
        {
            "first/equivalent": 2.0, "first/second": 6.0, "equivalent/first": 0.5, "equivalent/second": 3.0,
            "second/first": 1 / 6, "second/equivalent": 1 / 3,
        }
    )  # fmt: skip
    certain = Probabilities(1.0, 0.0, 0.0).odds()
    assert (certain["first/second"], certain["second/first"], certain["second/equivalent"]) == (np.inf, 0.0, 1.0)
    assert STUDENT.odds(0.1) == STUDENT.probabilities(0.1).odds()


def test_swapping_swaps_first_and_second():
    p = Probabilities(0.6, 0.3, 0.1)
    assert p.swapped() == (0.1, 0.3, 0.6)
    assert (p.largest, p.of("second")) == ("first", 0.1)


@pytest.mark.parametrize(
    "posterior",
    [
        STUDENT,
        PHI,
        bayes_correlated_t.from_differences([0.1] * 5, test_fraction=0.2, zero_variance="published"),
        bayes_agreement.from_differences([0.1] * 5, reach=1.0),
        bayes_robust_t.from_differences(np.random.default_rng(0).standard_t(3, 30)),
        bayes_mcnemar.from_cells(n00=5, n01=20, n10=40, n11=35, scale="points"),
    ],
    ids=["student", "phi", "point", "agreement", "tabulated", "points"],
)
def test_a_posterior_survives_json(posterior):
    back = result_from_dict(json.loads(json.dumps(posterior.to_dict(), allow_nan=False)))
    assert back == posterior
    assert back.probabilities(0.05) == posterior.probabilities(0.05)


def test_a_posterior_can_be_asked_for_density_cdf_and_quantile():
    twin = stats.t(9, 0.1, 0.2)
    assert float(STUDENT.density(0.2)) == pytest.approx(twin.pdf(0.2))
    assert float(STUDENT.cdf(0.2)) == pytest.approx(twin.cdf(0.2))
    assert float(STUDENT.quantile(0.2)) == pytest.approx(twin.ppf(0.2))
    assert (STUDENT.mean, STUDENT.sd) == pytest.approx((twin.mean(), twin.std()))


@pytest.mark.parametrize("a", [1.0, 0.5])
def test_a_law_without_a_peak_gets_the_equal_tailed_interval(a):
    found = DifferencePosterior(Beta(a, a), "none", Parameter("share", null=0.5)).interval(0.95)
    assert (found.low, found.high) == pytest.approx(stats.beta(a, a).ppf([0.025, 0.975]))
    assert found.kind == "equal-tailed"
    assert DifferencePosterior(Beta(1.0, 3.0), "none", Parameter("share", null=0.5)).interval(0.95).kind == "hdi"


@pytest.mark.parametrize(("ahead", "leading"), [(0.8e-4, ("first", "second")), (1.2e-4, ("first",))])
def test_two_regions_lead_that_are_one_in_ten_thousand_apart(ahead, leading):
    assert Probabilities(0.4 + ahead, 0.2 - ahead, 0.4).leading == leading


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, 1.5])
def test_a_level_lies_between_0_and_1_and_is_neither(level):
    with pytest.raises(ArgumentError, match=f"between 0 and 1, such as 0.95; got {level:g}"):
        check_level(level)
