"""The kinds of laws by the names under which they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.law import Law
from betterthan.results.laws.mixtures import NormalMixture, ScaledBetaMixture, ShrunkenSum
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.tabulated import Tabulated


def law_from_dict(record: Mapping[str, Any]) -> Law:
    """The law that `to_dict` turned into a record.

    Parameters:
        record: what `to_dict` gave.
    """
    if record["kind"] == ShrunkenSum.kind:
        return ShrunkenSum(**{key: _frozen(value) for key, value in record.items() if key != "kind"})
    laws = (Point, StudentT, Beta, Tabulated, ScaledBetaMixture, NormalMixture, BehrensFisher, CrossedMean)
    kinds: dict[str, type[Any]] = {law.kind: law for law in laws}
    fields = {
        key: np.array(value) if isinstance(value, list) else value for key, value in record.items() if key != "kind"
    }
    law: Law = kinds[record["kind"]](**fields)
    return law


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
