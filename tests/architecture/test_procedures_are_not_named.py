"""What is known of a procedure stands in its registration: nobody else names or imports a single one.

Docstrings are left out: an example in the documentation of a public function may name a procedure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from betterthan.procedures import names

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"
MAY_NAME = ("procedures/", "simulation/", "judging/question.py")
FOR_ALL = {"REGISTRY", "Needs", "Procedure", "named", "names", "procedure"}
"""What the package of procedures has besides procedures."""
WORDS = {name for name in names() if "_" not in name}
"""Names that are also English words or names, as in `sign`: a sentence may use them, code may not."""


def modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if not where(path).startswith(MAY_NAME)]


def where(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def docstrings(tree: ast.AST) -> set[int]:
    """Every string that stands alone, below a module, class, function or constant."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def keys(tree: ast.AST) -> set[int]:
    """Keys of a record, as in {"sign": -1}."""
    return {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys if key and bare(key)}


def bare(key: ast.expr) -> bool:
    return isinstance(key, ast.Constant) and key.value in WORDS


def found_in(text: str) -> set[str]:
    """The procedures that a string names: as a word; if the name is an English word, as the whole of it or as code."""
    words = set(re.findall(r"\w+", text)) - WORDS
    code = set(re.findall(r"`(\w+)`", text)) | {text}
    return (words | code) & set(names())


def named_in(tree: ast.AST) -> Iterator[str]:
    left_out = docstrings(tree) | keys(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield from found_in(node.value)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("betterthan.procedures"):
            single = re.search(r"\.(bayesian|frequentist)\b", node.module or "")
            yield from (alias.name for alias in node.names if single or alias.name in names())
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[-1] == "procedures":
            yield from {node.attr} - FOR_ALL


@pytest.mark.parametrize("path", modules(), ids=where)
def test_no_procedure_is_named_outside_its_registration(path):
    assert sorted(set(named_in(ast.parse(path.read_text())))) == []


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("from betterthan.procedures import bayes_t, named", ["bayes_t"]),
        ("from betterthan.procedures.bayesian.signed_rank import Z0", ["Z0"]),
        ("bt.procedures.sign(table)", ["sign"]),
        ("if name == 'sign': pass", ["sign"]),
        ("advice = 'see `sign` or bayes_t'", ["bayes_t", "sign"]),
        ("f'use bayes_joint, {this}'", ["bayes_joint"]),
        ("record = {'sign': -1, 'bayes_t': 1}", ["bayes_t"]),
        ("'''Docstring of bayes_t.'''", []),
        ("text = 'their sign was turned'", []),
        ("from betterthan.procedures import REGISTRY, named; named(chosen).check(table)", []),
    ],
)
def test_what_is_found(code, seen):
    assert sorted(set(named_in(ast.parse(code)))) == seen
