"""The command line: argument parsing only. Everything heavy is imported inside the commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from betterthan.data.units import ROLES
from betterthan.errors import ArgumentError, BetterthanError, PairingError
from betterthan.phrases import unknown_name
from betterthan.version import __version__

if TYPE_CHECKING:
    from betterthan.answers.kinds import Answer
    from betterthan.asking.settings import Progress
    from betterthan.data.protocol import Comparable, Paired
    from betterthan.data.scores import Scores
    from betterthan.data.tables import UnpairedTable
    from betterthan.report.blocks import Report
    from betterthan.results.rope import RopeLike

COLUMNS = (*dict.fromkeys(("model", "score", "metric", *ROLES)),)
"""What `--column` can name."""
LARGE = 100_000_000
"""Reading more bytes than this takes long enough to say so."""
MANY = 20
"""So many pairs take long enough to be counted aloud."""
Command = TypeVar("Command", bound=Callable[..., Any])


def main() -> None:
    """Run the command line; bad input ends with one message and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Unicode still gets its answer
    try:
        cli()
    except BetterthanError as error:
        click.echo(f"betterthan: {error}", err=True)
        sys.exit(2)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="betterthan")
def cli() -> None:
    """Is this model really better than that one?

    Takes the scores that you have, finds out which question they can answer, and says how probable it is that the
    first model is practically better, that the two are practically equivalent, or that the second is better.

    \b
    betterthan compare results.csv --rope 0.01
    betterthan example code-switching | betterthan compare - --task tr-en
    """


def _options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    return lambda command: reduce(lambda made, decorate: decorate(made), reversed(decorators), command)


