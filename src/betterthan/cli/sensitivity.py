"""`betterthan sensitivity`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from betterthan.cli.answering import of_one_comparison
from betterthan.cli.options import THRESHOLD, numbers_of

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.sensitivity import Sensitivity


@click.command()
@of_one_comparison(
    click.option("--ropes", metavar="R,R,…", help="Half-widths to look at; multiples of the rope if left out.")
)
def sensitivity(found: Comparison, *, ropes: str | None, threshold: float = THRESHOLD) -> Sensitivity:
    """Show how the verdict depends on the width of the rope and on the prior."""
    from betterthan.asking.sensitivity import sensitivity as vary
    from betterthan.results.rope import refuse_decimal_comma

    if ropes is not None:
        refuse_decimal_comma(ropes.replace(" ", ""), ropes)
    widths = None if ropes is None else numbers_of(ropes, "--ropes")
    return vary(found, ropes=widths, threshold=threshold)
