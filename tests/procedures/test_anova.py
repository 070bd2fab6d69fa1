from __future__ import annotations

import json
from itertools import combinations
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.judging.checks.paired import checks
from betterthan.judging.checks.residuals import residual_checks
from betterthan.procedures import anova, paired_t, quasi_f
from betterthan.results.kinds import result_from_dict

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "anova.json").read_text())
SMALL = np.array([[1, 3, 4], [2, 2, 3], [2, 5, 6], [3, 4, 4], [3, 5, 6]])


def unit_table(b: int, a: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, (b, 1)) + rng.normal(np.linspace(0, 0.5, a), 0.7, (b, a))


def replicates(seed: int = 5) -> np.ndarray:
    """6 tasks x 4 units x 3 models; every variance is estimated above 0."""
    rng, (b, n, a) = np.random.default_rng(seed), (6, 4, 3)
    of_tasks, of_units = rng.normal(0, 1, (b, 1, 1)), rng.normal(0, 0.8, (b, n, 1))
    return of_tasks + of_units + rng.normal(0, 0.7, (b, 1, a)) + rng.normal(0, 0.4, (b, n, a))


def crossing(a: int = 3, seed: int = 5) -> np.ndarray:
    """5 training sets x 6 cases; with 3 models every variance is estimated above 0."""
    rng, (j, k) = np.random.default_rng(seed), (5, 6)
    shared = rng.normal(0, 1.5, (j, 1, 1)) + rng.normal(0, 1.5, (1, k, 1)) + rng.normal(0, 0.8, (j, k, 1))
    return shared + rng.normal(0, 0.7, (j, 1, a)) + rng.normal(0, 0.7, (1, k, a)) + rng.normal(0, 0.3, (j, k, a))


def crossed_table(scores: np.ndarray, order: np.ndarray | None = None) -> PairedTable:
    j, k, a = scores.shape
    rows, columns = np.divmod(np.arange(j * k) if order is None else order, k)
    return PairedTable(
        tuple("abcdefgh"[:a]),
        scores[rows, columns],
        design=Design(unit_called("training sets x cases"), {"train_set": j, "case": k}),
        factors={"train_set": factor(rows), "case": factor(columns)},
    )


def task_table(scores: np.ndarray, sizes: list[int] | None = None) -> PairedTable:
    """Units of several tasks; `sizes` keeps only so many of each."""
    kept = [part[:size] for part, size in zip(scores, sizes or [scores.shape[1]] * len(scores), strict=True)]
    task = [f"task {number}" for number, part in enumerate(kept) for _ in part]
    return PairedTable(tuple("abcdefgh"[: scores.shape[2]]), np.concatenate(kept), factors={"task": factor(task)})


def long(scores: np.ndarray, *names: str) -> Any:
    """One row per score, the models in column `model`."""
    at = np.indices(scores.shape).reshape(scores.ndim, -1)
    columns = {
        name: [f"{name} {level}" for level in levels] for name, levels in zip((*names, "model"), at, strict=True)
    }
    pd = pytest.importorskip("pandas")
    return pd.DataFrame({**columns, "score": scores.ravel(), "all": 1})


@pytest.fixture(scope="module")
def sm():
    return pytest.importorskip("statsmodels.api")


def figures(test) -> dict[str, float]:
    return dict(test.diagnostics.figures)


def variances(test) -> dict[str, float]:
    return {name.split(":")[0]: sd**2 for name, sd in figures(test).items() if name.endswith("standard deviation")}


@pytest.mark.parametrize("case", REFERENCE["figures"], ids=lambda case: case["source"][:30])
def test_published_figures_of_the_table(case) -> None:
    found = figures(anova.from_scores(np.array(case["scores"])))
    for name, expected in case["expect"].items():
        assert found[name] == pytest.approx(expected, abs=case["tolerance"]), name


