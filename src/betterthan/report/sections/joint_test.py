"""A test of several models: verdict, models, the test in numbers, where the scores vary, pairs, tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Facts, Verdict
from betterthan.report.sections.pairs import without_empty_columns
from betterthan.words.columns import alike, digits_of, p_values
from betterthan.words.facts import how_to_read
from betterthan.words.facts import test as in_words
from betterthan.words.joint_tests import joint_verdict, names_of
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from betterthan.answers.joint_test import JointTest

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
    shown = [effects[model.name] for model in found.models]
    means = digits_of([model.mean for model in found.models], [model.interval for model in found.models])
    digits = digits_of([effect.estimate for effect in shown], [effect.interval for effect in shown])
    rows = []
    for model, effect, own in zip(found.models, shown, p_values([each.p_value for each in shown]), strict=True):
        in_set = "" if inside is None else "yes" if model.name in inside else "no"
        numbers = (f"{model.n:,}", means.of(model.mean), means.of(model.sd), digits.of(effect.estimate))
        rows.append((model.name, *numbers, digits.ends(effect.interval), own, in_set))
    columns = ("model", "n", "mean", "sd", found.test.effects_are, f"{100 * found.level:g}%", "p", "in the set")
    return without_empty_columns("Models", columns, rows, key="models")


def test_of_all(found: JointTest) -> Blocks:
    """Statistic, hypothesis, and what else the test gives."""
    inside = found.confidence_set
    rows = [("test", in_words(found.test)), ("null hypothesis", found.test.null)]
    rows += [] if inside is None else [(f"{100 * found.level:g}% confidence set", names_of(inside))]
    rows += [("estimate of a pair", f"{found.test.estimate_name}; above 0 the first is better")] if found.pairs else []
    rows += [(name, number(value)) for name, value in found.test.diagnostics.figures.items() if OF_A_SOURCE not in name]
    return (Facts("Test of all models", (*rows, ("how to read it", how_to_read(found.test))), key="test-of-all"),)


def variation_of_test(found: JointTest) -> Blocks:
    """Where the scores vary, for a test that splits their variance: one row per source."""
    sources: dict[str, dict[str, float]] = {}
    for name, value in found.test.diagnostics.figures.items():
        source, of_a_source, what = name.rpartition(OF_A_SOURCE)
        if of_a_source:
            sources.setdefault(source, {})[what] = value
    columns = tuple(dict.fromkeys(what for known in sources.values() for what in known))
    cells = zip(*(alike([known.get(what) for known in sources.values()]) for what in columns), strict=True)
    rows = [(source, *numbers) for source, numbers in zip(sources, cells, strict=True)]
    shown = (SHORT.get(what, what) for what in columns)
    return without_empty_columns("Where the scores vary", ("source", *shown), rows, key="variation")


def tested_pairs(found: JointTest) -> Blocks:
    """One row per pair that was asked for, the clearest first; the JSON has all of very many."""
    shown = found.pairs[:MOST_PAIRS]
    digits = digits_of([pair.estimate for pair in shown], [pair.interval for pair in shown])
    adjusted = [None if found.adjustment is None else pair.p_adjusted for pair in shown]
    rows = [
        (f"{pair.first} – {pair.second}", digits.of(pair.estimate), digits.ends(pair.interval), *cells)
        for pair, *cells in zip(
            shown,
            alike([pair.statistic for pair in shown]),
            p_values([pair.p_value for pair in shown]),
            p_values(adjusted),
            strict=True,
        )
    ]
    columns = ("pair", "estimate", f"{100 * found.level:g}%", "statistic", "p", "adjusted")
    more = len(found.pairs) - len(rows)
    title = f"Pairs, the clearest {MOST_PAIRS} of {len(found.pairs):,}" if more > 0 else "Pairs"
    return without_empty_columns(title, columns, rows, key="pairs")


def tasks_of_test(found: JointTest) -> Blocks:
    """The same test within each task, where that was asked for."""
    statistics = alike([part.test.statistic for part in found.tasks])
    p = p_values([part.p_value for part in found.tasks])
    rows = [
        (
            part.task or "",
            f"{part.n_units:,}",
            statistic,
            own,
            "yes" if part.rejected else "no",
            "" if part.confidence_set is None else names_of(part.confidence_set),
            f"{sum(map(part.differs, part.pairs))} of {len(part.pairs)}" if part.pairs else "",
        )
        for part, statistic, own in zip(found.tasks, statistics, p, strict=True)
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
