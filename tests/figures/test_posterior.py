"""The figure of a posterior: every kind of law is drawn, always with the same bytes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from looks import assert_readable, data_of
from many_models import axes_of, looks
from matplotlib.figure import Figure
from two_models import hierarchical, names, shares_of_disagreements, signed_rank, sizes

from betterthan import figures
from betterthan.asking.compare import compare
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.unpaired import unpaired_arrays
from betterthan.errors import ArgumentError
from betterthan.figures.style import PALETTES
from betterthan.judging.decision import decide
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.point import Point

RNG = np.random.default_rng(0)
DIFFERENCES = RNG.standard_t(3, 40)
KINDS = {
    "student": lambda: compare(PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176)),
    "two units": lambda: compare(pair_differences([0.1, 0.3])),
    "beta": lambda: compare(PairedSummary.from_cells({"": Cells(19, 64, 30, 103)})),
    "points": lambda: compare(PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}), rope=0.01),
    "tabulated": lambda: compare(pair_differences(DIFFERENCES), procedure="bayes_robust_t", rope=0.1),
    "always the same": lambda: compare(np.full(6, 0.75), np.full(6, 0.5), rope=0.1, range=(0, 1), independent=True),
    "identical": lambda: compare(pair_arrays([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], independent=True)),
    "far from the rope": lambda: compare(PairedSummary.from_moments(mean=50.0, sd=1.0, n=1000), rope=0.001),
    "unpaired": lambda: compare(unpaired_arrays(DIFFERENCES[:8], DIFFERENCES[8:20]), rope=0.1),
    "tiny scale": lambda: compare(PairedSummary.from_moments(mean=3e-141, sd=1e-140, n=20)),
    "huge scale": lambda: compare(PairedSummary.from_moments(mean=3e139, sd=1e140, n=20)),
}
kinds = pytest.mark.parametrize("kind", KINDS)


def texts(axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


DISAGREEMENTS = ("second wins more", "about equal", "first wins more")


@kinds
def test_every_law_is_drawn_with_its_three_probabilities_and_its_rope(kind):
    found = KINDS[kind]()
    axes = found.plot()
    words = " ".join(texts(axes))
    better = "practically better" if found.rope.width else "better"
    for said in DISAGREEMENTS if kind == "beta" else (f"second {better}", "equivalent", f"first {better}"):
        assert said in words
    assert any(text.startswith("rope [") for text in texts(axes))
    low, high = axes.get_xlim()
    assert low < found.rope.low
    assert found.rope.high < high
    assert low < found.posterior.mean < high
    assert axes.get_xlabel() == found.posterior.parameter.name


@kinds
@looks
def test_every_law_can_be_read_with_names_of_any_length(kind, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.posterior(KINDS[kind](), ax=axes_of(width)))
        named = replace(KINDS[kind](), first=names("huge")[0], second=names("huge")[1])
        assert_readable(figures.posterior(named, ax=axes_of(width)))


@sizes
@looks
def test_the_next_of_many_tasks_can_be_read(size, width, theme):
    with figures.in_theme(theme):
        assert_readable(figures.posterior(hierarchical(size), ax=axes_of(width)))
        assert_readable(figures.posterior(shares_of_disagreements(size), ax=axes_of(width)))


def test_what_it_shows(snapshot):
    assert data_of(KINDS["student"]().plot()) == snapshot
    assert data_of(shares_of_disagreements("ordinary").plot()) == snapshot


AT_THE_ENDS = {"<0.001": 0.0005, ">0.999": 0.9995}
"""Where a share is that is not printed in full."""


@pytest.mark.parametrize("found", [hierarchical, shares_of_disagreements])
@pytest.mark.parametrize("reading", ["population", "next_task"])
def test_of_several_tasks_the_law_behind_the_verdict_is_drawn(found, reading):
    comparison = found("ordinary")
    decision = decide(comparison.posterior, comparison.rope, reading=reading)
    comparison = replace(comparison, decision=decision)
    axes = comparison.plot()
    printed = {
        text.split("\n")[0].split(" ")[0]: AT_THE_ENDS.get(share := text.split("\n")[1]) or float(share)
        for text in texts(axes)[:3]
    }
    shares = comparison.readings[reading]
    middle = "about" if comparison.rope.scale == "phi" else "equivalent"
    wanted = {comparison.first: shares.first, middle: shares.equivalent, comparison.second: shares.second}
    assert printed == pytest.approx(wanted, abs=6e-4)
    assert ("one more task" in axes.get_xlabel()) == (reading == "next_task")


@pytest.mark.parametrize("kind", ["far from the rope", "huge scale", "tiny scale", "unpaired", "tabulated"])
def test_a_narrow_law_is_drawn_as_densely_as_a_wide_one(kind):
    found = KINDS[kind]()
    x, y = found.plot().lines[0].get_data()
    assert np.trapezoid(y, x) == pytest.approx(1.0, abs=0.01)
    assert ((x > found.result.quantile(0.1)) & (x < found.result.quantile(0.9))).sum() > 100


@pytest.mark.parametrize(("at", "region"), [(0.25, "first"), (0.0, "equivalent"), (-0.25, "second")])
def test_a_point_has_the_colour_of_its_region(at, region):
    axes = figures.posterior(DifferencePosterior(Point(at), "estimated"), rope=0.1)
    assert_readable(axes)
    assert axes.lines[0].get_color() == PALETTES["light"].fill[region]


@pytest.mark.parametrize(("kind", "at"), [("always the same", 0.25), ("identical", 0.0)])
def test_what_such_units_leave_open_is_drawn_as_a_density(kind, at):
    x, y = KINDS[kind]().plot().lines[0].get_data()
    assert x[np.argmax(y)] == pytest.approx(at, abs=1e-6)
    assert np.trapezoid(y, x) == pytest.approx(1.0, abs=0.01)


@kinds
def test_the_same_comparison_gives_the_same_picture(kind):
    assert figures.svg(KINDS[kind]()) == figures.svg(KINDS[kind]())


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_the_same_comparison_gives_the_same_file(suffix, tmp_path):
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    figures.save(KINDS["student"](), one)
    figures.save(KINDS["student"](), two)
    assert one.read_bytes() == two.read_bytes()


def test_first_stands_on_the_right_of_a_difference_and_of_a_share():
    difference, share = KINDS["points"]().plot(), KINDS["beta"]().plot()
    left = [next(text.get_text() for text in axes.texts if text.get_ha() == "left") for axes in (difference, share)]
    assert [text.split("\n")[0] for text in left] == ["second practically better", "second wins more"]


def test_the_shaded_areas_are_those_of_the_density():
    found = KINDS["student"]()
    line = found.plot().lines[0]
    x, y = line.get_data()
    assert np.trapezoid(y, x) == pytest.approx(1.0, abs=2e-3)
    assert x[np.argmax(y)] == pytest.approx(found.posterior.mean, abs=0.01)


def test_names_of_models_are_text_and_never_markup_or_mathematics():
    names = ("<script>alert(1)</script>", "$\\frac{1}{0$ & 50%_")
    found = compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=20, models=names))
    svg = figures.svg(found)
    root = ET.fromstring(svg)
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    written = " ".join(root.itertext())
    assert "<script>alert(1)</scri" in written
    assert "$\\frac{1}{0$" in written


def test_long_names_are_cut():
    found = compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=20, models=("a" * 80, "b" * 80)))
    assert max(len(line) for text in texts(found.plot()) for line in text.split("\n")) < 40


def test_the_figure_can_be_drawn_on_axes_of_the_user():
    axes = Figure().add_subplot()
    assert KINDS["student"]().plot(ax=axes) is axes
    assert axes.lines


def test_a_classical_test_has_nothing_to_draw(tmp_path):
    found = compare(pair_differences(DIFFERENCES), procedure="wilcoxon")
    with pytest.raises(ArgumentError, match=r"`wilcoxon`.* has no posterior"):
        found.plot()
    with pytest.raises(ArgumentError, match="no posterior"):
        found.report(tmp_path / "out.svg")
    assert list(tmp_path.iterdir()) == []


def test_shares_of_regions_have_a_figure_of_their_own():
    with pytest.raises(ArgumentError, match=r"`bayes_signed_rank` has no posterior density.*`figures.simplex`"):
        figures.posterior(signed_rank("ordinary"))
    with pytest.raises(ArgumentError, match="A list has no posterior density"):
        figures.posterior([])
