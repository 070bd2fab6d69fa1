"""The figure of scaling: probabilities above, p-values below, the deciding size marked."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, long_name, looks, texts

import betterthan as bt
from betterthan import figures
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError

NAMES = ("ours", "theirs")


def of_summary(mean, n, models=NAMES, rope=0.01, **options):
    table = PairedSummary.from_moments(mean=mean, sd=0.05, n=n, models=models)
    return bt.scaling(bt.compare(table, rope=rope, procedure="bayes_t"), **options)


def folds():
    rng = np.random.default_rng(1)
    first = rng.normal(0.8, 0.03, 30)
    keys = {"repeat": np.repeat(range(3), 10), "fold": np.tile(range(10), 3)}
    table = bt.pair(bt.read({**keys, "ours": first, "theirs": first - rng.normal(0.01, 0.02, 30)}))
    return bt.scaling(bt.compare(table, rope=0.01))


RECORDS = {
    "ordinary": lambda: of_summary(0.02, 40),
    "tiny": lambda: of_summary(0.02, 3, models=(long_name(0), long_name(1))),
    "huge": lambda: of_summary(0.0101, 1_000_000),
    "folds": folds,
    "one size": lambda: of_summary(0.02, 40, factors=[1]),
    "another size": lambda: of_summary(0.02, 40, factors=[3, 300]),
    "certain": lambda: of_summary(5.0, 4000),
}


def dashed(axes):
    return [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"]


def words(axes):
    return axes.get_xlabel().replace("\n", " ")


@pytest.mark.parametrize("kind", RECORDS)
@looks
def test_it_can_be_read(kind, width, theme):
    with figures.in_theme(theme):
        assert_readable(RECORDS[kind]().plot(ax=axes_of(width, 3.4)))


def test_what_it_shows(snapshot):
    assert data_of(RECORDS["ordinary"]().plot()) == snapshot


def test_the_same_record_gives_the_same_bytes():
    assert figures.svg(RECORDS["ordinary"]()) == figures.svg(RECORDS["ordinary"]())


def test_the_size_that_decides_is_marked():
    found = RECORDS["ordinary"]()
    axes = found.plot()
    assert dashed(axes) == [pytest.approx(np.log10(found.needed))]
    assert f"({round(found.needed * 40)} units)" in words(axes)


def test_sizes_beyond_the_axis_and_out_of_reach_are_told_in_words():
    far = RECORDS["huge"]()
    assert far.needed > 100 or "dashed" in words(far.plot())
    never = replace(RECORDS["ordinary"](), needed=inf)
    assert dashed(never.plot()) == []
    assert "no number of such units decides" in words(never.plot())
    assert "would decide already" in words(RECORDS["certain"]().plot())
    beyond = replace(RECORDS["ordinary"](), needed=1234.5)
    assert "beyond the axis: the least size that decides, 1234 times" in words(beyond.plot())


def test_small_p_values_are_drawn_at_the_bottom_of_their_panel():
    axes = RECORDS["certain"]().plot()
    assert "≤ 1e−6" in [label.get_text() for label in axes.get_yticklabels()]
    p_values = next(line for line in axes.lines if line.get_marker() == "o")
    assert set(np.round(p_values.get_ydata(), 6)) == {-0.95}


def test_p_values_are_on_a_logarithmic_scale():
    found = RECORDS["ordinary"]()
    axes = found.plot()
    drawn = next(line for line in axes.lines if line.get_marker() == "o").get_ydata()
    ticks = dict(zip([label.get_text() for label in axes.get_yticklabels()][3:], axes.get_yticks()[3:], strict=True))
    per_decade = (ticks["1"] - ticks["0.01"]) / 2
    expected = ticks["1"] + per_decade * np.log10(np.maximum(found.p_values, 1e-6))
    assert drawn == pytest.approx(expected)


def test_the_limit_of_endlessly_many_folds_is_told():
    found = RECORDS["folds"]()
    assert found.limit is not None
    assert f"endlessly many folds: ours practically better {found.limit.first:.3f}" in words(found.plot())


def test_the_present_probabilities_stand_above():
    found = RECORDS["ordinary"]()
    now = found.probabilities[found.factors.index(1.0)]
    assert any(text == f"ours practically better\n{now.first:.3f}" for text in texts(found.plot()))
    assert not any(text.startswith("ours practically better\n") for text in texts(RECORDS["another size"]().plot()))


def test_only_a_scaling_is_drawn():
    with pytest.raises(ArgumentError, match="draws Scaling"):
        figures.scaling(3)
