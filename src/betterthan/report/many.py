"""Several models -> report: the ranking first, then the pairs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.ranked import Ranked
from betterthan.arrays import Array
from betterthan.phrases import counted
from betterthan.report.bibliography import bibtex
from betterthan.report.report import Block, Facts, Items, Report, Source, Table, Verdict
from betterthan.words import rankings as ranking_words
from betterthan.words import wording

MOST_IN_MATRIX = 12
"""Larger matrices cannot be read on a page; the JSON has them whole."""
PAIRS = ("pair", "estimate", "interval", "first", "equivalent", "second", "verdict", "effect size", "p", "adjusted")


def report_of_ranked(ranked: Ranked, *, sources: bool = False) -> Report:
    """The report on a ranking.

    Parameters:
        ranked: the ranking.
        sources: whether to append BibTeX entries.
    """
    sentence, cites = ranking_words.ranking_methods(ranked)
    blocks = _ranking_blocks(ranked)
    blocks += [Items("Notes", ranked.notes)] if ranked.notes else []
    blocks.append(Items("For a methods section", (sentence,)))
    blocks += [Source("BibTeX", bibtex(cites))] if sources else []
    return Report(ranking_words.ranking_title(ranked), _procedure(ranked), tuple(blocks), cites)


def report_of_many(found: Comparisons, *, sources: bool = False) -> Report:
    """The report on several pairs, with the ranking of all models before them.

    Parameters:
        found: the comparisons.
        sources: whether to append BibTeX entries.
    """
    sentence, cites = ranking_words.pairs_methods(found)
    sentences = [sentence]
    blocks: list[Block] = []
    if found.ranked is not None:
        blocks += _ranking_blocks(found.ranked)
        joint, more = ranking_words.ranking_methods(found.ranked)
        sentences, cites = [joint, sentence], tuple(dict.fromkeys((*more, *cites)))
    blocks += [Items("Pairs in short", ranking_words.pairs_in_short(found)), _pairs(found), _pair_matrix(found)]
    blocks += [_tasks(found), *_looked_out(found)]
    blocks += [Items("Notes", found.notes)] if found.notes else []
    blocks.append(Items("For a methods section", (" ".join(sentences),)))
    blocks += [Source("BibTeX", bibtex(cites))] if sources else []
    title = f"{len(found.models)} models, {counted(len(found), 'pair')}"
    return Report(title, _asked(found), tuple(block for block in blocks if _has_rows(block)), cites)


def _asked(found: Comparisons) -> str:
    asked, first = found.question, found.comparisons[0]
    alike = len({part.n_units for part in found.comparisons}) == 1
    which = "Of each pair" if alike else f"Of each pair, on the tasks that both have ({first.first} and {first.second})"
    other = "" if asked.procedure == found.procedure else f" Here `{found.procedure}` was asked for."
    return f"{which}: {asked.reason}{other}"


def _has_rows(block: Block) -> bool:
    return not isinstance(block, Table) or bool(block.rows)


def _procedure(ranked: Ranked) -> str:
    return f"`{ranked.procedure}`: {ranked.result.prior}."


def _ranking_blocks(ranked: Ranked) -> list[Block]:
    verdict = Verdict(ranking_words.ranking_verdict(ranked), "undecided")
    return [verdict, _ranking(ranked), *_tiers(ranked), _matrix(ranked), *_tests(ranked)]


def _ranking(ranked: Ranked) -> Table:
    rows = tuple(
        (
            model.name,
            wording.number(model.mean),
            wording.number(model.effect),
            f"[{wording.number(model.interval.low)}, {wording.number(model.interval.high)}]",
            wording.probability(model.best),
            f"{model.place:.2f}",
            f"{model.average_rank:.2f}",
            f"{model.wins:,}/{model.ties:,}/{model.losses:,}",
            " ".join(str(tier) for tier in model.tiers),
        )
        for model in ranked.models
    )
    level = f"{100 * ranked.models[0].interval.level:g}%"
    columns = ("model", "mean", "effect", level, "P(best)", "place", "average rank", "win/tie/loss", "tier")
    return Table("Ranking", columns, rows, divisible=True)


def _tiers(ranked: Ranked) -> list[Block]:
    named = tuple(f"Tier {number}: {', '.join(tier)}" for number, tier in enumerate(ranked.tiers[:MOST_IN_MATRIX], 1))
    more = len(ranked.tiers) - len(named)
    rest = (f"and {more:,} more tiers",) if more > 0 else ()
    return [Items("Tiers", (*named, *rest, ranked.rule))]


def _matrix(ranked: Ranked) -> Table:
    names = tuple(model.name for model in ranked.models)
    return _probabilities(names, np.array(ranked.better), "P(row practically better than column), all models at once")


def _pair_matrix(found: Comparisons) -> Table:
    names, better = found.better()
    if found.pairs != "all":
        better = np.full(better.shape, np.nan)  # a single row says no more than the table of pairs
    decision = found.comparisons[0].decision
    reading = "difference" if decision is None else decision.reading
    return _probabilities(names, better, f"Row ahead of column, pair by pair ({reading})")


def _probabilities(names: tuple[str, ...], better: Array, title: str) -> Table:
    """The matrix of the best models if there are too many to print."""
    shown = names[:MOST_IN_MATRIX]
    rest = f", the best {MOST_IN_MATRIX} of {len(names)}" if len(names) > MOST_IN_MATRIX else ""
    empty = np.isnan(better[: len(shown), : len(shown)]).all()
    rows = tuple((name, *_shares(better[j, : len(shown)], j)) for j, name in enumerate(shown))
    return Table(f"{title}{rest}", ("", *shown), () if empty else rows, divisible=True)


def _shares(row: Array, own: int) -> list[str]:
    return ["" if j == own or np.isnan(p) else wording.probability(float(p)) for j, p in enumerate(row)]


def _tests(ranked: Ranked) -> list[Block]:
    rows = []
    for test in ranked.tests:
        distance = test.diagnostics.figures.get("critical difference")
        if distance is None:
            rows.append(("test", wording.test(test)))
        else:
            words = f"two models whose average ranks differ by {wording.number(distance)} or more differ significantly"
            rows.append((test.procedure, words))
    return [Facts("Classical tests of all models", (*rows, ("reading it", wording.P_VALUE)))] if rows else []


def _pairs(found: Comparisons) -> Table:
    return _without_empty(Table("Pairs", PAIRS, tuple(_pair(part) for part in found.clearest), divisible=True))


def _tasks(found: Comparisons) -> Table:
    """Every pair on every task, where that was asked for."""
    parts = [part for pair in found.comparisons for part in pair.tasks]
    rows = tuple((part.task or "", f"{part.n_units:,}", *_pair(part)) for part in parts)
    return _without_empty(Table("Tasks", ("task", "n", *PAIRS), rows, divisible=True))


def _without_empty(table: Table) -> Table:
    """Without the columns that say nothing, such as the interval of a procedure that has none."""
    kept = [j for j in range(len(table.columns)) if any(row[j] for row in table.rows)]
    rows = tuple(tuple(row[j] for j in kept) for row in table.rows)
    return replace(table, columns=tuple(table.columns[j] for j in kept), rows=rows)


def _pair(part: Comparison) -> tuple[str, ...]:
    test = part.classical_or_own
    shares = ("", "", "") if part.probabilities is None else wording.shares(part.probabilities)
    inside = part.interval
    return (
        f"{part.first} – {part.second}",
        "" if part.estimate is None else wording.number(part.estimate),
        "" if inside is None else f"[{wording.number(inside.low)}, {wording.number(inside.high)}]",
        *shares,
        part.decision.verdict if part.decision else "",
        wording.number(part.effects[0].value) if part.effects else "",
        "" if test is None else wording.p_value(test.p_value).removeprefix("p = "),
        "" if part.p_adjusted is None else wording.p_value(part.p_adjusted).removeprefix("p = "),
    )


def _looked_out(found: Comparisons) -> list[Block]:
    """Failed checks, each told once with the number of pairs that it failed on."""
    failed: dict[str, list[str]] = {}
    for part in found.comparisons:
        for check in part.checks:
            if check.status == "failed":
                failed.setdefault(check.name, []).append(check.advice)
    items = tuple(
        f"The check `{name}` failed on {len(advice):,} of {counted(len(found), 'pair')}: {advice[0]}."
        for name, advice in failed.items()
    )
    return [Items("Look out", items)] if items else []
