"""`--weight cases` wherever scores are read, and its refusals in flags."""

from __future__ import annotations

import json

import numpy as np
import pytest

RNG = np.random.default_rng(4)
CLUSTER = np.repeat(np.arange(11), [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5])
ROWS = [
    f"{model},{case},{document},{RNG.normal(0.1 * (model == 'new'), 1):.4f}"
    for model in ("new", "old", "third")
    for case, document in enumerate(CLUSTER)
]
FILES = {
    "scores.csv": "\n".join(["model,case,document,score", *(row for row in ROWS if "third" not in row)]) + "\n",
    "three.csv": "\n".join(["model,case,document,score", *ROWS]) + "\n",
}
READ = ("--column", "cluster=document", "--weight", "cases")


def test_compare_names_the_mean_over_cases(command, folder):
    code, out, _ = command("compare", "scores.csv", *READ)
    assert code == 0
    assert "mean difference over cases" in out
    assert "36 cases in 11 clusters" in out


def test_json_holds_the_weight_and_can_be_checked(command, folder):
    assert command("compare", "scores.csv", *READ, "-o", "found.json").code == 0
    found = json.loads((folder / "found.json").read_text())["comparisons"][0]
    assert (found["procedure"], found["given"]["weight"]) == ("bayes_clustered_t", "cases")
    assert command("check", "found.json", "--data", "scores.csv", "--column", "cluster=document").code == 0
    found["clustering"]["mean_over_clusters"] += 0.1
    (folder / "other.json").write_text(
        json.dumps({**json.loads((folder / "found.json").read_text()), "comparisons": [found]})
    )
    assert command("check", "other.json", "--data", "scores.csv", "--column", "cluster=document").code == 1


@pytest.mark.parametrize("name", ["question", "sensitivity", "scaling"])
def test_other_commands_take_it(command, folder, name):
    code, out, _ = command(name, "scores.csv", *READ)
    assert code == 0
    assert "bayes_clustered_t" in out


def test_the_default_has_a_name(command, folder):
    plain = command("compare", "scores.csv", *READ[:2], "--json").out
    named = json.loads(command("compare", "scores.csv", *READ[:2], "--weight", "clusters", "--json").out)
    assert named["comparisons"][0]["given"].pop("weight") == "clusters"
    expected = json.loads(plain)
    assert expected["comparisons"][0]["given"].pop("weight") is None
    assert named == expected


def test_refusals_speak_of_flags(refused):
    told = refused("compare scores.csv --weight cases")
    assert "`--weight cases`" in told
    assert "`--column cluster=NAME`" in told
    assert "`--weight clusters`" in refused("rank three.csv --column cluster=document --weight cases")


def test_another_word_is_refused(command, folder):
    code, _, err = command("compare", "scores.csv", "--weight", "documents")
    assert code == 2
    assert "'clusters', 'cases'" in err
