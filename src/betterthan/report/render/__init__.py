"""Renderers: from a report to text. Each is a pure function: no clock, no random names."""

from betterthan.report.render.html import html, html_fragment
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text

__all__ = ["html", "html_fragment", "latex", "markdown", "text"]
