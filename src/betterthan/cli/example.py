"""`betterthan example`."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
def example(name: str | None) -> None:
    """List the bundled examples, or print one as CSV."""
    from betterthan.data.examples import EXAMPLES, csv_text

    if name is not None:
        click.echo(csv_text(name), nl=False)
        return
    for each in EXAMPLES.values():
        click.echo(f"{each.name}: {each.story} [{each.source}]")
        pair = f"--first {each.first} --second {each.second}{each.flags}"
        click.echo(f"  betterthan example {each.name} | betterthan compare - {pair}")
