"""Makes `hierarchical_t_priors.json`: the hierarchical t model under every named prior of ν, by plain sums over a grid.

Written from the definition, with nothing of the package. σ_i is integrated out by hand: uniform on (0, ∞), it leaves of
task i a Student law of δ_i with n - 2 df, location x̄_i and df·scale² = SS/(1 - ρ)·(1 + (n - 1)ρ)/n. What is left is
summed: δ_i over quantiles of its Student law at even normal scores, δ0 and log σ0 over even grids, log(ν - 1)
likewise, with the Gamma law of ν - 1 averaged over its shape and rate where these are uniform.

Needs numpy and scipy only: `python make_hierarchical_t_priors.py` takes a minute.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from scipy import stats
from scipy.interpolate import CubicSpline

FILE = Path(__file__).with_name("hierarchical_t_priors.json")
PRIORS = {
    "corani": ((0.5, 5.0), (0.05, 0.15)),
    "baycomp": ((1.0, 2.0), (0.01, 0.1)),
    "juarez-steel": ((2.0, 2.0), (0.1, 0.1)),
    "kruschke": ((1.0, 1.0), (0.0345, 0.0345)),
}
"""Least and greatest shape and rate: Corani 2017 sec. 3, Benavoli 2017 Table 12, Juárez & Steel 2010, Kruschke 2013."""
DATA = {
    "n": [10] * 8,
    "mean": [0.031, 0.012, -0.004, 0.018, 0.025, 0.11, 0.008, 0.021],
    "ss": [0.0032, 0.0051, 0.0027, 0.0044, 0.0019, 0.0065, 0.0038, 0.0029],
    "rho": 0.1,
}
"""One task lies far from the others: how heavy the tails may be matters."""
ROPE = 0.01
NODES = 320


def task_kernel(delta: np.ndarray, task: int) -> np.ndarray:
    n, rho = DATA["n"][task], DATA["rho"]
    df = n - 2
    scale2 = DATA["ss"][task] / (1 - rho) * (1 + (n - 1) * rho) / n / df
    return (1 + (DATA["mean"][task] - delta) ** 2 / (df * scale2)) ** (-(df + 1) / 2)


def gamma_density(g: np.ndarray, shape: tuple[float, float], rate: tuple[float, float]) -> np.ndarray:
    """The mean of Gamma densities over even midpoints of shape and rate."""
    shapes, rates = (low + (high - low) * (np.arange(50) + 0.5) / 50 for low, high in (shape, rate))
    return np.mean([[stats.gamma.pdf(g, a, scale=1 / b) for b in rates] for a in shapes], axis=(0, 1))


def log_likelihood(place: np.ndarray, sigma0: np.ndarray, g: np.ndarray) -> np.ndarray:
    """ν x σ0 x δ0: the sum over tasks of the log of the mean of its kernel."""
    z = np.linspace(-7, 7, NODES)
    share = stats.norm.pdf(z) / stats.norm.pdf(z).sum()
    log = np.zeros((len(g), len(sigma0), len(place)))
    for i, each in enumerate(g):
        half = stats.t.isf(stats.norm.sf(np.abs(z)), 1 + each)
        unit = np.copysign(half, z)
        for j, spread in enumerate(sigma0):
            delta = place[:, None] + spread * unit
            for task in range(len(DATA["n"])):
                log[i, j] += np.log(task_kernel(delta, task) @ share)
    return log


def main() -> None:
    """δ0 = 0.02 + 0.02 sinh u, even in u, reaches ±0.7; logs are interpolated, so that regions have sharp bounds."""
    coarse, u = np.linspace(-4.25, 4.25, 121), np.linspace(-4.25, 4.25, 4001)
    sigma0 = np.exp(np.linspace(np.log(2e-4), np.log(2.0), 62))
    g = np.exp(np.linspace(np.log(1e-4), np.log(3e3), 40))
    log = CubicSpline(coarse, log_likelihood(0.02 + 0.02 * np.sinh(coarse), sigma0, g), axis=2)(u)
    delta0 = 0.02 + 0.02 * np.sinh(u)
    likelihood = np.exp(log - log.max()) * sigma0[:, None] * np.cosh(u)  # δ0 and σ0 are uniform
    nu = (1 + g)[:, None, None]
    first = stats.t.sf((ROPE - delta0) / sigma0[:, None], nu)
    second = stats.t.cdf((-ROPE - delta0) / sigma0[:, None], nu)
    chances = np.stack([first, 1 - first - second, second])
    winner = np.arange(3)[:, None, None, None] == chances.argmax(axis=0)
    regions = np.stack([delta0 > ROPE, np.abs(delta0) <= ROPE, delta0 < -ROPE])
    cases = {}
    for name, (shape, rate) in PRIORS.items():
        weight = likelihood * (gamma_density(g, shape, rate) * g)[:, None, None]
        weight /= weight.sum()
        of_delta0 = weight.sum(axis=(0, 1))
        cases[name] = {
            "delta0_mean": float(of_delta0 @ delta0),
            "sigma0_median": float(np.interp(0.5, np.cumsum(weight.sum(axis=(0, 2))), sigma0)),
            "nu_mean": float(weight.sum(axis=(1, 2)) @ (1 + g)),
            "population": (regions @ of_delta0).tolist(),
            "next_task": (chances * weight).sum(axis=(1, 2, 3)).tolist(),
            "winner": (winner * weight).sum(axis=(1, 2, 3)).tolist(),
        }
        print(name, cases[name], flush=True)
    FILE.write_text(json.dumps({**DATA, "rope": ROPE, "expect": rounded(cases)}, indent=1) + "\n")


def rounded(value: dict | list | float) -> dict | list | float:
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else float(f"{value:.6g}")


if __name__ == "__main__":
    main()
