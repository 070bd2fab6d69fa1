"""The page: a report with everything that only a page can hold."""

from __future__ import annotations

from dataclasses import replace

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.ranked import Ranked
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.asking.sensitivity import sensitivity
from betterthan.judging.checks.check import Check
from betterthan.judging.question import Question
from betterthan.report import paper_table, render
from betterthan.report.bibliography import bibtex
from betterthan.report.live import live_of, live_of_pairs
from betterthan.report.report import Bar, Block, Facts, Items, Picture, Report, Source, Verdict, report_of_two
from betterthan.report.reporting import report_of
from betterthan.report.tables import sensitivity_table
from betterthan.results.kinds import PairResult
from betterthan.results.ranking import Ranking
from betterthan.results.region import RegionPosterior
from betterthan.version import __version__
from betterthan.words import rankings as ranking_words
from betterthan.words import wording

VERSION = ("version", f"betterthan {__version__}")
LAST = ("Notes", "For a methods section")
"""The blocks that stand after those of this module."""


def page_of(comparison: Comparison, pictures: tuple[Picture, ...] = (), varied: Sensitivity | None = None) -> Report:
    """Verdict first, then the pictures, then numbers, checks, sensitivity, how it was computed, and what to copy.

    Parameters:
        comparison: the comparison.
        pictures: further figures.
        varied: the same comparison over other ropes, if they can be asked about.
    """
    told = report_of_two(comparison)
    first = [block for block in told.blocks if isinstance(block, (Verdict, Bar))]
    last = [block for block in told.blocks if getattr(block, "title", "") in LAST]
    middle = [block for block in told.blocks if block not in (*first, *last)]
    live = live_of(comparison)
    blocks: list[Block] = [*first, *([live] if live is not None else []), *pictures, *middle]
    blocks += [sensitivity_table(varied, "Sensitivity to the rope")] if varied is not None else []
    checklist = _checklist(comparison.question, comparison.procedure, comparison.checks, wording.verdict(comparison))
    blocks += [_computed(comparison), *last, checklist]
    return replace(told, blocks=(*blocks, *_to_copy(told)))


def page_of_several(
    found: Comparisons | Ranked, pictures: tuple[Picture, ...] = (), scores: ScoreTable | None = None
) -> Report:
    """The page on several models: the verdict, the pictures, the rest with a slider for the pairs, what to copy.

    Parameters:
        found: comparisons, or a ranking.
        pictures: figures.
        scores: the scores of all models on all tasks, if they are wanted.
    """
    told = report_of(found)
    first = [block for block in told.blocks if isinstance(block, Verdict)]
    rest = [block for block in told.blocks if block not in first]
    live = live_of_pairs(found) if isinstance(found, Comparisons) else None
    if live is not None:
        rest.insert(next(j for j, block in enumerate(rest) if getattr(block, "title", "") == "Pairs"), live)
    rest.append(_computed_of_several(found))
    if isinstance(found, Comparisons):
        checks = tuple(check for part in found.comparisons for check in part.checks)
        rest.append(_checklist(found.question, found.procedure, checks, " ".join(ranking_words.pairs_in_short(found))))
    table = () if scores is None else (paper_table.block(scores), Items("Marks", (paper_table.signed_rule(scores),)))
    copied = () if scores is None else (Source("LaTeX of the scores", scores.to_latex()),)
    return replace(told, blocks=(*first, *pictures, *table, *rest, *_to_copy(told), *copied))


def varied_ropes(comparison: Comparison) -> Sensitivity | None:
    """The comparison over ropes of other widths; None where there is no rope, another rule, or no way to ask.

    Parameters:
        comparison: the comparison.
    """
    posterior, rope, decision = comparison.posterior, comparison.rope, comparison.decision
    if posterior is None or rope is None or not rope.width or decision is None or decision.threshold is None:
        return None
    if decision.rule != "threshold" or (isinstance(posterior, RegionPosterior) and not posterior.inputs):
        return None
    return sensitivity(comparison, threshold=decision.threshold)


def _to_copy(told: Report) -> tuple[Source, ...]:
    return (
        Source("BibTeX", bibtex(told.cites)),
        Source("LaTeX", render.latex(told)),
        Source("Markdown", render.markdown(told)),
    )


def _computed(comparison: Comparison) -> Facts:
    """How the numbers came about: procedure, prior, error, seed, version."""
    prior = "" if comparison.posterior is None else comparison.posterior.prior
    return Facts("How it was computed", (*_origin(comparison.result, prior), VERSION))


def _computed_of_several(found: Comparisons | Ranked) -> Facts:
    """The same of the joint ranking and of the pairs."""
    rows: list[tuple[str, str]] = []
    ranked = found.ranked if isinstance(found, Comparisons) else found
    if ranked is not None:
        rows += [(f"ranking: {name}", value) for name, value in _origin(ranked.result, ranked.result.prior)]
    if isinstance(found, Comparisons):
        posterior = found.comparisons[0].posterior
        prior = "" if posterior is None else posterior.prior
        rows += [(f"pairs: {name}", value) for name, value in _origin(found.comparisons[0].result, prior, own=False)]
    return Facts("How it was computed", (*rows, VERSION))


def _origin(result: PairResult | Ranking, prior: str, *, own: bool = True) -> list[tuple[str, str]]:
    """Facts about one result; those that are its own alone (errors, counts) may be left out."""
    made = result.diagnostics
    rows = [("procedure", result.procedure), ("computed by", made.computed)]
    rows += [("prior", prior)] if prior else []
    if own and made.error is not None:
        rows.append(("numerical error", f"about {wording.number(made.error)} of a probability"))
    rows += [(name, wording.number(value)) for name, value in made.figures.items()] if own else []
    drawn = result.seed if isinstance(result, Ranking) else None
    seed = result.inputs.get("rng") if isinstance(result, RegionPosterior) else drawn
    return [*rows, *([("seed", str(seed))] if seed is not None else [])]


def _checklist(asked: Question, procedure: str, checks: tuple[Check, ...], verdict: str) -> Items:
    """The checklist for best practice of Williams (2026), sec. 7, filled in as far as the scores allow."""
    names = {
        status: ", ".join(dict.fromkeys(check.name for check in checks if check.status == status)) or "none"
        for status in ("failed", "not checked")
    }
    return Items(
        "Checklist (Williams 2026, sec. 7)",
        (
            f"Question: {asked.kind}. {asked.asks}",
            "Loss function: the scores are as given; whether they fit the application is for you to say.",
            f"Factors of variation and design: {asked.reason}",
            f"Test: {procedure}. Checks that failed: {names['failed']}; not checked: {names['not checked']}.",
            f"Inference: {verdict}",
            "Think: does the rope fit the application? Was anything chosen after looking at the scores?",
        ),
    )
