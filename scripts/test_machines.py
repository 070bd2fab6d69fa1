"""Runs the tests whose numbers could depend on the processor once for each kind of machine that this one can be.

numpy chooses its loops and OpenBLAS its kernels by the processor, and OpenBLAS splits sums by the number of threads;
each choice adds in another order, so the last digits differ. What the library says must not.
Arguments are passed on to pytest: `python scripts/test_machines.py -n auto --dist loadscope`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

import numpy as np

ROOT = Path(__file__).parents[1]
PATHS = (
    "src",  # doctests print numbers
    "tests/numerics",
    "tests/data/examples",
    "tests/procedures",
    "tests/results",
    "tests/figures",
    "tests/test_published_q1.py",
    "tests/test_published_q3.py",
    "tests/test_reference.py",
    "tests/test_same_numbers.py",
)
"""Reading, messages, the page in a browser and the architecture compute no numbers; `make test` runs these."""
LEFT_OUT = "be_read"
"""Whether words in a picture overlap depends on the font and takes a third of the time of the figures' tests."""
LOGS = ROOT / "build" / "test-machines"
VARIABLES = (
    "NPY_DISABLE_CPU_FEATURES",
    "NPY_ENABLE_CPU_FEATURES",
    "OPENBLAS_CORETYPE",
    "OPENBLAS_NUM_THREADS",
    "GOTO_NUM_THREADS",
    "OMP_NUM_THREADS",
)
"""Taken out of the environment, so that a machine is nothing but what its line says."""


def machines() -> dict[str, dict[str, str]]:
    """An older and a newer machine by name, each with the variables that make this one behave like it.

    A machine with older kernels of OpenBLAS is one whose numpy lacks the newer loops, too; so every choice is seen both
    ways in two runs.
    """
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    switched, present = simd["found"], {*simd["found"], *simd["baseline"]}
    newer, older = {"OPENBLAS_NUM_THREADS": "2"}, {"OPENBLAS_NUM_THREADS": "1"}
    if present & {"AVX512_SKX", "X86_V4"}:
        newer["OPENBLAS_CORETYPE"] = "SkylakeX"
    if present & {"AVX2", "X86_V3", "AVX512_SKX", "X86_V4"}:
        older["OPENBLAS_CORETYPE"] = "Haswell"
    if switched:  # features of the baseline cannot be switched off, and those that are absent need not be
        older["NPY_DISABLE_CPU_FEATURES"] = " ".join(switched)
    return {_in_words(each): each for each in (older, newer)}


def _in_words(variables: dict[str, str]) -> str:
    words = {
        "NPY_DISABLE_CPU_FEATURES": "numpy without {}",
        "OPENBLAS_CORETYPE": "OpenBLAS for {}",
        "OPENBLAS_NUM_THREADS": "BLAS threads: {}",
    }
    return ", ".join(told.format(variables[name]) for name, told in words.items() if name in variables)


def tested(name: str, variables: dict[str, str], options: list[str]) -> bool:
    """Runs the tests on one machine, prints a line about it and keeps the whole output in a file."""
    log = LOGS / f"{name.replace(': ', '-').replace(', ', '-').replace(' ', '-')}.txt"
    inherited = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    command = [sys.executable, "-m", "pytest", "-q", "-k", f"not {LEFT_OUT}", *options, *PATHS]
    start = monotonic()
    with log.open("w") as output:
        ended = subprocess.run(
            command, cwd=ROOT, env=inherited | variables, stdout=output, stderr=subprocess.STDOUT, check=False
        )
    minutes, seconds = divmod(round(monotonic() - start), 60)
    passed = ended.returncode == 0
    where = "" if passed else f"; see {log.relative_to(ROOT)}"
    print(f"{'passed' if passed else 'FAILED'}  {minutes:3d}:{seconds:02d}  {name}{where}", flush=True)
    return passed


def main() -> None:
    """Every machine is tested, whatever became of the one before."""
    LOGS.mkdir(parents=True, exist_ok=True)
    passed = [tested(name, variables, sys.argv[1:]) for name, variables in machines().items()]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
