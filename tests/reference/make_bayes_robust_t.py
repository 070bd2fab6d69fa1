"""Reference figures for `bayes_robust_t`, from the model's definition and from nothing in this repository.

    d_j ~ Student-t(ν, Δ, σ);  flat on Δ;  1/σ on [s/1000, 1000 s];  ν ~ Gamma(2, rate 0.1) truncated to ν ≥ 1

with s = 1.4826 times the median absolute deviation of the d_j (their standard deviation if that is 0).

Two methods that share no code: a dense grid over (Δ, σ, ν) summed in plain loops, and NUTS (nutpie on a pymc model).
With 4 x 25,000 draws the sampler knows a probability to about 0.002, which would eat the tolerance of 0.003: the grid's
figures are the expectation, on the condition that the sampler's lie within four of its own standard errors. Three and
six values are left to the grid: tails like 1/Δ³, and two spikes with a plain between them, are no game for a sampler.

Run (a quarter of an hour):

    python -m venv /tmp/pymc-env && /tmp/pymc-env/bin/pip install pymc nutpie
    /tmp/pymc-env/bin/python tests/reference/make_bayes_robust_t.py
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.integrate import cumulative_simpson
from scipy.interpolate import CubicHermiteSpline
from scipy.stats import gamma, median_abs_deviation, t

Array = npt.NDArray[np.float64]
Figures = dict[str, float]

CHAINS, DRAWS, TUNE = 4, 25_000, 3_000
TOLERANCE = {
    "first": 0.003,
    "equivalent": 0.003,
    "second": 0.003,
    "mean": {"relative_to_sd": 0.01},
    "sd": {"relative": 0.01},
}


@dataclass(frozen=True)
class Case:
    """Data, the rope, and where the grid over Δ lies.

    `dense` are intervals with their number of points (odd); outside them come `doublings` ever wider intervals.
    """

    name: str
    differences: Array
    rope: tuple[float, float]
    dense: tuple[tuple[float, float, int], ...]
    doublings: int = 4
    sampled: bool = True


def cases() -> list[Case]:
    rng = np.random.default_rng
    outlier = rng(4).normal(0.4, 1.0, 19)
    return [
        Case("normal", rng(1).normal(0.3, 1.0, 50), (-0.1, 0.25), ((-1.2, 1.8, 301),), 2),
        Case("Student-t, 2 df", rng(2).standard_t(2, 200), (-0.1, 0.1), ((-0.8, 0.8, 201),), 1),
        Case("Cauchy", rng(3).standard_cauchy(30), (-0.2, 0.3), ((-3.0, 3.0, 401),), 6),
        Case("outlier at 100 spreads", np.append(outlier, 100.0), (0.2, 0.6), ((-2.0, 3.0, 401),), 6),
        Case("outlier at 1e6 spreads", np.append(outlier, 1e6), (0.2, 0.6), ((-2.0, 3.0, 401),), 6),
        Case("lognormal", rng(5).lognormal(0.0, 0.8, 100), (0.75, 0.85), ((0.3, 1.5, 241),), 2),
        Case("ties", np.append([0.0, 0.0, 0.0], rng(6).normal(0.5, 1.0, 7)), (0.0, 0.6), ((-3.0, 4.0, 401),), 10),
        Case("five values", np.array([0.1, 0.4, -0.2, 0.9, 0.3]), (0.0, 0.25), ((-3.0, 3.0, 601),), 12),
        Case("three values", np.array([0.0, 0.5, 2.0]), (-0.5, 1.0), ((-6.0, 8.0, 1401),), 14, sampled=False),
        Case(
            "two clusters of three",
            np.array([0.0, 0.01, 0.02, 5.0, 5.01, 5.02]),
            (-0.1, 4.0),
            ((-0.15, 0.17, 401), (0.17, 4.85, 401), (4.85, 5.17, 401)),
            12,
            sampled=False,
        ),
    ]


def robust_spread(differences: Array) -> float:
    """The s of the prior of σ; scipy divides by its `scale`."""
    deviation = float(median_abs_deviation(differences, scale=1 / 1.4826))
    return deviation or float(np.std(differences, ddof=1))


# The grid


def grid_figures(case: Case, differences: Array) -> Figures:
    location, weights = location_grid(case)
    sigmas, nus = relevant_ranges(differences, location[:: max(1, len(location) // 60)])
    log_posterior = summed_posterior(differences, location, simpson(*sigmas, 101), simpson(*nus, 81))
    mass = np.exp(log_posterior - log_posterior.max())
    mass /= weights @ mass
    mean = weights @ (mass * location)
    sd = np.sqrt(weights @ (mass * (location - mean) ** 2))
    below, above = distribution(location, mass)(np.array(case.rope))
    return {"first": 1 - above, "equivalent": above - below, "second": below, "mean": mean, "sd": sd}


def summed_posterior(
    differences: Array, location: Array, sigmas: tuple[Array, Array], nus: tuple[Array, Array]
) -> Array:
    """log ∫∫ likelihood x prior dσ dν at each location, on grids that are even in log σ and log ν."""
    total = np.full(len(location), -np.inf)
    for log_nu, nu_weight in zip(*nus, strict=True):
        nu = np.exp(log_nu)
        log_prior = gamma.logpdf(nu, 2, scale=10) + log_nu  # dν = ν d(log ν)
        for log_sigma, sigma_weight in zip(*sigmas, strict=True):  # dσ/σ = d(log σ): the prior is flat
            scores = log_likelihood(differences, location, np.exp(log_sigma), nu)
            total = np.logaddexp(total, scores + log_prior + log(nu_weight * sigma_weight))
    return total


def log_likelihood(differences: Array, location: Array, sigma: float, nu: float) -> Array:
    per_datum = np.asarray(t.logpdf(differences[:, None], nu, loc=location, scale=sigma))
    return np.asarray(per_datum.sum(axis=0))


def simpson(low: float, high: float, points: int) -> tuple[Array, Array]:
    """Even points and Simpson's weights."""
    weights = np.full(points, 2.0)
    weights[1::2] = 4.0
    weights[[0, -1]] = 1.0
    return np.linspace(low, high, points), weights * (high - low) / (points - 1) / 3


