"""No assumption, setting, warning or note that the page names is missing from text, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import floor, log10
from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan.asking.further import further
from betterthan.report.blocks import Facts, Items, Report, Section, Table
from betterthan.report.build import report_of
from betterthan.report.render.html import html
from betterthan.report.render.latex import escape as for_latex
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import escape as for_markdown
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text

NUMBERS = ("checklist", "ropes", "methods", "in-short")
"""Keys of what repeats the other sections, or needs what only a page asks for; methods are looked at by themselves."""

WIDE = 2_000
"""Columns of a terminal on which no name is wrapped beside its value, which would part both."""


def scores(models=("new", "old"), **columns) -> bt.Scores:
    rng = np.random.default_rng(7)
    rows, names = list(product(models, *columns.values())), ("model", *columns)
    values = [0.8 + 0.01 * (row[0] == "new") + rng.normal(0, 0.02) for row in rows]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})


def in_clusters(*models: str) -> bt.Scores:
    """Cases in clusters of 1, 3, 5, … cases."""
    rng = np.random.default_rng(7)
    rows = [(model, case, int(case**0.5)) for model in models for case in range(40)]
    values = [0.8 + 0.01 * (model == "new") + rng.normal(0, 0.02) for model, *_ in rows]
    columns = dict(zip(("model", "case", "cluster"), zip(*rows, strict=True), strict=True))
    return bt.read({**columns, "score": values})


def correct(**columns) -> bt.Scores:
    rng = np.random.default_rng(7)
    rows, names = list(product(("new", "old"), *columns.values())), ("model", *columns)
    values = [int(rng.random() < 0.7) for _ in rows]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})


ANSWERS = {
    "folds": lambda: bt.compare(scores(repeat=range(3), fold=range(5))),
    "5x2 folds": lambda: bt.compare(scores(repeat=range(5), fold=range(2)), rope=0.01),
    "seeds": lambda: bt.compare(scores(seed=range(5)), rope=0.01, rule="hdi"),
    "losses": lambda: bt.compare(scores(case=range(30)), rule="loss"),
    "seeds x cases": lambda: bt.compare(scores(seed=range(3), case=range(20))),
    "clusters": lambda: bt.compare(in_clusters("new", "old")),
    "cases in clusters": lambda: bt.compare(in_clusters("new", "old"), weight="cases"),
    "several models, cases in clusters": lambda: bt.compare(in_clusters("new", "old", "third"), weight="cases"),
    "0/1 cases": lambda: bt.compare(correct(case=range(50))),
    "0/1 cases with a rope": lambda: bt.compare(correct(case=range(50)), rope=0.001),
    "tasks": lambda: bt.compare(scores(task=range(12))),
    "tasks of folds": lambda: bt.compare(scores(task=range(4), fold=range(5)), rope=0.01, per_task=True),
    "a test": lambda: bt.compare(scores(case=range(30)), procedure="wilcoxon"),
    "unpaired": lambda: bt.compare(bt.unpaired(scores(case=range(30)), "new", "old")),
    "several models": lambda: bt.compare(scores(("new", "old", "third"), task=range(12)), rope=0.01),
    "several models, not adjusted": lambda: bt.compare(scores(("new", "old", "third"), task=range(12)), adjust="none"),
    "several metrics": lambda: bt.compare(two_metrics(("new", "old")), metric=["acc", "rmse"]),
    "several metrics, several models": lambda: bt.compare(two_metrics(("new", "old", "third")), metric=["acc", "rmse"]),
    "a test of several": lambda: bt.compare(scores(("new", "old", "third"), task=range(12)), procedure="friedman"),
    "a ranking": lambda: bt.rank(scores(("new", "old", "third"), case=range(12)), rope=0.01),
    "a seed table": lambda: bt.seed_table(scores(seed=range(5)), "old"),
    "decisions": lambda: bt.decision_table(scores(task=range(4), fold=range(10))),
    "a score table": lambda: bt.score_table(scores(("new", "old", "third"), task=range(6))),
    "sensitivity": lambda: bt.sensitivity(bt.compare(scores(seed=range(5)), rope=0.01)),
    "scaling": lambda: bt.scaling(bt.compare(scores(seed=range(5)), rope=0.01)),
    "means": lambda: bt.model_means(scores(("new", "old", "third"), task=range(6))),
    "one model": lambda: bt.estimate(scores(seed=range(5)), "new"),
}


def two_metrics(models) -> dict:
    rng = np.random.default_rng(7)
    rows = [(model, case, rng.normal(0.8, 0.02), rng.normal(12, 1)) for model in models for case in range(30)]
    return dict(zip(("model", "case", "acc", "rmse"), map(list, zip(*rows, strict=True)), strict=True))


@cache
def made(name: str) -> tuple[Any, Report]:
    """An answer, and the report of its page."""
    answer = ANSWERS[name]()
    return answer, report_of(answer, further(answer))


def told(report: Report) -> Iterator[str]:
    """What a reader must know beside the numbers: sentences, names with values, checks."""
    yield report.question
    for block in report.blocks:
        if block.key in NUMBERS:
            continue
        if isinstance(block, Section):
            yield from told(block.report)
        elif isinstance(block, Items):
            yield from block.items
        elif isinstance(block, Facts):
            for row in block.rows:
                yield from row
        elif isinstance(block, Table) and block.key == "checks":
            for name, _, _, remark in block.rows:
                yield from (name, remark)


def words(shown: str) -> str:
    """Without spaces and line ends, which each form sets in its own way."""
    return "".join(shown.split())


@pytest.mark.parametrize("name", ANSWERS)
def test_what_the_page_tells_stands_in_every_form(name):
    answer, page = made(name)
    plain = report_of(answer)
    forms = {"text": lambda report: text(report, width=WIDE), "md": markdown, "tex": latex}
    shown = {form: words(render(plain)) for form, render in forms.items()}
    questions = {page.question, *(block.report.question for block in page.blocks if isinstance(block, Section))}
    missing = [
        (form, sentence)
        for sentence in told(page)
        for form, mask in {"text": str, "md": for_markdown, "tex": for_latex}.items()
        if words(mask(sentence)) not in shown[form] and not (form == "tex" and sentence in questions)
    ]
    assert missing == []


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_told_is_on_the_page(name):
    """So that the test above compares something: each note and each setting stands in the HTML."""
    answer, report = made(name)
    page = html(report)
    keys = {block.key for block in report_of(answer).plain}
    assert "notes" in keys or not getattr(answer, "notes", ())
    for note in getattr(answer, "notes", ())[:1]:
        assert note.split("`")[0].split("'")[0].replace("<", "&lt;") in page


COMPARED = [name for name in ANSWERS if name in ("folds", "seeds", "losses", "seeds x cases", "tasks", "0/1 cases")]


def with_decimals_of_its_interval(found: bt.Comparison) -> str:
    """Two significant digits of the interval's width; four of an estimate without one."""
    if found.interval is None:
        return f"{found.estimate:.4g}"
    decimals = 1 - floor(log10(found.interval.high - found.interval.low))
    kind = "HDI" if found.interval.kind == "hdi" else "equal-tailed interval"
    return f"{found.estimate:.{decimals}f}, 95% {kind} [{found.interval.low:.{decimals}f}, "


