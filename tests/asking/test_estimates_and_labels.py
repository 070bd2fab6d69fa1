"""An estimate is printed on the scale that its label names."""

from __future__ import annotations

import pytest

import betterthan as bt
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.words.facts import estimate, estimate_name

TWO_TASKS = PairedSummary.from_cells({"x": Cells(5, 0, 10, 20), "y": Cells(5, 3, 7, 20)})
MANY_TASKS = bt.examples.example("code-switching")


@pytest.mark.parametrize(
    ("data", "procedure", "label", "printed"),
    [
        # P(first better) of Beta posteriors: 1 - 2^-11 on x and 0.887 on y; their mean is 0.943.
        (TWO_TASKS, "bayes_poisson_binomial", "minus 0.5", 0.9431 - 0.5),
        (MANY_TASKS, "bayes_hierarchical_mcnemar", "1/2 - φ", 0.5 - 0.5213),
    ],
)
def test_where_the_null_is_not_zero_the_label_says_what_was_subtracted(data, procedure, label, printed) -> None:
    found = bt.compare(data, procedure=procedure)
    assert label in estimate_name(found)
    assert float(estimate(found).split(",")[0]) == pytest.approx(printed, abs=2e-3)
