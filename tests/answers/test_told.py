"""Records tell themselves, through the report and the figures."""

from __future__ import annotations

import json

import pytest

from betterthan.errors import ArgumentError

WITHOUT_FIGURE = ("ScoreTable", "ByMetric")


def test_a_record_is_told_in_every_form(record):
    assert record.to_text().strip()
    assert "|" in record.to_markdown()
    assert "\\begin{tabular}" in record.to_latex()
    assert "<" in record._repr_html_()


def test_a_record_is_written_by_suffix(record, tmp_path):
    drawn = () if type(record).__name__ in WITHOUT_FIGURE else (".svg",)
    for suffix in (".md", ".txt", ".tex", ".csv", ".html", *drawn):
        assert record.report(tmp_path / f"told{suffix}").stat().st_size > 0
    assert (tmp_path / "told.csv").read_text() == record.to_csv()
    assert json.loads(record.report(tmp_path / "told.json").read_text()) == json.loads(record.to_json())


def test_a_record_is_drawn(records):
    for name in set(records) - set(WITHOUT_FIGURE):
        assert records[name].plot().has_data()


@pytest.mark.parametrize("name", WITHOUT_FIGURE)
def test_what_has_no_figure_says_so(records, name):
    with pytest.raises(ArgumentError, match=f"no figure of a {name}"):
        records[name].plot()


def test_a_paper_prints_as_many_digits_as_asked_for(records):
    table = records["ScoreTable"]
    assert table.to_markdown(digits=1) != table.to_markdown(digits=3)
    assert "\\textbf" in table.to_latex() or "\\underline" in table.to_latex()