@pytest.mark.parametrize(("b", "a"), [(12, 3), (30, 5)])
def test_statsmodels_agrees_on_f_and_on_the_variances(sm, b, a) -> None:
    scores = unit_table(b, a, seed=b)
    test, frame = anova.from_scores(scores), long(scores, "unit")
    table = sm.stats.AnovaRM(frame, "score", "unit", within=["model"]).fit().anova_table
    assert test.statistic == pytest.approx(float(table["F Value"].iloc[0]), rel=1e-6)
    assert test.p_value == pytest.approx(float(table["Pr > F"].iloc[0]), rel=1e-6)
    reml = sm.formula.mixedlm("score ~ C(model)", frame, groups="unit").fit(reml=True, method="bfgs", gtol=1e-10)
    assert variances(test)["units"] == pytest.approx(float(reml.cov_re.iloc[0, 0]), rel=1e-6)
    assert variances(test)["residual"] == pytest.approx(reml.scale, rel=1e-6)


@pytest.mark.parametrize(("b", "a"), [(5, 3), (9, 4), (30, 6), (4, 8)])
def test_epsilons_from_orthonormal_contrasts(b, a) -> None:
    scores = unit_table(b, a, seed=a) * np.linspace(1, 3, a)
    contrasts = np.linalg.qr(np.column_stack([np.ones(a), np.eye(a)[:, : a - 1]]))[0][:, 1:]
    roots = np.linalg.eigvalsh(np.atleast_2d(np.cov(scores @ contrasts, rowvar=False)))
    box = roots.sum() ** 2 / ((a - 1) * (roots**2).sum())
    huynh = (b * (a - 1) * box - 2) / ((a - 1) * (b - 1 - (a - 1) * box))
    test = anova.from_scores(scores)
    found = figures(test)
    assert found["Greenhouse–Geisser epsilon"] == pytest.approx(box, rel=1e-10)
    assert found["Huynh–Feldt epsilon"] == pytest.approx(min(1, huynh), rel=1e-9)
    for name in ("Greenhouse–Geisser", "Huynh–Feldt"):
        df = found[f"{name} epsilon"] * np.array([a - 1, (a - 1) * (b - 1)])
        assert found[f"{name} p-value"] == pytest.approx(stats.f.sf(test.statistic, *df), rel=1e-9)


def test_two_models_are_the_paired_t_test() -> None:
    scores = unit_table(14, 2, seed=3)
    test, plain = anova.from_scores(scores), paired_t.from_differences(scores[:, 0] - scores[:, 1])
    assert test.statistic == pytest.approx(plain.statistic**2, rel=1e-12)
    assert test.p_value == pytest.approx(plain.p_value, rel=1e-10)
    assert test.estimate == pytest.approx(plain.estimate, rel=1e-12)
    assert test.interval == pytest.approx((*plain.interval[:3], "confidence"))
    assert figures(test)["Greenhouse–Geisser epsilon"] == figures(test)["Huynh–Feldt epsilon"] == 1.0


def test_effects_are_deviations_from_the_mean_with_intervals_from_the_pooled_residual() -> None:
    scores = unit_table(20, 4, seed=8)
    test = anova.from_scores(scores, models=("a", "b", "c", "d"), level=0.9)
    assert [effect.name for effect in test.effects] == ["a", "b", "c", "d"]
    assert [effect.estimate for effect in test.effects] == pytest.approx(scores.mean(axis=0) - scores.mean())
    reach = stats.t.ppf(0.95, 57) * sqrt(variances(test)["residual"] / 20 * 3 / 4)
    for effect in test.effects:
        assert effect.interval.high - effect.estimate == pytest.approx(reach, rel=1e-9)
        assert effect.interval.level == 0.9


