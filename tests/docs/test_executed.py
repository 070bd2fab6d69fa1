"""The mechanism that runs the blocks of a page and writes their output below them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
from executed import PageFault, filled, typed  # noqa: E402


def page(*blocks: str) -> str:
    return "# A page\n\n" + "\n\n".join(blocks) + "\n\nEnd.\n"


def block(info: str, *lines: str) -> str:
    return "\n".join((f"```{info}", *lines, "```"))


def test_what_a_block_prints_stands_below_it():
    text = page(block("python", "x = 6", "print(x * 7)"), block("python", "print(x)"), block("text", "x"))
    assert filled(text) == page(
        block("python", "x = 6", "print(x * 7)"),
        block("output", "42"),
        block("python", "print(x)"),
        block("output", "6"),
        block("text", "x"),
    )


def test_output_that_is_there_is_renewed_and_a_changed_number_is_noticed():
    text = page(block("python", "print(42)"), block("output", "43"))
    assert filled(text) != text
    assert filled(filled(text)) == filled(text) == text.replace("43", "42")


def test_output_that_is_no_longer_printed_goes():
    assert filled(page(block("python", "x = 1"), block("output", "1"))) == page(block("python", "x = 1"))


def test_a_page_without_blocks_is_left_alone():
    assert filled("no line end") == "no line end"


def test_commands_share_a_folder_that_goes_away():
    here = Path.cwd()
    text = page(
        block("console", "$ betterthan example code-switching > scores.csv", "$ head -n 1 scores.csv"),
        block("python", "from pathlib import Path", "print([each.name for each in Path().iterdir()])"),
        block("console", "# two in one line", "$ betterthan example code-switching | head \\", "    -n 1"),
    )
    assert filled(text).count("```output\ntask,") == 2
    assert "['scores.csv']" in filled(text)
    assert Path.cwd() == here
    assert os.environ.get("LINES") != "40"


def test_a_long_command_is_broken_before_its_options():
    short = "betterthan compare scores.csv --rope 0.01 | head -n 12"
    assert typed(short) == f"$ {short}"
    long = f"betterthan compare {'s' * 40}.csv --rope=-0.01,0.02 --mean -0.5 -o 'a name --with it.html' | head -n 12"
    assert typed(long).split(" \\\n  ") == [
        f"$ betterthan compare {'s' * 40}.csv --rope=-0.01,0.02",
        "--mean -0.5 -o 'a name --with it.html' | head -n 12",
    ]
    said = filled(page(block("console", *typed(f"echo {'a' * 60} | cat -u | cat -u | cat -u | cat").split("\n"))))
    assert said.count("\\\n") == 1
    assert f"```output\n{'a' * 60}\n" in said


def test_a_failure_must_be_announced():
    refused = "bt.Rope('a', 'b')"
    code = ("import betterthan as bt", refused)
    with pytest.raises(PageFault, match="line 3: this block failed"):
        filled(page(block("python", *code)))
    with pytest.raises(PageFault, match="did not fail"):
        filled(page(block("python fails", "x = 1")))
    assert "```output\nArgumentError: " in filled(page(block("python fails", "import betterthan as bt", "bt.read(3)")))
    with pytest.raises(PageFault, match="exit code 2"):
        filled(page(block("console", "$ betterthan compare nothing.csv")))
    told = filled(page(block("console fails", "$ betterthan compare nothing.csv", "$ echo $?")))
    assert "betterthan: " in told
    assert "\n2\n```" in told


def test_a_warning_is_a_failure():
    with pytest.raises(PageFault, match="UserWarning"):
        filled(page(block("python", "import warnings", "warnings.warn('careful')")))


@pytest.mark.parametrize(
    ("blocks", "told"),
    [
        ([block("output", "1")], "no block above"),
        ([block("console", "betterthan")], "a command starts with"),
        ([block("python twice", "x = 1")], "unknown mark"),
        (["```python"], "not closed"),
    ],
)
def test_what_is_no_page_is_refused(blocks, told):
    with pytest.raises(PageFault, match=told):
        filled(page(*blocks, block("python", "x = 1")) if "```python" not in blocks else "```python\nx = 1\n")


def test_blocks_in_lists_and_in_directives_are_run():
    text = "1. First\n\n   ```python\n   print(1)\n   ```\n\n````{note}\n```python\nprint(2)\n```\n````\n"
    assert filled(text) == (
        "1. First\n\n   ```python\n   print(1)\n   ```\n\n   ```output\n   1\n   ```\n\n"
        "````{note}\n```python\nprint(2)\n```\n\n```output\n2\n```\n````\n"
    )


def test_fences_in_the_output_are_fenced():
    assert "````output\n```\n````" in filled(page(block("python", "print('```')")))