@pytest.mark.parametrize("name", COMPARED)
def test_the_methods_paragraph_names_every_setting(name):
    found, _ = made(name)
    (paragraph,) = [block.items[0] for block in report_of(found).blocks if block.key == "methods"]
    assert f"Prior: {found.posterior.prior}." in paragraph
    assert "higher scores are better" in paragraph
    assert found.rope.bounds in paragraph
    assert f" {with_decimals_of_its_interval(found)}" in paragraph.replace("−", "-")
    assert all(share in paragraph for share in (f"{p:.3f}" for p in found.probabilities if 0.001 < p < 0.999))
    needed = {"seeds": "the 95% interval of highest density", "losses": "least expected loss"}
    assert needed.get(name, "A claim needed a probability of 0.95") in paragraph
    assert "Verdict: " in paragraph


def test_the_methods_paragraph_tells_folds_draws_clusters_and_readings():
    def paragraph(found) -> str:
        return next(block.items[0] for block in report_of(found).blocks if block.key == "methods")

    folds = paragraph(bt.compare(scores(repeat=range(3), fold=range(5))))
    assert "5-fold cross-validation, 3 repeats" in folds
    assert "ρ = 0.2 (one over the number of folds) [@nadeau2003]" in folds
    given = paragraph(bt.compare(scores(repeat=range(3), fold=range(5)), test_fraction=0.25))
    assert "ρ = 0.25 (as given)" in given
    sized = paragraph(bt.compare(scores(repeat=range(8), n_train=[90], n_test=[10])))
    assert "ρ = 0.1 (n_test/(n_test + n_train))" in sized
    drawn = paragraph(bt.compare(scores(task=range(12)), rng=3, draws=4000))
    assert "4,000 draws (seed 3)" in drawn
    assert "over tasks like these" in drawn
    for other in ("cross-validation", "correlation of the folds", "draws", "clusters"):
        assert other not in paragraph(bt.compare(scores(case=range(30))))


