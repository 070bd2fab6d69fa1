"""One model alone, and against a published number."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

import betterthan as bt
from betterthan.answers.estimate import Estimate

RNG = np.random.default_rng(7)


def of(score, **labels) -> bt.Scores:
    n = len(score)
    return bt.read({"model": ["m"] * n, **labels, "score": score})


def ends(found: Estimate) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


# The interval fits the design.


def test_a_share_has_the_beta_interval_of_a_uniform_prior():
    score = (np.arange(100) % 7 > 0).astype(int)
    found = bt.estimate(of(score, case=np.arange(100)))
    right = int(score.sum())
    assert found.mean == pytest.approx(right / 100)
    assert ends(found) == pytest.approx(stats.beta(1 + right, 101 - right).interval(0.95))


def test_0_1_losses_have_the_same_interval_turned():
    wrong = (np.arange(100) % 7 == 0).astype(int)
    case = np.arange(100)
    loss = bt.estimate(bt.read({"model": ["m"] * 100, "case": case, "score": wrong}, higher_is_better=False))
    share = bt.estimate(of(1 - wrong, case=case))
    assert loss.mean == pytest.approx(1 - share.mean)
    assert ends(loss) == pytest.approx((1 - ends(share)[1], 1 - ends(share)[0]))


@pytest.mark.parametrize("unit", ["case", "seed", "train_set"])
def test_independent_scores_have_the_interval_of_a_t_test(unit):
    score = RNG.normal(2.0, 0.3, 8)
    found = bt.estimate(of(score, **{unit: np.arange(8)}), level=0.9)
    known = stats.ttest_1samp(score, 0.0).confidence_interval(0.9)
    assert ends(found) == pytest.approx((known.low, known.high))
    assert found.n == 8


def test_clusters_are_the_units():
    cluster = np.repeat(np.arange(12), [1, 2, 3] * 4)
    score = RNG.normal(0, 1, 12)[cluster] + RNG.normal(0, 0.2, len(cluster))
    found = bt.estimate(of(score, cluster=cluster, case=np.arange(len(cluster))))
    means = [score[cluster == each].mean() for each in range(12)]
    known = stats.ttest_1samp(means, 0.0).confidence_interval()
    assert ends(found) == pytest.approx((known.low, known.high))
    assert found.unit == "clusters"
    assert found.clustering is not None
    assert found.clustering.mean == pytest.approx(score.mean())


def test_folds_share_training_data():
    score = RNG.normal(0.8, 0.02, 10)
    found = bt.estimate(of(score, fold=np.arange(10)))
    scale = score.std(ddof=1) * np.sqrt(1 / 10 + 0.1 / 0.9)
    assert ends(found) == pytest.approx(stats.t(9, score.mean(), scale).interval(0.95))


def test_folds_of_unknown_size_need_a_test_fraction():
    splits = of(RNG.normal(0.8, 0.02, 10), repeat=np.arange(10))
    with pytest.raises(bt.NeedsNotMet, match="test_fraction"):
        bt.estimate(splits)
    assert bt.estimate(splits, test_fraction=0.3).interval is not None
    assert bt.compare(splits, test_fraction=0.3).interval is not None


def test_seeds_x_cases_allow_for_both_as_the_crossed_analysis_of_differences_does():
    seed, case = np.divmod(np.arange(5 * 30), 30)
    score = 0.7 + RNG.normal(0, 0.05, 5)[seed] + RNG.normal(0, 0.1, 30)[case] + RNG.normal(0, 0.05, 150)
    found = bt.estimate(of(score, seed=seed, case=case))
    known = bt.procedures.bayes_crossed.from_differences(score.reshape(5, 30)).interval(0.95, "equal-tailed")
    assert ends(found) == pytest.approx((known.low, known.high))
    alone = stats.t(149, score.mean(), score.std(ddof=1) / np.sqrt(150)).interval(0.95)
    assert ends(found)[1] - ends(found)[0] > 2 * (alone[1] - alone[0])


def test_several_tasks_are_a_sample_and_each_has_its_own():
    task = np.repeat(list("abcd"), 50)
    score = (np.arange(200) % np.repeat([3, 4, 5, 7], 50) > 0).astype(int)
    found = bt.estimate(of(score, task=task, case=np.arange(200)))
    means = score.reshape(4, 50).mean(axis=1)
    known = stats.ttest_1samp(means, 0.0).confidence_interval()
    assert ends(found) == pytest.approx((known.low, known.high))
    assert [each.task for each in found.tasks] == list("abcd")
    right = int(score[:50].sum())
    assert ends(found.tasks[0]) == pytest.approx(stats.beta(1 + right, 51 - right).interval(0.95))


def test_a_mean_over_tasks_on_other_scales_is_refused():
    task, score = np.repeat(["a", "b"], 5), np.r_[RNG.normal(1, 0.1, 5), RNG.normal(5000, 1, 5)]
    with pytest.raises(bt.NeedsNotMet, match="hardly on one scale"):
        bt.estimate(of(score, task=task, seed=np.arange(10)))


def test_one_score_has_no_interval():
    found = bt.estimate(of([0.5], seed=[1]))
    assert (found.mean, found.sd, found.interval) == (0.5, None, None)
    assert "no interval" in found.method


def test_one_of_several_models_can_be_named():
    case = np.arange(40)
    both = bt.read({"case": case, "a": case % 3 > 0, "b": case % 2 > 0})
    assert bt.estimate(both, "b").mean == pytest.approx(0.5)
    assert bt.estimate(bt.pair(both, "a", "b"), "b").mean == pytest.approx(0.5)
    with pytest.raises(bt.ArgumentError, match="which one"):
        bt.estimate(both)


def test_compare_answers_for_one_model():
    scores = of(RNG.normal(0.8, 0.02, 10), seed=np.arange(10))
    assert bt.compare(scores) == bt.estimate(scores)
    assert any("nothing is compared" in note for note in bt.estimate(scores).notes)


# Against a published number.


def test_against_an_exact_number_is_the_one_sample_t_test():
    score = RNG.normal(0.8, 0.03, 12)
    found = bt.estimate(of(score, seed=np.arange(12)), against=0.785).against
    assert found is not None
    p = stats.ttest_1samp(score, 0.785, alternative="greater").pvalue
    assert found.result.direction().second == pytest.approx(p, abs=1e-12)
    half = 0.1 * score.std(ddof=1)
    law = stats.t(11, score.mean() - 0.785, score.std(ddof=1) / np.sqrt(12))
    assert found.probabilities == pytest.approx((law.sf(half), law.cdf(half) - law.cdf(-half), law.cdf(-half)))
    assert found.exact
    assert found.interval[:2] == pytest.approx(law.interval(0.95), abs=1e-6)


def test_two_shares_against_an_independent_double_integral():
    score = (np.arange(200) % 5 > 0).astype(int)
    found = bt.estimate(of(score, case=np.arange(200)), against=0.85, against_n=1000, rope=0.02).against
    assert found is not None
    x, y = stats.beta(161, 41), stats.beta(851, 151)
    second = integrate.quad(lambda v: x.cdf(v - 0.02) * y.pdf(v), 0.7, 1, points=[0.85], epsabs=1e-12)[0]
    first = integrate.quad(lambda v: x.sf(v + 0.02) * y.pdf(v), 0.7, 1, points=[0.85], epsabs=1e-12)[0]
    assert found.probabilities == pytest.approx((first, 1 - first - second, second), abs=1e-9)


def test_a_standard_error_is_convolved_with_the_mean():
    score = RNG.normal(0.8, 0.03, 5)
    found = bt.estimate(of(score, seed=np.arange(5)), against=0.78, against_sd=0.01, rope=0.005).against
    assert found is not None
    draws = np.random.default_rng(1)
    x = stats.t(4, score.mean(), score.std(ddof=1) / np.sqrt(5)).rvs(2_000_000, random_state=draws)
    d = x - draws.normal(0.78, 0.01, 2_000_000)
    drawn = ((d > 0.005).mean(), (np.abs(d) <= 0.005).mean(), (d < -0.005).mean())
    assert found.probabilities == pytest.approx(drawn, abs=0.0015)  # three standard errors of the draws


def test_losses_are_turned():
    seed, loss = np.arange(8), RNG.normal(3.0, 0.1, 8)
    low = bt.read({"model": ["m"] * 8, "seed": seed, "score": loss}, higher_is_better=False)
    found = bt.estimate(low, against=3.3, against_sd=0.05).against
    mirrored = bt.estimate(of(-loss, seed=seed), against=-3.3, against_sd=0.05).against
    assert found is not None
    assert mirrored is not None
    assert found.decision.verdict == "first"
    assert found.probabilities == pytest.approx(mirrored.probabilities, abs=1e-9)
    assert found.estimate == pytest.approx(3.3 - loss.mean())


def test_error_rates_of_folds_against_a_share():
    fold, error = np.arange(10), RNG.normal(0.2, 0.01, 10)
    table = bt.read({"model": ["m"] * 10, "fold": fold, "score": error}, higher_is_better=False)
    found = bt.estimate(table, against=0.25, against_n=400).against
    mirrored = bt.estimate(of(1 - error, fold=fold), against=0.75, against_n=400).against
    assert found is not None
    assert mirrored is not None
    assert found.probabilities == pytest.approx(mirrored.probabilities, abs=1e-9)


def test_more_cases_of_the_published_number_make_it_exact():
    score = (np.arange(300) % 5 > 0).astype(int)
    scores = of(score, case=np.arange(300))
    exact = bt.estimate(scores, against=0.75, rope=0.01).probabilities
    many = bt.estimate(scores, against=0.75, against_n=10**9, rope=0.01).probabilities
    assert exact == pytest.approx(many, abs=1e-4)


def test_a_relative_rope_is_a_share_of_the_published_error():
    scores = of((np.arange(300) % 5 > 0).astype(int), case=np.arange(300))
    found = bt.estimate(scores, against=0.75, rope=bt.Rope.relative(0.1)).against
    assert found is not None
    assert found.rope.high == pytest.approx(0.025)


def test_compare_with_first_takes_one_of_several():
    case = np.arange(60)
    both = bt.read({"case": case, "a": case % 3 > 0, "b": case % 2 > 0})
    assert bt.compare(both, first="b", against=0.5).model == "b"
    with pytest.raises(bt.ArgumentError, match="Name one with `first=`"):
        bt.compare(both, against=0.5)


def test_compare_judges_the_difference_from_a_published_number_as_it_is_asked_to():
    """Two shares are never more than 1 apart."""
    scores = of((np.arange(60) % 3 > 0).astype(int), case=np.arange(60))
    found = bt.compare(scores, against=0.4, rope=1.0, threshold=0.9)
    assert found.probabilities.equivalent == pytest.approx(1.0, abs=1e-12)
    assert (found.against.decision.verdict, found.against.decision.threshold) == ("equivalent", 0.9)
    assert bt.compare(scores, against=0.4, rope=0.0).against.decision.verdict == "first"


@pytest.mark.parametrize(
    "more", [{}, {"against": 0.7}, {"against": 0.7, "against_n": 50}, {"against": 0.7, "against_sd": 0.1}]
)
def test_it_is_read_back_and_told(more, tmp_path):
    task = np.repeat(list("ab"), 20)
    found = bt.estimate(of((np.arange(40) % 3 > 0).astype(int), task=task, case=np.arange(40)), **more)
    assert Estimate.from_dict(found.document()) == found
    for suffix in ("html", "md", "tex", "txt", "json", "csv", "svg"):
        assert found.report(tmp_path / f"x.{suffix}").stat().st_size > 100
    assert [row["task"] for row in found.to_rows()] == [None, "a", "b"]
    assert ("not a paired comparison" in found.to_text()) == bool(more)


@pytest.mark.parametrize(("value", "refused"), [(0.0, False), (0.5, True), (1.0, True), (60.0, False)])
def test_a_published_share_beside_percent_is_refused_unless_it_is_0(value, refused):
    scores = of(np.random.default_rng(1).normal(80.0, 2.0, 12), seed=np.arange(12))
    if refused:
        with pytest.raises(bt.ArgumentError, match="looks like a share of 1"):
            bt.estimate(scores, against=value)
    else:
        assert bt.estimate(scores, against=value).against.value == value
