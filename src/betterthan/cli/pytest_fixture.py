"""The pytest fixture `betterthan_gate`: a gate as a test, whose failure prints the one line.

pytest loads this file in every run where betterthan is installed, so nothing of betterthan is imported before a test
asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest

if TYPE_CHECKING:
    from betterthan.answers.gate import Gate

Undecided: TypeAlias = Literal["fail", "skip", "pass"]


@pytest.fixture
def betterthan_gate() -> Callable[..., Gate]:
    """`betterthan_gate(new, baseline, rope=0.01)`: fails unless the gate passes; takes what `bt.gate` takes.

    Undecided fails, too, unless `undecided="skip"` or `"pass"` says otherwise.
    """

    def check(new: Any, baseline: Any = None, *, undecided: Undecided = "fail", **asked: Any) -> Gate:
        __tracebackhide__ = True
        from betterthan.asking.gate import gate

        found = gate(new, baseline, **asked)
        if found.outcome == "undecided" and undecided == "skip":
            pytest.skip(found.one_line)
        if found.outcome == "fail" or (found.outcome == "undecided" and undecided == "fail"):
            pytest.fail(found.one_line, pytrace=False)
        return found

    return check
