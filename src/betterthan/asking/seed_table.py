"""Seed table: each model's scores over seeds in full, as a paper should report them, and tests against a baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import ndtr, stdtrit

from betterthan.answers.seed_table import SeedRow, SeedScore, SeedTable, SeedTest
from betterthan.arrays import Array, IntArray
from betterthan.asking.given import Given, asked_about
from betterthan.asking.one_pair import comparison_of, found_in
from betterthan.asking.outlook import outlook
from betterthan.asking.own_means import cut_off, kept_within
from betterthan.asking.scope import by_chance, over_runs
from betterthan.asking.settings import Settings
from betterthan.data.arguments import plain_arguments
from betterthan.data.design import Design
from betterthan.data.factors import Factor
from betterthan.data.moments import moments, original_units
from betterthan.data.ranges import Limits, limits
from betterthan.data.scores import Scores
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, FOLDS, RUNS, TASKS, Unit, unit_called
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.judging.question import question
from betterthan.numerics.multiplicity import adjust as adjusted
from betterthan.phrases import listing, unknown_name
from betterthan.results.interval import Interval, check_level
from betterthan.vocabulary import ADJUSTMENTS, REPEATS, known

if TYPE_CHECKING:
    from betterthan.data.protocol import Comparable
    from betterthan.results.rope import RelativeRope, RopeLike
    from betterthan.vocabulary import Adjustment, Repeats

FEW_SEEDS = 10
"""Run each configuration with ten seeds or more: with fewer the spread itself is hardly known."""


NO_BASELINE = 'No baseline was named, so nothing was tested: name one with `baseline="MODEL"`.'


EXTREMES = ("best", "max", "maximum")
"""Words in the name of a score that say that it is the best of several."""


RUN_COUNTS = ("n_seeds", "num_seeds", "n_runs", "num_runs")
"""Columns that say how many runs stand behind one score."""


class _Runs(NamedTuple):
    """The oriented scores of one model on one task, and which seeds they belong to."""

    seeds: tuple[str, ...]
    scores: Array


@plain_arguments
def seed_table(
    scores: Given,
    baseline: str | None = None,
    *,
    level: float = 0.95,
    rope: RopeLike | RelativeRope | None = None,
    adjust: Adjustment = "holm",
    task: str | Sequence[str] | None = None,
    repeats: Repeats = "error",
) -> SeedTable:
    """Each model's scores over seeds: number, mean, sd, interval, worst to best, and its test against a baseline.

    A model that has exactly the seeds of the baseline is tested by the paired t-test, any other by Welch's unpaired
    one, with all seeds of both. Where a seed has several scores (cases, folds), its own is their mean.

    Parameters:
        scores: what `bt.read` takes or gave, with a column `seed` (or `train_set`).
        baseline: the model that the others are tested against; None for no tests.
        level: coverage of the intervals.
        rope: region of practical equivalence; if given, the Bayesian probabilities stand beside the test.
        adjust: how p-values are adjusted for the number of tests in the table: `holm` and others, or `none`.
        task: one or several tasks to look at.
        repeats: `error` or `mean`: what to do with several scores of one model on one unit.

    >>> from betterthan.data.reading.tables import read
    >>> scores = read({"model": list("aaabbb"), "seed": [1, 2, 3] * 2, "score": [0.7, 0.9, 0.8, 0.6, 0.7, 0.6]})
    >>> row = seed_table(scores, "b").row("a")
    >>> row.n, round(row.mean, 3), round(row.sd, 3), row.worst, row.against.paired, round(row.against.test.p_value, 3)
    (3, 0.8, 0.1, 0.7, True, 0.038)
    """
    scores = asked_about(scores, asker="seed_table")
    if not isinstance(scores, Scores):
        raise ArgumentError(
            "A seed table needs the score of every seed, as `bt.read` gives it; got a table "
            f"(`{type(scores).__name__}`) that is paired or counted already."
        )
    check_level(level)
    known("adjustment", adjust, ADJUSTMENTS)
    known("treatment of repeats", repeats, REPEATS)
    if baseline is not None and baseline not in scores.models:
        raise ArgumentError(unknown_name("model", baseline, scores.models))
    if rope is not None and baseline is None:
        raise ArgumentError("A rope is for the comparison with a baseline: name one with `baseline=`.")
    selected = scores if task is None else scores.select_tasks([task] if isinstance(task, str) else list(task))
    run = _run_kind(selected)
    runs, averaged = _runs(selected, run, repeats)
    ends = _limits(selected)
    rows = tuple(_row(task, model, each, selected, level, ends) for (task, model), each in runs.items())
    table = SeedTable(rows, run.plural, scores.metric, scores.higher_is_better, level, baseline, adjust)
    settings = Settings(rope=rope, level=level)
    tested = _tested(table, runs, settings)
    scope = _scope(selected, run, runs)
    cut = cut_off((row.interval for row in rows), ends)
    return replace(tested, notes=(*scope, *scores.notes, *averaged, *_few_seeds(table), *cut, *tested.notes))


def _scope(scores: Scores, run: Unit, runs: Mapping[tuple[str, str], _Runs]) -> tuple[str, ...]:
    """What seeds alone cannot speak of; those of folds were tested on other cases each."""
    if FOLDS.key in scores.columns:
        return ()
    tasks = len({task for task, _ in runs})
    return (over_runs(run, tasks, None, per_case=CASES.key in scores.columns),)


def expected_maximum(n: int) -> float:
    """How far the largest of n normal scores lies above their mean on average, in standard deviations.

    Parameters:
        n: number of scores.

    >>> round(expected_maximum(10), 4)                                     # Harter (1961), Table 1
    1.5388
    """
    z = np.linspace(-12.0, 12.0, 4801)
    density = n * np.exp(-0.5 * z**2) / sqrt(2 * pi) * ndtr(z) ** (n - 1)
    return float((z * density).sum() * (z[1] - z[0]))


def _run_kind(scores: Scores) -> Unit:
    """What the numbered runs are; without a number there is nothing to report, least of all a maximum."""
    run = next((unit for unit in RUNS if unit.key in scores.keys), None)
    _refuse_maxima(scores)
    if run is None:
        raise PairingError(
            f'{scores.source} has no column that numbers the runs. Add a column `seed`, or name it with `seed="NAME"`.'
        )
    return run


def _refuse_maxima(scores: Scores) -> None:
    """One score per model that is the best of several runs cannot be compared with anything."""
    words = scores.metric.lower().replace("-", "_").split("_")
    column, runs = _run_count(scores)
    if len(scores) > len(scores.models) * max(1, len(scores.tasks)) or not (runs or set(words) & set(EXTREMES)):
        return
    of, example = (f", of {runs:,} runs (`{column}`)", runs) if runs else ("", FEW_SEEDS)
    raise NeedsNotMet(
        f"`{scores.metric}` is one score per model{of}. If it is the best of several runs, it is biased upwards, and "
        f"the more so the more runs there were: the largest of {example:,} normal scores lies "
        f"{expected_maximum(example):.2f} sd above their mean on average. Maxima are not compared, and a mean cannot "
        "be without its spread: give the score of every run, numbered in a column `seed`."
    )


def _run_count(scores: Scores) -> tuple[str | None, int | None]:
    """The column that says how many runs stand behind a score, and the largest number in it above 1."""
    column = next((name for name in scores.extra if name.lower() in RUN_COUNTS), None)
    if column is None:
        return None, None
    counts = [int(text) for text in scores.rows.levels(column) if text.isdigit()]
    return column, max((count for count in counts if count > 1), default=None)


def _runs(scores: Scores, run: Unit, repeats: Repeats) -> tuple[dict[tuple[str, str], _Runs], tuple[str, ...]]:
    """The scores by task and model, each seed's averaged by the engine; and what was averaged."""
    models, within = scores.models, tuple(name for name in (TASKS.key, run.key) if name in scores.columns)
    units = scores.rows.units(models, within, within)
    task = units.factors["task"] if "task" in within else Factor(np.zeros(len(units.counts), dtype=np.int64), ("",))
    notes = _averaged(scores, run, units.counts[units.counts > 0], repeats)
    found = {}
    for code, name in enumerate(task.names):
        for j, model in enumerate(models):
            chosen = np.flatnonzero((task.codes == code) & (units.counts[:, j] > 0))
            seeds = tuple(units.factors[run.key].names[seed] for seed in units.factors[run.key].codes[chosen])
            if len(chosen):
                found[name, model] = _Runs(seeds, units.scores[chosen, j])
    return found, notes


