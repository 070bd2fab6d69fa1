"""Procedures of a metric of the whole test set: the laws that all of them obey, and each against its definition."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.factors import Factor
from betterthan.data.measuring import measured
from betterthan.data.pairing import pair_arrays
from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_bootstrap, bayes_t, bootstrap, delong, permutation
from betterthan.procedures.shared.metric_draws import resampled
from betterthan.results.kinds import pair_result_from_dict

ALL = (delong, bootstrap, permutation, bayes_bootstrap)
DRAWN = (bootstrap, permutation, bayes_bootstrap)
each = pytest.mark.parametrize("procedure", ALL, ids=lambda procedure: procedure.name)
each_drawn = pytest.mark.parametrize("procedure", DRAWN, ids=lambda procedure: procedure.name)


def scored(n=120, seed=3, clusters=None, ties=True, weight=None):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.4).astype(int)
    outputs = [truth * shift + rng.normal(0, 1, n) for shift in (1.2, 0.8)]
    outputs = [output.round(1) for output in outputs] if ties else outputs
    factors = {} if clusters is None else {"cluster": Factor(np.arange(n) % clusters, tuple(map(str, range(clusters))))}
    return Predictions(("a", "b"), truth, tuple(outputs), "score", ("0", "1"), "1", factors, weight=weight)


def values(seed=4, n=80):
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 1, n)
    return Predictions(("a", "b"), truth, tuple(truth + rng.normal(0, sd, n) for sd in (0.5, 0.7)), "values")


def run(procedure, table, **options):
    return procedure(table, **({"draws": 2000} if procedure in DRAWN else {}), **options)


def numbers(found, rope=0.02):
    """p-value and estimate, or the three probabilities and the mean."""
    if found.family == "test":
        return [found.p_value, found.estimate]
    return [*found.probabilities(rope), found.mean]


@each
@pytest.mark.parametrize("clusters", [None, 30])
def test_swapping_the_models_mirrors(procedure, clusters):
    if procedure is delong and clusters:
        pytest.skip("takes no clusters")
    table = measured(scored(clusters=clusters), "auroc")
    one, other = run(procedure, table), run(procedure, table.two("b", "a"))
    if one.family == "test":
        assert other.p_value == pytest.approx(one.p_value, abs=1e-12)
        assert other.estimate == pytest.approx(-one.estimate, abs=1e-12)
        sided = run(procedure, table, alternative="first"), run(procedure, table.two("b", "a"), alternative="second")
        assert sided[0].p_value == pytest.approx(sided[1].p_value, abs=1e-12)
    else:
        assert other.probabilities(0.02) == pytest.approx(one.probabilities(0.02)[::-1], abs=1e-12)
        assert other.mean == pytest.approx(-one.mean, abs=1e-9)


@each
@pytest.mark.parametrize("clusters", [None, 30])
def test_the_order_of_the_rows_does_not_matter(procedure, clusters):
    if procedure is delong and clusters:
        pytest.skip("takes no clusters")
    given = scored(clusters=clusters)
    mixed = given.chosen(np.random.default_rng(0).permutation(len(given)))
    one, other = (run(procedure, measured(each, "auroc")) for each in (given, mixed))
    assert numbers(other) == pytest.approx(numbers(one), abs=1e-12)


@each
def test_a_metric_of_order_does_not_see_the_scale_of_scores(procedure):
    given = scored()
    first, second = given.outputs
    stretched = replace(given, outputs=(np.exp(3 * first), second))
    one, other = (run(procedure, measured(each, "auroc")) for each in (given, stretched))
    if procedure in (bootstrap, bayes_bootstrap):  # whose cases are ordered by their outputs, so that others are drawn
        assert numbers(other) == pytest.approx(numbers(one), abs=0.05)
    else:
        assert numbers(other) == pytest.approx(numbers(one), abs=1e-12)


@each
def test_what_is_written_can_be_read(procedure):
    found = run(procedure, measured(scored(), "auroc"))
    assert pair_result_from_dict(found.to_dict()) == found


@each_drawn
def test_the_same_seed_gives_the_same_and_another_does_not(procedure):
    table = measured(scored(), "auroc")
    assert numbers(run(procedure, table, rng=1)) == numbers(run(procedure, table, rng=1))
    assert numbers(run(procedure, table, rng=1)) != numbers(run(procedure, table, rng=2))


@each_drawn
def test_losses_are_turned(procedure):
    """The first model errs less, by the root mean squared error, of which lower is better."""
    table = measured(values(), "rmse")
    assert table.values[0] < table.values[1]
    found = run(procedure, table)
    assert (found.estimate if found.family == "test" else found.mean) > 0


@each
def test_models_that_said_the_same_are_refused_or_told(procedure):
    given = scored()
    table = measured(replace(given, outputs=(given.outputs[0], given.outputs[0])), "auroc")
    if procedure is bayes_bootstrap:
        with pytest.raises(NeedsNotMet, match="said the same of every case"):
            run(procedure, table)
    else:
        assert run(procedure, table).p_value == 1.0


@each
def test_scores_and_a_metric_are_not_mixed_up(procedure):
    scores = pair_arrays([0.1, 0.4, 0.2, 0.9, 0.3, 0.8], [0.2, 0.1, 0.6, 0.3, 0.2, 0.4], independent=True)
    if procedure in (delong, bootstrap):
        with pytest.raises(NeedsNotMet, match="truth and outputs with a metric"):
            procedure(scores)
    with pytest.raises(NeedsNotMet, match="no single case has"):
        bayes_t(measured(scored(), "auroc"))


# Each against its definition.


def test_delong_against_all_pairs_of_cases():
    """AUROC and its variance from the n₊ x n₋ comparisons, as a two-sample U-statistic has them."""
    given = scored(60)
    test = delong(measured(given, "auroc"))
    positive = given.truth == 1
    kernel = [(np.sign(output[positive][:, None] - output[~positive][None, :]) + 1) / 2 for output in given.outputs]
    apart = kernel[0] - kernel[1]
    variance = apart.mean(axis=1).var(ddof=1) / positive.sum() + apart.mean(axis=0).var(ddof=1) / (~positive).sum()
    z = apart.mean() / np.sqrt(variance)
    assert test.statistic == pytest.approx(z, abs=1e-10)
    assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(z)), abs=1e-10)
    reach = stats.norm.ppf(0.975) * np.sqrt(variance)
    assert (test.interval.low, test.interval.high) == pytest.approx((apart.mean() - reach, apart.mean() + reach))


def test_delong_takes_neither_another_metric_nor_clusters_nor_weights():
    with pytest.raises(NeedsNotMet, match="the metric `auroc`"):
        delong(measured(scored(), "average-precision"))
    with pytest.raises(NeedsNotMet, match="belong to clusters"):
        delong(measured(scored(clusters=30), "auroc"))
    with pytest.raises(NeedsNotMet, match="have weights"):
        delong(measured(scored(weight=np.linspace(1, 2, 120)), "auroc"))


def test_the_posterior_of_a_mean_is_the_exact_one():
    """The mean absolute error is a mean over cases, whose law under Dirichlet weights is integrated exactly."""
    given = values()
    found = bayes_bootstrap(measured(given, "mae"), draws=40_000)
    losses = [np.abs(output - given.truth) for output in given.outputs]
    exact = bayes_bootstrap.from_differences(losses[1] - losses[0])
    assert found.mean == pytest.approx(exact.mean, abs=3 * exact.sd / 200)
    for rope in (0.0, 0.05, 0.15):
        assert found.probabilities(rope) == pytest.approx(exact.probabilities(rope), abs=found.diagnostics.error)


def test_the_bootstrap_of_a_mean_is_that_of_scipy():
    given = values()
    losses = [np.abs(output - given.truth) for output in given.outputs]
    apart = losses[1] - losses[0]
    for variant, method in (("percentile", "percentile"), ("bca", "BCa")):
        found = bootstrap(measured(given, "mae"), variant=variant, draws=40_000).interval
        known = stats.bootstrap(
            (apart,), np.mean, n_resamples=40_000, method=method, random_state=1
        ).confidence_interval
        width = known.high - known.low
        assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=0.03 * width)


def test_each_variant_of_the_bootstrap_has_its_own_interval():
    """Skewed losses, of which BCa shifts both ends: each has those of its namesake in SciPy, not of the other."""
    rng = np.random.default_rng(5)
    truth = np.zeros(40)
    given = Predictions(("a", "b"), truth, (truth, rng.lognormal(0.0, 1.2, 40)), "values")
    apart, ends = given.outputs[1], {}
    for variant, method in (("percentile", "percentile"), ("bca", "BCa")):
        found = bootstrap(measured(given, "mae"), variant=variant, draws=20_000)
        assert f"{variant} interval" in found.diagnostics.computed
        known = stats.bootstrap((apart,), np.mean, n_resamples=20_000, method=method, random_state=1)
        low, high = known.confidence_interval
        ends[variant] = np.array([low, high])
        assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=0.03 * (high - low))
    assert (np.abs(ends["bca"] - ends["percentile"]) > 0.05 * np.ptp(ends["percentile"])).all()


@pytest.mark.parametrize("variant", ["percentile", "bca"])
@pytest.mark.parametrize("alternative", ["two-sided", "first", "second"])
def test_the_p_value_is_that_of_the_interval_that_just_reaches_zero(variant, alternative):
    table = measured(scored(ties=False), "auroc")
    p = bootstrap(table, variant=variant, alternative=alternative, draws=4000).p_value
    inside = bootstrap(
        table, variant=variant, alternative=alternative, draws=4000, level=max(0.51, 1 - 0.9 * p)
    ).interval
    assert inside.low < 0 < inside.high
    if 1 - 1.1 * p > 0.5:
        outside = bootstrap(table, variant=variant, alternative=alternative, draws=4000, level=1 - 1.1 * p).interval
        assert outside.low > 0 or outside.high < 0


def test_draws_by_clusters_are_spread_as_they_should_be():
    """A mean over equal clusters: Dirichlet weights on C cluster means have variance s²(C-1)/(C(C+1)), s over them."""
    clusters = 12
    given = replace(
        values(n=120), factors={"cluster": Factor(np.arange(120) % clusters, tuple(map(str, range(clusters))))}
    )
    losses = [np.abs(output - given.truth) for output in given.outputs]
    means = (losses[1] - losses[0]).reshape(-1, clusters).mean(axis=0)
    t_over_z = stats.t(clusters - 1).ppf(0.975) / stats.norm.ppf(0.975)
    found = bayes_bootstrap(measured(given, "mae"), draws=40_000)
    assert found.sd == pytest.approx(t_over_z * means.std(ddof=1) / np.sqrt(clusters), rel=0.03)
    drawn = resampled(measured(given, "mae"), 40_000, 0, stratified=False).values  # drawn with replacement: s²(C-1)/C²
    assert (drawn[:, 0] - drawn[:, 1]).std() == pytest.approx(
        t_over_z * means.std(ddof=1) / np.sqrt(clusters), rel=0.015
    )
    plain = bootstrap(measured(given, "mae"), draws=40_000).interval
    assert plain.high - plain.low == pytest.approx(
        2 * stats.t(clusters - 1).ppf(0.975) * means.std(ddof=1) / np.sqrt(clusters), rel=0.08
    )


def test_stratified_samples_keep_the_classes():
    found = bootstrap(measured(scored(), "auroc"), stratified=True, draws=2000)
    assert found.diagnostics.figures["undefined draws"] == 0
    with pytest.raises(ArgumentError, match="the truth here is no class"):
        bootstrap(measured(values(), "mae"), stratified=True)
    with pytest.raises(ArgumentError, match="Clusters are drawn whole"):
        bootstrap(measured(scored(clusters=30), "auroc"), stratified=True)


def test_permutation_against_all_swaps():
    """Eight cases: all 2⁸ swaps of the absolute errors' means."""
    given = values(n=8)
    losses = [np.abs(output - given.truth) for output in given.outputs]
    apart = losses[1] - losses[0]
    signs = 1 - 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1)
    exact = (np.abs((signs * apart).mean(axis=1)) >= abs(apart.mean()) - 1e-12).mean()
    found = permutation(measured(given, "mae"), draws=40_000)
    assert found.p_value == pytest.approx(exact, abs=found.diagnostics.error)


