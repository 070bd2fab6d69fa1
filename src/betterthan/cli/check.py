"""`betterthan check`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.input import Input, how_read, takes_input, with_gaps

of_documents = options.options(
    click.argument("report", metavar="REPORT.json"),
    click.option(
        "--data", "files", multiple=True, metavar="FILE", help="The scores, to compute all again (repeatable)."
    ),
    how_read,
    with_gaps,
)


@click.command()
@takes_input(of_documents)
@options.as_json
@options.outputs
def check(scores: Input, *, report: str, as_json: bool, outputs: Sequence[str]) -> None:
    """Check a JSON report: do its numbers and its verdict follow from its posterior, and from the scores?

    Exit code 0 if all agree, 1 if something does not.
    """
    from betterthan.asking.check import check as run

    check_outputs(outputs)
    found = run(report, scores.selected() if scores.files else None, missing=scores.missing, repeats=scores.repeats)
    answer(found, as_json, outputs)
    if not found.agrees:
        sys.exit(1)
