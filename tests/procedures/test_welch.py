"""welch_t against scipy, bayes_welch against brute force and closed forms, and both on samples without spread."""

from __future__ import annotations

from itertools import pairwise
from math import exp, inf, pi, sqrt

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import gammaln, stdtr

from betterthan.data.pairing import pair_arrays
from betterthan.data.unpaired import unpaired_arrays
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_t, bayes_welch, paired_t, welch_t
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.kinds import law_from_dict
from betterthan.results.laws.student_t import StudentT

SIZES = [(2, 2), (2, 9), (3, 40), (10, 10), (7, 1000)]


def samples(seed: int, n1: int, n2: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    scales = 10.0 ** rng.uniform(-3, 3, 2)
    return rng.normal(rng.normal(), scales[0], n1), rng.normal(rng.normal(), scales[1], n2)


# welch_t.


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    ("alternative", "theirs"), [("two-sided", "two-sided"), ("first", "greater"), ("second", "less")]
)
def test_welch_t_is_that_of_scipy(seed, alternative, theirs):
    first, second = samples(seed, *SIZES[seed % len(SIZES)])
    ours = welch_t.from_scores(first, second, alternative=alternative, level=0.9)
    other = stats.ttest_ind(first, second, equal_var=False, alternative=theirs)
    assert ours.statistic == pytest.approx(other.statistic, rel=1e-10)
    assert ours.p_value == pytest.approx(other.pvalue, rel=1e-10)
    assert ours.df == pytest.approx(other.df, rel=1e-10)
    if alternative == "two-sided":
        inside = other.confidence_interval(0.9)
        width = inside.high - inside.low
        assert ours.interval.low == pytest.approx(inside.low, abs=1e-10 * width)
        assert ours.interval.high == pytest.approx(inside.high, abs=1e-10 * width)


def test_the_rungs_agree():
    first, second = samples(1, 6, 9)
    table = unpaired_arrays(first, second)
    summary = {"first": (first.mean(), first.std(ddof=1), 6), "second": (second.mean(), second.std(ddof=1), 9)}
    for procedure in (welch_t, bayes_welch):
        one, other, third = procedure(table), procedure.from_scores(first, second), procedure.from_summary(**summary)
        assert one == other
        assert one.estimate == pytest.approx(third.estimate, rel=1e-12)
    assert welch_t(table).p_value == pytest.approx(welch_t.from_summary(**summary).p_value, rel=1e-10)


def test_p_values_in_the_far_tail_are_not_rounded_to_nothing():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0, 1, 50), rng.normal(9, 2, 50)
    assert welch_t.from_scores(first, second).p_value == pytest.approx(
        stats.ttest_ind(first, second, equal_var=False).pvalue, rel=1e-9
    )


# bayes_welch.


def convolved(x: float, law: BehrensFisher) -> float:
    """P(difference > x) as the double integral that it is: over the second mean, the tail of the first."""
    constant = exp(gammaln((law.df2 + 1) / 2) - gammaln(law.df2 / 2)) / sqrt(law.df2 * pi) / law.scale2

    def integrand(u: float) -> float:
        density = constant * (1 + (u / law.scale2) ** 2 / law.df2) ** (-(law.df2 + 1) / 2)
        return stdtr(law.df1, (law.location - x - u) / law.scale1) * density

    cuts = np.unique(np.concatenate([[-inf], np.array([-30, -3, 0, 3, 30]) * law.scale2, [inf]]))
    parts = [
        integrate.quad(integrand, low, high, epsabs=1e-13, epsrel=1e-12, limit=400)[0] for low, high in pairwise(cuts)
    ]
    return sum(parts)


@pytest.mark.parametrize(
    ("n1", "s1", "n2", "s2"),
    [(5, 1.0, 7, 0.8), (2, 1.0, 2, 3.0), (2, 1.0, 12, 0.2), (10, 0.3, 4, 1.0), (3, 2.0, 60, 2.0), (30, 1.0, 30, 1.0)],
)
def test_the_posterior_is_the_convolution_of_two_student_laws(n1, s1, n2, s2):
    posterior = bayes_welch.from_summary(first=(0.4, s1, n1), second=(0.1, s2, n2))
    assert posterior.mean == pytest.approx(0.3)
    for x in np.array([-4.0, -1.0, 0.0, 0.3, 1.0, 5.0]):
        assert float(posterior.law.sf(x)) == pytest.approx(convolved(x, posterior.law), abs=1e-8)


