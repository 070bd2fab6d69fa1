"""The kinds of laws by the names under which they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from betterthan.results.codec import of_kind
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.law import Law
from betterthan.results.laws.mixtures import NormalMixture, ScaledBetaMixture, ShrunkenSum
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.tabulated import Tabulated

MIXTURES = (ScaledBetaMixture, NormalMixture, ShrunkenSum)
LAWS: tuple[type[Any], ...] = (Point, StudentT, Beta, Tabulated, *MIXTURES, BehrensFisher, CrossedMean)


def law_from_dict(record: Mapping[str, Any]) -> Law:
    """The law that `to_dict` turned into a record."""
    law: Law = of_kind(record, LAWS)
    return law
