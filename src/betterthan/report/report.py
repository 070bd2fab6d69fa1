"""Report: a frozen value made of blocks. Rendering it is the last, pure step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.report.bibliography import bibtex
from betterthan.results.hierarchical import HierarchicalPosterior
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.words import wording

DECISIONS = "Classical and Bayesian decisions"
COUNTS = {False: "Where the test does not reject", True: "Where the test rejects"}
"""Titles of the tables that count tasks: of one pair, and of a decision table."""
SEEDS = ("Mean and spread", "From worst to best", "Against the baseline")
"""Titles of the parts of a seed table."""


@dataclass(frozen=True)
class Verdict:
    """The sentence that everything else supports."""

    sentence: str
    verdict: str


@dataclass(frozen=True)
class Bar:
    """The three probabilities, to be shown as a bar."""

    first: str
    second: str
    probabilities: Probabilities
    heading: str = ""


@dataclass(frozen=True)
class Facts:
    """Names with values."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    """A table with a heading row; one of numbers may be printed in parts where it is too wide, names repeated."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    divisible: bool = False


@dataclass(frozen=True)
class Items:
    """Sentences, one below the other."""

    title: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Text to copy."""

    title: str
    text: str


@dataclass(frozen=True)
class Picture:
    """A figure as SVG, with words for those who cannot see it."""

    title: str
    svg: str
    description: str


@dataclass(frozen=True)
class Live:
    """The main posterior with a slider for the rope; only a page can show it.

    Parameters:
        title: what is shown.
        data: what the page computes with.
        figure: the density on the unit square, with the range that it spans; empty where there is none to draw.
        above: whether the first model is better above the rope.
        most: largest position of the slider.
        step: step of the slider.
        at: position of the slider for the rope of the comparison.
    """

    title: str
    data: dict[str, Any]
    figure: dict[str, Any]
    above: bool
    most: float
    step: float
    at: float


Block: TypeAlias = Verdict | Bar | Facts | Table | Items | Source | Picture | Live


@dataclass(frozen=True)
class Report:
    """A report: title and blocks, in the order in which they are read.

    Parameters:
        title: what was compared.
        question: which question it answers.
        blocks: the parts.
        cites: keys of the bibliography.
    """

    title: str
    question: str
    blocks: tuple[Block, ...]
    cites: tuple[str, ...]

    def of(self, kind: type[Block]) -> tuple[Block, ...]:
        """The blocks of one kind.

        Parameters:
            kind: the class of the blocks.
        """
        return tuple(block for block in self.blocks if isinstance(block, kind))


def report_of_two(comparison: Comparison, *, sources: bool = False) -> Report:
    """The report on two models.

    Parameters:
        comparison: the comparison.
        sources: whether to append BibTeX entries.
    """
    sentence, cites = wording.methods(comparison)
    blocks: list[Block] = [_verdict(comparison)]
    if comparison.decision is not None:
        shares = comparison.decision.probabilities
        blocks.append(Bar(comparison.first, comparison.second, shares, wording.bar_heading(comparison)))
    blocks += _readings(comparison)
    blocks += [_models(comparison), _result(comparison)]
    blocks += _classical(comparison)
    blocks += [_beside(comparison)] if comparison.also else []
    blocks += _shrunken(comparison)
    blocks += _parts("Tasks", comparison.tasks) + _decisions(comparison) + _parts("Subgroups", comparison.groups)
    blocks += _checks(comparison)
    blocks += [Items("Notes", comparison.notes)] if comparison.notes else []
    blocks.append(Items("For a methods section", (sentence,)))
    if sources:
        blocks.append(Source("BibTeX", bibtex(cites)))
    return Report(wording.what(comparison), _question(comparison), tuple(blocks), cites)


def _question(comparison: Comparison) -> str:
    asked = comparison.question
    if comparison.procedure == asked.procedure:
        return asked.reason
    return f"{asked.reason} Here `{comparison.procedure}` was asked for."


def _verdict(comparison: Comparison) -> Verdict:
    verdict = comparison.decision.verdict if comparison.decision else "undecided"
    return Verdict(wording.verdict(comparison), verdict)


def _readings(comparison: Comparison) -> list[Block]:
    """All readings of a posterior over tasks, and the one that the verdict rests on."""
    readings, decision = comparison.readings, comparison.decision
    if len(readings) < 2 or decision is None:
        return []
    rows = tuple(
        (
            f"{name} (verdict)" if name == decision.reading else name,
            *wording.shares(p),
            wording.READINGS[name],
        )
        for name, p in readings.items()
    )
    return [Table("Readings", ("reading", "first", "equivalent", "second", "probability that"), rows)]


def _shrunken(comparison: Comparison) -> list[Block]:
    """Every task in the light of the others."""
    result, rope = comparison.result, comparison.rope
    if not isinstance(result, HierarchicalPosterior) or rope is None:
        return []
    rows = tuple(
        (
            task.name,
            f"{task.n:,}",
            wording.number(task.raw),
            wording.number(task.mean),
            f"[{wording.number(task.low)}, {wording.number(task.high)}]",
            *wording.shares(p),
        )
        for task, p in zip(result.task_estimates, result.task_probabilities(rope), strict=True)
    )
    columns = ("task", "n", "raw", "shrunken", "95%", "first", "equivalent", "second")
    return [Table("Tasks in the light of the others", columns, rows)]


def _models(comparison: Comparison) -> Table:
    rows = tuple(
        (
            model.name,
            f"{model.n:,}",
            wording.number(model.mean),
            wording.number(model.sd),
            wording.interval(model.interval),
        )
        for model in comparison.models
    )
    return Table("Models", ("model", "n", "mean", "sd", "interval of the mean"), rows)


def _result(comparison: Comparison) -> Facts:
    rows = [("procedure", comparison.procedure), (wording.estimate_name(comparison), wording.estimate(comparison))]
    if comparison.rope is not None:
        rows.append(("rope", wording.rope(comparison.rope, comparison)))
    if comparison.posterior is not None:
        rows.append(("better at all", wording.direction(comparison.posterior, comparison)))
    rows += [("effect size", wording.effect(effect)) for effect in comparison.effects]
    if comparison.pairing is not None:
        rows.append(("pairing", wording.pairing(comparison.pairing)))
    if not comparison.paired:
        rows.append(("pairing", wording.UNPAIRED))
    if comparison.clustering is not None:
        rows.append(("clusters", wording.clustering(comparison.clustering)))
    return Facts("Result", tuple(rows))


def _classical(comparison: Comparison) -> list[Block]:
    test = comparison.classical_or_own
    if test is None:
        return []
    rows = [("test", wording.test(test)), ("null hypothesis", test.null)]
    if test.interval is not None and not isinstance(comparison.result, NullTest):
        rows.append((test.estimate_name, f"{wording.number(test.estimate or 0.0)}, {wording.interval(test.interval)}"))
    return [Facts("Classical test", (*rows, ("reading it", wording.P_VALUE)))]


def _beside(comparison: Comparison) -> Table:
    columns = ("procedure", "estimate", "first", "equivalent", "second", "verdict", "classical")
    return Table("The same scores, other assumptions", columns, tuple(_row(part) for part in comparison.also))


def _parts(title: str, parts: tuple[Comparison, ...]) -> list[Block]:
    if not parts:
        return []
    columns = (title[:-1].lower(), "n", "estimate", "first", "equivalent", "second", "verdict", "classical")
    rows = tuple(
        ((part.group[1] if part.group else part.task or ""), f"{part.n_units:,}", *_row(part)[1:]) for part in parts
    )
    return [Table(title, columns, rows)]


def _decisions(comparison: Comparison) -> list[Block]:
    """The tasks, counted by both decisions (Benavoli 2017, Table 4)."""
    found = comparison.tally
    if found is None:
        return []
    sides = (("rejects", found.rejected), ("does not reject", found.not_rejected))
    rows = tuple((name, f"{side.total:,}", *(f"{count:,}" for count in side)) for name, side in sides)
    verdicts = (f"{comparison.first} better", "equivalent", f"{comparison.second} better", "no decision")
    return [Table(DECISIONS, ("the test", "tasks", *verdicts), rows)]


def _row(part: Comparison) -> tuple[str, ...]:
    p, test = part.probabilities, part.classical_or_own
    shares = ("", "", "") if p is None else wording.shares(p)
    return (
        part.procedure,
        wording.number(part.estimate) if part.estimate is not None else "",
        *shares,
        part.decision.verdict if part.decision else "",
        wording.p_value(test.p_value) if test else "",
    )


def _checks(comparison: Comparison) -> list[Block]:
    failed = wording.failed_checks(comparison.checks)
    rows = tuple(
        (
            check.name,
            check.status,
            "" if check.figure is None else wording.number(check.figure),
            check.advice if check.status == "not checked" else "",  # what failed is told above
        )
        for check in comparison.checks
    )
    advice: list[Block] = [Items("Look out", failed)] if failed else []
    return [*advice, Table("Checks", ("check", "status", "figure", "remark"), rows)] if rows else advice
