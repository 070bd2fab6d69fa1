"""Every benchmark, ours beside its peer in one run, printed as ratios. `make bench`."""

from __future__ import annotations

import runpy
from pathlib import Path

if __name__ == "__main__":
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        print(f"\n== {path.stem.removeprefix('bench_')}")
        runpy.run_path(str(path), run_name="__main__")
