"""What more units of the same kind would say: the figures of Williams (2026), and the smallest size that decides."""

from __future__ import annotations

import json
from math import inf

import numpy as np
import pytest

from betterthan.compare import compare
from betterthan.decision import by_threshold
from betterthan.errors import ArgumentError
from betterthan.pairing import pair_arrays, pair_differences
from betterthan.procedures import bayes_mcnemar, bayes_t
from betterthan.scaling import scaling
from betterthan.summaries import Cells, PairedSummary

LGR = PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176, models=("LgR", "MLP"))


def scaled(table, factors=(1.0, 2.0), threshold=0.95, **asked):
    return scaling(table, compare(table, **asked), factors=factors, threshold=threshold)


def test_the_printed_figures_at_one_six_and_fifteen_times_the_size():
    found = scaled(LGR, factors=(1, 6, 15))
    expected = [(0.326, 0.660, 0.014), (0.134, 0.866, 0.0), (0.040, 0.960, 0.0)]
    for p, printed in zip(found.probabilities, expected, strict=True):
        assert p == pytest.approx(printed, abs=0.001)
    assert found.units == (176, 1056, 2640)
    assert found.p_values[:2] == pytest.approx((0.383, 0.0324), rel=0.01)
    assert round(found.p_values[2], 4) == 0.0007
    assert found.verdicts == ("undecided", "undecided", "equivalent")


@pytest.mark.parametrize(
    ("mean", "rope", "threshold"),
    [(0.0659, 0.1, 0.95), (0.3, 0.1, 0.95), (-0.15, (-0.1, 0.3), 0.9), (0.0, 0.05, 0.99), (0.5, 0.1, 0.95)],
)
def test_one_unit_less_than_needed_does_not_decide(mean, rope, threshold):
    table = PairedSummary.from_moments(mean=mean, sd=1.0, n=176)
    needed = scaled(table, rope=rope, threshold=threshold).needed
    units = round(needed * 176)

    def verdict(n: int) -> str:
        return by_threshold(bayes_t.from_summary(mean=mean, sd=1.0, n=n).probabilities(rope), threshold)

    assert needed == pytest.approx(units / 176)
    assert verdict(units) != "undecided"
    assert verdict(units - 1) == "undecided"


def test_one_unit_less_than_needed_does_not_decide_on_the_scale_of_phi():
    cells, rope = Cells(40, 30, 42, 88), 0.05
    table = PairedSummary.from_cells({"": cells})
    found = compare(table)
    needed = scaling(table, found).needed

    def verdict(k: float) -> str:
        counts = {name: round(k * count) for name, count in cells._asdict().items()}
        return by_threshold(bayes_mcnemar.from_cells(**counts).probabilities(found.rope), 0.95)

    assert rope < found.rope.width
    assert verdict(needed) != "undecided"
    assert verdict(needed - 1 / cells.n) == "undecided"


def test_a_mean_on_a_bound_is_never_decided():
    assert scaled(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=0.1).needed == inf
    assert scaled(PairedSummary.from_moments(mean=-0.3, sd=1.0, n=50), rope=(-0.3, 0.1)).needed == inf
    assert scaled(PairedSummary.from_moments(mean=0.0, sd=1.0, n=50), rope=0.0).needed == inf


def test_a_comparison_that_is_decided_already_may_need_less():
    found = scaled(PairedSummary.from_moments(mean=1.0, sd=1.0, n=100), rope=0.1)
    assert found.verdicts[0] == "first"
    assert 0 < found.needed < 1


def test_differences_without_spread_decide_at_once():
    assert scaled(pair_differences([0.25] * 6), rope=0.1).needed == 1.0
    assert scaled(pair_arrays([1.0, 2.0], [1.0, 2.0])).verdicts == ("equivalent", "equivalent")


def test_the_probabilities_at_the_present_size_are_those_of_the_comparison():
    for table, rope in ((LGR, 0.1), (PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}), 0.02)):
        found = compare(table, rope=rope)
        assert scaling(table, found, factors=(1,)).probabilities[0] == pytest.approx(found.probabilities)
        assert scaling(table, found, factors=(1,)).p_values[0] == pytest.approx(found.classical.p_value)


def test_several_tasks_scale_in_tasks():
    rng = np.random.default_rng(0)
    table = pair_arrays(rng.random(40), rng.random(40), task=[f"t{i % 8}" for i in range(40)])
    assert scaled(table, procedure="bayes_t").units == (8, 16)


def test_only_procedures_that_rest_on_sums_scale():
    with pytest.raises(ArgumentError, match="rests on sums"):
        scaled(pair_differences(np.arange(20.0) ** 2), procedure="bayes_robust_t")


@pytest.mark.parametrize("threshold", [0.2, 1.5])
def test_a_threshold_that_is_none_is_refused(threshold):
    with pytest.raises(ArgumentError, match="threshold"):
        scaled(LGR, threshold=threshold)


def test_json_and_frame_have_a_row_per_size():
    found = scaled(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=0.1)
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert (document["schema"], document["needed"]) == (1, None)
    assert [row["units"] for row in document["sizes"]] == [50, 100]
    assert found.to_frame("pandas")["p_value"].tolist() == list(found.p_values)
