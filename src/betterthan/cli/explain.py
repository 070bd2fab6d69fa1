"""`betterthan explain`."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", metavar="NAME")
def explain(name: str) -> None:
    """Explain a procedure (question, model, formula, when not to use it, options), or a word such as rope."""
    from betterthan.errors import ArgumentError
    from betterthan.phrases import unknown_name
    from betterthan.procedures import REGISTRY
    from betterthan.words.glossary import GLOSSARY, entry

    meaning = entry(name)
    if name in REGISTRY:
        _explain_procedure(name)
    elif meaning is not None:
        click.echo(f"{name}: {meaning}")
    else:
        raise ArgumentError(unknown_name("procedure or word", name, (*REGISTRY.names(), *GLOSSARY)))


def _explain_procedure(name: str) -> None:
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
