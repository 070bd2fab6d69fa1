"""Real logs, with what their publishers say of them; skipped where they are not beside the project.

The figures are those of the notes that lie beside the files: published leaderboards, or counted with another program.
"""

from __future__ import annotations

import gzip
import json
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import betterthan as bt

FACTS: dict[str, tuple[dict[str, Any], dict[str, float]]] = {
    "deepeval": ({}, {"alpha": 94 / 120, "beta": 81 / 120}),
    "alpaca_eval": ({}, {"claude-2": 0.17188240356708075, "vicuna-13b-v1.5": 0.06722122014857143}),
    "mteb": ({}, {"BAAI__bge-base-en-v1.5": 0.4320044, "intfloat__e5-base-v2": 0.4317839}),
    "sklearn/cross_validate_breast_cancer.csv": ({"metric": "accuracy"}, {"lr": 0.97541531, "rf": 0.95784040}),
    "sklearn/cross_validate_breast_cancer.csv ": ({"metric": "roc_auc"}, {"lr": 0.99499356, "rf": 0.99053152}),
}


def means(found: Any) -> dict[str, float]:
    table = bt.pair(found)
    return dict(zip(table.models, table.scores.mean(axis=0).tolist(), strict=True))


def cells(found: Any, first: str, second: str) -> tuple[int, ...]:
    """Both right, only the first, only the second, neither."""
    one, other = bt.pair(found, first, second).scores.T
    return tuple(int(((one == i) & (other == j)).sum()) for i, j in ((1, 1), (1, 0), (0, 1), (0, 0)))


@pytest.mark.parametrize("name", FACTS)
def test_the_means_are_those_of_the_notes(real_logs, name):
    options, expected = FACTS[name]
    assert means(bt.read(real_logs / name.strip(), **options)) == pytest.approx(expected, abs=1e-7)


def test_two_metrics_end_in_one_message_with_the_flag(real_logs, command):
    ran = command("compare", real_logs / "sklearn/cross_validate_breast_cancer.csv")
    assert ran.code == 2
    assert "`accuracy`, `roc_auc`. Choose one with `--metric NAME`" in ran.err


def test_swe_bench_reports_share_729_instances(real_logs):
    found = bt.read(real_logs / "swebench_report")
    assert cells(found, "claude-45sonnet-10132025", "gpt-5-250-turns-10132025") == (206, 113, 59, 351)
    assert len(set(bt.pair(found).factors["cluster"].names)) == 11


def test_swe_bench_pro_pairs_are_those_of_both_models(real_logs):
    found = bt.read(real_logs / "swebench_pro")
    opus, gpt, oss = "claude-opus-4-1-paper", "gpt-4o-paper", "gptoss-paper"
    assert cells(found, opus, oss) == (52, 109, 54, 446)
    assert cells(found, opus, gpt) == (23, 115, 9, 418)
    assert cells(found, oss, gpt) == (19, 80, 16, 502)
    assert len(bt.pair(found).scores) == 563


def test_alpaca_eval_reproduces_the_published_leaderboard(real_logs):
    """Win rate 17.188240356708075 and its standard error 1.17482825615589, in percent."""
    alone = bt.read(real_logs / "alpaca_eval/claude-2")
    assert alone.models == ("claude-2", "gpt4_1106_preview")
    scores = bt.pair(alone, "claude-2", "gpt4_1106_preview").scores
    assert scores[:, 0].mean() == pytest.approx(0.17188240356708075, abs=1e-12)
    assert scores[:, 0].std(ddof=1) / np.sqrt(805) == pytest.approx(0.0117482825615589, abs=1e-12)
    assert scores.sum(axis=1) == pytest.approx(np.ones(805))
    assert tuple(int(n) for n in ((scores[:, 0] > 0.5).sum(), (scores[:, 0] < 0.5).sum())) == (131, 673)


def test_mt_bench_means_over_two_turns(real_logs):
    found = bt.read(real_logs / "mt_bench")
    assert sorted(bt.pair(found).scores.mean(axis=0)) == pytest.approx([5.878125, 5.9875, 6.103125])
    assert bt.pair(found).scores.shape == (80, 3)


def test_weka_means_by_task(real_logs):
    found = bt.read(real_logs / "weka")
    table = bt.pair(found)
    task = np.array(table.factors["task"].names)[table.factors["task"].codes]
    expected = {"iris": (94.67, 95.56, 97.11), "wine": (93.83, 97.36, 97.20)}
    for name, three in expected.items():
        assert table.scores[task == name].mean(axis=0) == pytest.approx(three, abs=0.005)
        assert (task == name).sum() == 30
    assert table.models == ("J48 -C 0.25 -M 2", "NaiveBayes", "Logistic -R 1.0E-8 -M -1")


