"""Names and values, quoted for SQL."""

from __future__ import annotations


def identifier(name: str) -> str:
    """A name, quoted for SQL.

    >>> identifier('the "best" model')
    '"the ""best"" model"'
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text value, quoted for SQL.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
