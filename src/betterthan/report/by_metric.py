"""Several metrics -> report: one table of all, the rule that allows for their number, and a section for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from betterthan.answers.comparison import Comparison
from betterthan.phrases import listing
from betterthan.report.blocks import Blocks, Items, Report, Section, Table, Verdict, in_order, on_page
from betterthan.report.pair import report_of_pair
from betterthan.report.pictures import main_picture
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.report.sections.parts import ropes_differ, said_of, sides_of, verdict_of
from betterthan.report.several import report_of_pairs
from betterthan.words import by_metric as words
from betterthan.words import columns
from betterthan.words.citations import keys_in
from betterthan.words.columns import Digits, digits_of, p_of_tests, p_values
from betterthan.words.numbers import shares
from betterthan.words.sides import side_names

if TYPE_CHECKING:
    from betterthan.answers.by_metric import ByMetric, OfOneMetric
    from betterthan.answers.further import Further
    from betterthan.vocabulary import Verdict as Said

SPARE = ("n", "p", "adj. p", "rope", "interval", "better")
"""What a narrow terminal leaves out first."""


def report_of_by_metric(found: ByMetric, further: Further | None) -> Report:
    """The verdicts of all metrics in one table, then each metric by itself."""
    common = _common_notes(found.answers)
    told = words.methods(found)
    sections = [
        Section(f"By {metric}", _of_metric(answer, common, further is not None), key=f"metric-{place}")
        for place, (metric, answer) in enumerate(zip(found.metrics, found.answers, strict=True), 1)
    ]
    blocks = in_order(
        (Verdict(words.headline(found), _said(found)),),
        first_notes(common),
        _table(found),
        _rule(found),
        notes(common),
        methods(told),
        sections,
    )
    cites = tuple(dict.fromkeys((*keys_in(told), *(key for each in sections for key in each.report.cites))))
    about = f"The same models by each of {listing(found.metrics, limit=12)}, and one rule for how many there are."
    return Report(words.title(found), about, blocks, cites)


def _rule(found: ByMetric) -> Blocks:
    told = words.rule(found)
    return (Items("Several metrics", told, key="rule"),) if told else ()


def _common_notes(answers: Sequence[OfOneMetric]) -> tuple[str, ...]:
    """What is noted of every metric is said once."""
    return tuple(note for note in answers[0].notes if all(note in each.notes for each in answers[1:]))


def _of_metric(answer: OfOneMetric, common: tuple[str, ...], page: bool) -> Report:
    """The report on one metric, without what is said of all; on a page with its figure."""
    own = replace(answer, notes=tuple(note for note in answer.notes if note not in common))
    told = report_of_pair(own, None) if isinstance(own, Comparison) else report_of_pairs(own, None)
    picture = main_picture(answer) if page else None
    first = [block for block in told.plain if block.key in ("verdict", "shares")]
    rest = [block for block in told.plain if block.key not in ("verdict", "shares")]
    return replace(told, blocks=in_order(first, on_page(() if picture is None else (picture,)), rest))


def _said(found: ByMetric) -> Said:
    """The verdict of all metrics, if they have the same on the same models."""
    verdicts = {answer.verdict for answer in found.answers if isinstance(answer, Comparison)}
    (one, *others) = verdicts or {None}
    alone = len(found.pairs) == len(found) and not others
    return one if one is not None and alone else "undecided"


def _table(found: ByMetric) -> Blocks:
    """One row per metric, or per metric and pair: verdict, probabilities, scores, difference and test."""
    pairs = [pair for _, pair in found.pairs]
    same = len({(pair.first, pair.second) for pair in pairs}) == 1
    one, other = side_names(pairs[0].first, pairs[0].second) if same else ("first", "second")
    heading = (
        "metric", "pair", "n", "verdict", one, "equivalent", other, "better", f"score of {one}", f"score of {other}",
        "difference", "interval", "rope", "p", "adj. p",
    )  # fmt: skip
    rows = tuple(zip(*_cells(found, pairs, same), strict=True))
    table = Table(
        "All metrics", heading, rows, key="metrics", spare=SPARE, verdicts=said_of(pairs), sides=sides_of(pairs)
    )
    return (table.without_empty_columns(),)


def _is_difference(pair: Comparison) -> bool:
    """Whether what is estimated is a difference of scores, and no share of disagreements, odds or count of wins."""
    return pair.posterior is not None and pair.rope is not None and pair.rope.scale == "score"


def _difference(pair: Comparison) -> float | None:
    """The estimate, or else the difference of the scores, turned like it; above 0 the first model is better."""
    if _is_difference(pair):
        return pair.estimate
    means = [model.mean for model in pair.models if model.mean is not None]
    sign = 1 if pair.higher_is_better else -1
    return sign * (means[0] - means[1]) if len(means) == 2 else None


def _cells(found: ByMetric, pairs: Sequence[Comparison], same: bool) -> tuple[Sequence[str], ...]:
    """The columns of the table; a pair that is the same on every row is not named."""
    intervals = [pair.interval if _is_difference(pair) else None for pair in pairs]
    apart = [_difference(pair) for pair in pairs]
    digits = _finest(digits_of([x], [inside]) for x, inside in zip(apart, intervals, strict=True))
    p = [("", "", "") if pair.decision is None else shares(pair.decision.probabilities) for pair in pairs]
    return (
        [metric for metric, _ in found.pairs],
        ["" if same else f"{pair.first} – {pair.second}" for pair in pairs],
        [f"{pair.n_units:,}" for pair in pairs],
        [verdict_of(pair) for pair in pairs],
        *([each[j] for each in p] for j in range(3)),
        _better(pairs),
        *_means(pairs),
        [digits.of(x) for x in apart],
        [digits.ends(inside) for inside in intervals],
        columns.ropes([pair.rope if ropes_differ(pairs) else None for pair in pairs]),
        p_of_tests([pair.classical_or_own for pair in pairs]),
        p_values([pair.p_adjusted for pair in pairs]),
    )


def _finest(digits: Iterable[Digits]) -> Digits:
    """As many as the metric asks for that has the narrowest intervals, so that they stand below each other."""
    return max(digits, key=lambda each: (each.exponent, each.places))


def _better(pairs: Sequence[Comparison]) -> list[str]:
    """Which scores are better, where lower ones are so by some metric."""
    if all(pair.higher_is_better for pair in pairs):
        return [""] * len(pairs)
    return ["higher" if pair.higher_is_better else "lower" for pair in pairs]


def _means(pairs: Sequence[Comparison]) -> tuple[list[str], list[str]]:
    """What each model has, in the units of each metric."""
    figures = [pair.models for pair in pairs]
    digits = _finest(
        digits_of([model.mean for model in models], [model.interval for model in models]) for models in figures
    )
    first, second = ([digits.of(models[j].mean) if models else "" for models in figures] for j in range(2))
    return first, second
