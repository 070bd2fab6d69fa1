"""`--figure NAME` chooses what a picture shows; a name that does not fit is refused with those that do."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.figures.choosing import fitting

RNG = np.random.default_rng(0)
SEEDS = "\n".join(["model,seed,accuracy", *(f"{m},{s},{RNG.normal(0.8, 0.01)}" for m in "ab" for s in range(6))])
TASKS = "\n".join(
    ["model,task,fold,score"]
    + [f"{m},t{t},{f},{RNG.normal(0.8 + 0.02 * (m == 'a'), 0.02)}" for m in "ab" for t in range(5) for f in range(5)]
)
MODELS = "\n".join(["model,task,score", *(f"m{j},t{i},{RNG.random()}" for j in range(4) for i in range(10))])
FILES = {"seeds.csv": SEEDS, "tasks.csv": TASKS, "models.csv": MODELS}

CHOSEN = [
    ("compare tasks.csv --rope 0.01 --test-fraction 0.2", "forest"),
    ("compare tasks.csv --rope 0.01 --test-fraction 0.2 --per-task", "task_posteriors"),
    ("compare tasks.csv --rope 0.01 --test-fraction 0.2", "simplex"),
    ("compare seeds.csv", "hdi_levels"),
    ("compare seeds.csv --procedure paired_t", "differences"),
    ("compare models.csv", "rank_distribution"),
    ("compare models.csv --procedure friedman", "boxplots"),
    ("rank models.csv", "best"),
    ("rank models.csv --table", "critical_difference"),
    ("seeds seeds.csv", "seeds"),
    ("sensitivity seeds.csv --rope 0.01", "sensitivity"),
    ("scaling seeds.csv --rope 0.01", "scaling"),
    ("summary --mean 0.1 --sd 1 --n 20 --rope 0.1", "posterior"),
]


@pytest.mark.parametrize(("line", "figure"), CHOSEN, ids=lambda value: value)
def test_the_figure_of_this_name_is_written(line, figure, command, folder: Path):
    ran = command(*line.split(), "-o", "x.svg", "--figure", figure)
    assert (ran.code, ran.err) == (0, "wrote x.svg\n")
    assert len("".join(ElementTree.fromstring((folder / "x.svg").read_text()).itertext()).split()) > 3


def test_another_name_gives_another_picture(command, folder):
    asked = ("compare", "models.csv", "--first", "m0", "--second", "m1", "--procedure", "bayes_t", "-o")
    for name in ("posterior", "qq"):
        command(*asked, f"{name}.svg", "--figure", name)
    command(*asked, "main.svg")
    main, posterior, other = ((folder / f"{name}.svg").read_bytes() for name in ("main", "posterior", "qq"))
    assert posterior == main
    assert other != main


def test_a_name_that_does_not_fit_is_refused_with_those_that_do(refused):
    told = refused("compare seeds.csv -o x.svg --figure forest")
    assert "The figure `forest` does not show this `Comparison` by `bayes_t`." in told
    assert "Figures that do: `posterior`, `differences`, `pairing`, `hdi_levels`, `pairing_power`." in told


def test_an_unknown_name_is_refused_before_anything_is_read(refused):
    told = refused("compare nowhere.csv -o x.svg --figure forrest")
    assert "There is no figure `forrest`. Did you mean `forest`?" in told


@pytest.mark.parametrize("outputs", ["", " -o x.html", " -o x.json -o x.tex"])
def test_a_figure_needs_a_picture(refused, outputs):
    told = refused(f"compare seeds.csv --figure posterior{outputs}")
    assert "`--figure posterior` is the figure that a picture shows, and no picture is written" in told


def test_in_python_alike(tmp_path, monkeypatch):
    found = bt.compare(bt.pair_arrays(RNG.normal(size=30), RNG.normal(size=30), independent=True), rope=0.1)
    assert found.plot("qq").get_xlabel() == figures.qq(found.table).get_xlabel()
    assert found.report(tmp_path / "a.svg", figure="qq").read_bytes() != found.report(tmp_path / "b.svg").read_bytes()
    figures.save(found, tmp_path / "c.svg", figure="qq")
    assert (tmp_path / "c.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()
    with pytest.raises(ArgumentError, match=r"no figure `nothing`.*Known: `posterior`, `differences`"):
        found.plot("nothing")
    with pytest.raises(ArgumentError, match="does not show this `Comparison`"):
        found.plot("forest")
    with pytest.raises(ArgumentError, match="Axes to draw on are given as `ax=`"):
        found.plot(found.plot())


def test_what_has_no_figure_says_so():
    table = bt.score_table(bt.read({"task": range(4), "a": [0.5, 0.2, 0.3, 0.4], "b": [0.2, 0.1, 0.4, 0.3]}))
    assert list(fitting(table)) == []
    with pytest.raises(ArgumentError, match=r"does not show this `ScoreTable`.*No figure does"):
        table.plot("forest")
