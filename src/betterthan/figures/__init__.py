"""Figures: from a comparison to matplotlib axes. The only place that knows matplotlib."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from betterthan.comparison import Comparison
from betterthan.figures.posterior import posterior
from betterthan.figures.style import SETTINGS

__all__ = ["posterior", "save", "svg"]


def save(comparison: Comparison, path: str | Path) -> None:
    """Write the main figure; the suffix chooses SVG, PDF or PNG. The same comparison gives the same bytes.

    Parameters:
        comparison: a comparison by a Bayesian procedure.
        path: where to.
    """
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(Path(path).suffix.lower())
    with rc_context(SETTINGS):  # type: ignore[arg-type]
        _figure(comparison).savefig(path, dpi=200, metadata=undated)


def svg(comparison: Comparison) -> str:
    """The main figure as an `<svg>` element, to be put into a page.

    Parameters:
        comparison: a comparison by a Bayesian procedure.
    """
    out = StringIO()
    with rc_context(SETTINGS):  # type: ignore[arg-type]
        _figure(comparison).savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _figure(comparison: Comparison) -> Figure:
    figure = posterior(comparison).figure
    assert isinstance(figure, Figure)
    return figure
