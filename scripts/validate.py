"""`make validate`: everything that is too slow for `make test`, one part after the other.

The simulation studies (which write docs/validation.json), the tests marked `validation`, the laws that hold for all
procedures and the reading of any table with more examples, and the pages. A part that fails does not stop the others;
what failed, and how long each part took, stands at the end. Names of parts as arguments run these only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
EXAMPLES = "BETTERTHAN_EXAMPLES"
"""So many times the examples of `make test`."""
PYTEST = ("-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal")
PARTS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "studies": (("docs/validation_page.py",), {}),
    "tests": ((*PYTEST, "-m", "validation", "tests"), {}),
    "examples": ((*PYTEST, "tests/procedures/test_conformance.py"), {EXAMPLES: "4"}),
    "tables": ((*PYTEST, "tests/data/reading/test_any_table.py"), {EXAMPLES: "10"}),
    "pages": (("docs/generate.py",), {}),
}


def main(names: list[str]) -> int:
    """Run the parts; 1 if any of them failed."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part `{unknown[0]}`; the parts are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    told = [run(name) for name in names or PARTS]
    print("\n".join(line for line, _ in told), flush=True)
    return max(code for _, code in told)


def run(name: str) -> tuple[str, int]:
    """One part: a line that says how it ended, and 1 if it failed."""
    arguments, variables = PARTS[name]
    print(f"== {name}", flush=True)
    start, worked = monotonic(), processor_seconds()
    ended = subprocess.run([sys.executable, *arguments], cwd=ROOT, env={**os.environ, **variables}, check=False)
    minutes, cost = (monotonic() - start) / 60, (processor_seconds() - worked) / 60
    word = "failed" if ended.returncode else "passed"
    return f"{name}: {word} after {minutes:.1f} min, {cost:.1f} of processors", int(ended.returncode != 0)


def processor_seconds() -> float:
    """What the parts that have ended took: on a busy machine, the clock says more."""
    took = os.times()
    return took.children_user + took.children_system


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
