"""`compare --procedure` with a test of several models: it runs on all of them, with the numbers of other libraries."""

from __future__ import annotations

import json
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt

MODELS = ("lr", "svm", "gbm", "mlp")
AHEAD = np.array([0.0, 0.01, 0.03, 0.012])


def folds() -> np.ndarray:
    """Tasks x folds x models."""
    rng = np.random.default_rng(3)
    level = rng.normal(0.8, 0.05, (12, 1, 1)) + rng.normal(0, 0.01, (12, 10, 1))
    return np.round(level + AHEAD + rng.normal(0, 0.01, (12, 1, 4)) + rng.normal(0, 0.01, (12, 10, 4)), 4)


def answers(cases: int = 300, seed: int = 4) -> np.ndarray:
    """Right or wrong: cases x models."""
    rng = np.random.default_rng(seed)
    return (rng.normal(0, 1, (cases, 1)) + 20 * AHEAD + rng.normal(0, 1, (cases, 4)) > -0.5).astype(int)


FOLDS, ANSWERS = folds(), answers()
MEANS = FOLDS.mean(axis=1)
SEVERAL_TASKS = np.stack([answers(30, seed) for seed in range(6)])


def long(header: str, table: np.ndarray) -> str:
    """One row per score; the last axis is the model."""
    names = [[f"t{j:02d}" for j in range(size)] for size in table.shape[:-1]]
    rows = [
        ",".join([*(axis[j] for axis, j in zip(names, place, strict=False)), MODELS[place[-1]], str(table[place])])
        for place in np.ndindex(*table.shape)
    ]
    return "\n".join([f"{header},model,score", *rows]) + "\n"


FILES = {
    "folds.csv": long("task,fold", FOLDS),
    "tasks.csv": long("task", MEANS),
    "few.csv": long("task", np.round(MEANS[:5], 4)),
    "cases.csv": long("case", ANSWERS),
    "task_cases.csv": long("task,case", SEVERAL_TASKS),
    "one_task.csv": long("fold", FOLDS[0]),
    "two.csv": "task,a,b\n" + "".join(f"t{j},{row[0]},{row[1]}\n" for j, row in enumerate(MEANS)),
}
AVERAGED = "takes one mean score of each model on each of the 12 tasks"


@pytest.fixture
def asked(folder, command):
    """The one T of the JSON."""

    def ask(file: str, procedure: str, *more: object) -> dict:
        ran = command("compare", file, "--procedure", procedure, "--json", *more)
        assert (ran.code, ran.err) == (0, "")
        document = json.loads(ran.out)
        assert (document["comparisons"], document["rankings"]) == ([], [])
        (test,) = document["tests"]
        assert test["procedure"] == procedure
        return test

    return ask


@pytest.fixture
def printed(folder, command):
    """What the terminal shows, in one line."""

    def ask(file: str, procedure: str, *more: object) -> str:
        ran = command("compare", file, "--procedure", procedure, *more)
        assert (ran.code, ran.err) == (0, "")
        return " ".join(ran.out.split())

    return ask


def by_pair(test: dict) -> dict[tuple[str, str], dict]:
    return {(pair["first"], pair["second"]): pair for pair in test["pairs"]}


# What each of them says.


def test_friedman_is_that_of_scipy_on_task_means(asked, printed):
    test = asked("folds.csv", "friedman")
    expected = stats.friedmanchisquare(*MEANS.T)
    assert (test["statistic"], test["p_value"]) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)
    f = 11 * expected.statistic / (12 * 3 - expected.statistic)  # Iman and Davenport (1980)
    assert test["figures"]["F"] == pytest.approx(f, rel=1e-9)
    assert test["figures"]["p-value of F"] == pytest.approx(stats.f.sf(f, 3, 33), rel=1e-9)
    ranks = stats.rankdata(-MEANS, axis=1).mean(axis=0)
    assert {each["name"]: each["estimate"] for each in test["effects"]} == pytest.approx(
        dict(zip(MODELS, ranks, strict=True))
    )
    assert test["models"][0]["name"] == "gbm"
    assert any(AVERAGED in note for note in test["notes"])
    text = printed("folds.csv", "friedman")
    assert "The models are not all alike: the hypothesis that every order of the models is equally probable" in text
    assert "It does not say which differ: nemenyi and pairwise_wilcoxon do." in text
    assert "average rank" in text
    assert AVERAGED in text


