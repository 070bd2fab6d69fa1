"""0/1 scores in words: the four counts, who wins the disagreements, and what that makes in accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.words.numbers import number, shares

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.vocabulary import Region


def on_phi(comparison: Comparison) -> bool:
    """Whether the answer is about the share of the disagreements that the first model wins."""
    return comparison.rope is not None and comparison.rope.scale == "phi"


BEYOND = ", by more than the rope"


def claims(first: str, second: str) -> dict[Region, str]:
    """What is claimed of each region: nothing is "practically" better without a rope in accuracy points.

    The place `{beyond}` is for `BEYOND`, or for nothing where the rope has no width.
    """
    return {
        "first": f"where the two disagree, {first} is right more often than {second}{{beyond}}",
        "equivalent": f"where the two disagree, {first} and {second} are right about equally often, within the rope",
        "second": f"where the two disagree, {second} is right more often than {first}{{beyond}}",
    }


def outcomes(first: str, second: str) -> dict[Region, str]:
    """The same as phrases."""
    return {
        "first": f"{first} being right more often where the two disagree",
        "equivalent": f"{first} and {second} being right about equally often where they disagree",
        "second": f"{second} being right more often where the two disagree",
    }


def ruled_out(first: str, second: str) -> dict[str, str]:
    """What is said where one of them is not so, with the same place."""
    return {
        "not first": f"{first} is not right more often than {second} where the two disagree{{beyond}}",
        "not equivalent": "The two are not right about equally often where they disagree",
        "not second": f"{second} is not right more often than {first} where the two disagree{{beyond}}",
    }


def labels(first: str, second: str) -> tuple[str, str, str]:
    """The same in few words."""
    return f"{first} wins more disagreements", "about equally many", f"{second} wins more disagreements"


def seen(comparison: Comparison) -> str:
    """How the disagreements fell, and what that makes in accuracy; nothing where they were not counted."""
    cells = comparison.cells
    if cells is None:
        return ""
    where = "On these tasks, of" if len(comparison.models) == 2 and comparison.unit == "tasks" else "Of"
    if not cells.discordant:
        return f"There is no case on which exactly one of {comparison.first} and {comparison.second} is right."
    share = f"{cells.n10:,} ({100 * cells.n10 / cells.discordant:.0f}%)"
    cases = f"the {cells.discordant:,} cases" if cells.discordant > 1 else "the one case"
    return f"{where} {cases} on which exactly one is right, {comparison.first} wins {share}; {_accuracies(comparison)}."


def _accuracies(comparison: Comparison) -> str:
    """`the accuracies differ by 0.014 (1.4 percentage points)`; over tasks, whose mean is the higher one."""
    over_tasks = comparison.unit == "tasks"
    named = "mean accuracies" if over_tasks else "accuracies"
    cells = comparison.cells
    difference = 0.0 if cells is None else (cells.n10 - cells.n01) / cells.n
    if over_tasks and len(comparison.models) == 2:
        first, second = (model.mean or 0.0 for model in comparison.models)
        difference = first - second if comparison.higher_is_better else second - first
    if abs(difference) < 5e-7:
        return f"the {named} are equal"
    points = number(100 * abs(difference), 3)
    noun = "percentage point" if points == "1" else "percentage points"
    ahead = comparison.first if difference > 0 else comparison.second
    favour = f", in favour of {ahead}" if over_tasks else ""
    return f"the {named} differ by {number(abs(difference), 3)} ({points} {noun}){favour}"


def counts(comparison: Comparison) -> str:
    """`only new right 20, only old right 16, both right 295, both wrong 69`."""
    cells = comparison.cells
    if cells is None:
        return ""
    return (
        f"only {comparison.first} right {cells.n10:,}, only {comparison.second} right {cells.n01:,}, "
        f"both right {cells.n11:,}, both wrong {cells.n00:,}"
    )


def at_one_point(comparison: Comparison) -> str:
    """The three probabilities at a rope of one percentage point, where the answer itself is about disagreements."""
    found = comparison.at_one_point
    if found is None:
        return ""
    first, equivalent, second = shares(found.probabilities)
    where = {"population": " over tasks like these", "next_task": " on one more task"}.get(found.reading, "")
    return (
        f"{comparison.first} more accurate by more than one percentage point{where} {first}, within it {equivalent}, "
        f"{comparison.second} by more {second} (`{found.procedure}`)"
    )
