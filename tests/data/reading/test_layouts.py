"""Every layout from every source gives the same paired scores."""

from __future__ import annotations

import csv
import gzip
import io
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all
from hypothesis import strategies as st

from betterthan.data.pairing import pair
from betterthan.data.reading.sources import source
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedDifferences, PairedTable
from betterthan.errors import ArgumentError, PairingError, ReadingError

TASKS = ["é is", 'it\'s; a "task", | or\ttwo', "é is", "wine"]
LONG = {
    "model": ["nbc", "nbc", "aode", "aode", "nbc", "aode", "aode", "nbc"],
    "dataset": [TASKS[0], TASKS[1], TASKS[0], TASKS[1], TASKS[2], TASKS[2], TASKS[3], TASKS[3]],
    "case": ["01", "1", "01", "1", "2", "2", "3", "3"],
    "fold": [1, 1, 1, 1, 2, 2, 2, 2],
    "accuracy": [0.1, 0.25, 0.2, 0.5, 0.3, 0.1 + 0.2, 1e-7, 0.75],
}
WIDE = {
    "dataset": TASKS,
    "case": ["01", "1", "2", "3"],
    "fold": [1, 1, 2, 2],
    "nbc": [0.1, 0.25, 0.3, 0.75],
    "aode": [0.2, 0.5, 0.1 + 0.2, 1e-7],
}


def scores_of(source: Any, **named: Any) -> Scores:
    scores = read(source, **named)
    assert isinstance(scores, Scores)
    return scores


def assert_is_the_table(table: PairedTable) -> None:
    assert table.models == ("nbc", "aode")
    assert table.scores is not None
    assert table.scores.tolist() == [[0.1, 0.2], [0.25, 0.5], [0.3, 0.1 + 0.2], [0.75, 1e-7]]
    assert table.factors["task"].names == ("é is", TASKS[1], "wine")
    assert table.factors["task"].codes.tolist() == [0, 1, 0, 2]
    assert table.factors["fold"].names == ("1", "2")
    assert table.factors["fold"].codes.tolist() == [0, 0, 1, 1]
    assert table.design.levels == {"task": 3, "fold": 2}


def test_long(given: Any) -> None:
    scores = scores_of(given(LONG))
    assert scores.metric == "accuracy"
    assert scores.columns == ("task", "case", "fold")
    assert list(scores.rows.levels("case")) == ["01", "1", "2", "3"]
    assert_is_the_table(pair(scores))


def test_wide(given: Any) -> None:
    scores = scores_of(given(WIDE))
    assert scores.notes == ("Read as a wide table: one column per model: nbc, aode.",)
    assert_is_the_table(pair(scores))


def test_counts(given: Any) -> None:
    summary = read(given({"n00": [54, 1], "n01": [159, 2], "n10": [198, 3], "n11": [589, 4], "task": ["da", "en"]}))
    assert isinstance(summary, PairedSummary)
    assert summary.models == ("first", "second")
    assert summary.tasks == ("da", "en")
    assert summary.cells() == (55, 161, 201, 593)


def test_differences(given: Any) -> None:
    table = read(given({"Difference": [0.5, -0.25, 0.0], "task": ["a", "b", "c"]}), first="nbc", second="aode")
    assert isinstance(table, PairedDifferences)
    assert table.models == ("nbc", "aode")
    assert table.differences().tolist() == [0.5, -0.25, 0.0]
    assert table.tasks == ("a", "b", "c")
    assert table.design.unit.plural == "tasks"


def test_booleans_are_binary_scores(given: Any) -> None:
    scores = scores_of(given({"model": ["a", "a", "b", "b"], "id": [1, 2, 1, 2], "correct": [True, False, True, True]}))
    assert scores.binary
    assert pair(scores).cells() == (0, 1, 0, 1)


