"""Sufficient statistics of five classifiers on 54 data sets, 10 runs of 10 folds.

They are behind the tables of Benavoli et al. (2017) and Corani et al. (2017).

The accuracies themselves are not bundled; `uci54-summary.csv` was computed from them by `scripts/uci54_summary.py`. A
row of one classifier has an empty `second`; its numbers are of its own scores, those of a pair of the differences.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from math import nan
from typing import TypeAlias

import numpy as np

from betterthan.arrays import Array
from betterthan.data.moments import Moments
from betterthan.data.summaries import PairedSummary
from betterthan.data.units import FOLDS
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

MODELS = ("nbc", "aode", "hnb", "j48", "j48gr")
LAST_16 = "hepatitis, last 16"
COLUMNS = ("task", "first", "second", "n", "mean", "ss", "step", "test_fraction", "low", "high")

Row: TypeAlias = dict[str, float]
"""The numbers of a row; NaN where there is none."""


def uci54(first: str, second: str) -> PairedSummary:
    """Two classifiers on 54 data sets, in sums.

    Parameters:
        first: one of `MODELS`.
        second: another one.

    >>> uci54("nbc", "aode").select_tasks(["anneal"]).difference_means.round(4)
    array([-0.0194])
    """
    for name in (first, second):
        if name not in MODELS:
            raise ArgumentError(unknown_name("model", name, MODELS))
    one, other = sorted((first, second), key=MODELS.index)
    turn = 1 if first == one else -1
    mean, squares, low, high = (
        np.stack([_column(name, "", each) for name in (first, second)], axis=1)
        for each in ("mean", "ss", "low", "high")
    )
    return PairedSummary(
        models=(first, second),
        tasks=_tasks(),
        n=_column(one, other, "n").astype(np.int64),
        means=mean,
        squares=squares,
        difference_means=turn * _column(one, other, "mean"),
        difference_squares=_column(one, other, "ss"),
        unit=FOLDS,
        test_fraction=float(_column(one, other, "test_fraction")[0]),
        extremes=np.stack([low.min(axis=1), high.max(axis=1)], axis=1),
        steps=_column(one, other, "step"),
    )


def task_means() -> dict[str, list[str] | list[float]]:
    """The mean accuracy of every classifier on each of the 54 data sets, as columns that `bt.read` takes.

    >>> task_means()["nbc"][0]
    0.9594594999999999
    """
    return {"task": list(_tasks()), **{name: _column(name, "", "mean").tolist() for name in MODELS}}


def last_16() -> Moments:
    """The last 16 differences of nbc and aode on hepatitis, which Benavoli et al. (2017) show in Fig. 1 as "15".

    >>> last_16().n
    16
    """
    row = _rows()[LAST_16, "nbc", "aode"]
    return Moments(row["mean"], (row["ss"] / (row["n"] - 1)) ** 0.5, int(row["n"]))


def _tasks() -> tuple[str, ...]:
    return tuple(dict.fromkeys(task for task, _, _ in _rows() if task != LAST_16))


def _column(first: str, second: str, name: str) -> Array:
    return np.array([_rows()[task, first, second][name] for task in _tasks()])


@cache
def _rows() -> dict[tuple[str, str, str], Row]:
    text = (files("betterthan.data.examples") / "uci54-summary.csv").read_text(encoding="utf-8")
    return {
        (row["task"], row["first"], row["second"]): {name: float(row[name] or nan) for name in COLUMNS[3:]}
        for row in csv.DictReader(text.splitlines())
    }
