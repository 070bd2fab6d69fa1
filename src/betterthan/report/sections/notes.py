"""What was dropped, averaged or assumed; and the sentence for a paper."""

from __future__ import annotations

from betterthan.data.hints import is_hint
from betterthan.report.blocks import Blocks, Items


def first_notes(sentences: tuple[str, ...]) -> Blocks:
    """The notes that may change what the question is: to be read before the numbers."""
    told = tuple(sentence for sentence in sentences if is_hint(sentence))
    return (Items("Before you rely on it", told, key="first_notes"),) if told else ()


def notes(sentences: tuple[str, ...]) -> Blocks:
    """The other notes of an answer, if there are any."""
    told = tuple(sentence for sentence in sentences if not is_hint(sentence))
    return (Items("Notes", told, key="notes"),) if told else ()


def methods(sentence: str) -> Blocks:
    """The sentence for a methods section."""
    return (Items("For a methods section", (sentence,), key="methods"),)
