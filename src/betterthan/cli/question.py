"""`betterthan question`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from betterthan.cli import options
from betterthan.cli.answering import print_json
from betterthan.cli.flags import in_flags
from betterthan.cli.input import Input, of_a_pair, takes_input
from betterthan.phrases import shown


@click.command()
@takes_input(of_a_pair)
@options.as_json
def question(scores: Input, as_json: bool) -> None:
    """Say which question the scores can answer, with which procedure, and why."""
    from betterthan.data.hints import is_hint
    from betterthan.judging.question import question as ask
    from betterthan.words.direction import direction

    table, models = scores.any_pair()
    asked = ask(table)
    if as_json:
        print_json(
            {
                **asked.to_dict(),
                "models": list(table.models),
                "higher_is_better": table.higher_is_better,
                "notes": [in_flags(note) for note in table.notes],
            }
        )
        return
    if models > 2 and not (scores.first or scores.second):
        such = shown(" and ".join(table.models))
        click.echo(f"{models} models; `betterthan rank` ranks them all. Of a pair such as {such}:")
    click.echo(f"{asked.kind}: {asked.asks}\n{shown(asked.reason)} {direction(table.higher_is_better)}")
    _print_notes("Before you rely on it", [note for note in table.notes if is_hint(note)])
    click.echo(f"recommended: {asked.procedure or 'nothing in this version'}")
    click.echo(f"also possible: {', '.join(asked.alternatives) or 'nothing'}")
    _print_notes("Notes", [note for note in table.notes if not is_hint(note)])


def _print_notes(title: str, notes: Sequence[str]) -> None:
    """What `compare` says of the same scores beside its numbers."""
    if notes:
        click.echo("\n".join([f"{title}:", *(f"- {shown(in_flags(note))}" for note in notes)]))
