"""The classical test of the same scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Facts
from betterthan.words.facts import how_to_read
from betterthan.words.facts import test as in_words
from betterthan.words.numbers import with_interval

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison


def classical(comparison: Comparison) -> Blocks:
    """Test, hypothesis, estimate, and how to read a p-value."""
    test = comparison.classical_or_own
    if test is None:
        return ()
    rows = [("test", in_words(test)), ("null hypothesis", test.null)]
    if test.interval is not None and test is not comparison.result:
        rows.append((test.estimate_name, with_interval(test.estimate or 0.0, test.interval)))
    return (Facts("Classical test", (*rows, ("how to read it", how_to_read(test))), key="classical"),)
