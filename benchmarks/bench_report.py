"""Reports: how long they take and how large they are, from 54 tasks x 5 models to 1,000 tasks x 20 models."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))
from timing import measured_command

SCORES = """
import sys
import numpy as np
import betterthan as bt
rng = np.random.default_rng(0)
tasks, models, folds = {tasks}, {models}, {folds}
level = 0.8 + rng.normal(0, 0.1, (tasks, 1, 1)) + rng.normal(0, 0.02, (tasks, 1, folds))
apart = rng.normal(0, 0.01, (models, 1)) + rng.normal(0, 0.02, (tasks, models, 1))
scores = level + apart + rng.normal(0, 0.02, (tasks, models, folds))
task, fold = np.divmod(np.arange(tasks * folds), folds)
keys = {{"task": [f"task {{j}}" for j in task]}}
keys |= {{"repeat": fold // 10, "fold": fold % 10}} if folds > 1 else {{}}
columns = {{f"model {{j}}": scores[:, j].ravel() for j in range(models)}}
"""
REPORT = SCORES + "bt.compare(bt.read({{**keys, **columns}}), rope=0.01{more}).report(sys.argv[1])\n"
RANKING = SCORES + "bt.rank(bt.read({{**keys, **columns}}), rope=0.01).report(sys.argv[1])\n"


def main() -> None:
    with TemporaryDirectory() as directory:
        page = Path(directory) / "report.html"
        for name, program, sizes, limit in (
            ("54 tasks x 5 models x 100 folds, all pairs", REPORT, (54, 5, 100), "10 s, 3 MB"),
            ("54 tasks x 2 models x 100 folds, with every task", REPORT, (54, 2, 100), "10 s, 3 MB"),
            ("1,000 tasks x 20 models, all pairs", REPORT, (1000, 20, 1), "no limit"),
            ("1,000 tasks x 20 models, ranking only", RANKING, (1000, 20, 1), "no limit"),
        ):
            tasks, models, folds = sizes
            more = ", per_task=True" if models == 2 else ""
            code = program.format(tasks=tasks, models=models, folds=folds, more=more)
            seconds, memory = measured_command(["-c", code, str(page)])
            size = page.stat().st_size / 1e6
            print(f"{name}   {seconds:.1f} s with imports, {memory:,.0f} MB of memory, {size:.2f} MB   (limit {limit})")


if __name__ == "__main__":
    main()
