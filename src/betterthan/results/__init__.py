"""What procedures return: a closed set of result kinds, the three probabilities, and diagnostics kept apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.hierarchical import HierarchicalPosterior, TaskEstimate
from betterthan.results.interval import Interval
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import Alternative, NullTest
from betterthan.results.probabilities import REGIONS, Probabilities, Region
from betterthan.results.region import RegionPosterior

Posterior: TypeAlias = DifferencePosterior | RegionPosterior | HierarchicalPosterior | MajorityPosterior
Result: TypeAlias = Posterior | NullTest

__all__ = [
    "REGIONS",
    "Alternative",
    "Diagnostics",
    "DifferencePosterior",
    "HierarchicalPosterior",
    "Interval",
    "MajorityPosterior",
    "NullTest",
    "Parameter",
    "Posterior",
    "Probabilities",
    "Region",
    "RegionPosterior",
    "Result",
    "TaskEstimate",
    "result_from_dict",
]


def result_from_dict(record: Mapping[str, Any]) -> Result:
    """The result that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    kinds: dict[str, Callable[[Mapping[str, Any]], Result]] = {
        DifferencePosterior.kind: DifferencePosterior.from_dict,
        RegionPosterior.kind: RegionPosterior.from_dict,
        HierarchicalPosterior.kind: HierarchicalPosterior.from_dict,
        MajorityPosterior.kind: MajorityPosterior.from_dict,
        NullTest.kind: NullTest.from_dict,
    }
    return kinds[record["kind"]](record)
