"""A plan from numbers alone: a standard deviation, or the share of cases on which two models disagree."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from betterthan.asking.pilot import Basis
from betterthan.data.ranges import given_range
from betterthan.errors import ArgumentError
from betterthan.numerics.given import given_count, given_number
from betterthan.numerics.planned_error import PlannedError, Spread, cluster_factor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from betterthan.vocabulary import PlanUnit

CLUSTERED: tuple[PlanUnit, ...] = ("cases", "clusters")


def basis_of_numbers(
    unit: PlanUnit, numbers: Mapping[str, float | None], effect: float, score_range: tuple[float, float] | None
) -> Basis:
    """What the numbers say about more of these units.

    Parameters:
        unit: what is counted.
        numbers: `sd`, `discordance`, `icc`, `per_cluster` and `clusters`, None where they were not given.
        effect: the true difference that is assumed, on which the variance of 0/1 scores depends.
        score_range: the range of a score, if it was given.
    """
    given = {name: given_number(name, value) for name, value in numbers.items() if value is not None}
    if ("sd" in given) == ("discordance" in given):
        raise ArgumentError(
            "A plan needs to know how much differences vary: a pilot, `sd=` (standard deviation of the differences of "
            "single units), or `discordance=` (share of cases on which two models with 0/1 scores disagree). Give one."
        )
    if unit in ("judges", "epochs", "folds"):
        raise ArgumentError(f"Planning {unit} needs a pilot: numbers do not say what more {unit} would do.")
    variance, discordance = _variance(given, effect)
    limits = given_range(score_range)
    lost = limits[1] - limits[0] if limits else 1.0 if discordance is not None else inf
    if "icc" not in given:
        alone = next((name for name in ("per_cluster", "clusters") if name in given), None)
        if alone is not None:
            raise ArgumentError(f"`{alone}=` needs `icc=` beside it: how alike the cases of a cluster are.")
        return Basis(unit, PlannedError(variance), discordance=discordance, lost=lost)
    return _of_clusters(unit, given, variance, discordance, lost)


def _variance(given: Mapping[str, float], effect: float) -> tuple[float, float | None]:
    if "sd" in given:
        if not given["sd"] > 0:
            raise ArgumentError(f"`sd=` is above 0; got {given['sd']:g}.")
        return given["sd"] ** 2, None
    discordance = given["discordance"]
    if not 0 < discordance <= 1:
        raise ArgumentError(f"`discordance=` is a share of the cases, above 0 and up to 1; got {discordance:g}.")
    return max(discordance - effect**2, 1e-12), discordance


def _of_clusters(
    unit: PlanUnit, given: Mapping[str, float], variance: float, discordance: float | None, lost: float
) -> Basis:
    """Cases in clusters of one size: as many more clusters, or more cases in clusters of which there are no more."""
    icc = given["icc"]
    if not 0 <= icc <= 1:
        raise ArgumentError(f"`icc=` is a correlation from 0 to 1; got {icc:g}.")
    if unit not in CLUSTERED:
        raise ArgumentError(f'`icc=` is for cases in clusters; got `unit="{unit}"`.')
    if ("per_cluster" in given) == ("clusters" in given):
        raise ArgumentError(
            "Beside `icc=` give one of `per_cluster=` (cases in a cluster, of which there may be more) and `clusters=` "
            "(the clusters that there are)."
        )
    if "clusters" in given:
        count = given_count("clusters", given["clusters"], least=2)
        if unit == "clusters":
            raise ArgumentError(
                "`clusters=` says how many clusters there are; to plan their number give `per_cluster=`."
            )
        growing = PlannedError(variance * (1 - icc), variance * icc / count, count - 1)
        fixed = f"there are still only {count:,} clusters"
        return Basis(unit, growing, discordance=discordance, lost=lost, icc=icc, fixed=fixed, least=count)
    size = given["per_cluster"]
    if size < 1:
        raise ArgumentError(f"`per_cluster=` is at least 1; got {size:g}.")
    of_cases = variance * cluster_factor(icc, size)
    return Basis(
        unit,
        PlannedError(of_cases if unit == "cases" else of_cases / size),
        discordance=discordance,
        lost=lost,
        spread=Spread(variance * icc, 0.0, variance * (1 - icc)),
        pair=("clusters", "cases", True),
        icc=icc,
        per_cluster=size,
        per_unit=size if unit == "cases" else 1.0,
        notes=(f"Cases come in clusters of {size:g}: {sqrt(of_cases / variance) ** 2:.3g} times as many are needed.",),
    )