@pytest.mark.parametrize("alternative", ["two-sided", "first", "second"])
def test_a_swap_that_gives_what_was_seen_counts(alternative):
    """Four cases: of the 16 swaps one changes nothing, which alone is 1/16 of every p-value."""
    given = values(n=4)
    losses = [np.abs(output - given.truth) for output in given.outputs]
    apart = losses[1] - losses[0]
    signs = 1 - 2 * ((np.arange(16)[:, None] >> np.arange(4)) & 1)
    swapped, seen = (signs * apart).mean(axis=1), apart.mean()
    exact = {
        "two-sided": (np.abs(swapped) >= abs(seen) - 1e-12).mean(),
        "first": (swapped >= seen - 1e-12).mean(),
        "second": (swapped <= seen + 1e-12).mean(),
    }
    found = permutation(measured(given, "mae"), alternative=alternative, draws=20_000)
    assert found.p_value == pytest.approx(exact[alternative], abs=found.diagnostics.error)
    assert found.diagnostics.error < 1 / 32


def test_permutation_of_scores_on_other_scales_keeps_its_power():
    """One model's scores are a thousand times as large; swapped as they are, they would order everything."""
    given = scored(400, seed=8)
    first, second = given.outputs
    worse = np.random.default_rng(0).permutation(second)
    table = measured(replace(given, outputs=(first, 1000 * worse)), "auroc")
    assert permutation(table, draws=2000).p_value < 0.01


