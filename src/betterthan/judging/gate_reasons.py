"""The one line that a gate says: what it answers, how sure that is, and what would decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import beside, needed, number

if TYPE_CHECKING:
    from betterthan.judging.gate_claims import Claims
    from betterthan.results.rope import Rope
    from betterthan.vocabulary import Outcome, Requirement


def claim_in_words(new: str, baseline: str, rope: Rope, requirement: Requirement, outcome: Outcome) -> str:
    """What is claimed, or asked where it is undecided.

    Parameters:
        new: the new model.
        baseline: the model that it is compared with.
        rope: the region of practical equivalence.
        requirement: what is asked of the new model.
        outcome: what the gate answers.
    """
    lower = "" if rope.low == 0 else f" by more than {number(-rope.low)}"
    upper = "" if rope.high == 0 else f" by more than {number(rope.high)}"
    said = {
        ("not-worse", "pass"): f"{new} is not worse than {baseline}{lower}",
        ("not-worse", "fail"): f"{new} is worse than {baseline}{lower}",
        ("not-worse", "undecided"): f"whether {new} is worse than {baseline}{lower} is open",
        ("better", "pass"): f"{new} is better than {baseline}{upper}",
        ("better", "fail"): f"{new} is not better than {baseline}{upper}",
        ("better", "undecided"): f"whether {new} is better than {baseline}{upper} is open",
        ("equivalent", "pass"): f"{new} and {baseline} differ by no more than the rope {rope.bounds}",
        ("equivalent", "fail"): f"{new} and {baseline} differ by more than the rope {rope.bounds}",
        ("equivalent", "undecided"): f"whether {new} and {baseline} differ by more than {rope.bounds} is open",
    }
    return said[requirement, outcome]


def sureness(claims: Claims, requirement: Requirement, outcome: Outcome, threshold: float, units: str) -> str:
    """How sure that is, and how sure one must be.

    Parameters:
        claims: what may be claimed.
        requirement: what is asked of the new model.
        outcome: what the gate answers.
        threshold: how sure one must be.
        units: the units with their number.
    """
    passing, failing = claims.passing(requirement), claims.failing(requirement)
    if outcome == "undecided":
        sides = f"{beside(passing, threshold)} for, {beside(failing, threshold)} against"
        return f"{sides}; {needed(threshold)} needed ({units})"
    sure = beside(passing if outcome == "pass" else failing, threshold)
    return f"{sure} sure, {needed(threshold)} needed ({units})"


def what_decides(size: int | None, now: int, unit: str, then: Outcome, never: str | None) -> str:
    """How many units would decide an undecided gate, if they are like these.

    Parameters:
        size: how many in all; None if no number of them is known.
        now: how many there are.
        unit: what they are.
        then: what the gate would answer.
        never: why none is known.
    """
    if size is None:
        return "" if never is None else f"; {never.format(units=unit)}"
    return f"; about {size:,} {unit} like these would decide ({size - now:,} more): {then}"


NEVER = "the difference lies so near a bound that no number of such {units} within reach decides"


def same_run(found: bool, how: str, threshold: float, sure: float) -> str:
    """What a comparison of a run with itself says.

    Parameters:
        found: whether the two parts differ.
        how: how the run was split.
        threshold: how sure one must be on either side.
        sure: how sure one may be of the side that is ahead.
    """
    says = "a difference was found" if found else "no difference was found"
    return (
        f"{says} between {how}: {beside(sure, threshold)} for the side that is ahead, {needed(threshold)} needed. Of "
        f"runs compared with themselves, up to one in {1 / (2 * (1 - threshold)):.0f} shows a difference by chance."
    )
