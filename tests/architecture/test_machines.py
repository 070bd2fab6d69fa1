"""`make test-machines` runs for a quarter of an hour: a path that moved is found here first."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "test_machines.py"))


@pytest.mark.parametrize("path", SCRIPT["PATHS"])
def test_its_paths_exist(path):
    assert (ROOT / path).exists()


def test_every_machine_is_told_by_variables_that_are_otherwise_taken_away():
    machines = SCRIPT["machines"]()
    assert {variables["OPENBLAS_NUM_THREADS"] for variables in machines.values()} == {"1", "2"}
    for variables in machines.values():
        assert variables
        assert variables.keys() <= set(SCRIPT["VARIABLES"])
