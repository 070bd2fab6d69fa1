"""Numbers, names and lists as text, for messages and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def listing(names: Iterable[object], *, limit: int = 6) -> str:
    """`a`, `b`, `c` and 4 more: a bounded list for a message.

    Parameters:
        names: what to list.
        limit: how many to name.
    """
    quoted = [f"`{name}`" for name in names]
    rest = len(quoted) - limit
    return ", ".join(quoted[:limit]) + (f" and {rest} more" if rest > 0 else "")


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """`1 task`, `1,234 tasks`: a number with its noun.

    Parameters:
        count: the number.
        singular: the noun for one.
        plural: the noun for many, if it is not just an s longer.
    """
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def unknown_name(kind: str, name: str, known: Sequence[str], *, of: str | None = None) -> str:
    """The message for a name that is not there, with the nearest one that is.

    Parameters:
        kind: what was named, as in `model`.
        name: the name that was given.
        known: the names that exist.
        of: what lacks it, as in `bayes_t`, if it is not the whole world.
    """
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    lacking = f"There is no {kind}" if of is None else f"`{of}` has no {kind}"
    return f"{lacking} `{name}`.{hint} Known: {listing(known, limit=30)}."


def sentence_case(text: str) -> str:
    """The text with a capital first letter; the rest, such as names, as it is."""
    return text[:1].upper() + text[1:]
