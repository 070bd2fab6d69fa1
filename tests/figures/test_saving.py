"""Files of figures: what is named in them does not depend on the last bit of a number."""

from __future__ import annotations

import re

import pytest
from matplotlib.figure import Figure

from betterthan import figures


def framed(left):
    axes = Figure().add_axes((left, 0.1, 0.5, 0.5))
    axes.plot([0, 1], [0, 1])
    axes.set_axis_off()
    return axes


def test_a_frame_that_differs_in_the_last_bit_has_the_same_name():
    """1/3 and the next number above it print alike."""
    assert 1 / 3 != 0.33333333333333337
    assert figures.svg_of(framed(1 / 3)) == figures.svg_of(framed(0.33333333333333337))
    assert figures.svg_of(framed(1 / 3)) != figures.svg_of(framed(0.34))


@pytest.mark.parametrize("written", ["text", "file"])
def test_every_frame_that_is_named_is_defined(written, tmp_path):
    figure = Figure()
    for axes in figure.subplots(1, 2):
        axes.plot([0, 1], [0, 1])
    figures.save_axes(axes, tmp_path / "two.svg")
    text = figures.svg_of(axes) if written == "text" else (tmp_path / "two.svg").read_text(encoding="utf-8")
    defined = re.findall(r'<clipPath id="(\w+)"', text)
    assert len(set(defined)) == len(defined) == 2
    assert set(re.findall(r"url\(#(\w+)\)", text)) == set(defined)
