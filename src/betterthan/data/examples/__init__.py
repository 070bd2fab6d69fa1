"""Bundled example data: figures printed in papers, or simulated to them, with their stories."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from betterthan.data.examples import mice
from betterthan.data.reading.predictions import predictions
from betterthan.data.reading.tables import read
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.data.predictions import Predictions
    from betterthan.data.scores import Scores
    from betterthan.data.summaries import PairedSummary
    from betterthan.data.tables import PairedDifferences


@dataclass(frozen=True)
class Example:
    """A bundled data set.

    Parameters:
        name: its name.
        story: what it is, in one line.
        first: the first model.
        second: the second model.
        source: where the figures are printed.
        simulated: whether the rows are made when they are asked for, and not stored.
        flags: what the command line must be told besides.
    """

    name: str
    story: str
    first: str
    second: str
    source: str
    simulated: bool = False
    flags: str = ""


EXAMPLES = {
    each.name: each
    for each in (
        Example(
            "code-switching",
            "Which of two sentences is natural code-switching? A graph net (GNN) against an LLM, 11 language pairs.",
            "GNN",
            "LLM",
            "Williams (2026), Table 1",
        ),
        Example(
            "nbc-aode",
            "Naive Bayes (nbc) against AODE on 54 UCI data sets: mean differences of accuracy, in percent.",
            "nbc",
            "aode",
            "Benavoli et al. (2017), Table 7",
        ),
        Example(
            "mice",
            "Is a mouse observable in this second? Probabilities by logistic regression (LgR), an SVM and an MLP.",
            "LgR",
            "SVM",
            "simulated to the moments in Williams (2026), sec. 6.1",
            simulated=True,
            flags=" --column truth=class --column cluster=mouse --positive 1 --loss log",
        ),
    )
}


def example(name: str) -> Scores | PairedDifferences | PairedSummary | Predictions:
    """A bundled data set, read.

    Parameters:
        name: its name; `EXAMPLES` lists them.

    >>> example("nbc-aode").n_units
    54
    """
    facts = _known(name)
    if facts.simulated:
        return predictions(mice.columns(), truth="class", cluster="mouse", positive="1")
    with as_file(files("betterthan.data.examples") / f"{name}.csv") as path:
        return read(path, first=facts.first, second=facts.second)


def csv_text(name: str) -> str:
    """A bundled data set as CSV text.

    Parameters:
        name: its name.
    """
    if _known(name).simulated:
        return mice.csv_text()
    return (files("betterthan.data.examples") / f"{name}.csv").read_text(encoding="utf-8")


def _known(name: str) -> Example:
    if name not in EXAMPLES:
        raise ArgumentError(unknown_name("example", name, tuple(EXAMPLES)))
    return EXAMPLES[name]