def test_candidates_of_a_search_are_models(real_logs):
    found = bt.read(real_logs / "sklearn/GridSearchCV_cv_results.csv", metric="acc")
    assert sorted(means(found).values()) == pytest.approx([0.95079957, 0.96661233, 0.97541531], abs=1e-8)


# The same files, changed.


@pytest.fixture
def alpaca(real_logs, tmp_path) -> Path:
    return Path(shutil.copytree(real_logs / "alpaca_eval", tmp_path / "alpaca"))


def rows_of(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def test_swapped_folders_swap_the_models(alpaca):
    before = means(bt.read([alpaca / "claude-2", alpaca / "vicuna-13b-v1.5"]))
    after = bt.read([alpaca / "vicuna-13b-v1.5", alpaca / "claude-2"])
    assert after.models == ("vicuna-13b-v1.5", "claude-2")
    assert means(after) == before


def test_a_row_that_is_removed_is_counted(alpaca):
    path = alpaca / "claude-2/annotations.json.gz"
    path.write_bytes(gzip.compress(json.dumps(rows_of(path)[1:]).encode()))
    table = bt.pair(bt.read(alpaca))
    assert len(table.scores) == 804
    assert any("1 of 805 units was dropped" in note for note in table.notes)


def test_a_failed_annotation_is_no_score(alpaca):
    path = alpaca / "claude-2/annotations.json.gz"
    rows = rows_of(path)
    for row in rows[:20]:
        row["preference"] = None
    path.write_bytes(gzip.compress(json.dumps(rows).encode()))
    table = bt.pair(bt.read(alpaca))
    assert len(table.scores) == 785
    (note,) = [note for note in table.notes if "20 of 805 of `claude-2` (no preference)" in note]
    assert note.startswith("Is this meant?")


def test_a_name_that_is_none_gives_way_to_the_folder(alpaca):
    for path in alpaca.glob("*/*.gz"):
        rows = [{**row, "generator_2": "example"} for row in rows_of(path)]
        path.write_bytes(gzip.compress(json.dumps(rows).encode()))
    assert set(bt.read(alpaca).models) == {"claude-2", "vicuna-13b-v1.5"}


def test_equal_names_are_told_apart_by_their_folders(alpaca):
    for path in alpaca.glob("*/*.gz"):
        rows = [{**row, "generator_2": "gpt"} for row in rows_of(path)]
        path.write_bytes(gzip.compress(json.dumps(rows).encode()))
    found = bt.read(alpaca)
    assert set(found.models) == {"gpt (claude-2)", "gpt (vicuna-13b-v1.5)"}
    assert any("told apart" in note for note in found.notes)


def test_a_prompt_under_the_same_id_must_be_the_same(real_logs, tmp_path):
    folder = Path(shutil.copytree(real_logs / "mteb", tmp_path / "mteb"))
    path = next(folder.glob("BAAI*/*/STS12.json"))
    path.write_text(path.read_text().replace('"dataset_revision": "', '"dataset_revision": "other'))
    with pytest.raises(bt.ReadingError, match=r"the same id means different cases .*STS12"):
        bt.read(folder)


def test_both_turns_of_a_question_that_no_judge_understood_leave_it_out(real_logs, tmp_path):
    lines = [json.loads(line) for line in gzip.decompress((real_logs / "mt_bench/gpt-4_single.jsonl.gz").read_bytes())
             .decode().splitlines()]  # fmt: skip
    for line in lines:
        if line["question_id"] == 81 and line["model"] == "vicuna-7b-v1.3":
            line["score"] = -1
    (tmp_path / "gpt-4_single.jsonl").write_text("".join(json.dumps(line) + "\r\n" for line in lines))
    found = bt.read(tmp_path)
    assert len(bt.pair(found, "vicuna-7b-v1.3", "vicuna-7b-v1.3-greedy").scores) == 79
    assert any("2 of 160 of `vicuna-7b-v1.3` (unparsed judge)" in note for note in found.notes)


def test_a_cluster_of_the_log_never_changes_what_is_estimated(real_logs):
    found = bt.read(real_logs / "swebench_pro")
    for pair in combinations(found.models, 2):
        compared = bt.compare(found, first=pair[0], second=pair[1], rope=0.01)
        one, other = bt.pair(found, *pair).scores.T
        assert compared.estimate == pytest.approx((one - other).mean(), abs=1e-12)
    named = bt.read(real_logs / "swebench_pro", cluster="key1 ~ __(.)")
    assert named.weight is None
