"""What a user is told, word by word, when seeds cannot be compared or reported."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

HEADER = "model,seed,accuracy\n"
FILES = {
    "apart.csv": HEADER + "a,1,0.9\na,2,0.8\na,3,0.85\nb,4,0.7\nb,5,0.75\n",
    "partly.csv": HEADER + "a,1,0.9\na,2,0.8\na,3,0.85\nb,2,0.7\nb,3,0.75\nb,4,0.6\n",
    "shared.csv": HEADER + "a,1,0.9\na,2,0.8\nb,1,0.7\nb,2,0.75\n",
    "single.csv": HEADER + "a,1,0.9\nb,2,0.7\nb,3,0.75\n",
    "twice.csv": HEADER + "a,1,0.9\na,1,0.8\nb,2,0.7\nb,3,0.75\n",
    "crossed.csv": "model,seed,case,right\n"
    + "".join(f"{model},{seed},{case},{(seed + case) % 2}\n" for model, own in (("a", (1, 2)), ("b", (3, 4)))
              for seed in own for case in range(3)),
    "tasks.csv": "task,model,seed,accuracy\niris,a,1,0.9\niris,a,2,0.8\niris,b,3,0.7\niris,b,4,0.75\nwine,a,1,0.9\n",
    "folds.csv": "model,fold,score\na,1,0.5\na,2,0.6\nb,1,0.4\nb,2,0.3\n",
    "cases.csv": "model,case,score\na,1,0.5\na,2,0.6\nb,3,0.4\nb,4,0.3\n",
    "unnumbered.csv": "model,score\na,0.5\na,0.6\nb,0.4\nb,0.3\n",
    "counts.csv": "n00,n01,n10,n11\n1,2,3,4\n",
    "best.csv": "model,best_accuracy\na,0.91\nb,0.93\n",
    "n_seeds.csv": "model,accuracy,n_seeds\na,0.91,5\nb,0.93,5\n",
}  # fmt: skip
COMMANDS = {
    "partly shared seeds": "compare partly.csv",
    "a procedure for pairs": "compare apart.csv --procedure bayes_t",
    "a classical procedure for pairs": "compare apart.csv --procedure wilcoxon",
    "an unpaired procedure for pairs": "compare shared.csv --procedure bayes_welch",
    "one seed of a model": "compare single.csv",
    "several scores of a seed": "compare twice.csv",
    "seeds that are not shared, cases that are": "compare crossed.csv",
    "a task that lacks a model": "compare tasks.csv",
    "unpaired folds": "compare folds.csv --unpaired",
    "cases that are not shared": "compare cases.csv",
    "unpaired counts": "compare counts.csv --unpaired",
    "scores without a number": "compare unnumbered.csv",
    "subgroups of unpaired scores": "compare apart.csv --unpaired --by seed",
    "question about partly shared seeds": "question partly.csv",
    "scaling by a classical test": "scaling apart.csv --procedure welch_t",
    "sensitivity of a classical test": "sensitivity apart.csv --procedure welch_t",
    "figure of a classical test": "compare apart.csv --procedure welch_t -o out.svg",
    "no seeds to report": "seeds unnumbered.csv",
    "several scores of a seed to report": "seeds twice.csv",
    "the best of several seeds": "seeds best.csv",
    "one score of several seeds": "seeds n_seeds.csv --column score=accuracy",
    "unknown baseline": "seeds apart.csv --baseline c",
    "a rope without a baseline": "seeds apart.csv --rope 0.01",
    "percent rope for fractions": "seeds apart.csv --baseline a --rope 1",
    "unknown adjustment": "seeds apart.csv --baseline a --adjust hlom",
    "level in percent": "seeds apart.csv --level 95",
    "unknown task": "seeds tasks.csv --task irsi",
    "counts as seeds": "seeds counts.csv",
    "a seed table in an unknown form": "seeds apart.csv -o out.docx",
    "a folder that is not there": "seeds apart.csv -o nowhere/out.md",
}


@pytest.mark.parametrize("case", COMMANDS)
def test_message(case: str, refused, snapshot: SnapshotAssertion) -> None:
    assert refused(COMMANDS[case]) == snapshot
