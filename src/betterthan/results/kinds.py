"""The kinds of results, by the names under which they are stored: a new kind is its own file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from betterthan.errors import ArgumentError
from betterthan.results.codec import of_kind
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.majority import MajorityPosterior
from betterthan.results.null_test import NullTest
from betterthan.results.protocol import ClassicalTest, Posterior
from betterthan.results.ranking import Ranking
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import RopeLike

PairResult: TypeAlias = Posterior | ClassicalTest
"""What a procedure says of two models."""


Result: TypeAlias = PairResult | Ranking


POSTERIORS: dict[str, type[Posterior]] = {
    "DifferencePosterior": DifferencePosterior,
    "RegionPosterior": RegionPosterior,
    "HierarchicalPosterior": HierarchicalPosterior,
    "MajorityPosterior": MajorityPosterior,
}


ALL_READINGS = tuple(
    dict.fromkeys(
        name
        for kind in (DifferencePosterior, RegionPosterior, HierarchicalPosterior, MajorityPosterior)
        for name in kind.reading_names
    )
)
"""Names of the readings of all posteriors."""


TESTS: dict[str, type[ClassicalTest]] = {"NullTest": NullTest}


KINDS: dict[str, type[Any]] = {**POSTERIORS, **TESTS, "Ranking": Ranking}


def posterior_in(result: Result) -> Posterior | None:
    """The result if it is a posterior about two models."""
    return result if result.family == "posterior" else None


def classical_in(result: Result) -> ClassicalTest | None:
    """The result if it is a classical test."""
    return result if result.family == "test" else None


def at_rope(posterior: Posterior, rope: RopeLike) -> Posterior:
    """The posterior that answers for this rope; refused where it was built for another one and cannot be again."""
    found = posterior.at(rope)
    if found is None:
        raise ArgumentError(
            f"This `{posterior.procedure}` posterior was built for one rope, and the differences that another one "
            "needs are not known: run the procedure again."
        )
    return found


def result_from_dict(record: Mapping[str, Any]) -> Result:
    """The result that `to_dict` turned into a record."""
    found: Result = of_kind(record, KINDS.values())
    return found


def pair_result_from_dict(record: Mapping[str, Any]) -> PairResult:
    """The result about two models that `to_dict` turned into a record."""
    found: PairResult = of_kind(record, (*POSTERIORS.values(), *TESTS.values()))
    return found
