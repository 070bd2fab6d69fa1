"""The models of a ranking: verdict, table, tiers, matrix, classical tests of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.phrases import probability
from betterthan.report.blocks import Blocks, Facts, Items, Table, Verdict
from betterthan.report.sections.matrix import MOST_IN_MATRIX, matrix
from betterthan.words.columns import digits_of
from betterthan.words.facts import test as in_words
from betterthan.words.fixed import P_VALUE
from betterthan.words.numbers import number
from betterthan.words.rankings import ranking_verdict

if TYPE_CHECKING:
    from betterthan.answers.ranked import Ranked

SPARE = ("average rank", "win/tie/loss", "place")
"""What a narrow terminal leaves out first."""


def verdict_of_ranking(ranked: Ranked) -> Blocks:
    """Who is best, or which models may be."""
    return (Verdict(ranking_verdict(ranked), "undecided"),)


def ranking(ranked: Ranked) -> Blocks:
    """One row per model, the best first."""
    digits = digits_of([model.effect for model in ranked.models], [model.interval for model in ranked.models])
    rows = tuple(
        (
            model.name,
            *(() if model.mean is None else (digits.of(model.mean),)),
            digits.of(model.effect),
            digits.ends(model.interval),
            probability(model.best),
            f"{model.place:.2f}",
            f"{model.average_rank:.2f}",
            f"{model.wins:,}/{model.ties:,}/{model.losses:,}",
            " ".join(str(tier) for tier in model.tiers),
        )
        for model in ranked.models
    )
    level = f"{100 * ranked.models[0].interval.level:g}%"
    effect = "effect" if ranked.higher_is_better else "effect (turned)"
    mean = () if any(model.mean is None for model in ranked.models) else ("mean",)
    columns = ("model", *mean, effect, level, "P(best)", "place", "average rank", "win/tie/loss", "tier")
    return (Table("Ranking", columns, rows, key="ranking", spare=SPARE),)


def tiers(ranked: Ranked) -> Blocks:
    """Who is in which tier, and by which rule."""
    named = tuple(f"Tier {number}: {', '.join(tier)}" for number, tier in enumerate(ranked.tiers[:MOST_IN_MATRIX], 1))
    more = len(ranked.tiers) - len(named)
    rest = (f"and {more:,} more tiers",) if more > 0 else ()
    return (Items("Tiers", (*named, *rest, ranked.rule), key="tiers"),)


def better(ranked: Ranked) -> Blocks:
    """Who is practically better than whom."""
    names = tuple(model.name for model in ranked.models)
    title = "P(row practically better than column), all models at once"
    return matrix(names, np.array(ranked.better), title, key="better")


def tests_of_all(ranked: Ranked) -> Blocks:
    """Classical tests of all models at once, where the ranking has any."""
    rows = []
    for test in ranked.tests:
        distance = test.diagnostics.figures.get("critical difference")
        if distance is None:
            rows.append(("test", in_words(test)))
        else:
            words = f"two models whose average ranks differ by {number(distance)} or more differ significantly"
            rows.append((test.procedure, words))
    title = "Classical tests of all models"
    return (Facts(title, (*rows, ("how to read it", P_VALUE)), key="tests-of-all"),) if rows else ()
