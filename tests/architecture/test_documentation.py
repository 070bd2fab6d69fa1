"""Public names are documented, docstrings match signatures, and every procedure is known everywhere."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import betterthan as bt
from betterthan.procedures import REGISTRY
from betterthan.report.bibliography import entries

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "betterthan"


def public_functions() -> list:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                node.home = str(path.relative_to(SOURCE))
                found.append(node)
    return found


def documented(docstring: str) -> list[str]:
    """The names in a docstring's `Parameters:` block."""
    match = re.search(r"Parameters:\n(.*?)(?:\n\n|\Z)", inspect.cleandoc(docstring), flags=re.DOTALL)
    return re.findall(r"^ {4}(\w+):", match[1], flags=re.MULTILINE) if match else []


def parameters(node: ast.FunctionDef) -> list[str]:
    arguments = node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    names += [arguments.vararg.arg] if arguments.vararg else []
    names += [argument.arg for argument in arguments.kwonlyargs]
    names += [arguments.kwarg.arg] if arguments.kwarg else []
    return [name for name in names if name not in ("self", "cls")]


FUNCTIONS = [
    node
    for node in public_functions()
    if isinstance(node, ast.FunctionDef) and "Parameters:" in (ast.get_docstring(node) or "")
]
CLASSES = [
    node
    for node in public_functions()
    if isinstance(node, ast.ClassDef) and "Parameters:" in (ast.get_docstring(node) or "")
]


@pytest.mark.parametrize("node", FUNCTIONS, ids=lambda node: f"{node.home}:{node.name}")
def test_documented_parameters_are_those_of_the_signature(node):
    assert documented(ast.get_docstring(node)) == parameters(node)


@pytest.mark.parametrize("node", CLASSES, ids=lambda node: f"{node.home}:{node.name}")
def test_documented_fields_are_those_of_the_class(node):
    made_by = [entry for entry in node.body if isinstance(entry, ast.FunctionDef) and entry.name == "__init__"]
    fields = (
        parameters(made_by[0])
        if made_by
        else [
            entry.target.id
            for entry in node.body
            if isinstance(entry, ast.AnnAssign) and "ClassVar" not in ast.unparse(entry.annotation)
        ]
    )
    assert documented(ast.get_docstring(node)) == fields


PUBLIC = [name for name in bt.__all__ if inspect.isfunction(getattr(bt, name))]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_functions_document_their_parameters(name):
    assert documented(inspect.getdoc(getattr(bt, name))) == list(inspect.signature(getattr(bt, name)).parameters)


@pytest.mark.parametrize("name", [name for name in bt.__all__ if name != "__version__"])
def test_public_names_exist_and_are_documented(name):
    assert inspect.getdoc(getattr(bt, name))


@pytest.mark.parametrize("name", list(REGISTRY))
def test_every_procedure_is_known_everywhere(name):
    procedure = REGISTRY[name]
    assert (ROOT / "tests" / "reference" / f"{name}.json").is_file(), "a reference file with published figures"
    assert f"`{name}`" in (ROOT / "docs" / "procedures.md").read_text(), "the docs table; run `make docs`"
    assert getattr(bt.procedures, name) is procedure
    assert name in bt.procedures.__all__
    assert procedure.title
    assert set(procedure.cites) <= set(entries())
    for heading in ("Model:", "When not to use it:", "References:"):
        assert heading in procedure.module_doc, f"{name} lacks `{heading}`"
    if procedure.family == "bayesian":
        assert procedure.counterpart in REGISTRY
