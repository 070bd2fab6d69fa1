"""What `compare` says with its defaults, in every design that `question` knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.arrays import Array
from betterthan.asking.all_pairs import decided_pairs
from betterthan.asking.one_pair import decided
from betterthan.asking.settings import Family, Settings
from betterthan.data.pairing import pair, pair_all
from betterthan.data.reading.tables import read
from betterthan.simulation.setting import Drawn, Setting
from betterthan.simulation.study import Study
from betterthan.simulation.verdicts import models, one_task, tasks
from betterthan.simulation.verdicts.design import Design

VERDICTS = ("first", "equivalent", "second", "undecided")
FALSE = "a claim is false"
DESIGNS = (*one_task.DESIGNS, *tasks.DESIGNS, *models.DESIGNS)
BY_NAME = {design.name: design for design in DESIGNS}
SLACK = 2.0
"""Standard errors of a share beyond the largest that is allowed in the long run."""


@cache
def template(name: str) -> Any:
    """The table of a design as it is read, whose scores can be replaced; rows stay in the order of the columns.

    Parameters:
        name: of a design whose models share all units.
    """
    design = BY_NAME[name]
    given: Any = read(design.columns(design.draw(np.random.default_rng(0), 0.0)))
    return pair_all(given) if design.models > 2 else pair(given)


def averaged(design: Design, scores: Array) -> Array:
    """Scores as the units of the table have them: means of clusters where there are clusters.

    Parameters:
        design: where they come from.
        scores: models x units.
    """
    if "cluster" not in design.keys:
        return scores.T
    within = [labels for name, labels in design.keys.items() if name != "case"]
    unit = np.unique(np.stack(within), axis=1, return_inverse=True)[1].ravel()
    return np.stack([np.bincount(unit, row) / np.bincount(unit) for row in scores], axis=1)


def verdicts_of(design: Design, scores: Array) -> dict[tuple[int, int], str]:
    """What is said of each pair of models, by a path that leaves out what no verdict rests on.

    Parameters:
        design: where they come from.
        scores: models x units.
    """
    if not design.paired:
        return by_pair(pairs_in(compared(design, scores)))
    made = replace(template(design.name), scores=averaged(design, scores))
    settings = Settings(rope=design.rope)
    if design.models == 2:
        decision = decided(made, settings)
        return {(0, 1): "undecided" if decision is None else decision.verdict}
    return by_pair(decided_pairs(made, Family(), settings))


def compared(design: Design, scores: Array) -> Any:
    """What `compare` says of the scores of a design, with its defaults.

    Parameters:
        design: where they come from.
        scores: models x units.
    """
    from betterthan.asking.compare import compare  # here, so that the way down stays short

    return compare(design.columns(scores), rope=design.rope, **design.options)


def pairs_in(found: Any) -> Sequence[Comparison]:
    """The comparisons of what `compare` says, of two models or of several.

    Parameters:
        found: one comparison, or several.
    """
    return [found] if isinstance(found, Comparison) else found.comparisons


def by_pair(pairs: Sequence[Comparison]) -> dict[tuple[int, int], str]:
    """The verdicts on pairs.

    Parameters:
        pairs: each compared.
    """
    return {
        (int(each.first[1:]), int(each.second[1:])): "undecided" if each.decision is None else each.decision.verdict
        for each in pairs
    }


def used(design: Design) -> str:
    """Name of the procedure that the verdicts rest on: of several models, the one that takes all of them, if any does.

    Parameters:
        design: an experiment.
    """
    scores = design.draw(np.random.default_rng(0), 0.0)
    found = compared(design, scores)
    joint = None if isinstance(found, Comparison) else found.ranked
    return str(found.procedure if joint is None else joint.procedure)


def is_false(pair: tuple[int, int], verdict: str, condition: str) -> bool:
    """Whether what is said is not true; only the first model leads, by the rope's bound or by more.

    Parameters:
        pair: numbers of the two models.
        verdict: what is said of them.
        condition: by how much the first model leads, in words.
    """
    if verdict == "undecided":
        return False
    if condition == "outside" and pair[0] == 0:
        return verdict != "first"
    return verdict != "equivalent"


@dataclass(frozen=True)
class Said:
    """One repetition: an experiment in one condition, and which verdicts are passed on the pairs of the first model."""

    design: str
    condition: str

    def __call__(self, rng: np.random.Generator) -> Drawn:
        design = BY_NAME[self.design]
        found = verdicts_of(design, design.draw(rng, design.leads[self.condition]))
        of_first = [verdict for pair, verdict in found.items() if pair[0] == 0]
        shares = {name: of_first.count(name) / len(of_first) for name in VERDICTS}
        return {
            **shares,
            FALSE: float(any(is_false(pair, verdict, self.condition) for pair, verdict in found.items())),
        }


def setting(design: Design, condition: str) -> Setting:
    """A line of the study: at most so many claims may be false, of each kind and of all together.

    Parameters:
        design: the experiment.
        condition: by how much the first model leads.
    """
    may_be = {"first": "outside", "equivalent": "equal", "second": None}
    limits = {name: (0.0, design.most.get(name, 0.05)) for name, true_in in may_be.items() if true_in != condition}
    limits[FALSE] = (0.0, design.limit)
    expected = {name: f"at most {high:g}" for name, (_, high) in limits.items()}
    return Setting(f"{design.name}, {condition}", Said(design.name, condition), expected, limits, slack=SLACK)


def study(title: str, designs: Sequence[Design], repetitions: int) -> Study:
    """Some designs in all their conditions."""
    whys = dict.fromkeys(f"{each.words[0].upper()}{each.words[1:]}: {each.why}." for each in designs if each.why)
    return Study(
        title,
        tuple(setting(design, condition) for design in designs for condition in design.leads),
        (
            "Equal: both models are equally good. On the bound: the first leads by the half-width of the rope. "
            "Outside: by more. Shares of the experiments in which each verdict is passed; among several models, of the "
            "first one's pairs, and a claim is false if one about any pair is.",
            *whys,
        ),
        repetitions,
    )


STUDIES = {
    "verdicts-one-task": study("What `compare` says with its defaults: one task", one_task.DESIGNS, 1000),
    "verdicts-tasks": study("What `compare` says with its defaults: several tasks", tasks.DESIGNS, 500),
    "verdicts-models": study("What `compare` says with its defaults: several models", models.DESIGNS, 300),
}
