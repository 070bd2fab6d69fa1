"""One pair of models: every number of its comparison is computed once."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest

import betterthan as bt


def folds():
    """Three repeats of ten folds, with their sizes."""
    rng = np.random.default_rng(2)
    rows = [
        (model, fold, repeat, float(rng.normal(level, 0.02)), 900, 100)
        for model, level in (("a", 0.80), ("b", 0.81))
        for repeat in range(3)
        for fold in range(10)
    ]
    names = ("model", "fold", "repeat", "score", "n_train", "n_test")
    return bt.read(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def crossed():
    """Five seeds on twelve cases."""
    rng = np.random.default_rng(3)
    cases = rng.normal(0, 0.1, 12)
    rows = [
        (model, seed, case, float(level + cases[case] + rng.normal(0, 0.05)))
        for model, level in (("a", 0.80), ("b", 0.85))
        for seed in range(5)
        for case in range(12)
    ]
    return bt.read(dict(zip(("model", "seed", "case", "score"), map(list, zip(*rows, strict=True)), strict=True)))


def calls_during(work):
    """How often each function of a classical procedure runs, by its module and name."""
    counts = Counter()

    def count(frame, event, _):
        code = frame.f_code
        if event == "call" and "/procedures/frequentist/" in code.co_filename:
            counts[code.co_filename.rpartition("/")[2].removesuffix(".py"), code.co_name] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counts


@pytest.mark.parametrize(
    ("scores", "procedure", "function"),
    [(folds, "correlated_t", "from_summary"), (crossed, "quasi_f", "quasi_f")],
)
def test_the_classical_test_is_made_once_and_the_notes_take_it(scores, procedure, function):
    data, found = scores(), []
    counts = calls_during(lambda: found.append(bt.compare(data, rope=0.01)))
    assert found[0].classical.procedure == procedure
    assert counts[procedure, function] == 1
    assert any(f"p = {found[0].classical.p_value:.2g}" in note for note in found[0].notes)


def test_a_one_sided_test_is_not_taken_for_the_two_sided_one():
    data = folds()
    asked, plain = bt.compare(data, rope=0.01, alternative="second"), bt.compare(data, rope=0.01)
    assert asked.classical.p_value != plain.classical.p_value
    assert asked.notes == plain.notes
