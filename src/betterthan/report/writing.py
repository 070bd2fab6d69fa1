"""Writing an answer to files; the suffix chooses the form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.gate import Gate
from betterthan.answers.kinds import Answer
from betterthan.answers.saving import save_all
from betterthan.errors import ArgumentError
from betterthan.procedures import Procedure, named, names
from betterthan.report.bibliography import bibtex
from betterthan.report.blocks import Report
from betterthan.report.build import report_of
from betterthan.report.files import FIGURES, check_directory, check_suffix
from betterthan.report.junit import junit
from betterthan.report.pictures import drawable
from betterthan.report.render.html import html
from betterthan.report.render.latex import latex
from betterthan.report.render.markdown import markdown
from betterthan.report.render.text import text
from betterthan.report.sections.sources import with_bibtex, with_sources

PAGE = ".html"
TOLD: dict[str, Callable[[Report], str]] = {
    PAGE: lambda told: html(with_sources(told)),
    ".md": lambda told: markdown(with_bibtex(told)),
    ".tex": latex,
    ".bib": lambda told: f"{bibtex(told.cites)}\n",
    ".txt": text,
}
"""The forms that tell the answer, by suffix."""
OF_GATES = {".xml": junit}
"""Forms of a gate alone."""
ROWS: dict[str, Callable[[Answer], str]] = {
    ".json": lambda answer: answer.to_json() + "\n",
    ".csv": lambda answer: answer.to_csv(),
}
"""The forms that hold its numbers."""


def write(
    answer: Answer, paths: Sequence[str | Path], told: Report | None = None, figure: str | None = None
) -> tuple[Path, ...]:
    """Write an answer in the forms that the suffixes name: a page, text, what it cites, data, or a figure.

    All are rendered before the first is written, and all are written or none. `told` is its report where that was
    built before, as it must be for a page that shows more than the record. `figure` names the figure; None for the
    main one.
    """
    check_asked_figure(figure, paths)
    contents = {Path(path): _rendered(answer, Path(path), told, figure) for path in paths}
    save_all(contents)
    return tuple(contents)


def _rendered(answer: Answer, path: Path, told: Report | None, figure: str | None) -> bytes:
    if isinstance(answer, Gate) and path.suffix.lower() in OF_GATES:
        return _encoded(OF_GATES[path.suffix.lower()](answer))
    suffix = check_path(path, answer.procedure if isinstance(answer, Comparison) else None, figure)
    if suffix in FIGURES:
        check_drawable(answer, path, figure)
        return _drawn(answer, path, figure)
    if suffix in ROWS:
        return _encoded(ROWS[suffix](answer))
    return _encoded(TOLD[suffix](report_of(answer) if told is None else told))


def _encoded(text: str) -> bytes:
    """As UTF-8; half a character, as the name of a file may hold, becomes an escape that JSON knows, too."""
    return text.encode("utf-8", "backslashreplace")


def _drawn(answer: Answer, path: Path, figure: str | None) -> bytes:
    from betterthan.figures.choosing import draw
    from betterthan.figures.saving import bytes_of

    return bytes_of(draw(answer, figure), path)


def is_page(path: str | Path) -> bool:
    """Whether the form shows more than the record, so that its report needs a `Further`."""
    return Path(path).suffix.lower() == PAGE


def check_asked_figure(figure: str | None, paths: Sequence[str | Path]) -> None:
    """Refuse a figure that is not there, or that nothing would draw; before anything is computed."""
    if figure is None:
        return
    from betterthan.figures.choosing import check_figure

    check_figure(figure)
    if not any(Path(path).suffix.lower() in FIGURES for path in paths):
        raise ArgumentError(
            f"`figure={figure}` is the figure that a picture shows, and no picture is written: give a file that ends "
            f"in {', '.join(FIGURES)}."
        )


def check_path(path: Path, procedure: str | None = None, figure: str | None = None) -> str:
    """The suffix, if something can be written there; said before anything is computed."""
    check_directory(path)
    known = named(procedure) if procedure is not None and procedure in names() and figure is None else None
    if path.suffix.lower() in FIGURES and known is not None and _only_tests_pairs(known):
        raise ArgumentError(f"`{procedure}` is a classical test and has no posterior to draw in `{path}`.")
    return check_suffix(path, (*TOLD, *ROWS))


def _only_tests_pairs(known: Procedure[Any, Any]) -> bool:
    """Whether it is a classical test of two models, of which there is no figure."""
    return known.family == "frequentist" and not known.needs.takes_several


def check_drawable(found: Answer, path: Path, figure: str | None = None) -> None:
    """Refuse a figure of an answer that has none, or not this one, before anything is printed."""
    if path.suffix.lower() not in FIGURES:
        return
    if figure is not None:
        from betterthan.figures.choosing import named_figure

        named_figure(found, figure)
    elif not drawable(found):
        raise ArgumentError(_no_figure(found, path))


def _no_figure(found: Answer, path: Path) -> str:
    if isinstance(found, Comparison):
        return (
            f"`{found.procedure}` has no posterior density to draw in `{path}`; "
            "Bayesian t-tests and hierarchical procedures have one."
        )
    if isinstance(found, Comparisons):
        return f"`{found.procedure}` gives no probabilities to draw in `{path}`."
    return f"A `{type(found).__name__}` has no figure to write to `{path}`."
