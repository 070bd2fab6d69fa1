"""Many models: all pairs by signed ranks, the joint model, and what autorank and scikit-posthocs do on one table."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from betterthan.procedures import nemenyi
from timing import cpu_seconds, measured_command

TABLE = """
import numpy as np
import betterthan as bt
rng = np.random.default_rng(0)
tasks, models = {tasks}, {models}
scores = 0.8 + rng.normal(0, 0.1, (tasks, 1)) + rng.normal(0, 0.02, models) + rng.normal(0, 0.03, (tasks, models))
"""
ALL_PAIRS = (
    TABLE.format(tasks=100, models=100)
    + """
names = [f"model {j}" for j in range(models)]
columns = {"task": [f"task {i}" for i in range(tasks)], **{name: scores[:, j] for j, name in enumerate(names)}}
found = bt.compare(bt.read(columns), rope=0.01, procedure="bayes_signed_rank", draws=50_000)
assert len(found) == 4950
"""
)
JOINT = (
    TABLE.format(tasks=1000, models=200)
    + """
found = bt.procedures.bayes_joint.from_scores(scores)
found.law.better(0.01)
found.best()
"""
)


def main() -> None:
    imports, _ = measured_command(["-c", "import betterthan as bt, numpy; bt.compare, bt.procedures"])
    for name, program, limit in (
        ("100 models x 100 tasks, all 4,950 pairs, bayes_signed_rank, 50,000 draws", ALL_PAIRS, "240 s, 2,000 MB"),
        ("200 models x 1,000 tasks, bayes_joint with all pairs and P(best)", JOINT, "10 s"),
    ):
        seconds, memory = measured_command(["-c", program])
        print(f"{name}   {seconds - imports:.1f} s, {memory:,.0f} MB   (limit {limit})")
    beside_peers()


def beside_peers() -> None:
    """Friedman and Nemenyi, the part that the peers can do."""
    rng = np.random.default_rng(0)
    for tasks, models in ((54, 5), (100, 30)):
        scores = 0.8 + rng.normal(0, 0.1, (tasks, 1)) + rng.normal(0, 0.03, (tasks, models))
        for warm_up in (posthocs_nemenyi, autorank_table):  # their imports are not part of the work
            warm_up(scores)
        ours = cpu_seconds(lambda values=scores: nemenyi.from_scores(values), repeats=3)
        posthocs = cpu_seconds(lambda values=scores: posthocs_nemenyi(values), repeats=3)
        rank = cpu_seconds(lambda values=scores: autorank_table(values), repeats=3)
        print(
            f"{tasks} tasks x {models} models, Friedman and Nemenyi: ours {ours:.4f} s CPU   "
            f"scikit-posthocs {posthocs:.4f} s ({posthocs / ours:,.1f} x)   "
            f"autorank {rank:.3f} s ({rank / ours:,.1f} x)"
        )


def posthocs_nemenyi(scores: np.ndarray) -> object:
    from scikit_posthocs import posthoc_nemenyi_friedman

    return posthoc_nemenyi_friedman(scores)


def autorank_table(scores: np.ndarray) -> object:
    from autorank import autorank
    from pandas import DataFrame

    with redirect_stdout(StringIO()):  # it prints what it finds
        return autorank(DataFrame(scores), alpha=0.05, verbose=False, force_mode="nonparametric")


if __name__ == "__main__":
    main()
