"""Nobody outside `results/` asks which kind a result is, nor which law it holds: they ask its protocol."""

from __future__ import annotations

import ast
from pathlib import Path

import betterthan
from betterthan.results.kinds import KINDS
from betterthan.results.laws.kinds import LAWS

SOURCE = Path(betterthan.__file__).parent
NAMES = {*(kind.__name__ for kind in KINDS.values()), *(law.__name__ for law in LAWS)}
FREE = ("results", "procedures")
"""The kinds themselves, and procedures, which know what they return."""


def test_no_isinstance_on_a_kind_of_result_outside_results():
    asked = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in FREE
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and _asks_for_a_kind(call)
    ]
    assert asked == []


def _asks_for_a_kind(call: ast.Call) -> bool:
    if not (isinstance(call.func, ast.Name) and call.func.id in ("isinstance", "issubclass")):
        return False
    return any(isinstance(name, ast.Name) and name.id in NAMES for name in ast.walk(call.args[1]))
