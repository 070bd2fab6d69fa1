"""Makes `bayes_joint.json`: long runs of an independent sampler on the model as it is written down.

    z_ij = α_i + β_j + ε_ij,    β_j flat,    α_i ~ N(0, τ²),    τ ~ half-Cauchy(pooled sd of the scores within tasks)

Every α_i, every β_j (where the residuals do not take it away), τ, σ, ν and Σ is a parameter of the sampler; nothing is
integrated out and nothing of the project is imported. The unstructured residuals are those of the differences to the
last model, whose covariance Σ = LL' has the prior |Σ|^(-(p+1)/2): a density of ∏ l_ii^-i in L. Needs pymc and nutpie,
which the project does not:

    python -m venv /tmp/pymc-env && /tmp/pymc-env/bin/pip install pymc nutpie
    /tmp/pymc-env/bin/python tests/reference/make_bayes_joint.py uci54.csv [name …]

Runs of single data sets replace their entries in the file. About half an hour on one core. Of `uci54.csv` (accuracies
of five classifiers on 54 data sets, see Benavoli et al. 2017) only posterior figures are kept.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import arviz as az
import numpy as np
import nutpie
import pymc as pm
import pytensor.tensor as pt

FILE = Path(__file__).with_name("bayes_joint.json")
CHAINS, DRAWS, TUNE = 4, 25_000, 2_000
TOLERANCE = {"effect means, in their sds": 0.02, "effect sds, relative": 0.02, "best": 0.01, "pairs": 0.01}


@dataclass(frozen=True)
class Case:
    """Scores (tasks x models), what to assume of the residuals, the rope, and how the sampler is to hold the α_i."""

    name: str
    scores: np.ndarray
    residual: str
    rope: float
    centred: bool
    stored: bool = True


def cases(uci54: np.ndarray | None) -> list[Case]:
    real = () if uci54 is None else (
        Case("uci54, unstructured", uci54, "unstructured", 0.01, True, stored=False),
        Case("uci54, common", uci54, "common", 0.01, False, stored=False),
        Case("uci54, robust", uci54, "robust", 0.01, False, stored=False),
    )  # fmt: skip
    return [
        *real,
        Case("20 models, 30 tasks", crossed(1, 30, 20, 0.4), "common", 0.2, True),
        Case("8 models, 200 tasks", resembling(2), "unstructured", 0.05, True),
        Case("10 equal models, 12 tasks", crossed(3, 12, 10, 0.0), "common", 0.1, False),
        Case("missing scores", with_gaps(4), "common", 0.2, False),
        Case("outlying tasks", outlying(5), "robust", 0.2, True),
    ]


def crossed(seed, tasks, models, tau):
    rng = np.random.default_rng(seed)
    return np.round(rng.normal(0, tau, models) + rng.normal(0, 3, (tasks, 1)) + rng.normal(0, 1, (tasks, models)), 3)


def resembling(seed):
    """Eight models in families: those of one family differ little from task to task."""
    rng = np.random.default_rng(seed)
    family = rng.normal(0, 1, (200, 3))[:, [0, 0, 0, 1, 1, 2, 2, 2]]
    own = rng.normal(0, 1, (200, 8)) * [0.1, 0.2, 0.5, 0.1, 1.0, 0.3, 0.3, 0.05]
    return np.round(rng.normal(0, 0.1, 8) + rng.normal(0, 2, (200, 1)) + family + own, 3)


def with_gaps(seed):
    """A third of the scores is missing; some tasks have one model only."""
    rng = np.random.default_rng(seed)
    scores = crossed(100 + seed, 24, 7, 0.5)
    return np.where(rng.random(scores.shape) < 0.35, np.nan, scores)


def outlying(seed):
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 1, (40, 6)) * np.where(np.arange(40) < 5, 12.0, 1.0)[:, None]
    return np.round(rng.normal(0, 0.4, 6) + rng.normal(0, 3, (40, 1)) + noise, 3)


def read_uci54(path):
    """Mean accuracy of each model on each task, in the order of the file."""
    sums, models, tasks = defaultdict(list), {}, {}
    with open(path, newline="") as lines:
        for row in csv.DictReader(lines):
            models[row["model"]] = tasks[row["task"]] = None
            sums[row["task"], row["model"]].append(float(row["score"]))
    return np.array([[np.mean(sums[task, model]) for model in models] for task in tasks])


def within_task_sd(scores):
    """Square root of the squares about the means of the tasks over their degrees of freedom, in plain loops."""
    squares = df = 0.0
    for row in scores:
        seen = [value for value in row if not np.isnan(value)]
        mean = sum(seen) / len(seen)
        squares += sum((value - mean) ** 2 for value in seen)
        df += len(seen) - 1
    return (squares / df) ** 0.5


def sampled_effects(case):
    """Draws of the α_i, chains x draws x models, in units of the scores."""
    unit = within_task_sd(case.scores)
    scores = case.scores / unit  # in which the half-Cauchy law of τ has scale 1
    models = scores.shape[1]
    with pm.Model() as model:
        tau = pm.HalfCauchy("tau", 1.0)
        # Turned into the axes of the scores, where a sampler moves freely; the law of the α_i is the same in any axes.
        axes = np.linalg.svd(np.nan_to_num(scores - np.nanmean(scores, axis=0)))[2].T
        turned = pm.Normal("turned", 0.0, tau if case.centred else 1.0, shape=models)
        alpha = pm.Deterministic("alpha", pt.dot(axes, turned if case.centred else tau * turned))
        {"common": common, "robust": robust, "unstructured": unstructured}[case.residual](scores, alpha)
    compiled = nutpie.compile_pymc_model(model)
    trace = nutpie.sample(
        compiled, draws=DRAWS, tune=TUNE, chains=CHAINS, cores=1, seed=7, target_accept=0.99, progress_bar=False
    )
    print(case.name, "divergences", int(trace.sample_stats["diverging"].sum()), flush=True)
    return unit * np.asarray(trace.posterior["alpha"])


def common(scores, alpha):
    beta = pm.Flat("beta", shape=len(scores), initval=np.nanmean(scores, axis=1))
    log_sigma = pm.Flat("log_sigma", initval=0.0)  # 1/σ: flat in log σ
    task, model = np.nonzero(~np.isnan(scores))
    pm.Normal("z", alpha[model] + beta[task], pt.exp(log_sigma), observed=scores[task, model])


def robust(scores, alpha):
    """Each row's residuals: the density of the multivariate t law, written out."""
    models = scores.shape[1]
    beta = pm.Flat("beta", shape=len(scores), initval=scores.mean(axis=1))
    log_sigma = pm.Flat("log_sigma", initval=-0.5)
    nu = 1 + pm.Gamma("nu_minus_1", alpha=2, beta=0.1, initval=3.0)
    squares = ((scores - alpha[None, :] - beta[:, None]) ** 2).sum(axis=1) / pt.exp(2 * log_sigma)
    constant = pt.gammaln((nu + models) / 2) - pt.gammaln(nu / 2) - models / 2 * pt.log(nu) - models * log_sigma
    pm.Potential("z", (constant - (nu + models) / 2 * pt.log1p(squares / nu)).sum())