def test_pairs_have_their_own_spread() -> None:
    """Two twins beside a noisy third model: pooling would hide how well the twins are known."""
    rng = np.random.default_rng(4)
    twin = rng.normal(size=(25, 1))
    scores = np.hstack([twin, twin + 0.02 + 0.01 * rng.normal(size=(25, 1)), rng.normal(size=(25, 1))])
    test = anova.from_scores(scores, models=("a", "twin of a", "other"))
    for pair, (i, j) in zip(test.pairs, combinations(range(3), 2), strict=True):
        expected = stats.ttest_rel(scores[:, i], scores[:, j])
        assert pair.statistic == pytest.approx(expected.statistic, rel=1e-9)
        assert pair.p_value == pytest.approx(expected.pvalue, rel=1e-8)
        assert pair.interval[:2] == pytest.approx(tuple(expected.confidence_interval(0.95)), rel=1e-8)
    assert test.p_value > 0.1
    assert test.pairs[0].p_adjusted < 1e-6
    made = residual_checks(PairedTable(("a", "twin of a", "other"), scores))
    assert "sphericity" in [check.name for check in made if check.status == "failed"]


@pytest.mark.parametrize("method", ["holm", "bonferroni", "benjamini-hochberg", "none"])
def test_pairs_are_adjusted_as_asked(method) -> None:
    from betterthan.numerics.multiplicity import adjust

    test = anova.from_scores(unit_table(10, 4, seed=6), adjust=method)
    assert [pair.p_adjusted for pair in test.pairs] == adjust([pair.p_value for pair in test.pairs], method).tolist()


def test_an_unknown_adjustment_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"no adjustment `holmes`. Did you mean `holm`"):
        anova.from_scores(SMALL, adjust="holmes")


def test_a_variance_below_zero_is_set_to_zero_and_said() -> None:
    scores = np.array([[1.0, 0.0, -1.1], [0.1, 1.0, -1.0], [-1.0, 0.2, 1.0], [1.0, -1.1, 0.0]])
    test = anova.from_scores(scores)
    assert figures(test)["units: standard deviation"] == 0.0
    assert figures(test)["units: F"] < 1
    assert "the variance of units was estimated below 0 and set to 0" in test.diagnostics.computed


# Several units per task


def test_replicates_have_the_mean_squares_of_statsmodels(sm) -> None:
    scores = replicates()
    test, frame = anova.from_replicates(scores), long(scores, "task", "unit")
    nested = sm.stats.anova_lm(sm.formula.ols("score ~ C(model)*C(task) + C(task):C(unit)", frame).fit())
    found = figures(test)
    names = {"models": "C(model)", "tasks": "C(task)", "models x tasks": "C(model):C(task)",
             "units within tasks": "C(task):C(unit)", "residual": "Residual"}  # fmt: skip
    for ours, theirs in names.items():
        assert found[f"{ours}: df"] == nested["df"][theirs]
        assert found[f"{ours}: root mean square"] == pytest.approx(sqrt(nested["mean_sq"][theirs]), rel=1e-9)
    for ours in ("models x tasks", "units within tasks"):
        assert found[f"{ours}: F"] == pytest.approx(nested["F"][names[ours]], rel=1e-9)
        assert found[f"{ours}: p-value"] == pytest.approx(nested["PR(>F)"][names[ours]], rel=1e-6)
    unpaired = sm.stats.anova_lm(sm.formula.ols("score ~ C(model)*C(task)", frame).fit()).loc["C(model):C(task)"]
    assert found["models x tasks, units taken as unpaired: F"] == pytest.approx(unpaired["F"], rel=1e-9)
    assert found["models x tasks, units taken as unpaired: p-value"] == pytest.approx(unpaired["PR(>F)"], rel=1e-6)


@pytest.mark.filterwarnings("ignore")  # statsmodels finds its own gradient of 1e-8 too large
def test_replicates_have_the_variances_of_reml(sm) -> None:
    scores = replicates()
    within = {"unit": "0 + C(unit)", "model": "0 + C(model)"}
    model = sm.formula.mixedlm("score ~ C(model)", long(scores, "task", "unit"), "1", within, groups="task")
    reml = model.fit(reml=True, method="bfgs", gtol=1e-9)
    expected = dict(zip(model.exog_vc.names, reml.vcomp, strict=True))
    found = variances(anova.from_replicates(scores))
    assert found["tasks"] == pytest.approx(float(reml.cov_re.iloc[0, 0]), rel=1e-6)
    assert found["models x tasks"] == pytest.approx(expected["model"], rel=1e-6)
    assert found["units within tasks"] == pytest.approx(expected["unit"], rel=1e-6)
    assert found["residual"] == pytest.approx(reml.scale, rel=1e-6)


