"""Answering: what a command prints and writes once it has an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli.flags import told_in_flags

if TYPE_CHECKING:
    from betterthan.answers.kinds import Answer
    from betterthan.asking.settings import Progress
    from betterthan.report.blocks import Report

MANY = 20
"""So many pairs take long enough to be counted aloud."""


def check_outputs(outputs: Sequence[str], procedure: str | None = None) -> None:
    """Refuse a path that cannot be written, before anything is computed."""
    from betterthan.report.writing import check_path

    for path in outputs:
        check_path(Path(path), procedure)


def answer(found: Answer, as_json: bool, outputs: Sequence[str] = ()) -> None:
    """Print an answer and write it to files; its report is built once."""
    from betterthan.report.writing import write

    if as_json:
        click.echo(found.to_json())
    if as_json and not outputs:
        return
    told = told_in_flags(_told(found, outputs))
    if not as_json:
        from rich.console import Console

        from betterthan.report.render.text import print_report

        print_report(told, Console(highlight=False))
    for path in outputs:
        click.echo(f"wrote {write(found, path, told)}", err=True)


def _told(found: Answer, outputs: Sequence[str]) -> Report:
    """The report; with what only a page shows, if one is to be written."""
    from betterthan.asking.further import further
    from betterthan.report.build import report_of
    from betterthan.report.writing import is_page

    return report_of(found, further(found) if any(is_page(path) for path in outputs) else None)


def print_json(document: dict[str, Any]) -> None:
    """One JSON object, and nothing else."""
    import json

    click.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def progress() -> Progress | None:
    """A counter of pairs on a terminal; nothing where nobody watches."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        if total >= MANY:
            click.echo(f"\r{done:,} of {total:,} pairs" + ("\n" if done == total else ""), nl=False, err=True)

    return show
