"""Figures: from results to matplotlib axes. The only place that knows matplotlib."""

from __future__ import annotations

import warnings
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from matplotlib.figure import Figure

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.ranked import Ranked
from betterthan.answers.scaling import Scaling
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.errors import ArgumentError
from betterthan.figures.best import best
from betterthan.figures.beta_samples import beta_samples
from betterthan.figures.better_matrix import better_matrix
from betterthan.figures.boxplots import boxplots
from betterthan.figures.critical_difference import critical_difference
from betterthan.figures.differences import differences
from betterthan.figures.effects import effects
from betterthan.figures.forest import forest
from betterthan.figures.hdi_levels import hdi_levels
from betterthan.figures.model_check import model_check
from betterthan.figures.model_means import model_means
from betterthan.figures.next_tasks import next_tasks
from betterthan.figures.pairing import pairing
from betterthan.figures.pairing_power import pairing_power
from betterthan.figures.per_task_decisions import per_task_decisions
from betterthan.figures.posterior import posterior
from betterthan.figures.qq import qq
from betterthan.figures.rank_distribution import rank_distribution
from betterthan.figures.scaling import scaling
from betterthan.figures.seeds import seeds
from betterthan.figures.sensitivity import sensitivity
from betterthan.figures.shares import shares
from betterthan.figures.simplex import simplex
from betterthan.figures.simplex_margins import simplex_margins
from betterthan.figures.style import MISSING_LETTER, Theme, in_theme, styled
from betterthan.figures.task_posteriors import task_posteriors
from betterthan.results.region import RegionPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "best",
    "beta_samples",
    "better_matrix",
    "boxplots",
    "critical_difference",
    "differences",
    "draw",
    "effects",
    "forest",
    "hdi_levels",
    "in_theme",
    "model_check",
    "model_means",
    "next_tasks",
    "pairing",
    "pairing_power",
    "per_task_decisions",
    "posterior",
    "qq",
    "rank_distribution",
    "save",
    "save_axes",
    "scaling",
    "seeds",
    "sensitivity",
    "shares",
    "simplex",
    "simplex_margins",
    "svg",
    "svg_of",
    "task_posteriors",
]

LETTERS_LACKING = (
    "some letters of the names are in no font here and are drawn as boxes. Write .svg, which leaves them to its "
    "reader, or install a font that has them, such as Noto Sans CJK."
)
Drawable: TypeAlias = Comparison | Comparisons | Ranked | ModelMeans | Sensitivity | Scaling | SeedTable | DecisionTable


def draw(found: Drawable, *, ax: Axes | None = None) -> Axes:
    """The figure that fits: the posterior of a pair, the effects of several models, and so on.

    Parameters:
        found: a comparison, several, a ranking, or another record that has a `plot` method.
        ax: matplotlib axes to draw on; new ones if None.
    """
    match found:
        case Comparison(result=RegionPosterior()):
            return simplex(found, ax=ax)
        case Comparison():
            return posterior(found, ax=ax)
        case Comparisons():
            return better_matrix(found, ax=ax) if found.ranked is None else effects(found.ranked, ax=ax)
        case Ranked():
            return effects(found, ax=ax)
        case ModelMeans():
            return model_means(found, ax=ax)
        case Sensitivity():
            return sensitivity(found, ax=ax)
        case Scaling():
            return scaling(found, ax=ax)
        case SeedTable():
            return seeds(found, ax=ax)
        case DecisionTable():
            return per_task_decisions(found, ax=ax)
    raise ArgumentError(f"There is no figure of a {type(found).__name__}.")


def save(found: Drawable, path: str | Path, *, theme: Theme = "light") -> None:
    """Write the main figure; the suffix chooses SVG, PDF or PNG. The same result gives the same bytes.

    Parameters:
        found: what `draw` takes.
        path: where to.
        theme: `light` or `dark`.
    """
    with in_theme(theme):
        save_axes(draw(found), path)


def save_axes(axes: Axes, path: str | Path) -> None:
    """Write the figure of some axes; the suffix chooses SVG, PDF or PNG.

    Parameters:
        axes: what a function of this package returned.
        path: where to.
    """
    suffix = Path(path).suffix.lower()
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    with styled(), warnings.catch_warnings():
        if suffix != ".svg":
            warnings.filterwarnings("error", message=MISSING_LETTER)
        try:
            _figure(axes).savefig(path, dpi=200, metadata=undated)
        except UserWarning:
            warnings.filterwarnings("ignore", message=MISSING_LETTER)
            warnings.warn(f"{path}: {LETTERS_LACKING}", stacklevel=2)
            _figure(axes).savefig(path, dpi=200, metadata=undated)


def svg(found: Drawable) -> str:
    """The main figure as an `<svg>` element, to be put into a page.

    Parameters:
        found: what `draw` takes.
    """
    return svg_of(draw(found))


def svg_of(axes: Axes) -> str:
    """The figure of some axes as an `<svg>` element.

    Parameters:
        axes: what a function of this package returned.
    """
    out = StringIO()
    with styled():
        _figure(axes).savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _figure(axes: Axes) -> Figure:
    if not isinstance(axes.figure, Figure):
        raise ArgumentError("These axes belong to a part of a figure, which has no file of its own: give a whole.")
    return axes.figure
