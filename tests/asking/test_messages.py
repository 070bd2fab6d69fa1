"""What a user is told, word by word, when a command cannot be carried out: exit code 2, one message, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from betterthan.phrases import listing
from betterthan.procedures import REGISTRY

FILES = {
    "t.csv": "model,task,case,score,lang\n"
    + "".join(
        f"gpt-4,{task},{i},{0.5 + 0.01 * (7 * i % 11):.2f},en\nllama,{task},{i},{0.48 + 0.01 * (5 * i % 11):.2f},en\n"
        for task in ("iris",)
        for i in range(12)
    ),
    "one.csv": "model,case,score\na,1,0.5\na,2,0.7\n",
    "unit.csv": "case,a,b\n1,0.5,0.25\n",
    "three.csv": "case,a,b,c\n1,0.5,0.25,0.1\n2,0.5,0.25,0.1\n3,0.5,0.25,0.1\n",
    "percent.csv": "case,a,b\n" + "".join(f"{i},{60 + 5 * i % 12 * 3},{62 + 3 * i % 7}\n" for i in range(12)),
    "right.csv": "case,a,b\n" + "".join(f"{i},{i % 2},{i % 3 % 2}\n" for i in range(12)),
    "folds.csv": "model,fold,score\na,1,0.5\na,2,0.6\nb,1,0.4\nb,2,0.3\n",
    "splits.csv": "model,repeat,score\na,1,0.5\na,2,0.6\nb,1,0.4\nb,2,0.3\n",
    "counts.csv": "task,n00,n01,n10,n11\niris,1,2,3,4\nwine,1,5,3,4\n",
    "differences.csv": "difference\n0.5\n0.1\n0.25\n",
}
COMMANDS = {
    "unknown model": "compare t.csv --first gpt4",
    "second without first": "compare t.csv --second llama",
    "a model against itself": "compare t.csv --first llama --second llama",
    "one of three models": "compare three.csv --first a",
    "none of three models": "sensitivity three.csv",
    "one model only": "compare one.csv --rope 0.01",
    "published number of two models": "compare t.csv --against 0.5",
    "published number in percent": "compare one.csv --against 85",
    "published number with two errors": "compare one.csv --against 0.5 --against-n 10 --against-sd 0.1",
    "cases of no published number": "compare one.csv --against-n 10",
    "published number and a procedure": "compare one.csv --against 0.5 --procedure bayes_t",
    "published loss with cases": "compare one.csv --lower-is-better --against 1.5 --against-n 10",
    "published standard error of 0": "compare one.csv --against 0.5 --against-sd 0",
    "one unit only": "compare unit.csv",
    "unknown procedure": "compare t.csv --procedure bayes_tt",
    "unknown procedure to explain": "explain mcnemer",
    "unknown example": "example code_switching",
    "unknown task": "compare t.csv --task irsi",
    "task of a table without tasks": "compare right.csv --task iris",
    "unknown column role": "compare t.csv --column modle=model",
    "column role without a name": "compare t.csv --column model",
    "column role twice": "compare t.csv --column model=model --column model=lang",
    "unknown column": "compare t.csv --column model=modell",
    "unknown column of subgroups": "compare t.csv --by langs",
    "subgroups of counts": "compare counts.csv --task iris --by lang",
    "rope with low above high": "compare t.csv --rope 0.1,-0.1",
    "negative rope": "compare t.csv --rope -0.1",
    "rope of three numbers": "compare t.csv --rope 1,2,3",
    "rope of words": "compare t.csv --rope wide",
    "infinite rope": "compare t.csv --rope inf",
    "rope that is no number": "compare t.csv --rope nan",
    "percent scores, fraction rope": "compare percent.csv --rope 0.01",
    "fraction scores, percent rope": "compare t.csv --rope 1",
    "loss rule with a threshold": "compare t.csv --rule loss --threshold 0.9",
    "threshold above 1": "compare t.csv --threshold 1.5",
    "threshold in percent": "compare t.csv --threshold 95",
    "threshold below one half": "compare t.csv --threshold 0.3",
    "level above 1": "compare t.csv --level 1.5",
    "unknown option of a procedure": "compare t.csv --variant exact",
    "unknown variant": "compare right.csv --procedure mcnemar --variant exactly",
    "no draws": "compare t.csv --task iris --procedure permutation --draws 0",
    "unknown suffix": "compare t.csv -o out.docx",
    "no suffix": "compare t.csv -o out",
    "folder that is not there": "compare right.csv -o nowhere/out.html",
    "figure of a classical test": "compare right.csv --procedure wilcoxon -o out.svg",
    "0/1 procedure on real scores": "compare t.csv --task iris --procedure mcnemar",
    "every unit of counts": "compare counts.csv --task iris --procedure wilcoxon",
    "splits of unknown size": "compare splits.csv",
    "folds with a procedure": "compare folds.csv --procedure paired_t",
    "summary without numbers": "summary --mean 0.1",
    "summary of both": "summary --mean 0.1 --cells 1,2,3,4",
    "summary of three counts": "summary --cells 1,2,3",
    "summary of broken counts": "summary --cells 1,2,3,4.5",
    "summary of words": "summary --cells a,b,c,d",
    "summary with a negative sd": "summary --mean 0.1 --sd -1 --n 10",
    "summary without units": "summary --mean 0.1 --sd 1 --n 0",
    "summary of one unit": "summary --mean 0.1 --sd 1 --n 1",
    "sensitivity of a classical test": "sensitivity t.csv --procedure wilcoxon",
    "sensitivity over words": "sensitivity t.csv --ropes a,b",
    "scaling without sums": "scaling t.csv --task iris --procedure bayes_robust_t",
    "scaling of a classical test": "scaling t.csv --procedure paired_t",
}  # fmt: skip
FURTHER = {
    "level of a classical test above 1": ("compare right.csv --procedure paired_t --level 1.5", "level"),
    "summary of a mean that is no number": ("summary --mean nan --sd 1 --n 10", "mean"),
    "summary of an sd that is no number": ("summary --mean 1 --sd nan --n 10", "sd"),
    "summary of infinite counts": ("summary --cells inf,1,2,3", "whole numbers"),
    "summary of counts that are no numbers": ("summary --cells nan,1,2,3", "whole numbers"),
    "scaling with a threshold above 1": ("scaling right.csv --threshold 1.5", "threshold"),
    "sensitivity with a threshold above 1": ("sensitivity right.csv --threshold 1.5", "threshold"),
    "a folder called out.html": ("compare right.csv -o folder.html", "folder.html"),
    "subgroups of a table without columns": ("compare counts.csv --task iris --by lang", "counted"),
}


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("case", COMMANDS)
def test_message(case: str, refused, snapshot: SnapshotAssertion) -> None:
    told = refused(COMMANDS[case])
    assert told.replace(listing(REGISTRY, limit=30), "(every procedure)") == snapshot


@pytest.mark.parametrize("case", FURTHER)
def test_message_of_its_own_kind(case: str, refused, folder: Path) -> None:
    (folder / "folder.html").mkdir()
    line, word = FURTHER[case]
    assert word in refused(line)


@pytest.mark.parametrize("case", ["unknown suffix", "no suffix", "unknown procedure", "threshold above 1"])
def test_nothing_is_printed_before_a_mistake_is_told(case, command):
    assert command(*COMMANDS[case].split()).out == ""


@pytest.mark.parametrize("case", ["figure of a classical test", "folder that is not there"])
def test_nothing_is_printed_before_an_output_that_cannot_be_written_is_told(case, command):
    assert command(*COMMANDS[case].split()).out == ""
