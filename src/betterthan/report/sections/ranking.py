"""The models of a ranking: verdict, table, tiers, matrix, classical tests of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.phrases import probability
from betterthan.procedures import named
from betterthan.report.blocks import Blocks, Facts, Items, Table, Verdict
from betterthan.report.sections.matrix import MOST_IN_MATRIX, matrix
from betterthan.words.columns import digits_of
from betterthan.words.facts import how_to_read
from betterthan.words.facts import test as in_words
from betterthan.words.numbers import number, p_value
from betterthan.words.rankings import MOST_NAMED, ranking_verdict

if TYPE_CHECKING:
    from betterthan.answers.ranked import Ranked
    from betterthan.results.null_test import NullTest

SPARE = ("average rank", "win/tie/loss", "place")
"""What a narrow terminal leaves out first."""


def verdict_of_ranking(ranked: Ranked) -> Blocks:
    """Who is best, or which models may be."""
    return (Verdict(ranking_verdict(ranked), "undecided"),)


def ranking(ranked: Ranked, *, tiers: bool = True) -> Blocks:
    """One row per model, the best first; without tiers where the verdicts rest on something else."""
    gaps = any(model.n < ranked.n_units for model in ranked.models)
    digits = digits_of([model.effect for model in ranked.models], [model.interval for model in ranked.models])
    rows = tuple(
        (
            model.name,
            *((f"{model.n:,} of {ranked.n_units:,}",) if gaps else ()),
            *(() if model.adjusted_mean is None else (digits.of(model.adjusted_mean),)),
            digits.of(model.effect),
            digits.ends(model.interval),
            probability(model.best),
            f"{model.place:.2f}",
            *_by_unit(ranked, f"{model.average_rank:.2f}", f"{model.wins:,}/{model.ties:,}/{model.losses:,}"),
            *((" ".join(str(tier) for tier in model.tiers),) if tiers else ()),
        )
        for model in ranked.models
    )
    level = f"{100 * ranked.models[0].interval.level:g}%"
    known = all(model.mean is not None for model in ranked.models)
    own = (ranked.metric or ("adjusted mean" if gaps else "mean"),) if known else ()
    columns = (
        "model", *((ranked.unit,) if gaps else ()), *own,
        _effect(ranked), level, "P(best)", "place", *_by_unit(ranked, "average rank", "win/tie/loss"),
        *(("tier",) if tiers else ()),
    )  # fmt: skip
    return (Table(f"Ranking by `{ranked.procedure}`", columns, rows, key="ranking", spare=SPARE),)


def _by_unit(ranked: Ranked, *cells: str) -> tuple[str, ...]:
    """What is counted over units, which a metric of the whole test set has none of."""
    return cells if ranked.metric is None else ()


def _effect(ranked: Ranked) -> str:
    """What an effect is, as the name of its column."""
    shrunken = "shrunken, " if named(ranked.procedure).pools else ""
    unit = ", in log-odds" if ranked.rope.scale == "log-odds" else ""
    turned = "" if ranked.higher_is_better else "; turned"
    return f"effect ({shrunken}against the mean of the models{unit}{turned})"


def tiers(ranked: Ranked) -> Blocks:
    """Who is in which tier, and by which rule."""
    named = tuple(f"Tier {number}: {', '.join(tier)}" for number, tier in enumerate(ranked.tiers[:MOST_IN_MATRIX], 1))
    more = len(ranked.tiers) - len(named)
    rest = (f"and {more:,} more tiers",) if more > 0 else ()
    return (Items("Tiers", (*named, *rest, ranked.rule), key="tiers"),)


def better(ranked: Ranked) -> Blocks:
    """Who is practically better than whom."""
    names = tuple(model.name for model in ranked.models)
    practically = "practically " if ranked.rope.width else ""
    title = f"P(row {practically}better than column), by `{ranked.procedure}`, all models at once"
    return matrix(names, np.array(ranked.better), title, key="better")


def tests_of_all(ranked: Ranked) -> Blocks:
    """Classical tests of all models at once, where the ranking has any."""
    rows = []
    for test in ranked.tests:
        distance = test.diagnostics.figures.get("critical difference")
        if distance is None:
            rows += [("test", in_words(test)), *_pairs_of(test)]
        else:
            words = f"two models whose average ranks differ by {number(distance)} or more differ significantly"
            rows.append((test.procedure, words))
    title = "Classical tests of all models"
    shown = [test for test in ranked.tests if "critical difference" not in test.diagnostics.figures]
    rows += [("how to read it", how_to_read(test)) for test in shown]
    return (Facts(title, tuple(rows), key="tests-of-all"),) if rows else ()


def _pairs_of(test: NullTest) -> tuple[tuple[str, str], ...]:
    """The clearest pairs of a test that has some, by their adjusted p-values."""
    if not test.pairs:
        return ()
    clearest = sorted(test.pairs, key=lambda pair: pair.p_adjusted)
    told = [f"{pair.first} – {pair.second} {p_value(pair.p_adjusted)}" for pair in clearest[:MOST_NAMED]]
    more = f"; {len(clearest) - MOST_NAMED:,} more with larger p" if len(clearest) > MOST_NAMED else ""
    return ((f"{test.procedure}, pairs (p adjusted)", f"{'; '.join(told)}{more}"),)
