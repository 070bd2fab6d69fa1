"""Tables for the terminal that are not reports: procedures, sensitivity, scaling."""

from __future__ import annotations

from math import ceil, isfinite

from betterthan.answers.scaling import Scaling
from betterthan.answers.sensitivity import Sensitivity
from betterthan.phrases import counted
from betterthan.procedures import REGISTRY
from betterthan.report.blocks import Table
from betterthan.report.sections.ropes import ropes_table
from betterthan.words.facts import titled, what
from betterthan.words.numbers import number, p_value, shares


def procedure_rows() -> list[dict[str, str]]:
    """Every procedure: name, question, needs, references."""
    return [
        {
            "name": each.name,
            "family": each.family,
            "question": each.asks,
            "needs": each.needs.in_words(),
            "reference": ", ".join(each.cites),
        }
        for each in REGISTRY.values()
    ]


def print_procedures() -> None:
    """Print the table of procedures."""
    rows = tuple((row["name"], row["question"], row["needs"], row["reference"]) for row in procedure_rows())
    _print(Table("Procedures", ("name", "question", "needs", "reference"), rows, key="procedures"))


def print_sensitivity(varied: Sensitivity) -> None:
    """Print probabilities and verdicts over rope widths."""
    _print(ropes_table(varied, f"{what(varied.comparison)}, {varied.comparison.procedure}"))
    several = len(set(varied.priors)) > 1
    depends = "The verdict depends on the rope or the prior." if several else "The verdict depends on the rope."
    stable = "The verdict is the same in every row." if varied.stable else depends
    _say(f"{stable} A verdict needs {varied.threshold:g}.")


def print_scaling(scaled: Scaling) -> None:
    """Print probabilities and p-values over sizes, and the size that decides."""
    names = f"{titled(scaled.first, 'first')} and {titled(scaled.second, 'second')}"
    title = f"{names}, {scaled.procedure}, the same scores at k times the size"
    columns = zip(scaled.factors, scaled.units, scaled.probabilities, scaled.p_values, scaled.verdicts, strict=True)
    rows = tuple(
        (f"{k:g}", f"{units:,}", *shares(p), p_value(test).removeprefix("p = "), verdict)
        for k, units, p, test, verdict in columns
    )
    _print(Table(title, ("k", "units", "first", "equivalent", "second", "p", "verdict"), rows, key="scaling"))
    if isfinite(scaled.needed):
        units = ceil(scaled.needed * scaled.units[-1] / scaled.factors[-1])
        size = f"k = {number(scaled.needed)}, about {counted(units, 'unit')}"
        _say(f"The smallest size that decides at {scaled.threshold:g}: {size}.")
    elif scaled.limit is not None:
        first, equivalent, second = shares(scaled.limit)
        _say(
            f"No number of repeats decides at {scaled.threshold:g}: folds share training data, and endlessly many "
            f"would say first {first}, equivalent {equivalent}, second {second}."
        )
    else:
        _say("No number of such units decides: the mean difference lies on a bound of the rope.")


def _print(table: Table) -> None:
    from rich.console import Console

    from betterthan.report.render.text import print_table

    print_table(table, Console(highlight=False))


def _say(sentence: str) -> None:
    from rich.console import Console

    Console(highlight=False).print(sentence, markup=False)
