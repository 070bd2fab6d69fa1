"""`betterthan summary`."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING

import click

from betterthan.cli import options
from betterthan.cli.answering import answer
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.data.moments import Cells
    from betterthan.data.summaries import PairedSummary
    from betterthan.results.rope import RopeLike


@click.command()
@click.option("--mean", type=float, help="Mean of the differences (first - second).")
@click.option("--sd", type=float, help="Their standard deviation.")
@click.option("--n", type=int, help="Their number.")
@click.option(
    "--cells", metavar="N00,N01,N10,N11", help="Counts: both wrong, only second right, only first right, both."
)
@click.option("--first", default="first", metavar="A", help="Name of the first model.")
@click.option("--second", default="second", metavar="B", help="Name of the second model.")
@options.verdict
@options.further
@options.as_json
def summary(
    mean: float | None,
    sd: float | None,
    n: int | None,
    cells: str | None,
    first: str,
    second: str,
    rope: RopeLike | None,
    procedure: str | None,
    threshold: float | None,
    further: Mapping[str, str],
    as_json: bool,
) -> None:
    """Compare from printed numbers: mean, sd and n of the differences, or the four counts."""
    from betterthan.asking.compare import compare_two

    table = _summary((first, second), cells, mean=mean, sd=sd, n=n)
    given = {**options.given_only(threshold=threshold), **options.of_procedure(procedure, further)}
    answer(compare_two(table, rope=rope, procedure=procedure, **given), as_json)


def _summary(
    models: tuple[str, str], cells: str | None, *, mean: float | None, sd: float | None, n: int | None
) -> PairedSummary:
    from betterthan.data.summaries import PairedSummary

    given = [name for name, value in (("--mean", mean), ("--sd", sd), ("--n", n)) if value is not None]
    if cells is not None and given:
        raise ArgumentError(
            f"`--cells` and `{given[0]}` contradict each other: give the four counts or mean, sd and n."
        )
    if cells is not None:
        return PairedSummary.from_cells({"": _cells(cells)}, models=models)
    if mean is None or sd is None or n is None:
        raise ArgumentError("`betterthan summary` needs `--mean`, `--sd` and `--n`, or `--cells N00,N01,N10,N11`.")
    return PairedSummary.from_moments(mean=mean, sd=sd, n=n, models=models)


def _cells(text: str) -> Cells:
    from betterthan.data.moments import Cells

    counts = options.numbers_of(text, "--cells")
    if len(counts) != 4 or not all(isfinite(count) and count == int(count) for count in counts):
        raise ArgumentError(f"`--cells` takes four whole numbers N00,N01,N10,N11; got `{text}`.")
    return Cells(*(int(count) for count in counts))
