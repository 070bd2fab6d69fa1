"""Writing an answer to a file; the suffix chooses the form."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from betterthan.comparison import Comparison
from betterthan.errors import ArgumentError
from betterthan.procedures import REGISTRY
from betterthan.report import render
from betterthan.report.page import page_of, page_of_several, varied_ropes
from betterthan.report.pictures import drawable, pictures_of_pair, pictures_of_several
from betterthan.report.reporting import Answer, report_of

FIGURES = (".svg", ".pdf", ".png")


def write(found: Answer, path: str | Path) -> Path:
    """Write an answer in the form that the suffix names.

    Parameters:
        found: a comparison, several, or a ranking.
        path: where to; .html, .md, .tex, .txt, .json, .csv, .svg, .pdf or .png.
    """
    path = Path(path)
    suffix = check_path(path, found.procedure if isinstance(found, Comparison) else None)
    try:
        if suffix in FIGURES:
            from betterthan.figures import save

            save(found, path)
        else:
            path.write_text(TEXTS[suffix](found), encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"Cannot write `{path}`: {error.strerror or error}.") from error
    return path


def check_path(path: Path, procedure: str | None) -> str:
    """The suffix, if something can be written there; said before anything is computed.

    Parameters:
        path: where the user wants it.
        procedure: name of the procedure, if it is known.
    """
    if not path.parent.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: there is no directory `{path.parent}`.")
    if path.is_dir():
        raise ArgumentError(f"Cannot write `{path}`: it is a directory.")
    if path.suffix.lower() in FIGURES and procedure in REGISTRY and REGISTRY[procedure].family == "frequentist":
        raise ArgumentError(f"`{procedure}` is a classical test and has no posterior to draw in `{path}`.")
    known = (*TEXTS, *FIGURES)
    if path.suffix.lower() not in known:
        raise ArgumentError(f"Cannot tell what to write to `{path}`: the suffix must be one of {', '.join(known)}.")
    return path.suffix.lower()


def check_drawable(found: Answer, path: Path) -> None:
    """Refuse a figure of a result that has no density, before anything is printed.

    Parameters:
        found: a comparison, several, or a ranking.
        path: where the user wants it.
    """
    if path.suffix.lower() not in FIGURES or drawable(found):
        return
    if not isinstance(found, Comparison):
        raise ArgumentError(f"`{found.procedure}` gives no probabilities to draw in `{path}`.")
    raise ArgumentError(
        f"`{found.procedure}` has no posterior density to draw in `{path}`; "
        "`bayes_t` and `bayes_hierarchical_t` have one."
    )


def _html(found: Answer) -> str:
    if isinstance(found, Comparison):
        varied = varied_ropes(found)
        return render.html(page_of(found, pictures_of_pair(found, varied), varied))
    return render.html(page_of_several(found, pictures_of_several(found)))


def csv_text(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV, with a heading.

    Parameters:
        rows: flat rows with the same keys.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


TEXTS: dict[str, Callable[[Answer], str]] = {
    ".html": _html,
    ".md": lambda found: render.markdown(report_of(found, sources=True)),
    ".tex": lambda found: render.latex(report_of(found)),
    ".txt": lambda found: render.text(report_of(found)),
    ".json": lambda found: found.to_json() + "\n",
    ".csv": lambda found: csv_text(found.to_rows()),
}
