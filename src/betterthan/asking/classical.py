"""The classical test that stands beside a procedure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from betterthan.procedures import Procedure
    from betterthan.results.null_test import NullTest


def classical_beside(
    table: Any, chosen: Procedure[Any, Any], level: float, options: Mapping[str, Any] | None = None
) -> NullTest | None:
    """The first counterpart of a procedure whose needs the table meets.

    Parameters:
        table: the scores, of cases, of tasks or measured by a metric.
        chosen: the procedure.
        level: coverage of its interval.
        options: what the user asked for, of which a test takes what it knows.
    """
    from betterthan.procedures import named  # here, so that the way down stays short
    from betterthan.procedures.options import checked_options

    beside = [named(name) for name in (chosen.counterpart, *chosen.counterparts) if name is not None]
    fitting = next((each for each in beside if each.needs.lacking(table) is None), None)
    if fitting is None:
        return None
    given = checked_options(fitting, options or {})
    found: NullTest = fitting(table, **({**given, "level": level} if "level" in fitting.options else given))
    return found
