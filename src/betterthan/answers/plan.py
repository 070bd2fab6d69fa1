"""Plan: how many units a verdict needs, and how many a classical test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from betterthan.answers.document import Documented, in_order
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.phrases import visible
from betterthan.results.codec import written
from betterthan.results.rope import Rope
from betterthan.vocabulary import PlanGoal, PlanUnit

KEYS = (
    "unit", "goal", "width", "rope", "threshold", "level", "power", "effect", "effect_from", "verdict", "test",
    "assurance", "tests", "at", "mix", "sd", "discordance", "icc", "per_cluster", "pilot", "curve", "notes",
)  # fmt: skip
"""The keys of a record, what is asked first."""


class Size(NamedTuple):
    """How many units one purpose needs.

    Attributes:
        effect: the true difference that is assumed; None where a pilot says what it may be, or it does not matter.
        needed: the smallest number of units; None if no number is enough.
        reached: the power, or the assurance, at that number; None if no number is enough.
        most: what endlessly many units would reach.
        never: why no number is enough; None if one is.
    """

    effect: float | None
    needed: int | None
    reached: float | None
    most: float
    never: str | None = None


class Assurance(NamedTuple):
    """How many units give the stated chance, averaged over what the pilot leaves open.

    Attributes:
        verdict: for a verdict; None without a rope.
        test: for the two-sided test.
    """

    verdict: Size | None
    test: Size


class SizeOfTest(NamedTuple):
    """The number of units that one classical test needs.

    Attributes:
        test: the name of the test.
        exact: the number, not rounded; None where it is found by trying whole numbers.
        needed: the smallest whole number; None if no number is enough.
    """

    test: str
    exact: float | None
    needed: int | None


class AtNumber(NamedTuple):
    """What a given number of units can do.

    Attributes:
        n: the number.
        verdict: power of the verdict at the stated effect; None without a rope.
        test: power of the two-sided test.
        assurance: assurance of the verdict; None without a pilot or a rope.
        verdict_effect: the smallest difference for which the verdict has the stated power; None if none has.
        test_effect: the smallest difference that the test finds with the stated power; None if it finds none.
        ceiling: of an exact test, the probability that enough cases disagree for it to reject at all; else None.
    """

    n: int
    verdict: float | None
    test: float
    assurance: float | None
    verdict_effect: float | None
    test_effect: float | None
    ceiling: float | None = None


class Mix(NamedTuple):
    """The cheapest numbers of two kinds of units.

    Attributes:
        kinds: what they are.
        numbers: how many of each; of nested kinds, the second within each of the first. None if no numbers are enough.
        cost: what they cost.
        costs: what one more of each costs.
        purpose: what they are enough for: `verdict` or `test`, at the stated effect.
        nested: whether the second kind is counted within each of the first.
    """

    kinds: tuple[str, str]
    numbers: tuple[int, int] | None
    cost: float | None
    costs: dict[str, float]
    purpose: Literal["verdict", "test"]
    nested: bool


class Piloted(NamedTuple):
    """What a pilot says.

    Attributes:
        first: the first model.
        second: the second model.
        n: how many units it has, of the kind that is planned.
        kinds: all that it has, in words.
        mean: its mean difference.
        standard_error: the standard error of that.
    """

    first: str
    second: str
    n: int
    kinds: str
    mean: float
    standard_error: float


class Point(NamedTuple):
    """One number of units on the curve.

    Attributes:
        n: the number.
        verdict: power of the verdict; None without a rope.
        test: power of the test.
        assurance: assurance of the verdict; None without a pilot or a rope.
        test_assurance: assurance of the test; None without a pilot.
    """

    n: int
    verdict: float | None
    test: float
    assurance: float | None
    test_assurance: float | None


@dataclass(frozen=True)
class Plan(Documented, Tabular, Told):
    """How many units are needed: power at a stated effect, and assurance over what a pilot leaves open.

    Parameters:
        unit: what is counted.
        goal: what is to be said: `better`, `not-worse`, `equivalent`, or an interval of a `width`.
        width: the width of the interval; None for a verdict.
        rope: the region of practical equivalence; None plans for the test alone.
        threshold: probability that a verdict needs.
        level: coverage of intervals, and one less the level of the test.
        power: the chance that is asked for.
        effect: the true difference at which power is computed; None where it does not matter.
        effect_from: where it comes from: `given`, `pilot`, or `goal` (no difference); None where it does not matter.
        verdict: how many units a verdict needs at that effect; None without a rope.
        test: how many the two-sided test of no difference needs.
        assurance: the same over the pilot; None without one.
        tests: the numbers of single tests, by name.
        at: what a given number of units can do; None if none was given.
        mix: the cheapest numbers of two kinds; None without costs.
        sd: standard deviation of the difference of one unit.
        discordance: share of cases on which the models disagree, for 0/1 scores; else None.
        icc: intraclass correlation of cases in clusters; None without clusters.
        per_cluster: number of cases in a cluster; None without clusters.
        pilot: what the pilot says; None without one.
        curve: power and assurance over numbers of units.
        notes: what was assumed.
    """

    unit: PlanUnit
    goal: PlanGoal
    width: float | None
    rope: Rope | None
    threshold: float
    level: float
    power: float
    effect: float | None
    effect_from: Literal["given", "pilot", "goal"] | None
    verdict: Size | None
    test: Size
    assurance: Assurance | None
    tests: tuple[SizeOfTest, ...]
    at: AtNumber | None
    mix: Mix | None
    sd: float
    discordance: float | None
    icc: float | None
    per_cluster: float | None
    pilot: Piloted | None
    curve: tuple[Point, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        found = self.verdict or self.test
        number = "no number" if found.needed is None else f"{found.needed:,}"
        models = "" if self.pilot is None else f" of {visible(self.pilot.first)} and {visible(self.pilot.second)}"
        return f"<Plan{models}, {self.goal}: {number} of {self.unit} for a power of {self.power:g}>"

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each question: power at the stated effect, and assurance over the pilot."""
        asked = [("power", self.verdict, self.test)]
        asked += [] if self.assurance is None else [("assurance", *self.assurance)]
        return [_row(name, self.power, verdict, test) for name, verdict, test in asked]

    def to_dict(self) -> dict[str, Any]:
        """The record."""
        return in_order(KEYS, written(self))


def _row(name: str, goal: float, verdict: Size | None, test: Size) -> dict[str, Any]:
    return {
        "question": name,
        "goal": goal,
        "effect": (verdict or test).effect,
        "verdict": None if verdict is None else verdict.needed,
        "verdict_reached": None if verdict is None else verdict.reached,
        "verdict_most": None if verdict is None else verdict.most,
        "test_effect": test.effect,
        "test": test.needed,
        "test_reached": test.reached,
        "test_most": test.most,
    }
