"""`betterthan seeds`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.input import Input, of_scores, takes_input
from betterthan.vocabulary import Adjustment

if TYPE_CHECKING:
    from betterthan.results.rope import RopeLike


@click.command()
@takes_input(of_scores)
@click.option("--baseline", metavar="M", help="Test every other model against this one.")
@options.rope
@options.level
@options.adjust("holm")
@options.as_json
@options.outputs
@options.figure
def seeds(
    scores: Input,
    *,
    baseline: str | None,
    rope: RopeLike | None,
    level: float,
    adjust: Adjustment,
    as_json: bool,
    outputs: Sequence[str],
) -> None:
    """Report every model's scores over seeds: mean, sd, interval, worst to best, test against a baseline."""
    from betterthan.asking.seed_table import seed_table

    check_outputs(outputs, inputs=scores.files)
    found = seed_table(
        scores.read(),
        baseline,
        level=level,
        rope=rope,
        adjust=adjust,
        task=scores.tasks or None,
        repeats=scores.repeats,
    )
    answer(found, as_json, outputs)
