"""Details of lighteval: Parquet files whose folders say the model and the date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
from asked_of_logs import means, refused

import betterthan as bt

FIRST = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
SECOND = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
EXPECTED = {"org/one": pytest.approx(4 / 6), "org/two": pytest.approx(2 / 6)}
DATE, LATER = "2026-11-16T05-00-01.000000", "2026-11-17T05-00-01.000000"


def document(number: int, metrics: dict[str, Any], **more: Any) -> dict[str, Any]:
    doc = {"query": f"What is {number}?", "id": str(number), "task_name": "sums|0", "topic": f"t{number // 3}", **more}
    return {"doc": doc, "metric": metrics, "model_response": {"text": ["x"], "input_tokens": [1, 2]}}


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.with_suffix(".lines")
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    duckdb.execute(
        f"COPY (SELECT * FROM read_json('{lines}', format='newline_delimited')) TO '{path}' (FORMAT parquet)"
    )
    lines.unlink()
    return path


def write(
    folder: Path,
    model: str,
    rows: list[dict[str, Any]],
    date: str = DATE,
    task: str = "sums|0",
    better: bool | None = True,
) -> Path:
    results = folder / "results" / model / f"results_{date}.json"
    results.parent.mkdir(parents=True, exist_ok=True)
    metrics = [{"metric_name": name, "higher_is_better": better} for name in rows[0]["metric"]]
    results.write_text(
        json.dumps({"config_general": {"model_name": model}, "config_tasks": {task: {"metrics": metrics}}})
    )
    return write_parquet(folder / "details" / model / date / f"details_{task}_{date}.parquet", rows)


def rows(scores: list[float]) -> list[dict[str, Any]]:
    return [document(j, {"em": score}) for j, score in enumerate(scores)]


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two models; the rows of the second in another order."""
    write(tmp_path, "org/one", rows(FIRST))
    write(tmp_path, "org/two", rows(SECOND)[::-1], date=LATER)
    return tmp_path


def test_a_folder(runs: Path) -> None:
    assert means(runs) == EXPECTED
    assert means(runs / "details") == EXPECTED
    assert means(sorted(runs.glob("details/**/*.parquet"))) == EXPECTED
    assert not any("other file" in note for note in bt.read(runs).notes)


@pytest.mark.parametrize(("said", "better"), [(True, True), (False, False), (None, True)])
def test_direction(tmp_path: Path, said: bool | None, better: bool) -> None:
    write(tmp_path, "org/one", rows(FIRST), better=said)
    write(tmp_path, "org/two", rows(SECOND), better=said)
    scores = bt.read(tmp_path)
    assert scores.higher_is_better is better
    assert bt.pair(scores).differences().sum() == pytest.approx(2 if better else -2)


def test_an_older_run_is_left_out(runs: Path) -> None:
    write(runs, "org/one", rows(SECOND), date="2026-11-01T00-00-00.000000")
    assert means(runs) == EXPECTED
    assert any("1 file of older runs" in note for note in bt.read(runs).notes)


def test_a_renamed_file_is_a_model(runs: Path) -> None:
    for path, name in zip(sorted(runs.glob("details/**/*.parquet")), ("one", "two"), strict=True):
        path.rename(runs / f"{name}.parquet")
    assert means([runs / "one.parquet", runs / "two.parquet"]) == {
        "one": pytest.approx(4 / 6),
        "two": pytest.approx(2 / 6),
    }


def test_other_questions_are_refused(runs: Path) -> None:
    each = rows(FIRST)
    write(runs, "org/one", [document(0, {"em": 1.0}, query="Another?"), *each[1:]])
    assert "different cases" in refused(runs)


def test_ids_that_start_again_in_every_split(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        both = [document(j % 3, {"em": score}, query=f"What is {j}?") for j, score in enumerate(scores)]
        write(tmp_path, model, both)
    assert bt.pair(bt.read(tmp_path)).n_units == 6
    assert means(tmp_path) == EXPECTED


def test_metrics(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        write(tmp_path, model, [document(j, {"em": score, "f1": 0.5, "same": score}) for j, score in enumerate(scores)])
    assert "`em`, `f1`, `same`" in refused(tmp_path)
    assert means(tmp_path, metric="same") == EXPECTED


def test_equal_metrics_need_no_choice(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        write(tmp_path, model, [document(j, {"z": score, "em": score}) for j, score in enumerate(scores)])
    assert bt.read(tmp_path).metric == "z"


def test_a_field_of_the_document_is_the_cluster(runs: Path) -> None:
    for column in ("topic", "doc.topic"):
        assert bt.pair(bt.read(runs, cluster=column, weight="clusters")).n_units == 2


@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_truncated(runs: Path, kept: float) -> None:
    path = sorted(runs.glob("details/**/*.parquet"))[0]
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])
    assert f"`{path}`" in refused(sorted(runs.glob("details/**/*.parquet")))


def test_other_parquet_files_are_tables(tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    duckdb.execute(f"COPY (SELECT unnest([1, 2, 3]) AS \"case\", 0.5 AS a, random() AS b) TO '{path}' (FORMAT parquet)")
    assert bt.read(path).models == ("a", "b")


def test_real_files(logs: Path) -> None:
    """ORIGIN: alpha .8083 and beta .65, whatever metric is taken."""
    folder = logs / "lighteval"
    assert list(means(folder).values()) == pytest.approx([0.8083, 0.65], abs=5e-5)
    assert set(means(folder)) == {"toy/alpha", "toy/beta"}
    assert list(means(folder, metric="em").values()) == pytest.approx([0.8083, 0.65], abs=5e-5)
