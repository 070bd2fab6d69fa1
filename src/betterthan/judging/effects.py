"""Effect sizes: how large the difference is, without reference to the number of units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import copysign, exp, hypot, inf, isfinite, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from scipy.special import gammaln, ndtr

from betterthan.data.moments import Cells, Moments, difference_of_means
from betterthan.data.paired_units import PairedUnits
from betterthan.data.tables import UnpairedTable
from betterthan.data.units import TASKS
from betterthan.numerics.ties import ROUNDING
from betterthan.results.codec import Unreadable, plain, restored

if TYPE_CHECKING:
    from betterthan.arrays import Array
    from betterthan.data.protocol import Comparable, Paired
    from betterthan.data.summaries import UnpairedSummary

COHEN_D = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"), (inf, "large"))  # Cohen (1988), p. 40
COHEN_G = ((0.05, "negligible"), (0.15, "small"), (0.25, "medium"), (inf, "large"))  # Cohen (1988), pp. 147-149


class Wins(NamedTuple):
    """On how many units each model is ahead, and on how many neither is."""

    first: int
    second: int
    ties: int


@dataclass(frozen=True)
class EffectSize:
    """One effect size, oriented: positive (or above 1/2) means that the first model is better.

    Parameters:
        name: its usual name.
        value: the figure.
        label: Cohen's word for its magnitude; None where there is none.
        counts: on how many units each model is ahead, where they are counted; else None.
    """

    name: str
    value: float
    label: str | None = None
    counts: Wins | None = None

    def to_dict(self) -> dict[str, object]:
        """Its plain form, which is found by its name. JSON has no infinity: the value is null, the sign says which."""
        sign = (self.value > 0) - (self.value < 0)
        value = self.value if isfinite(self.value) else None
        return {"value": value, "label": self.label, "sign": sign, "counts": plain(self.counts)}


class _Written(NamedTuple):
    """The plain form of an effect size."""

    value: float | None
    label: str | None
    sign: Literal[-1, 0, 1]
    counts: Wins | None = None


def effects_from_dict(sizes: object) -> tuple[EffectSize, ...]:
    """The effect sizes that `to_dict` gave, by name."""
    found: dict[str, _Written] = restored(Mapping[str, _Written], sizes)
    return tuple(EffectSize(name, _value(size), size.label, size.counts) for name, size in found.items())


def _value(size: _Written) -> float:
    """Without any spread a difference is infinitely large, and has a sign."""
    if size.value is None and size.sign == 0:
        raise Unreadable("an effect size without a value is infinite, and its sign is 1 or -1; got 0.")
    return size.sign * inf if size.value is None else size.value


def effect_sizes(table: Paired, *, one_scale: bool = True) -> tuple[EffectSize, ...]:
    """The effect sizes that a table allows.

    Parameters:
        table: paired scores of two models.
        one_scale: whether all differences are on one scale; else only what counts them is left.
    """
    sizes = (_labelled(cohens_d(table.moments()), table),) if one_scale else ()
    if table.binary:
        cells = table.cells()
        words = tuple(_labelled(size, table) for size in cohens_g(cells))
        own = tuple(replace(size, label=None) for size in sizes)  # of disagreements g has a word, and one is enough
        return (*own, *words, superiority_of_cells(cells))
    if isinstance(table, PairedUnits):
        differences = table.differences()
        noise = ROUNDING * np.abs(differences).max(initial=0.0)  # as the sign test counts
        first, second = int((differences > noise).sum()), int((differences < -noise).sum())
        return (*sizes, _superiority_of(Wins(first, second, len(differences) - first - second)))
    return (*sizes, superiority_of_moments(table.moments()))


def _labelled(size: EffectSize, table: Comparable) -> EffectSize:
    """Without Cohen's word for seeds, folds and tasks: their scores are means, which vary less, so that d is larger.

    Without it, too, where no difference was seen at all, which is not to say that there is none.
    """
    unit = table.facts.unit
    unseen = size.value == 0 and table.alike
    return replace(size, label=None) if unit.trained or unit == TASKS or unseen else size


def _superiority_of(wins: Wins) -> EffectSize:
    """Ties count half."""
    return EffectSize("probability of superiority", (wins.first + 0.5 * wins.ties) / sum(wins), counts=wins)


def sample_effects(table: UnpairedTable | UnpairedSummary) -> tuple[EffectSize, ...]:
    """The effect sizes of two independent samples.

    Cohen's d is the difference of the means over the pooled standard deviation, Hedges' g the same without its bias in
    small samples (exact factor). The probability of superiority is the share of all pairs, of one score of each model,
    in which the first model's is the higher, ties counted half.

    Parameters:
        table: unpaired scores of two models.

    >>> from betterthan.data.unpaired import unpaired_arrays
    >>> [round(size.value, 3) for size in sample_effects(unpaired_arrays([3.0, 4.0, 5.0], [2.0, 3.0, 4.0]))]
    [1.0, 0.798, 0.778]
    """
    one, other = table.moments()
    df, unit = one.n + other.n - 2, max(one.sd, other.sd)
    squares = sum((each.n - 1) * (each.sd / unit) ** 2 for each in (one, other)) if unit > 0 else 0.0
    pooled = unit * sqrt(squares / df) if df > 0 else 0.0
    d = cohens_d(Moments(difference_of_means(one, other), pooled, one.n + other.n))
    factor = exp(gammaln(df / 2) - gammaln((df - 1) / 2)) / sqrt(df / 2) if df > 1 else 0.0  # Hedges (1981), eq. 6e
    g = d.value * factor if isfinite(d.value) else d.value
    return (
        _labelled(EffectSize("Cohen's d (pooled sd)", d.value, d.label), table),
        _labelled(EffectSize("Hedges' g", g, _label(g, COHEN_D)), table),
        _superiority(table),
    )


def _superiority(table: UnpairedTable | UnpairedSummary) -> EffectSize:
    if isinstance(table, UnpairedTable):
        return EffectSize("probability of superiority", _share_of_pairs(table.first, table.second))
    one, other = table.moments()
    return superiority_of_moments(Moments(difference_of_means(one, other), hypot(one.sd, other.sd), one.n + other.n))


def _share_of_pairs(first: Array, second: Array) -> float:
    """Of all pairs of a score of each, those in which the first is higher; Mann and Whitney's U over their number."""
    ordered = np.sort(second)
    below, upto = (np.searchsorted(ordered, first, side=side) for side in ("left", "right"))
    return float((below + upto).sum() / (2 * len(first) * len(second)))


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
    """Cohen's g, φ̂ - 1/2 with φ̂ = n10/(n01 + n10), the share that the first wins; nothing if the models never disagree.

    Parameters:
        cells: the four counts.

    >>> size, = cohens_g(Cells(19, 64, 30, 103))                  # tr-en, Williams (2026) sec. 6.2
    >>> round(abs(size.value), 2), size.label
    (0.18, 'medium')
    """
    if cells.discordant == 0:
        return ()
    value = cells.n10 / cells.discordant - 0.5
    return (EffectSize("Cohen's g", value, _label(value, COHEN_G)),)


def superiority_of_cells(cells: Cells) -> EffectSize:
    """Probability that the first model's score on a case is the higher one, ties counted half.

    Parameters:
        cells: the four counts.
    """
    return _superiority_of(Wins(cells.n10, cells.n01, cells.n00 + cells.n11))


def superiority_of_moments(summary: Moments) -> EffectSize:
    """The same for differences that are known by mean and sd only, if they are normal.

    Parameters:
        summary: mean, sd and number of the differences.
    """
    d = cohens_d(summary).value
    return EffectSize("probability of superiority (if normal)", float(ndtr(d)))


def _label(value: float, scale: tuple[tuple[float, str], ...]) -> str | None:
    """Cohen's word; none where there is no spread to measure by, which a word would take for a large effect."""
    if not isfinite(value):
        return None
    return next(label for bound, label in scale if abs(value) < bound or bound == inf)
