"""Samples of lm-evaluation-harness: the right pairs, whatever else is in the folder, or one message."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from asked_of_logs import means, refused
from lm_eval_files import DATE, line, write_results, write_run, write_samples

import betterthan as bt
from betterthan.data.reading.sources.lm_eval_runs import read_results

FIRST = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
SECOND = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
LATER = "2026-11-16T09-00-00.000001"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two models, each with one task."""
    write_run(tmp_path / "one", "org/one", {"sums": {"acc": FIRST}})
    write_run(tmp_path / "two", "org/two", {"sums": {"acc": SECOND}})
    return tmp_path


def samples(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/samples_*"))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(each) for each in path.read_text().splitlines()]


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
    write_samples(path, change(lines_of(path)))


EXPECTED = {"org/one": pytest.approx(4 / 6), "org/two": pytest.approx(2 / 6)}


def test_a_folder_of_runs(runs: Path) -> None:
    assert means(runs) == EXPECTED


def test_files_and_folders(runs: Path) -> None:
    assert means(samples(runs)) == EXPECTED
    assert means([runs / "two", runs / "one"]) == EXPECTED


def test_models_swapped(runs: Path) -> None:
    first, second = (bt.pair(bt.read(paths)) for paths in (samples(runs), samples(runs)[::-1]))
    assert first.models == second.models[::-1]
    assert first.differences().sum() == -second.differences().sum()


def test_order_of_lines_does_not_matter(runs: Path) -> None:
    rewritten(samples(runs)[0], lambda lines: lines[::-1])
    assert means(runs) == EXPECTED


def test_windows_line_ends_and_gzip(runs: Path) -> None:
    first, second = samples(runs)
    write_samples(first, lines_of(first), end="\r\n")
    second.with_name(second.name + ".gz").write_bytes(gzip.compress(second.read_bytes()))
    second.unlink()
    assert means(runs) == EXPECTED


def test_a_byte_order_mark_is_refused(runs: Path) -> None:
    path = samples(runs)[0]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert f"`{path}` begins with a byte order mark" in refused(runs)


def test_a_missing_line_is_counted(runs: Path) -> None:
    rewritten(samples(runs)[0], lambda lines: lines[1:])
    scores = bt.read(runs)
    assert any("has 5 questions, but its results file says 6" in note for note in scores.notes)
    table = bt.pair(scores)
    assert table.n_units == 5
    assert any("dropped" in note for note in table.notes), table.notes


def test_another_hash_is_refused(runs: Path) -> None:
    rewritten(samples(runs)[0], lambda lines: [{**lines[0], "doc_hash": "other"}, *lines[1:]])
    told = refused(runs)
    assert "case 0" in told
    assert "different cases" in told


def test_mislabelled_ids_are_paired_by_hash(runs: Path) -> None:
    rewritten(samples(runs)[0], lambda lines: [{**each, "doc_id": 5 - each["doc_id"]} for each in lines])
    scores = bt.read(runs)
    assert any("paired by doc_hash" in note for note in scores.notes)
    table = bt.pair(scores)
    assert table.n_units == 6
    assert sorted(table.differences().tolist()) == [0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("kept", [0.45, 0.99])
def test_a_truncated_file(runs: Path, kept: float) -> None:
    path = samples(runs)[0]
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])
    told = refused(runs)
    assert f"`{path}`, line" in told
    assert "not valid JSON" in told


def test_an_older_run_is_left_out(runs: Path) -> None:
    write_run(runs / "one", "org/one", {"sums": {"acc": SECOND}}, date="2026-11-14T00-00-00.000000")
    scores = bt.read(runs)
    assert any("1 file of older runs" in note for note in scores.notes)
    assert means(runs) == EXPECTED
    write_run(runs / "one", "org/one", {"sums": {"acc": SECOND}}, date=LATER)
    assert means(runs)["org/one"] == pytest.approx(2 / 6)


def test_two_models_in_one_folder(tmp_path: Path) -> None:
    """`--output_path x.json` writes `x_<date>.json` and the samples of every model into one folder."""
    for name, scores, date in (("one", FIRST, DATE), ("two", SECOND, LATER)):
        write_run(tmp_path, f"org/{name}", {"sums": {"acc": scores}}, date)
        (tmp_path / f"results_{date}.json").rename(tmp_path / f"{name}_{date}.json")
    assert means(tmp_path) == EXPECTED


def test_lines_in_files_that_end_in_json(runs: Path) -> None:
    """As the details of a public leaderboard are called; beside two tasks, so that neither is taken for the results."""
    for path in samples(runs):
        path.rename(path.with_suffix(".json"))
        write_samples(path.with_name(f"samples_more_{DATE}.json"), [line(j, {"acc": 1.0}) for j in range(3)])
    scores = bt.read(runs)
    assert set(scores.models) == {"org/one", "org/two"}
    assert bt.pair(scores).tasks == ("more", "sums")


