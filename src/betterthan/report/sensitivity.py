"""Sensitivity -> report: the verdict under other ropes and priors."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.sensitivity import Sensitivity
from betterthan.procedures import named
from betterthan.report.blocks import Items, Report, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import methods
from betterthan.report.sections.ropes import ropes_table
from betterthan.words.direction import as_clause, direction, for_a_paper, rope_in_words, sides
from betterthan.words.facts import what
from betterthan.words.verdicts import stability


def report_of_sensitivity(varied: Sensitivity, further: Further | None) -> Report:
    """Whether the verdict changes, then every rope."""
    blocks = in_order(
        (Items("In short", (stability(varied),), key="in-short"),),
        on_page(() if further is None else pictures_of(varied)),
        (ropes_table(varied, "Ropes"),),
        methods(_sentence(varied)),
    )
    compared, procedure = varied.comparison, varied.comparison.procedure
    about = f"The same comparison by `{procedure}` under other ropes and priors."
    if compared.rope is not None:
        about += f" Its own rope is {rope_in_words(compared.rope, compared.first, compared.second)}."
    about += f" {direction(compared.higher_is_better)}"
    return Report(what(varied.comparison), about, blocks, ("betterthan", *named(procedure).cites))


def _sentence(varied: Sensitivity) -> str:
    """For a paper's methods section."""
    compared = varied.comparison
    own = ""
    if compared.rope is not None:
        own = f"; our own was {for_a_paper(compared.rope)}{sides(compared.rope, compared.first, compared.second)}"
    return (
        f"We compared {compared.first} and {compared.second} with {named(compared.procedure).title} under several "
        f"regions of practical equivalence and priors{own}; {as_clause(compared.higher_is_better)}."
    )
