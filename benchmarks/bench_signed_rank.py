"""The Bayesian signed-rank test beside baycomp, 150,000 draws; and memory for 20,000 differences."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from betterthan.procedures import bayes_signed_rank
from timing import cpu_seconds, measured_command

DRAWS = 150_000
MANY = """
import numpy as np
from betterthan.procedures import bayes_signed_rank
differences = np.random.default_rng(0).normal(0.02, 1.0, 20_000)
bayes_signed_rank.from_differences(differences, rope=0.03, draws=5_000)
"""


def main() -> None:
    rng = np.random.default_rng(0)
    # baycomp's time is proportional to its draws, one Python step each: 1,000 tasks are timed with fewer of them.
    for q, drawn, target in ((54, DRAWS, 10), (1_000, 1_000, 100)):
        differences = rng.normal(0.01, 0.05, q)
        ours = cpu_seconds(
            lambda values=differences: bayes_signed_rank.from_differences(values, rope=0.01, draws=DRAWS), repeats=3
        )
        peer = baycomp_seconds(differences, drawn) * DRAWS / drawn
        print(
            f"q = {q:>5,}   ours {ours:7.3f} s CPU   baycomp {peer:8.1f} s CPU"
            f"{'' if drawn == DRAWS else f' (from {drawn:,} draws)'}   {peer / ours:,.0f} x (target {target})"
        )
    imports, base = measured_command(["-c", "from betterthan.procedures import bayes_signed_rank"])
    seconds, memory = measured_command(["-c", MANY])
    print(
        f"q = 20,000 and 5,000 draws   {seconds - imports:.1f} s, "
        f"{memory:.0f} MB, of which {base:.0f} MB are Python and its libraries"
    )


def baycomp_seconds(differences: np.ndarray, draws: int) -> float:
    from baycomp import SignedRankTest

    zeros = np.zeros(len(differences))
    return cpu_seconds(
        lambda: SignedRankTest.probs(differences, zeros, 0.01, nsamples=draws, random_state=0), repeats=1
    )


if __name__ == "__main__":
    main()