source_options = _options(
    click.argument("files", nargs=-1, required=True, metavar="FILE..."),
    click.option(
        "--column", "columns", multiple=True, metavar="ROLE=NAME", help=f"Name a column. ROLE: {', '.join(COLUMNS)}."
    ),
    click.option("--lower-is-better", is_flag=True, help="The scores are losses or errors."),
    click.option("--task", "tasks", multiple=True, metavar="T", help="Look at this task only (repeatable)."),
    click.option(
        "--repeats", type=click.Choice(["error", "mean"]), default="error", help="Several scores on one unit."
    ),
)
reading_options = _options(
    source_options,
    click.option("--first", metavar="A", help="The model that is named first in the verdict."),
    click.option("--second", metavar="B", help="The other model."),
    click.option("--missing", type=click.Choice(["error", "drop"]), default="error", help="Units that lack a model."),
)
unpaired_option = click.option(
    "--unpaired", is_flag=True, help="Compare two independent samples, whether or not units are shared."
)
procedure_options = _options(
    click.option("--rope", metavar="R|LOW,HIGH", help="Region of practical equivalence, in units of the score."),
    click.option("--procedure", metavar="NAME", help="A procedure; `betterthan procedures` lists them."),
    click.option("--threshold", type=float, metavar="P", help="Probability that a verdict needs.  [default: 0.95]"),
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
output_option = click.option(
    "-o", "outputs", multiple=True, metavar="PATH", help="Also write .html .md .tex .txt .json .csv .svg .pdf .png."
)


@cli.command()
@reading_options
@unpaired_option
@procedure_options
@click.option("--rule", type=click.Choice(["threshold", "loss", "hdi"]), default="threshold", show_default=True)
@click.option("--reading", metavar="NAME", help="Reading behind a verdict over tasks: winner, next_task, population.")
@click.option("--prior", metavar="NAME", help="Prior of a hierarchical procedure, such as corani.")
@click.option("--pairs", metavar="REFERENCE|all|best", help="With more than two models: which pairs.  [default: all]")
@click.option("--adjust", metavar="METHOD", default="holm", show_default=True, help="Adjust p-values of several pairs.")
@click.option("--by", metavar="COLUMN", help="Repeat the comparison within each value of a column.")
@click.option("--per-task", is_flag=True, help="Repeat the comparison within each task.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Coverage of the intervals.")
@click.option("--alternative", type=click.Choice(["two-sided", "first", "second"]), help="For classical tests.")
@click.option("--variant", metavar="NAME", help="Variant of a procedure, such as exact or mid-p.")
@click.option("--draws", type=int, metavar="N", help="Monte Carlo draws, for procedures that draw.")
@click.option("--rng", type=int, metavar="SEED", help="Seed, for procedures that draw.")
@click.option("--test-fraction", type=float, metavar="F", help="n_test/(n_test + n_train) of folds or random splits.")
@json_option
@output_option
def compare(
    *, files: Sequence[str], tasks: Sequence[str], missing: Any, repeats: Any, rope: str | None, procedure: str | None,
    threshold: float | None, rule: Any, reading: str | None, by: str | None, per_task: bool, level: float,
    as_json: bool, outputs: Sequence[str], first: str | None, second: str | None, columns: Sequence[str],
    lower_is_better: bool, unpaired: bool, pairs: str | None, adjust: Any, **options: Any,
) -> None:  # fmt: skip
    """Compare models: which one is better, and how sure can one be? More than two: all pairs, and a ranking."""
    from betterthan.asking.compare import compare as run
    from betterthan.report.writing import check_drawable, check_path

    for path in outputs:
        check_path(Path(path), procedure)
    if rule == "loss" and threshold is not None:
        raise ArgumentError("`--rule loss` weighs losses and uses no `--threshold`: give one or the other.")
    data = _read(files, columns, lower_is_better, first, second)
    found = run(
        _unpaired(data, tasks, (first, second), missing, repeats) if unpaired else data,
        rope=_rope(rope),
        first=first,
        second=second,
        procedure=procedure,
        task=tasks or None,
        by=by,
        per_task=per_task,
        rule=rule,
        reading=reading,
        threshold=0.95 if threshold is None else threshold,
        level=level,
        missing=missing,
        repeats=repeats,
        pairs=pairs,
        adjust=adjust,
        progress=_progress(),
        **{name: value for name, value in options.items() if value is not None},
    )
    for path in outputs:
        check_drawable(found, Path(path))
    _answer(found, as_json, outputs)


@cli.command()
@reading_options
@unpaired_option
@json_option
def question(as_json: bool, **reading: Any) -> None:
    """Say which question the scores can answer, with which procedure, and why."""
    from betterthan.judging.question import question as ask

    data = _read(
        reading.pop("files"),
        reading.pop("columns"),
        reading.pop("lower_is_better"),
        reading["first"],
        reading["second"],
    )
    several = len(data.models) > 2 and not (reading["first"] or reading["second"])
    table = _first_pair(data, reading) if several else _comparable(data, **reading)
    asked = ask(table)
    if as_json:
        _print_json({**asked.to_dict(), "models": list(table.models)})
        return
    if several:
        such = " and ".join(table.models)
        click.echo(f"{len(data.models)} models; `betterthan rank` ranks them all. Of a pair such as {such}:")
    click.echo(f"{asked.kind}: {asked.asks}\n{asked.reason}")
    click.echo(f"recommended: {asked.procedure or 'nothing in this version'}")
    click.echo(f"also possible: {', '.join(asked.alternatives) or 'nothing'}")


@cli.command()
@reading_options
@unpaired_option
@procedure_options
@click.option("--ropes", metavar="R,R,…", help="Half-widths to look at; multiples of the rope if left out.")
@json_option
def sensitivity(
    rope: str | None, procedure: str | None, threshold: float | None, ropes: str | None, as_json: bool, **reading: Any
) -> None:
    """Show how the verdict depends on the width of the rope and on the prior."""
    from betterthan.asking.compare import compare_two as run
    from betterthan.asking.sensitivity import sensitivity as vary
    from betterthan.report.tables import print_sensitivity

    found = run(_table(**reading), rope=_rope(rope), procedure=procedure)
    widths = None if ropes is None else [_float(text, "--ropes") for text in ropes.split(",")]
    varied = vary(found, ropes=widths, threshold=0.95 if threshold is None else threshold)
    _print_json(varied.document()) if as_json else print_sensitivity(varied)


@cli.command()
@reading_options
@unpaired_option
@procedure_options
@json_option
def scaling(rope: str | None, procedure: str | None, threshold: float | None, as_json: bool, **reading: Any) -> None:
    """Show what more units of the same kind would say, and how many would decide."""
    from betterthan.asking.compare import compare_two as run
    from betterthan.asking.scaling import scaling as scale
    from betterthan.report.tables import print_scaling

    found = run(_table(**reading), rope=_rope(rope), procedure=procedure)
    scaled = scale(found, threshold=0.95 if threshold is None else threshold)
    _print_json(scaled.document()) if as_json else print_scaling(scaled)


@cli.command()
@source_options
@procedure_options
@click.option("--missing", type=click.Choice(["error", "drop"]), default="error", help="Units that lack a model.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Coverage of the intervals.")
@click.option("--residual", metavar="NAME", help="Residuals of bayes_joint: auto, unstructured, common, robust.")
@click.option("--draws", type=int, metavar="N", help="Monte Carlo draws, for procedures that draw.")
@click.option("--rng", type=int, metavar="SEED", help="Seed, for procedures that draw.")
@click.option("--table", "with_table", is_flag=True, help="Also print the scores, models by tasks, the best marked.")
@json_option
@output_option
def rank(
    *, files: Sequence[str], columns: Sequence[str], lower_is_better: bool, tasks: Sequence[str], repeats: Any,
    missing: Any, rope: str | None, procedure: str | None, threshold: float | None, level: float, with_table: bool,
    as_json: bool, outputs: Sequence[str], **options: Any,
) -> None:  # fmt: skip
    """Rank several models at once: places, tiers, and the table that a paper prints."""
    from betterthan.answers.ranked_scores import RankedScores
    from betterthan.asking.rank import rank as run
    from betterthan.asking.score_table import score_table
    from betterthan.report.writing import check_path

    for path in outputs:
        check_path(Path(path))
    data: Any = _read(files, columns, lower_is_better, None, None)  # what is no table of scores is refused there
    shared: dict[str, Any] = {
        "rope": _rope(rope), "task": tasks or None, "missing": missing, "repeats": repeats,
        "threshold": 0.95 if threshold is None else threshold,
    }  # fmt: skip
    given = {name: value for name, value in options.items() if value is not None}
    found = run(data, procedure=procedure, level=level, **shared, **given)
    _answer(RankedScores(found, score_table(data, **shared)) if with_table else found, as_json, outputs)


@cli.command()
@source_options
@click.option("--baseline", metavar="M", help="Test every other model against this one.")
@click.option("--rope", metavar="R|LOW,HIGH", help="Also give the probabilities of better, equivalent, worse.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Coverage of the intervals.")
@click.option("--adjust", metavar="METHOD", default="none", show_default=True, help="Adjust p-values, as in holm.")
@json_option
@output_option
def seeds(
    files: Sequence[str], columns: Sequence[str], lower_is_better: bool, tasks: Sequence[str], repeats: Any,
    baseline: str | None, rope: str | None, level: float, adjust: Any, as_json: bool, outputs: Sequence[str],
) -> None:  # fmt: skip
    """Report every model's scores over seeds: mean, sd, interval, worst to best, test against a baseline."""
    from betterthan.asking.seed_table import seed_table
    from betterthan.report.writing import check_path

    for path in outputs:
        check_path(Path(path))
    scores: Any = _read(files, columns, lower_is_better, None, None)  # what is no table of scores is refused there
    found = seed_table(
        scores,
        baseline,
        level=level,
        rope=_rope(rope),
        adjustment=adjust,
        task=tasks or None,
        repeats=repeats,
    )
    _answer(found, as_json, outputs)


@cli.command()
@click.option("--mean", type=float, help="Mean of the differences (first - second).")
@click.option("--sd", type=float, help="Their standard deviation.")
@click.option("--n", type=int, help="Their number.")
@click.option(
    "--cells", metavar="N00,N01,N10,N11", help="Counts: both wrong, only second right, only first right, both."
)
@click.option("--first", default="first", metavar="A", help="Name of the first model.")
@click.option("--second", default="second", metavar="B", help="Name of the second model.")
@procedure_options
@json_option
def summary(
    mean: float | None, sd: float | None, n: int | None, cells: str | None, first: str, second: str,
    rope: str | None, procedure: str | None, threshold: float | None, as_json: bool,
) -> None:  # fmt: skip
    """Compare from printed numbers: mean, sd and n of the differences, or the four counts."""
    from betterthan.asking.compare import compare_two as run
    from betterthan.data.moments import Cells
    from betterthan.data.summaries import PairedSummary

    given = [name for name, value in (("--mean", mean), ("--sd", sd), ("--n", n)) if value is not None]
    if cells is not None and given:
        raise ArgumentError(
            f"`--cells` and `{given[0]}` contradict each other: give the four counts or mean, sd and n."
        )
    if cells is not None:
        counts = [_float(text, "--cells") for text in cells.split(",")]
        if len(counts) != 4 or not all(isfinite(count) and count == int(count) for count in counts):
            raise ArgumentError(f"`--cells` takes four whole numbers N00,N01,N10,N11; got `{cells}`.")
        table = PairedSummary.from_cells({"": Cells(*(int(c) for c in counts))}, models=(first, second))
    elif mean is not None and sd is not None and n is not None:
        table = PairedSummary.from_moments(mean=mean, sd=sd, n=n, models=(first, second))
    else:
        raise ArgumentError("`betterthan summary` needs `--mean`, `--sd` and `--n`, or `--cells N00,N01,N10,N11`.")
    limit = 0.95 if threshold is None else threshold
    _answer(run(table, rope=_rope(rope), procedure=procedure, threshold=limit), as_json)


@cli.command()
@json_option
def procedures(as_json: bool) -> None:
    """List the procedures: name, question, needs, reference."""
    from betterthan.report.tables import print_procedures, procedure_rows

    _print_json({"procedures": procedure_rows()}) if as_json else print_procedures()


@cli.command()
@click.argument("name")
def explain(name: str) -> None:
    """Explain a procedure: question, model, formula, when not to use it, references."""
    from betterthan.procedures import named
    from betterthan.report.bibliography import bibtex

    chosen = named(name)
    click.echo(f"{chosen.name}: {chosen.title}\n\n{chosen.module_doc}\n")
    click.echo(f"Needs: {chosen.needs.in_words()}.")
    if chosen.counterpart:
        click.echo(f"Shown beside it: {chosen.counterpart}.")
    click.echo(f"\n{bibtex(chosen.cites)}")


@cli.command()
@click.argument("name", required=False)
def example(name: str | None) -> None:
    """List the bundled examples, or print one as CSV."""
    from betterthan.data.examples import EXAMPLES, csv_text

    if name is not None:
        click.echo(csv_text(name), nl=False)
        return
    for each in EXAMPLES.values():
        click.echo(f"{each.name}: {each.story} [{each.source}]")
        click.echo(
            f"  betterthan example {each.name} | betterthan compare - --first {each.first} --second {each.second}"
        )


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell: eval "$(betterthan completion bash)"."""
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    scripts = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
    click.echo(scripts[shell](cli, {}, "betterthan", "_BETTERTHAN_COMPLETE").source())


def _read(
    files: Sequence[str], columns: Sequence[str], lower_is_better: bool, first: str | None, second: str | None
) -> Scores | Paired:
    from betterthan.data.reading.tables import read

    source = files[0] if len(files) == 1 else list(files)
    if sys.stderr.isatty() and sum(path.stat().st_size for path in map(Path, files) if path.is_file()) > LARGE:
        click.echo("reading …", err=True)
    return read(source, **_roles(columns), higher_is_better=not lower_is_better, first=first, second=second)


def _first_pair(data: Any, reading: dict[str, Any]) -> Comparable:
    """The first two of several models that can be compared; as in `compare`, a model may lack whole tasks."""
    from betterthan.data.pairing import pair_all
    from betterthan.data.unpaired import share_no_seed

    first, second = data.models[:2]
    if reading["unpaired"] or share_no_seed(data, first, second):
        return _comparable(data, **{**reading, "first": first, "second": second})
    selected = data.select_tasks(list(reading["tasks"])) if reading["tasks"] else data
    table = pair_all(selected, missing=reading["missing"], repeats=reading["repeats"])
    for pair in combinations(table.models, 2):
        with suppress(PairingError):
            return table.two(*pair)
    raise PairingError(f"No two of the {len(table.models)} models share a unit.")


def _table(files: Sequence[str], columns: Sequence[str], lower_is_better: bool, **chosen: Any) -> Comparable:
    return _comparable(_read(files, columns, lower_is_better, chosen["first"], chosen["second"]), **chosen)


def _comparable(
    data: Scores | Paired, *, first: str | None, second: str | None, tasks: Sequence[str],
    missing: Any, repeats: Any, unpaired: bool,
) -> Comparable:  # fmt: skip
    from betterthan.data.comparable import comparable

    if unpaired:
        return _unpaired(data, tasks, (first, second), missing, repeats)
    selected = data.select_tasks(list(tasks)) if tasks else data
    return comparable(selected, [name for name in (first, second) if name], missing=missing, repeats=repeats)


def _unpaired(
    data: Scores | Paired,
    tasks: Sequence[str],
    models: Sequence[str | None],
    missing: Any,
    repeats: Any,
) -> UnpairedTable:
    from betterthan.data.unpaired import unpaired

    selected: Any = data.select_tasks(list(tasks)) if tasks else data  # what is no table of scores is refused there
    return unpaired(selected, *(name for name in models if name), missing=missing, repeats=repeats)


def _roles(columns: Sequence[str]) -> dict[str, Any]:
    roles: dict[str, Any] = {}
    for given in columns:
        role, equals, name = given.partition("=")
        if not equals or not name:
            raise ArgumentError(f"`--column` takes ROLE=NAME, as in `--column model=algo`; got `{given}`.")
        if role not in COLUMNS:
            raise ArgumentError(unknown_name("column role", role, COLUMNS))
        if role in roles:
            raise ArgumentError(f"`--column {role}=…` is given twice: `{roles[role]}` and `{name}`.")
        roles[role] = name
    return roles


def _rope(text: str | None) -> RopeLike | None:
    if text is None:
        return None
    numbers = [_float(part, "--rope") for part in text.split(",")]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) == 2:
        return (numbers[0], numbers[1])
    raise ArgumentError(f"`--rope` takes one half-width or LOW,HIGH; got `{text}`.")


def _float(text: str, option: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"`{option}` takes numbers; got `{text.strip()}`.") from None


def _progress() -> Progress | None:
    """A counter of pairs on a terminal; nothing where nobody watches."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        if total >= MANY:
            click.echo(f"\r{done:,} of {total:,} pairs" + ("\n" if done == total else ""), nl=False, err=True)

    return show


def _answer(found: Answer, as_json: bool, outputs: Sequence[str] = ()) -> None:
    """Print an answer and write it to files; its report is built once."""
    from betterthan.report.writing import write

    if as_json:
        click.echo(found.to_json())
    if as_json and not outputs:
        return
    told = _told(found, outputs)
    if not as_json:
        from rich.console import Console

        from betterthan.report.render.text import print_report

        print_report(told, Console(highlight=False))
    for path in outputs:
        click.echo(f"wrote {write(found, path, told)}", err=True)


def _told(found: Answer, outputs: Sequence[str]) -> Report:
    """The report; with what only a page shows, if one is to be written."""
    from betterthan.asking.further import further
    from betterthan.report.build import report_of
    from betterthan.report.writing import is_page

    return report_of(found, further(found) if any(is_page(path) for path in outputs) else None)


def _print_json(document: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))
