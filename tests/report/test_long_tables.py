"""A table of very many rows is not printed to its end, and says so."""

from __future__ import annotations

from betterthan.report.blocks import Report, Table
from betterthan.report.render.html import html
from betterthan.report.render.text import MOST_ROWS, text


def report(rows: int) -> Report:
    table = Table("Tasks", ("task", "n"), tuple((f"t{i}", str(i)) for i in range(rows)), key="tasks")
    return Report("title", "question", (table,), ())


def test_rows_beyond_the_first_thousand_are_counted():
    told = text(report(MOST_ROWS + 1234))
    assert "1,234 more rows; a page (.html) has them all." in told
    assert f"t{MOST_ROWS - 1} " in told
    assert f"t{MOST_ROWS} " not in told


def test_a_page_has_them_all():
    assert f"<td>t{MOST_ROWS + 1233}</td>" in html(report(MOST_ROWS + 1234))


def test_a_table_that_is_printed_whole_says_nothing():
    assert "more rows" not in text(report(MOST_ROWS))
