"""`betterthan replicate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.progress import doing, watched


@click.command()
@click.option(
    "--data",
    metavar="PATH",
    help="The accuracies behind Benavoli 2017 (model, task, repeat, fold, score); without it, their bundled sums.",
)
@options.as_json
@options.outputs
def replicate(*, data: str | None, as_json: bool, outputs: Sequence[str]) -> None:
    """Compute the figures that the papers print again, and put ours beside theirs.

    Benavoli 2017, Corani 2017 and Williams 2026: every table and figure of text that can be computed from what is
    published. It takes about twenty seconds. Exit code 0 if all come out or are known not to, 1 if one is off.
    """
    from betterthan.simulation.replication.replicate import replicate as run

    check_outputs(outputs, inputs=[data] if data else ())
    with watched():
        found = run(data, progress=doing)
    answer(found, as_json, outputs)
    if not found.agrees:
        sys.exit(1)
