"""`betterthan summary`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from betterthan.cli import options
from betterthan.cli.answering import answer, check_outputs
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.data.moments import Cells
    from betterthan.data.protocol import Comparable
    from betterthan.results.rope import RopeLike

DIFFERENCES = ("mean", "sd", "n")
SAMPLES = ("first_mean", "first_sd", "first_n", "second_mean", "second_sd", "second_n")
FORMS = {"cells": ("cells",), "differences": DIFFERENCES, "samples": SAMPLES}
"""What may be given, by the flags that belong together."""
WAYS = (
    "the differences (`--mean`, `--sd` and `--n`), two samples (`--first-mean`, `--first-sd`, `--first-n` and "
    "`--second-mean`, `--second-sd`, `--second-n`), or `--cells N00,N01,N10,N11`"
)


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The numbers that somebody printed, as the flags give them."""

    first: str
    second: str
    lower_is_better: bool
    test_fraction: float | None
    cells: str | None
    mean: float | None
    sd: float | None
    n: int | None
    first_mean: float | None
    first_sd: float | None
    first_n: int | None
    second_mean: float | None
    second_sd: float | None
    second_n: int | None

    def table(self) -> Comparable:
        """What can be compared."""
        form = self._form()
        if form != "differences" and self.test_fraction is not None:
            raise ArgumentError("`--test-fraction` is for the differences of folds: give `--mean`, `--sd` and `--n`.")
        if form == "cells" and self.lower_is_better:
            raise ArgumentError("`--cells` counts right and wrong answers; `--lower-is-better` does not go with it.")
        return {"cells": self._counts, "differences": self._differences, "samples": self._samples}[form]()

    def _form(self) -> str:
        """Which of the forms was given; a mixture, or a part of one, is refused."""
        given = {form: [name for name in names if getattr(self, name) is not None] for form, names in FORMS.items()}
        chosen = [form for form, names in given.items() if names]
        if not chosen:
            raise ArgumentError(f"`betterthan summary` needs {WAYS}.")
        if len(chosen) > 1:
            one, other = (_flag(given[form][0]) for form in chosen[:2])
            raise ArgumentError(f"{one} and {other} contradict each other: give {WAYS}.")
        lacking = [_flag(name) for name in FORMS[chosen[0]] if getattr(self, name) is None]
        if lacking:
            raise ArgumentError(f"{', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing: give {WAYS}.")
        return chosen[0]

    def _counts(self) -> Comparable:
        from betterthan.data.summaries import PairedSummary

        summary = PairedSummary.from_cells({"": _cells(self.cells or "")}, models=(self.first, self.second))
        return replace(summary, printed="the four counts")

    def _differences(self) -> Comparable:
        from betterthan.data.summaries import PairedSummary

        (mean, sd, n), models = self._numbers(DIFFERENCES), (self.first, self.second)
        sign = -1 if self.lower_is_better else 1
        made = PairedSummary.from_moments(mean=sign * mean, sd=sd, n=n, models=models, test_fraction=self.test_fraction)
        return replace(made, higher_is_better=not self.lower_is_better)

    def _samples(self) -> Comparable:
        from betterthan.data.moments import Moments
        from betterthan.data.summaries import UnpairedSummary

        sign, numbers = -1 if self.lower_is_better else 1, self._numbers(SAMPLES)
        one, other = (Moments(sign * mean, sd, n) for mean, sd, n in (numbers[:3], numbers[3:]))
        return UnpairedSummary((self.first, self.second), (one, other), not self.lower_is_better)

    def _numbers(self, names: Sequence[str]) -> list[Any]:
        return [getattr(self, name) for name in names]


@click.command()
@click.option("--mean", type=float, help="Mean of the differences (first - second).")
@click.option("--sd", type=float, help="Their standard deviation.")
@click.option("--n", type=int, help="Their number.")
@click.option("--test-fraction", type=float, metavar="F", help="If they are of folds: n_test/(n_test + n_train).")
@click.option("--first-mean", type=float, help="Of two samples: mean of the first model's scores.")
@click.option("--first-sd", type=float, help="Their standard deviation.")
@click.option("--first-n", type=int, help="Their number.")
@click.option("--second-mean", type=float, help="Mean of the second model's scores.")
@click.option("--second-sd", type=float, help="Their standard deviation.")
@click.option("--second-n", type=int, help="Their number.")
@click.option(
    "--cells", metavar="N00,N01,N10,N11", help="Counts: both wrong, only second right, only first right, both."
)
@click.option("--first", default="first", metavar="A", help="Name of the first model.")
@click.option("--second", default="second", metavar="B", help="Name of the second model.")
@click.option(
    "--lower-is-better/--higher-is-better", default=False, help="Whether the numbers are of losses or errors."
)
@options.verdict
@options.scale
@options.further
@options.as_json
@options.outputs
@options.figure
def summary(
    rope: RopeLike | None,
    procedure: str | None,
    threshold: float | None,
    factors: Sequence[float] | None,
    further: Mapping[str, str],
    as_json: bool,
    outputs: Sequence[str],
    **numbers: Any,
) -> None:
    """Compare from printed numbers: mean, sd and n of the differences or of two samples, or the four counts.

    With --scale, also what k times as many units with the same mean and sd would say.
    """
    from betterthan.asking.compare import compare_two
    from betterthan.asking.scaling import scaling

    check_outputs(outputs, procedure)
    table = Printed(**{each.name: numbers[each.name] for each in fields(Printed)}).table()
    decided = options.given_only(threshold=threshold)
    found = compare_two(table, rope=rope, procedure=procedure, **decided, **options.of_procedure(procedure, further))
    if factors is None:
        answer(found, as_json, outputs)
    else:
        answer(scaling(found, factors=sorted({1.0, *factors}), **decided), as_json, outputs)


def _flag(name: str) -> str:
    return f"`--{name.replace('_', '-')}`"


def _cells(text: str) -> Cells:
    from betterthan.data.moments import Cells

    try:
        counts = [int(part) for part in text.split(",")]
    except ValueError:
        counts = []
    if len(counts) != 4:
        raise ArgumentError(f"`--cells` takes four whole numbers N00,N01,N10,N11; got `{text}`.")
    return Cells(*counts)
