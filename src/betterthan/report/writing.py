"""Writing a comparison to a file; the suffix chooses the form."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

from betterthan.comparison import Comparison
from betterthan.errors import ArgumentError
from betterthan.procedures import REGISTRY
from betterthan.report import render
from betterthan.report.report import report_of
from betterthan.results import DifferencePosterior, HierarchicalPosterior

FIGURES = (".svg", ".pdf", ".png")


def write(comparison: Comparison, path: str | Path) -> Path:
    """Write a comparison in the form that the suffix names.

    Parameters:
        comparison: the comparison.
        path: where to; .html, .md, .tex, .txt, .json, .csv, .svg, .pdf or .png.
    """
    path = Path(path)
    suffix = check_path(path, comparison.procedure)
    try:
        if suffix in FIGURES:
            from betterthan.figures import save

            save(comparison, path)
        else:
            path.write_text(TEXTS[suffix](comparison), encoding="utf-8")
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


def check_drawable(comparison: Comparison, path: Path) -> None:
    """Refuse a figure of a result that has no density, before anything is printed.

    Parameters:
        comparison: the comparison.
        path: where the user wants it.
    """
    if path.suffix.lower() in FIGURES and not _drawable(comparison):
        raise ArgumentError(
            f"`{comparison.procedure}` has no posterior density to draw in `{path}`; "
            "`bayes_t` and `bayes_hierarchical_t` have one."
        )


def _drawable(comparison: Comparison) -> bool:
    return isinstance(comparison.posterior, (DifferencePosterior, HierarchicalPosterior))


def _html(comparison: Comparison) -> str:
    from betterthan.figures import svg

    picture = svg(comparison) if _drawable(comparison) else None
    return render.html(report_of(comparison, picture=picture, sources=True))


def _csv(comparison: Comparison) -> str:
    rows = comparison.to_rows()
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


TEXTS: dict[str, Callable[[Comparison], str]] = {
    ".html": _html,
    ".md": lambda comparison: render.markdown(report_of(comparison, sources=True)),
    ".tex": lambda comparison: render.latex(report_of(comparison)),
    ".txt": lambda comparison: render.text(report_of(comparison)),
    ".json": lambda comparison: comparison.to_json() + "\n",
    ".csv": _csv,
}