def location_grid(case: Case) -> tuple[Array, Array]:
    pieces = list(case.dense)
    low, high = pieces[0][0], pieces[-1][1]
    for _ in range(case.doublings):
        width = high - low
        pieces = [(low - width, low, 41), *pieces, (high, high + width, 41)]
        low, high = low - width, high + width
    parts = [simpson(*piece) for piece in pieces]
    return np.concatenate([x for x, _ in parts]), np.concatenate([w for _, w in parts])


def distribution(location: Array, mass: Array) -> CubicHermiteSpline:
    """Distribution function from the density: Simpson within each piece (pieces share their end points)."""
    x, first = np.unique(location, return_index=True)
    cdf = cumulative_simpson(mass[first], x=x, initial=0)
    return CubicHermiteSpline(x, cdf / cdf[-1], mass[first])


def relevant_ranges(differences: Array, location: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where log σ and log ν matter, from a coarse grid over all that the prior allows; e^-45 of the peak is nothing."""
    s = robust_spread(differences)
    sigmas = np.linspace(log(s / 1000), log(1000 * s), 81)
    nus = np.linspace(0.0, log(2000.0), 41)
    location = np.union1d(location, np.quantile(differences, np.linspace(0, 1, 21)))
    surface = np.empty((len(sigmas), len(nus)))
    for i, log_sigma in enumerate(sigmas):
        for k, log_nu in enumerate(nus):
            scores = log_likelihood(differences, location, np.exp(log_sigma), np.exp(log_nu))
            surface[i, k] = scores.max() + gamma.logpdf(np.exp(log_nu), 2, scale=10)
    live = surface > surface.max() - 45
    return span(sigmas, live.any(axis=1)), span(nus, live.any(axis=0))


def span(lattice: Array, live: npt.NDArray[np.bool_]) -> tuple[float, float]:
    where = np.flatnonzero(live)
    return float(lattice[max(where[0] - 1, 0)]), float(lattice[min(where[-1] + 1, len(lattice) - 1)])


# The sampler


def sampler_figures(case: Case, differences: Array) -> tuple[Figures, Figures]:
    """Figures and their Monte Carlo standard errors."""
    draws = sampled_locations(differences)
    low, high = case.rope
    quantities = {
        "first": (draws > high).astype(float),
        "equivalent": ((draws >= low) & (draws <= high)).astype(float),
        "second": (draws < low).astype(float),
        "mean": draws,
        "sd": (draws - draws.mean()) ** 2,
    }
    figures = {name: float(values.mean()) for name, values in quantities.items()}
    errors = {name: monte_carlo_error(values) for name, values in quantities.items()}
    figures["sd"] = figures["sd"] ** 0.5
    errors["sd"] /= 2 * figures["sd"]
    return figures, errors


def monte_carlo_error(values: Array) -> float:
    """Standard error of the mean of correlated draws, chains x draws."""
    import arviz  # type: ignore[import-not-found]

    if np.ptp(values) == 0:
        return 1 / values.size
    return float(values.std(ddof=1) / np.sqrt(float(arviz.ess(values, method="mean"))))


def sampled_locations(differences: Array) -> Array:
    import nutpie  # type: ignore[import-not-found]
    import pymc as pm  # type: ignore[import-not-found]

    s = robust_spread(differences)
    centre = float(np.median(differences))
    with pm.Model() as model:
        delta = pm.Flat("delta", initval=0.0)  # in units of s from the median, which the flat prior does not notice
        log_sigma = pm.Uniform("log_sigma", log(1 / 1000), log(1000), initval=-0.5)
        nu = pm.Truncated("nu", pm.Gamma.dist(alpha=2, beta=0.1), lower=1, initval=5.0)
        pm.StudentT("d", nu=nu, mu=delta, sigma=pm.math.exp(log_sigma), observed=(differences - centre) / s)
    compiled = nutpie.compile_pymc_model(model)
    trace = nutpie.sample(
        compiled, draws=DRAWS, tune=TUNE, chains=CHAINS, seed=20, target_accept=0.95, progress_bar=False
    )
    return centre + s * np.asarray(trace.posterior["delta"])


# The file


def sampler_name() -> str:
    from importlib.metadata import version

    return f"nutpie {version('nutpie')} + pymc {version('pymc')}, {CHAINS} x {DRAWS} draws"


def entry(case: Case) -> dict[str, object]:
    differences = np.round(case.differences, 6)
    grid = grid_figures(case, differences)
    print(case.name, "grid", {k: round(v, 6) for k, v in grid.items()}, flush=True)
    source = f"dense grid over three parameters, 1/σ within 1000 times 1.4826 MAD, made by {Path(__file__).name}"
    sampler: dict[str, object] = {}
    if case.sampled:
        figures, errors = sampler_figures(case, differences)
        away = {name: (figures[name] - grid[name]) / errors[name] for name in grid}
        print(case.name, "sampler", figures, "in standard errors", away, flush=True)
        if max(abs(distance) for distance in away.values()) > 4:
            sys.exit(f"{case.name}: grid and sampler disagree: {away}")
        source = f"{source}; confirmed by {sampler_name()}"
        sampler = {"sampler": figures, "sampler_standard_error": errors}
    return {
        "source": source,
        "rung": "from_differences",
        "name": case.name,
        "arguments": {"differences": differences.tolist()},
        "rope": list(case.rope),
        "expect": grid,
        **sampler,
        "tolerance": TOLERANCE,
    }


def rounded(value: object) -> object:
    """Six significant digits are more than any tolerance asks for; data keep theirs."""
    if isinstance(value, dict):
        return {key: item if key == "arguments" else rounded(item) for key, item in value.items()}
    return float(f"{value:.6g}") if isinstance(value, float) else value


def main() -> None:
    reference = {"procedure": "bayes_robust_t", "cases": [rounded(entry(case)) for case in cases()]}
    path = Path(__file__).with_name("bayes_robust_t.json")
    path.write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
