"""The interval of a model's mean: the law that fits the units, and never beyond what a score can be."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import betterthan as bt

HIGH = np.array([0.99, 1.0, 0.9, 0.97, 1.0, 0.93])
LOW = np.array([0.0, 0.02, 0.1, 0.01, 0.0, 0.04])
CUT = "Scores between 0 and 1 are taken as shares, so that the interval of a mean ends at {}."


def cases(first, second, **options) -> bt.Scores:
    return bt.read({"case": range(len(first)), "a": list(first), "b": list(second)}, **options)


def student(scores, level=0.95) -> tuple[float, float]:
    low, high = stats.t.interval(level, len(scores) - 1, np.mean(scores), stats.sem(scores))
    return float(low), float(high)


def test_accuracies_stay_within_0_and_1():
    found = bt.compare(cases(HIGH, LOW), rope=0.01)
    high, low = (model.interval for model in found.models)
    assert (student(HIGH)[1] > 1, student(LOW)[0] < 0) == (True, True)
    assert (high.low, high.high) == (pytest.approx(student(HIGH)[0]), 1.0)
    assert (low.low, low.high) == (0.0, pytest.approx(student(LOW)[1]))
    assert CUT.format("0 and 1") in found.notes


def test_an_interval_that_ends_before_is_left_alone():
    middle = 0.5 + (HIGH - HIGH.mean())
    found = bt.compare(cases(middle, middle[::-1] + 0.1), rope=0.01)
    inside = found.models[0].interval
    assert (inside.low, inside.high) == pytest.approx(student(middle))
    assert not any("taken as shares" in note for note in found.notes)


def test_losses_and_scores_beyond_1_have_no_such_ends():
    """A loss of 0.99 may be followed by one of 1.1."""
    for scores in (cases(HIGH, LOW, higher_is_better=False), cases(HIGH, np.append(LOW[1:], 1.2))):
        inside = bt.compare(scores, rope=0.01).models[0].interval
        assert (inside.low, inside.high) == pytest.approx(student(HIGH))


def test_a_declared_range_ends_intervals_without_a_note():
    found = bt.compare(cases(4 + HIGH, 4 + LOW, range=(1, 5)), rope=0.01)
    assert found.models[0].interval.high == 5.0
    assert not any("taken as shares" in note for note in found.notes)


def test_shares_of_0_1_scores_are_beta():
    right = np.array([1] * 19 + [0])
    inside = bt.compare(cases(right, 1 - right)).models[0].interval
    assert (inside.low, inside.high) == pytest.approx(stats.beta(20, 2).interval(0.95))


@pytest.mark.parametrize("higher", [True, False])
def test_means_of_0_1_tasks_and_crossed_units_are_shares_in_either_direction(higher):
    rng = np.random.default_rng(2)
    for first, second in (("task", "case"), ("seed", "case")):
        columns = {first: np.repeat(range(3), 20), second: np.tile(range(20), 3)}
        scores = {name: (rng.random(60) < 0.97).astype(int) for name in "ab"}
        found = bt.compare(bt.read({**columns, **scores}, higher_is_better=higher))
        for model in found.models:
            assert 0.0 <= model.interval.low <= model.interval.high <= 1.0
        assert not any("taken as shares" in note for note in found.notes)


def test_folds_are_wider_and_cut_off_all_the_same():
    found = bt.compare(bt.read({"fold": range(6), "a": HIGH, "b": LOW + 0.5}), rope=0.01, test_fraction=1 / 6)
    half = stats.t.ppf(0.975, 5) * HIGH.std(ddof=1) * np.sqrt(1 / 6 + (1 / 6) / (5 / 6))
    inside = found.models[0].interval
    assert (inside.low, inside.high) == (pytest.approx(HIGH.mean() - half), 1.0)


def test_seed_tables_means_and_single_models_too():
    columns = {"model": ["a"] * 6 + ["b"] * 6, "seed": [*range(6)] * 2, "accuracy": [*HIGH, *LOW]}
    seeds = bt.seed_table(bt.read(columns), "a")
    assert [seeds.rows[0].interval.high, seeds.rows[1].interval.low] == [1.0, 0.0]
    assert CUT.format("0 and 1") in seeds.notes
    means = bt.model_means(cases(HIGH, LOW))
    ends = [end for each in (*means.within, *(model.interval for model in means.models)) for end in each[:2]]
    assert (min(ends), max(ends)) == (0.0, 1.0)
    one = bt.estimate(cases(HIGH, LOW), "a")
    assert (one.interval.low, one.interval.high) == (pytest.approx(student(HIGH)[0]), 1.0)
    assert (one.limits, CUT.format("1") in one.notes) == ((0.0, 1.0), True)
    assert bt.check(one.document()).agrees


def test_of_several_models_all_say_what_a_score_can_be():
    """One model alone stays below 1; another does not, so that the scores are no shares."""
    scores = {"case": range(6), "a": HIGH, "b": LOW, "c": 3 * HIGH}
    found = bt.compare(bt.read(scores), rope=0.01)
    alone = next(model for model in found.models if model.name == "a")
    assert (alone.interval.low, alone.interval.high) == pytest.approx(student(HIGH))


def test_scores_that_are_all_1_need_no_note():
    found = bt.compare(cases([1.0] * 6, 0.5 + LOW, models=["a", "b"]), rope=0.01)
    assert found.models[0].interval[:2] == (1.0, 1.0)
    assert not any("taken as shares" in note for note in found.notes)
