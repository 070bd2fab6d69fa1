"""Writing an answer to a file; the suffix chooses the form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.answers.kinds import Answer, Compared
from betterthan.errors import ArgumentError
from betterthan.procedures import named, names
from betterthan.report.blocks import Report
from betterthan.report.build import report_of
from betterthan.report.files import FIGURES, check_directory, check_suffix, save_figure, save_text
from betterthan.report.pictures import drawable, to_draw
from betterthan.report.render.html import html
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text
from betterthan.report.sections.sources import with_bibtex, with_sources

if TYPE_CHECKING:
    from betterthan.figures import Drawable

PAGE = ".html"
TOLD: dict[str, Callable[[Report], str]] = {
    PAGE: lambda told: html(with_sources(told)),
    ".md": lambda told: markdown(with_bibtex(told)),
    ".tex": latex,
    ".txt": text,
}
"""The forms that tell the answer, by suffix."""
ROWS: dict[str, Callable[[Answer], str]] = {
    ".json": lambda answer: answer.to_json() + "\n",
    ".csv": lambda answer: answer.to_csv(),
}
"""The forms that hold its numbers."""


def write(answer: Answer, path: str | Path, told: Report | None = None) -> Path:
    """Write an answer in the form that the suffix names: a page, text, data, or its main figure.

    `told` is its report where that was built before, as it must be for a page that shows more than the record.
    """
    path = Path(path)
    suffix = check_path(path, answer.procedure if isinstance(answer, Comparison) else None)
    if suffix in FIGURES:
        return save_figure(_drawn(answer, path), path)
    if suffix in ROWS:
        return save_text(ROWS[suffix](answer), path)
    return save_text(TOLD[suffix](report_of(answer) if told is None else told), path)


def is_page(path: str | Path) -> bool:
    """Whether the form shows more than the record, so that its report needs a `Further`."""
    return Path(path).suffix.lower() == PAGE


def check_path(path: Path, procedure: str | None = None) -> str:
    """The suffix, if something can be written there; said before anything is computed."""
    check_directory(path)
    known = named(procedure) if procedure is not None and procedure in names() else None
    if path.suffix.lower() in FIGURES and known is not None and known.family == "frequentist":
        raise ArgumentError(f"`{procedure}` is a classical test and has no posterior to draw in `{path}`.")
    return check_suffix(path, (*TOLD, *ROWS))


def check_drawable(found: Compared, path: Path) -> None:
    """Refuse a figure of a result that has no density, before anything is printed."""
    if path.suffix.lower() not in FIGURES or drawable(found):
        return
    if not isinstance(found, Comparison):
        raise ArgumentError(f"`{found.procedure}` gives no probabilities to draw in `{path}`.")
    raise ArgumentError(
        f"`{found.procedure}` has no posterior density to draw in `{path}`; "
        "Bayesian t-tests and hierarchical procedures have one."
    )


def _drawn(answer: Answer, path: Path) -> Drawable:
    found = to_draw(answer)
    if found is None:
        raise ArgumentError(f"A `{type(answer).__name__}` has no figure to write to `{path}`.")
    return found
