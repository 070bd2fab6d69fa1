"""What was dropped, averaged or assumed; and the sentence for a paper."""

from __future__ import annotations

from betterthan.report.blocks import Blocks, Items


def notes(sentences: tuple[str, ...]) -> Blocks:
    """The notes of an answer, if there are any."""
    return (Items("Notes", sentences, key="notes"),) if sentences else ()


def methods(sentence: str) -> Blocks:
    """The sentence for a methods section."""
    return (Items("For a methods section", (sentence,), key="methods"),)
