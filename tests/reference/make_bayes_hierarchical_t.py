"""Makes `bayes_hierarchical_t.json`: long runs of an independent sampler on seeded synthetic data sets.

The model is written from its definition, every δ_i and σ_i explicit; only the n scores of a task are replaced by their
sufficient statistics. With M = (1 - ρ) I + ρ 11ᵀ the mean and the sum of squares SS of x ~ MVN(1 δ, σ² M) are
independent,

    mean ~ N(δ, σ² (1 + (n - 1) ρ) / n)        SS / (σ² (1 - ρ)) ~ χ²(n - 1)

Needs pymc and nutpie, which the project does not: `python make_bayes_hierarchical_t.py [name …]`. Runs of single data
sets replace their entries in the file. About half an hour on two cores.

The data set `three tasks` has explicit proper bounds: with q = 3 tasks the posterior of σ0 falls off like σ0^-2, and
its standard deviation under the published bounds is set by the bound, which no sampler estimates well.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path

import arviz as az
import numpy as np
import nutpie
import pymc as pm
import pytensor.tensor as pt
import xarray as xr
from scipy import stats

FILE = Path(__file__).with_suffix("").with_name("bayes_hierarchical_t.json")
CHAINS, DRAWS, TUNE, BATCHES = 4, 10_000, 2_000, 4
PRIORS = {"corani": ((0.5, 5.0), (0.05, 0.15)), "baycomp": ((1.0, 2.0), (0.01, 0.1))}


def simulated(seed, n, delta, sigma, rho):
    """Sufficient statistics of one draw from the model, rounded so that the file holds exactly what was used."""
    rng = np.random.default_rng(seed)
    n, delta, sigma = np.asarray(n), np.asarray(delta), np.asarray(sigma)
    mean = rng.normal(delta, sigma * np.sqrt((1 + (n - 1) * rho) / n))
    ss = sigma**2 * (1 - rho) * rng.chisquare(n - 1)
    return {
        "n": n.tolist(),
        "mean": [float(f"{value:.5g}") for value in mean],
        "ss": [float(f"{value:.5g}") for value in ss],
        "rho": rho,
    }


def student(seed, size, nu, location, scale):
    return location + scale * np.random.default_rng(1000 + seed).standard_t(nu, size)


def spread(seed, size, centre):
    return centre * np.exp(0.5 * np.random.default_rng(2000 + seed).standard_normal(size))


def data_sets():
    """Name, statistics, prior, rope and how to parametrise the δ_i for the sampler."""
    unequal = [3, 5, 8, 10, 10, 12, 20, 25, 30, 50, 75, 100]
    outlier = np.append(student(5, 11, 8, 0.01, 0.02), 0.6)
    wide = {"delta0": [-1.0, 1.0], "sigma0": None, "sigma": None}
    tight = {"delta0": [-0.1, 0.1], "sigma0": 0.05, "sigma": 0.1}
    three = {"delta0": [-0.5, 0.5], "sigma0": 0.5, "sigma": 1.0}
    cases = [
        ("ordinary", 1, [10] * 20, student(1, 20, 5, 0.012, 0.02), spread(1, 20, 0.03), 0.1, wide, "corani", 0.01, 0),
        (
            "three tasks",
            2,
            [10] * 3,
            [0.02, 0.05, -0.01],
            spread(2, 3, 0.03),
            0.1,
            three,
            "corani",
            0.02,
            0,
        ),
        (
            "300 tasks",
            3,
            [10] * 300,
            student(3, 300, 4, 0.008, 0.015),
            spread(3, 300, 0.03),
            0.1,
            wide,
            "corani",
            0.01,
            0,
        ),
        ("unequal n", 4, unequal, student(4, 12, 6, -0.02, 0.03), spread(4, 12, 0.05), 0.0, wide, "corani", 0.015, 0),
        ("sigma0 near zero", 5, [100] * 15, [0.004] * 15, spread(5, 15, 0.03), 0.1, wide, "corani", 0.005, 1),
        ("one outlier", 6, [20] * 12, outlier, spread(6, 12, 0.02), 0.05, wide, "corani", 0.01, 0),
        (
            "three scores",
            7,
            [3] * 15,
            student(7, 15, 5, 0.03, 0.03),
            spread(7, 15, 0.04),
            1 / 3,
            wide,
            "corani",
            0.02,
            1,
        ),
        (
            "tight bounds",
            8,
            [4] * 10,
            student(8, 10, 5, 0.03, 0.02),
            spread(8, 10, 0.08),
            0.25,
            tight,
            "corani",
            0.01,
            1,
        ),
        (
            "wide nu prior",
            9,
            [10] * 25,
            student(9, 25, 30, 0.02, 0.02),
            spread(9, 25, 0.03),
            0.1,
            wide,
            "baycomp",
            0.015,
            0,
        ),
    ]
    for name, seed, n, delta, sigma, rho, bounds, prior, rope, noncentred in cases:
        yield {
            "name": name,
            "seed": seed,
            **simulated(seed, n, delta, sigma, rho),
            "prior": prior,
            "bounds": bounds,
            "rope": [-rope, rope],
            "noncentred": bool(noncentred),
        }


def bounds_of(data):
    """Explicit bounds, or 1000 times the spread of the data, as published."""
    n, mean, ss, rho = (np.asarray(data[key], dtype=float) for key in ("n", "mean", "ss", "rho"))
    sd = np.sqrt(ss / (n - 1))
    error = np.sqrt(ss / (1 - rho) * (1 + (n - 1) * rho) / n / (n - 1))
    sigma0 = data["bounds"]["sigma0"] or 1000 * max(mean.std(ddof=1), error.mean())
    return data["bounds"]["delta0"], sigma0, data["bounds"]["sigma"] or 1000 * sd.mean()


def model_of(data):
    n, mean, ss, rho = (np.asarray(data[key], dtype=float) for key in ("n", "mean", "ss", "rho"))
    (low, high), sigma0_bound, sigma_bound = bounds_of(data)
    alphas, betas = PRIORS[data["prior"]]
    with pm.Model() as model:
        delta0 = pm.Uniform("delta0", low, high)
        sigma0 = pm.Uniform("sigma0", 0, sigma0_bound)
        alpha, beta = pm.Uniform("alpha", *alphas), pm.Uniform("beta", *betas)
        nu = pm.Deterministic("nu", 1 + pm.Gamma("g", alpha=alpha, beta=beta))
        sigma = pm.Uniform("sigma", 0, sigma_bound, shape=len(n))
        if data["noncentred"]:
            delta = pm.Deterministic(
                "delta", delta0 + sigma0 * pm.StudentT("standard", nu=nu, mu=0, sigma=1, shape=len(n))
            )
        else:
            delta = pm.StudentT("delta", nu=nu, mu=delta0, sigma=sigma0, shape=len(n))
        pm.Normal("mean", mu=delta, sigma=sigma * np.sqrt((1 + (n - 1) * rho) / n), observed=mean)
        within = -(n - 1) * pt.log(sigma) - ss / (2 * (1 - rho) * sigma**2)  # χ²(n - 1) of SS/(σ²(1 - ρ)), up to SS
        pm.Potential("ss", within.sum())
    return model


def readings(draws, low, high):
    """Per draw: whether δ0 is in each region, the next task's probabilities, and which of them is the largest."""
    delta0, sigma0, nu = draws["delta0"], draws["sigma0"], draws["nu"]
    first, second = stats.t.cdf((delta0 - high) / sigma0, nu), stats.t.cdf((low - delta0) / sigma0, nu)
    chances = np.stack([first, 1 - first - second, second])
    regions = np.stack([delta0 > high, (delta0 >= low) & (delta0 <= high), delta0 < low])
    winner = np.arange(3)[:, None, None] == chances.argmax(axis=0)
    return {"population": regions, "next_task": chances, "winner": winner}