def test_nemenyi_has_the_critical_difference_and_all_pairs(asked, printed):
    test = asked("folds.csv", "nemenyi")
    unit = sqrt(4 * 5 / (12 * 12))
    critical = stats.studentized_range.ppf(0.95, 4, np.inf) * unit
    assert test["figures"]["critical difference"] == pytest.approx(critical, rel=1e-6)
    ranks = dict(zip(MODELS, stats.rankdata(-MEANS, axis=1).mean(axis=0), strict=True))
    assert len(test["pairs"]) == 6
    for (first, second), pair in by_pair(test).items():
        assert pair["estimate"] == pytest.approx(ranks[second] - ranks[first])
        expected = stats.studentized_range.sf(abs(ranks[first] - ranks[second]) / unit, 4, np.inf)
        assert pair["p_adjusted"] == pytest.approx(expected, abs=1e-6)
    assert test["adjustment"] is None
    text = printed("folds.csv", "nemenyi")
    assert f"Average ranks {critical:.4g} or more apart differ significantly, as in " in text
    assert "gbm is ahead of " in text


def test_the_critical_difference_grows_with_the_level(asked):
    sure = asked("folds.csv", "nemenyi", "--level", "0.99")["figures"]["critical difference"]
    assert sure == pytest.approx(stats.studentized_range.ppf(0.99, 4, np.inf) * sqrt(20 / 144), rel=1e-6)


def test_anova_is_that_of_statsmodels_on_task_means(asked, printed):
    anova = pytest.importorskip("statsmodels.stats.anova")
    pandas = pytest.importorskip("pandas")
    test = asked("folds.csv", "anova")
    frame = pandas.DataFrame(
        [(i, model, MEANS[i, j]) for i in range(12) for j, model in enumerate(MODELS)], columns=["task", "model", "y"]
    )
    table = anova.AnovaRM(frame, "y", "task", within=["model"]).fit().anova_table
    assert test["statistic"] == pytest.approx(float(table["F Value"].iloc[0]), rel=1e-8)
    assert test["p_value"] == pytest.approx(float(table["Pr > F"].iloc[0]), rel=1e-6)
    covariance = np.cov(MEANS.T)
    centred = covariance - covariance.mean(0) - covariance.mean(1)[:, None] + covariance.mean()
    epsilon = np.trace(centred) ** 2 / (3 * (centred**2).sum())  # Greenhouse and Geisser (1959)
    assert test["figures"]["Greenhouse–Geisser epsilon"] == pytest.approx(epsilon, rel=1e-9)
    for name in ("models: F", "residual: standard deviation", "units: standard deviation", "Huynh–Feldt p-value"):
        assert name in test["figures"]
    for (first, second), pair in by_pair(test).items():
        expected = stats.ttest_rel(MEANS[:, MODELS.index(first)], MEANS[:, MODELS.index(second)])
        assert (pair["statistic"], pair["p_value"]) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-8)
    text = printed("folds.csv", "anova")
    assert "F(3, 33) = " in text
    assert "Greenhouse–Geisser epsilon" in text
    assert "Where the scores vary source df RMS F p-value sd " in text
    assert AVERAGED in text


def test_several_cases_of_every_task_are_not_averaged_by_anova(asked, printed):
    test = asked("task_cases.csv", "anova")
    means = SEVERAL_TASKS.mean(axis=1)
    effects = means.mean(axis=0) - means.mean()
    residual = means - means.mean(axis=1, keepdims=True) - effects
    f = (6 * (effects**2).sum() / 3) / ((residual**2).sum() / 15)
    assert test["statistic"] == pytest.approx(f, rel=1e-9)
    assert "models x tasks: F" in test["figures"]
    assert printed("task_cases.csv", "anova").startswith("4 models on 180 cases of 6 tasks ")


