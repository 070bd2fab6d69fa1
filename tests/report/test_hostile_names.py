"""Names are whatever users gave them: no form of an answer is broken by one, and nothing hides in it."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import betterthan as bt
from betterthan.phrases import HIDING, readable, visible

HOSTILE = {
    "newline": "a\nb",
    "return": "a\rb",
    "tab": "a\tb",
    "escape": "a\x1b[31mb",
    "bell": "a\x07b",
    "C1": "a\x9b31mb",
    "override": "a\u202eb",
    "isolate": "a\u2066b",
    "separator": "a\u2028b",
    "mark": "\ufeffab",
    "no width": "a\u200bb",
    "bar": "a|b",
    "backtick": "a`b",
    "backticks": "`a`",
    "code": "``a|b``",
    "math": "$x$",
    "bad math": r"$\frac$",
    "tags": "<b>&amp;</b>",
    "script": "</script><script>alert(1)</script>",
    "comment": "a--b-->",
    "data": "]]>",
    "quotes": "\"'",
    "formula": "=1+1",
    "minus": "-2+cmd|' /C calc'!A0",
    "at": "@SUM(A1)",
    "emoji code": ":cat:",
    "markup": "[red]a[/red]",
    "TeX": r"\input{x} 50% a_b #1 ~ ^ & {}",
    "braces": "{0} {{x}} %s",
    "long": 500 * "x",
}
SCORES = [0.1 * (7 * i % 11) for i in range(24)], [0.1 * (5 * i % 13) for i in range(24)]
SHOWN = {
    "newline": r"a\nb",
    "escape": r"a\x1b[31mb",
    "override": r"a\u202eb",
    "mark": r"\ufeffab",
    "no width": r"a\u200bb",
}


@cache
def two(name: str) -> bt.Comparison:
    """A comparison in which model and task bear the name."""
    first, second = SCORES
    rows = [(model, i, score) for model, scores in ((name, first), ("other", second)) for i, score in enumerate(scores)]
    models, cases, scores = zip(*rows, strict=True)
    read = bt.read({"model": models, "case": cases, "score": scores, "task": [name] * len(rows)})
    found = bt.compare(read, rope=0.01)
    assert isinstance(found, bt.Comparison)
    return found


@cache
def several(name: str) -> bt.Comparisons:
    """Three models on several tasks."""
    rows = [
        (model, f"{name}{task}", 0.1 * ((task * (j + 3)) % 7))
        for task in range(8)
        for j, model in enumerate((name, "b", "c"))
    ]
    models, tasks, scores = zip(*rows, strict=True)
    found = bt.compare(bt.read({"model": models, "task": tasks, "score": scores}), rope=0.01)
    assert isinstance(found, bt.Comparisons)
    return found


named = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)


@named
def test_nothing_hides_in_text_markdown_or_latex(name):
    for found in (two(name), several(name)):
        for told in (found.to_text(), found.to_markdown(), found.to_latex(), found.to_csv()):
            assert HIDING.findall(told.replace("\n", "")) == []


@named
def test_a_name_breaks_no_line_of_the_text(name):
    told = two(name).to_text()
    plain = two("ab").to_text()
    assert told.count("Result") == plain.count("Result")
    if name == HOSTILE["emoji code"]:
        assert ":cat: (first)" in told


@pytest.mark.parametrize("kind", SHOWN)
def test_what_hides_is_shown_as_an_escape(kind):
    found = two(HOSTILE[kind])
    title = f"{SHOWN[kind]} (first) and other (second) on 24 cases"
    assert found.to_text().startswith(title)
    assert SHOWN[kind] in found.to_csv()


@named
def test_json_keeps_names_as_they_are(name):
    assert json.loads(two(name).to_json())["comparisons"][0]["first"] == name


class Balanced(HTMLParser):
    """Refuses a page whose elements do not close in order."""

    EMPTY = frozenset({"meta", "input", "br", "link", "img", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.scripts += tag == "script"
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@cache
def page_of(name: str, folder: Path) -> str:
    return two(name).report(folder / "page.html").read_text()


def parsed(page: str) -> Balanced:
    parser = Balanced()
    parser.feed(page)
    parser.close()
    return parser


@named
def test_a_page_has_the_elements_of_any_page(name, tmp_path, tmp_path_factory):
    page, other = page_of(name, tmp_path), page_of("plain", tmp_path_factory.getbasetemp())
    assert HIDING.findall(page.replace("\n", "")) == HIDING.findall(other.replace("\n", ""))
    assert (parsed(page).open, parsed(page).scripts) == ([], parsed(other).scripts)
    for drawn in re.findall(r"<svg xmlns.*?</svg>", page, flags=re.DOTALL):
        ElementTree.fromstring(drawn)


@named
def test_a_figure_is_well_formed_and_its_names_are_no_mathematics(name, tmp_path):
    for number, found in enumerate((two(name), several(name))):
        drawn = found.report(tmp_path / f"{number}.svg").read_text()
        words = "".join(ElementTree.fromstring(drawn).itertext())
        assert HIDING.findall(words.replace("\n", "").replace("\r", "")) == []
        if len(name) < 10:
            assert visible(name).strip()[:3] in words
    two(name).report(tmp_path / "x.png")


def cells(line: str) -> list[str]:
    return re.split(r"(?<!\\)\|", line)


@named
def test_rows_of_markdown_have_as_many_cells_as_their_head(name):
    tables = re.findall(r"(?:^\|.*\|$\n?)+", several(name).to_markdown(), flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(cells(line)) for line in table.splitlines()}) == 1


@pytest.mark.parametrize(
    ("name", "expected"), [("a`b", r"a\`b"), ("a_b", r"a\_b"), ("a|b", r"a\|b"), ("a~&b", r"a\~\&b")]
)
def test_names_in_markdown_are_no_marks(name, expected):
    told = two(name).to_markdown()
    assert told.startswith(f"# {expected} (first) and other (second)")
    assert "`bayes_t`" in told, "what is code stays so"


@named
def test_latex_has_as_many_columns_as_it_says(name):
    told = several(name).to_latex()
    tables = re.findall(r"\\begin\{tabular\}\{@\{\}(.*?)@\{\}\}\n(.*?)\\end\{tabular\}", told, flags=re.DOTALL)
    assert tables
    for kinds, body in tables:
        columns = re.sub(r"\{[^}]*\}", "", kinds)
        rows = [line for line in body.splitlines() if line.endswith(("\\\\", "\\tabularnewline"))]
        assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {len(columns) - 1}
    unescaped = re.sub(r"\\[&%$#_{}]|\$[^$\n]*\$", "", re.sub(r"^%.*$", "", told, flags=re.MULTILINE))
    for sign in "%#$":
        assert sign not in unescaped
    assert told.count("{") - told.count(r"\{") == told.count("}") - told.count(r"\}")


@named
def test_no_cell_of_a_csv_is_a_formula(name):
    rows = list(csv.DictReader(io.StringIO(two(name).to_csv())))
    for value in rows[0].values():
        begins = value.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert not begins or re.fullmatch(r"[-+][\d.]+(e[-+]?\d+)?", value)


@pytest.mark.parametrize(("name", "cell"), [("=1+1", "'=1+1"), ("-2x", "'-2x"), ("-0.5", "-0.5"), ("a", "a")])
def test_a_csv_leaves_numbers_alone(name, cell):
    (row,) = csv.DictReader(io.StringIO(two(name).to_csv()))
    assert row["first"] == cell
    assert float(row["estimate"]) == pytest.approx(two(name).estimate)


@named
def test_a_message_is_one_short_line(name):
    with pytest.raises(bt.BetterthanError) as caught:
        bt.compare(bt.read({"case": [1, 2, 3], "x": [0.1, 0.2, 0.4], "y": [0.2, 0.1, 0.3]}), first=name, second="y")
    assert HIDING.findall(str(caught.value)) == []
    assert len(str(caught.value)) < 600


def test_a_message_of_many_long_names_is_cut_and_other_words_are_not():
    long = 200_000 * "x "
    told = readable(
        f"Model `{long}` lacks `a` on the models' cases. {300 * 'word '}Give `b`; the users' names are {long}."
    )
    assert len(told) <= 6000
    assert "x …` lacks `a` on the models' cases. word word" in told


def test_the_command_line_shows_what_hides(command, folder: Path):
    body = "".join(f"{i},0.{i},0.{30 + 7 * i % 50}\n" for i in range(10, 40))
    (folder / "hostile.csv").write_text(f'case,"a\x1b[31mb","c\u202ed"\n{body}')
    three = "".join(f"{i},0.{i},0.{30 + 7 * i % 50},0.{90 - i}\n" for i in range(10, 40))
    (folder / "three.csv").write_text(f'case,"a\x1b[31mb","c\u202ed",e\n{three}')
    for arguments in (["compare", "hostile.csv"], ["question", "three.csv"], ["rank", "three.csv"]):
        code, out, err = command(*arguments)
        assert code == 0
        assert HIDING.findall((out + err).replace("\n", "")) == []
    code, out, err = command("compare", "hostile.csv", "--first", "a\x1b[31m", "--sec\x1bond", "x\ny")
    assert (code, HIDING.findall((out + err).replace("\n", ""))) == (2, [])
