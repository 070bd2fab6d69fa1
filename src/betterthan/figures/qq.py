"""Q-Q plot: the differences in order against those that a normal law would give, with a band."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import betaincinv, ndtr, ndtri

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.data.moments import moments
from betterthan.data.protocol import Comparable
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.given import differences_of
from betterthan.figures.layout import caption, cell, word_size
from betterthan.figures.style import drawing, palette
from betterthan.judging.checks.differences import qq_normal
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVEL = 0.95
MOST_POINTS = 1000
"""Of more differences an even choice is drawn, with all of the outermost."""
OUTERMOST = 100


def qq(table: Comparable, *, ax: Axes | None = None) -> Axes:
    """Draw the differences against the quantiles of a normal law; several tasks by their mean differences.

    The line has the mean and standard deviation of the differences. In a sample from a normal law each point lies in
    the band with probability 0.95 (0.94 to 0.97 from 12 differences on, more with fewer).

    Parameters:
        table: paired scores of two models, or differences.
        ax: matplotlib axes to draw on; new ones if None.
    """
    found = differences_of(table, figure="qq")
    mean, sd, n = moments(found.values)
    if n < 2 or sd == 0:
        raise ArgumentError("A Q-Q plot needs at least two different differences; these are all the same.")
    ranks = _drawn_ranks(n)
    expected = ndtri((ranks - 0.375) / (n + 0.25))  # Blom's plotting positions
    low, high = (mean + sd * bound for bound in _band(ranks, n, expected))
    with drawing(ax, width=4.4, height=3.6) as axes:
        axes.fill_between(expected, low, high, color=palette().fill["equivalent"], alpha=0.6, lw=0)
        axes.plot(expected[[0, -1]], mean + sd * expected[[0, -1]], color=palette().ink, lw=1.0)
        points = np.sort(found.values)[ranks - 1]
        _mark(axes, expected, points, (points < low) | (points > high))
        room.ticked(axes, y=True, size=word_size(axes))
        axes.set_ylabel(found.name, fontsize=word_size(axes), color=palette().ink)
        caption(
            axes, f"quantiles of the standard normal law, {found.count}",
            f"band: where each point of a normal sample lies with probability {LEVEL}", _verdict(found.values),
            points=cell(axes)[0] - 50,
        )  # fmt: skip
    return axes


def _drawn_ranks(n: int) -> IntArray:
    if n <= MOST_POINTS:
        return np.arange(1, n + 1)
    inner = np.linspace(OUTERMOST, n - OUTERMOST, MOST_POINTS - 2 * OUTERMOST).round().astype(np.int64)
    return np.unique(np.concatenate([np.arange(1, OUTERMOST), inner, np.arange(n - OUTERMOST + 1, n + 1)]))


def _band(ranks: IntArray, n: int, expected: Array) -> tuple[Array, Array]:
    """Where the values of these ranks lie in standardised normal samples.

    The rank of a value of a known law is a beta variable. Taking off the sample's own mean and dividing by its own sd
    narrows that: the variance p(1 - p)/φ² of a quantile z, in units of σ²/n, loses 1 + z²/2, the part that these two
    explain.
    """
    p, density = ndtr(expected), np.exp(-0.5 * expected**2) / np.sqrt(2 * np.pi)
    left = np.sqrt(np.maximum(0.0, 1 - (1 + expected**2 / 2) * density**2 / (p * (1 - p))))
    ends = (ndtri(betaincinv(ranks, n + 1 - ranks, tail)) for tail in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    low, high = (np.asarray(expected + left * (end - expected)) for end in ends)
    return low, high


def _mark(axes: Axes, x: Array, y: Array, outside: BoolArray) -> None:
    axes.plot(x[~outside], y[~outside], "o", color=palette().fill["first"], ms=3)
    axes.plot(x[outside], y[outside], "D", mfc="none", mec=palette().fill["second"], ms=3.5, mew=1.0)


def _verdict(values: Array) -> str:
    check = qq_normal(values)
    if check.figure is None:
        return ""
    normal = "no clear departure from a normal law" if check.status == "passed" else "not a normal law"
    return f"Shapiro and Francia's W′ = {number(check.figure)}: {normal}"
