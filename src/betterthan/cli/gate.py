"""`betterthan gate`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.cli.encoding import printable
from betterthan.cli.ending import say
from betterthan.cli.flags import in_flags
from betterthan.cli.input import Input, how_read, takes_input, with_gaps
from betterthan.cli.paths import check_apart
from betterthan.errors import ArgumentError, BetterthanError
from betterthan.vocabulary import REQUIREMENTS, Requirement

if TYPE_CHECKING:
    from betterthan.answers.gate import Gate
    from betterthan.asking.gate import ReadSides
    from betterthan.asking.gate_policy import Policy, Terms
    from betterthan.asking.gate_sides import Sides
    from betterthan.data.scores import Scores
    from betterthan.results.rope import RopeLike

UNDECIDED = {"exit": 3, "pass": 0, "fail": 1}
"""Exit codes of a gate that is undecided."""
JUNIT = ".xml"

of_runs = options.options(
    click.argument("files", nargs=-1, required=True, metavar="NEW..."),
    click.option("--baseline", "baselines", multiple=True, metavar="OLD", help="The run to compare with (repeatable)."),
    how_read,
    with_gaps,
)


@click.command()
@takes_input(of_runs)
@options.rope
@click.option(
    "--require", type=click.Choice(REQUIREMENTS), help="What is asked of the new model.  [default: not-worse]"
)
@click.option("--threshold", type=float, metavar="P", help="How sure one must be.  [default: 0.95]")
@click.option(
    "--undecided", type=click.Choice(list(UNDECIDED)), default="exit", help="What undecided ends with: 3, 0 or 1."
)
@click.option("--policy", metavar="gate.toml", help="Other terms for single tasks or metrics, and what else must hold.")
@click.option("--per-task", is_flag=True, help="Every task is a gate of its own; all must pass.")
@click.option("--flips", type=click.IntRange(0), default=5, show_default=True, help="Cases lost and won to name.")
@click.option("--sequential", is_flag=True, help="The run is looked at again and again, and stopped at any look.")
@click.option("--self-check", is_flag=True, help="Compare the run with itself, which should find nothing.")
@click.option("--worst-loss", type=float, metavar="L", help="The most that one case can lose, if less than the range.")
@click.option("--model", metavar="NAME", help="The model of the new run, if it has several.")
@click.option("--baseline-model", metavar="NAME", help="The model of the baseline, if it has several.")
@click.option("--rng", type=int, default=0, metavar="SEED", help="Seed of how --self-check halves a run.")
@click.option("--github", is_flag=True, help="Annotation, step summary and outputs of a GitHub workflow.")
@options.as_json
@options.outputs
def gate(
    scores: Input,
    *,
    baselines: Sequence[str],
    undecided: str,
    github: bool,
    as_json: bool,
    outputs: Sequence[str],
    **asked: Any,
) -> None:
    """May the new model be released? Passes, fails, or says how many more cases would decide.

    Exit code 0 for a pass, 1 for a fail, 3 if it is undecided, 2 for bad input, 70 for a bug. Repeats of a case are
    averaged. `-o` also takes a file that ends in .xml, which is JUnit's.
    """
    check_outputs([path for path in outputs if not path.endswith(JUNIT)], inputs=(*scores.files, *baselines))
    _check_junit([path for path in outputs if path.endswith(JUNIT)], (*scores.files, *baselines))
    try:
        found = _found(scores, baselines, **asked)
    except BetterthanError as error:
        _write_error(str(error), scores.files[0], outputs)
        raise
    answer(found, as_json, outputs)
    if github:
        _tell_github(found, on_stderr=as_json)
    code = UNDECIDED[undecided] if found.outcome == "undecided" else found.exit_code
    if code:
        sys.exit(code)


def _found(
    scores: Input,
    baselines: Sequence[str],
    *,
    rope: RopeLike | None,
    require: Requirement | None,
    threshold: float | None,
    policy: str | None,
    per_task: bool,
    flips: int,
    sequential: bool,
    self_check: bool,
    worst_loss: float | None,
    model: str | None,
    baseline_model: str | None,
    rng: int,
) -> Gate:
    from betterthan.asking.gate import gated, terms_of
    from betterthan.asking.gate_policy import policy_of
    from betterthan.asking.self_check import self_checked

    terms = terms_of(rope, require, threshold, worst_loss, scores.range, scores.higher_is_better)
    if self_check:
        if baselines:
            raise ArgumentError("`--self-check` compares a run with itself: leave `--baseline` out.")
        return self_checked(_run(scores), model=model, rope=rope, threshold=threshold, worst_loss=worst_loss, rng=rng)
    if not baselines:
        raise ArgumentError(
            "A gate compares two runs: give the baseline with `--baseline OLD`; or `--self-check` for one run alone."
        )
    asked = policy_of(policy)
    read_sides = _reader(scores, baselines, terms, asked, model, baseline_model)
    return gated(read_sides, terms, asked, per_task=per_task, flips=flips, sequential=sequential)


def _reader(
    scores: Input,
    baselines: Sequence[str],
    terms: Terms,
    policy: Policy,
    model: str | None,
    baseline_model: str | None,
) -> ReadSides:
    """Reads both runs with the same options, by a metric if one is named."""
    from betterthan.asking.gate_sides import sides_of

    def read_sides(metric: str | None) -> Sides:
        own = policy.terms if metric is None else policy.metrics[metric].over(policy.terms)
        of = own.over(terms)
        given = replace(scores, metric=metric or scores.metric, range=of.range, higher_is_better=of.higher_is_better)
        return sides_of(
            _run(given),
            _run(replace(given, files=baselines)),
            model=model,
            baseline_model=baseline_model,
            missing="drop" if policy.drops else scores.missing,
        )

    return read_sides


def _run(scores: Input) -> Scores:
    from betterthan.data.scores import Scores

    found = scores.selected()
    if not isinstance(found, Scores):
        raise ArgumentError(f"`{scores.files[0]}` is no run with the score of every case of one model.")
    return found


def _check_junit(paths: Sequence[str], inputs: Sequence[str]) -> None:
    from betterthan.report.files import check_directory

    for path in paths:
        check_directory(Path(path))
    check_apart(paths, inputs)


def _write_error(message: str, new: str, outputs: Sequence[str]) -> None:
    """What could not be computed stands in the JUnit file, which a CI system reads, too."""
    from betterthan.answers.saving import save_all
    from betterthan.report.junit import junit_of_error

    found = junit_of_error(in_flags(message), new).encode()
    save_all({Path(path): found for path in outputs if path.endswith(JUNIT)})


def _tell_github(found: Gate, *, on_stderr: bool) -> None:
    """The annotation, and what the runner collects in files that it names."""
    from betterthan.report.github import annotation, outputs, summary

    line = in_flags(annotation(found))
    if on_stderr:
        say(line)
    else:
        click.echo(printable(line, sys.stdout.encoding or "utf-8"))
    lines = "".join(f"{name}={in_flags(value)}\n" for name, value in outputs(found).items())
    _append("GITHUB_STEP_SUMMARY", lambda: in_flags(summary(found)))
    _append("GITHUB_OUTPUT", lambda: lines)


def _append(variable: str, text: Callable[[], str]) -> None:
    path = os.environ.get(variable)
    if not path:
        return
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text())
    except OSError as error:
        raise ArgumentError(f"Cannot write to `{path}`, which {variable} names: {error.strerror or error}.") from None
