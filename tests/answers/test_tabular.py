"""Rows of records as frames and CSV."""

from __future__ import annotations

import csv
import io

import pytest

import betterthan as bt
from betterthan.answers.tabular import Tabular


class Nothing(Tabular):
    def to_rows(self):
        return []


def test_a_frame_and_csv_hold_the_rows(record):
    rows = record.to_rows()
    assert rows
    assert record.to_frame("pandas").columns.tolist() == list(rows[0])
    read = list(csv.DictReader(io.StringIO(record.to_csv())))
    assert len(read) == len(rows)
    assert list(read[0]) == list(rows[0])
    assert list(read[0].values()) == ["" if value is None else str(value) for value in rows[0].values()]


def test_rows_are_flat_and_share_their_keys(records):
    for record in records.values():
        rows = record.to_rows()
        assert {tuple(row) for row in rows} == {tuple(rows[0])}
        assert not any(isinstance(value, (dict, list, tuple)) for row in rows for value in row.values())


def test_no_rows_make_an_empty_frame():
    assert len(Nothing().to_frame("pandas")) == 0
    assert Nothing().to_csv() == "\n"


@pytest.mark.parametrize("reading", ["population", "winner", "next_task"])
def test_rows_name_the_reading_of_their_probabilities(reading):
    found = bt.compare(bt.examples.example("code-switching"), rope=0.01, reading=reading)
    (row,) = csv.DictReader(io.StringIO(found.to_csv()))
    assert row["reading"] == reading
    assert float(row["p_first"]) == found.readings[reading].first


def test_tests_have_no_reading():
    (row,) = bt.compare([0.5, 0.7, 0.6], [0.4, 0.65, 0.6], independent=True, procedure="paired_t").to_rows()
    assert row["reading"] is None
