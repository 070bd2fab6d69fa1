"""The page about what comes out names every key of the JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import betterthan as bt

PAGE = (Path(__file__).parents[2] / "docs" / "output.md").read_text()
NAMED = set(re.findall(r'["`](\w+)["`]', PAGE))
CASES = bt.read({"case": range(6), "a": [9, 8, 7, 8, 6, 7], "b": [8, 8, 6, 7, 7, 5], "c": [5, 6, 4, 5, 7, 6]})
SEEDS = bt.read({"model": list("aaabbb"), "seed": [1, 2, 3] * 2, "score": [9, 8, 7, 6, 7, 5]})
PAIR = bt.compare(CASES, first="a", second="b", rope=1)
SEVERAL = bt.compare(CASES, rope=1)
NARROW = bt.compare(CASES, rope=0.7)
ALONE = bt.estimate(CASES, "a", against=6)
TESTED = bt.compare(CASES, procedure="anova")
UNDECIDED = bt.compare(CASES, first="a", second="b", rope=0.7).to_dict()
PLAN = bt.plan(CASES, first="a", second="c", rope=1, n=30)
MIX = bt.plan(sd=1, effect=1, rope=0.1, icc=0.1, per_cluster=5, cost={"cluster": 3, "case": 1})
JUDGED = bt.compare(
    bt.read(
        {
            "model": list("ab") * 8,
            "case": [case for case in range(8) for _ in "ab"],
            "score": [5, 4, 6, 5, 4, 4, 7, 5, 6, 6, 5, 3, 4, 5, 6, 4],
            "human": [6, 4, 5, 5, 4, 3, 7, 6, *[None] * 8],
        },
        human="human",
    ),
    rope=0.5,
)
TWO_METRICS = bt.compare(
    {"model": list("ab") * 6, "case": [j // 2 for j in range(12)], "acc": [0.9, 0.8, 0.7] * 4, "mae": range(12)},
    metric=["acc", "mae"],
)
RUN = {"case": range(40), "score": [1] * 30 + [0] * 10}
GATE = bt.gate(RUN, {**RUN, "score": [0] * 2 + [1] * 30 + [0] * 8}, rope=0.1).document()
BY_SEED = bt.seed_table(SEEDS, "b", rope=1)
CLUSTERED = {"case": range(40), "cluster": [j % 8 for j in range(40)], "a": RUN["score"], "b": [1] * 20 + [0] * 20}
FLIPPED = bt.compare(CLUSTERED, first="a", second="b", rope=0.1, flips=2).to_dict()["flips"]


RECORDS = {
    "document": PAIR.document(),
    "comparison": PAIR.to_dict(),
    "question": PAIR.document()["question"],
    "model": PAIR.document()["models"][0],
    "several": SEVERAL.document(),
    "several metrics": TWO_METRICS.document(),
    "outlook of pairs": NARROW.document()["outlook"],
    "ranking": SEVERAL.document()["rankings"][0],
    "ranked model": SEVERAL.document()["rankings"][0]["models"][0],
    "test of all": TESTED.document(),
    "test": TESTED.to_dict(),
    "effect of a model": TESTED.to_dict()["effects"][0],
    "pair of a test": TESTED.to_dict()["pairs"][0],
    "sensitivity": bt.sensitivity(PAIR).document(),
    "scaling": bt.scaling(PAIR).document(),
    "plan": PLAN.document(),
    "size of a plan": PLAN.document()["verdict"],
    "assurance": PLAN.document()["assurance"],
    "test of a plan": PLAN.document()["tests"][0],
    "number of a plan": PLAN.document()["at"],
    "pilot": PLAN.document()["pilot"],
    "point of a plan": PLAN.document()["curve"][0],
    "cheapest mix": MIX.document()["mix"],
    "corrected": JUDGED.to_dict()["corrected"],
    "seeds": BY_SEED.document(),
    "row of seeds": BY_SEED.document()["rows"][0],
    "one model": ALONE.document(),
    "published number": ALONE.document()["against"],
    "check": bt.check(PAIR.document()).document(),
    "given": PAIR.to_dict()["given"],
    "outlook": UNDECIDED["outlook"],
    "what is needed": UNDECIDED["outlook"]["needed"][0],
    "gate": GATE,
    "line of a gate": GATE["lines"][0],
    "claims": GATE["lines"][0]["claims"],
    "reach": GATE["lines"][0]["reach"],
    "lists of cases": GATE["cases"],
    "flips": GATE["flips"],
    "flip": GATE["flips"]["largest_losses"][0],
    "flips of clusters": FLIPPED,
    "cases of a cluster": FLIPPED["groups"][0],
    "test of seeds": BY_SEED.document()["rows"][0]["against"],
}


@pytest.mark.parametrize("name", list(RECORDS))
def test_the_page_names_every_key(name):
    assert set(RECORDS[name]) - NAMED == set()