@pytest.mark.parametrize("written", [("1", "0"), ("true", "false"), ("True", "False"), ("1.0", "0.0")])
def test_written_booleans(write: Any, written: tuple[str, str]) -> None:
    yes, no = written
    scores = scores_of(write("t.csv", f"model,case,score\na,1,{yes}\na,2,{no}\nb,1,{yes}\nb,2,{yes}\n"))
    assert scores.binary
    assert pair(scores).cells() == (0, 1, 0, 1)


def test_losses_are_turned_once(given: Any) -> None:
    table = pair(scores_of(given(LONG), higher_is_better=False))
    assert table.differences()[0] == pytest.approx(0.1)
    assert not table.higher_is_better
    assert table.model_scores()[0].mean == pytest.approx(0.35)


def test_binary_losses_become_their_complement(given: Any) -> None:
    scores = scores_of(given({"case": [1, 2, 3], "a": [0, 1, 1], "b": [0, 0, 1]}), higher_is_better=False)
    assert scores.binary
    assert pair(scores).cells() == (1, 1, 0, 1)
    assert pair(scores).model_scores()[0].mean == pytest.approx(2 / 3)


def test_lower_is_better_differences_and_counts() -> None:
    table = read({"difference": [0.5, 0.0]}, higher_is_better=False)
    assert isinstance(table, PairedDifferences)
    assert table.differences().tolist() == [-0.5, 0.0]
    assert "sign was turned" in table.notes[0]
    summary = read({"n00": [1], "n01": [2], "n10": [3], "n11": [4]}, higher_is_better=False)
    assert isinstance(summary, PairedSummary)
    assert summary.cells() == (4, 3, 2, 1)
    assert "losses" in summary.notes[-1]


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_names_are_given_to_counts_and_differences_and_turn_nothing(higher_is_better: bool) -> None:
    """Case by case: `n10` are those on which the first model's column holds 1 and the second's 0."""
    asked = {"first": "gpt", "second": "llama", "higher_is_better": higher_is_better}
    counts = read({"n00": [1], "n01": [2], "n10": [3], "n11": [4]}, **asked)
    wide = {"gpt": [0] * 3 + [1] * 7, "llama": [0] + [1] * 2 + [0] * 3 + [1] * 4}
    cases = pair(scores_of(wide, independent=True, higher_is_better=higher_is_better), "gpt", "llama")
    assert isinstance(counts, PairedSummary)
    assert counts.cells() == cases.cells()
    (told,) = (note for note in counts.notes if note.startswith("Read as counts"))
    assert "`n10` counts the cases on which gpt has a 1 and llama a 0. The file names no models" in told
    differences = read({"difference": [0.5, 0.0]}, **asked)
    (told,) = (note for note in differences.notes if note.startswith("Read as differences"))
    assert "they are scores of gpt less scores of llama. The file names no models" in told


def test_row_order_does_not_matter(given: Any) -> None:
    order = list(range(8))
    random.Random(3).shuffle(order)
    shuffled = pair(
        scores_of(given({name: [values[j] for j in order] for name, values in LONG.items()})), "nbc", "aode"
    )
    straight = pair(scores_of(LONG), "nbc", "aode")
    assert sorted(shuffled.differences()) == sorted(straight.differences())
    assert dict(zip(shuffled.tasks, shuffled.task_means(), strict=True)) == pytest.approx(
        dict(zip(straight.tasks, straight.task_means(), strict=True))
    )


def test_whole_float_ids_meet_integer_ids(write: Any) -> None:
    pd = pytest.importorskip("pandas")
    first = pd.DataFrame({"model": "a", "case": [1.0, 2.0, 2.5], "score": [0.1, 0.2, 0.3]})
    assert list(scores_of(first).rows.levels("case")) == ["1", "2", "2.5"]


def test_text_ids_are_never_changed(write: Any) -> None:
    name = write("t.csv", "model,case,score\na,01,1\na,1,2\na,1.0,3\nb,1e0,4\nb,true,5\nb, 1,6\n")
    assert list(scores_of(name).rows.levels("case")) == ["01", "1", "1.0", "1e0", "true", " 1"]


