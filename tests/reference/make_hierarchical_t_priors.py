"""Makes `hierarchical_t_priors.json`: the hierarchical t model under every named prior of ν, under ranges of its shape
and rate that no name has, and with a normal law of the δ_i, by plain sums over a grid.

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
    "given": ((3.0, 8.0), (0.5, 2.0)),
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
        half = np.abs(z) if np.isinf(each) else stats.t.isf(stats.norm.sf(np.abs(z)), 1 + each)
        unit = np.copysign(half, z)
        for j, spread in enumerate(sigma0):
            delta = place[:, None] + spread * unit
            for task in range(len(DATA["n"])):
                log[i, j] += np.log(task_kernel(delta, task) @ share)
    return log


def quantiles(weight: np.ndarray, log_values: np.ndarray) -> list[float]:
    """Those at 0.025, 0.5 and 0.975 of a density on an even grid of logs, its own log interpolated by a spline."""
    fine = np.linspace(log_values[0], log_values[-1], 200_001)
    density = np.exp(CubicSpline(log_values, np.log(np.maximum(weight, 1e-280)))(fine))
    return np.exp(np.interp([0.025, 0.5, 0.975], np.cumsum(density) / density.sum(), fine)).tolist()


def answers(log: np.ndarray, sigma0: np.ndarray, g: np.ndarray, prior: np.ndarray) -> dict:
    """What a posterior says: δ0 = 0.02 + 0.02 sinh u, even in u, reaches ±0.7."""
    u = np.linspace(-4.25, 4.25, 4001)
    delta0 = 0.02 + 0.02 * np.sinh(u)
    weight = np.exp(CubicSpline(np.linspace(-4.25, 4.25, 121), log - log.max(), axis=2)(u))
    weight *= sigma0[:, None] * np.cosh(u) * prior[:, None, None]  # δ0 and σ0 are uniform
    weight /= weight.sum()
    nu = np.where(np.isinf(g), 1e12, 1 + g)[:, None, None]
    first = stats.t.sf((ROPE - delta0) / sigma0[:, None], nu)
    second = stats.t.cdf((-ROPE - delta0) / sigma0[:, None], nu)
    chances = np.stack([first, 1 - first - second, second])
    winner = np.arange(3)[:, None, None, None] == chances.argmax(axis=0)
    regions = np.stack([delta0 > ROPE, np.abs(delta0) <= ROPE, delta0 < -ROPE])
    of_delta0, of_sigma0, of_nu = weight.sum(axis=(0, 1)), weight.sum(axis=(0, 2)), weight.sum(axis=(1, 2))
    spread = np.interp([0.025, 0.5, 0.975], np.cumsum(of_delta0) - of_delta0 / 2, delta0)
    found = {
        "delta0_mean": float(of_delta0 @ delta0),
        "delta0_quantiles": spread.tolist(),
        "sigma0_mean": float(of_sigma0 @ sigma0),
        "sigma0_median": quantiles(of_sigma0, np.log(sigma0))[1],
        "sigma0_quantiles": quantiles(of_sigma0, np.log(sigma0)),
        "population": (regions @ of_delta0).tolist(),
        "next_task": (chances * weight).sum(axis=(1, 2, 3)).tolist(),
        "winner": (winner * weight).sum(axis=(1, 2, 3)).tolist(),
    }
    if len(g) > 1:
        of_g = quantiles(of_nu, np.log(g))
        found |= {"nu_mean": float(of_nu @ (1 + g)), "nu_quantiles": [1 + each for each in of_g]}
    return found


def main() -> None:
    """Logs are interpolated in δ0, so that regions have sharp bounds."""
    place = 0.02 + 0.02 * np.sinh(np.linspace(-4.25, 4.25, 121))
    sigma0 = np.exp(np.linspace(np.log(1e-5), np.log(2.0), 82))
    g = np.exp(np.linspace(np.log(1e-4), np.log(3e3), 40))
    log = log_likelihood(place, sigma0, g)
    cases = {name: answers(log, sigma0, g, gamma_density(g, *prior) * g) for name, prior in PRIORS.items()}
    endless = np.array([np.inf])
    cases["normal"] = answers(log_likelihood(place, sigma0, endless), sigma0, endless, np.ones(1))
    FILE.write_text(json.dumps({**DATA, "rope": ROPE, "expect": rounded(cases)}, indent=1) + "\n")


def rounded(value: dict | list | float) -> dict | list | float:
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else float(f"{value:.6g}")


if __name__ == "__main__":
    main()
