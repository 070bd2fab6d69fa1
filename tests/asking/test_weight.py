"""`weight="cases"`: the mean over cases in every answer, named as such, with the mean over clusters beside it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.errors import ArgumentError, NeedsNotMet

SIZES = np.array([1, 12, 3, 4, 2, 6, 5, 8, 2, 7, 3, 1])
CLUSTER = np.repeat(np.arange(len(SIZES)), SIZES)
N, C = len(CLUSTER), len(SIZES)


def drawn(seed: int, *, binary: bool = False, models: int = 2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    shared = rng.normal(0, 0.1, (models, C))[:, CLUSTER]
    scores = 0.6 + 0.05 * np.arange(models)[::-1, None] + shared + rng.normal(0, 0.1, (models, N))
    return (scores > 0.6).astype(float) if binary else scores


def long(scores: np.ndarray, **extra) -> dict:
    models = ["new", "old", "third"][: len(scores)]
    labels = {"case": np.arange(N), "document": CLUSTER, **extra}
    tiled = {name: np.tile(values, len(models)) for name, values in labels.items()}
    return {"model": np.repeat(models, N), **tiled, "score": scores.ravel()}


def read(scores: np.ndarray, **options) -> bt.Scores:
    return bt.read(long(scores), cluster="document", **options)


def clustered(values: np.ndarray) -> tuple[float, float]:
    totals = np.bincount(CLUSTER, values - values.mean())
    return values.mean(), float(np.sqrt(C / (C - 1) * (totals**2).sum())) / N


REAL, RIGHT, THREE = drawn(1), drawn(2, binary=True), drawn(3, models=3)
MEANS = np.bincount(CLUSTER, REAL[0] - REAL[1]) / SIZES


@pytest.mark.parametrize("scores", [REAL, RIGHT], ids=["real", "0/1"])
def test_the_three_probabilities_are_those_of_a_student_law(scores):
    found = bt.compare(read(scores), weight="cases", rope=0.03)
    mean, error = clustered(scores[0] - scores[1])
    law = stats.t(C - 1, mean, error)
    assert found.procedure == "bayes_clustered_t"
    assert tuple(found.probabilities) == pytest.approx(
        (law.sf(0.03), law.cdf(0.03) - law.cdf(-0.03), law.cdf(-0.03)), abs=1e-12
    )
    assert found.classical.procedure == "clustered_t"
    assert found.p_value == pytest.approx(2 * law.sf(2 * mean) if mean > 0 else 2 * law.cdf(2 * mean), rel=1e-9)
    assert found.result.parameter.null == 0.0
    assert found.rope.scale == "score"


def test_scores_of_0_and_1_are_about_accuracy_and_not_about_disagreements():
    found = bt.compare(read(RIGHT), weight="cases")
    assert found.at_one_point is None
    assert found.cells.n10 - found.cells.n01 == round(N * found.estimate)
    assert "disagree" not in found.to_markdown().partition("## Models")[0]
    losses = bt.compare(bt.read(long(1 - RIGHT), cluster="document", higher_is_better=False), weight="cases")
    assert losses.estimate == pytest.approx(found.estimate)
    assert losses.clustering.mean_over_clusters == pytest.approx(found.clustering.mean_over_clusters)


@pytest.mark.parametrize("form", ["to_text", "to_markdown", "to_latex", "_repr_html_"])
@pytest.mark.parametrize("weight", ["clusters", "cases"])
def test_every_form_names_the_mean_and_tells_the_other(form, weight):
    found = bt.compare(read(REAL), weight=weight)
    over_cases, error = clustered(REAL[0] - REAL[1])
    over_clusters, own_error = MEANS.mean(), MEANS.std(ddof=1) / np.sqrt(C)
    told = " ".join(getattr(found, form)().split())
    if weight == "cases":
        assert "the mean over cases, in which every case counts alike; the mean over clusters is" in told
        assert f"the mean over clusters is {over_clusters:.3f} (standard error {own_error:.3f})" in told
    else:
        assert "the mean over clusters, in which every cluster counts alike; the mean over cases is" in told
        assert f"the mean over cases is {over_cases:.3f} (clustered standard error {error:.3f})" in told


@pytest.mark.parametrize(("weight", "mean"), [("clusters", MEANS.mean()), ("cases", (REAL[0] - REAL[1]).mean())])
def test_the_document_names_the_mean_and_tells_both(weight, mean):
    found = bt.compare(read(REAL), weight=weight).document()["comparisons"][0]
    assert found["clustering"]["estimand"] == f"mean over {weight}"
    assert found["estimate"] == pytest.approx(mean)
    assert found["clustering"]["mean"] == pytest.approx((REAL[0] - REAL[1]).mean())
    assert found["clustering"]["mean_over_clusters"] == pytest.approx(MEANS.mean())
    assert found["clustering"]["standard_error_over_clusters"] == pytest.approx(MEANS.std(ddof=1) / np.sqrt(C))


def test_each_model_has_an_interval_that_allows_for_clusters():
    for scores, ends in ((REAL, (-np.inf, np.inf)), (RIGHT, (0.0, 1.0))):
        for model, values in zip(bt.compare(read(scores), weight="cases").models, scores, strict=True):
            mean, error = clustered(values)
            reach = stats.t(C - 1).ppf(0.975) * error
            low, high = np.clip([mean - reach, mean + reach], *ends)
            assert (model.mean, model.interval.low, model.interval.high) == pytest.approx((mean, low, high), rel=1e-9)


def test_the_relative_difference_allows_for_clusters():
    """The logarithm of a ratio of errors, whose standard error is that of x/x̄ - y/ȳ (delta method)."""
    found = bt.compare(read(RIGHT), weight="cases").relative
    first, second = 1 - RIGHT
    ratio = first.mean() / second.mean()
    error = clustered(first / first.mean() - second / second.mean())[1]
    reach = stats.t(C - 1).ppf(0.975) * error
    assert found.reduction == pytest.approx(1 - ratio)
    ends = (1 - ratio * np.exp(reach), 1 - ratio * np.exp(-reach))
    assert (found.interval.low, found.interval.high) == pytest.approx(ends, rel=1e-9)


def test_single_models_have_the_mean_over_cases():
    found = bt.estimate(read(REAL, weight="cases"), "new")
    mean, error = clustered(REAL[0])
    law = stats.t(C - 1, mean, error)
    assert (found.mean, found.interval.low, found.interval.high) == pytest.approx(
        (mean, law.ppf(0.025), law.ppf(0.975))
    )
    assert found.clustering.estimand == "mean over cases"
    assert "12 clusters, t with 11 degrees of freedom" in found.method
    assert "over 54 cases in 12 clusters" in found.to_markdown()
    assert bt.check(found.document(), read(REAL)).agrees
    one = bt.estimate(bt.read({**long(REAL), "one": np.zeros(2 * N)}, cluster="one", weight="cases"), "new")
    assert one.interval is None
    assert "one cluster has no spread" in one.to_markdown()


def test_documents_are_made_again_with_their_weight():
    scores = read(REAL)
    found = bt.compare(scores, weight="cases")
    assert found.given.weight == "cases"
    assert bt.compare(scores).given.weight is None
    answers = [found, bt.compare(read(THREE), weight="cases"), bt.sensitivity(found), bt.scaling(found)]
    for answer, data in zip(answers, (scores, read(THREE), scores, scores), strict=True):
        assert bt.check(json.loads(json.dumps(answer.document())), data).agrees
    assert bt.Comparison.from_dict(found.document()) == found
    assert not bt.check(bt.compare(scores).document() | {"comparisons": [found.to_dict()]}, read(RIGHT)).agrees


def test_more_clusters_decide_and_not_more_cases():
    found = bt.compare(read(REAL), weight="cases", rope=0.05)
    assert found.decision.verdict == "undecided"
    needed = found.outlook.needed[0]
    assert (needed.unit, needed.now) == ("clusters", C)
    mean, error = clustered(REAL[0] - REAL[1])
    probabilities = [
        stats.t(clusters - 1, mean, error * np.sqrt((C - 1) / (clusters - 1))).sf(0.05)
        for clusters in (needed.needed - 1, needed.needed)
    ]
    assert probabilities[0] < 0.95 <= probabilities[1]
    grown = bt.scaling(found, factors=[1, 3])
    assert (grown.grows, grown.n, grown.units) == ("clusters", C, (C, 3 * C))
    assert f"{needed.more} more clusters would decide it" in found.to_markdown()


def test_several_models_are_judged_pair_by_pair_at_a_higher_threshold():
    found = bt.compare(read(THREE), weight="cases")
    assert found.ranked is None
    assert {pair.procedure for pair in found.comparisons} == {"bayes_clustered_t"}
    assert found.comparisons[0].decision.threshold == pytest.approx(1 - 0.05 / 3)
    line = next(line for line in found.to_markdown().splitlines() if "The estimates are means over cases" in line)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        over_clusters = (np.bincount(CLUSTER, THREE[one] - THREE[other]) / SIZES).mean()
        assert f"{abs(over_clusters):.4f} ({['new', 'old'][one]} – {['new', 'old', 'third'][other]})" in line
    with pytest.raises(NeedsNotMet, match=r'Take two models at a time\. Use `bayes_clustered_t`.*weight="clusters"'):
        bt.rank(read(THREE), weight="cases")
    with pytest.raises(NeedsNotMet, match='Take one mean of each cluster: `weight="clusters"`'):
        bt.model_means(read(THREE, weight="cases"))
    assert bt.score_table(read(THREE, weight="cases")).means[0] == pytest.approx(THREE.mean(axis=1))


def test_several_models_with_0_and_1_share_one_percentage_point():
    found = bt.compare(read(drawn(4, binary=True, models=3)), weight="cases")
    assert {(pair.rope.low, pair.rope.high) for pair in found.comparisons} == {(-0.01, 0.01)}


def in_tasks(tasks: int, models: int = 2) -> tuple[dict, np.ndarray]:
    scores = np.stack([drawn(10 + task, models=models) for task in range(tasks)])
    parts = [long(each, task=np.full(N, f"t{task}")) for task, each in enumerate(scores)]
    table = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return {**table, "case": [f"{a} {b}" for a, b in zip(table["task"], table["case"], strict=True)]}, scores


@pytest.mark.parametrize(("tasks", "procedure"), [(2, "bayes_t"), (5, "bayes_t"), (6, "bayes_signed_rank")])
def test_over_tasks_each_task_has_its_mean_over_cases(tasks, procedure):
    table, scores = in_tasks(tasks)
    data = bt.read(table, cluster="document")
    found = bt.compare(data, weight="cases", per_task=True)
    means = (scores[:, 0] - scores[:, 1]).mean(axis=1)
    assert found.procedure == procedure
    assert "the cases of a cluster are alike, so its scores are not independent" in found.question.reason
    assert found.table.task_means() == pytest.approx(means)
    assert found.clustering.mean == pytest.approx(means.mean())
    if procedure == "bayes_t":
        assert found.estimate == pytest.approx(means.mean())
    for task, mean in zip(found.tasks, means, strict=True):
        assert task.procedure == "bayes_clustered_t"
        assert task.estimate == task.clustering.mean == pytest.approx(mean)
    assert bt.check(found.document(), data).agrees
    assert "the mean over cases of each task" in found.to_markdown()


def test_models_are_ranked_over_tasks_by_their_means_over_cases():
    table, scores = in_tasks(6, models=3)
    data = bt.read(table, cluster="document")
    found = bt.rank(data, weight="cases")
    means = dict(zip(("new", "old", "third"), scores.mean(axis=(0, 2)), strict=True))
    assert {model.name: model.mean for model in found.models} == pytest.approx(means)
    assert found.given.weight == "cases"
    assert bt.check(found.document(), data).agrees


def test_subgroups_have_clusters_of_their_own():
    half = np.arange(N) % 2
    found = bt.compare(bt.read(long(REAL, half=half), cluster="document"), weight="cases", by="half")
    for group in found.groups:
        inside = half == int(group.group.value)
        alone = bt.procedures.clustered_t.from_differences((REAL[0] - REAL[1])[inside], clusters=CLUSTER[inside])
        assert (group.estimate, group.p_value) == pytest.approx((alone.estimate, alone.p_value))


def test_models_that_agree_are_as_many_as_their_clusters_weigh():
    """12 clusters weigh as 54²/362 = 8.06 of equal size."""
    same = np.stack([REAL[0], REAL[0]])
    found = bt.compare(read(same), weight="cases", rope=0.1)
    assert found.procedure == "bayes_agreement"
    assert found.result.law.n == 8
    assert found.classical.procedure == "clustered_t"
    assert found.p_value == 1.0
    assert any("12 clusters (which for their sizes count as 8 of equal size)" in note for note in found.notes)
    even = {"model": ["a"] * 6 + ["b"] * 6, "case": [*range(6)] * 2, "cluster": [0, 0, 1, 1, 2, 2] * 2}
    equal = bt.compare({**even, "score": [1, 0, 1, 1, 0, 0] * 2}, weight="cases", rope=0.1)
    assert equal.probabilities.equivalent == pytest.approx(1 - 0.9**4)


def test_taken_as_independent_the_cases_would_say_more():
    found = bt.compare(read(REAL), weight="cases")
    naive = stats.ttest_rel(*REAL).pvalue
    assert f"Taken as independent, these {N} cases would give p = {naive:.2g};" in " ".join(found.notes)


def test_who_does_not_take_the_weight_says_where_to_give_it():
    with pytest.raises(
        ArgumentError, match=r"`score_table` has no argument `weight=`: use `bt\.read`, which takes it as"
    ):
        bt.score_table(read(THREE), weight="cases")


def test_the_question_takes_the_weight():
    assert bt.question(read(REAL), weight="cases").procedure == "bayes_clustered_t"
    assert f"{N} cases in {C} clusters of one task" in bt.question(read(REAL), weight="cases").reason