def test_without_results_the_folder_is_the_model(runs: Path) -> None:
    for path in runs.glob("*/results_*"):
        path.unlink()
    assert means(runs) == {"one": pytest.approx(4 / 6), "two": pytest.approx(2 / 6)}


def test_renamed_files_are_models(runs: Path) -> None:
    for path, name in zip(samples(runs), ("one", "two"), strict=True):
        path.rename(runs / f"{name}.jsonl")
    found = means([runs / "one.jsonl", runs / "two.jsonl"])
    assert found == {"one": pytest.approx(4 / 6), "two": pytest.approx(2 / 6)}


def test_equal_model_names_are_told_apart(tmp_path: Path) -> None:
    write_run(tmp_path / "prompt_a", "org/one", {"sums": {"acc": FIRST}})
    write_run(tmp_path / "prompt_b", "org/one", {"sums": {"acc": SECOND}})
    found = means(tmp_path)
    assert len(found) == 2
    assert all("prompt_" in name for name in found)


def test_several_tasks(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, name, {"mmlu_law": {"acc": scores}, "mmlu_art": {"acc": scores[::-1]}})
    assert bt.pair(bt.read(tmp_path)).tasks == ("mmlu_art", "mmlu_law")


# Metrics and filters.


def test_equal_acc_and_acc_norm(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, f"org/{name}", {"sums": {"acc": scores, "acc_norm": scores}})
    assert bt.read(tmp_path).metric == "acc"
    assert means(tmp_path) == EXPECTED


def test_different_acc_and_acc_norm(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, f"org/{name}", {"sums": {"acc": [0.5] * 6, "acc_norm": scores}})
    told = refused(tmp_path)
    assert "`acc`, `acc_norm`" in told
    assert means(tmp_path, metric="acc_norm") == EXPECTED
    assert means(tmp_path, metric="acc_norm,none") == EXPECTED


def test_acc_beside_other_metrics(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, f"org/{name}", {"sums": {"acc": scores, "f1": scores[::-1]}})
    assert bt.read(tmp_path).metric == "acc"


def filtered(folder: Path, strict: list[float], flexible: list[float]) -> None:
    both = {"strict-match": strict, "flexible-extract": flexible}
    write_results(folder / f"results_{DATE}.json", folder.name, {"gen": {"exact_match": True}}, {"gen": len(strict)})
    lines = [line(j, {"exact_match": each[j]}, filtered=name) for name, each in both.items() for j in range(len(each))]
    write_samples(folder / f"samples_gen_{DATE}.jsonl", lines)


def test_several_filters(tmp_path: Path) -> None:
    filtered(tmp_path / "one", FIRST, [1.0] * 6)
    filtered(tmp_path / "two", SECOND, [0.0] * 6)
    told = refused(tmp_path)
    assert "`exact_match:strict-match`, `exact_match:flexible-extract`" in told
    assert refused(tmp_path, metric="exact_match") == told
    assert means(tmp_path, metric="exact_match:flexible-extract") == {"one": 1, "two": 0}
    assert means(tmp_path, metric="exact_match,strict-match")["one"] == pytest.approx(4 / 6)


def test_tasks_with_different_metrics(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, f"org/{name}", {"sums": {"acc": scores}, "gen": {"exact_match": scores[::-1]}})
    told = refused(tmp_path)
    assert "task `gen` has the metric `exact_match`; task `sums` has the metric `acc`" in told
    assert means(tmp_path, metric="exact_match") == EXPECTED
    assert any("`sums` left out" in note for note in bt.read(tmp_path, metric="exact_match").notes)
    assert "`acc`" in refused(tmp_path, metric="acc_nrm")


def test_files_of_2024_without_filter_and_metrics(runs: Path) -> None:
    for path in samples(runs):
        rewritten(
            path, lambda lines: [{k: v for k, v in each.items() if k not in ("filter", "metrics")} for each in lines]
        )
    assert means(runs) == EXPECTED


def test_two_filters_that_are_not_named(runs: Path) -> None:
    path = samples(runs)[0]
    bare = [{k: v for k, v in each.items() if k != "filter"} for each in lines_of(path)]
    write_samples(path, [*bare, *({**each, "acc": 1 - each["acc"]} for each in bare)])
    assert "2 lines for doc_id 0, which differ (6 doc_ids of this kind)" in refused(runs)


