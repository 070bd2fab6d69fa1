"""Marks: code within sentences; and signs for forms that have neither bold nor underlined cells."""

from __future__ import annotations

import re

from betterthan.answers.score_table import Mark
from betterthan.report.blocks import Marked, Table

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
