"""Signs of numbers: a true minus in what people read, a hyphen in what programs read; χ² as each form writes it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan.asking.further import further
from betterthan.figures.choosing import fitting
from betterthan.phrases import number
from betterthan.report.build import report_of
from betterthan.report.render.html import html
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text

MINUS = re.compile(r"(?<![\w)\]`.-])-\s?[\d.∞]|(?<=[\d)φ]) - (?=[\d(])|(?<=[\d(])-(?=[φ\d])(?!fold)|(?<=\d)e-\d")
"""A hyphen that is meant as a minus: before a number, between two of them, or in an exponent."""
CODE = re.compile(r"`[^`]*`")


def scores(binary: bool = False, models=("new", "old"), **columns: Any) -> bt.Scores:
    rng = np.random.default_rng(11)
    rows, names = list(product(models, *columns.values())), ("model", *columns)
    values = [rng.integers(0, 2) if binary else 0.4 * (row[0] == "old") + rng.normal(0, 0.1) for row in rows]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})


def outputs() -> bt.Predictions:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    models = {name: np.clip(0.3 * truth + 0.7 * rng.random(60), 0, 1) for name in ("new", "old", "third")}
    return bt.predictions({"case": range(60), "y": truth, **models}, truth="y")


ANSWERS = {
    "cases": lambda: bt.compare(scores(case=range(40)), rope=0.01),
    "subgroups": lambda: bt.compare(scores(binary=True, task=range(3), case=range(30)), by="task"),
    "folds": lambda: bt.compare(scores(repeat=range(2), fold=range(5)), rope=(-0.01, 0.02)),
    "seeds x cases": lambda: bt.compare(scores(seed=range(3), case=range(20))),
    "tasks": lambda: bt.compare(scores(task=range(12)), rope=0.01),
    "tasks of folds": lambda: bt.compare(scores(task=range(4), fold=range(5)), rope=0.01, per_task=True),
    "tasks of 0/1 cases": lambda: bt.compare(scores(binary=True, task=range(5), case=range(20)), per_task=True),
    "several": lambda: bt.compare(scores(models=("new", "old", "third"), task=range(12))),
    "pairs alone": lambda: bt.compare(scores(models=("new", "old", "third"), task=range(12)), reading="winner"),
    "friedman": lambda: bt.compare(scores(models=("new", "old", "third"), task=range(12)), procedure="friedman"),
    "pairwise": lambda: bt.compare(scores(models=("a", "b", "c"), task=range(4)), procedure="pairwise_wilcoxon"),
    "seeds": lambda: bt.seed_table(scores(seed=range(5)), "old", rope=0.01),
    "sensitivity": lambda: bt.sensitivity(bt.compare(scores(case=range(40)), rope=0.01)),
    "scaling": lambda: bt.scaling(bt.compare(scores(case=range(40)), rope=0.01)),
    "one model": lambda: bt.estimate(scores(case=range(40)), "new", against=0.5),
    "areas under curves": lambda: bt.compare(outputs(), metric="auroc", rope=0.01, draws=2000),
    "an area under a curve": lambda: bt.compare(outputs(), metric="auroc", first="old", second="new", draws=2000),
    "decisions": lambda: bt.decision_table(scores(task=range(4), fold=range(10)), rope=0.01),
}
every = pytest.mark.parametrize("name", ANSWERS)


@cache
def answer(name: str) -> Any:
    return ANSWERS[name]()


def texts(told: Any) -> Iterator[str]:
    """Every text of a report, but for sources and pictures, which are looked at as what they are."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, tuple):
        for each in told:
            yield from texts(each)
    elif is_dataclass(told):
        for each in fields(told):
            if each.name not in ("svg", "text", "points", "key", "cites"):
                yield from texts(getattr(told, each.name))


@every
def test_what_people_read_has_true_minus_signs(name):
    report = report_of(answer(name), further(answer(name)))
    wrong = [told for told in texts(report) if MINUS.search(CODE.sub("", told))]
    assert wrong == []


@every
def test_figures_have_true_minus_signs(name):
    for each in fitting(answer(name)):
        axes = each.draw()
        axes.figure.canvas.draw()
        shown = [text.get_text() for text in axes.figure.findobj(lambda artist: hasattr(artist, "get_text"))]
        assert [told for told in shown if MINUS.search(told)] == []


@every
def test_what_programs_read_has_hyphens(name):
    rows = csv.reader(io.StringIO(answer(name).to_csv()))
    assert [cell for row in rows for cell in row if re.match(r"−[\d.]", cell)] == []
    assert not re.search(r": −[\d.]", answer(name).to_json())


def test_there_is_something_to_look_at():
    """The tests above would pass on answers without negative numbers."""
    assert "−0." in answer("cases").to_text()
    assert re.search(r"e−\d\d", answer("cases").to_text())
    assert "-0." in answer("cases").to_csv()
    assert MINUS.search("z0 = -0.5")
    assert MINUS.search("1 - 0.95^3")
    assert MINUS.search("φ(1-φ)")
    assert MINUS.search("p = 2e-07")
    assert not MINUS.search("bayes-t of 10-fold runs, Figs. 1b-2")


@pytest.mark.parametrize(
    ("x", "shown"),
    [(-0.25, "−0.25"), (3e-9, "3e−09"), (-1e-5, "−1e−05"), (50_000, "50,000"), (12_345.6, "12,346"), (2e9, "2e+09")],
)
def test_numbers(x, shown):
    assert number(x) == shown


def test_chi_squared_in_every_form():
    report = report_of(answer("friedman"))
    assert "χ²(2) = " in text(report)
    assert "χ²(2) = " in markdown(report)
    assert "χ²(2) = " in html(report)
    assert "$\\chi^2$(2)~=~" in latex(report)
