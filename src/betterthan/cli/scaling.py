"""`betterthan scaling`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from betterthan.cli.answering import of_one_comparison
from betterthan.cli.options import THRESHOLD

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.scaling import Scaling


@click.command()
@of_one_comparison()
def scaling(found: Comparison, *, threshold: float = THRESHOLD) -> Scaling:
    """Show what more units of the same kind would say, and how many would decide."""
    from betterthan.asking.scaling import scaling as scale

    return scale(found, threshold=threshold)
