"""A check: one assumption, looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from betterthan.results.codec import Plain

Status: TypeAlias = Literal["passed", "failed", "not checked"]


@dataclass(frozen=True)
class Check(Plain):
    """One assumption, looked at.

    Parameters:
        name: what was checked.
        status: `passed`, `failed` or `not checked`.
        figure: the figure that decided, if any.
        advice: what the figure means and, if the check failed, what to do.
    """

    name: str
    status: Status
    figure: float | None
    advice: str


def renamed(check: Check, name: str, advice: str) -> Check:
    """The same check under another name, with its own advice."""
    return replace(check, name=name, advice=advice if check.status == "failed" else check.advice)


def looked_at(name: str, passed: bool, figure: float, advice: str) -> Check:
    """A check that was made."""
    return Check(name, "passed" if passed else "failed", figure, "" if passed else advice)
