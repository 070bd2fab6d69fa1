"""Makes `westfall_young.json`: step-down max-T p-values by plain enumeration, one flip at a time.

Written from Box 2 of Ge, Dudoit and Speed (2003) with SciPy's t statistic, with nothing of the package; R's
`multtest::mt.maxT(test="pairt")` enumerates the same flips where the columns are independent tests.
"""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path

import numpy as np
from scipy import stats

FILE = Path(__file__).with_name("westfall_young.json")
TABLES = {
    "three models, six units": [[82, 79, 76], [91, 88, 86], [73, 71, 69], [65, 67, 63], [84, 82, 80], [77, 74, 72]],
    "four models, eight units": [
        [71, 64, 66, 60], [82, 80, 75, 77], [55, 58, 52, 47], [90, 83, 88, 86],
        [67, 61, 66, 57], [74, 75, 69, 70], [61, 60, 55, 56], [79, 70, 77, 68],
    ],
}  # fmt: skip


def step_down(differences: np.ndarray) -> tuple[list[float], list[float]]:
    n, m = differences.shape
    seen = np.abs(stats.ttest_1samp(differences, 0.0).statistic)
    order = sorted(range(m), key=lambda j: -seen[j])
    alone, together, flips = [0] * m, [0] * m, 0
    for signs in product((1, -1), repeat=n):
        t = np.abs(stats.ttest_1samp(differences * np.array(signs)[:, None], 0.0).statistic)
        flips += 1
        for place, j in enumerate(order):
            alone[j] += t[j] >= seen[j] - 1e-9
            together[j] += max(t[i] for i in order[place:]) >= seen[j] - 1e-9
    adjusted, largest = [0.0] * m, 0.0
    for j in order:
        largest = max(largest, together[j] / flips)
        adjusted[j] = largest
    return [each / flips for each in alone], adjusted


def main() -> None:
    cases = []
    for name, rows in TABLES.items():
        scores = np.array(rows, dtype=float)
        pairs = list(combinations(range(scores.shape[1]), 2))
        p, adjusted = step_down(np.stack([scores[:, i] - scores[:, j] for i, j in pairs], axis=1))
        expect = {f"pairs.{j}.p_value": p[j] for j in range(len(pairs))}
        expect |= {f"pairs.{j}.p_adjusted": adjusted[j] for j in range(len(pairs))} | {"p_value": min(adjusted)}
        cases.append({
            "source": f"enumeration of all flips, make_westfall_young.py: {name}",
            "rung": "from_scores", "arguments": {"scores": rows}, "rope": None,
            "expect": expect, "tolerance": dict.fromkeys(expect, 1e-12),
        })  # fmt: skip
    FILE.write_text(json.dumps({"procedure": "westfall_young", "cases": cases}, indent=1) + "\n")


if __name__ == "__main__":
    main()
