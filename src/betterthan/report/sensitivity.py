"""Sensitivity -> report: the verdict under other ropes and priors."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.sensitivity import Sensitivity
from betterthan.procedures import named
from betterthan.report.blocks import Items, Report, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.ropes import ropes_table
from betterthan.words.facts import what
from betterthan.words.verdicts import stability


def report_of_sensitivity(varied: Sensitivity, further: Further | None) -> Report:
    """Whether the verdict changes, then every rope."""
    blocks = in_order(
        (Items("In short", (stability(varied),), key="in-short"),),
        on_page(() if further is None else pictures_of(varied)),
        (ropes_table(varied, "Ropes"),),
    )
    procedure = varied.comparison.procedure
    about = f"The same comparison by `{procedure}` under other ropes and priors."
    return Report(what(varied.comparison), about, blocks, ("betterthan", *named(procedure).cites))
