"""Facts of tables: the same record from every kind of table, found once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.moments import Cells, Moments
from betterthan.data.pairing import pair_differences
from betterthan.data.units import CASES, CLUSTERED_CASES, FOLDS, SEEDS, TASKS
from betterthan.errors import NeedsNotMet, PairingError

SCORES = np.random.default_rng(1).random((10, 2))
HALVES = {"repeat": factor(np.repeat(np.arange(5), 2)), "fold": factor([0, 1] * 5)}


def folds(**design) -> bt.PairedTable:
    return bt.PairedTable(("a", "b"), SCORES, Design(FOLDS, {"repeat": 5, "fold": 2}, **design), HALVES)


def test_scores_differences_sums_and_samples_answer_alike():
    scores = bt.pair_arrays([1.0, 0.0, 1.0], [0.0, 0.0, 1.0])
    assert (scores.facts.n, scores.facts.unit, scores.facts.binary, scores.facts.own_scores) == (3, CASES, True, True)
    differences = pair_differences([0.5, -0.25], task=["t", "u"])
    assert (differences.facts.tasks, differences.facts.unit, differences.facts.own_scores) == (2, TASKS, False)
    sums = bt.PairedSummary.from_cells({"t": Cells(1, 2, 3, 4)})
    assert (sums.facts.n, sums.facts.sums_only, sums.facts.own_scores, sums.facts.binary) == (10, True, True, True)
    assert not bt.PairedSummary.from_moments(mean=0.1, sd=1.0, n=9).facts.own_scores
    samples = bt.unpaired_arrays([0.5, 0.25, 0.75], [0.5, 0.25])
    assert (samples.facts.n, samples.facts.unit, samples.facts.paired) == (5, SEEDS, False)
    assert (samples.facts.models, samples.facts.tasks, samples.facts.sums_only) == (2, 1, False)
    printed = bt.UnpairedSummary(("a", "b"), (Moments(0.5, 0.1, 5), Moments(0.4, 0.2, 4)))
    assert (printed.facts.models, printed.facts.tasks, printed.facts.n, printed.facts.sums_only) == (2, 1, 9, True)
    assert scores.facts is scores.facts


def test_a_table_of_one_model_has_facts():
    assert bt.PairedTable(("a",), SCORES[:, :1]).facts.n == 10


def test_gaps_make_a_table_incomplete():
    gaps = np.where(np.eye(3, dtype=bool), np.nan, 0.5)
    assert not bt.PairedTable(("a", "b", "c"), gaps).facts.complete
    assert bt.PairedTable(("a", "b", "c"), np.ones((3, 3))).facts.complete


def test_halves_are_five_by_two_until_one_is_lost():
    assert folds(folds=2).facts.five_by_two
    assert not folds(folds=2).only(np.arange(9)).facts.five_by_two
    assert not bt.PairedTable(("a", "b"), SCORES, factors=HALVES).facts.five_by_two


def test_the_test_fraction_is_known_or_the_reason_why_not():
    known, unknown = folds(folds=2).facts, folds(uneven={"n_test": (10.0, 30.0)}).facts
    assert (known.test_fraction, known.unclear) == (0.5, None)
    assert unknown.test_fraction is None
    assert unknown.unclear is not None
    assert unknown.unclear.startswith("folds of one size, give or take a tenth; n_test runs from 10 to 30")
    several = replace(folds(), factors={**HALVES, "task": factor([0, 1] * 5)}).facts
    assert several.test_fraction is None
    assert several.unclear is not None
    assert several.unclear.startswith("as many folds in every repeat of every task, which this table has not")
    unnumbered = replace(folds(), factors={"task": factor([0, 1] * 5)}).facts
    assert unnumbered.unclear is not None
    assert unnumbered.unclear.startswith("to know how much training data the splits share")


def tasks_with_test_sets_of(*sizes: int) -> dict[str, list]:
    """Two models on one task for each size, six folds of 100 cases in all."""
    rows = [(m, f"t{t}", fold, 100 - n, n) for m in "ab" for t, n in enumerate(sizes) for fold in range(6)]
    columns = dict(zip(("model", "task", "fold", "n_train", "n_test"), map(list, zip(*rows, strict=True)), strict=True))
    return {**columns, "score": np.random.default_rng(5).random(len(rows)).tolist()}


def test_shares_that_differ_between_tasks_are_named_and_can_be_given():
    scores = tasks_with_test_sets_of(10, 20, 50)
    with pytest.raises(NeedsNotMet, match=r"runs from 0\.1 to 0\.5 over the tasks") as told:
        bt.compare(scores)
    assert "add columns" not in str(told.value), "they are there"
    found = bt.compare(scores, test_fraction=0.5)
    assert (found.procedure, found.result.inputs["rho"]) == ("bayes_hierarchical_t", [0.5] * 3)
    assert bt.compare(scores, procedure="bayes_signed_rank").procedure == "bayes_signed_rank"


@pytest.mark.parametrize(
    ("sizes", "share"),
    [((20, 20, 20), 0.20), ((19, 20, 21), 0.20), ((19, 20, 22), None), ((18, 20, 20), None)],
)
def test_shares_may_differ_by_a_tenth_of_their_mean(sizes, share):
    """0.21 - 0.19 is a tenth of 0.20, 0.22 - 0.19 is more."""
    assert bt.pair(bt.read(tasks_with_test_sets_of(*sizes))).facts.test_fraction == (share and pytest.approx(share))


def test_a_fold_with_several_scores_is_crowded():
    twice = bt.PairedTable(("a", "b"), SCORES, Design(FOLDS, {"fold": 5}), {"fold": factor(np.repeat(np.arange(5), 2))})
    assert twice.facts.crowded_folds is not None
    assert twice.facts.crowded_folds.startswith("one score per fold; this table has 10 scores in 5 folds")
    assert folds(folds=2).facts.crowded_folds is None


def test_differences_have_means_of_tasks_but_no_scores_of_models():
    table = pair_differences([0.5, 0.25, -0.25], task=["t", "t", "u"])
    assert table.by_task().differences().tolist() == [0.375, -0.25]
    assert table.select_tasks(["u"]).differences().tolist() == [-0.25]
    assert (table.model_scores(), table.pairing()) == ((), None)
    with pytest.raises(PairingError, match="The four counts exist only"):
        table.cells()


@pytest.mark.parametrize("ask", [bt.rank, bt.score_table, bt.model_means], ids=lambda ask: ask.__name__)
@pytest.mark.parametrize(
    ("table", "held"),
    [
        (pair_differences([0.5, 0.25, 0.75]), "the differences"),
        (bt.PairedSummary.from_moments(mean=0.1, sd=1.0, n=9), "the differences"),
        (bt.PairedSummary.from_cells({"": Cells(1, 2, 3, 4)}), "the sums of the scores"),
        (bt.unpaired_arrays([0.5, 0.25], [0.5, 0.75]), "two independent samples"),
    ],
    ids=["differences", "moments", "counts", "samples"],
)
def test_what_needs_own_scores_says_what_the_table_holds(ask, table, held):
    with pytest.raises(NeedsNotMet, match=f"`{ask.__name__}` needs the models' own scores .* holds {held} of `first`"):
        ask(table)


def test_of_repeats_alone_it_is_not_known_what_they_share_nor_that_they_overlap():
    facts = bt.pair(bt.read({"repeat": range(10), "a": SCORES[:, 0], "b": SCORES[:, 1]})).facts
    assert (facts.unit, facts.test_fraction) == (FOLDS, None)
    assert facts.unclear.startswith("to know how much training data the splits share")


@pytest.mark.parametrize(("other", "zero_one"), [(1.0, True), (np.nan, True), (0.5, False), (1.5, False)])
def test_scores_of_which_some_are_missing_may_be_0_and_1(other, zero_one):
    scores = np.array([[0.0, 1.0, 1.0], [1.0, other, 0.0], [1.0, 0.0, np.nan]])
    assert bt.PairedTable(("a", "b", "c"), scores).zero_one == zero_one


@pytest.mark.parametrize(("change", "alike"), [(0.0, True), (0.5, False)])
def test_cases_in_clusters_are_alike_where_the_means_of_all_clusters_are(change, alike):
    """Each cluster loses as much as it wins, or one of them half a case more."""
    second = [0.5, 0.25, 0.5, 0.25, 0.5, 0.25]
    first = [each + step for each, step in zip(second, [0.25, -0.25] * 3, strict=True)]
    first[0] += change
    table = bt.pair_arrays(first, second, cluster=[1, 1, 2, 2, 3, 3], weight="cases")
    assert table.facts.unit == CLUSTERED_CASES
    assert table.alike is alike
