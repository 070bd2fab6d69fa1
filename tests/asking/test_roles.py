"""No column that varies is dropped: it is named by the reason of the answer, or the scores are refused with a way out.

All combinations of the six columns that may vary within a task are tried, with one task and with several, paired and
unpaired; and what is computed is compared with the same computed by hand.
"""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from scipy.stats import t as student

import betterthan as bt
from betterthan.data.comparable import comparable
from betterthan.data.summing import summarize
from betterthan.judging.question import question

ROLES = ("case", "cluster", "repeat", "fold", "seed", "train_set")
LEVELS = {"task": 4, "case": 12, "cluster": 4, "repeat": 2, "fold": 3, "seed": 3, "train_set": 4}
WORDS = {"case": "case", "cluster": "cluster", "repeat": "repeat", "fold": "fold", "seed": "seed"}
WORDS["train_set"] = "training set"
WAYS_OUT = re.compile(r'`(repeats="mean"|ignore=\["\w+"\]|(repeat|cluster|train_set|fold|case)="\w+")`')
COMBINATIONS = [tuple(r for r, has in zip(ROLES, chosen, strict=True) if has) for chosen in product((0, 1), repeat=6)]


def columns_of(roles, *, tasks=1, seed=0):
    """Scores of two models with these columns; cases belong to clusters, and to one fold of each repeat."""
    rng = np.random.default_rng(seed)
    free = [r for r in roles if not (r == "cluster" and "case" in roles) and not (r == "fold" and "case" in roles)]
    rows = []
    for task in range(tasks):
        for levels in product(*(range(LEVELS[role]) for role in free)):
            row = dict(zip(free, levels, strict=True))
            if "cluster" in roles and "case" in roles:
                row["cluster"] = row["case"] // 3
            if "fold" in roles and "case" in roles:
                row["fold"] = (row["case"] // 3 * (1 + row.get("repeat", 0)) + row.get("repeat", 0)) % 3
            rows += [{"task": task, **row, "model": model} for model in "ab"]
    table = {name: [row[name] for row in rows] for name in rows[0]}
    if tasks == 1:
        del table["task"]
    return {**table, "score": rng.normal(0.7, 0.1, len(rows)).tolist()}


def told(columns, *, repeats="error"):
    """The reason of the answer, or the refusal; over several tasks the question is enough, which is quick."""
    try:
        scores = bt.read(columns)
        if "task" not in columns:
            return bt.compare(scores, repeats=repeats).question.reason, None
        asked = question(comparable(scores, repeats=repeats))
        return (None, asked.reason) if asked.procedure is None else (asked.reason, None)
    except bt.BetterthanError as error:
        return None, str(error)


def assert_nothing_is_dropped(reason, refusal, roles):
    if refusal is not None:
        assert WAYS_OUT.search(refusal) or "test_fraction" in refusal, refusal
        return
    assert re.search(r"`\w+`", reason)
    assert [role for role in roles if WORDS[role] not in reason] == [], reason


@pytest.mark.parametrize("tasks", [1, 4])
@pytest.mark.parametrize("roles", COMBINATIONS, ids=" ".join)
def test_every_combination_is_answered_by_name_or_refused_with_a_way_out(roles, tasks):
    if not roles and tasks == 1:
        return  # a single score of each model is no table
    columns = columns_of(roles, tasks=tasks)
    reason, refusal = told(columns)
    assert_nothing_is_dropped(reason, refusal, roles)
    averaged, refused = told(columns, repeats="mean")
    assert_nothing_is_dropped(averaged, refused, roles)
    if reason is not None:
        assert averaged == reason  # asking for means changes nothing where there is no need to


@pytest.mark.parametrize("tasks", [1, 4])
@pytest.mark.parametrize("roles", [each for each in COMBINATIONS if each], ids=" ".join)
def test_the_same_for_unpaired_scores(roles, tasks):
    try:
        table = bt.unpaired(bt.read(columns_of(roles, tasks=tasks)), repeats="mean")
        asked = question(table)
        reason, refusal = (None, asked.reason) if asked.procedure is None else (asked.reason, None)
    except bt.BetterthanError as error:
        reason, refusal = None, str(error)
    if refusal is not None and "training data" in refusal:
        assert "fold" in roles or "repeat" in roles
        return
    assert_nothing_is_dropped(reason, refusal, roles)


@pytest.mark.parametrize("roles", [each for each in COMBINATIONS if each], ids=" ".join)
def test_sums_give_the_same_answer_or_refuse(roles):
    scores = bt.read(columns_of(roles))
    for repeats in ("error", "mean"):
        try:
            sums = summarize(scores, repeats=repeats)
        except bt.BetterthanError:
            continue
        assert set(roles) <= {"case", "repeat"}
        whole = bt.compare(scores, repeats=repeats)
        assert bt.compare(sums).question.reason == whole.question.reason
        assert sums.moments() == pytest.approx(whole.table.moments(), abs=1e-12)


# What is computed.


def differences(columns):
    """First minus second, with the labels of each, as plain arrays."""
    model, score = np.array(columns["model"]), np.array(columns["score"])
    labels = {name: np.array(values)[model == "a"] for name, values in without(columns, "model", "score").items()}
    return score[model == "a"] - score[model == "b"], labels


def folds_of_cases(cases=60, folds=5, repeats=2, *, tasks=1):
    """Each repeat splits the cases anew; cases 0, 1 and 2 are one cluster, and so on, which stays together."""
    rng = np.random.default_rng(5)
    rows = []
    for task, repeat in product(range(tasks), range(repeats)):
        fold = (rng.permutation(cases // 3) % folds).repeat(3)
        luck = rng.normal(0, 0.02, folds)
        for case, model in product(range(cases), "ab"):
            score = rng.normal(0.7, 0.1) + (model == "a") * luck[fold[case]]
            rows.append((model, task, repeat, fold[case], case // 3, case, score))
    names = ("model", "task", "repeat", "fold", "cluster", "case", "score")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def without(columns, *names):
    return {name: values for name, values in columns.items() if name not in names}


@pytest.mark.parametrize("dropped", [("task",), ("task", "cluster")], ids=["clusters", "cases"])
def test_cases_are_averaged_within_folds_and_the_folds_correlated(dropped):
    """The correlated t-test of Nadeau and Bengio (2003) on the fold means, by hand."""
    columns = without(folds_of_cases(), *dropped)
    d, labels = differences(columns)
    means = [d[(labels["repeat"] == r) & (labels["fold"] == f)].mean() for r in range(2) for f in range(5)]
    scale = np.std(means, ddof=1) * np.sqrt(1 / 10 + (12 / 48))
    low, high = student.interval(0.95, 9, np.mean(means), scale)
    found = bt.compare(bt.read(columns), rope=0.01)
    assert (found.n_units, found.unit, found.result.procedure) == (10, "folds", "bayes_correlated_t")
    assert found.interval.low == pytest.approx(low, abs=1e-12)
    assert found.interval.high == pytest.approx(high, abs=1e-12)
    assert found.classical.p_value == pytest.approx(2 * student.sf(abs(np.mean(means)) / scale, 9), abs=1e-12)
    assert found.probabilities.first == pytest.approx(student.sf(0.01, 9, np.mean(means), scale), abs=1e-9)
    assert "Each fold is tested on 12 cases, and taken to be trained on the other 48 of its repeat." in found.notes


def test_folds_of_several_tasks_are_the_means_of_their_cases():
    columns = without(folds_of_cases(tasks=4), "cluster")
    d, labels = differences(columns)
    cells = sorted({tuple(row) for row in zip(labels["task"], labels["repeat"], labels["fold"], strict=True)})
    means = [d[(labels["task"] == t) & (labels["repeat"] == r) & (labels["fold"] == f)].mean() for t, r, f in cells]
    names = {name: [cell[j] for cell in cells] * 2 for j, name in enumerate(("task", "repeat", "fold"))}
    models = {"model": ["a"] * len(cells) + ["b"] * len(cells), "score": [*means, *[0.0] * len(cells)]}
    found, alike = (bt.compare(bt.read(each), rope=0.01) for each in (columns, {**names, **models}))
    assert found.result.procedure == alike.result.procedure == "bayes_hierarchical_t"
    assert found.interval.low == pytest.approx(alike.interval.low, abs=1e-9)
    assert tuple(found.probabilities) == pytest.approx(tuple(alike.probabilities), abs=1e-9)
    assert found.table.facts.n == 40


def test_seeds_and_clusters_are_crossed():
    columns = columns_of(("case", "cluster", "seed"))
    d, labels = differences(columns)
    cells = np.array([[d[(labels["seed"] == s) & (labels["cluster"] == c)].mean() for c in range(4)] for s in range(3)])
    found = bt.compare(bt.read(columns), rope=0.01)
    alike = bt.procedures.bayes_crossed.from_differences(cells)
    assert found.unit == "cells of 3 seeds x 4 clusters"
    assert tuple(found.probabilities) == pytest.approx(tuple(alike.probabilities(0.01)), abs=1e-12)
    assert found.estimate == pytest.approx(cells.mean(), abs=1e-12)


# What the cases say about the splits.


def test_seeds_that_share_the_folds_are_averaged_and_others_number_the_repeats():
    columns = columns_of(("case", "fold", "seed"))
    assert told(columns)[0].startswith("Two models, 3 folds of one task (each the mean of its cases and seeds)")
    anew = {**columns, "fold": [(c + s * c // 3) % 3 for c, s in zip(columns["case"], columns["seed"], strict=True)]}
    for repeats in ("error", "mean"):
        refusal = told(anew, repeats=repeats)[1]
        assert refusal.endswith('numbers the repeats of cross-validation: name it with `repeat="seed"`.')
    found = bt.compare(bt.read(anew, repeat="seed"))
    assert (found.n_units, found.unit) == (9, "folds")


def test_repeats_of_the_same_splits_are_averaged():
    columns = columns_of(("case", "fold", "repeat"))
    same = {**columns, "fold": [case % 3 for case in columns["case"]]}
    assert told(same)[0].startswith("Two models, 3 folds of one task (each the mean of its cases and repeats)")


def test_folds_that_all_have_the_same_cases_are_no_test_folds():
    columns = columns_of(("case", "train_set"))
    columns["fold"] = columns.pop("train_set")
    assert '`train_set="fold"`' in told(columns)[1]
    assert bt.compare(bt.read(columns, train_set="fold")).result.procedure == "bayes_crossed"


def test_random_splits_need_their_test_fraction():
    rng = np.random.default_rng(3)
    rows = [(m, s, c, rng.normal()) for s in range(6) for c in rng.choice(40, 10, replace=False) for m in "ab"]
    columns = dict(zip(("model", "fold", "case", "score"), map(list, zip(*rows, strict=True)), strict=True))
    assert "some case is tested in several folds of one repeat" in told(columns)[1]
    found = bt.compare(bt.read(columns), test_fraction=0.25)
    assert found.result.diagnostics.figures["test fraction"] == 0.25
    sized = bt.compare(bt.read({**columns, "n_train": [30] * len(rows)}))
    assert sized.result.diagnostics.figures["test fraction"] == 0.25


def test_folds_of_unequal_size_count_alike():
    columns = columns_of(("case", "fold"))
    uneven = {**columns, "fold": [min(case // 3, 2) for case in columns["case"]]}
    found = bt.compare(bt.read(uneven))
    assert found.result.diagnostics.figures["test fraction"] == pytest.approx(1 / 3)
    assert "The folds differ in size; each counts alike, and their number says what share is tested on." in found.notes


def test_clusters_in_several_folds_are_noted():
    columns = columns_of(("case", "cluster", "fold"))
    whole = bt.compare(bt.read(columns))
    assert not any("Some clusters have cases in several folds" in note for note in whole.notes)
    torn = bt.compare(bt.read({**columns, "fold": [case % 3 for case in columns["case"]]}))
    assert any("Some clusters have cases in several folds" in note for note in torn.notes)


# Columns that only name a unit once more, or are nested in another.


def test_a_seed_of_its_own_is_no_second_factor():
    columns = columns_of(("case",))
    reason, _ = told({**columns, "seed": [100 + case for case in columns["case"]]})
    assert reason.startswith("Two models, 12 independent cases of one task (each with a seed of its own)")
    columns = columns_of(("fold",))
    reason, _ = told({**columns, "seed": columns["fold"]})
    assert reason.startswith("Two models, 3 folds of one task (each with a seed of its own)")


def test_runs_that_are_seeds_are_told_once():
    columns = columns_of(("case", "seed"))
    reason, _ = told({**columns, "run": [seed + 1 for seed in columns["seed"]]})
    assert reason.startswith("Two models, 3 seeds x 12 cases of one task (each score with a repeat of its own)")


def test_seeds_nested_in_training_sets_are_averaged():
    columns = columns_of(("seed", "train_set"))
    nested = [10 * t + s for t, s in zip(columns["train_set"], columns["seed"], strict=True)]
    reason, _ = told({**columns, "seed": nested})
    assert reason.startswith("Two models, 4 training sets of one task (each the mean of its seeds)")


def test_cases_nested_in_seeds_are_clusters_perhaps():
    columns = columns_of(("case",))
    nested = {**columns, "seed": [case // 3 for case in columns["case"]]}
    assert '`cluster="seed"`' in told(nested)[1]
    assert bt.compare(bt.read(nested, cluster="seed")).unit == "clusters"
    by_repeat = {**columns, "repeat": [case // 3 for case in columns["case"]]}
    for repeats in ("error", "mean"):
        assert '`cluster="repeat"`' in told(by_repeat, repeats=repeats)[1]


def test_what_is_dropped_need_not_vary_any_more():
    """Only one model has scores of seed 1: without them the seed does not vary, and the unit is the case."""
    columns = columns_of(("case", "seed"))
    rows = [i for i, seed in enumerate(columns["seed"]) if seed == 0 or columns["model"][i] == "a"]
    kept = {name: [values[i] for i in rows] for name, values in columns.items()}
    found = bt.compare(bt.read(kept), missing="drop")
    assert (found.unit, found.n_units) == ("cases", 12)


def test_the_seed_of_a_task_does_not_vary_within_it():
    columns = columns_of((), tasks=4)
    reason, _ = told({**columns, "seed": columns["task"]})
    assert reason.startswith("Two models, 4 tasks with one score each")


def test_the_ways_out_are_open():
    """What the messages name is accepted, and by the name that the column has."""
    columns = columns_of(("fold", "seed"))
    columns["random_state"] = columns.pop("seed")
    assert '`repeat="random_state"`' in told(columns)[1]
    assert bt.compare(bt.read(columns, repeat="random_state")).n_units == 9
    columns = columns_of(("case", "train_set"))
    columns["fold"] = columns.pop("train_set")
    assert '`ignore=["fold"]` and `repeats="mean"`' in told(columns)[1]
    found = bt.compare(bt.read(columns, ignore=["fold"]), repeats="mean")
    assert (found.n_units, found.unit) == (12, "cases")


# The command line.


def test_the_command_line_says_it_in_flags(command, tmp_path):
    columns = columns_of(("fold", "seed"))
    path = tmp_path / "seeds.csv"
    lines = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, line)) for line in lines)]))
    refused = command("compare", path)
    assert refused.code == 2
    assert "`--column repeat=seed`" in refused.err
    assert "`--repeats mean`" in refused.err
    answered = command("compare", path, "--repeats", "mean")
    assert answered.code == 0
    assert "3 folds of one task (each the mean of its seeds)" in " ".join(answered.out.split())
    assert command("compare", path, "--column", "repeat=seed").code == 0
