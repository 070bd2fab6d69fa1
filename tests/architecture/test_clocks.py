"""No test looks at a clock: how long things take is for the benchmarks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLOCKS = {"perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "monotonic", "thread_time", "timeit"}


def clocks_in(code: str) -> set[str]:
    """Clocks that a module reads, `time.time()` among them; the name of a date in a file name is none."""
    tree = ast.parse(code)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return (names | imported | {name.split(".")[-1] for name in attributes}) & CLOCKS | (attributes & {"time.time"})


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_test_looks_at_a_clock(path):
    assert clocks_in(path.read_text()) == set()


@pytest.mark.parametrize(
    "code", ["import time\nassert time.time() - start < 1", "from time import perf_counter", "timeit.timeit(f)"]
)
def test_a_clock_is_found(code):
    assert clocks_in(code)
