"""Logs that nobody wrote with good intent, or that broke: one message each, and no more memory than the limits say."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zipfile

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.reading.sources import compiled
from betterthan.data.reading.sources.outline import Outline, outline_of

ROW = {"question_id": 81, "turn": 1, "model": "a", "judge": ["gpt-4", "x"], "score": 7}


def test_a_gzip_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb") as file:
        file.write(json.dumps(ROW).encode() + b"\n")
        for _ in range(80):
            file.write(b" " * 2**20)
    with pytest.raises(bt.ReadingError, match="unpacks to more than 200 times its size"):
        bt.read(path)


def test_a_bomb_in_a_folder_of_logs_is_passed_over(tmp_path):
    (tmp_path / "a_single.jsonl").write_text(json.dumps(ROW) + "\n")
    with gzip.open(tmp_path / "bomb.jsonl.gz", "wb") as file:
        file.write(b" " * 80 * 2**20)
    assert bt.read(tmp_path).models == ("a",)


def test_a_record_that_is_too_long_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "LONGEST_JSON", 2**20)
    path = tmp_path / "judge_single.jsonl"
    path.write_text(json.dumps(ROW) + "\n" + json.dumps({**ROW, "turn": 2, "user_prompt": "x" * 80 * 2**20}) + "\n")
    with pytest.raises(bt.ReadingError, match="has a record of more than"):
        bt.read(path)


@pytest.mark.parametrize("array", [True, False])
def test_a_record_of_a_table_that_is_too_long_is_refused_without_reading_it(tmp_path, array):
    """Python's own reader, which says what is wrong with JSON, would take three times its length in memory."""
    path = tmp_path / "scores.json"
    rows = [json.dumps({"model": model, "case": 1, "score": 0.5}) for model in "ab"]
    long = rows[1][:-1] + ', "text": "' + "x" * 64 * 2**20 + '"}'
    path.write_text(f"[{rows[0]}, {long}]" if array else f"{rows[0]}\n{long}\n")
    tracemalloc.start()
    with pytest.raises(bt.ReadingError, match="has a record of more than 16 MB"):
        bt.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 * 2**20


def test_an_object_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "LOADED_UP_TO", 2**16)
    path = tmp_path / "eval_results.json"
    path.write_text(json.dumps({f"django__django-{j}": True for j in range(10_000)}))
    with pytest.raises(bt.ReadingError, match="must be read whole"):
        bt.read(path)


def test_json_that_is_nested_too_deep_is_refused(tmp_path):
    path = tmp_path / "eval_results.json"
    path.write_text('{"a":' + "[" * 200_000 + "]" * 200_000 + "}")
    with pytest.raises(bt.ReadingError, match="nested too deep"):
        bt.read(path)


def test_a_log_with_a_row_that_is_nested_too_deep_ends_in_a_message_or_in_its_scores(tmp_path):
    path = tmp_path / "judge_single.jsonl"
    deep = json.dumps(ROW)[:-1] + ', "turn": 2, "x": ' + "[" * 100_000 + "]" * 100_000 + "}"
    path.write_text(json.dumps(ROW) + "\n" + deep + "\n")
    assert bt.read(path).rows.extent() == (7.0, 7.0)


def test_arrays_that_unpack_to_too_much_are_refused(tmp_path):
    path = tmp_path / "evaluations.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("timesteps.npy", "ep_lengths.npy"):
            archive.writestr(name, b"x")
        with archive.open("results.npy", "w", force_zip64=True) as member:
            for _ in range(600):
                member.write(bytes(2**20))
    with pytest.raises(bt.ReadingError, match="unpacks to 600 MB"):
        bt.read(path)


def test_arrays_that_would_run_code_are_refused(tmp_path):
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "evaluations.npz"
    made = numpy.array([{"a": 1}], dtype=object)
    numpy.savez(path, timesteps=made, results=made, ep_lengths=made)
    with pytest.raises(bt.ReadingError, match="cannot be read as arrays of numbers"):
        bt.read(path)


def test_names_with_quotes_are_names(tmp_path):
    ids = [f"it's \"{j}\" '; DROP TABLE logs; --" for j in range(12)]
    for model in ("a'b", 'c"d'):
        (tmp_path / model).mkdir()
        (tmp_path / model / "eval_results.json").write_text(json.dumps({each: len(model) > 2 for each in ids}))
    found = bt.read(tmp_path)
    assert set(found.models) == {"a'b", 'c"d'}
    assert set(found.rows.levels("case")) == set(ids)


