"""The command line: a file per command, loaded when it is called; everything heavy is imported inside the commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from betterthan.cli.ending import ClosedPipe, exit_code
from betterthan.version import __version__

COMMANDS = {
    "compare": "compare",
    "rank": "rank",
    "seeds": "seeds",
    "question": "question",
    "sensitivity": "sensitivity",
    "scaling": "scaling",
    "gate": "gate",
    "baseline": "baseline",
    "plan": "plan",
    "summary": "summary",
    "check": "check",
    "replicate": "replicate",
    "validate": "validate",
    "procedures": "procedures",
    "sources": "sources",
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

    def make_context(self, *given: Any, **further: Any) -> click.Context:
        with _closed_pipes_are_ours():
            return super().make_context(*given, **further)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipes_are_ours():
            return super().invoke(ctx)


@contextmanager
def _closed_pipes_are_ours() -> Iterator[None]:
    """click would end with 1 when nobody reads on; that is how `| head` works, and no failure."""
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipe from None


def main() -> None:
    """Run the command line, and end the process with one of the exit codes that `ending` lists."""
    sys.exit(exit_code(_run))


def _run() -> Any:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Unicode still gets its answer
    _settle_matplotlib()
    return cli.main(standalone_mode=False)


def _settle_matplotlib() -> None:
    """No window is ever opened here: which one matplotlib would open, and where its cache is, are of no concern."""
    import logging

    os.environ["MPLBACKEND"] = "agg"
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


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