def with_error(values):
    values = np.asarray(values, dtype=float)
    if np.ptp(values) == 0:
        return float(values.flat[0]), 0.0
    return float(values.mean()), error_of(values, "mean")


def error_of(values, method):
    """Monte Carlo standard error; that of the standard deviation by the delta method."""
    if method == "sd":
        return error_of((values - values.mean()) ** 2, "mean") / (2 * values.std())
    return float(np.ravel(az.mcse(az.convert_to_dataset({"x": values}), method=method)["x"].values)[0])


def summarised(data, posterior):
    draws = {name: posterior[name].values for name in ("delta0", "sigma0", "nu", "delta")}
    low, high = data["rope"]
    expect, mcse = {}, {}
    for name in ("delta0", "sigma0", "nu"):
        expect[f"{name}_mean"], mcse[f"{name}_mean"] = with_error(draws[name])
        expect[f"{name}_sd"], mcse[f"{name}_sd"] = float(draws[name].std()), error_of(draws[name], "sd")
        expect[f"{name}_median"] = float(np.median(draws[name]))
        mcse[f"{name}_median"] = error_of(draws[name], "median")
    for reading, values in readings(draws, low, high).items():
        both = [with_error(each) for each in values]
        names = ("first", "equivalent", "second")
        expect[reading] = dict(zip(names, (value for value, _ in both), strict=True))
        mcse[reading] = dict(zip(names, (error for _, error in both), strict=True))
    delta = draws["delta"].reshape(-1, draws["delta"].shape[-1])
    expect["tasks"] = {
        "mean": delta.mean(axis=0).tolist(),
        "sd": delta.std(axis=0).tolist(),
        "q025": np.quantile(delta, 0.025, axis=0).tolist(),
        "q975": np.quantile(delta, 0.975, axis=0).tolist(),
        "first": (delta > high).mean(axis=0).tolist(),
        "second": (delta < low).mean(axis=0).tolist(),
    }
    watched = ["delta0", "sigma0", "nu"]
    health = {
        "rhat": float(np.max(az.rhat(posterior[watched]).to_array().values)),
        "ess": float(np.min(az.ess(posterior[watched]).to_array().values)),
        "divergences": int(posterior.attrs.get("divergences", 0)),
    }
    return {"expect": expect, "mcse": mcse, "health": health}


