"""Makes the sampled cases of `bayes_welch.json`: ten million draws of each of the two means from its own posterior.

The model is drawn from its definition, without any formula for the difference: σ_i² is (n_i - 1) s_i² over a χ²
variable with n_i - 1 degrees of freedom, and μ_i given it is normal about m_i with variance σ_i²/n_i.

Needs NumPy only: `python make_bayes_welch.py`. The printed case (Kim and Cohen 1996) is kept as it is.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("bayes_welch.json")
DRAWS, BATCHES = 1_000_000, 10
CASES = {
    "five and seven seeds": ([0.9222, 0.00891, 5], [0.9049, 0.0078, 7], [-0.01, 0.01]),
    "two seeds each": ([0.91, 0.004, 2], [0.90, 0.01, 2], [-0.005, 0.005]),
    "spread thirtyfold": ([71.2, 3.0, 10], [70.9, 0.1, 4], [-0.5, 1.0]),
    "many and few": ([0.50, 0.02, 200], [0.53, 0.05, 6], [-0.02, 0.02]),
}


def means(rng: np.random.Generator, mean: float, sd: float, n: int) -> np.ndarray:
    variance = (n - 1) * sd**2 / rng.chisquare(n - 1, DRAWS)
    return mean + np.sqrt(variance / n) * rng.standard_normal(DRAWS)


def sampled(seed: int, first, second, rope) -> dict:
    rng = np.random.default_rng(seed)
    counts = np.zeros(3)
    for _ in range(BATCHES):
        difference = means(rng, *first) - means(rng, *second)
        above, below = (difference > rope[1]).sum(), (difference < rope[0]).sum()
        counts += above, DRAWS - above - below, below
    shares = counts / (DRAWS * BATCHES)
    errors = np.sqrt(shares * (1 - shares) / (DRAWS * BATCHES))
    regions = ("first", "equivalent", "second")
    return {
        "expect": dict(zip(regions, shares.tolist(), strict=True)),
        "tolerance": dict(zip(regions, np.maximum(5 * errors, 1e-6).tolist(), strict=True)),
    }


def main() -> None:
    record = json.loads(FILE.read_text())
    printed = [case for case in record["cases"] if "name" not in case]
    made = [
        {
            "source": "10,000,000 independent draws, made by make_bayes_welch.py; tolerance 5 standard errors",
            "name": name,
            "rung": "from_summary",
            "arguments": {"first": first, "second": second},
            "rope": rope,
            **sampled(seed, first, second, rope),
        }
        for seed, (name, (first, second, rope)) in enumerate(CASES.items(), start=1)
    ]
    FILE.write_text(json.dumps({**record, "cases": printed + made}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
