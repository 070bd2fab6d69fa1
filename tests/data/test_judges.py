"""Judges: crossed with the cases that several of them scored, averaged where that cannot be, never cases themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import betterthan as bt

JUDGES, CASES = ("gpt", "claude", "human"), 20
RANDOM = np.random.default_rng(8)
SCORES = RANDOM.normal(size=(len(JUDGES), CASES, 2)) + RANDOM.normal(size=(1, CASES, 1)) + [0.4, 0.0]
"""Judges x cases x models."""


def long(scores: np.ndarray = SCORES, column: str = "judge", **more: Any) -> dict[str, Any]:
    """The scores as a long table, without those that are NaN; `more` gives the further columns by case."""
    rows = [
        {"model": "ab"[m], "case": f"p{i}", column: JUDGES[j], "score": scores[j, i, m]}
        | {name: of(i, j) for name, of in more.items()}
        for j, i, m in np.ndindex(scores.shape)
        if not np.isnan(scores[j, i, m])
    ]
    return {name: [row[name] for row in rows] for name in rows[0]}


def crossed_standard_error(cells: np.ndarray) -> float:
    """√((MS_judges + MS_cases - MS_rest)/(JK)), by plain loops over an analysis of variance of two factors."""
    rows, columns = cells.shape
    mean = cells.mean()
    a = columns * sum((row.mean() - mean) ** 2 for row in cells) / (rows - 1)
    b = rows * sum((column.mean() - mean) ** 2 for column in cells.T) / (columns - 1)
    rest = sum(
        (cells[i, j] - cells[i].mean() - cells[:, j].mean() + mean) ** 2 for i in range(rows) for j in range(columns)
    ) / ((rows - 1) * (columns - 1))
    return float(np.sqrt((max(a, rest) + max(b, rest) - rest) / (rows * columns)))


def test_judges_of_the_same_cases_are_crossed_with_them():
    found = bt.compare(long(), rope=0.05)
    cells = SCORES[:, :, 0] - SCORES[:, :, 1]
    assert (found.procedure, found.unit) == ("bayes_crossed", "cells of 3 judges x 20 cases")
    assert found.question.kind == "Q1"
    assert found.estimate == pytest.approx(cells.mean(), abs=1e-12)
    low, high = found.interval.low, found.interval.high
    assert high - low > 2 * 1.96 * crossed_standard_error(cells)
    assert any(note.startswith("Is this meant? The 3 judges are taken as a sample") for note in found.notes)


def test_many_judges_give_the_interval_of_the_standard_error_of_two_random_factors():
    random = np.random.default_rng(5)
    cells = random.normal(size=(60, 1)) + random.normal(size=(1, 70)) + random.normal(size=(60, 70))
    rows = [
        {"model": model, "case": i, "judge": j, "score": cells[j, i] if model == "a" else 0.0}
        for j, i in np.ndindex(cells.shape)
        for model in "ab"
    ]
    found = bt.compare({name: [row[name] for row in rows] for name in rows[0]}, rope=0.05)
    low, high = found.interval.low, found.interval.high
    assert high - low == pytest.approx(2 * 1.96 * crossed_standard_error(cells), rel=0.05)


@pytest.mark.parametrize("column", ["rater", "annotator", "Judge"])
def test_they_are_known_by_name(column):
    assert bt.read(long(column=column)).columns == ("case", "judge")


def test_a_column_by_another_name_is_named():
    assert bt.compare(bt.read(long(column="expert"), judge="expert"), rope=0.05).unit == "cells of 3 judges x 20 cases"


def test_asked_for_they_are_averaged():
    found = bt.compare(long(), rope=0.05, repeats="mean")
    differences = (SCORES[:, :, 0] - SCORES[:, :, 1]).mean(axis=0)
    assert (found.unit, found.n_units) == ("cases", CASES)
    assert found.estimate == pytest.approx(differences.mean(), abs=1e-12)
    assert found.classical.p_value == pytest.approx(_paired_t(differences), abs=1e-9)
    assert any("takes these judges as given" in note for note in found.notes)


def _paired_t(differences: np.ndarray) -> float:
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(differences, 0).pvalue)


def test_where_not_every_judge_scored_every_case_each_case_has_the_mean_of_its_judges():
    scores = SCORES.copy()
    scores[0, 3], scores[2, 3], scores[1, 7] = np.nan, np.nan, np.nan
    found = bt.compare(long(scores), rope=0.05)
    assert (found.unit, found.n_units) == ("cases", CASES)
    assert found.estimate == pytest.approx(np.nanmean(scores[:, :, 0] - scores[:, :, 1], axis=0).mean(), abs=1e-12)
    assert any(note.startswith("Is this meant? Not every judge has scored every unit") for note in found.notes)


def test_a_judge_who_scored_one_model_only_is_left_out_of_that_case():
    scores = SCORES.copy()
    scores[0, 3, 1] = np.nan
    found = bt.compare(long(scores), rope=0.05, missing="drop")
    both = np.where(np.isnan(scores).any(axis=2, keepdims=True), np.nan, scores)
    assert found.estimate == pytest.approx(np.nanmean(both[:, :, 0] - both[:, :, 1], axis=0).mean(), abs=1e-12)


def nested() -> dict[str, Any]:
    scores = np.full_like(SCORES, np.nan)
    for i in range(CASES):
        scores[i % 3, i] = SCORES[i % 3, i]
    return long(scores)


def test_cases_with_one_judge_each_are_cases_and_the_judge_is_asked_about():
    found = bt.compare(nested(), rope=0.05)
    assert (found.unit, found.n_units) == ("cases", CASES)
    assert any('`cluster="judge"` if cases of one judge belong together' in note for note in found.notes)


def test_such_a_judge_who_is_named_is_refused():
    with pytest.raises(bt.PairingError, match="has one judge only, so judges and cases are not crossed"):
        bt.compare(bt.read(nested(), judge="judge"), rope=0.05)


def test_models_that_were_scored_by_different_judges_are_refused():
    table = long()
    kept = [(m == "a") == (j == "gpt") and j != "human" for m, j in zip(table["model"], table["judge"], strict=True)]
    apart = {name: [v for v, keep in zip(values, kept, strict=True) if keep] for name, values in table.items()}
    with pytest.raises(bt.PairingError, match=r"scored by different judges.*`ignore=\[\"judge\"\]`"):
        bt.compare(apart, rope=0.05)
    differences = SCORES[0, :, 0] - SCORES[1, :, 1]
    assert bt.compare(bt.read(apart, ignore="judge"), rope=0.05).estimate == pytest.approx(differences.mean())


def test_alone_each_judge_is_a_unit():
    table = {"model": ["a"] * 9 + ["b"] * 9, "judge": list(range(9)) * 2, "score": RANDOM.random(18)}
    assert bt.compare(table, rope=0.05).unit == "judges"


def test_beside_clusters():
    table = long(cluster=lambda i, j: i // 4)
    assert bt.compare(table, rope=0.05).unit == "cells of 3 judges x 5 clusters"
    with pytest.raises(bt.PairingError, match="no procedure gives the mean over cases of several judges"):
        bt.compare(table, rope=0.05, weight="cases")
    found = bt.compare(table, rope=0.05, weight="cases", repeats="mean")
    assert (found.procedure, found.n_units) == ("bayes_clustered_t", CASES)
    assert found.estimate == pytest.approx((SCORES[:, :, 0] - SCORES[:, :, 1]).mean(), abs=1e-12)
    assert any("Each of the 20 cases counts alike" in note for note in found.notes)


def test_beside_folds_they_are_averaged_within_each():
    found = bt.compare(long(fold=lambda i, j: i % 5), rope=0.05)
    assert (found.unit, found.n_units, found.averaged) == ("folds", 5, ("cases", "judges"))


def test_beside_seeds_they_are_averaged_within_each_seed_and_case():
    tables = [long(SCORES + RANDOM.normal(size=(1, CASES, 2)) / 9, seed=lambda i, j, s=s: s) for s in range(3)]
    found = bt.compare({name: [v for table in tables for v in table[name]] for name in tables[0]}, rope=0.05)
    assert (found.unit, found.averaged) == ("cells of 3 seeds x 20 cases", ("judges",))


@pytest.mark.parametrize("column", ["judge", "rater"])
def test_within_each_judge_the_cases_are_the_units(column):
    found = bt.compare(long(column=column), rope=0.05, by=column)
    parts = {part.group.value: part for part in found.groups}
    assert set(parts) == set(JUDGES)
    for j, name in enumerate(JUDGES):
        assert parts[name].unit == "cases"
        assert parts[name].estimate == pytest.approx((SCORES[j, :, 0] - SCORES[j, :, 1]).mean(), abs=1e-12)


def test_over_several_tasks_they_are_told_to_be_no_sample():
    tables = [long(SCORES + RANDOM.normal(size=SCORES.shape), task=lambda i, j, t=t: t) for t in "uvwxyz"]
    found = bt.compare({name: [v for table in tables for v in table[name]] for name in tables[0]}, rope=0.05)
    assert found.question.kind == "Q3"
    assert any("The 3 judges are no sample of judges here" in note for note in found.notes)


def test_flips_are_of_cases():
    found = bt.compare(long(), rope=0.05, flips=4).flips
    differences = (SCORES[:, :, 0] - SCORES[:, :, 1]).mean(axis=0)
    assert found.listed[0].case == f"p{int(np.argmax(differences))}"
    assert found.won + found.lost == CASES


def test_a_plan_counts_them():
    assert bt.plan(pilot=long(), rope=0.05, unit="judges").unit == "judges"
    with pytest.raises(bt.ArgumentError, match="Planning judges needs a pilot"):
        bt.plan(sd=0.5, effect=0.1, rope=0.05, unit="judges")
