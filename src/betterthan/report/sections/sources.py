"""Text to copy: BibTeX, LaTeX, Markdown."""

from __future__ import annotations

from dataclasses import replace

from betterthan.report.bibliography import bibtex
from betterthan.report.blocks import Blocks, Report, Source, on_page
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown


def with_bibtex(report: Report) -> Report:
    """The report with the entries that it cites at its end."""
    return replace(report, blocks=(*report.blocks, _bibtex(report)))


def with_sources(report: Report) -> Report:
    """The page of a report: everything that one may want to copy from it at its end."""
    return replace(report, blocks=(*report.blocks, *on_page(_sources(report))))


def _sources(report: Report) -> Blocks:
    return (
        _bibtex(report),
        Source("LaTeX", latex(report), key="latex"),
        Source("Markdown", markdown(report), key="markdown"),
    )


def _bibtex(report: Report) -> Source:
    return Source("BibTeX", bibtex(report.cites), key="bibtex")
