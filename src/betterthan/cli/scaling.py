"""`betterthan scaling`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.input import Input, of_a_pair, takes_input

if TYPE_CHECKING:
    from betterthan.results.rope import RopeLike


@click.command()
@takes_input(of_a_pair)
@options.verdict
@options.further
@options.as_json
@options.outputs
def scaling(
    scores: Input,
    rope: RopeLike | None,
    procedure: str | None,
    threshold: float | None,
    further: Mapping[str, str],
    as_json: bool,
    outputs: Sequence[str],
) -> None:
    """Show what more units of the same kind would say, and how many would decide."""
    from betterthan.asking.compare import compare_two
    from betterthan.asking.scaling import scaling as scale

    check_outputs(outputs, procedure)
    given = options.of_procedure(procedure, further)
    found = compare_two(scores.table(), rope=rope, procedure=procedure, **given)
    answer(scale(found, **options.given_only(threshold=threshold)), as_json, outputs)
