"""Effect sizes: how large the difference is, without reference to the number of units."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, isfinite

import numpy as np
from scipy.special import ndtr

from betterthan.pairing import Paired, PairedTable
from betterthan.summaries import Cells, Moments

COHEN_D = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"), (inf, "large"))  # Cohen (1988), p. 40
COHEN_G = ((0.05, "negligible"), (0.15, "small"), (0.25, "medium"), (inf, "large"))  # Cohen (1988), pp. 147-149


@dataclass(frozen=True)
class EffectSize:
    """One effect size, oriented: positive (or above 1/2) means that the first model is better.

    Parameters:
        name: its usual name.
        value: the figure.
        label: Cohen's word for its magnitude; None where there is none.
    """

    name: str
    value: float
    label: str | None = None

    def to_dict(self) -> dict[str, object]:
        return {"value": self.value if isfinite(self.value) else None, "label": self.label}


def effect_sizes(table: Paired) -> tuple[EffectSize, ...]:
    """The effect sizes that a table allows.

    Parameters:
        table: paired scores of two models.
    """
    sizes = (cohens_d(table.moments()),)
    if table.binary:
        cells = table.cells()
        return (*sizes, *cohens_g(cells), superiority_of_cells(cells))
    if isinstance(table, PairedTable):
        differences = table.differences()
        share = float(np.mean(differences > 0) + 0.5 * np.mean(differences == 0))
        return (*sizes, EffectSize("probability of superiority", share))
    return (*sizes, superiority_of_moments(table.moments()))


def cohens_d(summary: Moments) -> EffectSize:
    """Cohen's d of paired differences: their mean over their standard deviation.

    Parameters:
        summary: mean, sd and number of the differences.

    >>> cohens_d(Moments(mean=0.066, sd=1.0, n=176)).label
    'negligible'
    """
    if summary.sd > 0:
        value = summary.mean / summary.sd
    else:
        value = copysign(inf, summary.mean) if summary.mean else 0.0
    return EffectSize("Cohen's d", value, _label(value, COHEN_D))


def cohens_g(cells: Cells) -> tuple[EffectSize, ...]:
    """Cohen's g, 1/2 - φ̂ with φ̂ = n01/(n01 + n10); nothing if the models never disagree.

    Parameters:
        cells: the four counts.

    >>> size, = cohens_g(Cells(19, 64, 30, 103))                  # tr-en, Williams (2026) sec. 6.2
    >>> round(abs(size.value), 2), size.label
    (0.18, 'medium')
    """
    if cells.discordant == 0:
        return ()
    value = 0.5 - cells.n01 / cells.discordant
    return (EffectSize("Cohen's g", value, _label(value, COHEN_G)),)


def superiority_of_cells(cells: Cells) -> EffectSize:
    """Probability that the first model's score on a case is the higher one, ties counted half.

    Parameters:
        cells: the four counts.
    """
    return EffectSize("probability of superiority", (cells.n10 + 0.5 * (cells.n00 + cells.n11)) / cells.n)


def superiority_of_moments(summary: Moments) -> EffectSize:
    """The same for differences that are known by mean and sd only, if they are normal.

    Parameters:
        summary: mean, sd and number of the differences.
    """
    d = cohens_d(summary).value
    return EffectSize("probability of superiority (if normal)", float(ndtr(d)))


def _label(value: float, scale: tuple[tuple[float, str], ...]) -> str:
    return next(label for bound, label in scale if abs(value) < bound or bound == inf)
