"""Runs of HELM: instances by id, perturbation and trial; statistics that come in several parts."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from asked_of_logs import means, refused
from helm_files import instance, stat, write_run

import betterthan as bt

FIRST = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
SECOND = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]
EXPECTED = {"org/one": pytest.approx(4 / 6), "org/two": pytest.approx(2 / 6)}


def instances(scores: list[float]) -> list[dict[str, Any]]:
    return [instance(j, {"exact_match": score}) for j, score in enumerate(scores)]


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two models on one scenario."""
    write_run(tmp_path, "org/one", instances(FIRST))
    write_run(tmp_path, "org/two", instances(SECOND))
    return tmp_path


def test_a_folder_of_runs(runs: Path) -> None:
    assert means(runs) == EXPECTED
    scores = bt.read(runs)
    assert bt.pair(scores).tasks == ("mmlu:subject=law",)
    assert not any("other file" in note for note in scores.notes)


def test_files_and_order(runs: Path) -> None:
    files = sorted(runs.glob("*/per_instance_stats.json"))
    assert means(files[::-1]) == EXPECTED
    write_run(runs, "org/one", instances(FIRST)[::-1])
    assert means(runs) == EXPECTED


def test_windows_line_ends_and_gzip(runs: Path) -> None:
    for path in runs.glob("*/per_instance_stats.json"):
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes().replace(b"\n", b"\r\n")))
        path.unlink()
    assert means(runs) == EXPECTED


def test_without_the_specification_the_folder_names_the_model(runs: Path) -> None:
    for path in runs.glob("*/run_spec.json"):
        path.unlink()
    assert set(means(runs)) == {"org_one", "org_two"}


def test_several_metrics_without_bookkeeping(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        each = [instance(j, {"exact_match": score, "f1": 0.5}) for j, score in enumerate(scores)]
        write_run(tmp_path, model, each)
    told = refused(tmp_path)
    assert "2 metrics: `exact_match`, `f1`" in told
    assert "num_bytes" not in told
    assert means(tmp_path, metric="exact_match") == EXPECTED


def test_statistics_of_one_instance_come_in_several_parts(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        parts = [{**each, "stats": [one]} for each in instances(scores) for one in each["stats"]]
        write_run(tmp_path, model, parts)
    assert means(tmp_path) == EXPECTED
    assert bt.pair(bt.read(tmp_path)).n_units == 6


def test_a_statistic_that_was_nan_is_counted(runs: Path) -> None:
    each = instances(FIRST)
    each[0]["stats"] = each[0]["stats"][:1]
    write_run(runs, "org/one", each)
    scores = bt.read(runs)
    assert any("1 of 6 of `org/one`" in note for note in scores.notes)
    assert bt.pair(scores).n_units == 5


def test_trials_are_averaged(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        again = [{**instance(j, {"exact_match": 0.5}), "train_trial_index": 1} for j in range(6)]
        write_run(tmp_path, model, [*instances(scores), *again])
    table = bt.pair(bt.read(tmp_path))
    assert table.n_units == 6
    assert table.scores.mean(axis=0).tolist() == pytest.approx([(4 / 6 + 0.5) / 2, (2 / 6 + 0.5) / 2])


def test_perturbed_instances_are_a_cluster(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        again = [{**each, "perturbation": {"name": "typos"}} for each in instances(scores[::-1])]
        write_run(tmp_path, model, [*instances(scores), *again])
    table = bt.pair(bt.read(tmp_path))
    assert table.n_units == 12
    assert table.design.unit.plural == "cases in clusters"


def test_splits_are_told(tmp_path: Path) -> None:
    for model, scores in (("org/one", FIRST), ("org/two", SECOND)):
        each = instances(scores)
        each[0]["stats"] = [stat("exact_match", scores[0], split="valid")]
        write_run(tmp_path, model, each)
    assert means(tmp_path) == EXPECTED
    assert any("several splits" in note and "`valid`" in note for note in bt.read(tmp_path).notes)


@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_truncated(runs: Path, kept: float) -> None:
    path = sorted(runs.glob("*/per_instance_stats.json"))[0]
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])
    assert f"`{path}` is a JSON array that breaks off" in refused(runs)


def test_an_array_that_is_cut_off_behind_a_comma(runs: Path) -> None:
    """Which DuckDB would take for a whole one."""
    path = sorted(runs.glob("*/per_instance_stats.json"))[0]
    content = path.read_text()
    path.write_text(content[: content.rindex("},\n  {") + 2])
    assert f"`{path}` is a JSON array that breaks off" in refused(runs)
    packed = path.with_name(path.name + ".gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert f"`{packed}` is a JSON array that breaks off" in refused(runs)


def test_a_damaged_specification(runs: Path) -> None:
    path = sorted(runs.glob("*/run_spec.json"))[0]
    path.write_text("[" * 100_000)
    assert f"`{path}` is not valid JSON" in refused(runs)


def test_real_run(logs: Path) -> None:
    """README: one model, 10 instances, exact_match .1; alone it ends in a message."""
    assert "`exact_match`" in refused(logs / "helm")
    alone = bt.read(logs / "helm", metric="exact_match")
    assert alone.models == ("openai/gpt2",)
    assert bt.estimate(alone).mean == pytest.approx(0.1)
