"""Scaling -> report: what the same scores would say with more units."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.scaling import Scaling
from betterthan.procedures import named
from betterthan.report.blocks import Items, Report, Table, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.words.facts import titled
from betterthan.words.numbers import number, p_value, shares
from betterthan.words.verdicts import needed

COLUMNS = ("k", "units", "first", "equivalent", "second", "p", "verdict")


def report_of_scaling(scaled: Scaling, further: Further | None) -> Report:
    """The size that decides, then every size."""
    blocks = in_order(
        (Items("In short", (needed(scaled),), key="in-short"),),
        on_page(() if further is None else pictures_of(scaled)),
        (Table("Sizes", COLUMNS, _rows(scaled), key="sizes"),),
    )
    bounds = f"[{number(scaled.rope.low)}, {number(scaled.rope.high)}]"
    about = f"The same scores at k times the size, by `{scaled.procedure}` with rope {bounds}."
    title = f"{titled(scaled.first, 'first')} and {titled(scaled.second, 'second')}"
    return Report(title, about, blocks, ("betterthan", *named(scaled.procedure).cites))


def _rows(scaled: Scaling) -> tuple[tuple[str, ...], ...]:
    columns = zip(scaled.factors, scaled.units, scaled.probabilities, scaled.p_values, scaled.verdicts, strict=True)
    return tuple(
        (f"{k:g}", f"{units:,}", *shares(p), p_value(test).removeprefix("p = "), verdict)
        for k, units, p, test, verdict in columns
    )