def _averaged(scores: Scores, run: Unit, counts: IntArray, repeats: Repeats) -> tuple[str, ...]:
    """What was averaged within a seed: cases or folds, which is usual, or repeats, which must be asked for."""
    if counts.max() == 1:
        return ()
    inner = [name for name in scores.keys if name not in (TASKS.key, run.key)]
    distinct = sum(scores.rows.unit_count((model,), scores.keys) for model in scores.models)
    if distinct < counts.sum() and repeats == "error":
        raise PairingError(
            f"Some {run} of {scores.source} have several scores of one model on the same "
            f"{' and '.join(inner) or run.key}. "
            'Average them with `repeats="mean"`, or name '
            'the column that tells them apart, as in `case="NAME"`.'
        )
    least, most = int(counts.min()), int(counts.max())
    number = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return (f"Each {run.singular}'s score is the mean of its {number} scores.",)


def _limits(scores: Scores) -> Limits | None:
    """Between what a mean lies, where that is known."""
    low, high = sorted(original_units(np.array(scores.rows.extent()), scores.binary, scores.higher_is_better).tolist())
    return limits(scores.score_range, (low, high), scores.binary, scores.higher_is_better)


def _row(task: str, model: str, runs: _Runs, scores: Scores, level: float, ends: Limits | None) -> SeedRow:
    mean, sd, n = moments(runs.scores)

    def shown(value: float) -> float:
        return float(original_units(np.asarray(value), scores.binary, scores.higher_is_better))

    reach = float(stdtrit(n - 1, (1 + level) / 2)) * sd / sqrt(n) if n > 1 else None
    centre = shown(mean)
    return SeedRow(
        task,
        model,
        tuple(SeedScore(seed, shown(score)) for seed, score in zip(runs.seeds, runs.scores, strict=True)),
        centre,
        sd if n > 1 else None,
        None if reach is None else kept_within(Interval(centre - reach, centre + reach, level, "confidence"), ends),
        shown(np.median(runs.scores)),
        shown(runs.scores.min()),
        shown(runs.scores.max()),
    )


