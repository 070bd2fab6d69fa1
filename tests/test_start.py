"""What is imported when: help comes without numpy, a small comparison without scipy.stats and matplotlib."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.installed
DRIVER = """
import sys
from betterthan.cli.main import main
sys.argv = ["betterthan", *sys.argv[1:]]
try:
    main()
finally:
    print("LOADED", *sorted(sys.modules), file=sys.stderr)
"""


def loaded(*arguments: str, cwd: Path) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", DRIVER, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.rsplit("LOADED ", 1)[1].split())


@pytest.fixture
def results(tmp_path: Path) -> Path:
    rows = "".join(f"{i},0.{i}5,0.{(3 * i) % 10}1\n" for i in range(10))
    (tmp_path / "real.csv").write_text("case,a,b\n" + rows)
    (tmp_path / "right.csv").write_text("case,a,b\n" + "".join(f"{i},{i % 2},{i % 3 % 2}\n" for i in range(30)))
    return tmp_path


@pytest.mark.parametrize("arguments", [["--help"], ["compare", "--help"], ["--version"], ["completion", "bash"]])
def test_help_imports_nothing_heavy(arguments, tmp_path):
    heavy = {"numpy", "scipy", "duckdb", "rich", "jinja2", "matplotlib", "narwhals", "pandas"}
    assert loaded(*arguments, cwd=tmp_path) & heavy == set()


@pytest.mark.parametrize("name", ["real.csv", "right.csv"])
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_a_small_comparison_imports_neither_scipy_stats_nor_matplotlib(name, options, results):
    modules = loaded("compare", name, *options, cwd=results)
    assert "numpy" in modules, "the driver sees what is imported"
    assert {"scipy.stats", "matplotlib", "jinja2", "pandas", "polars", "pyarrow"} & modules == set()
    assert options == [] or "rich" not in modules


def test_import_betterthan_costs_next_to_nothing():
    ran = subprocess.run(
        [sys.executable, "-c", "import sys, betterthan; print('numpy' in sys.modules, callable(betterthan.compare))"],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert ran.stdout.split() == ["False", "True"]
