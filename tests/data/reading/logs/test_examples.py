"""Every known log, generated: what must come out is known from the scores that the files were made of."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from log_examples import EXAMPLES, Example

import betterthan as bt
from betterthan.data.reading.sources.listing import source_rows
from betterthan.data.scores import Scores

TEXTS = (".json", ".jsonl", ".csv")
PAIRED = [name for name in EXAMPLES if name not in ("rliable", "arena-battles")]


def means_of(found: Any) -> dict[str, float]:
    assert isinstance(found, Scores)
    table = bt.pair(found)
    sign = 1 if found.higher_is_better else -1
    return dict(zip(table.models, (sign * table.scores.mean(axis=0)).tolist(), strict=True))


def expected(example: Example) -> Any:
    return pytest.approx(dict(example.means), abs=1e-12)


def test_every_source_has_an_example():
    assert {row["name"] for row in source_rows()} == set(EXAMPLES)


@pytest.mark.parametrize("name", PAIRED)
def test_the_means_are_those_of_what_both_models_have(name, write):
    example = EXAMPLES[name]()
    found = bt.read(write(example.files), **example.options)
    assert means_of(found) == expected(example)
    assert found.higher_is_better is not example.lower
    assert found.measured.startswith("`")


@pytest.mark.parametrize("name", PAIRED)
def test_windows_line_ends_and_gzip_change_nothing(name, write):
    example = EXAMPLES[name]()
    files = dict(example.files)
    for path, content in example.files.items():
        if isinstance(content, str) and Path(path).suffix in TEXTS:
            files.pop(path)
            files[f"{path}.gz"] = gzip.compress(content.replace("\n", "\r\n").encode())
    assert means_of(bt.read(write(files), **example.options)) == expected(example)


@pytest.mark.parametrize("name", PAIRED)
def test_files_that_break_off_end_in_one_message(name, write):
    example = EXAMPLES[name]()
    last = list(example.files)[-1]
    cut = example.files[last][: len(example.files[last]) * 2 // 3]
    with pytest.raises((bt.ReadingError, bt.ArgumentError), match=Path(last).name):
        bt.read(write({**example.files, last: cut}), **example.options)


def test_runs_of_algorithms_share_no_seed(write):
    example = EXAMPLES["rliable"]()
    found = bt.compare(write(example.files), rope=0.01)
    assert {model.name: model.mean for model in found.models} == pytest.approx(dict(example.means), abs=1e-12)
    assert "unpaired" in str(found.question.reason)


def test_battles_of_several_models_are_ranked_by_who_won(write):
    example = EXAMPLES["arena-battles"]()
    found = bt.rank(write(example.files), draws=500)
    assert found.procedure == "bayes_plackett_luce"
    assert [model.name for model in found.models] == ["alpha", "beta", "gamma"]


def test_battles_rank_as_a_bradley_terry_model_fitted_by_newton_does(write):
    """The mode of a Bradley–Terry likelihood by scipy's optimizer, against the posterior means under a wide prior."""
    from scipy.optimize import minimize

    random = np.random.default_rng(3)
    strength = {"a": 0.9, "b": 0.0, "c": -0.9}
    rows = ["model_a,model_b,winner"]
    games = []
    for _ in range(1500):
        one, other = random.choice(list(strength), 2, replace=False)
        won = random.random() < 1 / (1 + np.exp(strength[other] - strength[one]))
        games.append((one, other, won))
        rows.append(f"{one},{other},{'model_a' if won else 'model_b'}")
    names = list(strength)

    def loss(theta: np.ndarray) -> float:
        gaps = np.array([theta[names.index(one)] - theta[names.index(other)] for one, other, _ in games])
        signs = np.array([1 if won else -1 for *_, won in games])
        return float(np.logaddexp(0, -signs * gaps).sum() + 1e-6 * (theta**2).sum())

    fitted = minimize(loss, np.zeros(3)).x
    found = bt.rank(write({"battles.csv": "\n".join(rows) + "\n"}), draws=2000)
    effects = {model.name: model.effect for model in found.models}
    assert effects == pytest.approx(dict(zip(names, fitted - fitted.mean(), strict=True)), abs=0.05)