def test_a_run_that_was_appended_to_itself(runs: Path) -> None:
    path = samples(runs)[0]
    write_samples(path, lines_of(path) * 2)
    assert any("6 lines that stand twice" in note for note in bt.read(runs).notes)
    assert means(runs) == EXPECTED


def test_numbers_as_text(runs: Path) -> None:
    """`handle_non_serializable` makes text of np.float32 and np.bool_."""
    path, other = samples(runs)
    rewritten(path, lambda lines: [{**each, "acc": str(each["acc"])} for each in lines])
    rewritten(other, lambda lines: [{**each, "acc": str(bool(each["acc"]))} for each in lines])
    assert means(runs) == EXPECTED


def test_a_metric_of_the_whole_test_set(runs: Path) -> None:
    path = samples(runs)[0]
    rewritten(path, lambda lines: [lines[0], {**lines[1], "acc": ["DATE: 1", [""]]}, *lines[2:]])
    told = refused(runs)
    assert f"`{path}`, line 2: `acc` is " in told
    assert "no number" in told


def test_unscored_questions_are_counted_by_model(runs: Path) -> None:
    path = samples(runs)[0]
    rewritten(path, lambda lines: [{**lines[0], "acc": None}, {**lines[1], "acc": float("nan")}, *lines[2:]])
    scores = bt.read(runs)
    assert any("2 of 6 of `org/one` (unscored)" in note for note in scores.notes)
    assert bt.pair(scores).n_units == 4


# What results files say.


@pytest.mark.parametrize(("said", "better"), [(True, True), (False, False), (None, True)])
def test_direction(tmp_path: Path, said: bool | None, better: bool) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        write_run(tmp_path / name, name, {"sums": {"judged": scores}}, directions={"sums": {"judged": said}})
    assert bt.read(tmp_path).higher_is_better is better


def test_direction_that_differs_between_tasks(tmp_path: Path) -> None:
    for name, scores in (("one", FIRST), ("two", SECOND)):
        directions = {"sums": {"judged": True}, "gen": {"judged": False}}
        write_run(tmp_path / name, name, {"sums": {"judged": scores}, "gen": {"judged": scores}}, directions=directions)
    assert "higher is better in task `sums` and lower in `gen`" in refused(tmp_path)


def test_other_versions_are_told(tmp_path: Path) -> None:
    write_run(tmp_path / "one", "one", {"sums": {"acc": FIRST}})
    write_run(tmp_path / "two", "two", {"sums": {"acc": SECOND}}, versions={"sums": 2.0}, **{"n-shot": {"sums": 5}})
    notes = " ".join(bt.read(tmp_path).notes)
    assert "the version of sums is 1.0 for `one`, but 2.0 for `two`" in notes
    assert "the number of examples in the prompt of sums is 0 for `one`, but 5 for `two`" in notes


def test_other_prompts_are_told(runs: Path) -> None:
    rewritten(samples(runs)[0], lambda lines: [{**each, "prompt_hash": "chat"} for each in lines])
    assert any("The prompts of 6 of 6 questions differ" in note for note in bt.read(runs).notes)


@pytest.mark.parametrize("content", ["{", "[" * 100_000, "[]", '{"results": []}'])
def test_a_results_file_that_is_none(runs: Path, content: str) -> None:
    (runs / "one" / f"results_{DATE}.json").write_text(content)
    if content.startswith("[]") or content.endswith("}"):
        assert set(means(runs)) == {"one", "org/two"}
    else:
        assert f"results_{DATE}.json`" in refused(runs)


# Clusters, and what must not fill the memory.


def test_a_field_of_the_question_is_the_cluster(runs: Path) -> None:
    for name in ("passage", "doc.passage"):
        table = bt.pair(bt.read(runs, cluster=name, weight="clusters"))
        assert table.n_units == 2
        assert table.design.unit.plural == "clusters"


