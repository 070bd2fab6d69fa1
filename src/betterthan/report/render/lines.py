"""Lines of text: wrapped between words, never inside a number or an interval; names that are too long are cut."""

from __future__ import annotations

import re

INTERVAL = re.compile(r"\[[−\d.,∞e+ ]+\]")
SIGN_BEFORE = re.compile(r" ([=<>≤≥±]) (?=[−\d])")
"""What stands between a name and its number."""
NO_BREAK = "\N{NO-BREAK SPACE}"
ELLIPSIS = "…"
PAIR = " – "
"""Between the names of two models in one cell."""


def room(text: str) -> int:
    """Columns of the terminal that a text takes: letters of some scripts take two."""
    from rich.cells import cell_len

    return cell_len(text)


def unbroken(text: str) -> str:
    """Text in which no number is parted from its sign, its equals sign or the other end of its interval.

    >>> unbroken("0.1, 95% HDI [−0.2, 0.4], p = 0.03").count(NO_BREAK)
    3
    """
    whole = INTERVAL.sub(lambda found: found[0].replace(" ", NO_BREAK), text)
    return SIGN_BEFORE.sub(rf"{NO_BREAK}\1{NO_BREAK}", whole)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns; only a word that is longer by itself is broken.

    >>> wrapped("the mean is in [−0.2, 0.4]", 15)
    ['the mean is in', '[−0.2, 0.4]']
    """
    from rich.cells import chop_cells

    lines = [""]
    for word in unbroken(text).split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if room(joined) <= width:
            lines[-1] = joined
        else:
            lines += chop_cells(word, width)
    return [line.replace(NO_BREAK, " ") for line in lines if line] or [""]


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks up to a width: behind it, or before it."""
    blanks = " " * (width - room(text))
    return blanks + text if right else text + blanks


def shortened(name: str, width: int) -> str:
    """A name in so many columns: the middle is an ellipsis, since names often differ at their ends; so for a pair.

    >>> shortened("bert-base-uncased", 10), shortened("roberta-large – bert-base-uncased", 21)
    ('bert-…ased', 'robe…arge – bert…ased')
    """
    from rich.cells import set_cell_size

    if room(name) <= width:
        return name
    first, between, second = name.partition(PAIR)
    if between and width >= len(PAIR) + 8:
        both = width - len(PAIR)
        left = max(both // 2, both - room(second)) if room(first) > both // 2 else room(first)
        return f"{shortened(first, left)}{PAIR}{shortened(second, both - left)}"
    behind = (width - 1) // 2
    return set_cell_size(name, width - 1 - behind).rstrip() + ELLIPSIS + _ending(name, behind)


def _ending(name: str, width: int) -> str:
    """The last letters that fit."""
    ending = name[len(name) - width :]
    return ending if room(ending) <= width else _ending(ending, width - 1)