def sampled(data):
    """Several batches of CHAINS x DRAWS: the effective size of one is too small to tell probabilities to 0.005."""
    compiled = nutpie.compile_pymc_model(model_of(data))
    options = {"draws": DRAWS, "tune": TUNE, "chains": CHAINS, "cores": 2, "target_accept": 0.97, "progress_bar": False}
    parts, divergences = [], 0
    for batch in range(BATCHES):
        trace = nutpie.sample(compiled, seed=100 * data["seed"] + batch, **options)
        part = trace.posterior[["delta0", "sigma0", "nu", "delta"]]
        parts.append(part.assign_coords(chain=CHAINS * batch + np.arange(CHAINS)))
        divergences += int(trace.sample_stats["diverging"].sum())
    posterior = xr.concat(parts, dim="chain")
    posterior.attrs["divergences"] = divergences
    return posterior


def rounded(value):
    """Six significant digits everywhere: far more than the sampler knows."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def main(names):
    record = json.loads(FILE.read_text()) if FILE.exists() else {}
    versions = {package: version(package) for package in ("pymc", "nutpie", "numpy", "arviz")}
    known = {entry["name"]: entry for entry in record.get("data_sets", [])}
    for data in data_sets():
        if names and data["name"] not in names:
            continue
        known[data["name"]] = data | rounded(summarised(data, sampled(data)))
        print(
            data["name"],
            json.dumps(known[data["name"]]["expect"] | {"tasks": 0}),
            known[data["name"]]["health"],
            flush=True,
        )
        record = {
            "procedure": "bayes_hierarchical_t",
            "sampler": {"batches": BATCHES, "chains": CHAINS, "draws": DRAWS, "tune": TUNE, **versions},
            "data_sets": list(known.values()),
        }
        FILE.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
