"""Metrics of a whole test set: DeLong, and all draws of a bootstrap, beside scikit-learn and two peers.

A loop takes as long for each draw as for the last, so that peers are timed on fewer draws than ours; what is printed is
for all. Answers are compared on the same weights.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from betterthan.numerics.case_weights import dirichlet_weights, multinomial_counts, over_draws
from betterthan.numerics.delong import placements
from betterthan.numerics.metrics.table import metric_named
from timing import cpu_and_wall_seconds, measured_command

CASES, DRAWS, LOOPED = 10_000, 4_000, 200
MANY = """
import numpy as np
from betterthan.numerics.case_weights import dirichlet_weights, over_draws
from betterthan.numerics.metrics.table import metric_named
rng = np.random.default_rng(0)
truth = rng.integers(2, size={cases})
models = [metric_named("auroc").over(truth, truth + rng.normal(size={cases})) for _ in range(2)]
over_draws(models, dirichlet_weights({cases}, {draws}, rng))
"""


def main() -> None:
    print(f"load of the machine's {os.cpu_count()} cores at the start: {os.getloadavg()[0]:.1f}")
    delong(1_000_000)
    if find_spec("sklearn") is None:
        print("a loop over scikit-learn: left out, it is not installed (`pip install -e '.[bench]'`)")
    else:
        bayesian_bootstrap()
        bootstrap()
    memory()
    print(f"load at the end: {os.getloadavg()[0]:.1f}")


def simulated(cases: int, prevalence: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    """Truth, and scores of two models between 0 and 1, models x cases."""
    rng = np.random.default_rng(0)
    truth = (rng.random(cases) < prevalence).astype(int)
    signal = truth + rng.normal(size=cases)
    scores = signal + rng.normal(0, [[0.5], [0.6]], (2, cases))
    return truth, 1 / (1 + np.exp(-scores))


def delong(cases: int) -> None:
    truth, scores = simulated(cases)
    found = placements(truth, scores)
    estimate, error = found.difference(0, 1)
    ours = cpu_and_wall_seconds(lambda: placements(truth, scores).difference(0, 1))
    print(f"\nDeLong, two models, {cases:,} cases   {shown(ours)} (target 3 s)   z {estimate / error:.6f}")
    if find_spec("MLstatkit"):
        from MLstatkit import Delong_test

        z = Delong_test(truth, scores[1], scores[0])[0]
        beside("MLstatkit", ours, cpu_and_wall_seconds(lambda: Delong_test(truth, scores[1], scores[0]), 1))
        print(f"{'':<22}z {z:.6f}")
    if find_spec("confidenceinterval"):
        from confidenceinterval import roc_auc_score

        def intervals() -> None:
            for each in scores:
                roc_auc_score(truth, each, method="delong")

        beside("confidenceinterval", ours, cpu_and_wall_seconds(intervals, 1), "each model alone")


def bayesian_bootstrap() -> None:
    """Of a difference: two models, the same weights."""
    from sklearn import metrics

    for name, theirs, prevalence, target in (
        ("auroc", metrics.roc_auc_score, 0.5, 25),
        ("auroc", metrics.roc_auc_score, 0.1, 25),
        ("average-precision", metrics.average_precision_score, 0.5, 20),
        ("average-precision", metrics.average_precision_score, 0.1, 20),
        ("f1", metrics.f1_score, 0.5, None),
        ("f1-macro", lambda *given, **keys: metrics.f1_score(*given, average="macro", **keys), 0.5, None),
        ("mcc", metrics.matthews_corrcoef, 0.5, None),
    ):
        truth, outputs = simulated(CASES, prevalence)
        if metric_named(name).takes == "labels":
            outputs = (outputs > 0.6).astype(int)
        weights = np.concatenate(list(dirichlet_weights(CASES, LOOPED, np.random.default_rng(0))))

        def loop(theirs=theirs, truth=truth, outputs=outputs, weights=weights) -> np.ndarray:
            return np.array([[theirs(truth, each, sample_weight=row) for each in outputs] for row in weights])

        def ours(name=name, truth=truth, outputs=outputs) -> np.ndarray:
            models = [metric_named(name).over(truth, each) for each in outputs]
            return over_draws(models, dirichlet_weights(CASES, DRAWS, np.random.default_rng(0)))

        found = cpu_and_wall_seconds(ours)
        aim = "" if target is None else f", target {target}"
        print(
            f"\nBayesian bootstrap of {name}, prevalence {prevalence:g}, n = {CASES:,}, {DRAWS:,} draws   "
            f"{shown(found)}"
        )
        apart = np.abs(ours()[:LOOPED] - loop()).max()
        beside("scikit-learn, a loop", found, looped(loop), f"{apart:.0e} apart{aim}")


def bootstrap() -> None:
    """Of one model's metric, which is what the peers have."""
    truth, scores = simulated(CASES)
    labels = (scores[0] > 0.6).astype(int)
    for name, output in (("auroc", scores[0]), ("f1-macro", labels)):

        def ours(name=name, output=output) -> np.ndarray:
            counts = multinomial_counts(CASES, DRAWS, np.random.default_rng(0))
            return np.quantile(over_draws([metric_named(name).over(truth, output)], counts), [0.025, 0.975])

        found, interval = cpu_and_wall_seconds(ours), ours()
        print(
            f"\nbootstrap of {name}, n = {CASES:,}, {DRAWS:,} draws   {shown(found)}   "
            f"{interval[0]:.4f} to {interval[1]:.4f}"
        )
        for peer, work in peers(name, truth, scores[0], labels):
            beside(peer, found, looped(work))