def test_wide_without_keys_counts_its_rows() -> None:
    table = pair(scores_of({"a": [0.5, 0.25], "b": [0.25, 0.5]}))
    assert table.differences().tolist() == [0.25, -0.25]
    assert table.notes[-1] == "Nothing else names the rows, so each row is a case of its own."


def test_wide_with_several_rows_per_task_counts_its_rows() -> None:
    table = pair(scores_of({"task": ["x", "x", "y"], "a": [0.5, 0.25, 1], "b": [0.25, 0.5, 0]}))
    assert table.design.unit.plural == "cases"
    assert table.differences().tolist() == [0.25, -0.25, 1.0]


def test_wide_with_one_row_per_task() -> None:
    table = pair(scores_of({"task": ["x", "y"], "a": [0.5, 0.25], "b": [0.25, 0.5]}))
    assert table.design.unit.plural == "tasks"


def test_wide_empty_cells_are_missing_scores(given: Any) -> None:
    scores = scores_of(given({"case": ["p", "q", "r"], "a": [None, 0.5, 0.25], "b": [0.5, 0.25, None]}))
    assert scores.models == ("a", "b")
    with pytest.raises(PairingError, match="`a` has no score for case p; `b` has no score for case r"):
        pair(scores)
    assert pair(scores, missing="drop").differences().tolist() == [0.25]


def test_names_that_sql_confuses() -> None:
    nasty = {"case": [1, 2], "NBC": [0.1, 0.2], "nbc": [0.4, 0.3], 'x"; DROP TABLE long; --': [1, 2], "it's": [3, 5]}
    scores = scores_of(nasty)
    assert scores.models == ("NBC", "nbc", 'x"; DROP TABLE long; --', "it's")
    assert pair(scores, "NBC", "nbc").differences() == pytest.approx([-0.3, -0.1])
    assert pair(scores, "it's", 'x"; DROP TABLE long; --').differences().tolist() == [2.0, 3.0]


def test_named_columns(given: Any) -> None:
    strange = {"the algo": LONG["model"], "a \"b\" 'c'": LONG["dataset"], "k": LONG["case"], "fold": LONG["fold"]}
    strange |= {"acc": LONG["accuracy"], "seconds": list(range(8)), "room": ["r1", "r2"] * 4}
    scores = scores_of(given(strange), model="the algo", task="a \"b\" 'c'", case="k", score="acc")
    assert scores.extra == ("seconds", "room")
    assert scores.rows.levels("seconds")["7"] == 1
    assert_is_the_table(pair(scores))


def test_metric_names_a_column() -> None:
    both = {**LONG, "f1": [1.0] * 8}
    assert scores_of(both, metric="accuracy").metric == "accuracy"
    assert_is_the_table(pair(scores_of(both, metric="accuracy")))
    assert_is_the_table(pair(scores_of(both, score="accuracy")))


def test_metric_names_rows(given: Any) -> None:
    tall = {name: values * 2 for name, values in LONG.items()}
    tall["accuracy"] = LONG["accuracy"] + [9.0] * 8
    tall["metric"] = ["acc"] * 8 + ["it's f1"] * 8
    scores = scores_of(given(tall), metric="acc")
    assert scores.metric == "acc"
    assert len(scores) == 8
    assert_is_the_table(pair(scores))
    assert pair(scores_of(given(tall), metric="it's f1")).moments() == (0.0, 0.0, 4)


def test_score_by_name_beats_other_numbers() -> None:
    scores = scores_of({"model": ["a", "b"], "case": [1, 1], "seconds": [3, 4], "Score": [0.5, 0.25]})
    assert scores.metric == "Score"
    assert scores.extra == ("seconds",)


def test_one_file_per_model(write: Any) -> None:
    second = gzip.compress(b"case,score\n2,0.5\n1,0.5\n")
    paths = [write("nbc.csv", "case,score\n1,0.5\n2,0.75\n"), write("aode.csv.gz", second)]
    scores = scores_of(paths)
    assert scores.models == ("nbc", "aode")
    assert scores.notes == ("No model column: each file is one model: nbc, aode.",)
    assert pair(scores).differences().tolist() == [0.0, 0.25]


