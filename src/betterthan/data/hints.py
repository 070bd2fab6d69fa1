"""Hints: notes that a reader should see before the numbers, because they may change what the question is."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from betterthan.phrases import listing

TOLD_FIRST = 0.01
"""Losses of more than this share of the rows are told beside the verdict."""

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


NO_PART = "Columns that play no part: "


def used_after_all(notes: Sequence[str], column: str | None) -> tuple[str, ...]:
    """The notes without what they say of a column that plays a part after all, which reading could not know.

    Parameters:
        notes: the notes of a table.
        column: the column; None for none.

    >>> used_after_all(("Columns that play no part: `lang`, `note`.", "Columns that play no part: `lang`."), "lang")
    ('Columns that play no part: `note`.',)
    """
    if column is None:
        return tuple(notes)
    kept = [note for note in notes if not note.startswith(f"{MARK}`{column}` has ")]
    left = [_unlisted(note, f"`{column}`") if note.startswith(NO_PART) else note for note in kept]
    return tuple(note for note in left if note != f"{NO_PART}.")


def _unlisted(note: str, name: str) -> str:
    """A list without one of its names."""
    named = note.removeprefix(NO_PART).removesuffix(".").split(", ")
    return f"{NO_PART}{', '.join(each for each in named if each != name)}."


def is_hint(note: str) -> bool:
    """Whether a note is told first.

    Parameters:
        note: one of the notes of a table or an answer.
    """
    return note.startswith(MARK)
