"""The table of figures decides which figures show an answer; nothing else has to know a new one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from many_models import scores
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import betterthan as bt
from betterthan import figures
from betterthan.answers.ranked_scores import RankedScores
from betterthan.figures import choosing, table
from betterthan.figures.shown import Shown
from betterthan.report.pictures import pictures_of

RNG = np.random.default_rng(0)
FIRST = RNG.normal(0.7, 0.1, 30)
PAIR = bt.pair_arrays(FIRST, FIRST - RNG.normal(0.01, 0.02, 30), independent=True)


def test_every_file_that_draws_on_axes_is_a_figure_of_the_table():
    """A figure has the name of its file and takes `ax`."""
    files = Path(figures.__file__).parent.glob("*.py")
    drawing = {
        path.stem for path in files if f"\ndef {path.stem}(" in (text := path.read_text()) and "ax: Axes |" in text
    }
    assert set(table.__all__) == drawing - {"two_curves"}  # which `roc` and `precision_recall` share


def test_every_figure_can_be_reached_by_name():
    assert [name for name in table.__all__ if getattr(figures, name) is not getattr(table, name)] == []


@pytest.mark.parametrize("shown", table.TABLE, ids=lambda shown: f"{shown.draw.__name__} of {shown.of.__name__}")
def test_a_row_is_of_use(shown):
    assert shown.name in table.__all__
    assert bool(shown.title) == bool(shown.words), "a picture on a page is described for those who cannot see it"


def rings(found: bt.Comparison, *, ax: Axes | None = None) -> Axes:
    axes = Figure().subplots() if ax is None else ax
    axes.plot([found.n_units], [found.n_units], "o")
    return axes


def test_a_row_is_all_that_a_new_figure_needs(monkeypatch):
    found, row = bt.compare(PAIR, rope=0.01), Shown(rings, bt.Comparison, main=True, title="Rings", words="a ring")
    before = [picture.title for picture in pictures_of(found)]
    monkeypatch.setattr(choosing, "TABLE", (row, *table.TABLE))
    assert [picture.title for picture in pictures_of(found)] == ["Rings", *before]
    assert found.plot().lines[0].get_xdata() == [30]


def test_a_figure_that_does_not_fit_is_left_out(monkeypatch):
    found, row = bt.compare(PAIR, rope=0.01), Shown(rings, bt.Comparison, lambda _: None, main=True, title="Rings")
    monkeypatch.setattr(choosing, "TABLE", (row, *table.TABLE))
    assert "Rings" not in [picture.title for picture in pictures_of(found)]
    assert "mean difference" in found.plot().get_xlabel()


def test_a_ranking_with_its_scores_is_drawn_as_the_ranking():
    several = scores("tiny")
    found = RankedScores(bt.rank(several, rope=0.01), bt.score_table(several))
    assert "effect: above the mean" in figures.draw(found).get_xlabel().replace("\n", " ")


def test_axes_in_a_part_of_a_figure_are_saved_with_the_whole(tmp_path):
    left, right = Figure(figsize=(9, 4)).subfigures(1, 2)
    right.suptitle("beside it")
    axes = bt.compare(PAIR, rope=0.01).plot(ax=left.subplots())
    figures.save_axes(axes, tmp_path / "both.svg")
    assert "beside it" in (tmp_path / "both.svg").read_text()


def test_axes_that_were_removed_are_refused(tmp_path):
    axes = bt.compare(PAIR, rope=0.01).plot()
    axes.remove()
    with pytest.raises(bt.ArgumentError, match="removed from their figure"):
        figures.save_axes(axes, tmp_path / "none.svg")
