"""The engine's sums agree with the laid-out units, also where floating point is difficult."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from betterthan.data.engines.duckdb import DuckEngine
from betterthan.data.engines.sql import identifier, literal
from betterthan.data.engines.temporary import temporary_directory
from betterthan.data.pairing import pair
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.data.summing import summarize


def table_of(offset: float = 0.0, *, binary: bool = False, n: int = 500) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    scores = rng.integers(0, 2, 2 * n) if binary else offset + rng.normal(size=2 * n)
    cases, tasks = np.tile(np.arange(n), 2), np.tile(rng.choice(["x", "y", "z"], n), 2)
    return {"model": np.repeat(["a", "b"], n), "task": tasks, "case": cases, "score": scores}


def scores_of(columns: dict[str, Any], **named: Any) -> Scores:
    scores = read(columns, **named)
    assert isinstance(scores, Scores)
    return scores


@pytest.mark.parametrize(("offset", "tolerance"), [(0.0, 1e-12), (1e6, 1e-8), (1e9, 1e-5)])
def test_sums_agree_with_the_units(offset: float, tolerance: float) -> None:
    scores = scores_of(table_of(offset))
    summary, table = summarize(scores), pair(scores)
    assert summary.moments().sd == pytest.approx(table.moments().sd, rel=tolerance)
    assert summary.moments().mean == pytest.approx(table.moments().mean, rel=tolerance)
    assert summary.tasks == table.tasks
    np.testing.assert_allclose(summary.task_means(), table.task_means(), rtol=tolerance, atol=tolerance)
    correlation, expected = summary.pairing(), table.pairing()
    assert correlation is not None
    assert expected is not None
    assert correlation == pytest.approx(expected, rel=tolerance, abs=tolerance)
    assert summary.cells_by_task is None


def test_cells_agree_with_the_units() -> None:
    scores = scores_of(table_of(binary=True))
    summary, table = summarize(scores), pair(scores)
    assert summary.cells() == table.cells()
    assert summary.cells_by_task is not None
    assert summary.select_tasks(["y"]).cells() == table.select_tasks(["y"]).cells()


def test_sums_count_what_is_unmatched_and_repeated() -> None:
    columns = {
        "model": ["a", "a", "a", "b", "b", "a"],
        "task": ["x", "x", "y", "x", "x", "x"],
        "case": [1, 2, 1, 1, 3, 1],
        "score": [1.0, 2, 3, 5, 6, 2],
    }
    sums = scores_of(columns).rows.sums(("a", "b"), ("task", "case"))
    assert sums.summary.tasks == ("x",)
    assert sums.summary.n.tolist() == [1]
    assert sums.summary.means.tolist() == [[1.5, 5.0]]
    assert (sums.unmatched, sums.repeated) == (3, 1)


def test_sums_without_a_task() -> None:
    sums = scores_of({"case": [1, 2], "a": [1, 0], "b": [1, 1]}).rows.sums(("a", "b"), ("case",))
    assert sums.summary.tasks == ("",)
    assert sums.summary.cells_by_task is not None
    assert sums.summary.cells_by_task.tolist() == [[0, 1, 0, 1]]


def test_units_come_in_order_of_first_appearance_with_means_and_counts() -> None:
    columns = {
        "model": ["b", "a", "a", "b", "a"],
        "case": ["q", "p", "q", "q", "r"],
        "n_test": [10, 20, 10, 10, 30],
        "kind": ["u", "v", "u", "u", "w"],
        "score": [1.0, 5.0, 2.0, 4.0, 7.0],
    }
    units = scores_of(columns).rows.units(("a", "b"), ("case",), ("case", "kind"))
    np.testing.assert_array_equal(units.scores, [[2.0, 2.5], [5.0, np.nan], [7.0, np.nan]])
    assert units.counts.tolist() == [[1, 2], [1, 0], [1, 0]]
    assert units.factors["case"].names == ("q", "p", "r")
    assert units.factors["kind"].codes.tolist() == [0, 1, 2]
    assert units.sizes["n_test"].tolist() == [10.0, 20.0, 30.0]


def test_only_keeps_the_rows_of_some_values() -> None:
    rows = scores_of(table_of(n=30)).rows
    kept = rows.only("task", ["x", "it's not there"]).only("model", ["b"])
    assert kept.levels("task") == {"x": rows.levels("task")["x"] // 2}
    assert kept.count() == rows.levels("task")["x"] // 2
    assert rows.only("task", []).count() == 0


def test_unit_count_and_odd_units() -> None:
    columns = {"model": ["a", "b", "a", "a", "b"], "task": list("ttttu"), "case": [1, 1, 2, 2, 3], "score": [1.0] * 5}
    rows = scores_of(columns).rows
    both, keys = ("a", "b"), ("task", "case")
    assert rows.unit_count(both, keys) == 3
    assert rows.unit_count(("a",), keys) == 2
    assert rows.odd_units(both, keys, model="a", repeated=True, limit=3) == [{"task": "t", "case": "2"}]
    assert rows.odd_units(both, keys, model="a", repeated=False, limit=3) == [{"task": "u", "case": "3"}]
    assert rows.odd_units(both, keys, model="b", repeated=True, limit=3) == []


def test_spilling_has_a_place() -> None:
    (setting,) = DuckEngine().rows("SELECT current_setting('temp_directory')")[0]
    assert setting == str(temporary_directory())
    assert temporary_directory().is_dir()


@pytest.mark.parametrize("text", ["it's", 'say "x"', "'; DROP TABLE t; --", "é ß"])
def test_quoting(text: str) -> None:
    engine, query = DuckEngine(), f"SELECT {literal(text)} AS {identifier(text)}"
    assert list(engine.types(f"({query})")) == [text]
    assert engine.rows(query) == [(text,)]