def test_cochran_q_is_that_of_statsmodels(asked, printed):
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    test = asked("cases.csv", "cochran_q")
    expected = tables.cochrans_q(ANSWERS)
    assert (test["statistic"], test["p_value"]) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)
    for (first, second), pair in by_pair(test).items():
        one, other = ANSWERS[:, MODELS.index(first)], ANSWERS[:, MODELS.index(second)]
        cells = np.array([[np.sum((one == a) & (other == b)) for b in (0, 1)] for a in (0, 1)])
        assert pair["p_value"] == pytest.approx(
            tables.mcnemar(cells, exact=cells[0, 1] + cells[1, 0] < 25).pvalue, rel=1e-9
        )
    assert test["adjustment"] == "holm"
    assert "Q(3) = " in printed("cases.csv", "cochran_q")


def test_pairwise_wilcoxon_is_that_of_scipy_adjusted(asked):
    test = asked("tasks.csv", "pairwise_wilcoxon", "--adjust", "bonferroni")
    columns = dict(zip(MODELS, MEANS.T, strict=True))
    for (first, second), pair in by_pair(test).items():
        expected = stats.wilcoxon(columns[first], columns[second], method="exact").pvalue
        assert pair["p_value"] == pytest.approx(expected, rel=1e-9)
        assert pair["p_adjusted"] == pytest.approx(min(1.0, 6 * expected), rel=1e-9)
    assert test["adjustment"] == "bonferroni"


def test_the_confidence_set_is_told_and_no_p_value_is_zero(asked, printed):
    test = asked("cases.csv", "model_confidence_set", "--draws", "199")
    outside = [each["name"] for each in test["effects"] if each["p_value"] <= 0.05]
    assert outside == ["lr"]
    assert test["confidence_set"] == ["gbm", "mlp", "svm"]
    assert test["p_value"] == min(each["p_value"] for each in test["effects"]) == 1 / 200
    text = printed("cases.csv", "model_confidence_set", "--draws", "199")
    assert "With 95% confidence the best model is one of gbm, mlp and svm; lr is not (T_R = " in text
    assert "95% confidence set gbm, mlp and svm" in text
    assert "in the set" in text
    assert test["pairs"] == []


def test_few_units_are_said_to_be_few(asked):
    (note,) = [note for note in asked("folds.csv", "model_confidence_set")["notes"] if "bootstrap" in note]
    assert note.startswith("On few units (12) bootstrap standard errors are too small")


