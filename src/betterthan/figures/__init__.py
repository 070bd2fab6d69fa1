"""Figures: from results to matplotlib axes. The only place that knows matplotlib."""

from betterthan.figures import table
from betterthan.figures.choosing import draw, save, svg
from betterthan.figures.saving import save_axes, svg_of
from betterthan.figures.style import in_theme
from betterthan.figures.table import *  # noqa: F403 (every figure is named once, in the table)

__all__ = ["draw", "in_theme", "save", "save_axes", "svg", "svg_of"]
__all__ += table.__all__
