"""`betterthan procedures`."""

from __future__ import annotations

import click

from betterthan.cli import options
from betterthan.cli.answering import print_json


@click.command()
@options.as_json
def procedures(as_json: bool) -> None:
    """List the procedures: name, question, needs, reference."""
    from betterthan.cli.terminal import print_procedures, procedure_rows

    print_json({"procedures": procedure_rows()}) if as_json else print_procedures()
