"""A page as a Jupyter notebook: its words, its blocks as cells, and what they printed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from executed import OUTPUT, RUN, Block, parts_of

PAGES = {"tutorials/first-comparison.md": "tutorials/first-comparison.ipynb"}
"""Which pages are to be had as notebooks, and where."""
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
ROLE = re.compile(r" ?\{[a-z:]+\}`[^`]+`\.?")


def write_all(docs: Path) -> None:
    """Write every notebook."""
    for page, target in PAGES.items():
        (docs / target).write_text(notebook((docs / page).read_text(encoding="utf-8")), encoding="utf-8")


def notebook(page: str) -> str:
    """The notebook of a page whose blocks have been run, as text."""
    cells: list[dict[str, Any]] = []
    words: list[str] = []
    for part in parts_of(page):
        if isinstance(part, str):
            words.append(part)
        elif part.language == OUTPUT:
            cells[-1]["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines(part.code)}]
        elif part.language in RUN:
            _told(words, cells)
            cells.append({"cell_type": "code", "execution_count": None, "metadata": {}, "source": lines(code(part))})
            cells[-1]["outputs"] = []
        else:
            words += part.lines()
    _told(words, cells)
    for number, cell in enumerate(cells, start=1):
        cell["id"] = f"cell-{number}"
    made = {"cells": cells, "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def code(block: Block) -> str:
    """What stands in a cell: commands of a terminal are marked as such."""
    if block.language == "python":
        return block.code
    return "\n".join(f"!{line[2:]}" if line.startswith("$ ") else line for line in block.code.split("\n"))


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _told(words: list[str], cells: list[dict[str, Any]]) -> None:
    """The words since the last cell, as a cell; links within the site and roles lead nowhere in a notebook."""
    text = ROLE.sub("", LINK.sub(r"\1", "\n".join(words))).strip()
    words.clear()
    if text:
        cells.append({"cell_type": "markdown", "metadata": {}, "source": lines(text)})