def _tested(table: SeedTable, runs: dict[tuple[str, str], _Runs], settings: Settings) -> SeedTable:
    """The table with every model tested against the baseline."""
    if table.baseline is None:
        return replace(table, notes=(NO_BASELINE,))
    tests, notes = {}, []
    for row in table.rows:
        base = runs.get((row.task, table.baseline))
        if row.model == table.baseline:
            continue
        if base is None or min(row.n, len(base.seeds)) < 2:
            few = "the baseline has no scores" if base is None else f"a test needs 2 {table.unit} of each model"
            notes.append(f"`{row.model}`{_on(row.task)} was not tested: {few}.")
            continue
        made = _compared((row.model, table.baseline), runs[row.task, row.model], table, base)
        tests[row.task, row.model] = _test(made, table.baseline, settings)
    p_adjusted = adjusted([each.test.p_value for each in tests.values()], table.adjustment).tolist()
    final = {where: replace(each, p_adjusted=p) for (where, each), p in zip(tests.items(), p_adjusted, strict=True)}
    rows = tuple(replace(row, against=final.get((row.task, row.model))) for row in table.rows)
    return replace(table, rows=rows, notes=(*notes, *_about_tests(table, list(tests.values()))))


def _test(table: Comparable, baseline: str, settings: Settings) -> SeedTest:
    """The t-test of a model against the baseline and, where there is a rope, the probabilities beside it."""
    procedure = question(table).procedure
    within = replace(settings, procedure=procedure)
    said = found_in(table, within)
    found = comparison_of(said, within)
    if found.classical is None:
        raise NeedsNotMet(f"A seed table needs a classical test; there is none beside `{procedure}`.")
    test = SeedTest(baseline, found.classical, found.paired, found.classical.p_value)
    if settings.rope is None or found.decision is None:
        return test
    return replace(
        test,
        rope=found.rope,
        probabilities=found.probabilities,
        outlook=outlook(said.single, said.chosen, said.result, said.rope, said.decision, within),
    )


