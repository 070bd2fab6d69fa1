"""`bayes_robust_t`: time against the number of units (a sampler needs seconds for any of them)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from betterthan.procedures import bayes_robust_t
from timing import cpu_seconds


def main() -> None:
    rng = np.random.default_rng(0)
    for name, law in (("heavy tails (t, 2 df)", lambda n: rng.standard_t(2, n)), ("normal", rng.standard_normal)):
        for n in (200, 10_000, 100_000):
            differences = law(n)
            seconds = cpu_seconds(lambda values=differences: bayes_robust_t.from_differences(values), repeats=3)
            print(f"{name:<22} n = {n:>7,}   {1000 * seconds:8.1f} ms CPU")


if __name__ == "__main__":
    main()
