"""Input: the scores that a command is about, as its options name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from csv import reader
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli.options import numbers_of, options, size_of
from betterthan.cli.progress import doing
from betterthan.data.limits import SPOOL_LIMIT
from betterthan.data.units import ROLES
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.vocabulary import (
    CALIBRATIONS,
    MISSING,
    OUTPUT_KINDS,
    REPEATS,
    WEIGHTS,
    Calibration,
    Missing,
    OutputKind,
    Repeats,
    Weight,
)

if TYPE_CHECKING:
    from betterthan.data.metric_table import MetricTable
    from betterthan.data.predictions import Predictions
    from betterthan.data.protocol import Comparable, Paired
    from betterthan.data.reading.tables import Source
    from betterthan.data.scores import Scores

OF_PREDICTIONS = ("truth", "prediction", "weight", "held_out")
OF_ONE_SIDE = ("score", "metric", "human", *OF_PREDICTIONS)
"""Columns that only scores have, or only predictions."""
COLUMNS = ("score", "metric", "human", *ROLES, *OF_PREDICTIONS)
"""What `--column` can name."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """Where the scores are, what they mean, and which of them to look at."""

    files: Sequence[str]
    columns: Sequence[str] = ()
    models: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    higher_is_better: bool | None = None
    tasks: Sequence[str] = ()
    repeats: Repeats = "error"
    missing: Missing = "error"
    first: str | None = None
    second: str | None = None
    unpaired: bool = False
    folds: int | None = None
    independent: bool = False
    na: Sequence[str] = ()
    range: tuple[float, float] | None = None
    weight: Weight | None = None
    spool_limit: int = SPOOL_LIMIT.get()
    loss: str | None = None
    cost: float | Mapping[tuple[str, str], float] | None = None
    positive: str | None = None
    classes: tuple[str, ...] = ()
    kind: OutputKind | None = None
    metric: str | None = None
    held_out: str | None = None
    calibrate: Calibration | None = None
    operating_point: str | None = None
    mapping: str | None = None
    by: str | None = None

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that were named, with commas between them; in quotation marks a name may have one itself."""
        if self.metric is None:
            return ()
        return tuple(name.strip() for name in next(reader([self.metric], skipinitialspace=True)))

    def read(self) -> Any:
        """The scores; or, where the file holds counts or differences, what is already paired."""
        SPOOL_LIMIT.set(self.spool_limit)
        doing("reading")
        roles: dict[str, Any] = dict(_roles(self.columns))
        asked = (self.loss, self.metric, self.calibrate, self.operating_point, self.held_out)
        said = (*asked, self.cost, self.positive, self.classes or None, self.kind)
        predicted = any(each is not None for each in said) or any(role in roles for role in OF_PREDICTIONS)
        only_metric = sum(each is not None for each in said) == 1 and not any(role in roles for role in OF_ONE_SIDE)
        if self.metric is not None and only_metric:
            data = self._named_or_measured(self.metric, roles)
        else:
            data = self._scored(roles, self._source) if predicted else self._read(roles, self._source)
        doing("computing")
        return data

    @property
    def _source(self) -> str | list[str]:
        return self.files[0] if len(self.files) == 1 else list(self.files)

    def _named_or_measured(self, metric: str, roles: Mapping[str, Any]) -> Any:
        """A score with the name of the metric, if the input holds one; else predictions with the metric."""
        from betterthan.data.reading.named_score import named_score, with_named

        columns = {role: name for role, name in roles.items() if isinstance(name, str)}
        found = named_score(self._source, metric, self.ignore, self.mapping, columns, self.by)
        if found.score is None:
            return self._scored(roles, found.source)
        return with_named(self._read({**roles, "metric": found.score}, found.source), found)

    def _scored(self, roles: Mapping[str, Any], source: Source) -> Scores | Comparable | MetricTable:
        """Truth and outputs, as scores by a loss, or with their metric."""
        from betterthan.asking.given import weighted
        from betterthan.asking.scored import Scoring, scored

        named = next((role for role in ("score", "metric", "human") if role in roles), None)
        if named is not None:
            raise ArgumentError(f"`--column {named}={roles[named]}` is for scores, and a loss is none: leave it out.")
        settings = {
            "folds": self.folds,
            "independent": self.independent or None,
            "range": self.range,
            "higher_is_better": self.higher_is_better,
        }
        given = {name: value for name, value in settings.items() if value is not None}
        scoring = Scoring(
            loss=self.loss,
            cost=self.cost,
            metric=self.metric,
            calibrate=self.calibrate,
            operating_point=self.operating_point,
        )
        if self.held_out is not None:
            roles = {**roles, "held_out": _once(self.held_out, roles.get("held_out"))}
        return weighted(scored(self._predictions(roles, source), None, scoring, "compare", given), self.weight)

    def _predictions(self, roles: Mapping[str, Any], source: Source) -> Predictions:
        from betterthan.asking.scored import kind_measured, kind_taken
        from betterthan.data.reading.predictions import Said, read_predictions
        from betterthan.data.reading.roles import Wanted

        said = Said(
            truth=roles.get("truth"),
            prediction=roles.get("prediction"),
            weight=roles.get("weight"),
            held_out=roles.get("held_out"),
            models=self.models,
            positive=self.positive,
            classes=self.classes,
            kind=self.kind,
            missing=self.missing,
            likely=kind_taken(self.loss) or kind_measured(self.metric),
        )
        own = {role: name for role, name in roles.items() if role not in OF_PREDICTIONS}
        return read_predictions(source, Wanted(own, models=self.models, ignore=self.ignore), said, self.na)

    def _read(self, roles: Mapping[str, Any], source: Source) -> Any:
        from betterthan.data.reading.tables import read

        return read(
            source,
            models=self.models,
            ignore=self.ignore,
            higher_is_better=self.higher_is_better,
            na=self.na,
            range=self.range,
            weight=self.weight,
            mapping=self.mapping,
            folds=self.folds,
            independent=self.independent,
            first=self.first,
            second=self.second,
            by=self.by,
            **roles,
        )

    def read_to_compare(self) -> Any:
        """The same as two independent samples, if that is asked for."""
        data = self.read()
        return self._samples(data) if self.unpaired else data

    def selected(self) -> Any:
        """The scores on the tasks that are looked at."""
        return self._selected(self.read())

    def table(self) -> Comparable | MetricTable:
        """The table of two models."""
        from betterthan.data.metric_table import MetricTable

        data = self.read()
        return self._measured(self._selected(data)) if isinstance(data, MetricTable) else self._comparable(data)

    def _measured(self, data: MetricTable) -> MetricTable:
        from betterthan.data.matching import choose_models

        return data.two(*choose_models(data.models, self._models(), data.predictions.source))

    def any_pair(self) -> tuple[Comparable, int]:
        """The table of two models, the first that can be compared if none are named, and how many there are."""
        from betterthan.data.comparable import any_pair

        data = self.read()
        if self.unpaired:
            named = self if self._models() else replace(self, first=data.models[0], second=data.models[1])
            return named._samples(data), len(data.models)
        table = any_pair(self._selected(data), self._models(), missing=self.missing, repeats=self.repeats)
        return table, len(data.models)

    def _selected(self, data: Any) -> Any:
        return data.select_tasks(list(self.tasks)) if self.tasks else data

    def _models(self) -> list[str]:
        return [name for name in (self.first, self.second) if name]

    def _samples(self, data: Scores | Paired) -> Comparable:
        from betterthan.data.unpaired import unpaired

        return unpaired(self._selected(data), *self._models(), missing=self.missing, repeats=self.repeats)

    def _comparable(self, data: Scores | Paired) -> Comparable:
        from betterthan.data.comparable import comparable

        if self.unpaired:
            return self._samples(data)
        return comparable(self._selected(data), self._models(), missing=self.missing, repeats=self.repeats)


