"""Results of HumanEval: several programs per problem."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import betterthan as bt


def results(path: Path, tried: Sequence[int]) -> Path:
    """So many programs for each problem, of which the first two pass their tests."""
    rows = [
        {"task_id": f"HumanEval/{problem}", "completion": "…", "passed": program < 2}
        for problem, programs in enumerate(tried)
        for program in range(programs)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(("tried", "said"), [((5, 5, 5), "5 programs"), ((3, 5, 4), "3 to 5 programs")])
def test_it_is_said_how_many_programs_a_problem_has(tried: Sequence[int], said: str, tmp_path: Path) -> None:
    found = bt.read(results(tmp_path / "gpt.jsonl_results.jsonl", tried))
    assert f"pass@1 of each problem is estimated from {said}." in found.notes
    assert list(found.rows.levels("case")) == [f"HumanEval/{problem}" for problem in range(3)]
