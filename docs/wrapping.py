"""A Sphinx extension: blocks with lines that no window holds are wrapped; all others keep their columns and scroll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FITS = 88
"""Letters of a line that a window of 1280 pixels shows. The program prints 80; longer are sentences and code."""


def mark(_app: Sphinx, page: nodes.document) -> None:
    for block in page.findall(nodes.literal_block):
        if any(len(line) > FITS for line in block.astext().split("\n")):
            block["classes"].append("wraps")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", mark)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
