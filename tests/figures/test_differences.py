"""The histogram of raw differences: every difference is counted once, in the region where it lies."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes, shows
from looks import assert_readable
from many_models import texts
from scipy.stats import gaussian_kde
from two_models import cases, names, same, sizes, tasks

import betterthan as bt
from betterthan import figures
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.differences(tasks(size), rope=0.01, ax=ax),
    lambda size, ax: figures.differences(cases(size), rope=0.1, ax=ax),
)
test_what_it_shows = shows(lambda: figures.differences(cases("ordinary"), rope=0.1))
test_the_same_table_gives_the_same_bytes = same_bytes(lambda: figures.differences(tasks("ordinary"), rope=0.01))


def counts(axes) -> list[str]:
    """What is printed of the second model, the rope and the first model, from left to right."""
    return [text.split("\n")[-1] for text in texts(axes)[:3]]


@sizes
def test_the_numbers_are_those_of_the_regions(size):
    d = cases(size).differences()
    printed = counts(figures.differences(cases(size), rope=0.1))
    assert printed == [f"{n:,}" for n in ((d < -0.1).sum(), (np.abs(d) <= 0.1).sum(), (d > 0.1).sum())]


@pytest.mark.parametrize("rope", [0.1, (-0.05, 0.3), 5.0, 1e-4, 0.0])
def test_the_bars_hold_all_differences(rope):
    axes = figures.differences(cases("ordinary"), rope=rope)
    assert sum(bar.get_height() for bar in axes.patches) == 60
    areas = sum(bar.get_height() * bar.get_width() for bar in axes.patches)
    assert areas == pytest.approx(60 * axes.patches[0].get_width(), rel=1e-6)


def test_no_bar_crosses_a_bound_of_a_wide_rope():
    for bar in figures.differences(cases("ordinary"), rope=(-0.17, 0.23)).patches:
        for bound in (-0.17, 0.23):
            assert not bar.get_x() + 1e-9 < bound < bar.get_x() + bar.get_width() - 1e-9


def test_a_difference_on_a_bound_is_inside_the_rope():
    assert counts(figures.differences(pair_differences([-0.1, 0.1, 0.2]), rope=0.1)) == ["0", "2", "1"]
    assert counts(figures.differences(pair_differences([0.4 - 0.3, 0.2]), rope=0.1)) == ["0", "1", "1"]


def test_without_a_rope_any_difference_counts():
    axes = figures.differences(pair_differences([-0.1, 0.0, 0.0, 0.2]))
    assert counts(axes) == ["1", "2", "1"]
    assert "equal\n2" in texts(axes)
    assert "rope" not in axes.get_xlabel()


def test_several_tasks_are_drawn_by_their_means():
    assert "mean difference per task, 12 tasks" in figures.differences(tasks("ordinary")).get_xlabel()
    one = tasks("ordinary").select_tasks(["task-003"])
    assert "difference per case, 5 cases" in figures.differences(one).get_xlabel()


def test_differences_far_outside_are_counted_but_not_drawn():
    axes = figures.differences(cases("huge"), rope=0.1)
    drawn = sum(bar.get_height() for bar in axes.patches)
    assert f"({50_000 - int(drawn):,} far outside not drawn)" in axes.get_xlabel()
    assert sum(int(count.replace(",", "")) for count in counts(axes)) == 50_000


def test_counts_of_0_and_1_have_three_bars():
    axes = figures.differences(PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}))
    assert counts(axes) == ["64", "122", "30"]
    assert [bar.get_height() for bar in axes.patches] == [122, 30, 64]


@pytest.mark.parametrize("table", [same(), pair_differences([0.25] * 6), pair_differences([3e-300, 4e-300, -1e-300])])
@pytest.mark.parametrize("rope", [None, 0.1])
def test_odd_differences_are_drawn(table, rope):
    axes = figures.differences(table, rope=rope)
    assert_readable(axes)
    assert sum(bar.get_height() for bar in axes.patches) == table.n_units


def test_what_has_no_differences_is_refused():
    with pytest.raises(ArgumentError, match=r"`figures.differences` draws a table of paired scores.*got list"):
        figures.differences([0.1, 0.2])
    with pytest.raises(ArgumentError, match="unpaired scores have none"):
        figures.differences(bt.unpaired_arrays([0.1, 0.2], [0.3, 0.1, 0.2]))
    with pytest.raises(ArgumentError, match="only sums are known"):
        figures.differences(PairedSummary.from_moments(mean=0.1, sd=1.0, n=20))
    three = bt.PairedTable((*names("tiny"), "j48"), np.zeros((4, 3)))
    with pytest.raises(ArgumentError, match=r"this table has 3. Choose with `table.two"):
        figures.differences(three)


@pytest.mark.parametrize("n", [40, 5000])
def test_the_line_is_the_kernel_density_of_scipy(n):
    """Silverman's bandwidth; of many differences the line is made from 2,000 of their quantiles."""
    values = np.random.default_rng(8).normal(0.1, 0.4, n)
    axes = figures.differences(pair_differences(values))
    line = next(line for line in axes.lines if len(line.get_xdata()) == 301)
    spread = min(values.std(ddof=1), np.subtract(*np.quantile(values, [0.75, 0.25])) / 1.34)
    kernels = gaussian_kde(values, bw_method=0.9 * spread * n**-0.2 / values.std(ddof=1))
    shown = kernels(line.get_xdata()) * n * axes.patches[0].get_width()
    np.testing.assert_allclose(line.get_ydata(), shown, atol=(1e-9 if n == 40 else 0.01) * shown.max())


def test_few_values_have_no_line():
    axes = figures.differences(pair_differences([-1.0, 0.0, 0.0, 1.0]))
    assert "density" not in axes.get_xlabel()


def test_differences_that_are_equal_but_for_rounding_share_a_bar():
    axes = figures.differences(bt.pair_arrays([0.3, 0.2, 0.4, 0.9], [0.2, 0.1, 0.3, 0.8]))
    (bar,) = axes.patches
    assert bar.get_height() == 4
    assert bar.get_width() > 1e-3


def test_counts_say_where_the_differences_lie_and_not_which_model_is_better():
    table = bt.pair_arrays(
        np.array([3.0, 2.0, 1.0, 5.0]), np.array([1.0, 2.0, 3.0, 1.0]), models=("new", "old"), independent=True
    )
    with_rope, without = (
        [text.get_text() for text in figures.differences(table, rope=rope).texts[:3]] for rope in (0.5, None)
    )
    assert with_rope == ["old: below the rope\n1", "inside the rope\n1", "new: above the rope\n2"]
    assert without == ["old: below 0\n1", "equal\n1", "new: above 0\n2"]
