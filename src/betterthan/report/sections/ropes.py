"""The verdict under other ropes and priors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.report.blocks import Blocks, Table
from betterthan.words import columns
from betterthan.words.numbers import shares
from betterthan.words.sides import named_verdict, outcome_columns

if TYPE_CHECKING:
    from betterthan.answers.sensitivity import Sensitivity

HELD_BACK = {None: "", "prior": " (prior)", "winner": " (single tasks)", "agreement": " (few units)"}
"""Why a verdict is undecided although a probability reaches the threshold."""


def ropes(varied: Sensitivity | None) -> Blocks:
    """As a section of a page, where other ropes could be asked about."""
    return () if varied is None else (ropes_table(varied, "Sensitivity to the rope"),)


def ropes_table(varied: Sensitivity, title: str) -> Table:
    """Probabilities and verdicts over rope widths and, where there are several, over priors."""
    several = len(set(varied.priors)) > 1
    models = varied.comparison.first, varied.comparison.second
    verdicts = [
        f"{named_verdict(verdict, *models)}{HELD_BACK[by]}"
        for verdict, by in zip(varied.verdicts, varied.held_back_by, strict=True)
    ]
    found = zip(varied.priors, columns.ropes(varied.ropes), varied.probabilities, verdicts, strict=True)
    rows = tuple((*([prior] * several), rope, *shares(p), verdict) for prior, rope, p, verdict in found)
    heading = (*(["prior"] * several), "rope", *outcome_columns(*models), "verdict")
    return Table(title, heading, rows, key="ropes")