def unstructured(scores, alpha):
    """Differences to the last model ~ N(their effects, LL'); sums of squares and products stand for the rows."""
    differences = scores[:, :-1] - scores[:, -1:]
    tasks, p = differences.shape
    mean = differences.mean(axis=0)
    products = (differences - mean).T @ (differences - mean)
    start = np.linalg.cholesky(products / tasks)
    log_diagonal = pm.Flat("log_diagonal", shape=p, initval=np.log(np.diag(start)))
    below = pm.Flat("below", shape=p * (p - 1) // 2, initval=start[np.tril_indices(p, -1)])
    lower = pt.set_subtensor(pt.diag(pt.exp(log_diagonal))[np.tril_indices(p, -1)], below)
    apart = mean - (alpha[:-1] - alpha[-1])
    root = np.linalg.cholesky(products)
    inside = pt.slinalg.solve_triangular(
        lower, pt.concatenate([root, np.sqrt(tasks) * apart[:, None]], axis=1), lower=True
    )
    log_likelihood = -tasks * log_diagonal.sum() - 0.5 * (inside**2).sum()
    log_prior = -(np.arange(1, p + 1) * log_diagonal).sum() + log_diagonal.sum()  # ∏ l_ii^-i, of log l_ii
    pm.Potential("z", log_likelihood + log_prior)


def figures(effects, rope):
    """Figures and their Monte Carlo standard errors."""
    centred = effects - effects.mean(axis=2, keepdims=True)
    models = range(effects.shape[2])
    best = centred.argmax(axis=2)
    pairs = [(i, j) for i in models for j in models if i < j]
    apart = {pair: centred[:, :, pair[0]] - centred[:, :, pair[1]] for pair in pairs}
    sets = {
        "means": [centred[:, :, i] for i in models],
        "best": [best == i for i in models],
        "first": [apart[pair] > rope for pair in pairs],
        "second": [apart[pair] < -rope for pair in pairs],
    }
    found = {name: [float(np.mean(values)) for values in each] for name, each in sets.items()}
    errors = {name: [standard_error(np.asarray(values, dtype=float)) for values in each] for name, each in sets.items()}
    squares = [(centred[:, :, i] - found["means"][i]) ** 2 for i in models]
    found["sds"] = [float(np.sqrt(values.mean())) for values in squares]
    errors["sds"] = [standard_error(values) / 2 / sd for values, sd in zip(squares, found["sds"], strict=True)]
    return found, errors


def standard_error(values):
    if np.ptp(values) == 0:
        return 1 / values.size
    return float(values.std(ddof=1) / np.sqrt(float(az.ess(values, method="mean"))))


def largest_errors(name, found, errors, *, bounded=tuple(TOLERANCE)):
    """The largest standard error of each kind of figure; those that are bounded must be well within the tolerances."""
    largest = {
        "effect means, in their sds": max(np.array(errors["means"]) / found["sds"]),
        "effect sds, relative": max(np.array(errors["sds"]) / found["sds"]),
        "best": max(errors["best"]),
        "pairs": max(*errors["first"], *errors["second"]),
    }
    print(name, {kind: float(f"{value:.2g}") for kind, value in largest.items()}, flush=True)
    if any(3 * largest[kind] > TOLERANCE[kind] for kind in bounded):
        sys.exit(f"{name}: too few draws for the tolerances")
    return largest


def entry(case):
    found, errors = figures(sampled_effects(case), case.rope)
    largest = largest_errors(case.name, found, errors)
    scores = [[None if np.isnan(value) else value for value in row] for row in case.scores.tolist()]
    return {
        "name": case.name,
        "residual": case.residual,
        "rope": case.rope,
        "prior_scale": rounded(within_task_sd(case.scores)),
        **({"scores": scores} if case.stored else {}),
        "expect": {name: [rounded(value) for value in values] for name, values in found.items()},
        "largest standard error": {name: rounded(value) for name, value in largest.items()},
    }


def rounded(value):
    return float(f"{value:.6g}")


def main():
    made_by = {"draws": f"{CHAINS} x {DRAWS}", **versions("pymc", "nutpie", "arviz", "numpy")}
    renewed(FILE, "bayes_joint", made_by, cases, entry)


def versions(*names):
    return {name: version(name) for name in names}


def renewed(file, procedure, sampler, cases, entry):
    """Runs the data sets that are named on the command line, or that the file lacks, and writes it after each.

    Parameters:
        file: what holds the reference values.
        procedure: whose they are.
        sampler: how they were found.
        cases: the data sets, from the scores of `uci54.csv`.
        entry: the reference values of a data set.
    """
    path, *names = sys.argv[1:]
    known = {each["name"]: each for each in json.loads(file.read_text())["data_sets"]} if file.exists() else {}
    made = cases(read_uci54(path))
    for case in made:
        if case.name in names or (not names and case.name not in known):
            known[case.name] = entry(case)
            data_sets = [known[each.name] for each in made if each.name in known]
            about = {"procedure": procedure, "sampler": sampler, "tolerance": TOLERANCE}
            write_compact(file, {**about, "data_sets": data_sets})


def write_compact(path, reference):
    """One line per row of numbers."""
    text = json.dumps(reference, indent=1)
    decoder, compact, at = json.JSONDecoder(), [], 0
    for start in (k for k, sign in enumerate(text) if sign == "["):
        if start >= at:
            values, end = decoder.raw_decode(text, start)
            if not any(isinstance(value, (dict, list)) for value in values):
                compact += [text[at:start], json.dumps(values)]
                at = end
    path.write_text("".join([*compact, text[at:]]) + "\n")


if __name__ == "__main__":
    main()
