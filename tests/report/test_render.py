"""What a reader sees, word by word, in every form; and that names stay names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from typing import get_args

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.answers.kinds import Answer
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.replication import Replicated, Replication
from betterthan.asking.compare import compare
from betterthan.asking.further import further
from betterthan.data.examples import example
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError
from betterthan.report.blocks import Bar, Picture, Verdict
from betterthan.report.build import BUILDERS, report_of
from betterthan.report.render.html import html, html_fragment
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import _shares, text
from betterthan.report.writing import ROWS, TOLD
from betterthan.simulation.studies import validate
from betterthan.version import __version__

RNG = np.random.default_rng(0)
HEAVY = np.round(RNG.standard_t(1.5, 40), 3)
SCORES = np.round(RNG.uniform(0, 1, (24, 2)), 3)
HOSTILE = ("<script>alert(1)</script>", "a_b & 50%", "[bold]x[/bold]", "[/x]", "$x^2$ #1 \\foo{~}", "m" * 80, "a|b*c*")

LGR = PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176, models=("LgR", "MLP"))
COMPARISONS = {
    "undecided from sums": lambda: compare(LGR),
    "decided from counts": lambda: compare(example("code-switching"), task="tr-en"),
    "accuracy points": lambda: compare(example("code-switching"), task="da-en", rope=0.01),
    "heavy tails": lambda: compare(pair_differences(HEAVY, models=("nbc", "aode")), rope=0.1),
    "tasks": lambda: compare(example("code-switching"), procedure="bayes_t", rope=0.01, per_task=True),
    "clusters": lambda: compare(pair_arrays(*SCORES.T, models=("a", "b"), cluster=[i // 3 for i in range(24)])),
    "classical": lambda: compare(pair_differences(HEAVY, models=("nbc", "aode")), procedure="wilcoxon"),
    "identical": lambda: compare(pair_arrays([0.1, 0.2, 0.4], [0.1, 0.2, 0.4], models=("a", "b"), independent=True)),
    "losses": lambda: compare(pair_arrays(*SCORES.T, models=("a", "b"), higher_is_better=False), rope=0.01),
}  # fmt: skip
FORMS = {
    "text": text,
    "markdown": markdown,
    "latex": latex,
    "html": html,
    "html fragment": html_fragment,
}
comparisons = pytest.mark.parametrize("name", COMPARISONS)


@cache
def made(name: str):
    return COMPARISONS[name]()


def hostile(first: str, second: str = "other"):
    return compare(PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176, models=(first, second)))


@comparisons
@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_what_a_reader_sees(name: str, form: str, snapshot: SnapshotAssertion) -> None:
    assert FORMS[form](report_of(made(name))).replace(f"betterthan {__version__}", "betterthan VERSION") == snapshot


@pytest.mark.parametrize("name", ["decided from counts", "classical"])
def test_what_a_notebook_shows(name: str, snapshot: SnapshotAssertion) -> None:
    shown = made(name)._repr_html_()
    unstyled = re.sub("<style>.*?</style>", "<style/>", shown, flags=re.DOTALL)
    without_figure, figures = re.subn("<svg.*?</svg>", "<svg/>", unstyled, flags=re.DOTALL)
    assert without_figure.replace(f"betterthan {__version__}", "betterthan VERSION") == snapshot
    assert figures == (name != "classical")


@comparisons
def test_no_line_of_text_is_longer_than_80_columns(name):
    assert max(map(len, text(report_of(made(name))).splitlines())) <= 80


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("name", HOSTILE)
def test_long_and_odd_names_do_not_widen_the_text(name, width):
    shown = text(report_of(hostile(name, "m" * 79 + "2")), width=width)
    assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("form", FORMS)
def test_the_same_comparison_gives_the_same_bytes(form):
    for name in ("decided from counts", "classical", "identical"):
        assert FORMS[form](report_of(COMPARISONS[name]())) == FORMS[form](report_of(COMPARISONS[name]()))


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_they_are_in_text(name):
    shown = text(report_of(hostile(name)), width=200)
    assert f"{name} (first) and other (second)" in shown
    assert f"{name} practically better" in shown


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", ["html", "html fragment"])
def test_names_are_escaped_in_html(name, form):
    page = FORMS[form](report_of(hostile(name)))
    assert "<script>alert" not in page
    words = unescape(re.sub(r"<style>.*?</style>|<script.*?</script>|<[^>]*>", "", page, flags=re.DOTALL))
    assert f"{name} (first) and other (second)" in words
    assert f"{name} practically better" in words


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped_in_a_whole_page_with_its_picture(name, tmp_path):
    page = hostile(name).report(tmp_path / "out.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.count("<script") == page.count("</script>") == 2  # the data and the program


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("a_b & 50%", r"a\_b \& 50\%"),
        ("$x^2$ #1 \\foo{~}", r"\$x\textasciicircum{}2\$ \#1 \textbackslash{}foo\{\textasciitilde{}\}"),
        ("<script>", r"$<$script$>$"),
    ],
)
def test_names_are_escaped_in_latex(name, escaped):
    page = latex(report_of(hostile(name)))
    assert f"P({escaped} practically better)" in page
    assert name not in page


def test_braces_and_rows_of_latex_match():
    for name in COMPARISONS:
        page = re.sub(r"\\[{}%&]", "", latex(report_of(made(name))))
        assert page.count("{") == page.count("}")
        tables = re.findall(r"\\begin\{tabular\}\{@\{\}(.*?)@\{\}\}\n(.*?)\\bottomrule", page, flags=re.DOTALL)
        assert tables
        for kinds, body in tables:
            columns = re.sub(r"\{[^}]*\}", "", kinds)
            rows = [line for line in body.splitlines() if line.endswith(("\\\\", "\\tabularnewline"))]
            assert rows
            assert {row.count("&") for row in rows} == {len(columns) - 1}


@pytest.mark.parametrize(
    ("name", "escaped"), [("a|b*c*", r"a\|b\*c\*"), ("[bold]x[/bold]", r"\[bold]x\[/bold]"), ("<script>", r"\<script>")]
)
def test_names_are_escaped_in_markdown(name, escaped):
    page = markdown(report_of(hostile(name)))
    assert f"# {escaped} (first)" in page
    assert f"| {escaped} practically better |" in page


def test_names_of_procedures_in_markdown_have_no_backslash_inside_their_quotes():
    page = markdown(report_of(made("heavy tails")))
    assert "`bayes_robust_t`" in page


def test_a_markdown_table_has_as_many_cells_in_every_row():
    for name in COMPARISONS:
        for table in re.findall(r"(?:^\|.*\|$\n?)+", markdown(report_of(made(name))), flags=re.MULTILINE):
            assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.strip().splitlines()}) == 1


@pytest.mark.parametrize("p", [(1.0, 0.0, 0.0), (0.326, 0.66, 0.014), (1 / 3, 1 / 3, 1 / 3), (0.9999, 5e-5, 5e-5)])
@pytest.mark.parametrize("width", [1, 10, 76])
def test_the_bar_fills_its_width_in_proportion(p, width):
    cells = _shares(p, width)
    assert sum(cells) == width
    assert all(abs(count - share * width) < 1 for count, share in zip(cells, p, strict=True))


def test_the_report_begins_with_the_verdict_and_its_probabilities():
    report = report_of(made("undecided from sums"))
    assert isinstance(report.blocks[0], Verdict)
    assert isinstance(report.blocks[1], Bar)
    assert report.blocks[0].verdict == "undecided"


def test_the_page_needs_nothing_else(tmp_path):
    page = made("accuracy points").report(tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.count("<html") == page.count("</html>") == 1
    assert page.count("<svg") == 3
    loaded = re.findall(r"""(?:(?:src|href)\s*=|url\s*\()\s*["']?([^"')\s>]+)""", page)
    assert [address for address in loaded if not address.startswith("#")] == []
    assert "@unpublished{williams2026" in page


def test_every_cited_key_is_in_the_bibliography():
    from betterthan.report.bibliography import bibtex

    for name in COMPARISONS:
        cites = report_of(made(name)).cites
        assert bibtex(cites).count("@") >= len(cites) > 1


def test_latex_has_no_letter_that_pdflatex_does_not_know():
    pages = "".join(latex(report_of(made(name))) for name in COMPARISONS)
    assert {letter for letter in pages if ord(letter) > 126} == set()


def test_a_row_of_latex_may_begin_with_a_bracket():
    table = pair_arrays(*SCORES.T, task=["[0,10)", "[10,20)"] * 12)
    page = latex(report_of(compare(table, per_task=True)))
    assert "[10,20)" in page
    assert not re.search(r"^\[", page, flags=re.MULTILINE)


@comparisons
def test_every_block_has_a_key_of_its_own(name):
    keys = [block.key for block in report_of(made(name), further(made(name))).blocks if not isinstance(block, Picture)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html"])
def test_headings_may_change_freely(form):
    """Nothing finds a block by its heading: what a reader sees changes by the heading only."""
    told = report_of(made("tasks"), further(made("tasks")))
    renamed = tuple(
        replace(block, title=f"@{block.key}@") if hasattr(block, "title") else block for block in told.blocks
    )
    shown = FORMS[form](replace(told, blocks=renamed)).replace(r"\allowbreak{}", "")
    for block in told.blocks:
        shown = shown.replace(f"@{block.key}@", getattr(block, "title", ""))
    pictures = [block.title for block in told.blocks if isinstance(block, Picture)]
    assert _without(shown, pictures) == _without(FORMS[form](told).replace(r"\allowbreak{}", ""), pictures)


def _without(text: str, titles: list[str]) -> str:
    """Pictures share a key, so their titles are left out."""
    for title in titles:
        text = text.replace(title, "")
    return text


def test_every_answer_has_a_report():
    assert set(BUILDERS) == set(get_args(Answer))


@cache
def small() -> bt.Scores:
    rows = RNG.normal(0.7, 0.05, (12, 1)) + RNG.normal([0.0, 0.02, 0.04], 0.02, (12, 3))
    return bt.read({"task": [f"t{j}" for j in range(12)], **dict(zip("abc", rows.T.tolist(), strict=True))})


def seeds() -> bt.Scores:
    rows = [(model, seed, 0.8 + 0.02 * seed * (model == "a")) for model in "ab" for seed in range(4)]
    return bt.read(dict(zip(("model", "seed", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def two_metrics() -> dict[str, list]:
    rng = np.random.default_rng(5)
    rows = [(model, case, rng.normal(0.7, 0.05), rng.normal(9, 1)) for case in range(12) for model in "ab"]
    return dict(zip(("model", "case", "acc", "rmse"), map(list, zip(*rows, strict=True)), strict=True))


def checked() -> bt.Checked:
    """A report in which one number was changed."""
    document = bt.compare(small(), **TWO).document()
    document["comparisons"][0]["estimate"] = 1.0
    return bt.check(document)


FIGURE = Replicated(
    "Paper 2026", "Table 1", "as the text says", True, "a–b", "p", "0.045", 0.0443, -0.0007, 0.0005,
    "known difference", "A misprint.",
)  # fmt: skip
GATED = {"case": list(range(40))}
TWO = {"first": "a", "second": "b", "rope": 0.01, "procedure": "bayes_t"}
ANSWERS = {
    "Comparison": lambda: bt.compare(small(), **TWO),
    "Comparisons": lambda: bt.compare(small(), rope=0.01, procedure="bayes_t"),
    "ByMetric": lambda: bt.compare(two_metrics(), metric=["acc", "rmse"]),
    "JointTest": lambda: bt.compare(small(), procedure="nemenyi"),
    "Ranked": lambda: bt.rank(small(), rope=0.01),
    "RankedScores": lambda: RankedScores(bt.rank(small(), rope=0.01), bt.score_table(small(), rope=0.01)),
    "SeedTable": lambda: bt.seed_table(seeds(), "b"),
    "DecisionTable": lambda: bt.decision_table(example("code-switching"), rope=0.01),
    "ScoreTable": lambda: bt.score_table(small(), rope=0.01),
    "Sensitivity": lambda: bt.sensitivity(bt.compare(small(), **TWO)),
    "Scaling": lambda: bt.scaling(bt.compare(small(), **TWO)),
    "TaskScaling": lambda: bt.task_scaling(bt.compare(example("code-switching"), per_task=True)),
    "Plan": lambda: bt.plan(small(), first="a", second="b", rope=0.01),
    "ModelMeans": lambda: bt.model_means(small()),
    "Estimate": lambda: bt.estimate(small(), "a", against=0.7, against_sd=0.01),
    "Checked": checked,
    "Validation": lambda: validate(["corani-table-2"], repetitions=2, workers=1),
    "Gate": lambda: bt.gate(GATED | {"score": [1] * 30 + [0] * 10}, GATED | {"score": [1] * 29 + [0] * 11}, rope=0.1),
    "Replication": lambda: Replication("bundled", (FIGURE, FIGURE._replace(outcome="off", reason=""))),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_is_written_in_every_form(kind, tmp_path):
    assert set(ANSWERS) == {each.__name__ for each in BUILDERS}
    answer = ANSWERS[kind]()
    for suffix in (*TOLD, *ROWS):
        assert len(answer.report(tmp_path / f"out{suffix}").read_text()) > 50
    assert answer.report(tmp_path / "out.json").read_text() == answer.to_json() + "\n"
    assert type(answer).from_dict(json.loads(answer.to_json())) == answer
    assert "<table" in answer._repr_html_()
    if kind in ("ByMetric", "ScoreTable", "TaskScaling", "Checked", "Replication", "Gate"):
        with pytest.raises(ArgumentError, match=f"A `{kind}` has no figure to write"):
            answer.report(tmp_path / "out.svg")
    else:
        assert answer.report(tmp_path / "out.svg").stat().st_size > 1000
