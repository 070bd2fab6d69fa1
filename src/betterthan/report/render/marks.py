"""Marks: code within sentences; and signs for forms that have neither bold nor underlined cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from betterthan.answers.score_table import Mark
from betterthan.report.bibliography import entries
from betterthan.report.blocks import Marked, Table
from betterthan.words.citations import CITED, keys_of

CODE = re.compile(r"(?<![\w`])`(?! )([^`]+)(?<! )`(?![\w`])")
"""Code within a sentence; a backtick inside of a word belongs to somebody's name."""
SIGNS: dict[Mark, str] = {"best": "*", "tied": "°", "": ""}


def signed(block: Marked) -> Table:
    """The table with a sign behind every marked cell."""
    rows = tuple(
        (row[0], *(f"{cell} {SIGNS[mark]}".strip() for cell, mark in zip(row[1:], marks, strict=True)))
        for row, marks in zip(block.rows, block.marks, strict=True)
    )
    return Table(block.title, block.columns, rows, key=block.key, feet=block.feet)


def signed_rule(block: Marked) -> str:
    """What the signs mean."""
    return block.rule.replace("Bold", SIGNS["best"]).replace("Underlined", SIGNS["tied"])


def with_citations(text: str, told: Callable[[tuple[str, ...]], str]) -> str:
    """A text in which every citation is told in another form; what only looks like one, as in a name, stays.

    Parameters:
        text: a sentence with citations as in `words.citations`.
        told: from the keys of one citation to its form.
    """
    return "".join(piece if keys is None else told(keys) for piece, keys in pieces(text))


def pieces(text: str) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    """The text and the citations in it, in their order; of a citation also its keys.

    Parameters:
        text: a sentence with citations.
    """
    end = 0
    for found in CITED.finditer(text):
        keys = keys_of(found[1])
        if {*keys} <= {*entries()}:
            yield text[end : found.start()], None
            yield found[0], keys
            end = found.end()
    yield text[end:], None
