"""Losses of single cases as scores: against scikit-learn, oriented and named, with everything that is to be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.data.factors import factor
from betterthan.data.predictions import Predictions
from betterthan.data.scores import Scores
from betterthan.numerics.loss_table import LOSSES, Loss, register

RNG = np.random.default_rng(15)
N = 80
Y = RNG.integers(0, 2, N)
P, Q = (np.clip(0.5 * Y + 0.25 + RNG.normal(0, spread, N), 0.01, 0.99) for spread in (0.15, 0.3))
DIGITS = RNG.integers(0, 4, N)
SHARES = [RNG.dirichlet(np.ones(4), N) for _ in range(2)]
REAL = RNG.normal(size=N)
GUESSES = [REAL + RNG.normal(0, spread, N) for spread in (0.5, 1)]
NAMES = ("a", "b")
CASES = {"case": factor(range(N))}

BINARY = Predictions(NAMES, Y, (P, Q), "probabilities", ("no", "yes"), "yes", CASES)
CLASSES = Predictions(NAMES, DIGITS, (SHARES[0], SHARES[1]), "probabilities", ("0", "1", "2", "3"), factors=CASES)
VALUES = Predictions(NAMES, REAL, (GUESSES[0], GUESSES[1]), "values", factors=CASES)
LABELS = Predictions(
    NAMES, DIGITS, tuple(each.argmax(axis=1) for each in SHARES), "labels", CLASSES.classes, factors=CASES
)
SEVERAL = Predictions(
    NAMES, RNG.integers(0, 2, (N, 3)), tuple(RNG.integers(0, 2, (N, 3)) for _ in NAMES), "multilabel", tuple("xyz")
)


def own(predictions: Predictions, loss: Any, **named: Any) -> np.ndarray[Any, Any]:
    """The scores of each case and model as they were before they were oriented."""
    scores = predictions.scores(loss, **named)
    table = bt.pair(scores, *NAMES)
    return np.asarray(table.original(table.scores))


SKLEARN: dict[str, tuple[Predictions, str, dict[str, Any]]] = {
    "log": (BINARY, "log_loss", {}),
    "brier": (BINARY, "brier_score_loss", {}),
    "squared": (VALUES, "mean_squared_error", {}),
    "absolute": (VALUES, "mean_absolute_error", {}),
    "pinball-0.9": (VALUES, "mean_pinball_loss", {"alpha": 0.9}),
    "pinball-0.25": (VALUES, "mean_pinball_loss", {"alpha": 0.25}),
    "zero-one": (LABELS, "accuracy_score", {}),
}


@pytest.mark.parametrize("loss", SKLEARN)
def test_means_and_single_cases_are_those_of_scikit_learn(loss: str) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    predictions, name, options = SKLEARN[loss]
    found, theirs = own(predictions, loss), getattr(metrics, name)
    for j, output in enumerate(predictions.outputs):
        assert found[:, j].mean() == pytest.approx(theirs(predictions.truth, output, **options), abs=1e-12)
    more = {"labels": [0, 1]} if name == "log_loss" else {"pos_label": 1} if name == "brier_score_loss" else {}
    single = [theirs(predictions.truth[[j]], predictions.outputs[0][[j]], **options, **more) for j in range(N)]
    np.testing.assert_allclose(found[:, 0], single, atol=1e-12)


def test_the_log_loss_of_several_classes_is_that_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    found = own(CLASSES, "log").mean(axis=0)
    assert found == pytest.approx([metrics.log_loss(DIGITS, each) for each in SHARES], abs=1e-12)


def test_the_brier_score_of_several_classes_is_the_sum_over_them() -> None:
    expected = [((each - np.eye(4)[DIGITS]) ** 2).sum(axis=1) for each in SHARES]
    np.testing.assert_allclose(own(CLASSES, "brier"), np.stack(expected, axis=1), atol=1e-14)


def test_the_zero_one_loss_of_several_labels_asks_for_all_of_them() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    expected = [metrics.accuracy_score(SEVERAL.truth, each) for each in SEVERAL.outputs]
    scores = replace(SEVERAL, factors=CASES).scores("zero-one")
    assert [model.mean for model in bt.pair(scores).model_scores()] == pytest.approx(expected)
    assert "A case is right if all its labels are." in scores.notes


def test_huber_is_that_of_scipy() -> None:
    from scipy.special import huber

    np.testing.assert_allclose(own(VALUES, "huber-0.5")[:, 1], huber(0.5, GUESSES[1] - REAL), atol=1e-14)


def test_costs_are_counted_by_the_confusion_matrix() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    costs = np.array([[0, 1, 2, 3], [4, 0, 5, 6], [7, 8, 0, 9], [1, 1, 1, 0.5]])
    named = {(str(i), j): costs[i, j] for i in range(4) for j in range(4)}  # classes may be named by numbers
    expected = [(metrics.confusion_matrix(DIGITS, each) * costs).sum() / N for each in LABELS.outputs]
    assert own(LABELS, "cost", cost=named).mean(axis=0) == pytest.approx(expected)
    wrong = metrics.confusion_matrix(Y, P > 0.5)
    assert own(BINARY, "cost-5")[:, 0].mean() == pytest.approx((wrong[0, 1] + 5 * wrong[1, 0]) / N)
    assert own(BINARY, "cost", cost=5).tolist() == own(BINARY, "cost-5").tolist()
    assert own(BINARY, "cost", cost={("yes", "no"): 5, ("no", "yes"): 1}).tolist() == own(BINARY, "cost-5").tolist()


def test_scores_are_oriented_and_named() -> None:
    log, right = BINARY.scores("log"), BINARY.scores("zero-one")
    assert (log.metric, log.measured, log.higher_is_better, log.binary) == ("log loss", "log loss", False, False)
    assert (right.metric, right.measured, right.higher_is_better, right.binary) == ("accuracy", "accuracy", True, True)
    assert bt.question(right).procedure == "bayes_mcnemar"
    better = [P[j] if Y[j] else 1 - P[j] for j in range(N)], [Q[j] if Y[j] else 1 - Q[j] for j in range(N)]
    assert (bt.pair(log).differences() > 0).tolist() == [one > other for one, other in zip(*better, strict=True)]


def test_every_loss_has_words_of_its_own() -> None:
    for name in LOSSES.names():
        loss = LOSSES.named(name)
        assert loss.meaning
        assert loss.advice.endswith(".")
        assert loss.title


def test_all_that_goes_with_scores_goes_with_losses() -> None:
    """Tasks, clusters, folds, seeds and subgroups are those of the table that the predictions were read from."""
    half = N // 2
    tasks = replace(BINARY, factors={**CASES, "task": factor(["t"] * half + ["u"] * half)})
    assert bt.compare(tasks.scores("log"), per_task=True).tasks[1].n_units == half
    assert bt.compare(tasks.scores("log"), task="u").n_units == half
    clusters = replace(BINARY, factors={**CASES, "cluster": factor([j % 10 for j in range(N)])})
    assert bt.compare(clusters.scores("log")).unit == "clusters"
    folds = replace(BINARY, factors={**CASES, "fold": factor([j % 5 for j in range(N)])})
    found = bt.question(folds.scores("brier"))
    assert (found.kind, found.procedure) == ("Q2", "bayes_correlated_t")
    seeds = replace(
        BINARY, factors={"case": factor([j // 4 for j in range(N)]), "seed": factor([j % 4 for j in range(N)])}
    )
    assert bt.question(seeds.scores("log")).procedure == "bayes_crossed"
    assert bt.rank(CLASSES.scores("log")).higher_is_better is False


def test_each_class_can_be_looked_at_alone() -> None:
    named = replace(BINARY, called={"truth": "diagnosis"})
    for by in ("class", "diagnosis"):
        groups = {part.group.value: part for part in bt.compare(named.scores("log"), by=by).groups}
        for code, name in enumerate(BINARY.classes):
            cases = np.flatnonzero(code == Y)
            expected = own(BINARY, "log")[cases].mean(axis=0)
            assert [model.mean for model in groups[name].models] == pytest.approx(expected)
    assert "class" not in VALUES.scores("squared").extra


def test_held_out_cases_are_not_compared() -> None:
    held = replace(BINARY, held_out=np.arange(N) < 30)
    scores = held.scores("log")
    assert len(scores) == 2 * (N - 30)
    assert "30 cases of 80 are held out and not compared." in scores.notes


def test_a_function_is_given_truth_and_output_as_they_are_held() -> None:
    def miss(truth: Any, output: Any) -> Any:
        assert (truth.shape, output.shape) == ((N,), (N,))
        return np.abs(truth - output) ** 1.5

    scores = BINARY.scores(miss)
    assert (scores.metric, scores.higher_is_better) == ("miss", False)
    np.testing.assert_allclose(own(BINARY, miss)[:, 1], np.abs(Y - Q) ** 1.5)
    assert BINARY.scores(lambda truth, output: truth == (output > 0.5), higher_is_better=True).binary
    assert CLASSES.scores(lambda truth, output: output[np.arange(N), truth], higher_is_better=True).metric == "own loss"


def test_a_loss_can_be_registered() -> None:
    log2 = Loss(
        "bits", "log loss in bits", "probabilities", lambda truth, output: -np.log2(output[np.arange(N), truth])
    )
    register(log2)
    try:
        np.testing.assert_allclose(own(BINARY, "bits"), own(BINARY, "log") / np.log(2))
        np.testing.assert_allclose(own(BINARY, log2), own(BINARY, "bits"))
        assert BINARY.scores("bits").measured == "log loss in bits"
    finally:
        del LOSSES.records["bits"]


def test_impossible_truths_are_clipped_and_told() -> None:
    sure = replace(BINARY, outputs=(np.where(np.arange(N) < 3, 1.0 - Y, P), Q))
    scores = sure.scores("log")
    assert own(sure, "log")[:3, 0] == pytest.approx(-np.log(np.finfo(float).eps))
    assert any("probability of 0, or below 2.2e-16, by a on 3 cases." in note for note in scores.notes)
    assert not any("2.2e-16" in note for note in BINARY.scores("log").notes)


def test_most_probable_classes_and_ties_are_told() -> None:
    tied = replace(BINARY, outputs=(np.where(np.arange(N) < 2, 0.5, P), Q))
    assert tied.scores("zero-one").notes[-1] == (
        "Each model is taken to say the class that it finds most probable. Where several are, the first of them (a on "
        "2 cases)."
    )
    assert "threshold may cost less" in tied.scores("cost-5").notes[-1]
    assert (
        LABELS.scores("zero-one").notes[-1].startswith("The scores are computed from truth and outputs, the accuracy")
    )


def test_probabilities_that_are_rounded_are_used_as_given_and_told() -> None:
    rounded = replace(CLASSES, outputs=tuple(np.round(each, 3) for each in SHARES))
    assert "The probabilities of a case sum to 1 only within 0.00" in rounded.scores("log").notes[-1]
    np.testing.assert_allclose(own(rounded, "log")[:, 0], -np.log(np.round(SHARES[0], 3)[np.arange(N), DIGITS]))


def test_weights_that_are_all_the_same_change_nothing() -> None:
    scores = replace(BINARY, weight=np.full(N, 2.0)).scores("log")
    assert bt.pair(scores).scores.tolist() == bt.pair(BINARY.scores("log")).scores.tolist()
    assert "All cases have the same weight, which changes nothing." in scores.notes


def _raises(truth: Any, output: Any) -> Any:
    raise ValueError("no such thing")


WRONG: dict[str, Callable[[], Scores]] = {
    "an unknown loss": lambda: BINARY.scores("logg"),
    "no loss at all": lambda: BINARY.scores(3),  # type: ignore[arg-type]
    "log of labels": lambda: LABELS.scores("log"),
    "log of values": lambda: VALUES.scores("log"),
    "log of scores": lambda: replace(BINARY, kind="score", outputs=(P, Q * 3)).scores("log"),
    "zero-one of values": lambda: VALUES.scores("zero-one"),
    "squared of labels": lambda: LABELS.scores("squared"),
    "squared of texts": lambda: BINARY.scores("squared"),
    "brier of several labels": lambda: replace(SEVERAL, factors=CASES).scores("brier"),
    "zero-one of fractions": lambda: replace(SEVERAL, outputs=(np.full((N, 3), 0.5),) * 2).scores("zero-one"),
    "a ratio of four classes": lambda: LABELS.scores("cost-5"),
    "costs without costs": lambda: BINARY.scores("cost"),
    "costs of something else": lambda: BINARY.scores("log", cost=5),
    "costs of a function": lambda: BINARY.scores(_raises, cost=5),
    "a cost of 0": lambda: BINARY.scores("cost", cost=0),
    "one cost for four classes": lambda: LABELS.scores("cost", cost=2),
    "a cost that is lacking": lambda: BINARY.scores("cost", cost={("yes", "no"): 5}),
    "costs that are lacking": lambda: LABELS.scores("cost", cost={("1", "0"): 5}),
    "a cost of no class": lambda: BINARY.scores("cost", cost={("yes", "maybe"): 5}),
    "a cost of one class": lambda: BINARY.scores("cost", cost={"yes": 5}),  # type: ignore[dict-item]
    "a cost below 0": lambda: BINARY.scores("cost", cost={("yes", "no"): 5, ("no", "yes"): -1}),
    "the other direction": lambda: BINARY.scores("log", higher_is_better=True),
    "the other direction of accuracy": lambda: BINARY.scores("zero-one", higher_is_better=False),
    "weights": lambda: replace(BINARY, weight=1.0 + Y, called={"weight": "w"}).scores("log"),
    "a function that raises": lambda: BINARY.scores(_raises),
    "a function that gives one number": lambda: BINARY.scores(lambda truth, output: 1.0),
    "a function that gives texts": lambda: BINARY.scores(lambda truth, output: np.array(["x"] * N)),
    "a function that gives NaN": lambda: BINARY.scores(lambda truth, output: np.where(Y, np.nan, output)),
    "a function that gives infinity": lambda: BINARY.scores(
        lambda truth, output: np.where(np.arange(N) == 4, np.inf, 0)
    ),
    "a quantile of 1": lambda: VALUES.scores("pinball-1"),
    "a Huber loss without width": lambda: VALUES.scores("huber-0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_refused(case: str, raised: Callable[..., str], snapshot: SnapshotAssertion) -> None:
    assert raised(WRONG[case]) == snapshot
