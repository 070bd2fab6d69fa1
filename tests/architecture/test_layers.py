"""The architecture, as a test: who may import whom, and where heavy libraries may be known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"

LEVELS = """
cli
running | simulation
asking | report > figures > words
answers
judging
procedures
data | results
numerics
errors phrases arrays version vocabulary lazy
"""
"""From the top down. A package imports only packages on lower levels; on one level `a > b`: a may import b; `a | b`:
neither knows the other. The files of the lowest level may import each other."""
TELLING = "answers.told"
"""The one exception: the conveniences on records import upwards, inside their methods."""
STILL: dict[str, set[str]] = {}
"""Imports that still break the levels."""
HOMES = {
    "matplotlib": {"figures"},
    "duckdb": {"data.engines"},
    "narwhals": {"data"},
    "pandas": set(),
    "polars": set(),
    "pyarrow": set(),
    "rich": {"report", "cli"},
    "jinja2": {"report"},
    "click": {"cli"},
    "threadpoolctl": {"numerics"},
}
"""The only places that may import a library; data frames are reached through narwhals."""


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part(path: Path) -> str:
    """The top-level part of the package that a file belongs to."""
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


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


def below() -> dict[str, set[str]]:
    """For every package or file of the root, what it may import."""
    allowed: dict[str, set[str]] = {}
    lower: set[str] = set()
    for line in reversed(LEVELS.split("\n")[1:-1]):
        for chain in line.split("|"):
            for name, *known in ([*part.split()] for part in _chains(chain)):
                allowed[name] = lower | set(known)
        lower = lower | set(line.replace("|", " ").replace(">", " ").split())
    return allowed


def _chains(chain: str) -> list[str]:
    """`a > b > c` as `a b c`, `b c`, `c`; names without a sign between them know each other."""
    if ">" not in chain:
        names = chain.split()
        return [" ".join([name, *(other for other in names if other != name)]) for name in names]
    names = [name.strip() for name in chain.split(">")]
    return [" ".join(names[start:]) for start in range(len(names))]


def own_imports(path: Path) -> set[str]:
    names = {name.split(".")[1] for name, _ in imports(path) if name.startswith("betterthan.")}
    return names - {part(path)}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path):
    home = part(path)
    if home in ("__init__", "__main__") or dotted(path) == TELLING:
        return
    for name in own_imports(path):
        assert name in below()[home] | STILL.get(home, set()), f"{home} must not import {name}, which is not below it"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_libraries_stay_in_their_homes(path):
    for name, _ in imports(path):
        homes = HOMES.get(name.split(".")[0], {part(path)})
        assert any(f"{dotted(path)}.".startswith(f"{home}.") for home in homes), f"{path} must not import {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_heavy_imports_are_lazy(path):
    """`scipy.stats` costs a second; rich, jinja2 and narwhals are loaded only when something is printed or read."""
    eager = {name for name, at_load in imports(path) if at_load}
    for library in ("scipy.stats", "scipy.optimize", "rich", "jinja2"):
        assert not any(name == library or name.startswith(f"{library}.") for name in eager), f"{library} in {path}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_assertion_is_in_the_way_of_a_user(path):
    """A user who reaches it would see a traceback: say what is wrong, or make it impossible by types."""
    if part(path) == "numerics":
        return
    found = [node.lineno for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Assert)]
    assert found == [], f"{path} asserts in lines {found}"


def test_the_architecture_says_the_same():
    lines = LEVELS.strip().split("\n")
    block = "\n".join(f"{len(lines) - j}  {line}" for j, line in enumerate(lines))
    assert f"```\n{block}\n```" in (SOURCE.parents[1] / "ARCHITECTURE.md").read_text()


def test_every_file_has_a_place():
    assert {part(path) for path in modules()} <= set(below()) | {"__init__", "__main__"}


def test_the_root_is_small():
    assert len(list(SOURCE.glob("*.py"))) <= 8