def test_clusters_are_told():
    rows = list(product(("new", "old"), range(40)))
    values = np.random.default_rng(0).normal(size=len(rows)).tolist()
    model, case = zip(*rows, strict=True)
    data = {"model": model, "case": case, "cluster": [c // 4 for c in case], "score": values}
    paragraph = next(b.items[0] for b in report_of(bt.compare(bt.read(data))).blocks if b.key == "methods")
    assert "Cases were averaged within clusters (40 cases in 10 clusters). The estimate is the mean over clusters" in (
        paragraph
    )


@pytest.mark.parametrize(
    ("adjust", "key"),
    [
        ("bonferroni", "dunn1961"),
        ("holm", "holm1979"),
        ("hochberg", "hochberg1988"),
        ("hommel", "hommel1988"),
        ("benjamini-hochberg", "benjamini1995"),
        ("benjamini-yekutieli", "benjamini2001"),
    ],
)
def test_an_adjustment_is_cited_where_it_is_named(adjust, key):
    found = bt.compare(scores(("new", "old", "third"), task=range(8)), rope=0.01, adjust=adjust)
    report = report_of(found)
    (paragraph,) = [block.items[0] for block in report.blocks if block.key == "methods"]
    name = adjust.split("-")[-1].capitalize()
    assert f"[@{key}]" in paragraph.partition(f"{name}")[2]
    assert key in report.cites
    assert f"~\\citep{{{key}}}" in latex(report)
    assert f"[@{key}]" in markdown(report)
    assert f"[{key}]" in html(report)
    other = report_of(bt.compare(scores(("new", "old", "third"), task=range(8)), rope=0.01, adjust="none"))
    assert key not in other.cites


def test_methods_with_authors_are_cited_where_they_are_named():
    seeds = latex(report_of(made("seeds")[0]))
    assert "to lie wholly inside or outside this region~\\citep{kruschke2018}." in seeds
    assert "Effect sizes~\\citep{cohen1988}" in seeds
    assert "~\\citep{student1908,dietterich1998,williams2026} gave" in seeds
    assert "kruschke2018" not in latex(report_of(made("folds")[0]))


def test_what_only_looks_like_a_citation_stays():
    rows = {"model": ["a [@nobody]"] * 3 + ["b"] * 3, "case": [1, 2, 3] * 2, "score": [0.5, 0.25, 1, 0, 0.5, 0.75]}
    report = report_of(bt.compare(bt.read(rows), rope=0.01))
    assert "citep{nobody}" not in latex(report)
    assert "a [@nobody]" in html(report)
