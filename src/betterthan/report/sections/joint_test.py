"""A test of several models: verdict, models, the test in numbers, where the scores vary, pairs, tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Facts, Verdict
from betterthan.report.sections.pairs import without_empty_columns
from betterthan.words.facts import test as in_words
from betterthan.words.fixed import P_VALUE
from betterthan.words.joint_tests import joint_verdict, names_of
from betterthan.words.numbers import number, p_value

if TYPE_CHECKING:
    from betterthan.answers.joint_test import JointTest
    from betterthan.results.interval import Interval

OF_A_SOURCE = ": "
"""Between the source of variation and what is said of it, in the name of a figure."""
MOST_PAIRS = 100
"""More pairs are not read on a page; JSON and CSV have them all."""
SHORT = {"root mean square": "RMS", "standard deviation": "sd"}


def verdict_of_test(found: JointTest) -> Blocks:
    """What the test says of all models."""
    return (Verdict(joint_verdict(found), "undecided"),)


def tested_models(found: JointTest) -> Blocks:
    """One row per model, the best first."""
    effects, inside = {effect.name: effect for effect in found.test.effects}, found.confidence_set
    rows = []
    for model in found.models:
        effect = effects[model.name]
        own = "" if effect.p_value is None else p_value(effect.p_value).removeprefix("p = ")
        in_set = "" if inside is None else "yes" if model.name in inside else "no"
        own_mean, own_sd = ("" if value is None else number(value) for value in (model.mean, model.sd))
        numbers = (f"{model.n:,}", own_mean, own_sd, number(effect.estimate))
        rows.append((model.name, *numbers, _bounds(effect.interval), own, in_set))
    columns = ("model", "n", "mean", "sd", found.test.effects_are, f"{100 * found.level:g}%", "p", "in the set")
    return without_empty_columns("Models", columns, rows, key="models")


def test_of_all(found: JointTest) -> Blocks:
    """Statistic, hypothesis, and what else the test gives."""
    inside = found.confidence_set
    rows = [("test", in_words(found.test)), ("null hypothesis", found.test.null)]
    rows += [] if inside is None else [(f"{100 * found.level:g}% confidence set", names_of(inside))]
    rows += [("estimate of a pair", f"{found.test.estimate_name}; above 0 the first is better")] if found.pairs else []
    rows += [(name, number(value)) for name, value in found.test.diagnostics.figures.items() if OF_A_SOURCE not in name]
    return (Facts("Test of all models", (*rows, ("how to read it", P_VALUE)), key="test-of-all"),)


def variation_of_test(found: JointTest) -> Blocks:
    """Where the scores vary, for a test that splits their variance: one row per source."""
    sources: dict[str, dict[str, float]] = {}
    for name, value in found.test.diagnostics.figures.items():
        source, of_a_source, what = name.rpartition(OF_A_SOURCE)
        if of_a_source:
            sources.setdefault(source, {})[what] = value
    columns = tuple(dict.fromkeys(what for known in sources.values() for what in known))
    rows = [
        (source, *(number(known[what]) if what in known else "" for what in columns))
        for source, known in sources.items()
    ]
    shown = (SHORT.get(what, what) for what in columns)
    return without_empty_columns("Where the scores vary", ("source", *shown), rows, key="variation")


def tested_pairs(found: JointTest) -> Blocks:
    """One row per pair that was asked for, the clearest first; the JSON has all of very many."""
    rows = [
        (
            f"{pair.first} – {pair.second}",
            number(pair.estimate),
            _bounds(pair.interval),
            number(pair.statistic),
            p_value(pair.p_value).removeprefix("p = "),
            "" if found.adjustment is None else p_value(pair.p_adjusted).removeprefix("p = "),
        )
        for pair in found.pairs[:MOST_PAIRS]
    ]
    columns = ("pair", "estimate", f"{100 * found.level:g}%", "statistic", "p", "adjusted")
    more = len(found.pairs) - len(rows)
    title = f"Pairs, the clearest {MOST_PAIRS} of {len(found.pairs):,}" if more > 0 else "Pairs"
    return without_empty_columns(title, columns, rows, key="pairs")


def tasks_of_test(found: JointTest) -> Blocks:
    """The same test within each task, where that was asked for."""
    rows = [
        (
            part.task or "",
            f"{part.n_units:,}",
            f"{number(part.test.statistic)}",
            p_value(part.p_value).removeprefix("p = "),
            "yes" if part.rejected else "no",
            "" if part.confidence_set is None else names_of(part.confidence_set),
            f"{sum(map(part.differs, part.pairs))} of {len(part.pairs)}" if part.pairs else "",
        )
        for part in found.tasks
    ]
    columns = (
        "task",
        "n",
        found.test.statistic_name.partition("(")[0],
        "p",
        "rejected",
        "in the set",
        "pairs that differ",
    )
    return without_empty_columns("Tasks", columns, rows, key="tasks")


def _bounds(inside: Interval | None) -> str:
    return "" if inside is None else f"[{number(inside.low)}, {number(inside.high)}]"
