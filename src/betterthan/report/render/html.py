"""Report -> HTML: one self-contained page, or a fragment for a notebook. All user text is escaped by the templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.report import Report
from betterthan.results import REGIONS
from betterthan.wording import shares

if TYPE_CHECKING:
    from jinja2 import Environment


def html(report: Report) -> str:
    """The report as one page that needs nothing else.

    Parameters:
        report: the report.
    """
    return _environment().get_template("page.html").render(report=report)


def html_fragment(report: Report) -> str:
    """The verdict, the bar and the result, for a notebook.

    Parameters:
        report: the report.
    """
    return _environment().get_template("fragment.html").render(report=report)


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("betterthan.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["shares"] = shares
    environment.filters["kind"] = lambda block: type(block).__name__
    environment.globals["regions"] = REGIONS
    return environment
