"""The list of pages for programs: each with a sentence of its own, and no output of a program taken for one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
from copies import first_sentence, line  # noqa: E402


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Title\n\nOne thing,\nin two lines. And more.", "One thing, in two lines."),
        ("# Title\n\n*Stress* of Corani et al. comes first. Then more.", "*Stress* of Corani et al. comes first."),
        ("# Title\n\nThis page is made from the code. What it says: this. More.", "What it says: this."),
        (
            "# Title\n\n```console\n$ run\n```\n\n```output\nUndecided. It says so.\n\nMore.\n```\n\nReal words.",
            "Real words.",
        ),
        (
            "# Title\n\n````{note}\n```python\nx\n```\nInside.\n````\n\n- a list\n\n1. another\n\nAfter:\n\n- it",
            "After",
        ),
        ("# Title\n\n| a | b |\n|---|---|\n", ""),
    ],
)
def test_the_first_sentence(text, told):
    assert first_sentence(text) == told


def test_a_page_without_a_sentence_is_listed_by_its_title():
    assert line("guides/index", "# I have …\n\n| a |\n") == "- [I have …](guides/index.md)"
    assert line("a", "# A\n\nB. C.") == "- [A](a.md): B."