def test_a_line_that_is_too_long(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("betterthan.data.reading.sources.lm_eval.LONGEST_JSON", 1 << 20)
    monkeypatch.setattr("betterthan.data.reading.sources.json_values.LONGEST_JSON", 1 << 20)
    path = samples(runs)[0]
    with path.open("a") as file:
        file.write(json.dumps(line(6, {"acc": 1.0}, target="x" * (40 << 20))) + "\n")
    assert "line 7: it is longer than 1 MB" in refused(runs)


def test_a_line_that_is_nested_too_deep(runs: Path) -> None:
    path = samples(runs)[0]
    deep = "[" * 100_000 + "]" * 100_000
    with path.open("a") as file:
        file.write(
            '{"doc_id": 6, "doc_hash": "x", "filter": "none", "metrics": ["acc"], "acc": 1.0, "resps": ' + deep + "}\n"
        )
    assert bt.pair(bt.read(runs)).n_units == 6


# Real files.


def test_real_files(logs: Path) -> None:
    """ORIGIN: toy_sum .2667 and .15, acc and acc_norm equal; toy_gen 0 and 0 on both filters."""
    folder = logs / "lm_eval"
    told = refused(folder)
    for name in ("`exact_match:strict-match`", "`exact_match:flexible-extract`", "`acc`", "`acc_norm`"):
        assert name in told
    assert list(means(sorted(folder.glob("*/samples_toy_sum*"))).values()) == pytest.approx([0.2667, 0.15], abs=5e-5)
    assert list(means(folder, metric="acc").values()) == pytest.approx([0.2667, 0.15], abs=5e-5)
    assert list(means(folder, metric="exact_match:flexible-extract").values()) == [0, 0]


def test_a_cluster_beside_a_metric(runs: Path, command: Any) -> None:
    ran = command("compare", runs, "--metric", "acc", "--column", "cluster=doc.passage", "--rope", "0.01")
    assert "2 independent clusters" in " ".join(ran.out.split()), ran.err
    told = command("compare", runs, "--column", "cluster=passages").err
    assert "There is no column `passages`. Did you mean `doc.passage`?" in told


def test_groups_by_a_field_of_the_questions(runs: Path, command: Any) -> None:
    named = bt.compare(bt.read(runs, metric="acc", by="doc.passage"), by="doc.passage", rope=0.01)
    found = bt.compare(runs, metric="acc", by="doc.passage", rope=0.01)
    assert [each.group for each in found.groups] == [each.group for each in named.groups]
    assert len({each.group.value for each in found.groups}) == 2
    ran = command("compare", runs, "--metric", "acc", "--by", "doc.passage", "--rope", "0.01", "--json")
    assert [each["group"]["column"] for each in json.loads(ran.out)["comparisons"][0]["groups"]] == ["doc.passage"] * 2
    told = command("compare", runs, "--metric", "acc", "--by", "passages").err
    assert "There is no column `passages`. Did you mean `doc.passage`?" in told


def with_groups(folder: Path, scores: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """A run whose results file has rows of groups, too, which are means over tasks."""
    rows = {task: {"alias": task, "acc,none": sum(each["acc"]) / len(each["acc"])} for task, each in scores.items()}
    rows |= {"mmlu": {"alias": "mmlu", "acc,none": 0.99}, "all": {"alias": "all", "acc,none": 0.98}}
    directions = {task: {"acc": True} for task in rows}
    write_run(folder, folder.name, scores, directions=directions, results=rows,
              groups={name: rows[name] for name in ("mmlu", "all")},
              group_subtasks={"all": ["mmlu", "arc"], "mmlu": ["mmlu_law", "mmlu_math"]})  # fmt: skip


def test_groups_of_tasks_are_no_tasks(tmp_path):
    right = {"mmlu_law": [1.0, 0.0, 1.0, 1.0], "mmlu_math": [0.0, 0.0, 1.0], "arc": [1.0, 1.0]}
    for model, turned in (("alpha", False), ("beta", True)):
        scores = {task: {"acc": [1 - value if turned else value for value in each]} for task, each in right.items()}
        with_groups(tmp_path / model, scores)
    found = bt.read(tmp_path)
    assert set(found.tasks) == set(right)
    assert len(found) == 2 * sum(map(len, right.values()))
    assert set(bt.pair(found, "alpha", "beta").scores[:, 0]) == {0.0, 1.0}


def test_results_without_samples_are_no_scores(tmp_path):
    with_groups(tmp_path / "alpha", {"mmlu_law": {"acc": [1.0, 0.0]}})
    results = tmp_path / "alpha" / f"results_{DATE}.json"
    with pytest.raises(
        bt.ReadingError, match=r"lies beside the scores of lm-evaluation-harness.*samples_<task>_<date>"
    ):
        bt.read(results)
    (tmp_path / "alpha" / f"samples_mmlu_law_{DATE}.jsonl").unlink()
    with pytest.raises(bt.ReadingError, match="holds none of single cases"):
        bt.read(tmp_path)


def test_a_results_file_may_be_as_long_as_the_limit(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = next(runs.glob("one/results_*"))
    limit = "betterthan.data.reading.sources.lm_eval_runs.LONGEST_JSON"
    monkeypatch.setattr(limit, path.stat().st_size)
    found = read_results(path)
    assert found is not None
    monkeypatch.setattr(limit, path.stat().st_size - 1)
    with pytest.raises(bt.ReadingError, match="as no results file of lm-eval does"):
        read_results(path)
