"""`betterthan sources`."""

from __future__ import annotations

import click

from betterthan.cli import options
from betterthan.cli.answering import print_json


@click.command()
@click.argument("name", required=False)
@options.as_json
def sources(name: str | None, as_json: bool) -> None:
    """List the logs and result files that are read without flags; with NAME, how one of them is read.

    A mapping is printed as TOML: copy it, change it, and give it as --mapping FILE.
    """
    from betterthan.data.reading.sources.listing import described, source_rows

    if name is not None:
        click.echo(described(name).rstrip())
    elif as_json:
        print_json({"sources": source_rows()})
    else:
        _print_sources()


def _print_sources() -> None:
    from functools import partial

    from betterthan.cli.answering import on_terminal, put
    from betterthan.data.reading.sources.listing import source_rows
    from betterthan.report.blocks import Table
    from betterthan.report.render.text import print_table

    rows = tuple((row["name"], row["program"], row["files"], row["recognised_by"]) for row in source_rows())
    table = Table("Sources", ("name", "program", "files", "recognised by"), rows, key="sources")
    put(on_terminal(partial(print_table, table)))
