"""The sentences about a classical test of several models at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted, sentence_case
from betterthan.procedures import named
from betterthan.words.citations import BY_BETTERTHAN, adjustment, cited, keys_in
from betterthan.words.direction import as_clause
from betterthan.words.facts import statistic
from betterthan.words.numbers import number, tested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.joint_test import JointTest

MOST_NAMED = 6
"""A sentence names this many models at most and counts the rest."""
MOST_CLAUSES = 4
"""So many models are said to be ahead of others; the table of pairs has the rest."""


def joint_title(found: JointTest) -> str:
    """What was tested: `4 models on 20 tasks`."""
    return f"{len(found.models)} models on {_units(found)}"


def joint_verdict(found: JointTest) -> str:
    """What the test says, and what it does not say."""
    inside = found.confidence_set
    parts = [_of_all(found) if inside is None else _of_set(found, inside)]
    parts += [] if inside is not None else [_of_pairs(found), _does_not_say(found)]
    return " ".join(part for part in parts if part)


def joint_methods(found: JointTest) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites."""
    chosen = named(found.procedure)
    text = (
        f"We compared {len(found.models)} models on {_units(found)} with {chosen.title}{cited(chosen.cites)}, computed "
        f"by {BY_BETTERTHAN} ({statistic(found.test)}, {tested(found.test)}); "
        f"{as_clause(found.higher_is_better)}."
    )
    if found.adjustment is not None and found.test.pairs:
        pairs = counted(len(found.test.pairs), "pair")
        adjusted = "were not adjusted"
        if found.adjustment != "none":
            adjusted = f"were adjusted for {pairs} {adjustment(found.adjustment)}"
        text += f" The p-values of pairs {adjusted}."
    return text, tuple(dict.fromkeys(("betterthan", *keys_in(text))))


def names_of(models: Sequence[str]) -> str:
    """`a, b and c`; of very many the first ones, and how many more."""
    rest = len(models) - MOST_NAMED
    shown = [*models[:MOST_NAMED], *([f"{rest:,} more"] if rest > 0 else [])]
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def _of_all(found: JointTest) -> str:
    """Rejected or not; where that hangs on an assumption, it is not."""
    size = f"the {100 * (1 - found.level):.3g}% significance level"
    shown = f"{statistic(found.test)}, {tested(found.test)}"
    hypothesis = f"the hypothesis that {found.test.null}"
    if found.rejected:
        return f"The models are not all alike: {hypothesis} is rejected at {size} ({shown})."
    said = f"{hypothesis} is not rejected at {size} ({shown})"
    if found.test.rejects(found.level):
        said = (
            f"{hypothesis} is rejected at {size} only if the differences of all pairs vary equally ({shown}); without "
            f"that assumption it is not (Greenhouse–Geisser p = {number(found.corrected or 0.0, 3)})"
        )
    return f"These scores do not show that the models differ: {said}. That is no evidence that they are alike."


def _of_set(found: JointTest, inside: Sequence[str]) -> str:
    out = [model.name for model in found.models if model.name not in inside]
    sure, shown = f"{100 * found.level:g}%", f"{statistic(found.test)}, {tested(found.test)}"
    if not out:
        return (
            f"These scores do not show which model is the best: at {sure} confidence it may be any of the "
            f"{len(inside)} ({shown}). That is no evidence that they are alike."
        )
    best = f"is {inside[0]}" if len(inside) == 1 else f"is one of {names_of(inside)}"
    are = "is" if len(out) == 1 else "are"
    return f"With {sure} confidence the best model {best}; {names_of(out)} {are} not ({shown} for all models)."


def _of_pairs(found: JointTest) -> str:
    """How many pairs differ and which model is ahead; where the test of all says otherwise, why."""
    if not found.pairs:
        return ""
    ahead: dict[str, list[str]] = {}
    for pair in found.pairs:
        if found.differs(pair):
            first, second = (pair.first, pair.second) if pair.estimate >= 0 else (pair.second, pair.first)
            ahead.setdefault(first, []).append(second)
    count = sum(map(len, ahead.values()))
    order = [model.name for model in found.models]
    clauses = [
        f"{name} is ahead of {names_of(sorted(ahead[name], key=order.index))}" for name in order if name in ahead
    ]
    which = "; ".join([*clauses[:MOST_CLAUSES], *(["and so on"] if len(clauses) > MOST_CLAUSES else [])])
    return f"{_counted(found, count)}{f': {which}' if which else ''}.{_disagreement(found, count)}"


def _counted(found: JointTest, count: int) -> str:
    """How many pairs differ, and when two models do."""
    pairs = counted(len(found.pairs), "pair")
    distance = found.test.diagnostics.figures.get("critical difference")
    if distance is not None:
        return f"Average ranks {number(distance)} or more apart differ significantly, as in {count:,} of {pairs}"
    after = "" if found.adjustment in (None, "none") else f"after adjustment ({found.adjustment}) "
    return sentence_case(f"{after}{count:,} of {pairs} {'differs' if count == 1 else 'differ'}")


def _disagreement(found: JointTest, count: int) -> str:
    """The test of all models and those of the pairs can disagree; the verdict rests on the first."""
    if found.which != "all" or (count > 0) == found.rejected:
        return ""
    return " The verdict rests on the test of all models together; each pair is judged by itself, " + (
        "with a p-value that allows for all pairs, and no single one stands out."
        if found.rejected
        else "and may stand out alone."
    )


def _does_not_say(found: JointTest) -> str:
    others = named(found.procedure).post_hoc
    if not others or not found.rejected:
        return ""
    return f"It does not say which differ: {' and '.join(others)} do."


def _units(found: JointTest) -> str:
    """`20 tasks`, `300 cases of da-en`, `240 cases of 8 tasks`."""
    several = found.models[0].n if found.unit != "tasks" and found.models[0].n < found.n_units else None
    where = f" of {found.task}" if found.task else "" if several is None else f" of {several:,} tasks"
    return f"{found.n_units:,} {found.unit}{where}"
