"""What `compare` says with its defaults where the truth is known: models that are equal, on the rope's bound, outside.

`python tests/validation/verdict_rates.py` runs the whole study and writes docs/verdict_rates.json, from which the page
docs/verdict-rates.md is made; names of designs as arguments run these only and keep the other figures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

import betterthan as bt
from betterthan.asking.all_pairs import compare_pairs
from betterthan.asking.one_pair import decided
from betterthan.asking.settings import Family, Settings
from betterthan.data.pairing import pair_all
from betterthan.simulation import cross_validated, data_sets

FIGURES = Path(__file__).parents[2] / "docs/verdict_rates.json"
SEED, DATA_SETS = 14, 1000
VERDICTS = ("first", "equivalent", "second", "undecided")
Drawn = Callable[[np.random.Generator, float], np.ndarray]
"""Scores, models x units, of which the first model truly leads by a given amount."""


@dataclass(frozen=True)
class Design:
    """An experiment that is made again and again.

    Parameters:
        name: what it is called in the stored figures.
        words: what it is, for the page.
        truth: how the scores are drawn, for the page.
        keys: the columns that tell its units apart, a label per unit.
        draw: its scores.
        bound: the first model's lead on the bound of the rope.
        outside: a lead outside the rope.
        rope: what the user gives; None is the default.
        models: number of models.
        why: why more than one in twenty claims may be false, where that is so.
    """

    name: str
    words: str
    truth: str
    keys: Mapping[str, np.ndarray]
    draw: Drawn
    bound: float
    outside: float
    rope: float | None = None
    models: int = 2
    why: str = ""

    @property
    def limit(self) -> float:
        """The largest share of false claims that is allowed, in the long run."""
        return 0.10 if self.why else 0.05

    @property
    def leads(self) -> dict[str, float]:
        return {"equal": 0.0, "on the bound": self.bound, "outside": self.outside}

    def columns(self, scores: np.ndarray) -> dict[str, np.ndarray]:
        """The long table that a user would have."""
        names = [f"m{j}" for j in range(self.models)]
        keys = {name: np.tile(labels, self.models) for name, labels in self.keys.items()}
        return {"model": np.repeat(names, scores.shape[1]), **keys, "score": scores.ravel()}


def units(count: int, spread: float) -> Drawn:
    def draw(rng: np.random.Generator, lead: float) -> np.ndarray:
        return above(rng, lead + rng.normal(0, spread, count))

    return draw


def above(rng: np.random.Generator, differences: np.ndarray) -> np.ndarray:
    """Two models with these differences."""
    second = rng.normal(0.6, 0.05, len(differences))
    return np.stack([second + differences, second])


def right_or_wrong(rng: np.random.Generator, shares: np.ndarray, disagree: float = 0.2) -> np.ndarray:
    """0/1 scores of cases; `shares` are the probabilities that the first model wins a disagreement, case by case."""
    differ, wins, both = (rng.random(len(shares)) for _ in range(3))
    agreed = both < 0.75
    first = np.where(differ < disagree, wins < shares, agreed)
    second = np.where(differ < disagree, wins >= shares, agreed)
    return np.stack([first, second]).astype(float)


def folds(rng: np.random.Generator, runs: int, count: int, spread: float) -> np.ndarray:
    """Folds that correlate by the share that is tested on, as Nadeau and Bengio (2003) have it: runs x folds."""
    shared = rng.normal(0, sqrt(0.1), (runs, 1)) + rng.normal(0, sqrt(0.9), (runs, count))
    return np.asarray(spread * shared)


def trained_folds(rng: np.random.Generator, lead: float) -> np.ndarray:
    """Two classifiers (Corani 2017, Appendix 6.1), trained and tested by 10x10 cross-validation of 500 instances."""
    return above(rng, cross_validated(data_sets(1, rng, difference=lead), rng).ravel())


def sd_of_trained_folds() -> float:
    """Standard deviation of a single fold's difference, over 2,000 data sets."""
    rng = np.random.default_rng(SEED)
    return float(np.mean([cross_validated(data_sets(1, rng), rng).std(ddof=1) for _ in range(2000)]))


SD_OF_TRAINED_FOLDS = 0.0569
"""What `sd_of_trained_folds` gives."""


def crossed(seeds: int, cases: int, *, of_seed: float, of_case: float, rest: float) -> Drawn:
    def draw(rng: np.random.Generator, lead: float) -> np.ndarray:
        seed, case = rng.normal(0, of_seed, (seeds, 1)), rng.normal(0, of_case, (1, cases))
        return above(rng, (lead + seed + case + rng.normal(0, rest, (seeds, cases))).ravel())

    return draw


def six_models(rng: np.random.Generator, lead: float) -> np.ndarray:
    scores = rng.normal(0.6, 0.1, 20) + rng.normal(0, 0.02, (6, 20))
    scores[0] += lead
    return scores