def test_models_are_tested_as_on_the_means_of_the_tasks() -> None:
    scores = replicates()
    table = task_table(scores)
    test, of_means = anova(table), anova(table.by_task())
    assert test.statistic_name == of_means.statistic_name == "F(2, 10)"
    assert test.statistic == pytest.approx(of_means.statistic, rel=1e-10)
    assert test.p_value == pytest.approx(of_means.p_value, rel=1e-10)
    assert [pair.p_value for pair in test.pairs] == pytest.approx([pair.p_value for pair in of_means.pairs])
    for one, other in zip(test.effects, of_means.effects, strict=True):
        assert one.interval[:2] == pytest.approx(other.interval[:2])
    for name in ("Greenhouse–Geisser p-value", "Huynh–Feldt epsilon"):
        assert figures(test)[name] == pytest.approx(figures(of_means)[name])


def test_one_unit_per_task_has_no_replicates() -> None:
    scores = unit_table(7, 3, seed=1)
    table = PairedTable(("a", "b", "c"), scores, factors={"task": factor(range(7))})
    assert anova(table) == anova.from_scores(scores, models=table.models)


def test_unbalanced_replicates_are_told_by_task() -> None:
    with pytest.raises(NeedsNotMet) as caught:
        anova(task_table(replicates(), [4, 4, 3, 4, 2, 4]))
    assert str(caught.value) == (
        "`anova` needs the same number of units on every task; this table has 4 on 4 tasks, but 3 on `task 2`, "
        "2 on `task 4`. Take one mean per task with `.by_task()`, or leave out what is too many."
    )


def test_folds_of_several_tasks_are_refused_and_their_means_are_not() -> None:
    table = task_table(replicates())
    folds = PairedTable(
        table.models, table.scores, design=Design(unit_called("folds"), {"fold": 4}), factors=table.factors
    )
    with pytest.raises(
        NeedsNotMet, match=r"folds, which share training data. Take one mean per task with `.by_task\(\)`"
    ):
        anova(folds)
    assert anova(folds.by_task()).p_value == anova(table.by_task()).p_value


# Two crossed factors


def test_crossed_factors_have_the_mean_squares_of_statsmodels(sm) -> None:
    scores = crossing()
    test, frame = anova.from_crossed(scores), long(scores, "row", "column")
    lm = sm.stats.anova_lm(sm.formula.ols("score ~ (C(model) + C(row) + C(column))**2", frame).fit())
    names = {"models": "C(model)", "training sets": "C(row)", "cases": "C(column)",
             "models x training sets": "C(model):C(row)", "models x cases": "C(model):C(column)",
             "training sets x cases": "C(row):C(column)", "residual": "Residual"}  # fmt: skip
    found = figures(test)
    for ours, theirs in names.items():
        assert found[f"{ours}: df"] == lm["df"][theirs]
        assert found[f"{ours}: root mean square"] == pytest.approx(sqrt(lm["mean_sq"][theirs]), rel=1e-9)
    for ours in ("models x training sets", "models x cases", "training sets x cases"):
        assert found[f"{ours}: F"] == pytest.approx(lm["F"][names[ours]], rel=1e-9)
        assert found[f"{ours}: p-value"] == pytest.approx(lm["PR(>F)"][names[ours]], rel=1e-6)
    of_models, residual = lm["mean_sq"]["C(model)"], lm["mean_sq"]["Residual"]
    by_row, by_column = lm["mean_sq"]["C(model):C(row)"], lm["mean_sq"]["C(model):C(column)"]
    f = (of_models + residual) / (by_row + by_column)
    df = ((of_models + residual) ** 2 / (of_models**2 / 2 + residual**2 / 40),
          (by_row + by_column) ** 2 / (by_row**2 / 8 + by_column**2 / 10))  # fmt: skip
    assert test.statistic == pytest.approx(f, rel=1e-9)
    assert test.p_value == pytest.approx(stats.f.sf(f, *df), rel=1e-9)


