"""Every record with a `plot` method is drawn by the figure that fits it, on its own axes or on the user's."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from many_models import ranked, scores
from matplotlib.figure import Figure

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

RNG = np.random.default_rng(0)
FIRST = RNG.normal(0.7, 0.1, 30)
TABLE = bt.pair_arrays(FIRST, FIRST - RNG.normal(0.01, 0.02, 30), independent=True)


def seeds():
    columns = {"model": ["a", "b"] * 5, "seed": np.repeat(range(5), 2), "score": RNG.normal(size=10)}
    return bt.seed_table(bt.read(columns), baseline="a")


def decisions():
    keys = {"task": np.repeat(["s", "t", "u"], 10), "fold": np.tile(range(10), 3)}
    return bt.decision_table(bt.read({**keys, "a": FIRST, "b": FIRST + RNG.normal(0, 0.02, 30)}), rope=0.01)


RECORDS = {
    "comparison": (lambda: bt.compare(TABLE, rope=0.01), "mean difference"),
    "comparisons": (lambda: bt.compare(scores("tiny"), rope=0.01), "effect: above the mean"),
    "ranking": (lambda: ranked("ordinary"), "effect: above the mean"),
    "means": (lambda: bt.model_means(scores("ordinary")), "mean over 20 tasks"),
    "sensitivity": (lambda: bt.sensitivity(bt.compare(TABLE, rope=0.01)), "half-width of the rope"),
    "scaling": (lambda: bt.scaling(bt.compare(TABLE, rope=0.01)), "size as a multiple"),
    "seeds": (seeds, "dot: one seed"),
    "decisions": (decisions, "p-value of the classical test"),
}


@pytest.mark.parametrize("kind", RECORDS)
def test_the_figure_fits_the_record(kind):
    made, words = RECORDS[kind]
    assert words in made().plot().get_xlabel().replace("\n", " ")


@pytest.mark.parametrize("kind", RECORDS)
def test_it_can_be_drawn_on_axes_of_the_user_that_are_not_laid_out(kind):
    axes = Figure(figsize=(8, 5)).subplots(1, 2)[0]
    assert RECORDS[kind][0]().plot(ax=axes) is axes
    assert axes.lines or axes.collections or axes.patches


def test_records_are_saved_by_their_main_figure(tmp_path):
    figures.save(seeds(), tmp_path / "seeds.svg")
    assert (tmp_path / "seeds.svg").read_text().startswith("<?xml")


def test_what_has_no_figure_is_refused():
    with pytest.raises(ArgumentError, match="There is no figure of a list"):
        figures.draw([])


def test_letters_that_no_font_has_are_told_once(tmp_path):
    """Letters of a script that is in no font of any system: an SVG keeps them, a picture of dots cannot."""
    second = FIRST + RNG.normal(0, 0.02, 30)
    found = bt.compare(bt.pair_arrays(FIRST, second, models=("\U0001e900", "b"), independent=True), rope=0.01)
    with pytest.warns(UserWarning, match="drawn as boxes") as told:
        figures.save(found, tmp_path / "out.png")
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figures.save(found, tmp_path / "out.svg")
    assert "\U0001e900" in (tmp_path / "out.svg").read_text(encoding="utf-8")
