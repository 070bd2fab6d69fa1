"""Cases in clusters: what counts alike, what is known of the clusters of every pair and task, and what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.clusters import Clustering, clustered_mean, effective_clusters
from betterthan.data.units import CLUSTERED_CASES, CLUSTERS
from betterthan.errors import ArgumentError, PairingError

RNG = np.random.default_rng(11)
TASK = np.repeat(["x", "y", "z"], [9, 14, 7])
CLUSTER = np.array([f"c{number}" for number in RNG.integers(0, 4, len(TASK))])
SCORES = RNG.normal(size=(3, len(TASK)))
"""Of three models; the four clusters have the same names in every task."""


def columns(models: int = 2, **extra) -> dict:
    n = len(TASK)
    case = np.arange(n)
    labels = {"task": TASK, "cluster": CLUSTER, "case": case, **extra}
    return {
        "model": np.repeat(["a", "b", "c"][:models], n),
        **{name: np.tile(each, models) for name, each in labels.items()},
        "score": SCORES[:models].ravel(),
    }


def without(table: dict, *names: str) -> dict:
    return {name: values for name, values in table.items() if name not in names}


def by_hand(difference: np.ndarray) -> tuple[float, float, float, float]:
    """Mean over tasks of the means over cases and over clusters, each with its standard error for these tasks."""
    cases, clusters = [], []
    for task in np.unique(TASK):
        d, c = difference[task == TASK], CLUSTER[task == TASK]
        names = np.unique(c)
        totals = np.array([(d[c == name] - d.mean()).sum() for name in names])
        factor = len(names) / (len(names) - 1)
        cases.append((d.mean(), factor * (totals**2).sum() / len(d) ** 2))
        means = np.array([d[c == name].mean() for name in names])
        clusters.append((means.mean(), means.var(ddof=1) / len(names)))
    (m1, v1), (m2, v2) = (np.array(each).T for each in (cases, clusters))
    q = len(np.unique(TASK))
    return m1.mean(), float(np.sqrt(v1.sum())) / q, m2.mean(), float(np.sqrt(v2.sum())) / q


def figures(found: Clustering) -> tuple[float, float, float, float]:
    return found.mean, found.standard_error, found.mean_over_clusters, found.standard_error_over_clusters


@pytest.mark.parametrize("weight", ["clusters", "cases"])
def test_both_means_are_known_whatever_counts_alike(weight):
    found = bt.pair(bt.read(columns()), weight=weight).clustering()
    assert figures(found) == pytest.approx(by_hand(SCORES[0] - SCORES[1]), rel=1e-12)
    assert found.estimand == f"mean over {weight}"
    assert (found.cases, found.clusters) == (len(TASK), len(set(zip(TASK, CLUSTER, strict=True))))


@pytest.mark.parametrize("weight", ["clusters", "cases"])
def test_every_pair_and_every_task_has_clusters_of_its_own(weight):
    """Of three models, those of the first pair were told of all pairs, and those of all tasks of each."""
    table = bt.pair(bt.read(columns(3)), "a", "b", "c", weight=weight)
    pair = table.two("c", "b")
    assert figures(pair.clustering()) == pytest.approx(by_hand(SCORES[2] - SCORES[1]), rel=1e-12)
    for task in ("x", "z"):
        inside = task == TASK
        alone = bt.pair_arrays(
            SCORES[2, inside], SCORES[1, inside], cluster=CLUSTER[inside], weight=weight
        ).clustering()
        assert figures(pair.select_tasks([task]).clustering()) == pytest.approx(figures(alone), rel=1e-12)
        assert pair.select_tasks([task]).clustering().icc == pytest.approx(alone.icc)
    assert table.of("c").clustering().mean == pytest.approx(np.mean([SCORES[2, task == TASK].mean() for task in "xyz"]))


def test_pairs_of_a_comparison_tell_their_own_clusters():
    for weight in ("clusters", "cases"):
        found = bt.compare(without(columns(3), "task"), weight=weight)
        for pair in found.comparisons:
            one, other = ("abc".index(name) for name in (pair.first, pair.second))
            assert pair.clustering.mean == pytest.approx((SCORES[one] - SCORES[other]).mean())


def test_what_counts_alike_is_the_unit():
    scores = bt.read(columns())
    assert bt.pair(scores).design.unit == bt.pair(scores, weight="clusters").design.unit == CLUSTERS
    single = bt.pair(scores, weight="cases")
    assert single.design.unit == CLUSTERED_CASES
    assert sorted(single.differences()) == pytest.approx(sorted(SCORES[0] - SCORES[1]))
    assert single.facts.counted == "30 cases in 12 clusters"
    assert repr(single) == "<PairedTable of a, b: 30 cases in 12 clusters on 3 tasks>"
    assert "estimate is the mean over cases" in single.notes[-1]


def test_the_weight_may_be_given_when_scores_are_read():
    assert bt.pair(bt.read(columns(), weight="cases")) == bt.pair(bt.read(columns()), weight="cases")
    assert bt.pair(bt.read(columns(), weight="cases"), weight="clusters") == bt.pair(bt.read(columns()))


def test_arrays_give_the_same_table_as_a_file():
    one, two = SCORES[:2, TASK == "y"], CLUSTER[TASK == "y"]
    from_arrays = bt.pair_arrays(*one, cluster=two, weight="cases")
    from_file = bt.pair(bt.read(columns()).select_tasks(["y"]), weight="cases")
    assert figures(from_arrays.clustering()) == pytest.approx(figures(from_file.clustering()))


def test_gaps_of_a_model_leave_its_clusters_out():
    table = {name: values[:-7] for name, values in columns(3).items()}  # c has no score on task z
    found = bt.compare(table, weight="cases", first="b", second="c", missing="drop")
    inside = TASK != "z"
    pairs = bt.pair_arrays(
        SCORES[1, inside], SCORES[2, inside], cluster=CLUSTER[inside], task=TASK[inside], weight="cases"
    )
    assert figures(found.clustering) == pytest.approx(figures(pairs.clustering()))
    several = bt.compare(table)
    assert figures(several.pair("b", "c").clustering) == pytest.approx(figures(pairs.clustering()))


def test_tables_with_their_cases_are_values():
    table = bt.pair(bt.read(columns()))
    assert table == bt.pair(bt.read(columns()))
    assert pickle.loads(pickle.dumps(table)) == table
    assert table.by_task().members is None


def test_repeats_of_a_case_are_averaged_on_request():
    twice = {name: np.concatenate([each, each]) for name, each in without(columns(), "task").items()}
    twice["repeat"] = np.repeat([1, 2], len(twice["score"]) // 2)
    with pytest.raises(PairingError, match='`repeats="mean"`'):
        bt.pair(bt.read(twice), weight="cases")
    found = bt.pair(bt.read(twice), weight="cases", repeats="mean")
    assert found.clustering() == bt.pair(bt.read(without(columns(), "task")), weight="cases").clustering()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda: bt.compare(without(columns(), "cluster"), weight="cases"), "no column of clusters: name it with"),
        (lambda: bt.compare(columns(), weight="documents"), "There is no weight `documents`. Known: `clusters`, `case"),
        (lambda: bt.read(columns(), weight="case"), "There is no weight `case`"),
        (lambda: bt.pair_arrays([1, 2, 4.0], [1, 3, 2.0], weight="case"), "There is no weight `case`"),
        (lambda: bt.compare([1, 2, 4.0], [1, 3, 2.0], weight="cases"), "give a label per case with `cluster=`"),
        (lambda: bt.pair_arrays([1, 2, 4.0], [1, 3, 2.0], weight="cases"), "give a label per case with `cluster=`"),
        (lambda: bt.compare(bt.pair(bt.read(columns())), weight="cases"), "settled in a table: here it is clusters"),
        (
            lambda: bt.compare(bt.pair(bt.read(columns()), weight="cases"), weight="clusters"),
            "settled in a table: here it is cases",
        ),
        (lambda: bt.compare(columns(fold=np.arange(30) % 5), weight="cases"), "the units are folds"),
        (lambda: bt.compare(without(columns(), "case", "task"), weight="cases", repeats="mean"), "has one score: name"),
        (lambda: bt.unpaired(bt.read(columns(), weight="cases")), "of two independent samples every cluster counts"),
        (lambda: bt.summarize(bt.read(columns(), weight="cases")), "a summary does not keep clusters apart"),
        (lambda: bt.read({"difference": [0.1, 0.2], "cluster": [1, 2]}, weight="cases"), "read without clusters"),
        (lambda: bt.read({"n00": [9], "n01": [2], "n10": [3], "n11": [4]}, weight="cases"), "read without clusters"),
    ],
)
def test_what_cannot_be_weighed_is_refused(given, message):
    with pytest.raises((ArgumentError, PairingError), match=message):
        given()


def test_seeds_beside_clusters_are_refused():
    both = {name: np.concatenate([each, each]) for name, each in without(columns(), "task").items()}
    both["seed"] = np.repeat([1, 2], len(both["score"]) // 2)
    with pytest.raises(
        PairingError, match="the seeds vary, too: no procedure gives the mean over cases of several see"
    ):
        bt.compare(both, weight="cases")


def test_the_default_may_be_named_even_without_clusters():
    plain = without(columns(), "cluster", "task")
    assert bt.compare(plain, weight="clusters").to_dict()["result"] == bt.compare(plain).to_dict()["result"]


def test_a_table_takes_the_weight_that_it_has():
    single = bt.pair(bt.read(without(columns(), "task")), weight="cases")
    assert bt.compare(single, weight="cases").procedure == "bayes_clustered_t"
    assert bt.compare(single).given.weight == "cases"
    assert bt.compare(bt.pair(bt.read(columns())), weight="clusters").given.weight is None


def test_effective_number_of_clusters():
    """n²/Σ n_c², by hand."""
    assert effective_clusters(np.repeat(np.arange(5), 3)) == pytest.approx(5)
    assert effective_clusters(np.array([0] * 1000 + list(range(1, 301)))) == pytest.approx(1300**2 / (1000**2 + 300))


def test_a_single_cluster_has_no_standard_error():
    assert np.isnan(clustered_mean(np.array([1.0, 2.0]), np.array([0, 0])).standard_error)
    found = bt.pair_arrays([1.0, 2.0], [0.0, 0.5], cluster=["a", "a"]).clustering()
    assert (found.standard_error, found.standard_error_over_clusters) == (None, None)


def test_rounding_does_not_tell_clusters_apart():
    values = np.array([0.9 - 0.8, 0.8 - 0.7, 0.4 - 0.3, 0.1])
    assert clustered_mean(values, np.array([0, 0, 1, 1])).standard_error == 0.0
    assert clustered_mean(values + np.array([0, 0, 1e-9, 0]), np.array([0, 0, 1, 1])).standard_error > 0.0


@pytest.mark.parametrize(("second", "alike"), [([0.0, 2.0, 1.0, 1.0], True), ([0.0, 0.0, 2.0, 2.0], False)])
def test_cases_are_alike_where_the_means_of_their_clusters_are(second, alike):
    """Two clusters of two: both have the mean 1, or 0 and 2, whose standard error is √((2² + 2²)·2)/4 = 1."""
    table = bt.pair_arrays([0.0] * 4, second, cluster=["x", "x", "y", "y"], weight="cases")
    assert table.alike is alike
