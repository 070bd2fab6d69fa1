"""Flips: the cases that one model won and the other lost, against a plain loop over the scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import betterthan as bt


@pytest.fixture
def table() -> dict[str, Any]:
    random = np.random.default_rng(5)
    right = random.random((60, 2)) < (0.7, 0.6)
    return {
        "model": ["a"] * 60 + ["b"] * 60,
        "case": [f"q{j}" for j in range(60)] * 2,
        "cluster": [f"c{j % 7}" for j in range(60)] * 2,
        "level": [("easy", "hard")[j % 2] for j in range(60)] * 2,
        "score": np.concatenate([right[:, 0], right[:, 1]]).astype(float),
    }


def scores_by_case(table: dict[str, Any]) -> dict[str, tuple[float, float]]:
    first, second = np.split(np.asarray(table["score"]), 2)
    return {case: (one, two) for case, one, two in zip(table["case"][:60], first, second, strict=True)}


def test_every_flip_is_listed_with_its_scores_and_cluster(table):
    found = bt.compare(table, rope=0.01, flips=200).flips
    expected = {case: pair for case, pair in scores_by_case(table).items() if pair[0] != pair[1]}
    assert {flip.case: (flip.first, flip.second) for flip in found.listed} == expected
    assert (found.won, found.lost) == (
        sum(one > two for one, two in expected.values()),
        sum(one < two for one, two in expected.values()),
    )
    assert {flip.case: flip.within["cluster"] for flip in found.listed} == {
        case: f"c{int(case[1:]) % 7}" for case in expected
    }
    assert all((found.winner(flip) == "a") == (flip.first > flip.second) for flip in found.listed)


def test_clusters_are_counted(table):
    found = bt.compare(table, rope=0.01, flips=2).flips
    assert found.grouped == "cluster"
    expected: dict[str, list[int]] = {}
    for case, (one, two) in scores_by_case(table).items():
        counts = expected.setdefault(f"c{int(case[1:]) % 7}", [0, 0])
        counts[0] += one > two
        counts[1] += one < two
    assert {name: [one, two] for name, one, two in found.groups} == {k: v for k, v in expected.items() if sum(v)}


@pytest.mark.parametrize("most", [1, 4, 7])
def test_as_many_as_were_asked_for_half_of_each(table, most):
    found = bt.compare(table, rope=0.01, flips=most).flips
    assert len(found.listed) == most
    assert 0 <= len(found.largest_wins) - len(found.largest_losses) <= 1


def test_the_largest_differences_come_first():
    table = {"model": ["a"] * 8 + ["b"] * 8, "case": list(range(8)) * 2, "score": [*range(8), *[3.5] * 8]}
    found = bt.compare(table, rope=0.01, flips=4).flips
    assert [(flip.case, found.winner(flip)) for flip in found.listed] == [
        ("7", "a"),
        ("6", "a"),
        ("0", "b"),
        ("1", "b"),
    ]


def test_of_losses_the_lower_one_wins():
    table = {"model": ["a"] * 12 + ["b"] * 12, "case": list(range(12)) * 2, "rmse": [*range(12), *[3.5] * 12]}
    found = bt.compare(table, higher_is_better=False, rope=0.01, flips=2).flips
    assert [(flip.case, found.winner(flip), flip.first) for flip in found.listed] == [
        ("0", "a", 0.0),
        ("11", "b", 11.0),
    ]


def test_what_one_model_lacks_the_other_fills():
    table = {"model": ["a"] * 8 + ["b"] * 8, "case": list(range(8)) * 2, "score": [1] * 7 + [0] + [0] * 7 + [1]}
    found = bt.compare(table, rope=0.01, flips=6).flips
    assert (found.won, found.lost, found.same) == (7, 1, 0)
    assert (len(found.largest_wins), len(found.largest_losses)) == (5, 1)


def test_repeats_of_a_case_are_one_case():
    table = {"model": ["a"] * 16 + ["b"] * 16, "case": [j // 2 for j in range(16)] * 2, "epoch": [0, 1] * 16}
    right = np.random.default_rng(1).integers(0, 2, 32)
    found = bt.compare({**table, "score": right}, rope=0.01, repeats="mean", flips=20).flips
    one, other = right.reshape(2, 8, 2).mean(axis=2)
    assert {flip.case: flip.difference for flip in found.listed} == {
        str(j): one[j] - other[j] for j in range(8) if one[j] != other[j]
    }
    assert found.same == (one == other).sum()


def test_they_are_in_the_document(table):
    found = bt.compare(table, rope=0.01, flips=4, by="level")
    written = found.document()["comparisons"][0]["flips"]
    assert set(written["largest_wins"][0]["within"]) == {"cluster", "level"}
    assert (written["first"], written["second"], written["grouped"]) == ("a", "b", "cluster")
    assert bt.Comparison.from_dict(found.document()).flips == found.flips
    assert bt.compare(table, rope=0.01).to_dict()["flips"] is None


def test_a_gate_finds_the_same_ones(table):
    runs = [{name: values[half] for name, values in table.items()} for half in (slice(60), slice(60, 120))]
    gate, pair = bt.gate(*runs, rope=0.1, flips=100).flips, bt.compare(table, rope=0.1, flips=200).flips
    assert {**gate.to_dict(), "largest_wins": [], "largest_losses": []} == {
        **pair.to_dict(), "largest_wins": [], "largest_losses": []
    }  # fmt: skip
    assert {flip.case: flip[1:] for flip in gate.listed} == {flip.case: flip[1:] for flip in pair.listed}


def test_the_report_has_them_with_a_search(table, tmp_path, command):
    import csv

    path, page = tmp_path / "t.csv", tmp_path / "report.html"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([table.keys(), *zip(*table.values(), strict=True)])
    ran = command("compare", path, "--rope", "0.01", "--flips", "20", "--by", "level", "-o", page)
    assert ran.code == 0, ran.err
    html = page.read_text(encoding="utf-8")
    after = html[html.index('id="bt-at-flips"') :]
    assert 'type="search"' in after[: after.index("</table>")]
    assert "Flips by cluster" in html
    assert "Flips: a won" in command("compare", path, "--rope", "0.01", "--flips", "5").out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"flips": 0}, "flips"),
        ({"flips": 3, "pairs": "all"}, "for the scores of one pair"),
    ],
)
def test_what_cannot_be_listed_is_refused(table, change, message):
    with pytest.raises(bt.ArgumentError, match=message):
        bt.compare(table, rope=0.01, **change)


def test_scores_without_cases_have_no_flips():
    table = {"task": list("abcdefgh"), "one": np.linspace(0.1, 0.8, 8), "two": np.linspace(0.2, 0.7, 8)}
    with pytest.raises(bt.ArgumentError, match="with a column `case`"):
        bt.compare(table, rope=0.01, flips=3)


def files_of(folder: Path, table: dict[str, Any], by: list[str]) -> Path:
    """The rows in a file for each value of `by`."""
    import csv

    for name in dict.fromkeys(by):
        rows = [row for row, own in zip(zip(*table.values(), strict=True), by, strict=True) if own == name]
        with (folder / name).open("w", newline="") as file:
            csv.writer(file).writerows([list(table), *rows])
    return folder


def test_each_has_the_file_of_each_score(table, tmp_path):
    names = [f"{model}-{int(case[1:]) // 20}.csv" for model, case in zip(table["model"], table["case"], strict=True)]
    found = bt.compare(files_of(tmp_path, table, names), rope=0.01, flips=200).flips
    assert min(found.won, found.lost) > 0
    for flip in found.listed:
        part = int(flip.case[1:]) // 20
        assert flip.files == (str(tmp_path / f"a-{part}.csv"), str(tmp_path / f"b-{part}.csv"))
    assert {"first_file", "second_file"} <= set(found.to_rows()[0])


def test_scores_that_are_from_no_file_say_so(table):
    assert {flip.files for flip in bt.compare(table, rope=0.01, flips=9).flips.listed} == {(None, None)}


def test_logs_say_their_files_and_so_does_a_gate(tmp_path):
    random = np.random.default_rng(2)
    right = random.random((40, 2)) < (0.8, 0.4)
    for m, model in enumerate(("new", "old")):
        for part in (0, 1):
            folder = tmp_path / model / f"part{part}"
            folder.mkdir(parents=True)
            rows = [{"task_id": f"T/{j}", "completion": "…", "result": "", "passed": bool(right[j, m])}
                    for j in range(40) if j % 2 == part]  # fmt: skip
            (folder / f"{model}.jsonl_results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    mapping = {"name": "x", "has": ["task_id", "passed"], "model": "dir:2", "case": "task_id", "score": "passed"}
    pair = bt.compare(tmp_path, mapping=mapping, rope=0.01, flips=99)
    runs = [bt.read(tmp_path / model, mapping=mapping) for model in ("new", "old")]
    gate = bt.gate(*runs, rope=0.1, flips=99)
    for flips in (pair.flips, gate.flips):
        assert len(flips.listed) == int((right[:, 0] != right[:, 1]).sum())
        for flip in flips.listed:
            part = int(flip.case.removeprefix("T/")) % 2
            assert [Path(file).relative_to(tmp_path).parts[:2] for file in flip.files] == [
                (model, f"part{part}") for model in (flips.first, flips.second)
            ]
    assert bt.Comparison.from_dict(pair.document()).flips == pair.flips


def test_a_report_names_files_in_columns_or_below(table, tmp_path, command):
    one = files_of(tmp_path, table, [f"{model}.csv" for model in table["model"]])
    told = command("compare", one, "--rope", "0.01", "--flips", "4").out
    assert "file of" not in told
    assert f"a:{tmp_path / 'a.csv'}" in "".join(told.split())  # a long path is broken at the end of a line
    (tmp_path / "parts").mkdir()
    names = [f"{model}-{int(case[1:]) // 20}.csv" for model, case in zip(table["model"], table["case"], strict=True)]
    parts = files_of(tmp_path / "parts", table, names)
    page = tmp_path / "page.html"
    ran = command("compare", parts, "--rope", "0.01", "--flips", "20", "-o", page)
    assert ran.code == 0, ran.err
    html = page.read_text(encoding="utf-8")
    assert all(text in html for text in ("file of a", "file of b", "b-2.csv"))