def test_draws_that_leave_a_metric_undefined_are_counted_or_refused():
    rng = np.random.default_rng(0)
    truth = np.array([1, 1, 1, *[0] * 60])
    given = Predictions(("a", "b"), truth, (rng.normal(size=63), rng.normal(size=63)), "score", ("0", "1"), "1")
    found = bootstrap(measured(given, "auroc"), draws=2000)
    assert 40 < found.diagnostics.figures["undefined draws"] < 160  # (60/63)^63 = 0.046 of 2,000
    two = replace(given, truth=np.array([1, 1, *[0] * 61]))  # (61/63)^63 = 0.131: more than one in ten
    with pytest.raises(NeedsNotMet, match=r"In 2\d\d of 2,000 resamples the area under the ROC curve is undefined"):
        bootstrap(measured(two, "auroc"), draws=2000)
    one = replace(given, truth=np.array([1, *[0] * 62]))
    with pytest.raises(NeedsNotMet, match="resamples the area under the ROC curve is undefined"):
        bootstrap(measured(one, "auroc"), draws=2000)


def test_a_function_without_weights_sees_cases_as_often_as_they_are_drawn():
    def typical(truth, prediction):
        return float(np.median(np.abs(truth - prediction)))

    table = measured(values(), typical, higher_is_better=False)
    assert table.values[0] == pytest.approx(np.median(np.abs(values().outputs[0] - values().truth)))
    assert bootstrap(table, draws=500).p_value < 1
    assert 0 < bayes_bootstrap(table, draws=500).probabilities(0.0).first < 1


