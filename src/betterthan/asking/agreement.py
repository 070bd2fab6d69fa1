"""Two documents compared value by value: what one says, and what was computed again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose
from typing import Any, NamedTuple

TOLERANCE = 1e-6
"""Numbers agree if they differ by at most this, or by this share of the larger one: other processors and versions of
the libraries compute the last digits differently."""

PROSE = frozenset({
    "version", "notes", "reason", "asks", "alternatives", "advice", "method", "rule_in_words", "given", "diagnostics",
})  # fmt: skip
"""Keys of sentences, which other versions may write differently, and of how a value was computed."""

ABSENT = "nothing"


class Difference(NamedTuple):
    """A place where two documents differ."""

    place: str
    stored: str
    found: str


class Agreement(NamedTuple):
    """How many values were compared, and which of them differ."""

    values: int
    differences: tuple[Difference, ...]


def agreement(stored: Any, found: Any, *, leaving_out: frozenset[str] = frozenset()) -> Agreement:
    """All values of two documents, compared by their places.

    Parameters:
        stored: what a document says.
        found: what was computed again.
        leaving_out: keys that are not compared, besides those of sentences.

    >>> agreement({"n": 10, "p": [0.25, 0.75]}, {"n": 10, "p": [0.25, 0.5]}).differences
    (Difference(place='p.1', stored='0.75', found='0.5'),)
    """
    compared = [_compared(*each) for each in _leaves(stored, found, (), PROSE | leaving_out)]
    return Agreement(len(compared), tuple(each for each in compared if each is not None))


def _leaves(
    stored: Any, found: Any, place: tuple[str, ...], left_out: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(stored, Mapping) and isinstance(found, Mapping):
        for key in dict.fromkeys((*stored, *found)):
            if key not in left_out:
                yield from _leaves(stored.get(key, ...), found.get(key, ...), (*place, str(key)), left_out)
    elif isinstance(stored, list) and isinstance(found, list):
        if len(stored) != len(found):
            yield (*place, "length"), len(stored), len(found)
        for j, (one, other) in enumerate(zip(stored, found, strict=False)):
            yield from _leaves(one, other, (*place, str(j)), left_out)
    else:
        yield place, stored, found


def _compared(place: tuple[str, ...], stored: Any, found: Any) -> Difference | None:
    if _alike(stored, found):
        return None
    return Difference(".".join(place), _shown(stored), _shown(found))


def _alike(stored: Any, found: Any) -> bool:
    if _is_number(stored) and _is_number(found):
        return isclose(stored, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(stored) is type(found) and bool(stored == found)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if value is ... or value is None:
        return ABSENT
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
