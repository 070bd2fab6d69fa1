"""Results of promptfoo: pairs by variables, errors that are no zeros, and forms that are refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from asked_of_logs import means, refused
from promptfoo_files import row, write_lines, write_object

import betterthan as bt

FIRST = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
SECOND = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
EXPECTED = {"alpha": pytest.approx(4 / 6), "beta": pytest.approx(2 / 6)}


def rows(**more: Any) -> list[dict[str, Any]]:
    both = {"alpha": FIRST, "beta": SECOND}
    return [row(j, label, scores[j], **more) for j in range(6) for label, scores in both.items()]


@pytest.mark.parametrize("version", [2, 3])
def test_one_object(tmp_path: Path, version: int) -> None:
    assert means(write_object(tmp_path / "results.json", rows(), version)) == EXPECTED


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines(tmp_path: Path, end: str) -> None:
    path = write_lines(tmp_path / "results.jsonl", rows(), end)
    assert means(path) == EXPECTED
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert means(packed) == EXPECTED


def test_order_does_not_matter(tmp_path: Path) -> None:
    assert means(write_lines(tmp_path / "results.jsonl", rows()[::-1])) == EXPECTED


def test_two_files_are_paired_by_variables(tmp_path: Path) -> None:
    alpha = [row(j, "alpha", FIRST[j]) for j in range(6)]
    beta = [row(j, "beta", SECOND[j], testIdx=5 - j) for j in range(6)]
    for each in beta:
        each["vars"] = dict(reversed(each["vars"].items()))
    files = [write_object(tmp_path / "a.json", alpha), write_object(tmp_path / "b.json", beta)]
    assert means(files) == EXPECTED
    assert means(tmp_path) == EXPECTED


def test_errors_are_no_zeros(tmp_path: Path) -> None:
    path = write_object(tmp_path / "results.json", [*rows(), row(6, "alpha", None), row(6, "beta", None)])
    scores = bt.read(path)
    assert means(path) == EXPECTED
    assert any("1 of 7 of `alpha` (error)" in note for note in scores.notes)


def test_a_missing_row_is_counted(tmp_path: Path) -> None:
    table = bt.pair(bt.read(write_object(tmp_path / "results.json", rows()[1:])))
    assert table.n_units == 5
    assert any("dropped" in note for note in table.notes)


def test_repetitions_are_averaged(tmp_path: Path) -> None:
    again = [{**each, "testIdx": each["testIdx"] + 6, "id": f"{each['id']} again", "score": 0.5} for each in rows()]
    scores = bt.read(write_object(tmp_path / "results.json", [*rows(), *again]))
    table = bt.pair(scores)
    assert table.n_units == 6
    assert table.scores.mean(axis=0).tolist() == pytest.approx([(4 / 6 + 0.5) / 2, (2 / 6 + 0.5) / 2])
    assert any("mean over 2 repetitions" in note for note in scores.notes)


def test_the_id_where_there_is_no_label(tmp_path: Path) -> None:
    each = [{**one, "provider": {"id": f"openai:{one['provider']['label']}"}} for one in rows()]
    assert set(means(write_object(tmp_path / "results.json", each))) == {"openai:alpha", "openai:beta"}


def test_several_prompts_are_several_models(tmp_path: Path) -> None:
    terse = [row(j, "alpha", SECOND[j], promptId="prompt-2", prompt={"label": "Be terse."}) for j in range(6)]
    each = [row(j, "alpha", FIRST[j]) for j in range(6)]
    found = means(write_object(tmp_path / "results.json", [*each, *terse]))
    assert found == {"alpha (What is {{n}}?)": pytest.approx(4 / 6), "alpha (Be terse.)": pytest.approx(2 / 6)}


def test_metrics(tmp_path: Path) -> None:
    path = write_object(tmp_path / "results.json", rows())
    assert bt.read(path).metric == "score"
    assert means(path, metric="exact") == EXPECTED
    assert means(path, metric="success") == EXPECTED
    assert means(path, metric="brevity") == {"alpha": 1, "beta": 1}
    assert "`score`, `success`, `brevity`, `exact`" in refused(path, metric="exactness")


@pytest.mark.parametrize(("column", "clusters"), [("topic", 2), ("vars.topic", 2), ("level", 2)])
def test_variables_and_metadata_are_clusters(tmp_path: Path, column: str, clusters: int) -> None:
    path = write_object(tmp_path / "results.json", rows())
    assert bt.pair(bt.read(path, cluster=column, weight="clusters")).n_units == clusters


def test_one_eval_in_two_forms(tmp_path: Path) -> None:
    write_object(tmp_path / "results.json", rows())
    write_lines(tmp_path / "results.jsonl", rows())
    assert "hold the same eval: give one of them" in refused(tmp_path)


def test_the_csv_export_is_refused_with_advice(tmp_path: Path) -> None:
    columns = "Status,Score,Named Scores,Grader Reason,Comment"
    path = tmp_path / "results.csv"
    path.write_text(
        f"Description,n,[alpha] What?,{columns},[beta] What?,{columns}\nsum 0,0,1,PASS,1.00,{{}},,,1,PASS,1,{{}},,\n"
    )
    assert "promptfoo eval -o results.json" in refused(path)


@pytest.mark.parametrize("name", ["results.json", "results.jsonl"])
def test_truncated(tmp_path: Path, name: str) -> None:
    path = (write_object if name.endswith("json") else write_lines)(tmp_path / name, rows())
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * 0.7)])
    assert f"{name}`" in refused(path)


def test_what_is_not_looked_at_may_be_nested_deep(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "results.jsonl", rows())
    with path.open("a") as file:
        file.write(json.dumps(row(9, "alpha", 1.0))[:-1] + ', "response": ' + "[" * 100_000 + "]" * 100_000 + "}\n")
    assert means(path) == EXPECTED


def test_real_files(logs: Path) -> None:
    """ORIGIN: 119 pairs; score .8319 and .6975, success .6639 and .3950; test 13 is an error of both."""
    for name in ("results.json", "results.jsonl"):
        path = logs / "promptfoo" / name
        assert bt.pair(bt.read(path)).n_units == 119
        assert list(means(path).values()) == pytest.approx([0.8319, 0.6975], abs=5e-5)
        assert list(means(path, metric="success").values()) == pytest.approx([0.6639, 0.3950], abs=5e-5)
    assert "hold the same eval" in refused(logs / "promptfoo")
    assert "promptfoo eval -o results.json" in refused(logs / "promptfoo/results.csv")


def test_groups_by_a_variable(tmp_path: Path) -> None:
    path = write_object(tmp_path / "results.json", rows())
    scores = bt.read(path, by="vars.topic")
    assert len(scores.rows.levels("vars.topic")) == 2
    assert "vars.topic" not in bt.read(path).extra
    assert bt.read(path, by="case").columns == bt.read(path).columns
