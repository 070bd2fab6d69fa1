"""Writes prediction_powered.json: λ, estimate and standard error by ppi-python 0.2.3, run once.

    python3 -m venv /tmp/ppi && /tmp/ppi/bin/pip install ppi-python==0.2.3
    /tmp/ppi/bin/python tests/reference/make_prediction_powered.py

ppi-python gives no standard error: it is half the width of its interval, divided by the normal quantile.
"""

import json
from pathlib import Path

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from ppi_py.ppi import _calc_lam_glm
from scipy.stats import norm


def sample(seed: int, n: int, rest: int, noise: float, kind: str) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    truth = (
        rng.normal(0.1, 1.0, n + rest)
        if kind == "normal"
        else rng.choice([-1.0, 0.0, 1.0], n + rest, p=[0.1, 0.7, 0.2])
    )
    judged = np.round((-0.8 if kind == "against" else 0.8) * truth + rng.normal(0.2, noise, n + rest), 6)
    return np.round(truth[:n], 6), judged[:n], judged[n:]


def lam(labels: np.ndarray, judged: np.ndarray, rest: np.ndarray) -> float:
    """As `ppi_mean_pointestimate` computes it."""
    estimate = rest.mean() + (labels - judged).mean()
    parts = [(values - estimate)[:, None] for values in (labels, judged, rest)]
    return float(_calc_lam_glm(*parts, np.eye(1), clip=True))


CASES = {
    "a good judge": (1, 50, 400, 0.3, "normal"),
    "a poor judge": (2, 30, 100, 3.0, "normal"),
    "paired 0/1 scores": (3, 80, 1000, 0.2, "counts"),
    "few further cases": (4, 60, 10, 0.5, "normal"),
    "a judge that says the opposite": (5, 40, 50, 0.3, "against"),
}


def main() -> None:
    made = {}
    for name, given in CASES.items():
        labels, judged, rest = sample(*given)
        low, high = (float(np.squeeze(each)) for each in ppi_mean_ci(labels, judged, rest, alpha=0.05))
        made[name] = {
            "sample": dict(
                zip(("labels", "judged", "rest"), (labels.tolist(), judged.tolist(), rest.tolist()), strict=True)
            ),
            "lambda": lam(labels, judged, rest),
            "estimate": float(np.squeeze(ppi_mean_pointestimate(labels, judged, rest))),
            "standard_error": (high - low) / (2 * norm.ppf(0.975)),
        }
    record = {"source": "ppi-python 0.2.3, by make_prediction_powered.py", "tolerance": 1e-6, "cases": made}
    Path(__file__).with_name("prediction_powered.json").write_text(json.dumps(record, indent=1) + "\n")


main()
