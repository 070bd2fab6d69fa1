"""Numbers of logs, which tools write as numbers, truth values, or either as text."""

from __future__ import annotations


def as_number(text: str) -> str:
    """SQL for a text as a number: `0.5`, `True`, `NaN`; NULL where it is none.

    Parameters:
        text: SQL of the text.
    """
    return f"coalesce(try_cast({text} AS DOUBLE), CASE lower({text}) WHEN 'true' THEN 1.0 WHEN 'false' THEN 0.0 END)"
