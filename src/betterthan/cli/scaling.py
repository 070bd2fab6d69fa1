"""`betterthan scaling`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from betterthan.cli import options
from betterthan.cli.answering import of_one_comparison
from betterthan.cli.options import THRESHOLD
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling
    from betterthan.answers.task_scaling import TaskScaling


@click.command()
@of_one_comparison(
    options.scale,
    click.option("--per-task", is_flag=True, help="Look at each of several tasks."),
    click.option("--grow", metavar="KIND", help="Of seeds x cases: which grow, seeds, cases or both.  [default: both]"),
)
def scaling(
    found: Comparison,
    *,
    factors: Sequence[float] | None,
    per_task: bool,
    grow: str | None,
    threshold: float = THRESHOLD,
) -> Scaling | TaskScaling:
    """Show what more units of the same kind would say, and how many would decide."""
    from betterthan.asking.scaling import scaling as scale
    from betterthan.asking.scaling import task_scaling

    sizes = options.given_only(factors=factors)
    if not per_task:
        return scale(found, threshold=threshold, **sizes, **options.given_only(grow=grow))
    if grow is not None:
        raise ArgumentError("`--grow` and `--per-task` do not go together: choose a task with `--task`.")
    return task_scaling(found, threshold=threshold, **sizes)
