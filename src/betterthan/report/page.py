"""The page: a report with everything that only a page can hold."""

from __future__ import annotations

from dataclasses import replace

from betterthan import wording
from betterthan.comparison import Comparison
from betterthan.report import render
from betterthan.report.bibliography import bibtex
from betterthan.report.live import live_of
from betterthan.report.report import Bar, Block, Facts, Items, Picture, Report, Source, Table, Verdict, report_of_two
from betterthan.sensitivity import sensitivity
from betterthan.version import __version__

LAST = ("Notes", "For a methods section")
"""The blocks that stand after those of this module."""


def page_of(comparison: Comparison, pictures: tuple[Picture, ...] = ()) -> Report:
    """Verdict first, then the pictures, then numbers, checks, sensitivity, how it was computed, and what to copy.

    Parameters:
        comparison: the comparison.
        pictures: further figures.
    """
    told = report_of_two(comparison)
    first = [block for block in told.blocks if isinstance(block, (Verdict, Bar))]
    last = [block for block in told.blocks if getattr(block, "title", "") in LAST]
    middle = [block for block in told.blocks if block not in (*first, *last)]
    live = live_of(comparison)
    blocks: list[Block] = [*first, *([live] if live is not None else []), *pictures, *middle]
    blocks += [*_sensitivity(comparison), _computed(comparison), *last, _checklist(comparison)]
    return replace(told, blocks=(*blocks, *_to_copy(told)))


def page_of_several(told: Report, pictures: tuple[Picture, ...]) -> Report:
    """The report on several models: the verdict, the pictures, the rest, and what to copy.

    Parameters:
        told: the report.
        pictures: figures.
    """
    first = [block for block in told.blocks if isinstance(block, Verdict)]
    rest = [block for block in told.blocks if not isinstance(block, (Verdict, Picture))]
    return replace(told, blocks=(*first, *pictures, *rest, *_to_copy(told)))


def _to_copy(told: Report) -> tuple[Source, ...]:
    return (
        Source("BibTeX", bibtex(told.cites)),
        Source("LaTeX", render.latex(told)),
        Source("Markdown", render.markdown(told)),
    )


def _sensitivity(comparison: Comparison) -> list[Block]:
    """The verdict over ropes of other widths, where the posterior can be asked about them."""
    decision = comparison.decision
    if comparison.posterior is None or comparison.rope is None or not comparison.rope.width or decision is None:
        return []
    if not hasattr(comparison.posterior, "oriented_interval"):  # built for one rope only
        return []
    varied = sensitivity(comparison, threshold=decision.threshold or 0.95)
    rows = tuple(
        (f"[{wording.number(rope.low)}, {wording.number(rope.high)}]", *wording.shares(p), verdict)
        for rope, p, verdict in zip(varied.ropes, varied.probabilities, varied.verdicts, strict=True)
    )
    return [Table("Sensitivity to the rope", ("rope", "first", "equivalent", "second", "verdict"), rows)]


def _computed(comparison: Comparison) -> Facts:
    """How the numbers came about: procedure, prior, error, seed, version."""
    result = comparison.result
    rows = [("procedure", comparison.procedure), ("computed by", result.diagnostics.computed)]
    if comparison.posterior is not None:
        rows.append(("prior", comparison.posterior.prior))
    if result.diagnostics.error is not None:
        rows.append(("numerical error", f"about {wording.number(result.diagnostics.error)} of a probability"))
    rows += [(name, wording.number(value)) for name, value in result.diagnostics.figures.items()]
    seed = getattr(result, "inputs", {}).get("rng")
    rows += [("seed", str(seed))] if seed is not None else []
    return Facts("How it was computed", (*rows, ("version", f"betterthan {__version__}")))


def _checklist(comparison: Comparison) -> Items:
    """The checklist for best practice of Williams (2026), sec. 7, filled in as far as the scores allow."""
    asked, checks = comparison.question, comparison.checks
    failed = [check.name for check in checks if check.status == "failed"]
    unchecked = [check.name for check in checks if check.status == "not checked"]
    looked = f"{len(checks)} assumptions were looked at; failed: {', '.join(failed) or 'none'}"
    return Items(
        "Checklist (Williams 2026, sec. 7)",
        (
            f"Question: {asked.kind}. {asked.asks}",
            "Loss function: the scores are as given; whether they fit the application is for you to say.",
            f"Factors of variation and design: {asked.reason}",
            f"Test: {comparison.procedure}. {looked}; not checked: {', '.join(unchecked) or 'none'}.",
            f"Inference: {wording.verdict(comparison)}",
            "Think: does the rope fit the application? Was anything chosen after looking at the scores?",
        ),
    )
