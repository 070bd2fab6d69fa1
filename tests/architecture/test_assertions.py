"""Every test can fail: it asserts, expects an error, or calls a function of the tests that does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
EXPECTING = {"raises", "warns", "fail", "assert_allclose", "assert_array_equal"}
"""What asserts without saying `assert`."""


def functions(code: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef)]


def can_fail(function: ast.FunctionDef, asserting: set[str]) -> bool:
    """Whether a function asserts by itself, or calls one that does; an assertion of a constant is none."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in asserting:
            return True
    return False


def asserting_functions(found: list[ast.FunctionDef]) -> set[str]:
    """The names of functions that can fail, fixtures and laws among them, and of those that call them."""
    known = set(EXPECTING)
    while more := {each.name for each in found if each.name not in known and can_fail(each, known)}:
        known |= more
    return known


def without_assertion(*modules: str) -> list[str]:
    """Tests that cannot fail."""
    found = [function for code in modules for function in functions(code)]
    asserting = asserting_functions([each for each in found if not each.name.startswith("test_")])
    return [each.name for each in found if each.name.startswith("test_") and not can_fail(each, asserting)]


def test_every_test_can_fail():
    assert without_assertion(*(path.read_text() for path in sorted(TESTS.rglob("*.py")))) == []


@pytest.mark.parametrize(
    "code",
    [
        "def test_it():\n    compare(data)",
        "def test_it():\n    assert True",
        "def test_it():\n    looked_at(data)\ndef looked_at(data):\n    print(data)",
    ],
)
def test_a_test_that_cannot_fail_is_found(code):
    assert without_assertion(code) == ["test_it"]


@pytest.mark.parametrize(
    "code",
    [
        "def test_it():\n    assert compare(data)",
        "def test_it():\n    with pytest.raises(ValueError):\n        compare(data)",
        "def test_it():\n    same(1, 2)\ndef same(a, b):\n    alike(a, b)\ndef alike(a, b):\n    assert a == b",
    ],
)
def test_a_test_that_can_fail_is_let_alone(code):
    assert without_assertion(code) == []
