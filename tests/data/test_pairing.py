"""Units matched, clusters averaged, tasks summed up: against hand computation and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import betterthan as bt
from betterthan.data.matching import choose_models
from betterthan.data.moments import moments
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.reading.tables import read
from betterthan.data.summing import summarize
from betterthan.errors import ArgumentError, PairingError

RNG = np.random.default_rng(0)
SIZES = [1, 3, 5, 2, 8, 4, 4, 1, 9, 3]
CLUSTER = np.repeat([f"c{i}" for i in range(len(SIZES))], SIZES)
FIRST = np.repeat(RNG.normal(0.1, 0.5, len(SIZES)), SIZES) + RNG.normal(0, 0.3, len(CLUSTER))
SECOND = RNG.normal(0, 0.1, len(CLUSTER))
DIFFERENCE = FIRST - SECOND


def anova_icc(values, groups) -> float:
    """One-way random effects with unequal sizes, written out cluster by cluster."""
    parts = [values[groups == name] for name in dict.fromkeys(groups)]
    n, k = len(values), len(parts)
    between = sum(len(part) * (part.mean() - values.mean()) ** 2 for part in parts) / (k - 1)
    within = sum(((part - part.mean()) ** 2).sum() for part in parts) / (n - k)
    n0 = (n - sum(len(part) ** 2 for part in parts) / n) / (k - 1)
    return max(0.0, (between - within) / (between + (n0 - 1) * within))


def test_each_cluster_becomes_one_unit_with_its_mean_scores():
    table = pair_arrays(FIRST, SECOND, cluster=CLUSTER)
    means = [part.mean() for part in np.split(DIFFERENCE, np.cumsum(SIZES)[:-1])]
    assert table.design.unit.plural == "clusters"
    assert sorted(table.differences()) == pytest.approx(sorted(means))
    assert any("averaged within 10 clusters" in note for note in table.notes)


def test_the_clustered_standard_error_is_that_of_statsmodels():
    sm = pytest.importorskip("statsmodels.api")
    facts = pair_arrays(FIRST, SECOND, cluster=CLUSTER).clustering()
    codes = np.unique(CLUSTER, return_inverse=True)[1]
    fit = sm.OLS(DIFFERENCE, np.ones(len(DIFFERENCE))).fit(cov_type="cluster", cov_kwds={"groups": codes})
    assert facts.mean == pytest.approx(fit.params[0], rel=1e-12)
    assert facts.standard_error == pytest.approx(fit.bse[0], rel=1e-10)


def test_intraclass_correlation_and_effective_size_by_hand():
    facts = pair_arrays(FIRST, SECOND, cluster=CLUSTER).clustering()
    icc = anova_icc(DIFFERENCE, CLUSTER)
    n = len(CLUSTER)
    assert 0.2 < icc < 0.95
    assert facts.icc == pytest.approx(icc, rel=1e-10)
    assert facts.effective_cases == pytest.approx(n / (1 + (sum(k * k for k in SIZES) / n - 1) * icc), rel=1e-10)
    assert (facts.cases, facts.clusters) == (n, 10)


def test_clusters_that_do_not_matter_have_no_intraclass_correlation():
    alike = pair_arrays([1.0, 0.0, 1.0, 0.0], [0.0] * 4, cluster=["a", "a", "b", "b"]).clustering()
    assert (alike.icc, alike.effective_cases) == (0.0, 4.0)


def test_one_case_per_cluster_leaves_the_intraclass_correlation_unknown():
    facts = pair_arrays([0.1, 0.2, 0.4], [0.0] * 3, cluster=["a", "b", "c"]).clustering()
    assert (facts.icc, facts.effective_cases) == (None, None)
    assert facts.standard_error == pytest.approx(np.std([0.1, 0.2, 0.4], ddof=1) / 3**0.5)


def test_the_same_cluster_name_in_two_tasks_is_two_clusters():
    table = pair_arrays([1.0, 2.0, 3.0, 4.0], [0.0] * 4, cluster=["p", "p", "p", "p"], task=["x", "x", "y", "y"])
    assert sorted(table.differences()) == [1.5, 3.5]
    assert table.tasks == ("x", "y")


def test_files_with_a_cluster_column_give_the_same_table_as_arrays():
    case = [str(i) for i in range(len(CLUSTER))]
    long = {
        "model": ["a"] * len(case) + ["b"] * len(case),
        "case": case * 2,
        "cluster": [*CLUSTER, *CLUSTER],
        "score": [*FIRST, *SECOND],
    }
    from_file, from_arrays = pair(read(long)), pair_arrays(FIRST, SECOND, cluster=CLUSTER)
    assert sorted(from_file.differences()) == pytest.approx(sorted(from_arrays.differences()))
    assert from_file.clustering().icc == pytest.approx(from_arrays.clustering().icc)


def test_a_clustered_table_is_not_summed():
    scores = read({"model": ["a", "b"], "case": [1, 1], "cluster": [1, 1], "score": [0.5, 0.25]})
    with pytest.raises(PairingError, match="must fit in memory"):
        summarize(scores)


@pytest.mark.parametrize(
    ("first", "second", "named", "message"),
    [
        ([1.0, 2.0], [1.0], {}, r"same length; got lengths \[1, 2\]"),
        ([1.0, 2.0], [1.0, 2.0], {"task": ["x"]}, r"same length; got lengths \[1, 2\]"),
        ([[1.0], [2.0]], [1.0, 2.0], {}, r"`first` must be one row of numbers; got shape \(2, 1\)"),
        ([1.0, np.nan], [1.0, 2.0], {}, r"`first` has 1 score that is not a finite number \(index 1: nan\)"),
        ([1.0, 2.0], [np.inf, -np.inf], {}, r"`second` has 2 scores that are not a finite number \(index 0: inf\)"),
    ],
)
def test_arrays_that_do_not_pair_are_refused(first, second, named, message):
    with pytest.raises(PairingError, match=message):
        pair_arrays(first, second, **named)


def test_losses_are_turned_round_and_their_means_turned_back():
    table = pair_arrays([0.25, 0.5], [0.75, 1.5], higher_is_better=False)
    assert list(table.differences()) == [0.5, 1.0]
    assert [score.mean for score in table.model_scores()] == [0.375, 1.125]
    binary = pair_arrays([0, 1, 0], [1, 1, 0], higher_is_better=False)
    assert binary.cells() == (1, 0, 1, 1), "a loss of 1 is a wrong answer"
    assert [score.mean for score in binary.model_scores()] == pytest.approx([1 / 3, 2 / 3])


def test_by_task_has_one_unit_per_task():
    table = pair_arrays([1.0, 0.0, 0.5, 0.7], [0.0, 0.0, 0.1, 0.1], task=["x", "x", "y", "y"])
    tasks = table.by_task()
    assert tasks.design.unit.plural == "tasks"
    assert tasks.scores == pytest.approx(np.array([[0.5, 0.0], [0.6, 0.1]]))
    assert list(tasks.differences()) == pytest.approx([0.5, 0.5])
    assert table.task_means() == pytest.approx(tasks.differences())
    assert pair_arrays([1.0, 0.0], [0.0, 0.0]).by_task().n_units == 2, "nothing to do without tasks"


def test_by_task_of_differences_and_of_sums_agree():
    differences = pair_differences([0.1, 0.3, 0.5], task=["x", "x", "y"])
    assert list(differences.by_task().differences()) == pytest.approx([0.2, 0.5])
    long = {"model": list("aaabbb"), "task": list("xxyxxy"), "case": [1, 2, 1] * 2, "score": [1, 0, 1, 0.5, 0, 0]}
    scores = read(long)
    units, sums = pair(scores).by_task(), summarize(scores).by_task()
    assert units.scores == pytest.approx(sums.scores)
    assert units.tasks == sums.tasks == ("x", "y")


def test_selected_tasks_forget_the_others():
    table = pair_arrays([1.0, 2.0, 3.0], [0.0] * 3, task=["x", "y", "z"]).select_tasks(["z", "x"])
    assert set(table.tasks) == {"x", "z"}
    assert sorted(table.differences()) == [1.0, 3.0]
    with pytest.raises(ArgumentError, match=r"There is no task `zz`. Did you mean `z`\?"):
        table.select_tasks(["zz"])


@pytest.mark.parametrize(
    ("known", "models", "chosen"),
    [(["a", "b"], [], ("a", "b")), (["a", "b"], ["b"], ("b", "a")), (["a", "b", "c"], ["c", "a"], ("c", "a"))],
)
def test_models_may_be_left_out_where_there_is_no_doubt(known, models, chosen):
    assert choose_models(known, models, "t.csv") == chosen


@pytest.mark.parametrize(
    ("known", "models", "error", "message"),
    [
        (["a"], [], PairingError, "one model only"),
        (["a", "b", "c"], [], ArgumentError, "holds 3 models"),
        (["a", "b", "c"], ["b"], ArgumentError, "Compare `b` with which model"),
        (["a", "b"], ["a", "a"], ArgumentError, "compared with itself"),
        (["alpha", "beta"], ["alpa"], ArgumentError, "Did you mean `alpha`"),
    ],
)
def test_models_must_be_named_where_there_is_doubt(known, models, error, message):
    with pytest.raises(error, match=message):
        choose_models(known, models, "t.csv")


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=20), st.integers(-960, 960))
def test_moments_survive_any_power_of_two(values, power):
    values = np.array(values)
    values[np.abs(values) < 1e-9] = 0.0  # not subnormal once scaled
    plain, scaled = moments(values), moments(values * 2.0**power)
    assert scaled.mean == pytest.approx(plain.mean * 2.0**power, rel=1e-12, abs=1e-300)
    assert scaled.sd == pytest.approx(plain.sd * 2.0**power, rel=1e-12, abs=1e-300)


def test_a_spread_of_rounding_noise_is_none():
    assert moments(np.array([0.3 - 0.2, 0.1, 0.1])).sd == 0
    assert moments(np.array([])) == (0.0, 0.0, 0)
    assert list(pair_arrays([0.1 + 0.2], [0.3]).differences()) == [0.0]


def test_what_pairing_saved_is_the_ratio_of_the_variances():
    first = RNG.normal(size=50)
    second = first + RNG.normal(0, 0.2, 50)
    gain = pair_arrays(first, second).pairing()
    assert gain.correlation == pytest.approx(np.corrcoef(first, second)[0, 1])
    assert gain.variance_ratio == pytest.approx((first.var() + second.var()) / (first - second).var())
    assert pair_arrays([1.0, 1.0], [0.0, 1.0]).pairing() is None, "a constant score correlates with nothing"
    assert pair_differences([0.1, 0.2]).pairing() is None


def test_what_pairing_saved_does_not_depend_on_the_scale():
    first = RNG.normal(size=50)
    second = first + RNG.normal(0, 0.2, 50)
    plain, huge = pair_arrays(first, second).pairing(), pair_arrays(first * 1e300, second * 1e300).pairing()
    assert huge == pytest.approx(plain)


def folds_table(labels, **columns):
    n = len(labels)
    rng = np.random.default_rng(0)
    data = {"model": ["a"] * n + ["b"] * n, "fold": list(labels) * 2, "score": rng.random(2 * n)}
    return pair(read({**data, **{name: list(values) * 2 for name, values in columns.items()}}))


@pytest.mark.parametrize(
    ("labels", "columns", "fraction"),
    [
        (range(10), {}, 0.1),
        ([i % 10 for i in range(50)], {"repeat": [i // 10 for i in range(50)]}, 0.1),
        (range(50), {"repeat": [i // 10 for i in range(50)]}, 0.1),  # numbered through, but the repeats tell
        (range(50), {}, None),  # 50 folds, or 5 times 10?
        ([0, 1, 2, 0, 1], {"task": ["x", "x", "x", "y", "y"]}, None),  # tasks with different numbers of folds
        (range(10), {"n_train": [60, 61] * 5, "n_test": [30, 31] * 5}, 30.5 / 91),
        (range(10), {"n_train": [60, 600] * 5, "n_test": [30, 31] * 5}, None),
        (range(10), {"n_train": [48] * 4 + [49] * 6, "n_test": [6] * 4 + [5] * 6}, 0.1),  # 54 cases in ten folds
        (range(10), {"n_train": [9] * 10, "n_test": [1] * 10}, 0.1),  # one case is left out at a time
        (range(10), {"n_train": [9] * 10, "n_test": [0] + [1] * 9}, None),  # nothing is tested on none
        (range(10), {"n_train": [900] * 10, "n_test": [100, 110] * 5}, 105 / 1005),  # within a tenth of their mean
        (range(10), {"n_train": [900] * 10, "n_test": [100, 111] * 5}, None),  # 11 is more than a tenth of 105.5
        (
            [*range(5), *range(5)],  # data sets of different size, split in the same way
            {"task": ["x"] * 5 + ["y"] * 5, "n_train": [40] * 5 + [400] * 5, "n_test": [10] * 5 + [100] * 5},
            0.2,
        ),
        (
            [*range(5), *range(5)],
            {"task": ["x"] * 5 + ["y"] * 5, "n_train": [40] * 5 + [90] * 5, "n_test": [10] * 10},
            None,
        ),
    ],
)
def test_the_test_fraction_is_known_only_where_the_folds_tell_it(labels, columns, fraction):
    assert folds_table(labels, **columns).design.test_fraction == pytest.approx(fraction)


@pytest.mark.parametrize(
    ("tested", "uneven"),
    [([1] * 10, {}), ([0] + [1] * 9, (0.0, 1.0)), ([100, 110] * 5, {}), ([100, 111] * 5, (100.0, 111.0))],
)
def test_sizes_are_uneven_from_more_than_a_tenth_and_where_nothing_is_tested_on(tested, uneven):
    """A tenth of their mean, or one case; leaving one case out at a time is as even as can be."""
    table = folds_table(range(10), n_train=[900] * 10, n_test=tested)
    assert table.design.uneven == ({"n_test": uneven} if uneven else {})
    assert (table.facts.unclear is None) == (not uneven)


@pytest.mark.parametrize(("labels", "called"), [({}, "The pair of arrays"), ({"task": ["x"] * 10}, "Task `x`")])
def test_ten_scores_that_nothing_names_are_asked_about_by_their_task(labels, called):
    with pytest.raises(PairingError, match=f"^{called} has 10 scores per model, between 0 and 1, and nothing names"):
        pair_arrays(np.linspace(0.7, 0.8, 10), np.linspace(0.72, 0.78, 10), **labels)


def test_sizes_that_differ_within_a_task_are_kept_for_the_message():
    sizes = {"task": ["x"] * 5 + ["y"] * 5, "n_train": [40] * 5 + [400] * 5, "n_test": [10] * 5 + [50, 100, 90, 60, 70]}
    design = folds_table([*range(5), *range(5)], **sizes).design
    assert (design.test_fraction, design.uneven) == (None, {"n_test": (50.0, 100.0)})


def test_one_of_several_tasks_has_its_own_number_of_folds():
    table = folds_table([0, 1, 2, 0, 1], task=["x", "x", "x", "y", "y"])
    assert [table.select_tasks([name]).design.test_fraction for name in "xy"] == [pytest.approx(1 / 3), 0.5]
    assert table.select_tasks(["y"]).design.levels == {"task": 1, "fold": 2}


def test_differences_are_taken_as_they_are():
    """First - second, so that larger is better for the first, whatever was measured."""
    table = pair_differences([0.1, 0.2, 0.4])
    assert table.higher_is_better
    assert table.differences().tolist() == [0.1, 0.2, 0.4]


@pytest.mark.parametrize("table", [pair_arrays, bt.unpaired_arrays])
@pytest.mark.parametrize(("models", "counted"), [(("a",), "1 name"), (("a", "b", "c"), "3 names")])
def test_two_arrays_have_two_names(table, models, counted):
    with pytest.raises(ArgumentError, match=f"the scores of two models; got {counted}"):
        table([0.25, 0.5, 0.75, 0.5], [0.5, 0.25, 0.5, 0.5], models=models)
