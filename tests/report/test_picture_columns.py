"""Pictures stand in columns that end nearly alike, in their order where that costs little."""

from __future__ import annotations

import re

import pytest

from betterthan.report.blocks import Picture, Report
from betterthan.report.render.html import html

COLUMN = r'<div style="--wide: ([\d.]+)">(.*?)\n</div>\n(?=<div style|</div>)'


def columns(*heights: int) -> list[tuple[float, list[str]]]:
    """Width and titles of each column of pictures, which are 100 wide and have these heights without their headings."""
    pictures = tuple(
        Picture(f"{number}: {height}", f'<svg viewBox="0 0 100 {height}"></svg>', "a picture")
        for number, height in enumerate(heights)
    )
    page = html(Report("title", "question", pictures, ()))
    part = page.partition('id="bt-at-picture">')[2]
    return [(float(wide), re.findall(r"<h2>(.*?)</h2>", inner)) for wide, inner in re.findall(COLUMN, part, re.DOTALL)]


def lengths(*heights: int) -> list[float]:
    """How long each column is on a page, its heading of 15 per picture with it."""
    return [wide * sum(15 + int(title.partition(": ")[2]) for title in titles) for wide, titles in columns(*heights)]


def test_pictures_are_dealt_so_that_columns_end_alike():
    """In their order these would be 115 + 105 against 113 + 155."""
    assert [titles for _, titles in columns(115, 80, 113, 148)] == [["0: 115", "2: 113"], ["1: 80", "3: 148"]]
    assert lengths(115, 80, 113, 148) == pytest.approx([258, 258], rel=0.01)


def test_pictures_keep_their_order_where_it_costs_little():
    assert [titles for _, titles in columns(100, 102, 104, 98)] == [["0: 100", "1: 102"], ["2: 104", "3: 98"]]
    assert [titles for _, titles in columns(100, 100, 100)] == [["0: 100"], ["1: 100"], ["2: 100"]]


def test_a_short_column_is_wider_within_bounds():
    (one, _), (other, _) = columns(100, 90)
    assert one * 115 == pytest.approx(other * 105, rel=0.002)
    (one, _), (other, _) = columns(100, 30)
    assert other / one == pytest.approx(1.25, rel=0.002)
    assert one + other == pytest.approx(2, abs=0.002)


def test_one_picture_and_none():
    assert columns(100) == [(1.0, ["0: 100"])]
    assert columns() == []


def test_very_many_pictures_stay_in_their_order():
    found = [title for _, titles in columns(*range(40, 160, 10)) for title in titles]
    assert found == [f"{number}: {height}" for number, height in enumerate(range(40, 160, 10))]
