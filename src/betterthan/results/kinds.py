"""The closed set of result kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from betterthan.results.codec import of_kind
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


PAIR_RESULTS = (DifferencePosterior, RegionPosterior, HierarchicalPosterior, MajorityPosterior, NullTest)


def result_from_dict(record: Mapping[str, Any]) -> Result:
    """The result that `to_dict` turned into a record."""
    found: Result = of_kind(record, (*PAIR_RESULTS, Ranking))
    return found


def pair_result_from_dict(record: Mapping[str, Any]) -> PairResult:
    """The result about two models that `to_dict` turned into a record."""
    found: PairResult = of_kind(record, PAIR_RESULTS)
    return found
