"""What procedures return: a closed set of result kinds, the three probabilities, and diagnostics kept apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.interval import Interval
from betterthan.results.null_test import Alternative, NullTest
from betterthan.results.probabilities import REGIONS, Probabilities, Region

Result: TypeAlias = DifferencePosterior | NullTest

__all__ = [
    "REGIONS",
    "Alternative",
    "Diagnostics",
    "DifferencePosterior",
    "Interval",
    "NullTest",
    "Parameter",
    "Probabilities",
    "Region",
    "Result",
    "result_from_dict",
]


def result_from_dict(record: Mapping[str, Any]) -> Result:
    """The result that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    kinds: dict[str, type[DifferencePosterior] | type[NullTest]] = {
        kind.kind: kind for kind in (DifferencePosterior, NullTest)
    }
    return kinds[record["kind"]].from_dict(record)
