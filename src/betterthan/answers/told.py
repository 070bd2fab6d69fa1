"""Told: the conveniences that tell a record in words, tables and pictures.

The one module below the report that knows it, and only inside its functions: what renders a record is found by the
record's type in the tables of `report` and `figures`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Form: TypeAlias = Literal["text", "markdown", "latex"]


class Told:
    """A record that can tell itself."""

    def to_text(self) -> str:
        """The report as plain text, 80 columns wide."""
        return _rendered(self, "text")

    def to_markdown(self) -> str:
        """The report as Markdown."""
        return _rendered(self, "markdown")

    def to_latex(self) -> str:
        """LaTeX tables, and the sentence for a paper's methods section."""
        return _rendered(self, "latex")

    def report(self: Any, path: str | Path, *, figure: str | None = None) -> Path:
        """Write the report; the suffix chooses the form (.html, .md, .tex, .bib, .txt, .json, .csv, .svg, .pdf, .png).

        Parameters:
            path: where to write it.
            figure: of a picture: name of the figure, as in `plot`.
        """
        from betterthan.asking.further import further
        from betterthan.report.build import report_of
        from betterthan.report.writing import is_page, write

        (written,) = write(self, [path], report_of(self, further(self)) if is_page(path) else None, figure)
        return written

    def plot(self: Any, figure: str | None = None, *, ax: Axes | None = None) -> Axes:
        """The figure that fits, or another one by its name.

        Parameters:
            figure: name of one of `bt.figures` that shows such an answer, such as `forest`; None for the main one.
            ax: matplotlib axes to draw on; new ones if None.
        """
        from betterthan.figures import draw

        return draw(self, figure, ax=ax)

    def _repr_html_(self: Any) -> str:
        from betterthan.report.notebook import notebook

        return notebook(self)


def _rendered(answer: Any, form: Form) -> str:
    from betterthan.report.build import report_of
    from betterthan.report.render.latex import latex
    from betterthan.report.render.markdown import markdown
    from betterthan.report.render.text import text

    renderers = {"text": text, "markdown": markdown, "latex": latex}
    return renderers[form](report_of(answer))


def paper_table(table: Any, form: Literal["markdown", "latex"], digits: int) -> str:
    """A table of scores as a paper prints it, which is no report: the best are marked in its cells."""
    from betterthan.report import paper_table as paper

    return paper.markdown(table, digits) if form == "markdown" else paper.latex(table, digits)