@pytest.mark.parametrize("x", [0.1, 1.0, 5.0, 50.0, 1e4, 1e8])
def test_two_scores_each_are_cauchy(x):
    """Two Cauchy variables differ by a Cauchy variable whose scale is the sum of theirs."""
    law = bayes_welch.from_scores(np.array([0.0, 2.0]), np.array([-3.0, 3.0])).law
    assert (law.df1, law.df2) == (1, 1)
    expected = np.arctan2(law.scale1 + law.scale2, x) / pi
    assert float(law.sf(law.location + x)) == pytest.approx(expected, rel=1e-12)
    assert float(law.cdf(law.location - x)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("x", [0.0, 0.5, 2.0, 7.0, 40.0])
def test_four_scores_each_have_a_closed_form(x):
    """The characteristic function of t with 3 df is (1 + √3|u|) e^(-√3|u|); its square is inverted term by term."""
    a = sqrt(3)
    z = 2 * a - 1j * x
    expected = 0.5 - (np.arctan2(x, 2 * a) + (2 * a / z).imag + (a**2 / z**2).imag) / pi
    assert float(BehrensFisher(0.0, 3, 1.0, 3, 1.0).sf(x)) == pytest.approx(expected, abs=1e-14)


def test_many_scores_are_normal():
    posterior = bayes_welch.from_summary(first=(1.0, 2.0, 10**7), second=(0.0, 3.0, 10**7))
    normal = stats.norm(1.0, sqrt(13 / 1e7))
    for x in (0.998, 1.0, 1.001, 1.005):
        assert float(posterior.law.sf(x)) == pytest.approx(normal.sf(x), rel=1e-5)


def test_a_sample_with_hardly_any_spread_leaves_the_other_ones_law():
    nearly = bayes_welch.from_summary(first=(1.0, 2.0, 8), second=(0.5, 1e-9, 5))
    exactly = bayes_welch.from_summary(first=(1.0, 2.0, 8), second=(0.5, 0.0, 5))
    assert exactly.law == StudentT(7, 0.5, 2.0 / sqrt(8))
    assert nearly.probabilities(0.3) == pytest.approx(exactly.probabilities(0.3), abs=1e-9)


@pytest.mark.parametrize(("n1", "n2"), [(2, 2), (5, 7), (9, 30), (1000, 1000)])
def test_quantiles_are_the_inverse_of_the_distribution_function(n1, n2):
    law = bayes_welch.from_summary(first=(1.0, 2.0, n1), second=(0.0, 3.0, n2)).law
    p = np.array([1e-12, 1e-4, 0.025, 0.4, 0.5, 0.6, 0.975])
    assert law.cdf(law.quantile(p)) == pytest.approx(p, rel=1e-11)
    assert law.quantile(np.array([0.0, 1.0])).tolist() == [-inf, inf]
    assert float(law.quantile(0.5)) == pytest.approx(law.location, rel=1e-14)  # SciPy 1.15 is one last digit off


def test_the_density_is_the_slope_of_the_distribution_function():
    law = bayes_welch.from_summary(first=(1.0, 2.0, 5), second=(0.0, 3.0, 7)).law
    x = np.linspace(-3, 5, 9)
    slope = (law.cdf(x + 1e-5) - law.cdf(x - 1e-5)) / 2e-5
    assert law.density(x) == pytest.approx(slope, rel=1e-7)


def test_mean_and_sd_are_those_of_the_two_laws():
    law = BehrensFisher(0.3, 8, 1.0, 12, 2.0)
    assert law.sd == pytest.approx(sqrt(8 / 6 + 4 * 12 / 10))
    assert BehrensFisher(0.3, 2, 1.0, 12, 2.0).sd == inf
    assert law_from_dict(law.to_dict()) == law


@pytest.mark.parametrize("unit", [1e-290, 1e280])
def test_scales_at_the_ends_of_floating_point(unit):
    first, second = unit * np.array([1.0, 2.0, 4.0]), unit * np.array([0.5, 3.0])
    posterior, test = bayes_welch.from_scores(first, second), welch_t.from_scores(first, second)
    plain = bayes_welch.from_scores(first / unit, second / unit)
    assert posterior.probabilities(unit) == pytest.approx(plain.probabilities(1.0), rel=1e-9)
    assert posterior.interval(0.5).high == pytest.approx(unit * plain.interval(0.5).high, rel=1e-9)
    assert test.p_value == pytest.approx(welch_t.from_scores(first / unit, second / unit).p_value, rel=1e-9)
    assert posterior.probabilities(1e300).equivalent == pytest.approx(1.0)


def test_the_stated_error_is_above_the_true_one():
    for n1, n2, ratio in ((2, 2, 1.0), (3, 500, 4.0), (2, 9, 0.1), (30, 4, 7.0)):
        posterior = bayes_welch.from_summary(first=(0.0, 1.0, n1), second=(0.0, ratio, n2))
        assert posterior.diagnostics.computed == "quadrature"
        assert 0 <= posterior.diagnostics.error < 1e-7
        true = max(abs(float(posterior.law.sf(x)) - convolved(x, posterior.law)) for x in (0.2, 1.0, 3.0))
        assert true <= posterior.diagnostics.error + 1e-10  # what the brute force itself is good for


def test_the_spread_behind_the_default_rope_is_that_of_a_typical_model():
    assert bayes_welch.from_summary(first=(0, 3.0, 5), second=(0, 4.0, 9)).spread == pytest.approx(sqrt(12.5))


def test_the_posterior_is_never_narrower_than_welchs_interval():
    """Behrens and Fisher's interval is the conservative one (Robinson 1976)."""
    for seed in range(20):
        first, second = samples(seed, *SIZES[seed % len(SIZES)])
        posterior = bayes_welch.from_scores(first, second).interval(0.95, "equal-tailed")
        test = welch_t.from_scores(first, second).interval
        assert posterior.high - posterior.low >= (test.high - test.low) * (1 - 1e-9)


# Without spread.


def test_constant_scores_that_agree_tell_nothing_apart():
    table = unpaired_arrays([0.3, 0.3, 0.3], [0.1 + 0.2, 0.3])
    with pytest.raises(NeedsNotMet, match="needs scores that vary"):
        bayes_welch(table)
    test = welch_t(table)
    assert (test.statistic, test.p_value, test.df) == (0.0, 1.0, None)
    assert test.interval.low == test.interval.high == 0.0


def test_constant_scores_that_differ_are_certain_to_a_test_only():
    table = unpaired_arrays([0.5, 0.5], [0.25, 0.25, 0.25])
    with pytest.raises(NeedsNotMet, match="needs scores that vary"):
        bayes_welch(table)
    test = welch_t(table)
    assert (test.statistic, test.p_value, test.df) == (inf, 0.0, None)
    assert test.interval.low == test.interval.high == 0.25
    assert welch_t(table, alternative="second").p_value == 1.0


def test_one_model_without_spread_is_the_one_sample_test():
    first = np.array([0.4, 0.6, 0.7, 0.5])
    test, other = welch_t(unpaired_arrays(first, [0.3, 0.3])), stats.ttest_1samp(first, 0.3)
    assert (test.statistic, test.p_value, test.df) == pytest.approx((other.statistic, other.pvalue, 3))


# What they refuse.


@pytest.mark.parametrize("procedure", [welch_t, bayes_welch])
def test_what_they_refuse(procedure):
    with pytest.raises(NeedsNotMet, match=r"needs unpaired scores; this table is paired.*`paired_t` are sharper"):
        procedure(pair_arrays([1.0, 2.0], [3.0, 4.0]))
    with pytest.raises(NeedsNotMet, match="at least 2 seeds of each model; `second` has 1 seed"):
        procedure(unpaired_arrays([1.0, 2.0], [3.0]))
    with pytest.raises(NeedsNotMet, match="folds, which share training data"):
        procedure(unpaired_arrays([1.0, 2.0], [3.0, 4.0], unit="folds"))
    with pytest.raises(ArgumentError, match="takes an unpaired table; got list"):
        procedure([1.0, 2.0])


@pytest.mark.parametrize("procedure", [bayes_t, paired_t])
def test_procedures_for_pairs_refuse_unpaired_scores(procedure):
    with pytest.raises(NeedsNotMet, match=r"needs paired scores.*Use `bayes_welch` or `welch_t`"):
        procedure(unpaired_arrays([1.0, 2.0], [3.0, 4.0]))


@pytest.mark.parametrize("bad", [(0.0, 1.0, 1), (0.0, -1.0, 5), (float("nan"), 1.0, 5), (0.0, inf, 5)])
@pytest.mark.parametrize("procedure", [welch_t, bayes_welch])
def test_impossible_summaries_are_refused(procedure, bad):
    with pytest.raises(ArgumentError, match="The second sample needs a finite mean, sd >= 0 and n >= 2"):
        procedure.from_summary(first=(0.0, 1.0, 5), second=bad)