@pytest.mark.parametrize("odd", [3, None, {"case": [1]}])
def test_a_list_of_files_holds_nothing_else(write: Any, odd: object) -> None:
    with pytest.raises(ArgumentError, match="Scores cannot be read from `list`"):
        read([write("nbc.csv", "case,score\n1,0.5\n"), odd])


@pytest.mark.parametrize(("models", "said"), [(["svm"], False), (["svm", "mlp"], True)])
def test_truth_can_be_left_out_where_two_columns_remain(models: list[str], said: bool) -> None:
    """What is left of one column of outputs is nothing to compare."""
    with pytest.raises(ReadingError, match="look like predictions of it, not like scores") as caught:
        read({"case": [1, 2, 3], "truth": [0, 1, 1], **{name: [0.25, 0.5, 0.75] for name in models}})
    assert ('or `ignore=["truth"]`' in str(caught.value)) == said


def test_files_with_the_same_stem_are_named_by_what_differs_in_their_paths(write: Any) -> None:
    paths = [write("nbc/run.csv", "case,score\n1,0.5\n"), write("aode/run.csv", "case,score\n1,0.25\n")]
    assert scores_of(paths).models == ("nbc", "aode")


def test_rows_of_several_files_are_one_table(write: Any) -> None:
    paths = [
        write("one.csv", "model,case,score,note\nnbc,1,0.5,x\nnbc,2,0.75,y\n"),
        write("two.tsv", "case\tmodel\tscore\n2\taode\t0.5\n1\taode\t0.5\n"),
    ]
    scores = scores_of(paths)
    assert scores.source == "`one.csv` and 1 other file"
    assert scores.rows.levels("note") == {"x": 1, "y": 1, "": 2}
    assert pair(scores).differences().tolist() == [0.0, 0.25]


def test_a_directory_stands_for_its_tables(write: Any) -> None:
    write("runs/b.csv", "model,case,score\naode,1,0.5\n")
    write("runs/a.jsonl", '{"model": "nbc", "case": "1", "score": 0.75}\n')
    write("runs/README.md", "# not a table")
    assert pair(scores_of("runs")).differences().tolist() == [0.25]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    content = "model\tcase\tscore\na\t1\t0.5\nb\t1\t0.25\n"
    for text in (
        content,
        content.replace("\t", ","),
        '{"model":"a","case":1,"score":0.5}\n{"model":"b","case":1,"score":0.25}',
    ):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
        scores = scores_of("-")
        assert scores.source == "standard input"
        assert pair(scores).differences().tolist() == [0.25]


def test_names_that_duckdb_takes_for_patterns(write: Any) -> None:
    write("a1 b's.csv", "model,case,score\nz,1,9\n")
    assert scores_of(write("a[1]*'s.csv", "model,case,score\nx,1,0.5\ny,1,0.25\n")).models == ("x", "y")


def test_partitioned_paths_add_no_columns(write: Any) -> None:
    write("task=iris/keep", "")
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table(LONG), "task=iris/t.parquet")
    assert_is_the_table(pair(scores_of("task=iris/t.parquet")))


def test_unnamed_row_index_is_ignored(write: Any) -> None:
    pd = pytest.importorskip("pandas")
    scores = scores_of(write("t.csv", pd.DataFrame(LONG).to_csv()))
    assert scores.notes == ("The first column of `t.csv` has no name and was ignored (a row index).",)
    assert_is_the_table(pair(scores))


@pytest.mark.parametrize(
    "content",
    [
        'model,case,score,text\r\na,1,0.5,"two\nlines"\r\nb,1,0.25,x\r\n',
        '\n\nmodel,case,score,text\na,1,0.5,"say ""hi"", you"\n\nb,1,0.25,x',
        "\ufeffmodel;case;score;text\na;1;0.5;x\nb;1;0.25;y\n",
        "model,case,score,text\ra,1,0.5,x\rb,1,0.25,y\r",
    ],
)
def test_dialects_of_csv(write: Any, content: str) -> None:
    assert pair(scores_of(write("t.csv", content))).differences().tolist() == [0.25]


