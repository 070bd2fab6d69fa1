"""Seed table -> report: the template for reporting variability over seeds, with every score."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.seed_table import SeedRow, SeedTable, SeedTest
from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Report, Table, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.results.protocol import ClassicalTest
from betterthan.words.citations import adjustment, keys_in
from betterthan.words.columns import Digits, alike, as_given, digits_of, p_values
from betterthan.words.direction import as_clause, direction, for_a_paper
from betterthan.words.numbers import number, shares

MOST_SHOWN = 12
"""Scores of one model that are shown one by one; all of them are in the JSON and in the CSV."""


def report_of_seeds(table: SeedTable, further: Further | None) -> Report:
    """The sections in their order; a page begins with a picture of all seeds."""
    sentence = _methods(table)
    blocks = in_order(
        first_notes(table.notes),
        on_page(() if further is None else pictures_of(table)),
        _means(table),
        _spread(table),
        _tests(table),
        notes(table.notes),
        methods(sentence),
    )
    models = len({row.model for row in table.rows})
    task = f"{len(table.tasks)} tasks" if len(table.tasks) > 1 else table.tasks[0]
    title = f"{table.metric} of {counted(models, 'model')} over {table.unit}" + (f" on {task}" if task else "")
    about = (
        f"{direction(table.higher_is_better)} The {_percent(table)} confidence interval of a mean is mean ± t sd/√n."
    )
    return Report(title, about, blocks, tuple(dict.fromkeys(("betterthan", "bouthillier2021", *keys_in(sentence)))))


def _means(table: SeedTable) -> Blocks:
    tested = () if table.baseline is None else (f"test against {table.baseline}", _p_heading(table))
    columns = (*_task_heading(table), "model", table.unit, "mean", "sd", f"{_percent(table)} CI", *tested)
    digits = _digits(table)
    p = p_values([None if row.against is None else row.against.p_adjusted for row in table.rows])
    rows = tuple(
        (
            *_task_cell(table, row),
            row.model,
            f"{row.n:,}",
            digits.of(row.mean),
            digits.of(row.sd),
            digits.ends(row.interval),
            *(() if table.baseline is None else (_test(table, row), own or "–")),
        )
        for row, own in zip(table.rows, p, strict=True)
    )
    return (Table("Mean and spread", columns, rows, key="means", order=_clearest(table)),)


def _clearest(table: SeedTable) -> tuple[int, ...]:
    """The baseline first, then the smallest p-values; where nothing was tested, the best means."""

    def weight(j: int) -> tuple[bool, float]:
        row = table.rows[j]
        if table.baseline is None:
            return False, -row.mean if table.higher_is_better else row.mean
        return row.model != table.baseline, 1.0 if row.against is None else row.against.p_adjusted

    return tuple(sorted(range(len(table.rows)), key=weight))


def _spread(table: SeedTable) -> Blocks:
    worst, best = ("min", "max") if table.higher_is_better else ("max", "min")
    columns = (*_task_heading(table), "model", f"worst ({worst})", "median", f"best ({best})", "all scores")
    shown = _as_given(table)
    rows = tuple(
        (*_task_cell(table, row), row.model, *map(shown.of, (row.worst, row.median, row.best)), _scores(table, row))
        for row in table.rows
    )
    return (Table("From worst to best", columns, rows, key="spread", order=_clearest(table)),)


def _scores(table: SeedTable, row: SeedRow) -> str:
    if row.n > MOST_SHOWN:
        return "in the .json and .csv"
    ordered = sorted((each.score for each in row.scores), reverse=not table.higher_is_better)
    return ", ".join(map(_as_given(table).of, ordered))


def _digits(table: SeedTable) -> Digits:
    """As the intervals of the means ask for; the same on every row."""
    return digits_of([row.mean for row in table.rows], [row.interval for row in table.rows])


def _as_given(table: SeedTable) -> Digits:
    """As the scores came, if that takes few decimals."""
    return as_given([score.score for row in table.rows for score in row.scores], _digits(table))


def _tests(table: SeedTable) -> Blocks:
    """Differences are oriented, as everywhere: positive where the model is better than the baseline."""
    with_rope = any(row.against is not None and row.against.probabilities for row in table.rows)
    regions = ("better", "equivalent", "worse", "would decide") if with_rope else ()
    turned = "difference" if table.higher_is_better else "difference (turned)"
    columns = (*_task_heading(table), "model", turned, f"{_percent(table)} CI", "statistic", "p", *regions)
    tested = [(row, row.against) for row in table.rows if row.against is not None]
    tests = [against.test for _, against in tested]
    digits = digits_of([test.estimate for test in tests], [test.interval for test in tests])
    statistics, p = alike([test.statistic for test in tests]), p_values([test.p_value for test in tests])
    rows = tuple(
        (
            *_task_cell(table, row),
            row.model,
            digits.of(against.test.estimate or 0.0),
            digits.ends(against.test.interval),
            f"{_statistic(against.test)} = {statistic}",
            own,
            *((*shares(against.probabilities), _would_decide(against)) if against.probabilities is not None else ()),
        )
        for (row, against), statistic, own in zip(tested, statistics, p, strict=True)
    )
    order = tuple(sorted(range(len(tests)), key=lambda j: tests[j].p_value))
    return (Table("Against the baseline", columns, rows, key="baseline", order=order),) if rows else ()


def _would_decide(against: SeedTest) -> str:
    """How many runs of each model would; nothing where no more are needed."""
    if against.outlook is None:
        return "–"
    needed = against.outlook.most_needed
    return "no number" if needed is None else f"{needed:,}"


def _test(table: SeedTable, row: SeedRow) -> str:
    if row.model == table.baseline:
        return "baseline"
    if row.against is None:
        return "not tested"
    return "paired t" if row.against.paired else "Welch t, unpaired"


def _statistic(test: ClassicalTest) -> str:
    return test.statistic_name + ("" if test.df is None else f"({number(test.df)})")


def _p_heading(table: SeedTable) -> str:
    return "p" if table.adjustment == "none" else f"p ({table.adjustment})"


def _percent(table: SeedTable) -> str:
    return f"{100 * table.level:g}%"


def _task_heading(table: SeedTable) -> tuple[str, ...]:
    return ("task",) if len(table.tasks) > 1 else ()


def _task_cell(table: SeedTable, row: SeedRow) -> tuple[str, ...]:
    return (row.task,) if len(table.tasks) > 1 else ()


def _methods(table: SeedTable) -> str:
    least, most = min(row.n for row in table.rows), max(row.n for row in table.rows)
    runs = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    text = (
        f"Every model was run with {runs} {table.unit}; we report mean, standard deviation, the {_percent(table)} "
        f"confidence interval of the mean, and the worst of its {table.unit}; {as_clause(table.higher_is_better)}."
    )
    tests = [row.against for row in table.rows if row.against is not None]
    if not tests:
        return text
    same, other = f"by the paired t-test where both have the same {table.unit}", "by Welch's unpaired t-test otherwise"
    kinds = dict.fromkeys(same if each.paired else other for each in tests)
    adjusted = "" if table.adjustment == "none" else f" p-values were adjusted {adjustment(table.adjustment)}."
    ropes = {each.rope for each in tests if each.rope is not None}
    region = f" The region of practical equivalence was {for_a_paper(ropes.pop())}." if len(ropes) == 1 else ""
    return f"{text} Models were tested against {table.baseline} {' and '.join(kinds)}.{adjusted}{region}"
