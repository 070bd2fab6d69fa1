"""Same input, same numbers: neither the order of the rows nor the number of threads changes an answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import betterthan as bt

WITHIN = 1e-6
RANKINGS = {
    "unstructured residuals": {"procedure": "bayes_joint", "residual": "unstructured"},
    "common residuals": {"procedure": "bayes_joint", "residual": "common"},
    "robust residuals": {"procedure": "bayes_joint", "residual": "robust", "draws": 500},
    "ranks": {"procedure": "bayes_plackett_luce", "draws": 500, "rope": "0.2log-odds"},
}
"""Every way to rank several tasks; `bayes_anova`, which takes one score per task, is run on their means."""
PAIRED = ("bayes_hierarchical_t", "bayes_signed_rank", "bayes_sign", "bayes_robust_t", "bayes_bootstrap", "permutation")
MODELS = ("nbc", "aode", "hnb", "j48", "j48 grafted")


def rows(*, tasks: int = 14, folds: int = 10, gap: bool = False) -> list[tuple[str, str, int, float]]:
    """Scores whose means over folds are no round numbers; the last two models are nearly alike."""
    rng = np.random.default_rng(3)
    scores = rng.uniform(0.6, 0.9, (tasks, 1, 1)) + rng.normal(0, 0.01, (tasks, 1, 5)) + [0.01, 0.02, 0.02, 0, 0]
    scores = scores + rng.normal(0, 0.02, (tasks, folds, 5))
    scores[:, :, 4] = scores[:, :, 3] + rng.normal(0.001, 0.001, (tasks, folds))
    return [
        (model, f"task {i}", fold, float(scores[i, fold, j]))
        for i in range(tasks)
        for fold in range(folds)
        for j, model in enumerate(MODELS)
        if not (gap and (i, j) in {(2, 1), (5, 4)})
    ]


def read(given):
    return bt.read(dict(zip(("model", "task", "fold", "score"), map(list, zip(*given, strict=True)), strict=True)))


def shuffled(given, seed):
    return [given[j] for j in np.random.default_rng(seed).permutation(len(given))]


def ranked_figures(scores, **options) -> dict[str, float]:
    """P(best) and what else a ranking says of each model, and of each pair."""
    found = bt.rank(scores, **{"rope": 0.005, **options})
    names = [model.name for model in found.models]
    return {
        **{f"{model.name} is best": model.best for model in found.models},
        **{f"place of {model.name}": model.place for model in found.models},
        **{f"effect of {model.name}": model.effect for model in found.models},
        **{f"{one} over {two}": found.better[j][k] for j, one in enumerate(names) for k, two in enumerate(names)},
    }


def all_rankings(given) -> dict[str, dict[str, float]]:
    made = {name: ranked_figures(read(given), **options) for name, options in RANKINGS.items()}
    means = bt.pair(read(given), *MODELS).by_task()
    return {**made, "variance": ranked_figures(means, procedure="bayes_anova")}


@pytest.fixture(scope="module")
def as_read():
    return all_rankings(rows())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rankings_do_not_depend_on_the_order_of_the_rows(as_read, seed):
    again = all_rankings(shuffled(rows(), seed))
    for name, figures in as_read.items():
        assert again[name] == pytest.approx(figures, abs=WITHIN), name


def test_nor_do_those_of_tables_with_gaps():
    one, other = (ranked_figures(read(given)) for given in (rows(gap=True), shuffled(rows(gap=True), 4)))
    assert other == pytest.approx(one, abs=WITHIN)


def test_nor_does_the_model_confidence_set():
    one, other = (
        bt.procedures.model_confidence_set(bt.pair(read(given), *MODELS)) for given in (rows(), shuffled(rows(), 5))
    )
    assert {effect.name: effect.p_value for effect in other.effects} == pytest.approx(
        {effect.name: effect.p_value for effect in one.effects}, abs=WITHIN
    )


def pair_figures(scores, procedure) -> dict[str, float]:
    found = bt.compare(scores, first="nbc", second="aode", rope=0.005, procedure=procedure)
    if found.probabilities is None:
        return {"p": found.result.p_value}
    readings = {f"{name} {k}": p for name, each in found.readings.items() for k, p in enumerate(each)}
    return {**readings, "estimate": found.estimate}


@pytest.mark.parametrize("procedure", PAIRED)
def test_nor_do_pairs(procedure):
    one, other = (pair_figures(read(given), procedure) for given in (rows(), shuffled(rows(), 6)))
    assert other == pytest.approx(one, abs=WITHIN)


def test_nothing_depends_on_the_number_of_threads_or_on_the_processor():
    """BLAS rounds and turns axes as the processor suggests; Nehalem is the oldest that it knows how to imitate."""
    one, *others = (in_a_process(**given) for given in ({"threads": 1}, {"threads": 2}, {"core": "Nehalem"}))
    for other in others:
        for name, figures in one.items():
            assert other[name] == pytest.approx(figures, abs=WITHIN), name


def in_a_process(*, threads: int = 1, core: str = "") -> dict[str, dict[str, float]]:
    """The rankings, and one pair, as a process finds them whose BLAS has so many threads or imitates a processor."""
    script = (
        f"import sys, json; sys.path.insert(0, {os.path.dirname(__file__)!r}); import test_same_numbers as t; "
        "pair = t.pair_figures(t.read(t.rows()), 'bayes_hierarchical_t'); "
        "print(json.dumps({**t.all_rankings(t.rows()), 'pair': pair}))"
    )
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    environment = {**os.environ, **dict.fromkeys(names, str(threads)), **({"OPENBLAS_CORETYPE": core} if core else {})}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)
