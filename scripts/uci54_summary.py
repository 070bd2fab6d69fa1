"""Write `uci54-summary.csv`, the sufficient statistics of 54 data sets, from the accuracies themselves.

    python scripts/uci54_summary.py uci54.csv

The accuracies of five classifiers, 10 runs of 10 folds, are not part of this project: they belong to the repository
BayesianTestsML/tutorial. What is written here is computed from them: numbers, means and sums of squares of each
classifier and of the differences of each pair, the smallest change that a score can make, and what was lowest and
highest. One more row has the last 16 differences of hepatitis, which Benavoli et al. (2017) show in Fig. 1.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

import betterthan as bt
from betterthan.data.examples.uci54 import COLUMNS, LAST_16, MODELS
from betterthan.data.tables import PairedTable
from betterthan.numerics.zero_variance import score_step

WRITTEN = Path(__file__).parents[1] / "src/betterthan/data/examples/uci54-summary.csv"
HEPATITIS = 16
"""Its place among the tasks, whose names are wrong in places."""


def main() -> None:
    """Read the file that is named, and write the summary."""
    scores = bt.read(sys.argv[1])
    with WRITTEN.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(scores))


def rows(scores: bt.Scores) -> Iterator[tuple[object, ...]]:
    """Task by task: every classifier, then every pair; at the end hepatitis."""
    table = bt.pair(scores, *MODELS)
    for task, means in zip(table.tasks, table.by_task().scores.tolist(), strict=True):
        each = table.select_tasks([task])
        for model, mean, column in zip(MODELS, means, each.scores.T, strict=True):
            squares = float(((column - mean) ** 2).sum())
            yield task, model, "", len(column), mean, squares, "", "", column.min(), column.max()
        for first, second in combinations(MODELS, 2):
            yield task, *of_pair(each.two(first, second))
    yield LAST_16, *of_pair(last_16(table))


def of_pair(table: PairedTable) -> tuple[object, ...]:
    """What is known of the differences of two classifiers on one task."""
    _, n, mean, ss = table.task_sums()
    step = score_step(table.scores)
    told = "" if np.isnan(step) else step
    return *table.models, int(n[0]), float(mean[0]), float(ss[0]), told, 0.1, "", ""


def last_16(table: PairedTable) -> PairedTable:
    """The scores that the authors' notebook takes: from the 85th on."""
    hepatitis = table.select_tasks([table.tasks[HEPATITIS]]).two("nbc", "aode")
    return bt.pair_arrays(*hepatitis.scores[84:].T, models=("nbc", "aode"))


if __name__ == "__main__":
    main()
