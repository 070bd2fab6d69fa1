"""`--metric a,b` and `--rope a=0.01,b=0.5` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import betterthan as bt

ROWS = [
    (model, j, 0.5 + j / 100 + (model == "new") * (1 + j % 3) / 20, 20 - j / 50 - (model == "new") * (1 + j % 4))
    for model in ("new", "old")
    for j in range(24)
]
TRUTH = [(j, j % 2, (0.3 + 0.4 * (j % 2) + (7 * j % 11) / 40), 0.4 + 0.2 * (j % 2) + (5 * j % 13) / 40)
         for j in range(60)]  # fmt: skip
FILES = {
    "long.csv": "model,case,acc,rmse\n" + "".join(f"{m},{c},{a:.3f},{r:.3f}\n" for m, c, a, r in ROWS),
    "p.csv": "case,truth,svm,mlp\n" + "".join(f"{c},{y},{p:.3f},{q:.3f}\n" for c, y, p, q in TRUTH),
}


def answered(command: Any, *arguments: str, stdin: str = "") -> dict[str, Any]:
    ran = command(*arguments, "--json", stdin=stdin)
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_the_same_as_in_python(command: Any, folder: Path) -> None:
    told = answered(command, "compare", "long.csv", "--metric", "acc,rmse", "--rope", "acc=0.01,rmse=-0.5,0.25")
    rope = {"acc": 0.01, "rmse": (-0.5, 0.25)}
    assert told == bt.compare("long.csv", metric=["acc", "rmse"], rope=rope).document()
    assert [each["rope"]["low"] for each in told["answers"]] == [-0.01, -0.5]
    assert [each["higher_is_better"] for each in told["answers"]] == [True, False]


def test_one_metric_stays_a_comparison(command: Any, folder: Path) -> None:
    assert "comparisons" in answered(command, "compare", "long.csv", "--metric", "acc")


def test_a_pipe_is_read_once(command: Any, folder: Path) -> None:
    told = answered(command, "compare", "-", "--metric", "auroc,f1", "--rng", "1", stdin=FILES["p.csv"])
    assert told == bt.compare("p.csv", metric=["auroc", "f1"], rng=1).document()


def test_a_name_with_a_comma(command: Any, folder: Path) -> None:
    """`acc,none` is what lm-evaluation-harness prints, and is one metric; in quotation marks it is one of several."""
    from lm_eval_files import write_run

    for name, right in (("one", [1, 1, 1, 0, 1, 1]), ("two", [1, 0, 1, 0, 0, 1])):
        write_run(folder / "runs" / name, f"org/{name}", {"sums": {"acc": right, "f1": right[::-1]}})
    alone = answered(command, "compare", "runs", "--metric", "acc,none")
    assert alone["comparisons"][0]["models"][0]["mean"] == pytest.approx(5 / 6)
    both = answered(command, "compare", "runs", "--metric", '"acc,none",f1')
    assert both["metrics"] == ["acc,none", "f1"]
    assert [each["n"] for each in both["answers"]] == [6, 6]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("compare long.csv --metric acc,rsme", r"no score called `rsme`.*`rmse`"),
        ("compare p.csv --metric auroc,foo", "There is no metric `foo`"),
        ("compare long.csv --metric acc,rmse --rope 0.01", r"Give each its own, as in `--rope .*acc.*rmse"),
        ("compare long.csv --metric acc,rmse --lower-is-better", "`--lower-is-better` speaks of all metrics"),
        ("compare long.csv --metric acc --rope acc=0.01", "A rope for each metric is for several"),
        ("rank long.csv --metric acc --rope acc=0.01", "A rope is a half-width"),
    ],
)
def test_messages(line: str, said: str, refused: Any) -> None:
    assert re.search(said, refused(line))


def test_the_first_screen_is_short_and_all_is_all(command: Any, folder: Path) -> None:
    short = command("compare", "long.csv", "--metric", "acc,rmse").out
    assert "By acc and rmse: new practically better." in short
    assert short.count("its tables and notes: -o report.html, or --all") == 2
    assert "Classical test" not in short
    assert command("compare", "long.csv", "--metric", "acc,rmse", "--all").out.count("Classical test") == 2


def test_every_form_is_written(command: Any, folder: Path) -> None:
    forms = ("html", "md", "tex", "txt", "csv", "json", "bib")
    ran = command("compare", "long.csv", "--metric", "acc,rmse", *(f"-oout.{form}" for form in forms))
    assert ran.code == 0, ran.err
    texts = {form: (folder / f"out.{form}").read_text() for form in forms}
    assert texts["csv"].splitlines()[1].startswith("acc,new,old,True,")
    assert bt.ByMetric.from_dict(json.loads(texts["json"])).metrics == ("acc", "rmse")
    assert "## By rmse: new (first) and old (second) on 24 cases" in texts["md"]
    assert "\\subsection*{By rmse: new (first) and old (second) on 24 cases}" in texts["tex"]
    ids = re.findall(r' id="(bt-[^"]+)"', texts["html"])
    assert len(ids) == len(set(ids))
    assert {"bt-at-metric-1", "bt-at-metric-2"} <= set(ids)
    assert texts["html"].count('href="#bt-at-metric-') == 2
    assert "<svg" in texts["html"]
