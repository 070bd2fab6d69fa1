"""`compare` on a CSV with two models and 1,000,000 cases each: time and memory, beside pandas + scipy."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from timing import measured_command

PEER = """
import sys, pandas, scipy.stats
frame = pandas.read_csv(sys.argv[1], dtype={"case": str}).pivot(index="case", columns="model", values="score")
print(scipy.stats.ttest_rel(frame["a"], frame["b"]))
"""


def main(cases: int = 1_000_000) -> None:
    rng = np.random.default_rng(0)
    difficulty = rng.random(cases)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        with path.open("w") as out:
            out.write("model,case,score\n")
            for name, shift in (("a", 0.0), ("b", 0.01)):
                scores = difficulty + shift + 0.1 * rng.standard_normal(cases)
                out.writelines(f"{name},case-{i},{score:.4f}\n" for i, score in enumerate(scores))
        size = path.stat().st_size / 2**20
        binary = Path(folder) / "binary.csv"
        with binary.open("w") as out:
            out.write("model,case,score\n")
            for name, share in (("a", 0.7), ("b", 0.71)):
                out.writelines(f"{name},case-{i},{int(u < share)}\n" for i, u in enumerate(difficulty))
        ours, memory = measured_command(["-m", "betterthan", "compare", str(path), "--rope", "0.01"])
        ours_binary, memory_binary = measured_command(["-m", "betterthan", "compare", str(binary), "--rope", "0.01"])
        peer, peer_memory = measured_command(["-c", PEER, str(path)])
    print(f"2 x {cases:,} scores, {size:.0f} MB of CSV")
    print(f"betterthan compare, real-valued   {ours:.2f} s, {memory:.0f} MB")
    print(f"betterthan compare, 0/1           {ours_binary:.2f} s, {memory_binary:.0f} MB")
    print(f"pandas pivot + scipy ttest_rel    {peer:.2f} s, {peer_memory:.0f} MB   (ours / peer: {ours / peer:.2f})")


if __name__ == "__main__":
    main()
