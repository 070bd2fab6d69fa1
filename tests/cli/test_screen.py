"""The first screen: twenty rows of a long table, the columns of a wide one that fit, and where the rest is."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

REST = "-o report.html, or --all"


@pytest.fixture
def tasks(folder: Path) -> str:
    """Two models on 30 tasks of 6 seeds, the last tasks those on which they differ most."""
    rng = np.random.default_rng(0)
    lines = ["model,task,seed,score"]
    for task in range(30):
        for seed in range(6):
            base = rng.uniform(0.5, 0.6)
            lines += [f"old,t{task},{seed},{base}", f"new,t{task},{seed},{base + 0.01 * task + rng.normal(0, 0.002)}"]
    (folder / "tasks.csv").write_text("\n".join(lines))
    return "tasks.csv"


@pytest.fixture
def models(folder: Path) -> str:
    """Thirty models on 25 tasks."""
    rng = np.random.default_rng(0)
    rows = [f"m{j},t{i},{rng.random()}" for i in range(25) for j in range(30)]
    (folder / "models.csv").write_text("\n".join(["model,task,score", *rows]))
    return "models.csv"


def table(out: str, title: str) -> list[str]:
    """The rows of a table, and what stands below it."""
    lines = out[out.index(f"\n{title}\n") :].split("\n\n", maxsplit=1)[0].splitlines()
    rule = next(j for j, line in enumerate(lines) if line.startswith("──"))
    return lines[rule + 1 :]


def test_twenty_rows_those_that_matter_first(command, tasks):
    out = command("compare", tasks, "--per-task", "--rope", "0.01").out
    *rows, below = table(out, "Each task alone")
    assert len(rows) == 20
    assert below.startswith("10 more")
    assert below.endswith(REST)
    assert rows[0].startswith("t29 "), "decided ones, largest differences first"
    assert "t0 " not in "".join(rows)


def test_all_rows_on_request_in_their_order(command, tasks):
    out = command("compare", tasks, "--per-task", "--rope", "0.01", "--all").out
    rows = table(out, "Each task alone")
    assert [row.split()[0] for row in rows[:30]] == [f"t{i}" for i in range(30)]
    assert "--all" not in out


def test_columns_that_do_not_fit_are_named_and_none_is_broken(command, models):
    out = command("compare", models).out
    assert max(map(len, out.splitlines())) <= 80
    assert re.search(rf"more columns \(.*\): {REST}", " ".join(out.split()))
    assert not re.search(r"\[[−\d., ]*\n", out), "an interval stands on one line"


def test_a_table_of_scores_that_is_too_wide_shows_one_part(command, models):
    out = command("rank", models, "--table").out
    rows = table(out, "Scores")
    assert sum(row.startswith("t") for row in rows) == 20
    assert sum(row.startswith("average rank") for row in rows) == 1, "the sums stand below the rows that are shown"
    assert re.search(rf"5 more, \d+ more columns: {REST}", " ".join(rows))
    whole = command("rank", models, "--table", "--all").out
    assert all(f" m{j}" in whole for j in range(30))


def test_tables_of_seeds_begin_with_the_baseline_and_the_clearest(command, folder):
    rng = np.random.default_rng(3)
    rows = [f"m{j},{seed},{rng.normal(0.05 * (j == 24), 0.01)}" for j in range(25) for seed in range(6)]
    (folder / "seeds.csv").write_text("\n".join(["model,seed,accuracy", *rows]))
    out = command("seeds", "seeds.csv", "--baseline", "m20").out
    shown = table(out, "Mean and spread")
    assert [row.split()[0] for row in shown[:2]] == ["m20", "m24"]
    assert shown[20].startswith("5 more")


def test_the_columns_of_a_table_have_their_decimals(command, tasks):
    out = command("compare", tasks, "--per-task", "--rope", "0.01").out
    rows = [re.findall(r"−?\d+\.\d+", row) for row in table(out, "Each task alone")[:20]]
    decimals = {len(row[0].partition(".")[2]) for row in rows}
    assert len(decimals) == 1
