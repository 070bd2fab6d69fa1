"""Instance files of Every Eval Ever, with the direction that the aggregates beside them say."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from asked_of_logs import means, refused

import betterthan as bt

FIRST = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
SECOND = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
EXPECTED = {"org/one": pytest.approx(4 / 6), "org/two": pytest.approx(2 / 6)}


def sample(model: str, number: int, score: float | None, metric: str = "acc", **more: Any) -> dict[str, Any]:
    return {
        "schema_version": "0.3.0",
        "evaluation_id": f"sums/{model}/1",
        "model_id": model,
        "evaluation_name": "sums",
        "evaluation_result_id": metric,
        "sample_id": str(number),
        "sample_hash": f"hash {number}",
        "evaluation": {"score": score, "is_correct": None},
        "error": None,
        **more,
    }


def write(
    folder: Path, model: str, samples: list[dict[str, Any]], *, lower: bool | None = False, end: str = "\n"
) -> Path:
    path = folder / "sums" / model / "uuid_samples.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + end for each in samples), newline="")
    names = dict.fromkeys(each["evaluation_result_id"] for each in samples)
    results = [{"evaluation_result_id": name, "metric_config": {"lower_is_better": lower}} for name in names]
    whole = {"schema_version": "0.3.0", "evaluation_results": results}
    (path.parent / "uuid.json").write_text(json.dumps(whole))
    return path


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two models."""
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        write(tmp_path, model, [sample(model, j, score) for j, score in enumerate(scores)])
    return tmp_path


def test_a_folder(runs: Path) -> None:
    assert means(runs) == EXPECTED
    assert not any("other file" in note for note in bt.read(runs).notes)


def test_windows_line_ends_and_gzip(runs: Path) -> None:
    path = write(runs, "org/one", [sample("org/one", j, FIRST[j]) for j in reversed(range(6))], end="\r\n")
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert means(runs) == EXPECTED


@pytest.mark.parametrize(("lower", "better"), [(False, True), (True, False), (None, True)])
def test_direction(tmp_path: Path, lower: bool | None, better: bool) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        write(tmp_path, model, [sample(model, j, score) for j, score in enumerate(scores)], lower=lower)
    scores = bt.read(tmp_path)
    assert scores.higher_is_better is better
    assert bt.pair(scores).differences().sum() == pytest.approx(2 if better else -2)


def test_directions_that_differ(tmp_path: Path) -> None:
    write(tmp_path, "org/one", [sample("org/one", 0, 1.0)], lower=True)
    write(tmp_path, "org/two", [sample("org/two", 0, 1.0)], lower=False)
    assert "higher is better in some of these files" in refused(tmp_path)


def test_another_hash_is_refused(runs: Path) -> None:
    each = [sample("org/one", j, score) for j, score in enumerate(FIRST)]
    write(runs, "org/one", [{**each[0], "sample_hash": "other"}, *each[1:]])
    assert "different cases" in refused(runs)


def test_errors_are_counted(runs: Path) -> None:
    each = [sample("org/one", j, score) for j, score in enumerate(FIRST)]
    write(runs, "org/one", [{**each[0], "error": "timeout", "evaluation": {"score": 0.0}}, *each[1:]])
    scores = bt.read(runs)
    assert any("1 of 6 of `org/one` (error)" in note for note in scores.notes)
    assert bt.pair(scores).n_units == 5


def test_truth_values_where_there_is_no_score(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        right = [{"score": None, "is_correct": bool(score)} for score in scores]
        write(tmp_path, model, [sample(model, j, None, evaluation=each) for j, each in enumerate(right)])
    assert means(tmp_path) == EXPECTED


def test_several_metrics(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        both = [sample(model, j, scores[j], name) for j in range(6) for name in ("acc", "f1:strict")]
        write(tmp_path, model, both)
    assert "`acc`, `f1:strict`" in refused(tmp_path)
    assert means(tmp_path, metric="f1:strict") == EXPECTED


def test_truncated(runs: Path) -> None:
    path = next(runs.glob("**/org/one/*.jsonl"))
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * 0.7)])
    assert "uuid_samples.jsonl`" in refused(runs)


def test_real_files(logs: Path) -> None:
    """ORIGIN: toy_sum .2667 and .15 by acc and acc_norm; toy_gen 0 and 0."""
    folder = logs / "every_eval_ever"
    assert "`acc`, `acc_norm`" in refused(folder / "toy_sum")
    for metric in ("acc", "acc_norm"):
        assert list(means(folder, metric=metric).values()) == pytest.approx([0.2667, 0.15], abs=5e-5)
    assert list(means(folder, metric="exact_match:strict-match").values()) == [0, 0]