@pytest.mark.parametrize("metric", ["auroc", "average-precision"])
def test_models_that_order_the_cases_alike_are_refused_or_told(metric):
    """Other numbers in the same order: the difference is 0 under any weights, with no spread to draw from."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=60)
    given = Predictions(
        ("a", "b"), (rng.random(60) < 0.4).astype(int), (scores, np.exp(scores)), "score", ("0", "1"), "1"
    )
    table = measured(given, metric)
    with pytest.raises(NeedsNotMet, match=r"differs by 0 however the cases are weighted"):
        bayes_bootstrap(table, draws=100)
    assert bootstrap(table, draws=100).p_value == permutation(table, draws=100).p_value == 1.0


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("auroc", r"none of the 60 cases that are compared in .* has the truth `0`"),
        ("partial-auroc-0.1", r"has the truth `0`"),
        ("average-precision", "differs by 0 however the cases are weighted"),
        ("mcc", "differs by 0 however the cases are weighted"),
    ],
)
def test_a_truth_of_one_class_is_refused(metric, said):
    rng = np.random.default_rng(0)
    given = bt.predictions({"case": np.arange(60), "y": np.ones(60, int), "a": rng.random(60), "b": rng.random(60)})
    with pytest.raises((NeedsNotMet, ArgumentError), match=said):
        bayes_bootstrap(measured(given, metric), draws=100)


def test_resamples_are_those_of_seed_0_unless_another_is_given():
    table = measured(scored(), "auroc")
    none, zero, one = (resampled(table, 50, rng, stratified=False).values for rng in (None, 0, 1))
    assert np.array_equal(none, zero)
    assert not np.array_equal(zero, one)
