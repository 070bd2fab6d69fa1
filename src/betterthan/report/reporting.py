"""From any answer to its report."""

from __future__ import annotations

from typing import TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.ranked import Ranked
from betterthan.report.many import report_of_many, report_of_ranked
from betterthan.report.report import Report, report_of_two

Answer: TypeAlias = Comparison | Comparisons | Ranked


def report_of(found: Answer, *, sources: bool = False) -> Report:
    """The report on a comparison, on several, or on a ranking.

    Parameters:
        found: the answer.
        sources: whether to append BibTeX entries.
    """
    if isinstance(found, Comparison):
        return report_of_two(found, sources=sources)
    if isinstance(found, Comparisons):
        return report_of_many(found, sources=sources)
    return report_of_ranked(found, sources=sources)
