"""Pages that are made from the code are up to date, and can be found."""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import betterthan as bt
from betterthan import figures
from betterthan.procedures import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import gallery  # noqa: E402
import generate  # noqa: E402

BESIDE = ("arviz_base", "pandas", "polars", "sklearn", "statsmodels")
"""Libraries that readers may have and that pages use; where one is not installed its pages are not run."""


@cache
def page(name: str) -> str:
    return generate.page(name)


def compared(name: str) -> None:
    """What a page says and prints today is what is stored."""
    for library in BESIDE:
        if re.search(rf"^ *(import|from) {library}\b", (DOCS / name).read_text(), flags=re.MULTILINE):
            pytest.importorskip(library)
    assert page(name) == (DOCS / name).read_text(), f"run `make docs`, or `python docs/generate.py {name}`"


REFERENCE = [name for name in generate.all_pages() if name.startswith("reference/")]
OTHERS = [name for name in generate.all_pages() if name not in REFERENCE]


class TestReference:
    """In two classes, so that two processes can run the blocks."""

    @pytest.mark.parametrize("name", REFERENCE)
    def test_the_page_is_what_the_code_says_and_its_blocks_print(self, name):
        compared(name)


class TestOthers:
    @pytest.mark.parametrize("name", OTHERS)
    def test_the_page_is_what_the_code_says_and_its_blocks_print(self, name):
        compared(name)


@pytest.mark.parametrize("name", bt.__all__)
def test_every_public_name_is_on_the_page_about_python(name):
    assert re.search(rf"\.\. auto(function|class):: betterthan\.{name}\n|`bt\.{name}`", page("python.md"))


def test_every_experiment_has_a_recommendation():
    """A design without a procedure would leave its reader alone."""
    text = page("which-test.md")
    assert text.count("\n- **Recommended**: [`") == len(generate.EXPERIMENTS)


def test_no_procedure_has_two_grades_for_one_experiment():
    for part in page("which-test.md").partition("## One by one")[2].split("\n### ")[1 : len(generate.EXPERIMENTS) + 1]:
        grades = part.partition("\n## ")[0].partition("- **Recommended**")[2].split("\n- **")
        named = [
            set(re.findall(r"procedures/(\w+)\.md\)(?=[,:.]| \()", grade.partition(": needs")[0]))
            for grade in grades[:2]
        ]
        refused = {
            name for line in grades[2].split("\n") for name in re.findall(r"\[`(\w+)`\]", line.partition(": needs")[0])
        }
        assert not named[0] & named[1]
        assert not (named[0] | named[1]) & refused


def test_every_procedure_stands_on_the_page_of_experiments():
    assert all(f"| [`{name}`](" in page("which-test.md") for name in REGISTRY)


ENTRIES = [entry for part in gallery.PARTS.values() for entry in part]
NOT_FIGURES = {"draw", "in_theme", "save", "save_axes", "svg", "svg_of"}


def test_every_figure_is_in_the_gallery_with_its_picture():
    code = "".join(inspect.getsource(entry) for entry in ENTRIES)
    assert [name for name in figures.__all__ if f"figures.{name}(" not in code and name not in NOT_FIGURES] == []
    assert {path.stem for path in gallery.PICTURES.glob("*.svg")} == {entry.__name__ for entry in ENTRIES}


@pytest.mark.parametrize(
    "entry", [entry for part in gallery.PARTS.values() for entry in part], ids=lambda e: e.__name__
)
def test_the_code_of_the_gallery_runs(entry):
    axes = entry()
    assert axes.has_data() or any(panel.has_data() for panel in axes.child_axes)


def test_every_procedure_that_is_named_for_a_metric_is_in_the_registry():
    part = page("which-test.md").partition("## Which test for which metric")[2].partition("## What every")[0]
    chart = part.partition("```text")[2].partition("```")[0]
    named = set(re.findall(r"beside it `(\w+)`", part)) | set(re.findall(r"· (\w+)", chart))
    assert named
    assert named <= set(REGISTRY)


def test_a_line_that_a_report_does_not_have_cannot_be_quoted():
    text = "# a\n\nwhat was asked\n\n## Result\n\n|  |  |\n| --- | --- |\n| rope | ±1 |\n"
    report = generate.reporting_page.Lines(text)
    assert report.quoted("Result", "rope") == "±1"
    assert report.quoted("First paragraph") == "what was asked"
    for heading, line in (("Results", "rope"), ("Result", "ropes")):
        with pytest.raises(KeyError):
            report.quoted(heading, line)
