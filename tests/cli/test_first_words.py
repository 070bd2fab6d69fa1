"""What people type and give first, through the command line: folds, seeds, samples, and values that are no numbers."""

from __future__ import annotations

import gzip
import json
import shlex

import numpy as np
import pytest
from click.testing import CliRunner

from betterthan.cli.flags import in_flags
from betterthan.cli.main import cli
from betterthan.errors import BetterthanError

RNG = np.random.default_rng(5)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line: str):
    return CliRunner().invoke(cli, shlex.split(line))


def refused(line: str) -> str:
    found = run(line)
    assert isinstance(found.exception, BetterthanError), found.output
    return in_flags(str(found.exception))


def answered(line: str) -> dict:
    found = run(f"{line} --json")
    assert found.exit_code == 0, found.exception
    return json.loads(found.output)


def wide(n: int, name: str = "wide.csv", header: str = "svm,knn") -> str:
    rows = RNG.uniform(0.7, 0.9, (n, 2))
    with open(name, "w") as file:
        file.write(f"{header}\n" + "".join(f"{a:.4f},{b:.4f}\n" for a, b in rows))
    return name


@pytest.mark.parametrize("n", [3, 5, 10, 20, 25, 30, 50, 100])
def test_what_may_be_folds_or_seeds_is_refused_with_both_ways_out(n):
    wide(n)
    for command in ("compare", "question", "rank", "scaling", "sensitivity"):
        said = refused(f"{command} wide.csv")
        assert "`--folds " in said
        assert "`--independent`" in said
    assert answered("compare wide.csv --independent")["comparisons"][0]["unit"] == "cases"


def test_both_ways_out_are_taken():
    wide(100)
    folds = answered("compare wide.csv --folds 10")["comparisons"][0]
    assert (folds["unit"], folds["procedure"], folds["n"]) == ("folds", "bayes_correlated_t", 100)
    assert answered("question wide.csv --folds 10")["procedure"] == "bayes_correlated_t"
    assert "no multiple of 7" in refused("compare wide.csv --folds 7")
    assert run("seeds wide.csv").exit_code != 0


def test_cases_are_not_asked_about():
    wide(64)
    assert answered("compare wide.csv")["comparisons"][0]["unit"] == "cases"
    with open("right.csv", "w") as file:
        file.write("svm,knn\n" + "".join(f"{a},{b}\n" for a, b in RNG.integers(0, 2, (10, 2))))
    assert answered("compare right.csv")["comparisons"][0]["procedure"] == "bayes_mcnemar"


def test_numbered_seeds_are_seeds():
    with open("seeds.csv", "w") as file:
        file.write("seed,svm,knn\n" + "".join(f"{j},{a:.3f},{b:.3f}\n" for j, (a, b) in enumerate(RNG.random((5, 2)))))
    assert answered("compare seeds.csv")["comparisons"][0]["unit"] == "seeds"


def test_samples_without_ids_are_compared_unpaired():
    with open("long.csv", "w") as file:
        file.write("model,score\n" + "".join(f"{'ab'[j % 2]},{score:.3f}\n" for j, score in enumerate(RNG.random(31))))
    said = refused("compare long.csv")
    assert "`--unpaired`" in said
    assert "`--folds K`" in said
    found = answered("compare long.csv --unpaired")["comparisons"][0]
    assert (found["paired"], found["n"], found["unit"]) == (False, 31, "cases")
    wide(10)
    assert answered("compare wide.csv --unpaired")["comparisons"][0]["procedure"] == "bayes_welch"


def test_cases_that_do_not_match_may_be_compared_unpaired():
    with open("apart.csv", "w") as file:
        file.write("model,case,score\na,1,0.5\na,2,0.7\na,3,0.4\nb,4,0.6\nb,5,0.5\n")
    assert "`--unpaired`" in refused("compare apart.csv")
    assert answered("compare apart.csv --unpaired")["comparisons"][0]["paired"] is False


VALUES = {
    "75%": ("`75%` is a percentage", "the number alone"),
    "1,000": ("`1,000` has a comma", "write 1000 if it separates thousands"),
    "0,85": ("`0,85` has a decimal comma", "write 0.85"),
    "yes": ("write 1 for right and 0 for wrong", "`yes`"),
    "C": ("write 1 for right and 0 for wrong", "`C`"),
    "I": ("write 1 for right and 0 for wrong", "`I`"),
    "NA": ("if `NA` means that there is no score", "`--na NA`"),
    "null": ("if `null` means that there is no score", "`--na null`"),
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("layout", ["one cell", "all cells", "wide", "long column acc"])
def test_a_value_that_is_no_number_is_named_with_what_to_do(value, layout):
    header, row = {"wide": ("id,svm,knn", '{j},"{value}","{value}"')}.get(
        layout, ("model,case,score", '{m},{j},"{value}"')
    )
    header = header.replace("score", "acc") if layout == "long column acc" else header
    lines = []
    for j in range(8):
        seen = value if layout != "one cell" or j == 5 else "0.5"
        lines.append(row.format(j=j // 2 if "{m}" in row else j, m="ab"[j % 2], value=seen))
    with open("t.csv", "w") as file:
        file.write("\n".join([header, *lines]))
    said = refused("compare t.csv")
    assert all(part in said for part in VALUES[value]), said
    assert "line " in said.lower()


def test_what_means_missing_can_be_said():
    with open("long.csv", "w") as file:
        rows = [
            f"{model},{j},{'NA' if (model, j) == ('a', 2) else round(j * 0.1, 2)}" for model in "ab" for j in range(8)
        ]
        file.write("model,case,score\n" + "\n".join(rows))
    assert "--missing drop" in refused("compare long.csv --na NA")
    found = answered("compare long.csv --na NA --missing drop")["comparisons"][0]
    assert found["n"] == 7
    assert "1 row of `long.csv` without a score (`NA`) left out." in found["notes"]
    with open("wide.csv", "w") as file:
        file.write("id,a,b\n1,0.5,0.4\n2,NA,0.3\n3,0.4,null\n4,0.7,0.2\n5,0.8,0.1\n")
    found = answered("compare wide.csv --na NA --na null --missing drop")["comparisons"][0]
    assert found["n"] == 3


def test_files_that_cannot_be_read_say_why(here):
    (here / "gone.csv").symlink_to("nowhere.csv")
    assert "is a link to `nowhere.csv`, where there is no file" in refused("compare gone.csv")
    assert "No file matches the pattern `runs/*.csv`" in refused("compare 'runs/*.csv'")
    packed = bytearray(gzip.compress(b"model,case,score\na,1,0.5\nb,1,0.4\n" * 50))
    packed[-6] ^= 0xFF
    (here / "bad.csv.gz").write_bytes(bytes(packed))
    assert "checksum does not fit its content" in refused("compare bad.csv.gz")
    (here / "wide32.csv").write_bytes("id,a,b\n1,0.5,0.4\n".encode("utf-32"))
    assert "is encoded as UTF-32" in refused("compare wide32.csv")


def test_a_pattern_stands_for_its_files(here):
    (here / "runs").mkdir()
    for name in "ab":
        (here / "runs" / f"{name}.csv").write_text("case,score\n" + "".join(f"{j},{RNG.random()}\n" for j in range(12)))
    assert [each["name"] for each in answered("compare 'runs/*.csv'")["models"]] == ["a", "b"]
