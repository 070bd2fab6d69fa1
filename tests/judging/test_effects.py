"""Effect sizes against their textbook formulas; positive always means that the first model is better."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import betterthan as bt
from betterthan.data.moments import Cells, Moments
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.judging.effects import cohens_d, cohens_g, effect_sizes, superiority_of_cells, superiority_of_moments

score = st.integers(-10_000, 10_000).map(lambda thousandths: thousandths / 1000)
scores = st.lists(st.tuples(score, score), min_size=2, max_size=30)
counts = st.builds(Cells, *[st.integers(0, 50)] * 4).filter(lambda cells: cells.n > 0)


def by_name(table) -> dict[str, float]:
    return {size.name: size.value for size in effect_sizes(table)}


def test_cohens_d_of_differences_is_mean_over_sd():
    rng = np.random.default_rng(1)
    first, second = rng.normal(0.3, 1, 40), rng.normal(0, 1, 40)
    difference = first - second
    sizes = by_name(pair_arrays(first, second))
    assert sizes["Cohen's d"] == pytest.approx(difference.mean() / difference.std(ddof=1), rel=1e-12)


@given(scores)
def test_swapping_the_models_mirrors_every_effect_size(rows):
    first, second = zip(*rows, strict=True)
    there, back = by_name(pair_arrays(first, second)), by_name(pair_arrays(second, first))
    assert back["Cohen's d"] == pytest.approx(-there["Cohen's d"], rel=1e-9)
    assert back["probability of superiority"] == pytest.approx(1 - there["probability of superiority"])


@given(counts)
def test_swapping_the_models_mirrors_the_effect_sizes_of_counts(cells):
    there = by_name(PairedSummary.from_cells({"": cells}))
    back = by_name(PairedSummary.from_cells({"": Cells(cells.n00, cells.n10, cells.n01, cells.n11)}))
    assert ("Cohen's g" in there) == (cells.discordant > 0)
    if cells.discordant:
        assert back["Cohen's g"] == pytest.approx(-there["Cohen's g"], abs=1e-12)
        assert np.sign(there["Cohen's g"]) == np.sign(cells.n10 - cells.n01)
    assert back["probability of superiority"] == pytest.approx(1 - there["probability of superiority"])


@given(counts)
def test_counts_and_the_scores_behind_them_have_the_same_effect_sizes(cells):
    outcomes = np.repeat([(0, 0), (0, 1), (1, 0), (1, 1)], cells, axis=0)
    assert by_name(pair_arrays(*outcomes.T)) == pytest.approx(by_name(PairedSummary.from_cells({"": cells})), rel=1e-9)


def test_wins_are_counted_with_their_ties():
    """0.9 - 0.8 and 0.8 - 0.7 differ by rounding only; so do 0.3 and 0.1 + 0.2, which are tied."""
    table = pair_arrays([0.9, 0.8, 0.3, 0.4], [0.8, 0.7, 0.1 + 0.2, 0.6], independent=True)
    *_, size = effect_sizes(table)
    assert size.counts == (2, 1, 1)
    assert size.value == 2.5 / 4
    cells = superiority_of_cells(Cells(n00=10, n01=5, n10=20, n11=15))
    assert cells.counts == (20, 5, 25)


@pytest.mark.parametrize(
    ("unit", "label"), [("case", "medium"), ("seed", None), ("fold", None), ("task", None), ("train_set", None)]
)
def test_only_independent_cases_have_cohens_words(unit, label):
    scores = {
        unit: list(range(6)),
        "a": [0.71, 0.74, 0.73, 0.76, 0.70, 0.75],
        "b": [0.70, 0.72, 0.74, 0.73, 0.71, 0.74],
    }
    found = bt.compare(bt.read(scores), rope=0.01)
    d = found.effects[0]
    difference = np.subtract(scores["a"], scores["b"])
    assert d.value == pytest.approx(difference.mean() / difference.std(ddof=1))
    assert d.label == label
    name = "training set" if unit == "train_set" else unit
    text = " ".join(found.to_text().split())
    assert f"Cohen's d = 0.520 in sds of the {name} differences" in text
    assert f"a wins 4 of 6 {name}s, b 2" in text
    assert "superiority" not in text
    assert bt.Comparison.from_dict(found.document()).effects == found.effects


def test_superiority_counts_ties_half():
    assert by_name(pair_arrays([1.0, 2.0, 3.0, 4.0], [0.5, 2.5, 3.0, 3.0]))["probability of superiority"] == 0.625
    assert superiority_of_cells(Cells(n00=10, n01=5, n10=20, n11=15)).value == pytest.approx((20 + 12.5) / 50)


def test_superiority_from_printed_numbers_assumes_a_normal_law():
    size = superiority_of_moments(Moments(0.3, 0.5, 20))
    assert size.name == "probability of superiority (if normal)"
    assert size.value == pytest.approx(stats.norm.cdf(0.6), rel=1e-12)
    assert "probability of superiority (if normal)" in by_name(PairedSummary.from_moments(mean=0.3, sd=0.5, n=20))


@pytest.mark.parametrize(
    ("d", "label"),
    [(0.0, "negligible"), (0.1999, "negligible"), (0.2, "small"), (-0.4999, "small"), (0.5, "medium"), (-0.8, "large")],
)
def test_labels_of_cohens_d(d, label):
    assert cohens_d(Moments(d, 1.0, 10)).label == label


@pytest.mark.parametrize(
    ("n01", "n10", "label"),
    [(46, 54, "negligible"), (44, 56, "small"), (66, 34, "medium"), (24, 76, "large"), (0, 1, "large")],
)
def test_labels_of_cohens_g(n01, n10, label):
    assert cohens_g(Cells(0, n01, n10, 0))[0].label == label


def test_differences_without_spread_have_an_infinite_effect_that_json_can_hold():
    ahead, behind, none = (cohens_d(Moments(mean, 0.0, 5)) for mean in (0.1, -0.1, 0.0))
    assert (ahead.value, behind.value, none.value) == (np.inf, -np.inf, 0.0)
    assert (ahead.label, none.label) == (None, "negligible")  # no spread says nothing about what is large
    assert ahead.to_dict() == {"value": None, "label": None, "sign": 1, "counts": None}


def test_models_that_never_disagree_have_no_cohens_g():
    assert cohens_g(Cells(3, 0, 0, 4)) == ()


def test_differences_alone_are_enough_for_d_and_superiority():
    assert set(by_name(pair_differences([0.1, 0.2, -0.1]))) == {"Cohen's d", "probability of superiority"}
