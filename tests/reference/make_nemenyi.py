"""Makes `nemenyi.json`: p-values of scikit-posthocs, and the critical values of Demšar (2006), Table 5.

The random tables come from NumPy's RandomState, whose streams never change; half of them are rounded, so that they
have ties.

Needs scikit-posthocs, which the project does not: `python make_nemenyi.py`.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

import numpy as np
import scikit_posthocs

FILE = Path(__file__).with_name("nemenyi.json")
SIX = [
    [0.82, 0.79, 0.76],
    [0.91, 0.88, 0.86],
    [0.73, 0.71, 0.69],
    [0.65, 0.67, 0.63],
    [0.84, 0.82, 0.8],
    [0.77, 0.74, 0.72],
]
HELP = [[31, 27, 24], [31, 28, 31], [45, 29, 46], [21, 18, 48], [42, 36, 46], [32, 17, 40]]
SHAPES = [(5, 3), (12, 4), (30, 6), (54, 5), (100, 10), (8, 15)]
DEMSAR = {
    "0.95": [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    "0.9": [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
}


def random_scores(seed, n, k):
    rng = np.random.RandomState(seed)
    scores = rng.normal(size=(n, 1)) + rng.normal(np.linspace(0.5, 0, k), 1, (n, k))
    return np.round(scores, 0) if seed % 2 else scores


def p_values(scores):
    found = scikit_posthocs.posthoc_nemenyi_friedman(np.asarray(scores)).to_numpy()
    return [float(found[i, j]) for i, j in combinations(range(len(found)), 2)]


def case(scores, name):
    p = p_values(scores)
    return {
        "source": f"scikit-posthocs {version('scikit-posthocs')}, posthoc_nemenyi_friedman, {name}",
        "rung": "from_scores",
        "arguments": {"scores": np.asarray(scores, dtype=float).tolist()},
        "rope": None,
        "expect": {f"pairs.{number}.p_adjusted": each for number, each in enumerate(p)},
        "tolerance": {f"pairs.{number}.p_adjusted": 1e-9 for number in range(len(p))},
    }


def main():
    made = {
        "procedure": "nemenyi",
        "cases": [case(SIX, "6 tasks x 3 models"), case(HELP, "the table of its help page")],
        "random tables": [
            {"seed": seed, "n": n, "k": k, "p_values": p_values(random_scores(seed, n, k))}
            for seed, (n, k) in enumerate(SHAPES)
        ],
        "critical values": {
            "source": "Demšar (2006), Table 5 (a): quantiles of the studentised range divided by √2, for 2 … 10 models",
            "tolerance": 0.001,
            **DEMSAR,
        },
    }
    FILE.write_text(json.dumps(made, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
