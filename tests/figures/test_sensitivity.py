"""The figure of sensitivity: areas that fill the picture, verdicts where they hold, the rope that was used."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, long_name, looks, texts

import betterthan as bt
from betterthan import figures
from betterthan.data.examples import example
from betterthan.errors import ArgumentError
from betterthan.words.numbers import shares

RNG = np.random.default_rng(2)
FIRST = RNG.normal(0.72, 0.05, 60)
SECOND = FIRST - RNG.normal(0.012, 0.02, 60)


@cache
def tables():
    folds = {"task": np.repeat([f"t{i}" for i in range(6)], 10), "fold": np.tile(range(10), 6)}
    return {
        "ordinary": bt.pair_arrays(FIRST, SECOND, models=("ours", "theirs"), independent=True),
        "tiny": bt.pair_arrays(FIRST[:3], SECOND[:3], models=(long_name(0), long_name(1)), independent=True),
        "priors": bt.pair(bt.read({**folds, "ours": FIRST, "theirs": SECOND})),
    }


@cache
def found(kind):
    return bt.sensitivity(bt.compare(tables()[kind], rope=0.01))


@pytest.mark.parametrize("kind", ["ordinary", "tiny", "priors"])
@looks
def test_it_can_be_read(kind, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.sensitivity(found(kind), ax=axes_of(width, 3.0)))


@pytest.mark.parametrize("count", [1, 2, 500])
def test_any_number_of_widths_can_be_read(count):
    ropes = np.linspace(0.005, 0.1, count)
    axes = bt.sensitivity(found("ordinary").comparison, ropes=ropes).plot(ax=axes_of(3.4))
    assert_readable(axes)
    assert len(axes.get_xticks()) <= 30


def test_what_it_shows(snapshot):
    assert data_of(found("ordinary").plot()) == snapshot


def test_the_same_record_gives_the_same_bytes():
    assert figures.svg(found("priors")) == figures.svg(found("priors"))


def test_the_areas_are_stacked_to_one():
    first, equivalent, second = (area.get_paths()[0].vertices for area in found("ordinary").plot().collections)
    assert first[:, 1].min() == 0
    assert second[:, 1].max() == pytest.approx(1)
    widest = found("ordinary").probabilities[-1]
    assert equivalent[:, 1].max() == pytest.approx(1 - widest.second, abs=1e-9)


def test_the_rope_that_was_used_is_marked_with_its_probabilities():
    record = found("ordinary")
    axes = record.plot()
    dashed = [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"]
    assert dashed == [pytest.approx(np.sqrt(0.01))]
    for share in shares(record.comparison.probabilities):
        assert any(text.endswith(f"\n{share}") for text in texts(axes))


def test_every_run_of_a_verdict_has_its_line_and_its_words_where_they_fit():
    record = found("ordinary")
    assert record.verdicts[0] == "first"
    assert record.verdicts[-1] == "equivalent"
    words = [text for text in texts(record.plot()) if "\n" not in text]
    assert words == ["decided for ours", "undecided", "equivalent"]


def test_every_prior_has_its_band():
    axes = found("priors").plot()
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == list(dict.fromkeys(found("priors").priors))
    assert len(axes.collections) == 3 * len(names)


def test_priors_that_do_not_fit_are_counted():
    axes = found("priors").plot(ax=axes_of(3.4, 2.2))
    shown = len(axes.get_yticks())
    assert f"({shown} of 4 priors shown)" in axes.get_xlabel().replace("\n", " ")


def test_a_rope_on_the_scale_of_a_share_is_told_by_its_half_width():
    record = bt.sensitivity(bt.compare(example("code-switching"), task="tr-en"))
    axes = record.plot()
    halves = [(rope.high - rope.low) / 2 for rope in record.ropes]
    assert np.square(axes.get_xticks()) == pytest.approx(halves)


def test_only_a_sensitivity_is_drawn():
    with pytest.raises(ArgumentError, match="draws Sensitivity"):
        figures.sensitivity(found("ordinary").comparison)


def test_a_rope_of_the_same_width_elsewhere_is_not_the_own_one():
    rng = np.random.default_rng(5)
    found = bt.compare(bt.pair_arrays(rng.normal(0.02, 0.02, 30), np.zeros(30), independent=True), rope=(-0.01, 0.03))
    axes = figures.sensitivity(bt.sensitivity(found, ropes=[0.01, 0.02, 0.05]))
    assert "the rope that was used" not in axes.get_xlabel()
    assert "the rope that was used" in figures.sensitivity(bt.sensitivity(found)).get_xlabel().replace("\n", " ")
