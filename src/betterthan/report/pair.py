"""Two models -> report: the verdict first, then the pictures, numbers, checks, how it was computed, what to copy."""

from __future__ import annotations

from betterthan.answers.comparison import Comparison
from betterthan.answers.further import Further
from betterthan.report.blocks import Report, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.brier import brier
from betterthan.report.sections.checklist import checklist
from betterthan.report.sections.checks import checks
from betterthan.report.sections.classical import classical
from betterthan.report.sections.computed import computed
from betterthan.report.sections.corrected import corrected
from betterthan.report.sections.flips import flips
from betterthan.report.sections.models import models
from betterthan.report.sections.notes import first_notes, methods, notes
from betterthan.report.sections.outlook import outlook
from betterthan.report.sections.parts import groups, other_procedures, tasks
from betterthan.report.sections.pooled_tasks import pooled_tasks
from betterthan.report.sections.readings import readings
from betterthan.report.sections.result import result
from betterthan.report.sections.ropes import ropes
from betterthan.report.sections.shares import shares
from betterthan.report.sections.slider import slider
from betterthan.report.sections.tally import tally
from betterthan.report.sections.task_law import task_law
from betterthan.report.sections.verdict import verdict
from betterthan.words import facts, verdicts
from betterthan.words import methods as methods_words
from betterthan.words.direction import direction


def report_of_pair(comparison: Comparison, further: Further | None) -> Report:
    """The sections in their order."""
    sentence, cites = methods_words.methods(comparison)
    blocks = in_order(
        verdict(comparison),
        shares(comparison),
        first_notes(comparison.notes),
        outlook(comparison),
        on_page(() if further is None else slider(comparison, further)),
        on_page(() if further is None else pictures_of(comparison, further.ropes)),
        readings(comparison),
        models(comparison),
        result(comparison),
        corrected(comparison),
        classical(comparison),
        other_procedures(comparison),
        task_law(comparison),
        pooled_tasks(comparison),
        tasks(comparison),
        tally(comparison),
        groups(comparison),
        flips(comparison),
        checks(comparison),
        brier(comparison),
        on_page(() if further is None else ropes(further.ropes)),
        computed(comparison),
        notes(comparison.notes),
        methods(sentence),
        on_page(
            checklist(
                comparison.question,
                comparison.procedure,
                comparison.checks,
                verdicts.verdict(comparison),
                higher_is_better=comparison.higher_is_better,
            ),
        ),
    )
    return Report(facts.what(comparison), _question(comparison), blocks, cites)


def _question(comparison: Comparison) -> str:
    asked = comparison.question
    told = f"{asked.reason} {direction(comparison.higher_is_better)}"
    if comparison.procedure == asked.procedure:
        return told
    return f"{told} You asked for `{comparison.procedure}`."
