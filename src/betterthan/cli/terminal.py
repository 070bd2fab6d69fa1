"""Tables for the terminal that are no answers."""

from __future__ import annotations

from functools import partial

from betterthan.cli.answering import on_terminal, put
from betterthan.procedures import REGISTRY
from betterthan.report.blocks import Table


def procedure_rows() -> list[dict[str, str]]:
    """Every procedure: name, question, needs, references."""
    return [
        {
            "name": each.name,
            "family": each.family,
            "question": each.asks,
            "needs": each.needs.in_words(),
            "reference": ", ".join(each.cites),
        }
        for each in REGISTRY.values()
    ]


def print_procedures() -> None:
    """Print the table of procedures."""
    from betterthan.report.render.text import print_table

    rows = tuple((row["name"], row["question"], row["needs"], row["reference"]) for row in procedure_rows())
    table = Table("Procedures", ("name", "question", "needs", "reference"), rows, key="procedures")
    put(on_terminal(partial(print_table, table)))
