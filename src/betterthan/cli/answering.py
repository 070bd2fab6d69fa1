"""Answering: what a command prints and writes once it has an answer; commands that ask about one comparison."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.encoding import printable
from betterthan.cli.ending import say
from betterthan.cli.flags import in_flags
from betterthan.cli.input import Input, of_a_pair, takes_input
from betterthan.cli.paths import check_apart
from betterthan.cli.progress import doing, is_watched, quiet

if TYPE_CHECKING:
    from rich.console import Console

    from betterthan.answers.kinds import Answer
    from betterthan.asking.settings import Progress
    from betterthan.report.blocks import Report
    from betterthan.report.render.text import Screen
    from betterthan.results.rope import RopeLike

MOST_ROWS = 20
"""Rows of a table on the first screen."""


def check_outputs(outputs: Sequence[str], procedure: str | None = None, inputs: Sequence[str] = ()) -> None:
    """Refuse a path that cannot be written, that is written twice, or that is read; before anything is computed."""
    from betterthan.report.writing import check_asked_figure, check_path

    figure = options.wanted_figure()
    check_asked_figure(figure, outputs)
    for path in outputs:
        check_path(Path(path), procedure, figure)
    check_apart(outputs, inputs)


def answer(found: Answer, as_json: bool, outputs: Sequence[str] = ()) -> None:
    """Write an answer to files and print it; files come first, since whoever reads the print may stop at any line."""
    from betterthan.report.render.text import print_report
    from betterthan.report.visible import with_texts
    from betterthan.report.writing import write

    told = None if as_json and not outputs else with_texts(_told(found, outputs), in_flags)
    doing("writing")
    written = write(found, outputs, told, options.wanted_figure())
    shown = None if told is None or as_json else on_terminal(partial(print_report, told, screen=_screen()))
    put(found.to_json() + "\n" if shown is None else shown)
    for path in written:
        say(f"wrote {path}")


def put(text: str) -> None:
    """Print what was asked for, in letters that the terminal has."""
    quiet()
    click.echo(printable(text, sys.stdout.encoding or "utf-8"), nl=False)


def _screen() -> Screen | None:
    """What of long tables is printed: not all of it, unless `--all` asks for it."""
    from betterthan.report.render.text import Screen

    return None if options.wants_all() else Screen(MOST_ROWS, "-o report.html, or --all")


def on_terminal(print_it: Callable[[Console], None]) -> str:
    """What is printed with the colours and the width of the terminal, whole, before the first line is."""
    from rich.console import Console

    console = Console(highlight=False, emoji=False)
    with console.capture() as captured:
        print_it(console)
    return captured.get()


def _told(found: Answer, outputs: Sequence[str]) -> Report:
    """The report; with what only a page shows, if one is to be written."""
    from betterthan.asking.further import further
    from betterthan.report.build import report_of
    from betterthan.report.writing import is_page

    return report_of(found, further(found) if any(is_page(path) for path in outputs) else None)


def print_json(document: dict[str, Any]) -> None:
    """One JSON object, and nothing else."""
    import json

    click.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def progress() -> Progress | None:
    """A counter of pairs on a terminal; nothing where nobody watches."""
    if not is_watched():
        return None
    return lambda done, total: doing(f"{done:,} of {total:,} pairs")


def of_one_comparison(*own: Callable[[Any], Any]) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Make a command of what answers a question about a comparison; `own` are options that only this command has.

    The function is given the comparison, the threshold if one was named, and its own options.
    """

    def decorate(ask: Callable[..., Answer]) -> Callable[..., None]:
        @takes_input(of_a_pair)
        @options.verdict
        @options.options(*own)
        @options.further
        @options.as_json
        @options.outputs
        @options.figure
        @wraps(ask)
        def command(
            scores: Input,
            rope: RopeLike | None,
            procedure: str | None,
            threshold: float | None,
            further: Mapping[str, str],
            as_json: bool,
            outputs: Sequence[str],
            **chosen: Any,
        ) -> None:
            from betterthan.asking.compare import compare_two

            check_outputs(outputs, procedure, scores.files)
            given = options.of_procedure(procedure, further)
            per_task = bool(chosen.get("per_task"))
            found = compare_two(scores.table(), rope=rope, procedure=procedure, per_task=per_task, **given)
            answer(ask(found, **options.given_only(threshold=threshold), **chosen), as_json, outputs)

        return command

    return decorate
