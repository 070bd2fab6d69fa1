"""`betterthan compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs, progress
from betterthan.cli.input import Input, of_a_pair, takes_input
from betterthan.errors import ArgumentError, BetterthanError, ReadingError
from betterthan.vocabulary import ALTERNATIVES, READINGS

if TYPE_CHECKING:
    from betterthan.answers.kinds import Answer


@click.command()
@takes_input(of_a_pair)
@options.ropes
@options.judged
@click.option("--rule", metavar="NAME", help="Rule of the verdict, such as loss or hdi.  [default: threshold]")
@click.option("--reading", metavar="NAME", help=f"Reading behind a verdict over tasks: {', '.join(READINGS)}.")
@click.option("--prior", metavar="NAME", help="Prior of a hierarchical procedure, such as corani.")
@click.option("--pairs", metavar="REFERENCE|all|best", help="With more than two models: which pairs.  [default: all]")
@options.adjust("holm")
@click.option("--by", metavar="COLUMN", help="Repeat the comparison within each value of a column.")
@click.option("--per-task", is_flag=True, help="Repeat the comparison within each task.")
@click.option("--against", type=float, metavar="X", help="Compare one model with this published number.")
@click.option("--against-n", type=int, metavar="N", help="Number of cases that the published number is a share of.")
@click.option("--against-sd", type=float, metavar="SE", help="Standard error of the published number.")
@click.option("--flips", type=int, metavar="N", help="List N cases that one model won and the other lost.")
@options.level
@click.option("--alternative", type=click.Choice(ALTERNATIVES), help="For classical tests.")
@click.option("--variant", metavar="NAME", help="Variant of a procedure, such as exact or mid-p.")
@options.drawing
@click.option("--test-fraction", type=float, metavar="F", help="n_test/(n_test + n_train) of folds or random splits.")
@options.further
@options.as_json
@options.outputs
@options.figure
def compare(
    scores: Input,
    *,
    rope: options.Ropes,
    procedure: str | None,
    threshold: float | None,
    rule: str | None,
    as_json: bool,
    outputs: Sequence[str],
    further: Mapping[str, str],
    **asked: Any,
) -> None:
    """Compare models: which one is better, and how sure can one be? More than two: all pairs, and a ranking."""
    from betterthan.report.writing import check_drawable

    check_outputs(outputs, procedure, scores.files)
    given: dict[str, Any] = {
        "rope": rope,
        "first": scores.first,
        "second": scores.second,
        "procedure": procedure,
        "task": scores.tasks or None,
        "missing": scores.missing,
        "repeats": scores.repeats,
        "by": scores.by,
        "progress": progress(),
        **options.with_further({"rule": rule, "threshold": threshold, **asked}, procedure, further),
    }
    found = _compared(scores, given) if len(scores.metrics) < 2 else _by_metric(scores, given)
    for path in outputs:
        check_drawable(found, Path(path), options.wanted_figure())
    answer(found, as_json, outputs)


def _compared(scores: Input, given: Mapping[str, Any]) -> Answer:
    from betterthan.asking.compare import compare as run

    return run(scores.read_to_compare(), **given)


def _by_metric(scores: Input, given: Mapping[str, Any]) -> Answer:
    """By every metric; or by a single one whose name has commas, as the harness of EleutherAI writes `acc,none`."""
    from betterthan.asking.by_metric import by_metric
    from betterthan.data.several_metrics import reading_several

    def by_one(metric: str, own: Mapping[str, Any]) -> Answer:
        return _compared(replace(scores, metric=metric), {**given, **own})

    with reading_several():
        try:
            return by_metric(scores.metrics, by_one, {**given, "higher_is_better": scores.higher_is_better})
        except (ArgumentError, ReadingError) as error:
            with suppress(BetterthanError):
                return _compared(scores, given)
            raise error
