"""`betterthan example`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("name", required=False)
@click.option("-o", "folder", metavar="FOLDER", type=Path, help="Write its files into this folder.")
def example(name: str | None, folder: Path | None) -> None:
    """List the bundled examples, or print one as CSV."""
    from betterthan.data.examples import EXAMPLES, csv_text, texts

    if name is not None and folder is not None:
        _write({folder / file: text for file, text in texts(name).items()})
        return
    if folder is not None:
        raise click.UsageError("-o needs the name of an example; `betterthan example` lists them.")
    if name is not None:
        click.echo(csv_text(name), nl=False)
        return
    for each in EXAMPLES.values():
        click.echo(f"{each.name}: {each.story} [{each.source}]")
        pair = f"--first {each.first} --second {each.second}{each.flags}"
        click.echo(f"  betterthan example {each.name} | betterthan compare - {pair}")


def _write(contents: dict[Path, str]) -> None:
    """Never over a file of the same name, which may hold scores of the user's own."""
    from betterthan.answers.saving import save_all
    from betterthan.errors import ArgumentError

    for path, text in contents.items():
        if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
            raise ArgumentError(f"There is another `{path}` already; give an empty folder, or move it away.")
    save_all({path: text.encode() for path, text in contents.items()})
    for path in contents:
        click.echo(f"wrote {path}")
