"""The closed sets of words: what an argument, an option or a verdict may be."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Adjustment: TypeAlias = Literal[
    "bonferroni", "holm", "hochberg", "hommel", "benjamini-hochberg", "benjamini-yekutieli", "none"
]


ADJUSTMENTS: tuple[Adjustment, ...] = get_args(Adjustment)


QuestionKind: TypeAlias = Literal["Q1", "Q2", "Q3"]


Region: TypeAlias = Literal["first", "equivalent", "second"]


REGIONS: tuple[Region, ...] = ("first", "equivalent", "second")


Verdict: TypeAlias = Literal["first", "equivalent", "second", "undecided"]


Grade: TypeAlias = Literal["strong", "positive", "weak"]


VERDICTS: tuple[Verdict, ...] = ("first", "equivalent", "second", "undecided")


Reading: TypeAlias = Literal["population", "next_task", "winner"]


Alternative: TypeAlias = Literal["two-sided", "first", "second"]


Missing: TypeAlias = Literal["error", "drop"]


Repeats: TypeAlias = Literal["error", "mean"]
