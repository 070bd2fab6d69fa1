"""Metrics and losses against printed values, without any other library."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from betterthan.numerics.loss_table import LOSSES
from betterthan.numerics.metrics.table import metric_named

REFERENCE = json.loads((Path(__file__).parents[2] / "reference" / "metrics.json").read_text())


def named(case):
    return f"{case.get('metric') or case['loss']}: {case['source']}"


@pytest.mark.parametrize("case", REFERENCE["metrics"], ids=named)
def test_metrics(case):
    truth, output = np.array(case["truth"]), np.array(case["output"])
    found = metric_named(case["metric"]).over(truth, output)(np.ones((1, len(truth))))
    assert found.shape == (1,)
    assert found[0] == pytest.approx(case["expect"], abs=case["tolerance"], rel=0)


@pytest.mark.parametrize("case", REFERENCE["per_query"], ids=named)
def test_metrics_of_queries(case):
    arrays = (np.array(case[key]) for key in ("relevance", "scores", "query"))
    found = metric_named(case["metric"]).each(*arrays)
    np.testing.assert_allclose(found, case["expect"], atol=case["tolerance"], rtol=0)


@pytest.mark.parametrize("case", REFERENCE["losses"], ids=named)
def test_losses(case):
    truth, output = np.array(case["truth"]), np.array(case["output"])
    found = LOSSES.named(case["loss"]).each(truth, output)
    assert found.shape == truth.shape
    assert found.mean() == pytest.approx(case["expect"], abs=case["tolerance"], rel=0)
