"""Excel files, made by hand: a zip of a few XML files."""

from __future__ import annotations

import builtins
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest

import betterthan as bt
from betterthan.errors import ReadingError

pytest.importorskip("python_calamine")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
LINKS = "application/vnd.openxmlformats-package.relationships+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
Cell = str | float | bool | None


def cell(place: str, value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    style = ' s="1"' if value == DATE else ""
    return f'<c r="{place}"{style}><v>{value!r}</v></c>'


DATE = 45000.0
"""A number that is formatted as a date."""


def sheet(rows: list[list[Cell]]) -> str:
    made = [
        f'<row r="{i}">{"".join(cell(f"{chr(65 + j)}{i}", value) for j, value in enumerate(row))}</row>'
        for i, row in enumerate(rows, start=1)
    ]
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(made)}</sheetData></worksheet>'


def related(*parts: tuple[str, str, str]) -> str:
    """Identifier, kind and place of parts of the file."""
    links = "".join(f'<Relationship Id="{j}" Type="{OFFICE}/{kind}" Target="{at}"/>' for j, kind, at in parts)
    return f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>'


def workbook(path: Path, **sheets: list[list[Cell]]) -> Path:
    """A file with these sheets."""
    names = {f"r{i}": name for i, name in enumerate(sheets, start=1)}
    listed = "".join(f'<sheet name="{name}" sheetId="{j[1:]}" r:id="{j}"/>' for j, name in names.items())
    kinds = {"workbook": "sheet.main", "styles": "styles", **{f"worksheets/{j}": "worksheet" for j in names}}
    typed = [f'<Override PartName="/xl/{at}.xml" ContentType="{SHEET}.{kind}+xml"/>' for at, kind in kinds.items()]
    links = f'<Default Extension="rels" ContentType="{LINKS}"/>'
    formats = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>'
    inside = [(j, "worksheet", f"worksheets/{j}.xml") for j in names]
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}">{links}{"".join(typed)}</Types>',
        "_rels/.rels": related(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": related(*inside, ("rs", "styles", "styles.xml")),
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{formats}</styleSheet>',
        **{f"xl/worksheets/{j}.xml": sheet(sheets[name]) for j, name in names.items()},
    }
    with ZipFile(path, "w") as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return path


HEADER: list[Cell] = ["case", "a", "b"]
ROWS: list[list[Cell]] = [[f"q{i}", 0.5 + 0.01 * (i % 7), 0.4 + 0.01 * (i % 5)] for i in range(12)]


def test_a_sheet_is_read_like_the_same_table_as_csv(tmp_path):
    (tmp_path / "t.csv").write_text("\n".join(",".join(map(str, row)) for row in [HEADER, *ROWS]))
    book = workbook(tmp_path / "t.xlsx", Sheet1=[HEADER, *ROWS])
    assert bt.compare(book, rope=0.01).to_dict() == bt.compare(tmp_path / "t.csv", rope=0.01).to_dict()


def test_empty_rows_truth_values_and_dates(tmp_path):
    rows: list[list[Cell]] = [[None], ["case", "day", "a", "b"], [1.0, DATE, True, False], [], ["x", DATE, False, True]]
    rows += [[float(i), DATE, bool(i % 2), bool(i % 3)] for i in range(2, 12)]
    scores = bt.read(workbook(tmp_path / "t.xlsx", Sheet1=rows))
    assert len(scores) == 24
    assert scores.binary
    table = bt.pair(scores, "a", "b")
    assert table.n_units == 12


def test_several_sheets_are_asked_about_and_one_can_be_named(tmp_path):
    book = workbook(tmp_path / "t.xlsx", dev=[HEADER, *ROWS], test=[HEADER, *ROWS[:6]], empty=[])
    with pytest.raises(ReadingError, match=r"has 2 sheets: `dev`, `test`\. Name one .*, as in `t.xlsx#dev`"):
        bt.read(book)
    assert len(bt.read(f"{book}#test")) == 12
    with pytest.raises(ReadingError, match=r"There is no sheet `tset`\. Did you mean `test`"):
        bt.read(f"{book}#tset")


def test_a_fault_is_named_by_the_row_of_the_sheet(tmp_path):
    rows = [HEADER, *ROWS[:5], [], ["q9", "n/a!", 0.5], *ROWS[5:]]
    with pytest.raises(ReadingError, match="row 8 of sheet `Sheet1`"):
        bt.read(workbook(tmp_path / "t.xlsx", Sheet1=rows))


def test_an_empty_sheet_and_a_damaged_file_are_refused(tmp_path):
    with pytest.raises(ReadingError, match="is empty"):
        bt.read(workbook(tmp_path / "t.xlsx", Sheet1=[]))
    (tmp_path / "d.xlsx").write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(ReadingError, match="cannot be read as an Excel file"):
        bt.read(tmp_path / "d.xlsx")


def test_without_the_extra_it_says_what_to_install(tmp_path, monkeypatch):
    book = workbook(tmp_path / "t.xlsx", Sheet1=[HEADER, *ROWS])
    known = builtins.__import__

    def without(name, *rest, **more):
        if name == "python_calamine":
            raise ImportError(name)
        return known(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ReadingError, match=r"pip install betterthan\[xlsx\]"):
        bt.read(book)
