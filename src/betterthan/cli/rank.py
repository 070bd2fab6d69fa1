"""`betterthan rank`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.input import Input, of_scores, takes_input, with_gaps

if TYPE_CHECKING:
    from betterthan.results.rope import RopeLike


@click.command()
@takes_input(options.options(of_scores, with_gaps))
@options.verdict
@options.level
@click.option("--residual", metavar="NAME", help="Residuals of the joint model: auto, unstructured, common, robust.")
@options.drawing
@options.further
@click.option("--table", "with_table", is_flag=True, help="Also print the scores, models by tasks, the best marked.")
@options.as_json
@options.outputs
@options.figure
def rank(
    scores: Input,
    *,
    rope: RopeLike | None,
    procedure: str | None,
    threshold: float | None,
    level: float,
    with_table: bool,
    as_json: bool,
    outputs: Sequence[str],
    further: Mapping[str, str],
    **asked: Any,
) -> None:
    """Rank several models at once: places, tiers, and the table that a paper prints."""
    from betterthan.answers.ranked_scores import RankedScores
    from betterthan.asking.rank import rank as run
    from betterthan.asking.score_table import score_table

    check_outputs(outputs, inputs=scores.files)
    data = scores.read()
    shared: dict[str, Any] = {
        "rope": rope,
        "task": scores.tasks or None,
        "missing": scores.missing,
        "repeats": scores.repeats,
        **options.given_only(threshold=threshold),
    }
    given = options.with_further(asked, procedure, further)
    found = run(data, procedure=procedure, level=level, **shared, **given)
    answer(RankedScores(found, score_table(data, **shared)) if with_table else found, as_json, outputs)