def _once(held_out: str, column: str | None) -> str:
    """What is held out, said in one way."""
    if column is not None:
        raise ArgumentError(f"`--held-out {held_out}` and `--column held_out={column}`: leave out one of the two.")
    return held_out


def names_of(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Names with commas between them, and in quotation marks where they have commas; as often as they are given."""
    rows = reader(given, skipinitialspace=True)
    return tuple(name for row in rows for name in row if name)


def range_of(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[float, ...] | None:
    """The lowest and the highest score that there can be; the reader says whether they are two."""
    return None if text is None else tuple(numbers_of(text, "--range"))


def cost_of(
    _context: click.Context, _option: click.Parameter, given: Sequence[str]
) -> float | dict[tuple[str, str], float] | None:
    """How many times a false alarm a missed positive costs, or TRUTH,SAID=COST for every kind of error."""
    if not given:
        return None
    if len(given) == 1 and "=" not in given[0]:
        return numbers_of(given[0], "--cost")[0]
    return dict(_one_cost(text) for text in given)


def _one_cost(text: str) -> tuple[tuple[str, str], float]:
    error, equals, cost = text.rpartition("=")
    names = next(reader([error], skipinitialspace=True), [])
    if not equals or len(names) != 2:
        raise ArgumentError(
            "`--cost` takes a number, or what each error costs, as in `--cost sick,healthy=10` (truth, said); got "
            f'"{text}".'
        )
    return (names[0], names[1]), numbers_of(cost, "--cost")[0]


def _roles(columns: Sequence[str]) -> dict[str, str]:
    roles: dict[str, str] = {}
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


_read_first = options(
    click.option(
        "--column", "columns", multiple=True, metavar="ROLE=NAME", help=f"Name a column. ROLE: {', '.join(COLUMNS)}."
    ),
    click.option(
        "--models", multiple=True, metavar="A,B", callback=names_of, help="Columns that are models, or models to take."
    ),
    click.option(
        "--ignore", multiple=True, metavar="COLUMN", callback=names_of, help="A column that is nothing (repeatable)."
    ),
    click.option(
        "--higher-is-better/--lower-is-better",
        default=None,
        help="Whether the scores are losses or errors.  [default: higher, but a score with the name of a loss asks]",
    ),
    click.option(
        "--mapping", metavar="FILE", help="How to read files of a program that is not known, as `sources NAME` prints."
    ),
    click.option("--na", multiple=True, metavar="TEXT", help="A cell that means: no score, such as NA (repeatable)."),
    click.option(
        "--range",
        metavar="LOW,HIGH",
        callback=range_of,
        help="Lowest and highest score that there can be, such as 0,1.",
    ),
    click.option("--folds", type=int, metavar="K", help="Rows without ids are the folds of K-fold cross-validation."),
    click.option("--independent", is_flag=True, help="Rows without ids are independent cases."),
    click.option(
        "--spool-limit",
        metavar="SIZE",
        default="8GB",
        show_default=True,
        callback=size_of,
        help="Most that is taken from a pipe, which may be endless.",
    ),
    click.option("--loss", metavar="NAME", help="Score predictions of a column of truth, such as log or zero-one."),
)
_errors_cost = click.option(
    "--cost",
    multiple=True,
    metavar="R|T,S=C",
    callback=cost_of,
    help="What errors cost, for --loss cost: a ratio, or TRUTH,SAID=COST (repeatable).",
)
_read_last = options(
    click.option(
        "--metric",
        metavar="NAME",
        help="A score of that name; else computed of predictions, such as auroc or f1. `compare` takes several: A,B.",
    ),
    click.option(
        "--held-out",
        metavar="X",
        help="Cases for --calibrate and --operating-point, not compared: a share, their column, or a second file.",
    ),
    click.option(
        "--calibrate", type=click.Choice(CALIBRATIONS), help="Mend probabilities by a curve fitted on held-out cases."
    ),
    click.option(
        "--operating-point",
        metavar="BY=X",
        help="Labels by a threshold chosen on held-out cases: cost=5, missed=0.08 or false-alarms=0.05.",
    ),
    click.option("--positive", metavar="CLASS", help="The class whose probability one column of a model holds."),
    click.option(
        "--classes", multiple=True, metavar="A,B", callback=names_of, help="All classes, if no case has some of them."
    ),
    click.option("--kind", type=click.Choice(OUTPUT_KINDS), help="What the outputs are, where that is not clear."),
    click.option("--task", "tasks", multiple=True, metavar="T", help="Look at this task only (repeatable)."),
    click.option("--repeats", type=click.Choice(REPEATS), default="error", help="Several scores on one unit."),
    click.option(
        "--weight",
        type=click.Choice(WEIGHTS),
        help="Of cases in clusters, what counts alike: the mean over clusters, or over cases.  [default: clusters]",
    ),
)
how_read = options(_read_first, _errors_cost, _read_last)
without_costs = options(_read_first, _read_last)
"""The same for a command whose `--cost` is something else."""
of_scores = options(click.argument("files", nargs=-1, required=True, metavar="FILE..."), how_read)
with_gaps = click.option("--missing", type=click.Choice(MISSING), default="error", help="Units that lack a model.")
of_a_pair = options(
    of_scores,
    click.option(
        "--first",
        metavar="A",
        help="The model that is named first in the verdict; of counts and differences, the name of their first model.",
    ),
    click.option("--second", metavar="B", help="The other model."),
    with_gaps,
    click.option("--unpaired", is_flag=True, help="Compare two independent samples, whether or not units are shared."),
)


def takes_input(describe: Callable[[Any], Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with these options of its scores, which it is given as one `Input`, first."""
    names = {field.name for field in fields(Input)}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            scores = Input(**{name: value for name, value in given.items() if name in names})
            command(scores, **{name: value for name, value in given.items() if name not in names})

        described: Callable[..., None] = describe(run)
        return described

    return decorate
