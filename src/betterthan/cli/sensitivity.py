"""`betterthan sensitivity`."""

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
@click.option("--ropes", metavar="R,R,…", help="Half-widths to look at; multiples of the rope if left out.")
@options.further
@options.as_json
@options.outputs
def sensitivity(
    scores: Input,
    rope: RopeLike | None,
    procedure: str | None,
    threshold: float | None,
    ropes: str | None,
    further: Mapping[str, str],
    as_json: bool,
    outputs: Sequence[str],
) -> None:
    """Show how the verdict depends on the width of the rope and on the prior."""
    from betterthan.asking.compare import compare_two
    from betterthan.asking.sensitivity import sensitivity as vary

    check_outputs(outputs, procedure)
    given = options.of_procedure(procedure, further)
    found = compare_two(scores.table(), rope=rope, procedure=procedure, **given)
    widths = None if ropes is None else options.numbers_of(ropes, "--ropes")
    answer(vary(found, ropes=widths, **options.given_only(threshold=threshold)), as_json, outputs)
