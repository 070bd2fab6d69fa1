"""`betterthan baseline`."""

from __future__ import annotations

import click

from betterthan.cli.ending import say
from betterthan.cli.input import Input, of_scores, takes_input
from betterthan.cli.paths import check_apart


@click.group()
def baseline() -> None:
    """Keep a run to compare later runs with."""


@baseline.command()
@takes_input(of_scores)
@click.option("-o", "output", metavar="baseline.parquet", required=True, help="Where to; the file is Parquet.")
def save(scores: Input, *, output: str) -> None:
    """Write the scores of a run, with all that names its cases, to one Parquet file."""
    from pathlib import Path

    from betterthan.asking.baseline import save_baseline
    from betterthan.phrases import counted
    from betterthan.report.files import check_directory

    check_directory(Path(output))
    check_apart([output], scores.files)
    saved = save_baseline(scores.selected(), output)
    say(f"wrote {output}: {counted(saved, 'score')}")