def test_bayes_anova_takes_task_means(folder, command):
    ran = command("compare", "folds.csv", "--procedure", "bayes_anova", "--rope", "0.005", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    (ranking,) = document["rankings"]
    assert ranking["models"][0]["name"] == "gbm"
    assert any(
        "`bayes_anova` takes one mean score of each model on each of the 12 tasks" in n for n in ranking["notes"]
    )
    assert len(document["comparisons"]) == 6
    for found in document["comparisons"]:
        one, other = (MEANS[:, MODELS.index(found[which])] for which in ("first", "second"))
        assert found["estimate"] == pytest.approx((one - other).mean(), abs=1e-9)
        assert found["procedure"] == "bayes_anova"
        assert sum(found["probabilities"].values()) == pytest.approx(1)


# What is asked besides.


def test_a_classical_test_says_that_it_takes_no_rope(asked, printed):
    test = asked("folds.csv", "friedman", "--rope", "0.01", "--threshold", "0.9")
    assert test["p_value"] == asked("folds.csv", "friedman")["p_value"]
    text = printed("folds.csv", "friedman", "--rope", "0.01", "--threshold", "0.9")
    assert "`--rope` and `--threshold` made no difference: `friedman` is a classical test" in text


def test_which_pairs_are_told(asked, printed):
    test, whole = asked("folds.csv", "anova", "--pairs", "svm"), asked("folds.csv", "anova")
    assert test["which"] == "svm"
    assert set(by_pair(test)) == {pair for pair in by_pair(whole) if "svm" in pair}
    assert all(by_pair(whole)[names] == pair for names, pair in by_pair(test).items())
    assert "The p-values of the 6 pairs, of which those with `svm` are told, are adjusted" in printed(
        "folds.csv", "anova", "--pairs", "svm"
    )
    assert {name for pair in by_pair(asked("folds.csv", "anova", "--pairs", "best")) for name in pair} == set(MODELS)


def test_each_task_by_itself(asked, printed):
    test = asked("task_cases.csv", "friedman", "--per-task")
    assert [part["task"] for part in test["tasks"]] == [f"t{j:02d}" for j in range(6)]
    for part, scores in zip(test["tasks"], SEVERAL_TASKS, strict=True):
        assert part["statistic"] == pytest.approx(stats.friedmanchisquare(*scores.T).statistic, rel=1e-9)
    assert "Tasks task n χ² p rejected" in printed("task_cases.csv", "friedman", "--per-task")


def test_tasks_that_are_left_out_share_their_reason(asked):
    notes = asked("folds.csv", "friedman", "--per-task")["notes"]
    (left_out,) = [note for note in notes if "left out" in note]
    assert left_out.startswith("12 tasks (`t00`, `t01`, ")
    assert "share training data" in left_out


def test_few_tasks_cannot_show_anything(asked):
    notes = asked("few.csv", "pairwise_wilcoxon")["notes"]
    assert any("whatever the scores, none can stand out" in note for note in notes)
    assert any("χ² law is a poor approximation" in note for note in asked("few.csv", "friedman")["notes"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("one_task.csv", "friedman"), "`friedman` needs independent units; those of this table are folds"),
        (("one_task.csv", "anova"), "`anova` needs independent units; those of this table are folds"),
        (("task_cases.csv", "cochran_q"), "`cochran_q` needs one task; this table has 6. Choose one of them, or use"),
        (("tasks.csv", "cochran_q"), "`cochran_q` needs 0/1 scores; this table has real-valued ones."),
        (("two.csv", "nemenyi"), "`nemenyi` needs at least 3 models; this table has 2 (`a`, `b`). For two models use"),
        (
            ("tasks.csv", "friedman", "--pairs", "svm"),
            "`friedman` tests all models at once and no pairs",
        ),
        (
            ("tasks.csv", "nemenyi", "--adjust", "bonferroni"),
            "`nemenyi` has no p-values of pairs to adjust",
        ),
        (("tasks.csv", "anova", "--pairs", "sv"), "There is no reference model `sv`. Did you mean `svm`?"),
        (("tasks.csv", "friedman", "--by", "task"), "Subgroups (`by`) are for one pair"),
        (("tasks.csv", "friedman", "--option", "residual=auto"), "`friedman` has no option `residual`."),
    ],
)
def test_what_cannot_be_done_is_refused(folder, command, arguments, told):
    file, procedure, *more = arguments
    ran = command("compare", file, "--procedure", procedure, *more)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"betterthan: {told}")
    assert ran.err.count("\n") == 1


def test_two_named_models_are_one_pair(folder, command):
    ran = command("compare", "folds.csv", "--procedure", "friedman", "--first", "gbm", "--second", "lr", "--json")
    (found,) = json.loads(ran.out)["comparisons"]
    assert (found["first"], found["second"], found["procedure"]) == ("gbm", "lr", "friedman")


