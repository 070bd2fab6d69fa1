"""A plan in sentences: how many units, for what, and why no number would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.units import unit_called
from betterthan.phrases import joined, needed, number, probability
from betterthan.words.direction import for_a_paper

if TYPE_CHECKING:
    from betterthan.answers.plan import AtNumber, Mix, Plan, Size
    from betterthan.vocabulary import PlanUnit

TESTS = {
    "normal": "normal law for the mean of paired differences (Miller 2024)",
    "student": "paired t-test (noncentral t)",
    "connor": "McNemar's test, normal law (Connor 1987)",
    "mcnemar_exact": "exact McNemar's test",
    "rank_sum": "rank sum test, per model (Noether 1987)",
}
"""What the single tests are."""
OTHER = {"epochs": "epoch"}
"""Kinds of units that no table has."""


def counted(n: int, unit: PlanUnit | str) -> str:
    """`1,099 cases`, `1 case`.

    >>> counted(1, "epochs"), counted(1099, "cases")
    ('1 epoch', '1,099 cases')
    """
    return f"{n:,} {one_of(unit) if n == 1 else unit}"


def one_of(unit: PlanUnit | str) -> str:
    """What one of them is called."""
    return OTHER.get(unit) or unit_called(unit).singular


def goal(plan: Plan) -> str:
    """What is to be said, in words."""
    if plan.goal == "width":
        return f"a {100 * plan.level:g}% interval narrower than {number(plan.width or 0.0)}"
    first, second = ("the first model", "the second") if plan.pilot is None else (plan.pilot.first, plan.pilot.second)
    said = {
        "better": f"{first} is practically better than {second}",
        "not-worse": f"{first} is not worse than {second} by more than the margin",
        "equivalent": f"{first} and {second} are practically equivalent",
    }
    return f"the verdict that {said[plan.goal]}"


def in_short(plan: Plan) -> tuple[str, ...]:
    """The answers, a sentence for each: what to do comes first."""
    found = [] if plan.verdict is None else [_power(plan, plan.verdict)]
    found += [_tested(plan)] if plan.goal != "width" or plan.verdict is None else []
    if plan.verdict is None:
        found.append("Without a rope there is no verdict to plan for: give one, such as `rope=0.01`.")
    if plan.assurance is not None and plan.goal != "width":
        found.append(_assurance(plan))
    found += [] if plan.at is None else [at(plan, plan.at)]
    found += [] if plan.mix is None else [mix(plan, plan.mix)]
    return tuple(found)


def _power(plan: Plan, size: Size) -> str:
    """For a verdict."""
    if plan.goal == "width":
        if size.needed is None:
            return f"No number of {plan.unit} gives {goal(plan)} with a chance of {plan.power:g}: {size.never}."
        return f"{counted(size.needed, plan.unit)} give {goal(plan)} with a chance of {plan.power:g}."
    at_effect = _assumed(plan, size.effect)
    if size.needed is None:
        return (
            f"Power: no number of {plan.unit} gives {goal(plan)} with a chance of {plan.power:g} {at_effect}: "
            f"{size.never}."
        )
    return f"Power: {counted(size.needed, plan.unit)} give {goal(plan)} with a chance of {plan.power:g} {at_effect}."


def _assumed(plan: Plan, effect: float | None) -> str:
    if effect is None:
        return ""
    if effect == 0:
        return "if there is no difference"
    source = {"pilot": ", the pilot's estimate", "given": "", "goal": ""}[plan.effect_from or "given"]
    return f"if the true difference is {number(effect)}{source}"


def _tested(plan: Plan) -> str:
    size, alpha = plan.test, f"{100 * (1 - plan.level):.3g}%"
    other = size.effect is not None and size.effect != plan.effect
    what = f"a difference of {number(size.effect or 0.0)}, the rope's bound," if other else "that difference"
    if size.effect is None or size.needed is None:
        return f"The two-sided {alpha} test of no difference finds {what} with no number of {plan.unit}: {size.never}."
    if plan.verdict is None:
        what = f"a difference of {number(size.effect)}"
    return (
        f"A two-sided {alpha} test of no difference, which is another question, finds {what} with "
        f"{counted(size.needed, plan.unit)}."
    )


def _assurance(plan: Plan) -> str:
    """Over the pilot."""
    assured = plan.assurance
    size = None if assured is None else assured.verdict or assured.test
    if assured is None or size is None:
        return ""
    of = goal(plan) if assured.verdict is not None else "a test that rejects no difference"
    gives = f"{of} with a chance of {plan.power:g} over all differences that the pilot leaves open"
    if size.needed is not None:
        most = probability(size.most)
        return f"Assurance: {counted(size.needed, plan.unit)} give {gives}; no number passes {most}."
    ceiling = f" (endlessly many reach {probability(size.most)})" if "endlessly" not in (size.never or "") else ""
    return f"Assurance: no number of {plan.unit} gives {gives}: {size.never}{ceiling}."


def at(plan: Plan, found: AtNumber) -> str:
    """What a given number of units can do."""
    chances = [
        ("the verdict", found.verdict),
        ("the verdict over the pilot", found.assurance),
        ("the test", found.test),
    ]
    parts = [f"{name} has a chance of {probability(chance)}" for name, chance in chances if chance is not None]
    return f"With {counted(found.n, plan.unit)} {joined(parts)}.{_smallest(plan, found)}"


def _smallest(plan: Plan, found: AtNumber) -> str:
    """The differences that are large enough for the chance that is wanted."""
    gaps = []
    if found.verdict_effect is not None:
        gaps.append(f"a verdict needs a true difference of {number(found.verdict_effect, 3)}")
    if found.test_effect is not None:
        in_cases = f" ({number(found.n * found.test_effect, 3)} cases)" if found.ceiling is not None else ""
        gaps.append(f"the test needs one of {number(found.test_effect, 3)}{in_cases}")
    elif found.ceiling is not None:
        gaps.append(
            "the exact test finds no difference at all: enough cases disagree for it only with a chance of "
            f"{probability(found.ceiling)}"
        )
    return f" For a chance of {plan.power:g}, {joined(gaps)}." if gaps else ""


def mix(plan: Plan, found: Mix) -> str:
    """The cheapest numbers of two kinds."""
    costs = joined([f"{name} {number(cost)}" for name, cost in found.costs.items()])
    if found.numbers is None or found.cost is None:
        return f"No numbers of {found.kinds[0]} and {found.kinds[1]} are enough."
    one, other = (counted(n, kind) for n, kind in zip(found.numbers, found.kinds, strict=True))
    both = f"{one} with {other} in each" if found.nested and found.kinds[0] == "clusters" else f"{one} and {other}"
    both = f"{one} with {other} of each" if found.kinds[1] == "epochs" else both
    purpose = "the verdict" if found.purpose == "verdict" else "the test"
    return f"Cheapest for {purpose} (costs: {costs}): {both}, for {number(found.cost)} in all."


def about(plan: Plan) -> str:
    """What the plan rests on."""
    rope = "without a rope" if plan.rope is None else f"with the rope {plan.rope.in_words()}"
    needs = "" if plan.goal == "width" or plan.rope is None else f", at a threshold of {needed(plan.threshold)}"
    if plan.pilot is None:
        spread = f"a standard deviation of {number(plan.sd)} between single {plan.unit}"
        source = (
            spread if plan.discordance is None else f"models that disagree on {100 * plan.discordance:.3g}% of cases"
        )
        return f"How many {plan.unit} are needed for {goal(plan)}, {rope}{needs}; from {source}."
    pilot = plan.pilot
    return (
        f"How many {plan.unit} are needed for {goal(plan)}, {rope}{needs}; from a pilot of {pilot.kinds}, with a mean "
        f"difference of {number(pilot.mean)} (standard error {number(pilot.standard_error, 3)})."
    )


def methods(plan: Plan) -> str:
    """For a paper's methods section."""
    size = plan.verdict if plan.verdict is not None else plan.test
    chosen = f"{counted(size.needed, plan.unit)} were planned" if size.needed is not None else "No number is enough"
    rope = "" if plan.rope is None else f"; the region of practical equivalence was {for_a_paper(plan.rope)}"
    what = goal(plan) if plan.verdict is not None else f"a two-sided test at {1 - plan.level:.3g}"
    assumed = "" if size.effect is None else f" at a true difference of {number(size.effect)}"
    return f"{chosen}, for a chance of {plan.power:g} of {what}{assumed}{rope}."
