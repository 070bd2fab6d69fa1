"""What would decide an undecided comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Items
from betterthan.words.outlook import of_pairs
from betterthan.words.outlook import outlook as in_words

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons


def outlook(comparison: Comparison) -> Blocks:
    """How many further units, in a line; nothing where that is not known."""
    told = in_words(comparison)
    return (Items("What would decide it", (told,), key="outlook"),) if told else ()


def outlook_of_pairs(found: Comparisons) -> Blocks:
    """Which of several undecided pairs would be decided first, in a line."""
    told = of_pairs(found)
    return (Items("What would decide more", (told,), key="outlook"),) if told else ()