@pytest.mark.parametrize("procedure", ["friedman", "nemenyi", "anova", "model_confidence_set", "pairwise_wilcoxon"])
def test_every_form_is_written(folder, command, procedure):
    outputs = [part for suffix in ("html", "md", "tex", "txt", "csv", "svg") for part in ("-o", f"out.{suffix}")]
    ran = command("compare", "folds.csv", "--procedure", procedure, *outputs)
    assert ran.code == 0
    page = (folder / "out.html").read_text()
    assert "<svg" in page
    assert "Test of all models" in page
    assert (folder / "out.csv").read_text().startswith("about,task,procedure,first,second,n,mean,estimate,low,high,")
    assert "average rank" in page or "the mean of" in page


def test_a_rejection_that_hangs_on_equal_spread_is_none(tmp_path, command):
    """Most of the spread is in one model: F rejects, Greenhouse and Geisser's correction does not."""
    rng = np.random.default_rng(23)
    scores = rng.normal(0, 1, (9, 1)) + rng.normal(0, [0.1, 0.1, 0.1, 2.0], (9, 4)) + [0, 0, 0, 1.3]
    (tmp_path / "uneven.csv").write_text(long("task", np.round(scores, 6)))
    ran = command("compare", tmp_path / "uneven.csv", "--procedure", "anova", "--json")
    (test,) = json.loads(ran.out)["tests"]
    assert test["p_value"] < 0.05 < test["figures"]["Greenhouse–Geisser p-value"]
    assert test["rejected"] is False
    text = " ".join(command("compare", tmp_path / "uneven.csv", "--procedure", "anova").out.split())
    assert "These scores do not show that the models differ: the hypothesis that all models have the same mean" in text
    assert "only if the differences of all pairs vary equally" in text


def test_bayes_anova_claims_no_pooling_and_says_that_it_averaged(folder, command):
    text = " ".join(command("compare", "folds.csv", "--procedure", "bayes_anova").out.split())
    assert "`bayes_anova` takes one mean score of each model on each of the 12 tasks" in text
    assert "partial pooling" not in text
    assert "allow for it by partial pooling" in " ".join(command("compare", "folds.csv").out.split())


def test_very_many_pairs_are_in_the_json_only(tmp_path, command):
    rng = np.random.default_rng(5)
    scores = rng.normal(0.7, 0.05, (12, 1)) + 0.002 * np.arange(20) + rng.normal(0, 0.01, (12, 20))
    names = ",".join(f"model{j:02d}" for j in range(20))
    rows = [f"t{j},{','.join(f'{each:.6f}' for each in row)}" for j, row in enumerate(scores)]
    (tmp_path / "many.csv").write_text("\n".join([f"task,{names}", *rows]) + "\n")
    asked = ("compare", tmp_path / "many.csv", "--procedure", "nemenyi")
    text = command(*asked).out
    assert "Pairs, the clearest 100 of 190" in text
    assert text.count(" – model") == 20
    assert command(*asked, "--all").out.count(" – model") == 100
    (test,) = json.loads(command(*asked, "--json").out)["tests"]
    assert len(test["pairs"]) == 190


@pytest.mark.parametrize(("adjust", "said"), [("none", True), ("holm", False)])
def test_only_tests_that_are_not_adjusted_reject_by_chance(adjust, said):
    table = {"task": range(12), **dict(zip(MODELS, MEANS.T, strict=True))}
    notes = " ".join(bt.compare(table, procedure="pairwise_wilcoxon", adjust=adjust).notes)
    assert ("6 tests (one for each pair) stand here without adjustment" in notes) == said
    assert (f"1 − 0.95^6 = {1 - 0.95**6:.2f}" in notes) == said


@pytest.mark.parametrize(
    ("procedure", "larger", "said"), [("anova", 1000, True), ("anova", 1, False), ("friedman", 1000, False)]
)
def test_a_test_that_goes_by_size_says_that_the_largest_scores_decide(procedure, larger, said):
    scores = MEANS * np.where(np.arange(12) < 2, larger, 1)[:, None]
    notes = bt.compare({"task": range(12), **dict(zip(MODELS, scores.T, strict=True))}, procedure=procedure).notes
    assert any("the tasks with the largest scores decide" in note for note in notes) == said