def test_two_kinds_of_logs_are_not_mixed(tmp_path):
    (tmp_path / "a_single.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "eval_results.json").write_text(json.dumps({"django__a-1": True, "django__a-2": False}))
    with pytest.raises(bt.ReadingError, match="Give the files of one"):
        bt.read(tmp_path)


def test_a_stranger_among_logs_is_named(tmp_path):
    (tmp_path / "a_single.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "b.csv").write_text("model,case,score\na,1,0.5\n")
    with pytest.raises(bt.ReadingError, match=r"b\.csv` is none"):
        bt.read([tmp_path / "a_single.jsonl", tmp_path / "b.csv"])


@pytest.mark.parametrize("rows", [{"model": "a", "case": 1, "score": 0.5}, {"generator_1": "x", "generator_2": "y",
                                  "preference": 1.5, "instruction": "z"}])  # fmt: skip
def test_an_array_that_is_cut_off_behind_a_comma_is_refused(tmp_path, rows):
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps([rows, rows])[: len(json.dumps([rows])) + 1].replace("}]", "},"))
    assert path.read_text().rstrip().endswith(",")
    with pytest.raises(bt.ReadingError, match="its array has no end"):
        bt.read(path)


def test_the_beginning_of_a_long_text_is_looked_at_in_little_memory():
    """A pattern that chooses each letter of a text keeps all of its choices: a gigabyte for 8 MB."""
    tracemalloc.start()
    assert outline_of(b'[{"a": "' + b"x" * 8 * 2**20) is None
    assert outline_of(b'[{"b": 1, "a": "' + b'\\"x' * 2**20) == Outline("array", {"b": 1})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 * 2**20


def preferred(model: str) -> list[dict[str, object]]:
    return [{"instruction": f"Explain {j}.", "generator_1": "base", "generator_2": model, "preference": 1 + j % 2}
            for j in range(40)]  # fmt: skip


@pytest.mark.parametrize("left", [0, 30, 200])
def test_a_damaged_log_among_others_is_not_passed_over(tmp_path, left):
    """Else the one model that is left would be compared with the baseline, which nobody asked."""
    for model in ("a", "b"):
        (tmp_path / model).mkdir()
        packed = gzip.compress(json.dumps(preferred(model)).encode())
        (tmp_path / model / "annotations.json.gz").write_bytes(packed if model == "a" else packed[:left])
    with pytest.raises(bt.ReadingError, match=r"b/annotations\.json\.gz` (breaks off|is empty)"):
        bt.read(tmp_path)


@pytest.mark.parametrize("name", ["notes.json", "empty.jsonl"])
def test_an_empty_file_of_another_name_is_no_lost_log(tmp_path, name):
    (tmp_path / "annotations.json").write_text(json.dumps(preferred("a")))
    (tmp_path / name).write_text("")
    assert bt.read(tmp_path).models == ("a", "base")


def test_a_parquet_file_that_breaks_off_among_logs_is_not_passed_over(tmp_path):
    import duckdb

    (tmp_path / "a_single.jsonl").write_text(json.dumps(ROW) + "\n")
    duckdb.execute(f"COPY (SELECT range AS x FROM range(5000)) TO '{tmp_path / 'x.parquet'}' (FORMAT parquet)")
    (tmp_path / "x.parquet").write_bytes((tmp_path / "x.parquet").read_bytes()[:400])
    with pytest.raises(bt.ReadingError, match=r"x\.parquet` breaks off"):
        bt.read(tmp_path)


def test_two_rows_of_a_unit_are_told_with_all_that_names_it(tmp_path):
    """A kind of log that has no reruns; the second case of model `b` stands there three times."""
    rows = [{"model": m, "case": j, "ok": (j + len(m)) % 2} for m in "ab" for j in range(4)]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, rows[5], rows[5]]))
    mapping = {"name": "x", "has": ["model", "case", "ok"], "model": "model", "case": "case", "score": "ok"}
    with pytest.raises(bt.ReadingError, match=r"`b` has 3 rows for the same unit \(case 1\)"):
        bt.read(path, mapping=mapping)


@pytest.mark.parametrize(("tried", "told"), [((5, 5, 5), "5"), ((2, 5, 3), "2 to 5")])
def test_how_many_programs_of_a_problem_there_are_is_said(tmp_path, tried, told):
    rows = [{"task_id": f"HumanEval/{j}", "completion": "…", "result": "passed" if k % 2 else "failed",
             "passed": bool(k % 2)} for j, n in enumerate(tried) for k in range(n)]  # fmt: skip
    path = tmp_path / "a.jsonl_results.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert f"pass@1 of each problem is estimated from {told} programs." in bt.read(path).notes


@pytest.mark.parametrize(("named", "tasks"), [(("Ant_1", "Ant_2"), ("Ant",)), (("seed_1", "seed_2"), ())])
def test_runs_have_tasks_only_if_folders_name_one(tmp_path, named, tasks):
    results = np.arange(6.0).reshape(2, 3)
    for folder in named:
        (tmp_path / "ppo" / folder).mkdir(parents=True)
        np.savez(tmp_path / "ppo" / folder / "evaluations.npz", timesteps=[1, 2], results=results, ep_lengths=results)
    found = bt.read(tmp_path)
    assert "seed" in found.keys
    assert ("task" in found.keys) == bool(tasks)
