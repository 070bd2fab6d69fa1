"""`betterthan scaling`: any sizes, every task, seeds x cases."""

from __future__ import annotations

import json

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.examples import csv_text
from betterthan.procedures.shared.crossed_table import crossed_sums

pytestmark = pytest.mark.installed


@pytest.fixture
def switching(tmp_path):
    path = tmp_path / "code-switching.csv"
    path.write_text(csv_text("code-switching"))
    return str(path)


PAIR = ("--first", "GNN", "--second", "LLM")


def test_every_task_at_ten_times_its_size_is_as_printed(command, switching):
    """Williams (2026), sec. 6.2: counts times ten."""
    _, out, _ = command("scaling", switching, *PAIR, "--per-task", "--scale", "10")
    flat = " ".join(out.split())
    assert "practically equivalent on 6 (de-en, fr-en, id-en, nl-en, tr-de and zh-en)" in flat
    assert "LLM is practically better on 1 (tr-en)" in flat
    assert "undecided on 4 (da-en, es-en, it-en and sv-en)" in flat
    assert "`mcnemar` rejects on 8 of 11" in flat
    record = json.loads(command("scaling", switching, *PAIR, "--per-task", "--scale", "10", "--json")[1])
    counts = {"factor": 10, "first": 0, "equivalent": 6, "second": 1, "undecided": 4, "rejected": 8}
    assert record["counts"] == [counts]


def test_the_same_in_python_and_back_from_json():
    found = bt.compare(bt.examples.example("code-switching"), per_task=True)
    scaled = bt.task_scaling(found, factors=[1, 10])
    assert scaled.counts(10)[1:] == (0, 6, 1, 4, 8)
    assert scaled.counts(1)[1:] == (0, 0, 1, 10, 2)  # da-en and tr-en, as printed
    assert bt.TaskScaling.from_dict(json.loads(scaled.to_json())) == scaled
    assert len(scaled.to_rows()) == 22
    with pytest.raises(bt.ArgumentError, match="1, 10 times the present"):
        scaled.counts(2)


def test_tasks_are_scaled_from_a_comparison_of_each():
    with pytest.raises(bt.ArgumentError, match="per_task=True"):
        bt.task_scaling(bt.compare(bt.examples.example("code-switching")))


def test_any_sizes(command, switching):
    record = json.loads(command("scaling", switching, *PAIR, "--task", "da-en", "--scale", "0.5,3,40", "--json")[1])
    assert [(size["factor"], size["units"]) for size in record["sizes"]] == [(0.5, 500), (3, 3000), (40, 40000)]


@pytest.mark.parametrize("form", ["html", "md", "tex", "txt", "json", "csv"])
def test_the_table_of_tasks_can_be_written(command, switching, tmp_path, form):
    path = tmp_path / f"out.{form}"
    assert command("scaling", switching, *PAIR, "--per-task", "--scale", "10", "-o", str(path))[0] == 0
    assert "tr-en" in path.read_text()


@pytest.fixture
def crossed(tmp_path):
    rng = np.random.default_rng(2)
    seeds, cases = rng.normal(0, 0.05, 5), rng.normal(0, 0.2, 40)
    rows = ["model,seed,case,score"]
    for seed in range(5):
        for case in range(40):
            base = rng.normal(0, 0.3)
            rows.append(f"a,{seed},{case},{base + 0.06 + seeds[seed] + cases[case] + rng.normal(0, 0.1):.6f}")
            rows.append(f"b,{seed},{case},{base:.6f}")
    path = tmp_path / "crossed.csv"
    path.write_text("\n".join(rows) + "\n")
    return str(path)


def test_seeds_by_cases_grow_in_one_or_both(command, crossed):
    grown = {
        way: json.loads(command("scaling", crossed, "--rope", "0.02", "--scale", "1,4", "--grow", way, "--json")[1])
        for way in ("seeds", "cases", "both")
    }
    assert {way: each["grows"] for way, each in grown.items()} == {
        "seeds": "seeds", "cases": "cases", "both": "seeds and cases",
    }  # fmt: skip
    assert {way: each["fixed"] for way, each in grown.items()} == {"seeds": "cases", "cases": "seeds", "both": None}
    assert [grown[way]["sizes"][1]["units"] for way in grown] == [800, 800, 3200]
    now = [list(each["sizes"][0].values())[2:] for each in grown.values()]
    assert now[0] == now[1] == now[2]
    first = {way: each["sizes"][1]["first"] for way, each in grown.items()}
    assert first["both"] > max(first["seeds"], first["cases"])
    assert grown["both"]["limit"] is None
    assert grown["cases"]["limit"] is not None


def test_the_present_size_is_the_comparison_itself(command, crossed):
    record = json.loads(command("compare", crossed, "--rope", "0.02", "--json")[1])["comparisons"][0]
    size = json.loads(command("scaling", crossed, "--rope", "0.02", "--scale", "1", "--json")[1])["sizes"][0]
    assert {region: size[region] for region in record["probabilities"]} == pytest.approx(record["probabilities"])
    assert size["p_value"] == pytest.approx(record["classical"]["p_value"], rel=1e-6)


@pytest.mark.parametrize(("rows", "columns"), [(4, 1), (1, 4), (4, 4)])
def test_the_error_of_the_mean_follows_the_variance_components(crossed, rows, columns):
    """s_seed²/k + s_case²/n + s_res²/(kn), by the definition of the components."""
    cells = bt.pair(bt.read(crossed)).differences().reshape(5, 40)
    j, k = cells.shape
    row, column = cells.mean(axis=1), cells.mean(axis=0)
    rest = cells - row[:, None] - column + cells.mean()
    e = (rest**2).sum() / ((j - 1) * (k - 1))
    seed, case = row.var(ddof=1) - e / k, column.var(ddof=1) - e / j
    expected = seed / (rows * j) + case / (columns * k) + e / (rows * j * columns * k)
    error, _ = crossed_sums(cells).at_size(rows * j, columns * k).standard_error()
    assert error**2 == pytest.approx(expected, rel=1e-9)


def test_what_does_not_grow_is_said(command, crossed):
    _, out, _ = command("scaling", crossed, "--rope", "0.02", "--grow", "cases")
    assert "with k times as many cases and no more seeds" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--grow folds", "`seeds`, `cases` or `both`"),
        ("--grow seeds --per-task", "do not go together"),
        ("--per-task", "compare several tasks with `--per-task`"),
        ("--scale 0", "above 0"),
        ("--scale 1e300", "above 0 and up to"),
    ],
)
def test_what_is_refused(command, crossed, arguments, said):
    code, out, err = command("scaling", crossed, "--rope", "0.02", *arguments.split())
    assert (code, out) == (2, "")
    assert said in err
