"""The closed sets of words: what an argument, an option or a verdict may be."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar, get_args

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name

Word = TypeVar("Word", bound=str)

Region: TypeAlias = Literal["first", "equivalent", "second"]
REGIONS: tuple[Region, ...] = get_args(Region)

Verdict: TypeAlias = Literal["first", "equivalent", "second", "undecided"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

Grade: TypeAlias = Literal["strong", "positive", "weak"]

RestsOn: TypeAlias = Literal["pair", "joint"]
"""What a verdict on two models rests on: their own scores alone, or the joint model of all models."""

Requirement: TypeAlias = Literal["not-worse", "better", "equivalent"]
REQUIREMENTS: tuple[Requirement, ...] = get_args(Requirement)
"""What a gate may ask of a new model."""

Outcome: TypeAlias = Literal["pass", "fail", "undecided"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""What a gate answers."""

Tier: TypeAlias = Literal["block", "warn", "info"]
TIERS: tuple[Tier, ...] = get_args(Tier)
"""What a gate's answer does: stop a release, warn, or only be told."""

QuestionKind: TypeAlias = Literal["Q1", "Q2", "Q3"]

Reading: TypeAlias = Literal["population", "next_task", "winner"]
READINGS: tuple[Reading, ...] = get_args(Reading)

Alternative: TypeAlias = Literal["two-sided", "first", "second"]
ALTERNATIVES: tuple[Alternative, ...] = get_args(Alternative)

Adjustment: TypeAlias = Literal[
    "bonferroni", "holm", "hochberg", "hommel", "benjamini-hochberg", "benjamini-yekutieli", "none"
]
ADJUSTMENTS: tuple[Adjustment, ...] = get_args(Adjustment)

RopeScale: TypeAlias = Literal["score", "log-odds", "phi"]
"""What the bounds of a rope are measured in."""

ZeroVariance: TypeAlias = Literal["agreement", "published"]
ZERO_VARIANCE: tuple[ZeroVariance, ...] = get_args(ZeroVariance)
"""How a decision table takes tasks on which all differences are the same."""

Missing: TypeAlias = Literal["error", "drop"]
MISSING: tuple[Missing, ...] = get_args(Missing)

Repeats: TypeAlias = Literal["error", "mean"]
REPEATS: tuple[Repeats, ...] = get_args(Repeats)

OutputKind: TypeAlias = Literal["labels", "probabilities", "score", "values", "multilabel", "texts"]
OUTPUT_KINDS: tuple[OutputKind, ...] = get_args(OutputKind)
"""What a model said of a case: a class; how probable each class is; any number that is larger for the positive class of
two, or one for each of several classes; a value; 0 or 1, or a number, for each of several labels."""


Calibration: TypeAlias = Literal["platt", "isotonic", "temperature"]
CALIBRATIONS: tuple[Calibration, ...] = get_args(Calibration)
Weight: TypeAlias = Literal["clusters", "cases"]
WEIGHTS: tuple[Weight, ...] = get_args(Weight)
"""What counts alike where cases come in clusters: every cluster, whatever its size, or every case."""

Estimand: TypeAlias = Literal["mean over clusters", "mean over cases"]
"""What is estimated where cases come in clusters."""

PlanGoal: TypeAlias = Literal["better", "not-worse", "equivalent", "width"]
PLAN_GOALS: tuple[PlanGoal, ...] = get_args(PlanGoal)
"""What a plan is for: a verdict, or an interval of a width."""

PlanUnit: TypeAlias = Literal["cases", "clusters", "tasks", "seeds", "judges", "epochs", "folds"]
PLAN_UNITS: tuple[PlanUnit, ...] = get_args(PlanUnit)
"""What a plan counts: of what there may be more."""


def known(kind: str, word: Word, words: tuple[Word, ...]) -> Word:
    """The word, if it is one of the set; refused by name otherwise.

    >>> known("adjustment", "holm", ADJUSTMENTS)
    'holm'
    """
    if word not in words:
        raise ArgumentError(unknown_name(kind, str(word), words))
    return word
