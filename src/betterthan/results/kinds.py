"""The closed set of result kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import NullTest
from betterthan.results.ranking import Ranking
from betterthan.results.region import RegionPosterior

Posterior: TypeAlias = DifferencePosterior | RegionPosterior | HierarchicalPosterior | MajorityPosterior


PairResult: TypeAlias = Posterior | NullTest
"""What a procedure says of two models."""


Result: TypeAlias = PairResult | Ranking


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
