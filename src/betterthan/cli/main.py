"""The command line: a file per command, loaded when it is called; everything heavy is imported inside the commands."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from betterthan.cli.flags import in_flags
from betterthan.errors import BetterthanError
from betterthan.version import __version__

COMMANDS = {
    "compare": "compare",
    "rank": "rank",
    "seeds": "seeds",
    "question": "question",
    "sensitivity": "sensitivity",
    "scaling": "scaling",
    "summary": "summary",
    "procedures": "procedures",
    "explain": "explain",
    "example": "example",
    "completion": "completion",
}
"""Every command, in the order of the help, and the module of this package that holds it under its own name."""


class Commands(click.Group):
    """The commands of the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"betterthan.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return found


def main() -> None:
    """Run the command line; bad input ends with one message and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Unicode still gets its answer
    try:
        cli()
    except BetterthanError as error:
        click.echo(f"betterthan: {in_flags(str(error))}", err=True)
        sys.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="betterthan")
def cli() -> None:
    """Is this model really better than that one?

    Takes the scores that you have, finds out which question they can answer, and says how probable it is that the
    first model is practically better, that the two are practically equivalent, or that the second is better.

    \b
    betterthan compare results.csv --rope 0.01
    betterthan example code-switching | betterthan compare - --task tr-en
    """