def peers(
    name: str, truth: np.ndarray, scores: np.ndarray, labels: np.ndarray
) -> list[tuple[str, Callable[[], object]]]:
    found: list[tuple[str, Callable[[], object]]] = []
    if find_spec("MLstatkit"):
        from MLstatkit import Bootstrapping

        metric = "roc_auc" if name == "auroc" else "f1"
        found.append(("MLstatkit", lambda: Bootstrapping(truth, scores, metric, LOOPED, threshold=0.6)))
    if find_spec("confidenceinterval"):
        import confidenceinterval as ci

        by = {"n_resamples": LOOPED, "method": "bootstrap_percentile", "random_state": 0}
        work = {
            "auroc": lambda: ci.roc_auc_score(truth, scores, **by),
            "f1-macro": lambda: ci.f1_score(truth, labels, average="macro", **by),
        }[name]
        found.append(("confidenceinterval", work))
    return found


def looped(work: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds of all draws, from those of a few; what peers print and warn of is kept from the screen."""
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        work()  # their imports are not part of the work
        cpu, wall = cpu_and_wall_seconds(work, 1)
    return cpu * DRAWS / LOOPED, wall * DRAWS / LOOPED


def memory() -> None:
    _, base = measured_command(["-c", MANY.format(cases=100, draws=1)])
    for cases, draws in ((CASES, DRAWS), (1_000_000, 20)):
        seconds, most = measured_command(["-c", MANY.format(cases=cases, draws=draws)])
        print(
            f"\n{cases:,} cases and {draws:,} draws   {seconds:.1f} s with all imports, {most:.0f} MB, "
            f"of which {base:.0f} MB are Python and its libraries"
        )


def beside(peer: str, ours: tuple[float, float], theirs: tuple[float, float], remark: str = "") -> None:
    ratios = f"{theirs[0] / ours[0]:,.0f} x CPU, {theirs[1] / ours[1]:,.0f} x wall"
    print(f"{peer:<22}{shown(theirs)}   {ratios}{f'   ({remark})' if remark else ''}")


def shown(seconds: tuple[float, float]) -> str:
    return f"{seconds[0]:8.3f} s CPU {seconds[1]:8.3f} s wall"


if __name__ == "__main__":
    main()
