"""Scores beyond what can be computed with are refused where they are read, with their place and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from betterthan.errors import NeedsNotMet
from betterthan.procedures import named

FILES = {
    "wide.csv": "case,gpt,llama\n1,1e149,2e149\n2,3e149,-1e149\n3,2e149,1e149\n4,-1e149,-3e149\n",
    "huge.csv": "case,gpt,llama\n1,1,2\n2,1e200,2\n3,2,-1e151\n",
    "long.csv": "model,case,score\na,1,1\nb,1,2\na,2,-1.7e308\nb,2,1\n",
    "differences.csv": "difference\n1\n1e151\n",
}


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("huge.csv", "`huge.csv`, line 3: column `gpt` is 1e+200 (2 rows are like this)"),
        ("long.csv", "`long.csv`, line 4: column `score` is -1.7e+308"),
        ("differences.csv", "`differences.csv`, line 3: column `difference` is 1e+151"),
    ],
)
def test_what_is_too_large_is_named(folder: Path, command: Any, file: str, place: str) -> None:
    ran = command("compare", file)
    assert ran.code == 2
    assert f"{place}, too large to compute with." in ran.err
    assert "up to 1e+150 in size: divide all scores by the same number first." in ran.err


def test_what_is_just_not_too_large_is_compared(folder: Path, command: Any) -> None:
    assert command("compare", "wide.csv").code == 0


@pytest.mark.parametrize(("unit", "advice"), [(1e200, "Divide"), (1e-200, "Multiply")])
def test_a_joint_model_refuses_squares_beyond_the_range(unit: float, advice: str) -> None:
    scores = unit * np.random.default_rng(1).normal(size=(6, 3))
    with pytest.raises(NeedsNotMet, match=f"leave the range of numbers. {advice} all scores"):
        named("bayes_joint").from_scores(scores)
