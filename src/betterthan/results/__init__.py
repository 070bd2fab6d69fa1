"""What procedures return: a closed set of result kinds, the three probabilities, and diagnostics kept apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.hierarchical import HierarchicalPosterior, TaskEstimate
from betterthan.results.interval import Interval
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import Alternative, NullTest, PairTest
from betterthan.results.probabilities import REGIONS, Probabilities, Region
from betterthan.results.ranking import ModelEffect, Ranking
from betterthan.results.region import RegionPosterior

Posterior: TypeAlias = DifferencePosterior | RegionPosterior | HierarchicalPosterior | MajorityPosterior
PairResult: TypeAlias = Posterior | NullTest
"""What a procedure says of two models."""
Result: TypeAlias = PairResult | Ranking

__all__ = [
    "REGIONS",
    "Alternative",
    "Diagnostics",
    "DifferencePosterior",
    "HierarchicalPosterior",
    "Interval",
    "MajorityPosterior",
    "ModelEffect",
    "NullTest",
    "PairResult",
    "PairTest",
    "Parameter",
    "Posterior",
    "Probabilities",
    "Ranking",
    "Region",
    "RegionPosterior",
    "Result",
    "TaskEstimate",
    "pair_result_from_dict",
    "result_from_dict",
]


def result_from_dict(record: Mapping[str, Any]) -> Result:
    """The result that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    return Ranking.from_dict(record) if record["kind"] == Ranking.kind else pair_result_from_dict(record)


def pair_result_from_dict(record: Mapping[str, Any]) -> PairResult:
    """The result about two models that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    kinds: dict[str, Callable[[Mapping[str, Any]], PairResult]] = {
        DifferencePosterior.kind: DifferencePosterior.from_dict,
        RegionPosterior.kind: RegionPosterior.from_dict,
        HierarchicalPosterior.kind: HierarchicalPosterior.from_dict,
        MajorityPosterior.kind: MajorityPosterior.from_dict,
        NullTest.kind: NullTest.from_dict,
    }
    return kinds[record["kind"]](record)
