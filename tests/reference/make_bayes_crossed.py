"""Makes `bayes_crossed.json`: long runs of an independent sampler on three tables, with both priors.

The model is written from its definition, d_jk = μ + a_j + b_k + ε_jk. On the small table a and b are integrated out by
writing down the covariance of all cells; on the others a is sampled, standardised since its variance may be near 0, and
b is integrated out by writing down the covariance of the cells of a column. The prior of Box and Tiao is a potential:
with x = log v, 1/(v_ε λ_a λ_b) dv_ε dλ_a dλ_b is v_a v_b/(λ_a λ_b) dx_ε dx_a dx_b, up to a constant.

Needs pymc and nutpie, which the project does not: `python make_bayes_crossed.py`. About half an hour on one core.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import arviz as az
import numpy as np
import nutpie
import pymc as pm

FILE = Path(__file__).with_suffix("").with_name("bayes_crossed.json")
CHAINS, DRAWS, TUNE = 4, 60_000, 4_000
WITHIN = 0.005


def tables():
    """Name, differences (rows x columns, to 3 decimals), rope."""
    rng = np.random.default_rng(61)
    for name, (rows, columns), (of_rows, of_columns, rest), mean, rope in (
        ("3 x 8", (3, 8), (0.3, 0.6, 0.5), 0.3, 0.2),
        ("5 seeds x 60 cases", (5, 60), (0.04, 0.15, 0.1), 0.05, 0.08),
        ("10 x 30, rows hardly vary", (10, 30), (0.01, 0.5, 0.7), 0.1, 0.1),
    ):
        a, b = of_rows * rng.standard_normal((rows, 1)), of_columns * rng.standard_normal(columns)
        yield name, np.round(mean + a + b + rest * rng.standard_normal((rows, columns)), 3), rope


def residual_mean_square(d):
    rest = d - d.mean(axis=1, keepdims=True) - d.mean(axis=0) + d.mean()
    return (rest**2).sum() / ((d.shape[0] - 1) * (d.shape[1] - 1))


def variances(d, prior):
    rows, columns = d.shape
    log_e = pm.Flat("log_e", initval=np.log(residual_mean_square(d)))
    if prior == "half-cauchy":
        scale = np.sqrt(residual_mean_square(d))
        return (*(pm.HalfCauchy(name, scale) ** 2 for name in ("sd_a", "sd_b")), pm.math.exp(log_e))
    log_a, log_b = (pm.Flat(name, initval=np.log(residual_mean_square(d))) for name in ("log_a", "log_b"))
    a, b, e = (pm.math.exp(x) for x in (log_a, log_b, log_e))
    pm.Potential("box_tiao", log_a + log_b - pm.math.log(e + columns * a) - pm.math.log(e + rows * b))
    return a, b, e


def model_of(d, prior):
    rows, columns = d.shape
    with pm.Model() as model:
        mu = pm.Flat("mu", initval=d.mean())
        a, b, e = variances(d, prior)
        if d.size < 50:
            same_row = np.kron(np.eye(rows), np.ones((columns, columns)))
            same_column = np.kron(np.ones((rows, rows)), np.eye(columns))
            covariance = a * same_row + b * same_column + e * np.eye(d.size)
            pm.MvNormal("d", mu=mu * np.ones(d.size), cov=covariance, observed=d.ravel())
        else:
            level = mu + pm.math.sqrt(a) * pm.Normal("z", shape=rows)
            pm.MvNormal("d", mu=level, cov=b * np.ones((rows, rows)) + e * np.eye(rows), observed=d.T)
    return model


def with_error(values):
    error = az.mcse(az.convert_to_dataset({"x": np.asarray(values, dtype=float)}), method="mean")["x"].values
    return float(np.mean(values)), float(np.ravel(error)[0])


def case_of(name, d, rope, prior, seed):
    compiled = nutpie.compile_pymc_model(model_of(d, prior))
    trace = nutpie.sample(
        compiled, draws=DRAWS, tune=TUNE, chains=CHAINS, cores=1, seed=seed, target_accept=0.98, progress_bar=False
    )
    mu = trace.posterior["mu"].values
    regions = {"first": mu > rope, "equivalent": np.abs(mu) <= rope, "second": mu < -rope}
    found = {region: with_error(inside) for region, inside in regions.items()}
    return {
        "source": f"nutpie, {name}, prior {prior}, {CHAINS} chains of {DRAWS} draws; make_bayes_crossed.py",
        "rung": "from_differences",
        "arguments": {"differences": d.tolist(), "prior": prior},
        "rope": [-rope, rope],
        "expect": {region: value for region, (value, _) in found.items()},
        "tolerance": dict.fromkeys(found, WITHIN),
        "mcse": {region: error for region, (_, error) in found.items()},
        "health": {
            "rhat of mu": float(az.rhat(trace.posterior[["mu"]])["mu"].values),
            "ess of mu": float(az.ess(trace.posterior[["mu"]])["mu"].values),
            "divergences": int(trace.sample_stats["diverging"].sum()),
        },
    }


def main():
    versions = {package: version(package) for package in ("pymc", "nutpie", "numpy", "arviz")}
    cases = []
    for seed, (name, d, rope) in enumerate(tables()):
        for prior in ("box-tiao", "half-cauchy"):
            case = case_of(name, d, rope, prior, seed)
            print(name, prior, case["expect"], case["mcse"], case["health"], flush=True)
            cases.append(case)
    record = {"procedure": "bayes_crossed", "sampler": versions, "cases": cases}
    lines = ",\n    ".join(json.dumps(case, ensure_ascii=False) for case in record.pop("cases"))
    head = json.dumps(record, ensure_ascii=False)[:-1]
    FILE.write_text(f'{head},\n  "cases": [\n    {lines}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