TWO_SIDED = (
    "two-sided: a verdict needs 0.95 on one side, and the rope is so narrow beside the standard error ({}) that chance "
    "may claim either side; each side errs in at most 5%, both together in at most 10%"
)
POOLED_LESS = (
    "partial pooling holds the claims about all pairs together at 5% only among models that are equal: one that leads "
    "by far widens the law that the effects are drawn from, so that the others are pooled less, and of their ten pairs "
    "one is claimed falsely in up to 10% of data sets"
)
SHARE = sqrt(0.0025 / 1.01)
"""The lead over 1/2 at which φ lies on its default bound, 0.1 sqrt(φ(1-φ))."""

TEN, HUNDRED = np.arange(10), np.arange(100)
OF_TASKS = sqrt(0.02**2 + 0.03**2 * (0.1 + 0.9 / 10))
OF_CELLS = sqrt(0.02**2 + 0.1**2 + 0.1**2)
OF_CLUSTER_CELLS = sqrt(0.02**2 + 0.05**2 + 0.1**2 / 5)


def single_scores(tasks: int) -> Design:
    return Design(
        f"{tasks} tasks",
        f"{tasks} tasks, one score each",
        "normal differences, sd 0.02 over tasks",
        {"task": np.arange(tasks)},
        units(tasks, 0.02),
        bound=0.002,
        outside=0.02,
    )


def hundred_cases(rng: np.random.Generator, lead: float) -> np.ndarray:
    centre = 0.5 + lead
    shares = rng.beta(20 * centre, 20 * (1 - centre), 10)
    return right_or_wrong(rng, np.repeat(shares, 100))


def clusters_of_five(rng: np.random.Generator, lead: float) -> np.ndarray:
    seed, cluster = rng.normal(0, 0.02, (4, 1, 1)), rng.normal(0, 0.05, (1, 12, 1))
    return above(rng, (lead + seed + cluster + rng.normal(0, 0.1, (4, 12, 5))).ravel())


DESIGNS = (
    Design(
        "50 cases",
        "50 cases, real-valued scores",
        "normal differences, sd 0.1",
        {"case": np.arange(50)},
        units(50, 0.1),
        bound=0.01,
        outside=0.05,
    ),
    Design(
        "200 0/1 cases",
        "200 cases, right or wrong, no rope given (share of the disagreements)",
        "the models disagree on a case with probability 0.2",
        {"case": np.arange(200)},
        lambda rng, lead: right_or_wrong(rng, np.full(200, 0.5 + lead)),
        bound=SHARE,
        outside=0.25,
    ),
    Design(
        "200 0/1 cases, rope",
        "200 cases, right or wrong, rope 0.01 (accuracy)",
        "the models disagree on a case with probability 0.2",
        {"case": np.arange(200)},
        lambda rng, lead: right_or_wrong(rng, np.full(200, 0.5 + lead / 0.4)),
        bound=0.01,
        outside=0.1,
        rope=0.01,
        why=TWO_SIDED.format("0.3 of it"),
    ),
    Design(
        "10x10 folds",
        "10 x 10 folds",
        "normal differences, sd 0.02, that correlate by 0.1",
        {"repeat": np.repeat(TEN, 10), "fold": np.tile(TEN, 10)},
        lambda rng, lead: above(rng, lead + folds(rng, 1, 100, 0.02).ravel()),
        bound=0.1 * 0.02 * sqrt(0.9),  # what folds share does not show in their sd
        outside=0.02,
        why=TWO_SIDED.format("0.3 of it"),
    ),
    Design(
        "10x10 folds, trained",
        "10 x 10 folds of classifiers that were trained",
        "the two classifiers of Corani 2017, Appendix 6.1, on 500 instances",
        {"repeat": np.repeat(TEN, 10), "fold": np.tile(TEN, 10)},
        trained_folds,
        bound=0.1 * SD_OF_TRAINED_FOLDS,
        outside=0.05,
        why=TWO_SIDED.format("0.3 of it"),
    ),
    Design(
        "5 seeds",
        "5 seeds",
        "normal differences, sd 0.01",
        {"seed": np.arange(5)},
        units(5, 0.01),
        bound=0.001,
        outside=0.02,
        why=TWO_SIDED.format("0.2 of it"),
    ),
    single_scores(10),
    single_scores(20),
    single_scores(50),
    Design(
        "3 seeds x 100 cases",
        "3 seeds, each scored on 100 cases",
        "normal: sd 0.02 over seeds, 0.1 over cases, 0.1 the rest",
        {"seed": np.repeat(np.arange(3), 100), "case": np.tile(HUNDRED, 3)},
        crossed(3, 100, of_seed=0.02, of_case=0.1, rest=0.1),
        bound=0.1 * OF_CELLS,
        outside=0.1,
    ),
    Design(
        "4 seeds x 12 clusters",
        "4 seeds, each scored on 12 clusters of 5 cases",
        "normal: sd 0.02 over seeds, 0.05 over clusters, 0.1 the rest",
        {
            "seed": np.repeat(np.arange(4), 60),
            "cluster": np.tile(np.repeat(np.arange(12), 5), 4),
            "case": np.tile(np.arange(60), 4),
        },
        clusters_of_five,
        bound=0.1 * OF_CLUSTER_CELLS,
        outside=0.1,
    ),
    Design(
        "20 tasks x 10 folds",
        "20 tasks, 10 folds each",
        "normal: sd 0.02 over tasks, 0.03 over folds that correlate by 0.1",
        {"task": np.repeat(np.arange(20), 10), "fold": np.tile(TEN, 20)},
        lambda rng, lead: above(rng, (lead + rng.normal(0, 0.02, (20, 1)) + folds(rng, 20, 10, 0.03)).ravel()),
        bound=0.1 * OF_TASKS,
        outside=0.02,
    ),
    Design(
        "10 tasks x 100 0/1 cases",
        "10 tasks, 100 cases each, right or wrong, no rope given (share of the disagreements)",
        "the models disagree with probability 0.2; shares of the disagreements from Beta laws with a + b = 20",
        {"task": np.repeat(TEN, 100), "case": np.tile(HUNDRED, 10)},
        hundred_cases,
        bound=SHARE,
        outside=0.2,
    ),
    Design(
        "6 models x 20 tasks",
        "6 models on 20 tasks; the first leads the others, which are equal",
        "normal: sd 0.02 for every model on every task",
        {"task": np.arange(20)},
        six_models,
        bound=0.1 * 0.02 * sqrt(2),
        outside=0.03,
        models=6,
        why=POOLED_LESS,
    ),
)
BY_NAME = {design.name: design for design in DESIGNS}


