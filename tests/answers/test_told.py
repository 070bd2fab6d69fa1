"""Records tell themselves, through the report and the figures."""

from __future__ import annotations

import json

import pytest

from betterthan.errors import ArgumentError

IN_WORDS = ("Comparison", "Comparisons", "Ranked", "SeedTable", "DecisionTable")


@pytest.mark.parametrize("name", IN_WORDS)
def test_a_record_is_told_in_every_form(records, name):
    record = records[name]
    assert record.to_text().strip()
    assert record.to_markdown().startswith("#")
    assert "\\begin{tabular}" in record.to_latex()
    assert "<" in record._repr_html_()


@pytest.mark.parametrize("name", IN_WORDS)
def test_a_record_is_written_by_suffix(records, name, tmp_path):
    record = records[name]
    for suffix in (".md", ".txt", ".tex", ".csv", ".html", ".svg"):
        assert record.report(tmp_path / f"told{suffix}").stat().st_size > 0
    assert (tmp_path / "told.csv").read_text() == record.to_csv()
    assert json.loads(record.report(tmp_path / "told.json").read_text()) == json.loads(record.to_json())


def test_a_record_is_drawn(records):
    for name in set(records) - {"ScoreTable"}:
        assert records[name].plot().has_data()


def test_what_has_no_figure_says_so(records):
    with pytest.raises(ArgumentError, match="no figure of a ScoreTable"):
        records["ScoreTable"].plot()


def test_a_paper_prints_as_many_digits_as_asked_for(records):
    table = records["ScoreTable"]
    assert table.to_markdown(digits=1) != table.to_markdown(digits=3)
    assert "\\textbf" in table.to_latex() or "\\underline" in table.to_latex()
