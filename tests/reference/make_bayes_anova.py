"""Makes the data sets of `bayes_anova.json`: long runs of an independent sampler, from the model's definition.

Unstructured: the differences d_j of the models to the last one are normal with mean γ, flat, and covariance Σ = L L',
p(Σ) ∝ |Σ|^(-(p+1)/2). In the entries of L that prior is Π L_ii^(-i), because dΣ = 2^p Π L_ii^(p-i+1) dL. Neither prior
depends on which contrasts are taken; `bayes_anova` takes others.

Spherical: z_ij = α_i + β_j + ε_ij, α_i and β_j flat (the last α is 0), p(σ) ∝ 1/σ.

The spread of units is sampled from the hierarchical model, β_j ~ N(μ, σ_β²), with Box and Tiao's prior 1/(σ² λ),
λ = σ² + a σ_β²; in (log σ, log σ_β) that prior has the density σ_β²/λ.

Needs pymc and nutpie, which the project does not: `python make_bayes_anova.py`. Some minutes on one core.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

import arviz as az
import numpy as np
import nutpie
import pymc as pm
import pytensor.tensor as pt
from chains import with_error

FILE = Path(__file__).with_suffix("").with_name("bayes_anova.json")
CHAINS, DRAWS, TUNE = 4, 100_000, 3_000
ROPE = 0.1


def data_sets():
    """Name, seed, residual, scores (units x models)."""
    rng = np.random.default_rng(330)
    shared = rng.normal(0, 1, (30, 1))
    yield "3 models, 30 units", 1, "unstructured", shared + rng.normal([0.1, 0.0, 0.2], [0.3, 0.4, 0.6], (30, 3))
    rng = np.random.default_rng(58)
    shared = rng.normal(0, 0.5, (8, 1))
    yield "5 models, 8 units", 2, "spherical", shared + rng.normal([0.0, 0.1, 0.15, 0.2, 0.3], 0.25, (8, 5))
    rng = np.random.default_rng(412)
    shared, twins = rng.normal(0, 1, (12, 1)), rng.normal(0, 0.5, (12, 1))
    noise = np.hstack([twins, twins, np.zeros((12, 2))]) + rng.normal(0, [0.1, 0.1, 0.3, 1.0], (12, 4))
    yield "4 models, 12 units, unequal spreads", 3, "unstructured", shared + noise + np.array([0.05, 0.0, 0.1, 0.3])


def unstructured(scores):
    """Sampled in axes in which the differences are uncorrelated and have variance 1, where chains mix best."""
    apart = scores[:, :-1] - scores[:, -1:]
    p, axes = apart.shape[1], np.linalg.cholesky(np.atleast_2d(np.cov(apart, rowvar=False)))
    with pm.Model() as model:
        mean = pm.Flat("mean", shape=p)
        diagonal = pm.HalfFlat("diagonal", shape=p)
        below = pm.Flat("below", shape=p * (p - 1) // 2)
        root = pt.set_subtensor(pt.diag(diagonal)[np.tril_indices(p, -1)], below)
        pm.Potential("prior", -(np.arange(1, p + 1) * pt.log(diagonal)).sum())
        pm.MvNormal("apart", mu=mean, chol=root, observed=np.linalg.solve(axes, apart.T).T)
        pm.Deterministic("gamma", pt.dot(axes, mean))
    return model


def spherical(scores):
    b, a = scores.shape
    with pm.Model() as model:
        gamma = pm.Flat("gamma", shape=a - 1)
        beta = pm.Flat("beta", shape=b)
        sigma = pm.HalfFlat("sigma")
        pm.Potential("prior", -pt.log(sigma))
        effects = pt.concatenate([gamma, pt.zeros(1)])
        pm.Normal("scores", mu=beta[:, None] + effects, sigma=sigma, observed=scores)
    return model


def hierarchical(scores):
    """The β_j are integrated out: the scores of a unit have covariance σ² I + σ_β² 11'."""
    a = scores.shape[1]
    with pm.Model() as model:
        means = pm.Flat("means", shape=a)
        log_sigma, log_spread = pm.Flat("log_sigma"), pm.Flat("log_spread")
        sigma, spread = pt.exp(log_sigma), pt.exp(log_spread)
        pm.Potential("prior", 2 * log_spread - pt.log(sigma**2 + a * spread**2))
        pm.MvNormal("scores", mu=means, cov=sigma**2 * np.eye(a) + spread**2 * np.ones((a, a)), observed=scores)
    return model


def sampled(model, seed):
    options = {"draws": DRAWS, "tune": TUNE, "chains": CHAINS, "cores": 1, "target_accept": 0.95, "progress_bar": False}
    return nutpie.sample(nutpie.compile_pymc_model(model), seed=seed, **options)


def summarised(trace, a):
    gamma = trace.posterior["gamma"].values
    effects = np.concatenate([gamma, np.zeros((*gamma.shape[:2], 1))], axis=2)
    pairs, best, errors = [], [], []
    for i, j in combinations(range(a), 2):
        ahead = effects[..., i] - effects[..., j]
        shares = [with_error(region) for region in (ahead > ROPE, np.abs(ahead) <= ROPE, ahead < -ROPE)]
        errors += [error for _, error in shares]
        mean, sd = float(ahead.mean()), float(ahead.std())
        pairs.append({"models": [i + 1, j + 1], "probabilities": [p for p, _ in shares], "mean": mean, "sd": sd})
    for i in range(a):
        share, error = with_error(effects.argmax(axis=2) == i)
        best.append(share)
        errors.append(error)
    return {"pairs": pairs, "best": best, "largest_mcse": max(errors), "health": health(trace)}


def health(trace):
    return {
        "rhat": float(max(np.max(values) for values in az.rhat(trace.posterior).to_array().values.tolist())),
        "ess": float(min(np.min(values) for values in az.ess(trace.posterior).to_array().values.tolist())),
        "divergences": int(trace.sample_stats["diverging"].sum()),
    }


def unit_spread(scores, seed):
    trace = sampled(hierarchical(scores), seed + 10)
    spread = np.exp(trace.posterior["log_spread"].values)
    quantiles = (0.025, 0.5, 0.975)
    found = [float(np.quantile(spread, q)) for q in quantiles]
    # the error of a quantile, as a probability: how far off may the share below it be
    below = [with_error(spread <= each)[1] for each in found]
    return {"quantiles": found, "mcse_of_the_probabilities": below, "health": health(trace)}


def main():
    versions = {package: version(package) for package in ("pymc", "nutpie", "numpy", "arviz")}
    entries = []
    for name, seed, residual, drawn in data_sets():
        scores = drawn.round(6)
        model = unstructured(scores) if residual == "unstructured" else spherical(scores)
        entry = {"name": name, "seed": seed, "residual": residual, "rope": ROPE, "scores": scores.tolist()}
        entry |= summarised(sampled(model, seed), scores.shape[1])
        entry["units"] = unit_spread(scores, seed)
        print(name, json.dumps({key: value for key, value in entry.items() if key != "scores"}), flush=True)
        entries.append(entry)
    sampler = {"chains": CHAINS, "draws": DRAWS, "tune": TUNE, **versions}
    record = json.loads(FILE.read_text()) if FILE.exists() else {}
    record |= {"procedure": "bayes_anova", "sampler": sampler, "data_sets": entries}
    FILE.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
