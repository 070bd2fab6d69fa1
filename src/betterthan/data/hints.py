"""Hints: notes that a reader should see before the numbers, because they may change what the question is."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from betterthan.phrases import listing

MARK = "Is this meant? "
"""How such a note begins, by which reports know it."""


def hint(sentence: str) -> str:
    """A note that is told first.

    Parameters:
        sentence: what may not be as the reader thinks.
    """
    return MARK + sentence


def nearly_equal(names: Sequence[str]) -> tuple[str, ...]:
    """What to say of names that differ in spaces, capitals or the form of their letters only.

    Parameters:
        names: the names of models.

    >>> nearly_equal(["gpt", "llama", "GPT "])
    ('The models `gpt`, `GPT ` differ in spaces, capitals or the form of letters only: if they are one, name it once.',)
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault("".join(unicodedata.normalize("NFKC", name).casefold().split()), []).append(name)
    return tuple(
        f"The models {listing(group)} differ in spaces, capitals or the form of letters only: if they are one, name it "
        "once."
        for group in groups.values()
        if len(group) > 1
    )


def is_hint(note: str) -> bool:
    """Whether a note is told first.

    Parameters:
        note: one of the notes of a table or an answer.
    """
    return note.startswith(MARK)