@pytest.mark.filterwarnings("ignore")  # statsmodels finds its own gradient of 1e-8 too large
def test_crossed_factors_have_the_variances_of_reml(sm) -> None:
    scores = crossing()
    parts = {"training sets": "0 + C(row)", "cases": "0 + C(column)", "training sets x cases": "0 + C(row):C(column)",
             "models x training sets": "0 + C(row):C(model)", "models x cases": "0 + C(column):C(model)"}  # fmt: skip
    frame = long(scores, "row", "column")
    model = sm.formula.mixedlm("score ~ C(model)", frame, groups="all", re_formula="0", vc_formula=parts)
    reml = model.fit(reml=True, method="bfgs", gtol=1e-8)
    found = variances(anova.from_crossed(scores))
    for name, expected in zip(model.exog_vc.names, reml.vcomp, strict=True):
        assert found[name] == pytest.approx(expected, rel=1e-6), name
    assert found["residual"] == pytest.approx(reml.scale, rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_two_models_are_the_quasi_f_test(seed) -> None:
    scores = crossing(a=2, seed=seed)
    d = scores[..., 0] - scores[..., 1]
    (j, k), mean = d.shape, d.mean()
    rows, columns = d.mean(axis=1) - mean, d.mean(axis=0) - mean
    ms_mu, ms_a, ms_b = j * k * mean**2, k * (rows**2).sum() / (j - 1), j * (columns**2).sum() / (k - 1)
    ms_e = ((d - mean - rows[:, None] - columns) ** 2).sum() / ((j - 1) * (k - 1))
    f = (ms_mu + ms_e) / (ms_a + ms_b)
    above = (ms_mu + ms_e) ** 2 / (ms_mu**2 + ms_e**2 / ((j - 1) * (k - 1)))
    below = (ms_a + ms_b) ** 2 / (ms_a**2 / (j - 1) + ms_b**2 / (k - 1))
    test, quasi = anova(crossed_table(scores)), quasi_f(crossed_table(scores))
    assert test.statistic == pytest.approx(f, rel=1e-10)
    assert test.p_value == pytest.approx(stats.f.sf(f, above, below), rel=1e-9)
    assert (test.statistic, test.p_value) == pytest.approx((quasi.statistic, quasi.p_value), rel=1e-10)
    assert test.estimate == pytest.approx(mean, rel=1e-10)
    assert test.pairs[0].p_value == pytest.approx(test.p_value, rel=1e-10)
    effect = test.effects[0]
    assert effect.interval.high - effect.interval.low == pytest.approx(
        (test.interval.high - test.interval.low) / 2, rel=1e-9
    )


def test_the_order_of_crossed_units_does_not_matter() -> None:
    scores = crossing()
    order = np.random.default_rng(0).permutation(30)
    one, other = anova(crossed_table(scores)), anova(crossed_table(scores, order))
    assert (one.statistic, one.p_value) == pytest.approx((other.statistic, other.p_value), rel=1e-10)
    assert one.statistic_name.startswith("F''(")
    assert "quasi-F with Satterthwaite's degrees of freedom" in one.diagnostics.computed


def test_few_levels_of_a_crossed_factor_are_warned_of() -> None:
    few, enough = anova.from_crossed(crossing()[:4]), anova.from_crossed(crossing())
    assert "with fewer than 5 levels of a factor it rejects too often" in few.diagnostics.computed
    assert "rejects too often" not in enough.diagnostics.computed


def test_pairs_of_crossed_factors_are_quasi_f_tests() -> None:
    scores = crossing()
    test = anova.from_crossed(scores, models=("a", "b", "c"))
    for pair, (i, j) in zip(test.pairs, combinations(range(3), 2), strict=True):
        own = quasi_f.from_differences(scores[..., i] - scores[..., j])
        assert (pair.statistic, pair.p_value) == pytest.approx((own.statistic, own.p_value), rel=1e-10)
        assert pair.interval.low < pair.estimate < pair.interval.high


def test_an_incomplete_crossing_is_refused() -> None:
    table = crossed_table(crossing(), np.arange(29))
    with pytest.raises(
        NeedsNotMet, match=r"`anova` needs a score for every training set and case; .* 1 pair is missing"
    ):
        anova(table)


def test_crossed_factors_on_several_tasks_are_refused() -> None:
    table = crossed_table(crossing())
    tasks = {**table.factors, "task": factor(np.arange(30) % 2)}
    with pytest.raises(NeedsNotMet, match=r"one task with training sets x cases; this table has 2 tasks"):
        anova(PairedTable(table.models, table.scores, design=table.design, factors=tasks))


# Edges


def test_differences_alone_are_refused() -> None:
    with pytest.raises(NeedsNotMet, match=r"the models' own scores; this table has their differences only"):
        anova(pair_differences([0.1, 0.2, -0.1]))


@pytest.mark.parametrize(
    ("rung", "scores"),
    [
        ("from_scores", np.ones(5)),
        ("from_scores", np.ones((1, 3))),
        ("from_scores", np.array([[1.0, np.nan], [0.0, 1.0]])),
        ("from_replicates", np.ones((3, 1, 2))),
        ("from_crossed", np.ones((3, 3))),
    ],
)
def test_what_is_not_a_table_of_scores_is_refused(rung, scores) -> None:
    with pytest.raises(ArgumentError, match=r"needs a table of finite scores, .* at least 2 of each; got shape"):
        getattr(anova, rung)(scores)


def test_as_many_names_as_columns() -> None:
    with pytest.raises(ArgumentError, match="3 columns of scores, but 2 names"):
        anova.from_scores(SMALL, models=("a", "b"))


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (3, 2), (4, 10)])
def test_few_units(shape) -> None:
    test = anova.from_scores(np.random.default_rng(1).normal(size=shape))
    assert 0 <= test.p_value <= 1
    assert np.isfinite(list(test.diagnostics.figures.values())).all()
    assert ("Huynh–Feldt epsilon" in test.diagnostics.figures) == (shape[0] > 2)  # 0/0 with two units
    assert result_from_dict(json.loads(json.dumps(test.to_dict(), allow_nan=False))) == test


