"""Makes `bayes_hierarchical_mcnemar.json`: long runs of an independent sampler on three data sets.

The model is written from its definition on (μ, η), both with flat priors, a = μ/η², b = (1 - μ)/η²; the φ_i are
integrated out by PyMC's beta-binomial law, because sampling them as η → 0 is a funnel, and are drawn afterwards.

Needs pymc and nutpie, which the project does not: `python make_bayes_hierarchical_mcnemar.py`. A minute on two cores.
"""

from __future__ import annotations

import csv
import json
from importlib.metadata import version
from pathlib import Path

import arviz as az
import numpy as np
import nutpie
import pymc as pm
from chains import with_error
from scipy import stats

FILE = Path(__file__).with_suffix("").with_name("bayes_hierarchical_mcnemar.json")
COUNTS = Path(__file__).parents[2] / "src" / "betterthan" / "data" / "examples" / "code-switching.csv"
CHAINS, DRAWS, TUNE = 4, 50_000, 5_000
REGIONS = ("first", "equivalent", "second")


def data_sets():
    """Name, seed, n01, n10, rope (None: 0.5 ± 0.1 sqrt(φ̄(1 - φ̄)))."""
    with COUNTS.open() as file:
        rows = list(csv.DictReader(file))
    yield "code-switching", 1, [int(row["n01"]) for row in rows], [int(row["n10"]) for row in rows], None
    yield "three tasks, small counts", 2, [3, 1, 6], [5, 4, 2], [0.4, 0.6]
    rng = np.random.default_rng(30)
    discordant = rng.integers(20, 120, 30)
    n01 = rng.binomial(discordant, 0.47)
    yield "30 tasks, nearly equal", 3, n01.tolist(), (discordant - n01).tolist(), [0.45, 0.55]


def sampled(seed, n01, n10):
    n01, n10 = np.array(n01), np.array(n10)
    with pm.Model() as model:
        mu = pm.Uniform("mu", 0, 1)
        eta = pm.HalfFlat("eta")
        pm.BetaBinomial("n01", n=n01 + n10, alpha=mu / eta**2, beta=(1 - mu) / eta**2, observed=n01)
    options = {"draws": DRAWS, "tune": TUNE, "chains": CHAINS, "cores": 2, "target_accept": 0.97, "progress_bar": False}
    return nutpie.sample(nutpie.compile_pymc_model(model), seed=seed, **options)


def readings(mu, a, b, low, high):
    first, second = stats.beta.cdf(low, a, b), stats.beta.sf(high, a, b)
    chances = np.stack([first, 1 - first - second, second])
    regions = np.stack([mu < low, (mu >= low) & (mu <= high), mu > high])
    winner = np.arange(3)[:, None, None] == chances.argmax(axis=0)
    return {"population": regions, "next_task": chances, "winner": winner}


def summarised(trace, seed, n01, n10, rope):
    mu, eta = trace.posterior["mu"].values, trace.posterior["eta"].values
    a, b = mu / eta**2, (1 - mu) / eta**2
    if rope is None:
        half = 0.1 * np.sqrt(mu.mean() * (1 - mu.mean()))
        rope = [0.5 - half, 0.5 + half]
    expect, mcse = {}, {}
    for name, values in (("mu_mean", mu), ("eta_mean", eta)):
        expect[name], mcse[name] = with_error(values)
    for name, values in (("mu_sd", mu), ("eta_sd", eta)):
        square, error = with_error((values - values.mean()) ** 2)
        expect[name], mcse[name] = float(np.sqrt(square)), error / (2 * np.sqrt(square))
    for reading, values in readings(mu, a, b, *rope).items():
        both = [with_error(each) for each in values]
        expect[reading] = dict(zip(REGIONS, (value for value, _ in both), strict=True))
        mcse[reading] = dict(zip(REGIONS, (error for _, error in both), strict=True))
    rng = np.random.default_rng(seed)
    tasks = [rng.beta(a + one, b + other).ravel() for one, other in zip(n01, n10, strict=True)]
    expect["tasks"] = {
        "mean": [float(each.mean()) for each in tasks],
        "sd": [float(each.std()) for each in tasks],
        "q025": [float(np.quantile(each, 0.025)) for each in tasks],
        "q975": [float(np.quantile(each, 0.975)) for each in tasks],
        "below_low": [float((each < rope[0]).mean()) for each in tasks],
        "weight": [float(((x + y) / (x + y + a + b)).mean()) for x, y in zip(n01, n10, strict=True)],
    }
    health = {
        "rhat": float(np.max(az.rhat(trace.posterior).to_array().values)),
        "ess": float(np.min(az.ess(trace.posterior).to_array().values)),
        "divergences": int(trace.sample_stats["diverging"].sum()),
    }
    return {"rope": rope, "expect": expect, "mcse": mcse, "health": health}


def main():
    versions = {package: version(package) for package in ("pymc", "nutpie", "numpy", "arviz")}
    entries = []
    for name, seed, n01, n10, rope in data_sets():
        entry = {"name": name, "seed": seed, "n01": n01, "n10": n10}
        entry |= summarised(sampled(seed, n01, n10), seed, n01, n10, rope)
        print(name, json.dumps(entry["expect"] | {"tasks": 0}), entry["mcse"], entry["health"], flush=True)
        entries.append(entry)
    sampler = {"chains": CHAINS, "draws": DRAWS, "tune": TUNE, **versions}
    record = json.loads(FILE.read_text()) if FILE.exists() else {}  # keeps the figures of papers
    record |= {"procedure": "bayes_hierarchical_mcnemar", "sampler": sampler, "data_sets": entries}
    FILE.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
