import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from betterthan.errors import ArgumentError
from betterthan.numerics.operating_point import error_share, least_cost

CASES = st.lists(st.tuples(st.integers(0, 6), st.booleans(), st.integers(1, 3)), min_size=2, max_size=12).filter(
    lambda rows: 0 < sum(positive for _, positive, _ in rows) < len(rows)
)


def columns(rows):
    scores, positive, weight = zip(*rows, strict=True)
    return np.array(scores, dtype=float), np.array(positive), np.array(weight, dtype=float)


def errors(rows, threshold):
    """Missed share and share of false alarms at a threshold, counted one by one."""
    shares = []
    for group, wrong in ((True, lambda s: s < threshold), (False, lambda s: s >= threshold)):
        total = sum(w for _, positive, w in rows if positive is group)
        shares.append(sum(w for s, positive, w in rows if positive is group and wrong(s)) / total)
    return shares


@given(CASES, st.sampled_from([0.2, 1.0, 3.0]))
def test_no_threshold_costs_less(rows, ratio):
    scores, positive, weight = columns(rows)
    found = least_cost(scores, positive, ratio, weight)
    above, below = weight[positive].sum(), weight[~positive].sum()

    def cost(threshold):
        missed, alarms = errors(rows, threshold)
        return ratio * above * missed + below * alarms

    everywhere = [*np.arange(-0.5, 8, 0.5), np.inf]
    assert cost(found.threshold) == pytest.approx(min(map(cost, everywhere)))
    assert all(cost(t) > cost(found.threshold) for t in [*set(scores), np.inf] if t > found.threshold)
    assert [found.missed, found.false_alarms] == pytest.approx(errors(rows, found.threshold))
    assert found.threshold in {*scores, np.inf}


@given(CASES, st.sampled_from([0.0, 0.08, 0.25, 0.5, 0.9]), st.booleans())
def test_no_threshold_comes_nearer_to_the_rate_from_below(rows, share, of_positive):
    scores, positive, weight = columns(rows)
    found = error_share(scores, positive, share, of_positive=of_positive, weight=weight)
    wanted = 0 if of_positive else 1
    possible = [errors(rows, t) for t in [*set(scores), np.inf]]
    kept = [each for each in possible if each[wanted] <= share + 1e-9]
    reached = errors(rows, found.threshold)
    assert [found.missed, found.false_alarms] == pytest.approx(reached)
    assert reached[wanted] == pytest.approx(max(each[wanted] for each in kept))
    same = [each for each in kept if each[wanted] == pytest.approx(reached[wanted])]
    assert reached[1 - wanted] == pytest.approx(min(each[1 - wanted] for each in same))


def test_as_the_roc_curve_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    positive = rng.random(500) < 0.93
    scores = (positive + rng.normal(0, 1, 500)).round(2)
    alarms, hits, thresholds = metrics.roc_curve(positive, scores, drop_intermediate=False)
    for share in (0.01, 0.08, 0.3):
        found = error_share(scores, positive, share)
        place = int(np.argmax(1 - hits <= share))
        assert found.threshold == thresholds[place]
        assert (found.missed, found.false_alarms) == pytest.approx((1 - hits[place], alarms[place]))


def test_eight_percent_of_the_observable():
    """Williams (2026), sec. 6.1: the share of true observable examples that are called not observable is 8%."""
    rng = np.random.default_rng(2)
    positive = np.arange(2_000) < 1_860
    scores = np.where(positive, 1.0, -0.5) + rng.standard_normal(2_000)
    found = error_share(scores, positive, 0.08)
    assert found.missed == 148 / 1_860  # 7.96%; one more would be 8.01%
    assert (~found.labels(scores[positive])).mean() == found.missed
    assert found.labels(scores[~positive]).mean() == found.false_alarms


def test_calibrated_probabilities_are_cut_where_the_costs_say():
    """p·miss > (1 - p)·alarm: at 1/(1 + ratio)."""
    rng = np.random.default_rng(3)
    p = rng.random(200_000)
    assert least_cost(p, rng.random(len(p)) < p, 4.0).threshold == pytest.approx(0.2, abs=0.02)


def test_a_matrix_and_its_ratio_agree():
    rng = np.random.default_rng(4)
    scores = rng.standard_normal(300)
    positive = rng.random(300) < 0.5 + 0.4 * np.tanh(scores)
    matrix = np.array([[1.0, 3.0], [7.0, 2.0]])  # a false alarm costs 2 more, a missed case 5 more
    assert least_cost(scores, positive, matrix) == least_cost(scores, positive, 2.5)


def test_equal_scores_get_one_label_and_the_rate_is_not_exceeded():
    scores, positive = np.array([0.2] * 10 + [0.7] * 10), np.array([True] * 20)
    positive[0] = False
    found = error_share(scores, positive, 0.08)
    assert (found.threshold, found.missed, found.false_alarms) == (0.2, 0.0, 1.0)


def test_nothing_is_positive_where_every_threshold_errs():
    scores, positive = np.array([1.0, 2.0, 3.0]), np.array([True, False, False])
    found = error_share(scores, positive, 0.0, of_positive=False)
    assert (found.threshold, found.missed, found.false_alarms) == (np.inf, 1.0, 0.0)
    assert not found.labels(np.array([1e300])).any()
    assert least_cost(scores, positive, 0.1).threshold == np.inf


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s, y: least_cost(s, np.ones(3, dtype=bool), 1.0), "Of 3 cases all are"),
        (lambda s, y: error_share(s, np.zeros(3, dtype=bool), 0.1), "Of 3 cases none are"),
        (lambda s, y: error_share(s, y, 1.0), "at least 0 and below 1"),
        (lambda s, y: error_share(s, y, float("nan")), "as 0.08 for 8%"),
        (lambda s, y: least_cost(s, y, 0.0), "a missed case 0 more"),
        (lambda s, y: least_cost(s, y, np.array([[0.0, 1.0], [1.0, 2.0]])), "a missed case -1 more"),
        (lambda s, y: least_cost(s, y, np.ones(3)), "2 x 2 matrix"),
        (lambda s, y: least_cost(np.array([1.0, np.nan, 2.0]), y, 1.0), "1 are not"),
    ],
)
def test_what_makes_no_threshold_is_said(call, message):
    with pytest.raises(ArgumentError, match=message):
        call(np.array([0.1, 0.5, 0.9]), np.array([False, True, True]))