@pytest.mark.parametrize("scale", [1e-300, 1e300])
@pytest.mark.parametrize("rung", ["from_scores", "from_replicates", "from_crossed"])
def test_huge_and_tiny_scores(rung, scale) -> None:
    scores = unit_table(9, 4, seed=2) if rung == "from_scores" else crossing()
    one, other = getattr(anova, rung)(scores), getattr(anova, rung)(scale * scores)
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)
    assert other.effects[0].interval.low == pytest.approx(scale * one.effects[0].interval.low, rel=1e-9)
    assert [pair.p_adjusted for pair in other.pairs] == pytest.approx([pair.p_adjusted for pair in one.pairs], rel=1e-9)
    assert np.isfinite(list(other.diagnostics.figures.values())).all()


def test_identical_models_and_constant_differences() -> None:
    same = anova.from_scores(np.tile(unit_table(8, 1, seed=1), 4) * [1, 1, 1, 1])
    assert (same.statistic, same.p_value) == (0.0, 1.0)
    assert {pair.p_value for pair in same.pairs} == {1.0}
    assert same.effects[2].interval[:2] == (0.0, 0.0)
    apart = anova.from_scores(unit_table(8, 1, seed=1) + np.array([0.1, 0.2, 0.4]))
    assert (apart.statistic, apart.p_value) == (inf, 0.0)
    assert "models: F" not in apart.diagnostics.figures
    assert result_from_dict(json.loads(json.dumps(apart.to_dict(), allow_nan=False))) == apart


def test_two_of_three_models_are_identical() -> None:
    scores = unit_table(12, 2, seed=2)[:, [0, 1, 1]]
    test = anova.from_scores(scores)
    assert (test.pairs[2].statistic, test.pairs[2].p_value) == (0.0, 1.0)
    assert test.pairs[0].p_value == test.pairs[1].p_value == pytest.approx(stats.ttest_rel(*scores[:, :2].T).pvalue)


