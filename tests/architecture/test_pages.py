"""Pages that are made from the code are up to date, and can be found."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path

import pytest

from betterthan.procedures import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"


@cache
def pages() -> dict[str, str]:
    return runpy.run_path(str(DOCS / "generate.py"))["pages"]()


@pytest.mark.parametrize("name", ["procedures.md", "which-test.md"])
def test_the_page_is_what_the_code_says(name):
    assert pages()[name] == (DOCS / name).read_text(), "run `make docs`"


def test_every_made_page_is_in_the_table_of_contents():
    contents = (DOCS / "index.md").read_text().split()
    assert {name.removesuffix(".md") for name in pages()} <= set(contents)


def test_every_experiment_has_a_recommendation():
    """A design without a procedure would leave its reader alone."""
    assert "nothing in this version" not in pages()["which-test.md"]


def test_every_procedure_stands_on_the_page_of_experiments():
    assert all(f"| `{name}` |" in pages()["which-test.md"] for name in REGISTRY)
