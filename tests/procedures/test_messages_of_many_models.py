"""What a user is told, word by word, when the classical tests of several models cannot be run as asked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.procedures import cochran_q, friedman, model_confidence_set, nemenyi, pairwise_wilcoxon

NAMES = ("a", "b", "c")
REAL = np.array([[0.8, 0.7, 0.6], [0.9, 0.8, 0.7], [0.5, 0.6, 0.4], [0.7, 0.5, 0.6]])
GAPS = np.where(np.eye(4, 3, dtype=bool), np.nan, REAL)
ANSWERS = np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]])

TWO = pair_arrays(REAL[:, 0], REAL[:, 1], models=("a", "b"))
FOLDS = PairedTable(NAMES, REAL, design=Design(unit_called("folds"), {"fold": 4}, folds=4))
TASKS = {"task": factor(["x", "x", "y", "y"])}
CALLS: dict[str, Callable[[], object]] = {
    "nemenyi of two models": lambda: nemenyi(TWO),
    "pairwise_wilcoxon of two models": lambda: pairwise_wilcoxon(TWO),
    "missing scores for friedman": lambda: friedman(PairedTable(NAMES, GAPS)),
    "missing scores for nemenyi": lambda: nemenyi(PairedTable(NAMES, GAPS)),
    "missing scores for pairwise_wilcoxon": lambda: pairwise_wilcoxon(PairedTable(NAMES, GAPS)),
    "missing scores for model_confidence_set": lambda: model_confidence_set(PairedTable(NAMES, GAPS)),
    "missing answers for cochran_q": lambda: cochran_q(PairedTable(NAMES, np.where(np.isnan(GAPS), np.nan, ANSWERS))),
    "missing scores of a paper": lambda: nemenyi.from_scores(GAPS),
    "real scores for cochran_q": lambda: cochran_q(PairedTable(NAMES, REAL)),
    "several tasks for cochran_q": lambda: cochran_q(PairedTable(NAMES, ANSWERS, factors=TASKS)),
    "folds of one task": lambda: nemenyi(FOLDS),
    "one unit": lambda: model_confidence_set(PairedTable(NAMES, REAL[:1])),
    "one task that is known by its sums": lambda: friedman(PairedSummary.from_moments(mean=0.1, sd=0.2, n=50)),
    "one row of scores": lambda: friedman.from_scores(REAL[0]),
    "too few names": lambda: nemenyi.from_scores(REAL, models=("a", "b")),
    "unknown adjustment": lambda: pairwise_wilcoxon.from_scores(REAL, adjust="holms"),
    "unknown variant of McNemar's test": lambda: cochran_q.from_scores(ANSWERS, variant="exakt"),
    "unknown statistic": lambda: model_confidence_set.from_scores(REAL, statistic="T_R"),
    "a block longer than the table": lambda: model_confidence_set.from_scores(REAL, block=10),
}


@pytest.mark.parametrize("case", CALLS)
def test_message(case: str, raised, snapshot: SnapshotAssertion) -> None:
    assert raised(CALLS[case]) == snapshot


def test_folds_of_several_tasks_are_averaged() -> None:
    """Only the folds of a single task share training data with each other and nothing else to go by."""
    table = PairedTable(NAMES, REAL, design=Design(unit_called("folds"), {"fold": 2}, folds=2), factors=TASKS)
    assert nemenyi(table).diagnostics.figures["units"] == 2