def _compared(models: tuple[str, str], runs: _Runs, table: SeedTable, base: _Runs) -> Comparable:
    """Seed by seed where the two have the same seeds, else two independent samples."""
    unit, higher = unit_called(table.unit), table.higher_is_better
    if set(runs.seeds) != set(base.seeds):
        return UnpairedTable(models, runs.scores, base.scores, unit, higher_is_better=higher)
    place = {seed: j for j, seed in enumerate(base.seeds)}
    both = np.stack([runs.scores, base.scores[[place[seed] for seed in runs.seeds]]], axis=1)
    return PairedTable(models, both, design=Design(unit, {unit.key: len(both)}), higher_is_better=higher)


def _about_tests(table: SeedTable, tests: Sequence[SeedTest]) -> tuple[str, ...]:
    notes = list(_signs_and_ropes(table, tests))
    if any(not each.paired for each in tests):
        notes.append(
            f"Welch's test is unpaired: the two models do not have the same {table.unit}, so two independent samples "
            f"are compared. With the same {table.unit} for both, pairing would remove the variance that these share."
        )
    if len(tests) > 1 and table.adjustment == "none":
        each = "one for each model and task" if len(table.tasks) > 1 else "one for each model"
        notes += by_chance(len(tests), each, table.level)
        notes.append('`adjust="holm"` adjusts the p-values for the number of tests.')
    if len(tests) > 1 and table.adjustment != "none":
        notes.append(f"{len(tests)} tests, p-values adjusted by the method {table.adjustment}.")
    return tuple(notes)


def _signs_and_ropes(table: SeedTable, tests: Sequence[SeedTest]) -> tuple[str, ...]:
    """What the sign of a difference means, and which rope the probabilities rest on."""
    if not tests:
        return ()
    turned = "" if table.higher_is_better else "The scores are losses: differences are turned. "
    notes = [f"{turned}A positive difference means that the model is better than `{table.baseline}`."]
    ropes = dict.fromkeys(each.rope for each in tests if each.rope is not None)
    if len(ropes) == 1:
        notes.append(f"The rope is {next(iter(ropes)).in_words()}.")
    if any(each.outlook is not None for each in tests):
        notes.append(
            f"Would decide: with so many {table.unit} of each model one of the three would reach 0.95, if means and "
            "sds stay as they are; – where one does already."
        )
    if len(ropes) > 1:
        notes.append(f"The ropes are {listing(rope.in_words() for rope in ropes)}.")
    return tuple(notes)


def _few_seeds(table: SeedTable) -> tuple[str, ...]:
    single = [row for row in table.rows if row.n == 1]
    fewest, unit = min(row.n for row in table.rows), unit_called(table.unit)
    notes = []
    if single:
        names = listing(f"{row.model}{_on(row.task)}" for row in single)
        notes.append(
            f"One {unit.singular} only ({names}): no spread, no interval, no test. Run more {unit}, ten or more."
        )
    elif fewest < FEW_SEEDS:
        notes.append(
            f"Some models have only {unit.counted(fewest)}: the spread itself is hardly known "
            "then, and intervals are wide. Run ten or more."
        )
    return tuple(notes)


def _on(task: str) -> str:
    return f" on {task}" if task else ""
