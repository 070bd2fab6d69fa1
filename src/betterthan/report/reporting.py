"""From any answer to its report."""

from __future__ import annotations

from typing import TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.ranked import Ranked
from betterthan.answers.seed_table import SeedTable
from betterthan.errors import ArgumentError
from betterthan.report.decisions import decisions_of
from betterthan.report.many import report_of_many, report_of_ranked
from betterthan.report.report import Report, report_of_two
from betterthan.report.seeds import seeds_of

Answer: TypeAlias = Comparison | Comparisons | Ranked


def report_of(found: Answer | SeedTable | DecisionTable, *, sources: bool = False) -> Report:
    """The report on an answer.

    Parameters:
        found: the answer.
        sources: whether to append BibTeX entries.
    """
    match found:
        case Comparison():
            return report_of_two(found, sources=sources)
        case Comparisons():
            return report_of_many(found, sources=sources)
        case Ranked():
            return report_of_ranked(found, sources=sources)
        case SeedTable():
            return seeds_of(found)
        case DecisionTable():
            return decisions_of(found)
    raise ArgumentError(f"There is no report of a {type(found).__name__}.")
