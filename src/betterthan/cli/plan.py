"""`betterthan plan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.input import Input, takes_input, with_gaps, without_costs
from betterthan.errors import ArgumentError
from betterthan.vocabulary import PLAN_GOALS, PLAN_UNITS

if TYPE_CHECKING:
    from betterthan.results.rope import RopeLike

of_a_pilot = options.options(
    click.option("--pilot", "files", multiple=True, metavar="FILE", help="Scores of two models to plan from."),
    without_costs,
    click.option("--first", metavar="A", help="The model that is to be better, or not worse."),
    click.option("--second", metavar="B", help="The other model."),
    with_gaps,
    click.option("--unpaired", is_flag=True, help="Two independent samples, whether or not units are shared."),
)


def given_costs(given: Sequence[str]) -> dict[str, float] | None:
    """`case=1,seed=20`; costs of errors, which `--cost` takes elsewhere, are none of these."""
    parts = [part.strip() for text in given for part in text.split(",")]
    found: dict[str, float] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise ArgumentError(f"`--cost` takes UNIT=COST for two kinds of units, as in case=1,seed=20; got `{part}`.")
        found[name.strip()] = options.numbers_of(value, "--cost")[0]
    return found or None


def given_goal(goal: str, rest: Sequence[str], width: float | None) -> dict[str, Any]:
    """The goal and its width: `--goal width 0.02`, `--goal width=0.02`, or `--goal width --width 0.02`."""
    name, _, number = goal.replace("=", " ", 1).partition(" ")
    texts = [text for text in (number.strip(), *rest) if text]
    if len(texts) > 1 or (texts and (name != "width" or width is not None)):
        raise ArgumentError(f"`betterthan plan` has no use for `{texts[-1]}`: scores are given with `--pilot FILE`.")
    if texts:
        width = options.numbers_of(texts[0], "--goal width")[0]
    return options.given_only(goal=name, width=width)


@click.command()
@takes_input(of_a_pilot)
@options.rope
@click.option("--unit", metavar="KIND", help=f"What is counted: {', '.join(PLAN_UNITS)}.  [default: cases]")
@click.option(
    "--goal", metavar="GOAL", default="better", show_default=True, help=f"{', '.join(PLAN_GOALS[:-1])} or width W."
)
@click.argument("rest", nargs=-1, metavar="[W]")
@click.option("--width", type=float, metavar="W", help="Of goal width: what the interval is to be narrower than.")
@click.option("--power", type=float, default=0.8, show_default=True, help="The chance that is wanted.")
@click.option("--threshold", type=float, metavar="P", help="Probability that a verdict needs.  [default: 0.95]")
@options.level
@click.option("--effect", type=float, metavar="D", help="The true difference at which power is computed.")
@click.option("--sd", type=float, help="Without a pilot: standard deviation of the differences of single units.")
@click.option("--discordance", type=float, help="Of 0/1 scores without a pilot: share of cases that disagree.")
@click.option("--icc", type=float, help="Beside these: correlation of the cases of a cluster.")
@click.option("--per-cluster", type=float, metavar="M", help="Beside --icc: number of cases in a cluster.")
@click.option("--clusters", type=int, metavar="C", help="Beside --icc: number of clusters, if there are no more.")
@click.option("--n", type=int, metavar="N", help="A number of units: what could be shown with it?")
@click.option("--cost", "costs", multiple=True, metavar="UNIT=C,…", help="Cheapest mix of two kinds: case=1,seed=20.")
@options.as_json
@options.outputs
@options.figure
def plan(
    scores: Input,
    *,
    rope: RopeLike | None,
    goal: str,
    rest: Sequence[str],
    width: float | None,
    costs: Sequence[str],
    as_json: bool,
    outputs: Sequence[str],
    **asked: Any,
) -> None:
    """How many do I need? For a verdict, and for a classical test; from a pilot or from numbers.

    \b
    betterthan plan --pilot scores.csv --rope 0.01 --unit cases
    betterthan plan --sd 0.33 --effect 0.03 --rope 0.01
    """
    from betterthan.asking.plan import plan as run

    check_outputs(outputs, None, scores.files)
    given = {**options.given_only(rope=rope, cost=given_costs(costs), **asked), **given_goal(goal, rest, width)}
    answer(run(**_pilot(scores, asked.get("unit")), **given), as_json, outputs)


def _pilot(scores: Input, unit: str | None) -> dict[str, Any]:
    """The scores of a pilot, as the function takes them; without one, what is known of a score."""
    if not scores.files:
        return options.given_only(range=scores.range)
    if unit == "epochs" and not scores.unpaired:
        names = options.given_only(first=scores.first, second=scores.second, task=list(scores.tasks) or None)
        return {**names, "pilot": scores.read()}
    return {"pilot": scores.table()}
