"""The column within whose values one compares is never taken for a model."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import betterthan as bt


@pytest.fixture
def wide():
    random = np.random.default_rng(3)
    first, second = random.random((2, 60))
    return {"case": list(range(60)), "a": first.tolist(), "b": second.tolist(), "level": [j % 3 / 2 for j in range(60)]}


def test_it_would_be_a_model_otherwise(wide):
    assert bt.read(wide).models == ("a", "b", "level")
    assert bt.read(wide, by="level").models == ("a", "b")


def test_compare_says_so_itself(wide):
    found = bt.compare(wide, by="level", rope=0.01)
    assert (found.first, found.second) == ("a", "b")
    assert [(each.group.value, each.n_units) for each in found.groups] == [("0", 20), ("0.5", 20), ("1", 20)]
    apart = np.subtract(wide["a"], wide["b"]).reshape(20, 3).mean(axis=0)
    assert [each.estimate for each in found.groups] == pytest.approx(apart.tolist(), abs=1e-12)


def test_the_command_does_too(wide, tmp_path, command):
    path = tmp_path / "wide.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([wide.keys(), *zip(*wide.values(), strict=True)])
    ran = command("compare", path, "--by", "level", "--rope", "0.01", "--json")
    (found,) = json.loads(ran.out)["comparisons"]
    assert (found["first"], found["second"], len(found["groups"])) == ("a", "b", 3)
