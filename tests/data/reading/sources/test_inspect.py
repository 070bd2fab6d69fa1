"""Logs of Inspect: archives of every compression and JSON, finished or not; the right pairs, or one message."""

from __future__ import annotations

import gzip
import json
import math
import zipfile
from pathlib import Path
from typing import Any

import pytest
from asked_of_logs import means, refused
from inspect_files import ZSTD, finished, header, sample, write_eval, write_json, write_members

import betterthan as bt

FIRST = ["C", "I", "C", "C", "C", "I"]
SECOND = ["I", "I", "C", "C", "I", "N"]
EXPECTED = {"one": pytest.approx(4 / 6), "two": pytest.approx(2 / 6)}


def samples(grades: list[Any], scorer: str = "match") -> list[dict[str, Any]]:
    return [sample(j, {scorer: grade}) for j, grade in enumerate(grades)]


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two models, each with one log."""
    write_eval(tmp_path / "a.eval", samples(FIRST), model="one")
    write_eval(tmp_path / "b.eval", samples(SECOND), model="two")
    return tmp_path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTD])
def test_archives_of_every_compression(tmp_path: Path, method: int) -> None:
    write_eval(tmp_path / "a.eval", samples(FIRST), method, model="one")
    write_eval(tmp_path / "b.eval", samples(SECOND), method, model="two")
    assert means(tmp_path) == EXPECTED
    assert bt.read(tmp_path).metric == "match"


def test_json_and_archives_together(runs: Path) -> None:
    write_json(runs / "b.json", samples(SECOND), model="two")
    (runs / "b.eval").unlink()
    assert means(runs) == EXPECTED
    content = (runs / "b.json").read_bytes()
    (runs / "b.json").unlink()
    (runs / "b.json.gz").write_bytes(gzip.compress(content.replace(b"\n", b"\r\n")))
    assert means(runs) == EXPECTED


def test_models_swapped(runs: Path) -> None:
    files = [runs / "a.eval", runs / "b.eval"]
    first, second = bt.pair(bt.read(files)), bt.pair(bt.read(files[::-1]))
    assert first.models == second.models[::-1]
    assert first.differences().sum() == -second.differences().sum()


def test_a_missing_sample_is_counted(runs: Path) -> None:
    write_eval(runs / "a.eval", samples(FIRST)[1:], model="one", results={"completed_samples": 6})
    scores = bt.read(runs)
    assert any("has 5 samples, but its header says 6" in note for note in scores.notes)
    table = bt.pair(scores)
    assert table.n_units == 5
    assert any("dropped" in note for note in table.notes)


def test_other_inputs_are_told(runs: Path) -> None:
    changed = samples(FIRST)
    changed[3]["input"] = "something else"
    write_eval(runs / "a.eval", changed, model="one")
    assert any(
        "the input of 1 of 6 samples differs between logs, such as that of sample 3" in n for n in bt.read(runs).notes
    )


# What a score can be.


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("C", 1),
        ("I", 0),
        ("P", 0.5),
        ("N", 0),
        ("yes", 1),
        ("No", 0),
        (True, 1),
        (False, 0),
        (0.25, 0.25),
        ("0.75", 0.75),
    ],
)
def test_grades(tmp_path: Path, value: Any, number: float) -> None:
    """As `value_to_float` of Inspect has them."""
    write_eval(tmp_path / "a.eval", samples([value, value, 0.125]), model="one")
    write_eval(tmp_path / "b.eval", samples([0.5, 0.5, 0.5]), model="two")
    assert means(tmp_path)["one"] == pytest.approx((2 * number + 0.125) / 3)


def test_several_scorers_and_dicts(tmp_path: Path) -> None:
    for name, grades in (("one", FIRST), ("two", SECOND)):
        each = [
            sample(j, {"match": grade, "rubric": {"fluent": j % 2, "odd/key \"'~": grade == "C"}})
            for j, grade in enumerate(grades)
        ]
        write_eval(tmp_path / f"{name}.eval", each, model=name)
    told = refused(tmp_path)
    assert "3 metrics: `match`, `rubric.fluent`, `rubric.odd/key \"'~`" in told
    assert means(tmp_path, metric="match") == EXPECTED
    assert means(tmp_path, metric="rubric.fluent") == {"one": 0.5, "two": 0.5}
    assert means(tmp_path, metric="rubric.odd/key \"'~") == EXPECTED
    assert "`rubric.fluent`" in refused(tmp_path, metric="rubric.fluency")


def test_unscored_samples_and_errors(runs: Path) -> None:
    each = samples(FIRST)
    each[0]["scores"]["match"]["value"] = math.nan
    each[1] |= {"scores": None, "error": "timeout"}
    write_eval(runs / "a.eval", each, model="one")
    scores = bt.read(runs)
    (told,) = [note for note in scores.notes if "no scores" in note]
    assert "1 of 6 of `one` (unscored)" in told
    assert "1 of 6 of `one` (error)" in told
    assert bt.pair(scores).n_units == 4


@pytest.mark.parametrize("value", ["maybe", [1, 2]])
def test_a_score_that_is_no_number(runs: Path, value: Any) -> None:
    each = samples(FIRST)
    each[2]["scores"]["match"]["value"] = value
    write_eval(runs / "a.eval", each, model="one")
    told = refused(runs)
    assert "a.eval`, sample 2: the score of `match` is" in told


def test_a_log_without_the_scorer_is_left_out(runs: Path) -> None:
    write_eval(runs / "c.eval", samples(FIRST, "choice"), model="one", task="other")
    assert "2 metrics: `match`, `choice`" in refused(runs)
    scores = bt.read(runs, metric="match")
    assert means(runs, metric="match") == EXPECTED
    assert any("without any score of `match`" in note and "c.eval" in note for note in scores.notes)


# Epochs and ids.


def test_the_score_of_a_sample_is_its_mean_over_the_epochs(tmp_path: Path) -> None:
    for name, grades in (("one", FIRST), ("two", SECOND)):
        each = [sample(j, {"match": grade}, 1 + j % 3) for j, grade in enumerate(grades)]
        each = [{**one, "id": f"q{j // 3}"} for j, one in enumerate(each)]
        write_eval(tmp_path / f"{name}.eval", each, model=name)
    table = bt.pair(bt.read(tmp_path))
    assert table.n_units == 2
    assert table.scores.ravel().tolist() == pytest.approx([2 / 3, 1 / 3] * 2)
    assert any("the mean over 3 epochs" in note for note in table.notes)


def test_numbers_and_texts_are_the_same_id(runs: Path) -> None:
    each = [{**one, "id": str(one["id"])} for one in samples(FIRST)]
    write_eval(runs / "a.eval", each, model="one")
    assert means(runs) == EXPECTED


def test_of_two_entries_for_one_sample_the_last_counts(runs: Path) -> None:
    wrong = samples(["I"] * 6)
    write_eval(runs / "a.eval", [*wrong, *samples(FIRST)], model="one")
    assert means(runs) == EXPECTED


# Unfinished, damaged, and what would fill the memory.


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, ZSTD])
def test_an_unfinished_log_is_read_from_its_journal(runs: Path, method: int) -> None:
    each = samples(FIRST)
    members = {name: value for name, value in finished(each, model="one").items() if name.startswith("_journal")}
    members = {**members, "_journal/summaries/1.json": each[:2], "_journal/summaries/2.json": each[2:4]}
    members["_journal/summaries/10.json"] = each[4:5]
    write_members(runs / "a.eval", members, method)
    scores = bt.read(runs)
    assert any("did not finish" in note and "a.eval` (started)" in note for note in scores.notes)
    assert bt.pair(scores).n_units == 5


def test_chunked_samples(runs: Path) -> None:
    each = samples(FIRST)
    members = {name: value for name, value in finished(each, model="one").items() if not name.startswith("samples/")}
    chunks = {f"samples/{one['id']}_epoch_1/sample.json": one for one in each}
    write_members(runs / "a.eval", {**chunks, "samples/0_epoch_1/events/1.json": [], **members}, ZSTD)
    assert means(runs) == EXPECTED


def test_a_log_that_was_run_again(runs: Path) -> None:
    again = {"model": "one", "task_id": "same"}
    write_eval(runs / "a.eval", samples(FIRST), created="2026-11-16T05:00:00+00:00", **again)
    write_eval(runs / "a0.eval", samples(SECOND[:3]), status="error", created="2026-11-16T06:00:00+00:00", **again)
    assert means(runs) == EXPECTED
    assert any("1 log left out: run again" in note for note in bt.read(runs).notes)


@pytest.mark.parametrize("status", ["error", "cancelled"])
def test_a_log_that_failed_is_told(runs: Path, status: str) -> None:
    write_eval(runs / "a.eval", samples(FIRST), model="one", status=status)
    assert any("1 log of 2 did not finish" in note and f"({status})" in note for note in bt.read(runs).notes)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
def test_truncated_archives(runs: Path, kept: float) -> None:
    content = (runs / "a.eval").read_bytes()
    (runs / "a.eval").write_bytes(content[: int(len(content) * kept)])
    assert "a.eval` is a damaged archive" in refused([runs / "a.eval", runs / "b.eval"])


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, ZSTD])
def test_damaged_members(runs: Path, method: int) -> None:
    write_eval(runs / "a.eval", samples(FIRST), method, model="one")
    content = bytearray((runs / "a.eval").read_bytes())
    with zipfile.ZipFile(runs / "a.eval") as archive:
        info = archive.getinfo("summaries.json")
    start = info.header_offset + 60
    content[start : start + 20] = b"\xff" * 20
    (runs / "a.eval").write_bytes(content)
    assert "a.eval`" in refused([runs / "a.eval", runs / "b.eval"])


def test_truncated_json(runs: Path) -> None:
    path = write_json(runs / "a.json", samples(FIRST), model="one")
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * 0.7)])
    assert "a.json` cannot be read as a log of Inspect" in refused([path, runs / "b.eval"])


def test_a_zip_bomb(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("betterthan.data.reading.sources.zip_members.BOMB", 1 << 20)
    each = samples(FIRST)
    each[0]["explanation"] = " " * (8 << 20)
    write_eval(runs / "a.eval", each, model="one")
    assert "unpacks to more than 200 times its size" in refused(runs)


def test_a_json_log_that_is_too_large(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("betterthan.data.reading.sources.records.LOADED_UP_TO", 1 << 20)
    each = samples(FIRST)
    each[0]["messages"] = "x" * (2 << 20)
    write_json(runs / "a.json", each, model="one")
    assert "inspect log convert --to eval" in refused([runs / "a.json", runs / "b.eval"])


@pytest.mark.parametrize("name", ["summaries.json", "header.json"])
def test_a_record_that_is_too_long(runs: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module in ("inspect_logs", "records"):
        monkeypatch.setattr(f"betterthan.data.reading.sources.{module}.LONGEST_JSON", 1 << 20)
    members = finished(samples(FIRST), model="one")
    long = "x" * (40 << 20)
    members[name] = (
        [{**members[name][0], "input": long}] if name == "summaries.json" else {**members[name], "long": long}
    )
    write_members(runs / "a.eval", members, zipfile.ZIP_STORED)
    assert "is longer than 1 MB" in refused(runs)


@pytest.mark.parametrize("inside", ["header", "sample"])
def test_nested_too_deep(runs: Path, inside: str) -> None:
    """What is not looked at may be nested as deep as it likes."""
    deep = "[" * 100_000 + "]" * 100_000
    members = {name: json.dumps(value) for name, value in finished(samples(FIRST), model="one").items()}
    name = "header.json" if inside == "header" else "summaries.json"
    at = members[name].index('"version": 2') if inside == "header" else members[name].index('"id": 0')
    members[name] = members[name][:at] + f'"deep": {deep}, ' + members[name][at:]
    with zipfile.ZipFile(runs / "a.eval", "w") as archive:
        for each, text in members.items():
            archive.writestr(each, text)
    if inside == "header":
        assert "its header is not valid JSON" in refused(runs)
    else:
        assert means(runs) == EXPECTED


def test_other_archives_are_no_logs(tmp_path: Path) -> None:
    write_members(tmp_path / "a.eval", {"other.json": {}})
    assert "without `header.json`" in refused([tmp_path / "a.eval"])


# Logs of the same model.


def test_equal_models_differ_in_their_solver(runs: Path) -> None:
    steps = {"plan": {"steps": [{"solver": "chain_of_thought", "params": {}}, {"solver": "generate", "params": {}}]}}
    write_eval(runs / "a.eval", samples(FIRST), model="m", **steps, created="1")
    write_eval(runs / "b.eval", samples(SECOND), model="m", created="2")
    assert means(runs) == {
        "m (chain_of_thought+generate)": pytest.approx(4 / 6),
        "m (generate)": pytest.approx(2 / 6),
    }


def test_equal_models_differ_in_their_arguments(runs: Path) -> None:
    write_eval(runs / "a.eval", samples(FIRST), model="m", task_args={"shots": 5, "lang": "en"}, created="1")
    write_eval(runs / "b.eval", samples(SECOND), model="m", task_args={"shots": 0, "lang": "en"}, created="2")
    assert set(means(runs)) == {"m (shots=5)", "m (shots=0)"}


def test_equal_models_differ_in_their_folder(tmp_path: Path) -> None:
    write_eval(tmp_path / "alpha" / "x.eval", samples(FIRST), model="m", created="1")
    write_eval(tmp_path / "beta" / "x.eval", samples(SECOND), model="m", created="2")
    assert set(means(tmp_path)) == {"m (alpha)", "m (beta)"}


def test_a_task_with_several_arguments_for_every_model(tmp_path: Path) -> None:
    for model, grades in (("one", FIRST), ("two", SECOND)):
        for lang in ("en", "de"):
            about = {"model": model, "task_args": {"lang": lang}, "created": lang}
            write_eval(tmp_path / f"{model}_{lang}.eval", samples(grades), **about)
    assert set(bt.pair(bt.read(tmp_path)).tasks) == {"sums (lang=de)", "sums (lang=en)"}


# Metadata.


def test_a_field_of_the_metadata_is_the_cluster(tmp_path: Path) -> None:
    for name, grades in (("one", FIRST), ("two", SECOND)):
        each = [{**one, "metadata": {"passage": j // 3}} for j, one in enumerate(samples(grades))]
        write_eval(tmp_path / f"{name}.eval", each, model=name)
    for column in ("passage", "metadata.passage"):
        assert bt.pair(bt.read(tmp_path, cluster=column, weight="clusters")).n_units == 2


def test_metadata_that_was_removed_from_the_summaries(runs: Path) -> None:
    each = [{**one, "metadata": {"passage": "Key removed from summary (> 1k)"}} for one in samples(FIRST)]
    write_eval(runs / "a.eval", each, model="one")
    assert "too long for the summaries" in refused(runs, cluster="passage")


# Real files.


def test_real_json(logs: Path) -> None:
    """ORIGIN: 3 shared ids, qwen 1 of 3, sonnet 3 of 3."""
    files = [logs / "inspect/data_arc_qwen.json", logs / "inspect/data_arc_sonnet.json"]
    found = means(files)
    assert list(found.values()) == pytest.approx([1 / 3, 1])
    assert bt.pair(bt.read(files)).n_units == 3


def test_real_archive(logs: Path) -> None:
    assert bt.read(logs / "inspect/mmlu-summary-choices.eval").models == ("openai/gpt-4o",)


def test_real_zstd(logs: Path) -> None:
    """ORIGIN: match .7833 and .6861 over 120 samples of 3 epochs; q007 has no closeness."""
    folder = logs / "inspect_zstd"
    assert "`match`, `closeness`, `rubric.fluent`, `rubric.brief`" in refused(folder)
    assert list(means(folder, metric="match").values()) == pytest.approx([0.7833, 0.6861], abs=5e-5)
    assert bt.pair(bt.read(folder, metric="match", cluster="metadata.passage", weight="clusters")).n_units == 20
    closeness = bt.read(folder, metric="closeness")
    assert bt.pair(closeness).n_units == 119
    assert any("3 of 360 of" in note for note in closeness.notes)
    assert "too long for the summaries" in refused(folder, metric="match", cluster="struct")


def test_header_helper_is_like_the_real_one(logs: Path) -> None:
    real = json.loads((logs / "inspect/data_arc_qwen.json").read_text())
    made = header([])
    assert set(made) <= set(real)
    assert set(made["eval"]) <= set(real["eval"])


def test_a_cluster_beside_a_metric(tmp_path: Path, command: Any) -> None:
    for name, grades in (("one", FIRST), ("two", SECOND)):
        each = [sample(j, {"match": grade, "other": "C"}) for j, grade in enumerate(grades)]
        write_eval(
            tmp_path / f"{name}.eval",
            [{**one, "metadata": {"topic": f"t{one['id'] // 2}"}} for one in each],
            model=name,
        )
    ran = command("compare", tmp_path, "--metric", "match", "--column", "cluster=metadata.topic", "--rope", "0.01")
    assert "3 independent clusters" in " ".join(ran.out.split()), ran.err
    told = command("compare", tmp_path, "--metric", "match", "--column", "cluster=topics").err
    assert "There is no column `topics`. Did you mean `metadata.topic`?" in told