def test_clusters_must_be_the_same_for_both_models() -> None:
    columns = {
        "model": ["a", "a", "b", "b"],
        "case": [1, 2, 1, 2],
        "group": ["g", "h", "g", "g"],
        "score": [1.0, 2, 3, 5],
    }
    with pytest.raises(PairingError, match="column `cluster` has several values on one unit"):
        pair(scores_of(columns))
    columns["group"][3] = "h"
    assert pair(scores_of(columns)).design.unit.plural == "clusters"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "json"])
def test_large_files_are_read_in_place_with_the_same_result(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    frame = pytest.importorskip("polars").DataFrame(LONG)
    path = tmp_path / f"t.{suffix}"
    {"csv": frame.write_csv, "jsonl": frame.write_ndjson, "json": frame.write_json}[suffix](path)
    monkeypatch.setattr(source, "LOADED_UP_TO", 10)
    scores = scores_of(path)
    kinds = dict(
        scores.rows._connection.execute("SELECT table_name, table_type FROM information_schema.tables").fetchall()
    )  # type: ignore[attr-defined]
    assert kinds["long"] == "VIEW"
    assert_is_the_table(pair(scores))


def test_wide_large_files_are_read_in_place_with_the_same_result(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("polars").DataFrame(WIDE).write_csv(tmp_path / "t.csv")
    monkeypatch.setattr(source, "LOADED_UP_TO", 10)
    assert_is_the_table(pair(scores_of(tmp_path / "t.csv")))


def test_row_numbers_survive_parallel_reading(tmp_path: Any) -> None:
    n = 400_000
    path = tmp_path / "long.csv"
    values = [f"{j / 7!r}" for j in range(2 * n)]
    lines = (f"{'ab'[j >= n]},case number {j % n},{values[j]}\n" for j in range(2 * n))
    path.write_text("model,case,score\n" + "".join(lines))
    table = pair(scores_of(path))
    assert table.scores is not None
    np.testing.assert_array_equal(table.scores[:, 0], np.array([float(value) for value in values[:n]]))


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
    lambda text: text.strip()
)
numbers = st.floats(-1e150, 1e150, width=64)
tables = st.dictionaries(st.tuples(texts, texts), st.tuples(numbers, numbers), min_size=1, max_size=20)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@for_all(rows=tables, names=st.lists(texts, min_size=2, max_size=2, unique=True), delimiter=st.sampled_from(",;\t"))
def test_any_table_survives_csv(write: Any, rows: Any, names: list[str], delimiter: str) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter)
    writer.writerow(["model", "task", "case", "score"])
    for (task, case), scores in rows.items():
        writer.writerows([name, task, case, repr(score)] for name, score in zip(names, scores, strict=True))
    table = pair(scores_of(write("t.csv", buffer.getvalue())), *names)
    assert table.scores is not None
    assert table.scores.tolist() == [list(scores) for scores in rows.values()]
    assert [table.tasks[code] for code in table.factors["task"].codes] == [task for task, _ in rows]


def test_a_frame_of_scores_only_is_one_model() -> None:
    pd = pytest.importorskip("pandas")
    for given in (pd.DataFrame({"score": [1.0, 2.0]}), {"score": [1.0, 2.0]}):
        found = scores_of(given)
        assert found.models == ("model",)
        assert "No model column: all scores are those of one model, called model." in found.notes


def test_a_frame_of_texts_only_is_refused() -> None:
    pd = pytest.importorskip("pandas")
    with pytest.raises(ReadingError, match="no model column"):
        read(pd.DataFrame({"system": ["a", "b"], "verdict": ["fine", "bad"]}, columns=["verdict"]))
