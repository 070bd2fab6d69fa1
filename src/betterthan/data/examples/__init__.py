"""Bundled example data: figures printed in papers, simulated ones, and scores of models of scikit-learn."""

from __future__ import annotations

import csv
import json
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
        source: where the figures are printed, or how they were made.
        simulated: whether the rows are made when they are asked for, and not stored.
        flags: what the command line must be told besides.
        cluster: the column of clusters, whose name does not say so.
        models: whether columns are named after the models; else the names of the two are given.
        outputs: whether the rows hold truth and outputs, and no scores.
        per_model: whether each model has a file of its own, in JSON Lines, when files are written.
    """

    name: str
    story: str
    first: str
    second: str
    source: str
    simulated: bool = False
    flags: str = ""
    cluster: str | None = None
    models: bool = False
    outputs: bool = False
    per_model: bool = False


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
        Example(
            "cross-validation",
            "Which kernel? AUROC of four support vector machines in ten repeats of ten folds.",
            "rbf",
            "linear",
            'computed by scikit-learn 1.9.1, as in its example "Statistical comparison of models using grid search"',
            flags=" --rope 0.01",
            models=True,
        ),
        Example(
            "passages",
            "Two language models answer 140 questions about 35 passages, twice each: right or wrong.",
            "bell",
            "ada",
            "simulated; in truth the two are equally good",
            flags=" --rope 0.02 --repeats mean --column cluster=passage",
            cluster="passage",
            models=True,
            per_model=True,
        ),
        Example(
            "leaderboard",
            "Accuracies of five models on twelve data sets, with three gaps.",
            "boosting",
            "linear",
            "simulated",
            flags=" --rope 0.01 --missing drop",
            models=True,
        ),
        Example(
            "seeds",
            "Accuracies of three networks over eight seeds, which they share.",
            "deep",
            "small",
            "simulated",
            flags=" --rope 0.005",
            models=True,
        ),
        Example(
            "predictions",
            "Is a tumour benign (1)? Probabilities by logistic regression and naive Bayes for 285 patients.",
            "logistic",
            "bayes",
            "computed by scikit-learn 1.9.1 from its breast cancer data, half of which was held out",
            flags=" --loss brier --rope 0.01",
            outputs=True,
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
        if facts.outputs:
            return predictions(path, truth="truth")
        if facts.models:
            return read(path, cluster=facts.cluster)
        return read(path, first=facts.first, second=facts.second)


def csv_text(name: str) -> str:
    """A bundled data set as CSV text.

    Parameters:
        name: its name.
    """
    if _known(name).simulated:
        return mice.csv_text()
    return (files("betterthan.data.examples") / f"{name}.csv").read_text(encoding="utf-8")


def texts(name: str) -> dict[str, str]:
    """The files of a bundled data set, by their names: one CSV file, or a file of JSON Lines for each model.

    Parameters:
        name: its name.
    """
    if not _known(name).per_model:
        return {f"{name}.csv": csv_text(name)}
    first, second = EXAMPLES[name].first, EXAMPLES[name].second
    rows = list(csv.DictReader(csv_text(name).splitlines()))
    return {f"{model}.jsonl": _lines(rows, model, {first, second}) for model in (first, second)}


def _lines(rows: list[dict[str, str]], model: str, models: set[str]) -> str:
    """The rows of one model, as a program that asked it would log them."""
    whole = {"epoch", model}
    kept = ({key: int(cell) if key in whole else cell for key, cell in row.items()} for row in rows)
    named = ({key: cell for key, cell in row.items() if key not in models} | {"correct": row[model]} for row in kept)
    return "".join(json.dumps(row) + "\n" for row in named)


def _known(name: str) -> Example:
    if name not in EXAMPLES:
        raise ArgumentError(unknown_name("example", name, tuple(EXAMPLES)))
    return EXAMPLES[name]
