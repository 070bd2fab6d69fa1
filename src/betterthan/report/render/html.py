"""Report -> HTML: one self-contained page, or a fragment for a notebook. All user text is escaped by the templates."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from betterthan.report.blocks import Live, Report
from betterthan.report.render.marks import CODE, signed, signed_rule
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def html(report: Report) -> str:
    """The report as one page that needs nothing else."""
    return _environment().get_template("page.html").render(report=report)


def html_fragment(report: Report) -> str:
    """The verdict, the bar and the result, for a notebook."""
    return _environment().get_template("fragment.html").render(report=report)


def _for_script(live: Live) -> Markup:
    """What page.js reads, as JSON; no text in it can end the script."""
    from markupsafe import Markup

    read = {"numbers": asdict(live.numbers), "words": asdict(live.words)}
    text = json.dumps(read, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _prose(text: str) -> Markup:
    """A sentence in which text between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(CODE.sub(r"<code>\1</code>", str(escape(text))))


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
    environment.filters["for_script"] = _for_script
    environment.filters["signed"] = signed
    environment.filters["signed_rule"] = signed_rule
    environment.filters["prose"] = _prose
    environment.filters["kind"] = lambda block: type(block).__name__
    environment.globals["regions"] = REGIONS
    return environment
