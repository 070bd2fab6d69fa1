"""Scaling -> report: what the same scores would say with more units."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.scaling import Scaling
from betterthan.procedures import named
from betterthan.report.blocks import Items, Report, Table, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import methods
from betterthan.words.columns import p_values
from betterthan.words.direction import as_clause, direction, for_a_paper, rope_in_words, sides
from betterthan.words.facts import titled
from betterthan.words.numbers import shares
from betterthan.words.sides import named_verdict, outcome_columns
from betterthan.words.verdicts import needed


def report_of_scaling(scaled: Scaling, further: Further | None) -> Report:
    """The size that decides, then every size."""
    blocks = in_order(
        (Items("In short", (needed(scaled),), key="in-short"),),
        on_page(() if further is None else pictures_of(scaled)),
        (Table("Sizes", _columns(scaled), _rows(scaled), key="sizes"),),
        methods(_sentence(scaled)),
    )
    rope = rope_in_words(scaled.rope, scaled.first, scaled.second)
    as_many = f"with k times as many {scaled.grows}" if scaled.grows != "units" else "at k times the size"
    stay = "" if scaled.fixed is None else f" and no more {scaled.fixed}"
    about = f"The same scores {as_many}{stay}, by `{scaled.procedure}` with the rope {rope}."
    about += f" {direction(scaled.higher_is_better)}"
    title = f"{titled(scaled.first, 'first')} and {titled(scaled.second, 'second')}"
    return Report(title, about, blocks, ("betterthan", *named(scaled.procedure).cites))


def _sentence(scaled: Scaling) -> str:
    """For a paper's methods section."""
    which = sides(scaled.rope, scaled.first, scaled.second)
    return (
        f"We asked what k times as many units like these would say of {scaled.first} and {scaled.second}, with "
        f"{named(scaled.procedure).title}; {as_clause(scaled.higher_is_better)}. The region of practical equivalence "
        f"was {for_a_paper(scaled.rope)}{which}."
    )


def _columns(scaled: Scaling) -> tuple[str, ...]:
    return ("k", "units", *outcome_columns(scaled.first, scaled.second), "p", "verdict")


def _rows(scaled: Scaling) -> tuple[tuple[str, ...], ...]:
    tests, models = p_values(scaled.p_values), (scaled.first, scaled.second)
    columns = zip(scaled.factors, scaled.units, scaled.probabilities, tests, scaled.verdicts, strict=True)
    return tuple(
        (f"{k:g}", f"{units:,}", *shares(p), test, named_verdict(verdict, *models))
        for k, units, p, test, verdict in columns
    )
