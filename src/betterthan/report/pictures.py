"""Pictures: the figures of a page, as SVG that takes the page's colours, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.kinds import Answer, Compared
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.data.paired_units import PairedUnits
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.report.blocks import Picture
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.region import RegionPosterior

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from betterthan.figures import Drawable


WIDTH = 4.6
"""Inches: two pictures stand side by side on a wide page."""


def drawable(found: Compared) -> bool:
    """Whether there is a main figure: a posterior, or the models side by side.

    Parameters:
        found: a comparison, several, or a ranking.
    """
    if isinstance(found, Comparison):
        return isinstance(found.posterior, (DifferencePosterior, HierarchicalPosterior, RegionPosterior))
    if isinstance(found, Comparisons):
        return found.ranked is not None or found.comparisons[0].decision is not None
    return True


def to_draw(answer: Answer) -> Drawable | None:
    """What `figures.draw` takes as the main figure of an answer; None where there is none."""
    if isinstance(answer, RankedScores):
        return answer.ranked
    if isinstance(answer, ScoreTable) or (isinstance(answer, Compared) and not drawable(answer)):
        return None
    return answer


def main_picture(answer: Answer) -> Picture | None:
    """The figure that `plot` draws; None where there is none."""
    from betterthan import figures

    found = to_draw(answer)
    return None if found is None else picture_of("Figure", lambda: figures.draw(found), "the main result")


def pictures_of_pair(found: Comparison, varied: Sensitivity | None = None) -> tuple[Picture, ...]:
    """The figures of a comparison, beside its posterior, which the page draws itself.

    Parameters:
        found: the comparison.
        varied: the same over other ropes.
    """
    from betterthan import figures

    shown = [*_of_posterior(found), *_of_scores(found)]
    if varied is not None:
        words = "the three probabilities and the verdict over ropes of other widths"
        shown.append(picture_of("Other ropes", lambda: figures.sensitivity(varied), words))
    return tuple(shown)


def pictures_of_several(found: Comparisons | Ranked) -> tuple[Picture, ...]:
    """The figures of several models.

    Parameters:
        found: comparisons, or a ranking.
    """
    from betterthan import figures

    ranked = found.ranked if isinstance(found, Comparisons) else found
    table = found.table if isinstance(found, Comparisons) else None
    shown = []
    if ranked is not None:
        shown += [
            picture_of("Effects of the models", lambda: figures.effects(ranked), "each model with its interval"),
            picture_of("Who is better than whom", lambda: figures.better_matrix(ranked), "probability for every pair"),
            picture_of("Places", lambda: figures.rank_distribution(ranked), "probability of each place"),
        ]
        if any("critical difference" in test.diagnostics.figures for test in ranked.tests):
            words = "average ranks, tied groups joined"
            shown.append(picture_of("Critical difference", lambda: figures.critical_difference(ranked), words))
    elif isinstance(found, Comparisons) and found.pairs == "all" and found.comparisons[0].decision is not None:
        shown.append(picture_of("Who is better than whom", lambda: figures.better_matrix(found), "every pair"))
    if table is not None and not table.binary:
        words = "the scores of every model, with quartiles"
        shown.append(picture_of("Scores of the models", lambda: figures.boxplots(table, of="scores"), words))
    return tuple(shown)


def _of_posterior(found: Comparison) -> list[Picture]:
    """What a posterior over tasks can show."""
    from betterthan import figures

    if isinstance(found.result, HierarchicalPosterior):
        return [picture_of("Tasks", lambda: figures.forest(found), "raw and shrunken difference of every task")]
    if isinstance(found.result, RegionPosterior):
        return [picture_of("Three shares", lambda: figures.simplex(found), "posterior of the three regions")]
    return []


def _of_scores(found: Comparison) -> list[Picture]:
    """The scores that the answer rests on; of several tasks their means."""
    from betterthan import figures

    table = found.table
    if isinstance(table, UnpairedTable):
        return [picture_of("Scores of the models", lambda: figures.boxplots(table), "both samples, with quartiles")]
    if table is None:
        return []
    single = table.by_task() if len(table.tasks) > 1 else table
    if isinstance(single, PairedUnits):
        return _of_units(single, found)
    return [_pairs(single)] if single.binary else []


def _of_units(table: PairedUnits, found: Comparison) -> list[Picture]:
    from betterthan import figures

    shown = []
    if not table.binary:
        rope = found.rope if found.posterior is not None and found.posterior.parameter.null == 0 else None
        words = "how the differences are distributed, and how many lie in each region"
        shown.append(picture_of("Differences", lambda: figures.differences(table, rope=rope), words))
    if isinstance(table, PairedTable):
        shown.append(_pairs(table))
    if any(check.name == "Q-Q normal" and check.status != "not checked" for check in found.checks):
        words = "the differences in order against those of a normal law"
        shown.append(picture_of("Do the differences follow a normal law?", lambda: figures.qq(table), words))
    return shown


def _pairs(table: PairedTable | PairedSummary) -> Picture:
    from betterthan import figures

    words = "the score of one model against that of the other"
    return picture_of("Scores, pair by pair", lambda: figures.pairing(table), words)


def picture_of(title: str, draw: Callable[[], Axes], description: str) -> Picture:
    """A figure as SVG whose colours a page can change.

    Parameters:
        title: what it shows, in a few words.
        draw: draws it.
        description: the same for those who cannot see it.
    """
    from betterthan.figures import svg_of
    from betterthan.figures.style import PALETTES, at_most

    with at_most(WIDTH):
        text, palette = svg_of(draw()), PALETTES["light"]
    names = {palette.ink: "ink", palette.dim: "dim", palette.paper: "paper"}
    names |= {colour: region for region, colour in palette.fill.items()}
    names |= {colour: f"{region}-text" for region, colour in palette.text.items()}
    for colour, name in names.items():  # in styles only: words, such as the name of a model, stay as they are
        for before in (": ", '="'):
            text = text.replace(before + colour, f"{before}var(--{name},{colour})")
    return Picture(title, text, description)
