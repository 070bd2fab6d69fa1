"""Checks of two independent samples."""

from __future__ import annotations

from betterthan.arrays import Array
from betterthan.data.moments import moments
from betterthan.data.summaries import UnpairedSummary
from betterthan.data.tables import UnpairedTable
from betterthan.judging.checks.check import Check, looked_at, renamed
from betterthan.judging.checks.differences import FEW_UNITS, number_of_units, qq_normal


def sample_checks(table: UnpairedTable | UnpairedSummary) -> tuple[Check, ...]:
    """The checks of two independent samples: how many there are of the smaller, and the law of each.

    Parameters:
        table: unpaired scores of two models.
    """
    units = number_of_units(min(table.sizes))
    if table.binary or not isinstance(table, UnpairedTable):
        return (units,)
    samples = zip(table.models, (table.first, table.second), strict=True)
    return (units, *(check for name, scores in samples for check in _sample_checks(name, scores, table.unit.plural)))


def _sample_checks(name: str, scores: Array, unit: str) -> tuple[Check, ...]:
    spread = moments(scores).sd
    same = f"all scores of `{name}` are the same, so its mean counts as known exactly; check that they were not rounded"
    varied = looked_at(f"constant scores of {name}", spread > 0 or len(scores) < 2, spread, same)
    if spread == 0:
        return (varied,)
    if len(scores) < FEW_UNITS:
        return (varied, Check(f"Q-Q normal, {name}", "not checked", None, f"fewer than {FEW_UNITS} {unit}"))
    shape = f"the scores of `{name}` are not normally distributed; look at its {unit} one by one, and run more of them"
    return (varied, renamed(qq_normal(scores), f"Q-Q normal, {name}", shape))
