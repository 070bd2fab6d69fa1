"""The architecture, as a test: who may import whom, and where heavy libraries may be known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"

LAYERS = [
    {"__main__"},
    {"cli"},
    {"report", "simulation"},
    {"figures"},
    {"ranking_words"},
    {"wording"},
    {"decision_table"},
    {"compare"},
    {"many", "model_means", "score_table", "seed_table", "sensitivity", "scaling"},
    {"answer"},
    {"notes", "own_figures"},
    {"comparisons"},
    {"comparison"},
    {"rank", "tally"},
    {"decision", "question", "tiers"},
    {"procedures"},
    {"results", "effects", "checks", "multiplicity"},
    {"pairing"},
    {"tables"},
    {"summaries"},
    {"scores", "rope"},
    {"integration"},
    {"errors", "arrays", "version"},
]
"""From the top down. A module imports only from layers below its own; modules of one layer do not import each other."""
BESIDE = {
    "frames": {"errors"},
    "reading": {"frames", "engines", "scores", "pairing", "tables", "summaries", "errors", "arrays"},
    "engines": {"scores", "errors", "arrays"},
    "examples": {"reading", "scores", "pairing", "tables", "summaries", "errors"},
}
"""Modules beside the layers: what they may import."""
MAY_USE_BESIDE = {
    "cli": {"reading", "examples", "frames"},
    "comparison": {"frames"},
    "comparisons": {"frames"},
    "rank": {"frames"},
    "model_means": {"frames"},
    "score_table": {"frames"},
    "decision_table": {"frames"},
    "seed_table": {"frames"},
    "sensitivity": {"frames"},
    "scaling": {"frames"},
}
"""What of them the layers may import."""
WRITTEN = {"comparison", "comparisons", "rank", "decision_table", "seed_table", "score_table"}
DRAWN = {"comparison", "comparisons", "decision_table", "seed_table", "rank", "model_means", "sensitivity", "scaling"}
UPWARDS = {(home, "report") for home in WRITTEN} | {(home, "figures") for home in DRAWN}
"""The conveniences on records (`report`, `to_latex`, `plot`, …) import upwards inside the method; nothing else does."""
HOMES = {
    "matplotlib": {"figures"},
    "duckdb": {"reading", "engines"},
    "narwhals": {"frames", "reading"},
    "pandas": set(),
    "polars": set(),
    "pyarrow": set(),
    "rich": {"report", "cli"},
    "jinja2": {"report"},
    "click": {"cli"},
}
"""The only places that may import a library; data frames are reached through narwhals."""


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part(path: Path) -> str:
    """The top-level part of the package that a file belongs to."""
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, bool]]:
    """Every module that a file imports at run time, and whether it does so when it is loaded."""
    tree = ast.parse(path.read_text())
    for_types = _inside(tree, _is_type_checking)
    nested = _inside(tree, lambda node: isinstance(node, (ast.FunctionDef, ast.Lambda)))
    found = []
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.ImportFrom):
            names = (
                [f"betterthan.{alias.name}" for alias in node.names] if node.module == "betterthan" else [node.module]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found += [(name, id(node) not in nested) for name in names]
    return found


def _inside(tree: ast.AST, chosen: Callable[[ast.AST], bool]) -> set[int]:
    return {id(inner) for outer in ast.walk(tree) if chosen(outer) for inner in ast.walk(outer)}


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def layer(name: str) -> int:
    return next(number for number, names in enumerate(LAYERS) if name in names)


def own_imports(path: Path) -> set[str]:
    names = {name.split(".")[1] for name, _ in imports(path) if name.startswith("betterthan.")}
    return names - {part(path)}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path):
    home = part(path)
    if home == "__init__":
        return
    for name in own_imports(path):
        if home in BESIDE:
            assert name in BESIDE[home], f"{home} must not import {name}"
        elif name in BESIDE:
            assert name in MAY_USE_BESIDE.get(home, set()), f"{home} must not import {name}"
        elif (home, name) not in UPWARDS:
            assert layer(name) > layer(home), f"{home} must not import {name}, which is not below it"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_libraries_stay_in_their_homes(path):
    for name, _ in imports(path):
        library = name.split(".")[0]
        assert part(path) in HOMES.get(library, {part(path)}), f"{path} must not import {library}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_heavy_imports_are_lazy(path):
    """`scipy.stats` costs a second; rich, jinja2 and narwhals are loaded only when something is printed or read."""
    eager = {name for name, at_load in imports(path) if at_load}
    for library in ("scipy.stats", "scipy.optimize", "rich", "jinja2"):
        assert not any(name == library or name.startswith(f"{library}.") for name in eager), f"{library} in {path}"


def test_every_file_has_a_place():
    known = set().union(*LAYERS) | set(BESIDE) | {"__init__"}
    assert {part(path) for path in modules()} <= known
