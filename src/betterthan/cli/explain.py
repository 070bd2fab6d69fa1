"""`betterthan explain`."""

from __future__ import annotations

import click


@click.command()
@click.argument("name")
def explain(name: str) -> None:
    """Explain a procedure: question, model, formula, when not to use it, options, references."""
    from betterthan.procedures import named
    from betterthan.report.bibliography import bibtex

    chosen = named(name)
    click.echo(f"{chosen.name}: {chosen.title}\n\n{chosen.module_doc}\n")
    click.echo(f"Needs: {chosen.needs.in_words()}.")
    if chosen.options:
        click.echo(f"Options: {', '.join(chosen.options)} (`--option NAME=VALUE`).")
    if chosen.counterpart:
        click.echo(f"Classical counterpart: {chosen.counterpart}.")
    click.echo(f"\n{bibtex(chosen.cites)}")
