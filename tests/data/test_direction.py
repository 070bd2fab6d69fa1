"""Direction: a score with the name of a loss asks, one that was turned already does not."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.direction import checked_direction, lower_is_better_by_name, turned_by_name
from betterthan.errors import ArgumentError, ReadingError

LOSSES = (
    "error", "err", "loss", "val_loss", "test-error", "RMSE", "mse", "mae", "MAPE", "perplexity", "ppl", "wer", "CER",
    "ter", "brier", "brier_score", "nll", "log_loss", "logLoss", "cross_entropy", "ece", "regret", "latency",
    "inference time", "cost", "fid", "error_rate", "eval/loss", "mean_squared_error", "crps", "hamming_loss",
)  # fmt: skip
SCORES = (
    "score", "accuracy", "f1", "auc", "bleu", "lossless", "timeliness", "werner", "correct", "r2", "reward",
    "neg_mean_squared_error", "neg_log_loss", "mean_test_neg_log_loss", "negative_rmse", "1-error", "1 - loss",
    "one_minus_error", "costar", "terms",
)  # fmt: skip


@pytest.mark.parametrize("name", LOSSES)
def test_a_name_of_a_loss_is_known(name: str) -> None:
    assert lower_is_better_by_name(name)


@pytest.mark.parametrize("name", SCORES)
def test_other_names_are_no_losses(name: str) -> None:
    assert not lower_is_better_by_name(name)


def test_names_of_turned_losses_are_known() -> None:
    assert turned_by_name("neg_log_loss")
    assert turned_by_name("1-error")
    assert not turned_by_name("loss")
    assert not turned_by_name("negative_predictive_value")


@pytest.mark.parametrize("name", LOSSES)
def test_a_score_with_the_name_of_a_loss_asks(name: str) -> None:
    rows = {"model": ["a", "a", "b", "b"], "case": [1, 2, 1, 2], name: [0.3, 0.2, 0.5, 0.6]}
    with pytest.raises(ReadingError) as refused:
        bt.read(rows, score=name)
    assert f"`{name}`" in str(refused.value)
    assert "`higher_is_better=False`" in str(refused.value)
    assert "`higher_is_better=True`" in str(refused.value)
    assert bt.read(rows, score=name, higher_is_better=True).higher_is_better
    assert not bt.read(rows, score=name, higher_is_better=False).higher_is_better


def test_the_name_may_be_a_value_of_the_column_metric() -> None:
    rows = {"model": ["a", "b"] * 2, "case": [1, 1, 2, 2], "metric": ["rmse"] * 4, "value": [1.5, 2.0, 1.6, 2.2]}
    with pytest.raises(ReadingError, match="`rmse`"):
        bt.read(rows)
    wide = {"case": [1, 2], "metric": ["wer"] * 2, "old": [0.1, 0.2], "new": [0.2, 0.3]}
    with pytest.raises(ReadingError, match="`wer`"):
        bt.read(wide)


def test_a_wide_table_whose_columns_all_name_a_loss_asks() -> None:
    wide = {"case": [1, 2, 3], "old_rmse": [1.5, 2.5, 3.5], "new_rmse": [1.4, 2.3, 3.8]}
    with pytest.raises(ReadingError, match="`old_rmse`, `new_rmse`"):
        bt.read(wide)
    assert bt.read({"case": [1, 2, 3], "old": [1.5, 2.5, 3.5], "new": [1.4, 2.3, 3.8]}).higher_is_better


def test_a_loss_that_was_turned_is_not_asked_about() -> None:
    rows = {"model": ["a", "a", "b", "b"], "case": [1, 2, 1, 2], "neg_log_loss": [-0.3, -0.2, -0.5, -0.6]}
    assert bt.read(rows).higher_is_better
    insisted = bt.read(rows, higher_is_better=False)
    assert not insisted.higher_is_better
    assert any("`neg_log_loss` sounds as if it were turned already" in note for note in insisted.notes)


@pytest.mark.parametrize("word", ["no", "yes", "False", 0, 1, "lower"])
def test_only_true_false_and_none_are_directions(word: object) -> None:
    with pytest.raises(ArgumentError, match="higher_is_better"):
        checked_direction(word)
    with pytest.raises(ArgumentError, match="higher_is_better"):
        bt.read({"case": [1, 2], "a": [0.1, 0.2], "b": [0.3, 0.4]}, higher_is_better=word)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="higher_is_better"):
        bt.pair_arrays([0.1, 0.2], [0.3, 0.4], higher_is_better=word)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="higher_is_better"):
        bt.unpaired_arrays([0.1, 0.2], [0.3, 0.4], higher_is_better=word)  # type: ignore[arg-type]


def test_numpy_knows_the_directions_too() -> None:
    assert checked_direction(np.bool_(False)) is False
