"""Names of metrics and losses: numbers in them, scikit-learn's, unknown ones, and what is entered from outside."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from betterthan.errors import ArgumentError
from betterthan.numerics.loss_table import LOSSES
from betterthan.numerics.metrics import table
from betterthan.numerics.metrics.table import metric_named, names, register
from betterthan.numerics.name_table import NameTable


@pytest.fixture
def own_table(monkeypatch):
    """The table of metrics, which forgets what is entered."""
    monkeypatch.setattr(table, "METRICS", replace(table.METRICS, records=dict(table.METRICS.records)))


@pytest.mark.parametrize("name", names())
def test_a_metric_has_the_name_that_finds_it(name):
    assert metric_named(name).name == name
    assert metric_named(name).title


@pytest.mark.parametrize("name", LOSSES.names())
def test_a_loss_has_the_name_that_finds_it(name):
    assert LOSSES.named(name).name == name


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("f1.0", "f1"),
        ("f2", "f2"),
        ("f.5-weighted", "f0.5-weighted"),
        ("f0.5-macro", "f0.5-macro"),
        ("multilabel-f2-micro", "multilabel-f2-micro"),
        ("top-12", "top-12"),
        ("partial-auroc-.25", "partial-auroc-0.25"),
        ("ece-15", "ece"),
        ("ndcg-7", "ndcg-7"),
        ("roc_auc", "auroc"),
        ("f1_macro", "f1-macro"),
        ("neg_root_mean_squared_error", "rmse"),
        ("top_k_accuracy", "top-2"),
    ],
)
def test_numbers_and_other_names(given, name):
    assert metric_named(given).name == name


@pytest.mark.parametrize("alias", table.ALIASES)
def test_scikit_learn_has_the_names_that_it_is_said_to_have(alias):
    metrics = pytest.importorskip("sklearn.metrics")
    assert alias in metrics.get_scorer_names() or hasattr(metrics, alias)
    assert metric_named(alias).name in (*names(), "top-2")


@pytest.mark.parametrize("alias", LOSSES.aliases)
def test_scikit_learn_has_the_losses_too(alias):
    metrics = pytest.importorskip("sklearn.metrics")
    assert alias in metrics.get_scorer_names() or hasattr(metrics, alias)


def test_directions():
    worse = {name for name in names() if not getattr(metric_named(name), "higher_is_better", True)}
    assert worse == {"rmse", "mae", "ece", "ece-10", "perplexity"}


OTHER_EXTENTS = {
    "mcc": (-1, 1),
    "kappa": (-1, 1),
    "spearman": (-1, 1),
    "rmse": (0, inf),
    "mae": (0, inf),
    "r2": (-inf, 1),
    "perplexity": (1, inf),
    "partial-auroc-0.1": (0.9 / 1.9, 1),
}


@pytest.mark.parametrize("name", names())
def test_extents(name):
    assert metric_named(name).extent == pytest.approx(OTHER_EXTENTS.get(name, (0, 1)))


def test_metrics_of_two_classes():
    binary = {name for name in names() if getattr(metric_named(name), "classes", None) == 2}
    assert binary == {"auroc", "partial-auroc-0.1", "average-precision", "f1", "f2"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("aurocc", "auroc"),
        ("f1-makro", "f1-macro"),
        ("top-0", "at least one class"),
        ("partial-auroc-0", "above 0 and at most 1"),
        ("partial-auroc-1.5", "above 0 and at most 1"),
        ("ece-0", "at least one bin"),
        ("ndcg-0", "at least one place"),
        ("f", "There is no metric"),
        ("top-2.5", "There is no metric"),
        ("multilabel-f1", "multilabel-f1-m"),
    ],
)
def test_names_that_make_no_sense(name, message):
    with pytest.raises(ArgumentError, match=message):
        metric_named(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [("cost-0", "more than nothing"), ("huber-0", "above 0"), ("pinball-1", "between 0 and 1"), ("logg", "log")],
)
def test_losses_that_make_no_sense(name, message):
    with pytest.raises(ArgumentError, match=message):
        LOSSES.named(name)


@pytest.mark.usefixtures("own_table")
def test_a_metric_from_outside():
    ours = replace(metric_named("accuracy"), name="mine", title="my metric")
    register(ours)
    register(ours)
    assert metric_named("mine") is ours
    assert "mine" in names()
    for taken in ("accuracy", "f3-macro", "roc_auc"):
        with pytest.raises(ArgumentError, match=f"There is a metric `{taken}` already"):
            register(replace(ours, name=taken))


def test_a_table_without_families_or_aliases():
    accuracy = metric_named("accuracy")
    assert NameTable("metric", {"accuracy": accuracy}, ()).named("accuracy") is accuracy


def test_multilabel_metrics_say_so():
    assert metric_named("multilabel-f1-macro").takes == "multilabel"
    assert metric_named("f1-macro").takes == "labels"


def test_the_extent_of_a_partial_area_is_reached_by_the_worst_scores():
    metric = metric_named("partial-auroc-0.2")
    truth, worst = np.array([1, 1, 0, 0]), np.array([0.0, 0.1, 0.8, 0.9])
    found = metric.over(truth, worst)(np.ones((1, 4)))
    assert found[0] == pytest.approx(metric.extent[0])
