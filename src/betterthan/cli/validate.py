"""`betterthan validate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs, put
from betterthan.cli.progress import doing, watched


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--repetitions", type=int, help="Data sets per setting; as many as each study has if left out.")
@click.option("--workers", type=int, help="Processes to run at the same time; one per processor if left out.")
@click.option("--rng", type=int, default=0, show_default=True, help="Seed.")
@click.option("--list", "listed", is_flag=True, help="List the studies and stop.")
@options.as_json
@options.outputs
def validate(
    names: Sequence[str],
    *,
    repetitions: int | None,
    workers: int | None,
    rng: int,
    listed: bool,
    as_json: bool,
    outputs: Sequence[str],
) -> None:
    """Run simulation studies, and put what comes out beside what was published or is due.

    All studies if no NAME is given; they take about an hour on two processors. Exit code 0 if everything that is due
    holds, allowing for the number of repetitions, 1 if something does not.
    """
    from betterthan.simulation.studies import STUDIES
    from betterthan.simulation.studies import validate as run

    if listed:
        put("".join(f"{name:26} {study.title}\n" for name, study in STUDIES.items()))
        return
    check_outputs(outputs)
    with watched():
        found = run(names, repetitions=repetitions, workers=workers, rng=rng, progress=doing)
    answer(found, as_json, outputs)
    if found.off:
        sys.exit(1)
