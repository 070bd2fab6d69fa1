"""Further: what a page shows beyond the record itself, computed before the page is made.

The numbers of the slider are a contract with `report/templates/page.js`, which reads them from JSON by these names. A
rope is varied by a factor k: its bounds are null + k (low - null) and null + k (high - null).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from betterthan.answers.sensitivity import Sensitivity
from betterthan.results.difference import Parameter

RopeUnit: TypeAlias = tuple[float, float]
"""A rope at factor 1, as differences from the null."""
Three: TypeAlias = tuple[float, float, float]
"""Probabilities of first, equivalent, second."""
LiveTable: TypeAlias = Literal["pairs", "tasks", "pooled-tasks"]
"""Keys of the report's tables whose rows follow the slider."""


@dataclass(frozen=True)
class LiveQuantiles:
    """A posterior of one difference, which answers any rope."""

    x: tuple[float, ...]
    """Quantiles, as differences from the null, at probabilities with evenly spaced logits."""
    unit: RopeUnit
    """Its rope at factor 1."""
    own: Three | None = None
    """The probabilities at the slider's start, as computed; None asks the quantiles there too."""
    kind: Literal["quantiles"] = "quantiles"


@dataclass(frozen=True)
class LiveGrid:
    """A posterior that has to be integrated anew for each rope: answered at the factors only."""

    shares: tuple[Three, ...]
    """The probabilities at each of the factors."""
    unit: RopeUnit
    """Its rope at factor 1."""
    confirmed: tuple[Three, ...] | None = None
    """At each of the factors, the least probability of each region among the conditions that a claim must also pass;
    None where there are none."""
    held_back_by: tuple[tuple[str, str, str], ...] | None = None
    """At each of the factors, the condition that gives this least probability; None where there are none."""
    outside: tuple[float, ...] | None = None
    """At each of the factors, the probability that one more task lies outside the rope; None where nobody asks."""
    own: Three | None = None
    """The probabilities at the slider's start, as computed; None asks the grid there too."""
    kind: Literal["grid"] = "grid"


@dataclass(frozen=True)
class LivePoint:
    """A posterior with all its mass at one difference."""

    at: float
    """Where, as a difference from the null."""
    same: bool
    """Whether all scores are identical: then the models are equivalent under any rope."""
    unit: RopeUnit
    """Its rope at factor 1."""
    own: Three | None = None
    """The probabilities at the slider's start, as computed; None asks the point there too."""
    kind: Literal["point"] = "point"


LiveRow: TypeAlias = LiveQuantiles | LiveGrid | LivePoint


@dataclass(frozen=True)
class LiveNumbers:
    """What the slider of a page computes with, without Python and without a network."""

    null: float
    """The value of the parameter that means no difference."""
    unit: RopeUnit | None
    """The rope at factor 1; None where every row has one of its own."""
    start: float
    """The factor at which the page opens: 1, or 0 where the comparison has no rope."""
    factors: tuple[float, ...]
    """The factors that a grid answers; the last one ends the slider."""
    stepped: bool
    """Whether the slider stops at the factors only."""
    apart: bool
    """Whether rows of the tables have other ropes than the verdict."""
    threshold: float
    """The probability that a verdict needs, as computed."""
    row: LiveRow | None
    """The posterior behind the verdict; None where the page has no verdict that moves."""
    tables: Mapping[LiveTable, tuple[LiveRow | None, ...]]
    """By the key of a table, its rows from the top; None for a row that does not move."""


@dataclass(frozen=True)
class LiveDensity:
    """The density above the slider, at evenly spaced differences from the null."""

    low: float
    high: float
    heights: tuple[float, ...]
    """From low to high; the highest is 1."""
    parameter: Parameter
    one_more_task: bool
    """Whether it is the density of one more task, not of the parameter itself."""


@dataclass(frozen=True)
class Further:
    """What a page shows beyond the record."""

    ropes: Sensitivity | None = None
    """The verdict under other ropes and priors; None where they cannot be asked about."""
    live: LiveNumbers | None = None
    """The numbers of the slider; None where there is nothing to move."""
    density: LiveDensity | None = None
    """The density above the slider; None where there is none to draw."""
