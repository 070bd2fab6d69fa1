"""`betterthan completion`."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

SHELLS = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command()
@click.argument("shell", type=click.Choice(tuple(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell: eval "$(betterthan completion bash)"."""
    script = SHELLS[shell](context.find_root().command, {}, "betterthan", "_BETTERTHAN_COMPLETE")
    click.echo(script.source())