def test_what_units_share_costs_no_digits() -> None:
    scores = unit_table(20, 3, seed=9)
    far = scores + 1e9 * np.random.default_rng(0).integers(1, 5, (20, 1))
    exact = far - far[:, :1]  # what is left of the scores at that distance
    assert anova.from_scores(far).statistic == pytest.approx(anova.from_scores(exact).statistic, rel=1e-9)


def test_many_units_and_models() -> None:
    test = anova.from_scores(np.random.default_rng(3).normal(size=(1000, 50)))
    assert len(test.pairs) == 50 * 49 // 2
    assert len(test.effects) == 50


# How it is seen


def test_compare_runs_it_on_two_models() -> None:
    scores = unit_table(30, 2, seed=12)
    found = bt.compare(pair_arrays(*scores.T), procedure="anova")
    assert found.result.p_value == pytest.approx(stats.ttest_rel(*scores.T).pvalue)
    assert found.estimate == pytest.approx((scores[:, 0] - scores[:, 1]).mean())
    assert "F(1, 29)" in found.to_markdown()


def test_residual_checks_of_well_behaved_scores_pass() -> None:
    made = residual_checks(PairedTable(("a", "b", "c", "d"), unit_table(60, 4, seed=3)))
    assert [check.name for check in made] == [
        "number of units", "Q-Q of residuals", "outliers among residuals", "sphericity",
    ]  # fmt: skip
    assert {check.status for check in made} == {"passed"}
    assert made[-1].figure == pytest.approx(1.0, abs=0.1)


def test_residual_checks_see_tails_outliers_and_unequal_spreads() -> None:
    rng = np.random.default_rng(5)
    heavy = residual_checks(PairedTable(("a", "b", "c"), rng.standard_t(1.5, (80, 3))))
    assert {check.name for check in heavy if check.status == "failed"} >= {
        "Q-Q of residuals",
        "outliers among residuals",
    }
    unequal = residual_checks(PairedTable(("a", "b", "c"), rng.normal(0, [0.1, 0.1, 2.0], (80, 3))))
    sphericity = {check.name: check for check in unequal}["sphericity"]
    assert sphericity.status == "failed"
    assert "differ in the spread of their differences (up to" in sphericity.advice


@pytest.mark.parametrize(("b", "a"), [(5, 3), (8, 5), (20, 4), (60, 10)])
def test_the_check_of_sphericity_rarely_fails_where_it_holds(b, a) -> None:
    rng = np.random.default_rng(a)
    tables = [PairedTable(tuple("abcdefghij"[:a]), rng.normal(size=(b, a))) for _ in range(300)]
    failed = sum(residual_checks(table)[-1].status == "failed" for table in tables)
    assert failed <= 300 * 0.03


def test_residual_checks_of_crossed_factors_leave_the_interactions_out() -> None:
    rng = np.random.default_rng(6)
    scores = 0.1 * rng.normal(size=(6, 20, 3)) + 50 * rng.standard_t(1, (6, 1, 3))
    made = {check.name: check for check in residual_checks(crossed_table(scores))}
    assert made["Q-Q of residuals"].status == "passed"
    assert made["sphericity"].status == "not checked"


def test_checks_of_several_models_are_those_of_the_residuals() -> None:
    table = PairedTable(("a", "b", "c"), unit_table(30, 3, seed=1))
    assert checks(table) == residual_checks(table)


def test_residual_checks_without_variation_or_with_gaps() -> None:
    constant = residual_checks(PairedTable(("a", "b", "c"), np.tile([0.1, 0.2, 0.3], (12, 1))))
    assert [check.name for check in constant if check.status == "failed"] == ["constant differences"]
    gaps = np.array([[0.1, np.nan, 0.3], [0.2, 0.3, 0.1]])
    assert residual_checks(PairedTable(("a", "b", "c"), gaps))[-1].status == "not checked"
