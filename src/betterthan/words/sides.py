"""The two models as a table names them: in its columns, and in its verdicts."""

from __future__ import annotations

from betterthan.phrases import cut
from betterthan.vocabulary import Verdict

WIDEST = 20
"""Letters of a name in a table; the title has the whole name."""


def side_names(first: str, second: str) -> tuple[str, str]:
    """The names, cut where they are long, and never cut to the same.

    Parameters:
        first: name of the first model.
        second: name of the second model.

    >>> side_names("old", "a model with a long name")
    ('old', 'a model with a long…')
    >>> side_names("checkpoint-of-the-run-000100", "checkpoint-of-the-run-000200")
    ('checkpoin…run-000100', 'checkpoin…run-000200')
    """
    ends, middles = ((how(first), how(second)) for how in (lambda name: cut(name, WIDEST), _cut_inside))
    return next(names for names in (ends, middles, (first, second)) if len(set(names)) == 2 or first == second)


def _cut_inside(name: str) -> str:
    half = WIDEST // 2
    return name if len(name) <= WIDEST else f"{name[: half - 1]}…{name[-half:]}"


def outcome_columns(first: str, second: str) -> tuple[str, str, str]:
    """The columns of the three probabilities, under the names of those that they speak for.

    Parameters:
        first: name of the first model.
        second: name of the second model.
    """
    a, b = side_names(first, second)
    return a, "equivalent", b


def named_verdict(verdict: Verdict, first: str, second: str) -> str:
    """The model that a verdict is for; `equivalent` or `undecided` where it is for none.

    Parameters:
        verdict: the verdict.
        first: name of the first model.
        second: name of the second model.
    """
    a, b = side_names(first, second)
    return {"first": a, "second": b}.get(verdict, verdict)
