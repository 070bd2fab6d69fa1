"""The graph of imports between single modules: no cycle, and no long way down."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "betterthan"
TELLING = "answers.told"
"""The conveniences on records import upwards, inside their methods."""
LONGEST = 15


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"}


def imported(node: ast.AST) -> set[str]:
    """The modules of ours that a statement imports: of `from a import b`, `a.b` if that is a module, else `a`."""
    if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] != "betterthan":
        return set()
    home = (node.module or "").removeprefix("betterthan").removeprefix(".")
    names = {f"{home}.{alias.name}".removeprefix(".") for alias in node.names}
    return {name if name in MODULES else home for name in names} & set(MODULES)


def known(module: str, *, lazily: bool) -> set[str]:
    """What a module imports when it is loaded, or also inside functions; what is for types alone does not count."""
    tree = ast.parse(MODULES[module].read_text())
    kinds = (ast.If,) if lazily else (ast.If, ast.FunctionDef, ast.Lambda)
    left_out = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, kinds) and (not isinstance(outer, ast.If) or ast.unparse(outer.test) == "TYPE_CHECKING")
        for inner in ast.walk(outer)
    }
    found = set().union(*(imported(node) for node in ast.walk(tree) if id(node) not in left_out))
    return found - {module}


@cache
def chain(module: str) -> tuple[str, ...]:
    """The longest way down from a module."""
    return (module, *max((chain(below) for below in known(module, lazily=False)), key=len, default=()))


def test_no_module_knows_itself_by_a_detour():
    graph = {module: known(module, lazily=True) for module in MODULES if module != TELLING}
    assert cycle_in(graph) == ()


def cycle_in(graph: dict[str, set[str]]) -> tuple[str, ...]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def test_a_cycle_is_found():
    assert set(cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_the_way_down_is_short():
    longest = max(map(chain, MODULES), key=len)
    assert len(longest) <= LONGEST, " > ".join(longest)