def template(design: Design) -> Any:
    """The table of a design as it is read, whose scores can be replaced; rows stay in the order of the columns."""
    scores = design.draw(np.random.default_rng(0), 0.0)
    read = bt.read(design.columns(scores))
    return pair_all(read) if design.models > 2 else bt.pair(read)


def averaged(design: Design, scores: np.ndarray) -> np.ndarray:
    """Scores as the units of the table have them: means of clusters where there are clusters."""
    if "cluster" not in design.keys:
        return scores.T
    unit = np.unique(np.stack([design.keys["seed"], design.keys["cluster"]]), axis=1, return_inverse=True)[1].ravel()
    return np.stack([np.bincount(unit, row) / np.bincount(unit) for row in scores], axis=1)


def verdicts_of(design: Design, table: Any, scores: np.ndarray) -> dict[tuple[int, int], str]:
    """What is said of each pair of models, by a path that leaves out what no verdict rests on."""
    made = replace(table, scores=averaged(design, scores))
    settings = Settings(rope=design.rope)
    if design.models == 2:
        return {(0, 1): decided(made, settings).decision.verdict}
    return by_pair(compare_pairs(made, Family(), settings))


def by_pair(found: Any) -> dict[tuple[int, int], str]:
    """The verdicts of a comparison of several models."""
    return {(int(each.first[1:]), int(each.second[1:])): each.decision.verdict for each in found.comparisons}


def false_claim(pair: tuple[int, int], verdict: str, condition: str) -> bool:
    """Whether what is said is not true; only the first model leads, by the rope's bound or by more."""
    if verdict == "undecided":
        return False
    if condition == "outside" and pair[0] == 0:
        return verdict != "first"
    return verdict != "equivalent"


@dataclass(frozen=True)
class Rates:
    """Shares of the data sets.

    Parameters:
        shares: of each verdict, over the pairs of the first model.
        false: in which at least one claim is false.
    """

    shares: dict[str, float]
    false: float


def rates(design: Design, condition: str, data_sets: int = DATA_SETS) -> Rates:
    """What is said of a design in one condition."""
    rng = np.random.default_rng([SEED, crc32(f"{design.name} {condition}".encode())])
    table, counts, false = template(design), dict.fromkeys(VERDICTS, 0.0), 0
    for _ in range(data_sets):
        found = verdicts_of(design, table, design.draw(rng, design.leads[condition]))
        of_first = [verdict for pair, verdict in found.items() if pair[0] == 0]
        for verdict in of_first:
            counts[verdict] += 1 / len(of_first)
        false += any(false_claim(pair, verdict, condition) for pair, verdict in found.items())
    return Rates({name: round(count / data_sets, 4) for name, count in counts.items()}, false / data_sets)


def figures(design: Design) -> dict[str, Any]:
    """What the page says of a design."""
    conditions = {
        name: {"lead": round(lead, 5), **(found := rates(design, name)).shares, "false": found.false}
        for name, lead in design.leads.items()
    }
    procedure = bt.compare(bt.read(design.columns(design.draw(np.random.default_rng(0), 0.0))), rope=design.rope)
    used = procedure.procedure if design.models == 2 else procedure.ranked.procedure
    rope = "the default" if design.rope is None else f"±{design.rope:g}"
    told = {"design": design.words, "truth": design.truth, "rope": rope, "procedure": used}
    return {**told, "limit": design.limit, "why": design.why, "conditions": conditions}


def main(names: list[str]) -> None:
    stored = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"designs": {}}
    for design in DESIGNS if not names else [BY_NAME[name] for name in names]:
        stored["designs"][design.name] = figures(design)
        print(design.name, stored["designs"][design.name]["conditions"], flush=True)
        ordered = {each: stored["designs"][each] for each in BY_NAME if each in stored["designs"]}
        whole = {"seed": SEED, "data_sets": DATA_SETS, "designs": ordered}
        FIGURES.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
