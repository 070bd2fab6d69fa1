"""The kinds of laws by the names under which they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from betterthan.results.codec import of_kind
from betterthan.results.laws.accuracy_difference import AccuracyDifference
from betterthan.results.laws.agreement import Agreement
from betterthan.results.laws.behrens_fisher import BehrensFisher
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.laws.drawn_values import DrawnValues
from betterthan.results.laws.independent_difference import PARTS, IndependentDifference
from betterthan.results.laws.law import Law
from betterthan.results.laws.mixtures import NormalMixture, ShrunkenSum
from betterthan.results.laws.normal import Normal
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.tabulated import Tabulated
from betterthan.results.laws.worth_difference import WorthDifference

LAWS: tuple[type[Any], ...] = (
    Point, StudentT, Normal, Beta, AccuracyDifference, Tabulated, NormalMixture, ShrunkenSum, BehrensFisher,
    CrossedMean, IndependentDifference, WorthDifference, DrawnValues, Agreement,
)  # fmt: skip

PARTS.update({law.kind: law for law in (Point, StudentT, Normal, Beta, CrossedMean)})


def law_from_dict(record: Mapping[str, Any]) -> Law:
    """The law that `to_dict` turned into a record."""
    law: Law = of_kind(record, LAWS)
    return law
