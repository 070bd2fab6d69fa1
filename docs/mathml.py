"""A Sphinx extension: formulas as MathML, which browsers draw by themselves, without a script and without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from latex2mathml.converter import convert

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def displayed(writer: Any, node: nodes.math_block) -> None:
    formula = convert(node.astext(), display="block")
    # long formulas scroll in their own box; whoever has no mouse reaches it with the tab key
    writer.body.append(f'<div class="formula" tabindex="0" role="math" aria-label="formula">{formula}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_html_math_renderer("mathml", (inline, None), (displayed, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
