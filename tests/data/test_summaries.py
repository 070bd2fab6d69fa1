"""Sums per task say the same as the units they were made of, however they are cut and merged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import betterthan as bt
from betterthan.data.moments import Cells, original_units, pairing_gain
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, PairingError, ReadingError

FIELDS = ("n", "means", "squares", "difference_means", "difference_squares")


def summary_of(scores: np.ndarray, task: str = "", binary: bool = False) -> PairedSummary:
    """The sums of units x 2 scores, straight from their definition."""
    difference = scores[:, 0] - scores[:, 1]
    cells = np.bincount((2 * scores[:, 0] + scores[:, 1]).astype(int), minlength=4)[None, :] if binary else None
    return PairedSummary(
        ("a", "b"),
        (task,),
        np.array([len(scores)]),
        scores.mean(axis=0)[None, :],
        ((scores - scores.mean(axis=0)) ** 2).sum(axis=0)[None, :],
        np.array([difference.mean()]),
        np.array([((difference - difference.mean()) ** 2).sum()]),
        cells,
    )


@st.composite
def real_parts(draw):
    offset = draw(st.sampled_from([0.0, 1.0, 1e6, -1e8]))
    sizes = draw(st.lists(st.integers(1, 12), min_size=2, max_size=2))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return [offset + rng.normal(draw(st.floats(-3, 3)), 1, (size, 2)) for size in sizes]


def same_figures(merged: PairedSummary, scores: np.ndarray) -> None:
    table = pair_arrays(*scores.T, models=("a", "b"))
    there, here = table.moments(), merged.moments()
    reach = 1e-14 * np.abs(scores).max() + 1e-12
    assert here.n == there.n
    assert here.mean == pytest.approx(there.mean, abs=10 * reach)
    assert here.sd == pytest.approx(there.sd, rel=1e-6, abs=1e3 * reach)
    for one, other in zip(merged.model_scores(), table.model_scores(), strict=True):
        assert (one.name, one.n) == (other.name, other.n)
        assert one.mean == pytest.approx(other.mean, rel=1e-12, abs=1e-12)
        assert one.sd == pytest.approx(other.sd, rel=1e-6, abs=1e3 * reach)


@given(real_parts())
def test_merging_real_valued_sums_equals_pooling_the_units(parts):
    merged = summary_of(parts[0]).merge(summary_of(parts[1]))
    same_figures(merged, np.concatenate(parts))


@given(real_parts())
def test_pooling_tasks_equals_pooling_their_units(parts):
    apart = [summary_of(part, task) for part, task in zip(parts, ("x", "y"), strict=True)]
    both = PairedSummary(
        ("a", "b"), ("x", "y"), *(np.concatenate([getattr(part, name) for part in apart]) for name in FIELDS)
    )
    same_figures(both.pooled(), np.concatenate(parts))
    same_figures(both, np.concatenate(parts))


binary_scores = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=30).map(
    lambda rows: np.array(rows, dtype=float)
)


@given(binary_scores, binary_scores)
def test_merging_counts_equals_pooling_the_units(one, other):
    merged = summary_of(one, binary=True).merge(summary_of(other, binary=True))
    table = pair_arrays(*np.concatenate([one, other]).T)
    assert merged.cells() == table.cells()
    same_figures(merged, np.concatenate([one, other]))


@given(binary_scores)
def test_counts_know_everything_that_their_units_know(scores):
    summary = PairedSummary.from_cells({"": pair_arrays(*scores.T).cells()}, models=("a", "b"))
    same_figures(summary, scores)
    direct = summary_of(scores)
    assert summary.squares == pytest.approx(direct.squares, abs=1e-9)
    assert summary.difference_squares == pytest.approx(direct.difference_squares, abs=1e-9)
    assert summary.binary


def test_tasks_with_the_same_name_are_pooled_and_others_kept():
    one = PairedSummary.from_cells({"x": Cells(1, 2, 3, 4), "y": Cells(1, 0, 0, 1)}, notes=("one",))
    other = PairedSummary.from_cells({"y": Cells(0, 1, 1, 0), "z": Cells(5, 0, 0, 0)}, notes=("one", "other"))
    merged = one.merge(other)
    assert merged.tasks == ("x", "y", "z")
    assert merged.cells_by_task.tolist() == [[1, 2, 3, 4], [1, 1, 1, 1], [5, 0, 0, 0]]
    assert merged.notes == ("one", "other")
    assert merged.select_tasks(["y"]).cells() == Cells(1, 1, 1, 1)


def test_merging_is_associative():
    parts = [PairedSummary.from_cells({"x": Cells(*row)}) for row in ((1, 2, 3, 4), (4, 0, 1, 0), (0, 0, 7, 2))]
    left = parts[0].merge(parts[1]).merge(parts[2])
    right = parts[0].merge(parts[1].merge(parts[2]))
    for name in FIELDS:
        assert getattr(left, name) == pytest.approx(getattr(right, name))


def test_summaries_of_other_models_do_not_merge():
    one = PairedSummary.from_cells({"": Cells(1, 1, 1, 1)}, models=("a", "b"))
    other = PairedSummary.from_cells({"": Cells(1, 1, 1, 1)}, models=("b", "a"))
    with pytest.raises(PairingError, match="Cannot merge summaries of `a`, `b` and of `b`, `a`"):
        one.merge(other)


def test_printed_numbers_come_back_unchanged():
    summary = PairedSummary.from_moments(mean=0.0659, sd=1.25, n=176)
    assert summary.moments() == pytest.approx((0.0659, 1.25, 176), rel=1e-12)
    assert summary.model_scores() == ()
    assert summary.pairing() is None


@pytest.mark.parametrize("bad", [{"n": 0}, {"sd": -1.0}, {"mean": float("nan")}, {"sd": 1e300}])
def test_printed_numbers_that_cannot_be_are_refused(bad):
    with pytest.raises(ArgumentError, match="sd >= 0 and n >= 1"):
        PairedSummary.from_moments(**{"mean": 0.0, "sd": 1.0, "n": 5, **bad})


@pytest.mark.parametrize("cells", [Cells(0, 0, 0, 0), Cells(1, -1, 1, 1)])
def test_counts_that_cannot_be_are_refused(cells):
    with pytest.raises(ReadingError, match="those of task `x` are not"):
        PairedSummary.from_cells({"x": cells, "y": Cells(1, 1, 1, 1)})


def test_real_valued_sums_have_no_cells():
    with pytest.raises(PairingError, match="only where every score is 0 or 1"):
        PairedSummary.from_moments(mean=0.0, sd=1.0, n=5).cells()


def test_a_task_that_is_not_there_is_refused():
    with pytest.raises(ArgumentError, match=r"There is no task `tr-dn`. Did you mean `tr-en`\?"):
        PairedSummary.from_cells({"tr-en": Cells(1, 1, 1, 1)}).select_tasks(["tr-dn"])


def test_means_are_turned_back_into_original_units():
    assert original_units(0.25, True, True) == 0.25
    assert original_units(0.25, True, False) == 0.75
    assert original_units(-3.5, False, False) == 3.5


def test_pairing_gains_nothing_where_there_is_no_spread():
    assert pairing_gain(1.0, 1.0, 0.0) is None
    assert pairing_gain(0.0, 1.0, 1.0) is None
    raised = pairing_gain(1.0, 1.0, 3.0)
    assert (raised.correlation, raised.variance_ratio) == pytest.approx((-0.5, 2 / 3))


def test_cells_count_themselves():
    assert (Cells(1, 2, 3, 4).n, Cells(1, 2, 3, 4).discordant) == (10, 5)


def test_steps_are_kept_by_task_and_the_smallest_of_what_is_pooled():
    one = replace(summary_of(np.eye(3)[:, :2]), steps=np.array([0.1]))
    other = replace(summary_of(np.eye(3)[:, :2]), steps=np.array([0.05]))
    assert one.merge(other).steps.tolist() == [0.05]
    assert one.merge(replace(other, tasks=("x",))).select_tasks(["x"]).steps.tolist() == [0.05]
    assert np.isnan(one.merge(replace(other, steps=np.array([np.nan]))).steps).all(), "unknown where one of them is"
    assert one.merge(replace(other, steps=None)).steps is None


def test_sums_say_of_averaged_0_1_losses_what_their_units_say():
    """A loss of 0.27 was shown as -0.73: sums took the means of 0/1 losses for real-valued ones, and turned them."""
    rng = np.random.default_rng(0)
    rows = [
        (m, f"c{c}", k, int(rng.random() < p)) for m, p in (("a", 0.3), ("b", 0.4)) for c in range(40) for k in "xyz"
    ]
    columns = dict(zip(("model", "case", "repeat", "loss"), map(list, zip(*rows, strict=True)), strict=True))
    scores = bt.read(columns, higher_is_better=False)
    sums, units = bt.summarize(scores, repeats="mean"), bt.pair(scores, repeats="mean")
    mean = np.mean([loss for model, _, _, loss in rows if model == "a"])
    assert (sums.zero_one, sums.binary) == (units.zero_one, units.binary) == (True, False)
    assert sums.model_scores()[0].mean == pytest.approx(mean)
    assert units.model_scores()[0].mean == pytest.approx(mean)
    assert sums.extent() == units.extent() == (0.0, 1.0)
    assert "means of 0/1 scores" in bt.compare(sums, rope=0.01).to_text()
    assert sums.merge(replace(sums, of_binary=False)).zero_one is False
