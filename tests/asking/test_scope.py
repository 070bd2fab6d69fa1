"""How far a claim reaches: each sentence stands where it applies, and nowhere else."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

import betterthan as bt

SEEDS = "This holds over seeds, on this test set; how its"
TRAINING = "Training variation is not covered"
SHARED = "as two independent samples, as asked; `new` and `old` share"
CHANCE = "would reject at the 5% level with a chance of up to"
NARROW = "The rope is narrow beside the uncertainty"
CAUTIOUS = "this prior is cautious"
STEP = "is narrower than one step of the"


def scores(kind: str, **columns) -> bt.Scores:
    """Scores of two models, the new one a little better, for every combination of the columns' values."""
    rng = np.random.default_rng(7)
    rows, names = list(product(("new", "old"), *columns.values())), ("model", *columns)
    values = [0.8 + 0.01 * (row[0] == "new") + rng.normal(0, 0.02) for row in rows]
    if kind == "0/1":
        values = [float(rng.random() < value - 0.2) for value in values]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values}, higher_is_better=True)


def clustered() -> bt.Scores:
    rng = np.random.default_rng(8)
    rows = [(model, case, case // 4) for model, case in product(("new", "old"), range(48))]
    model, case, cluster = zip(*rows, strict=True)
    return bt.read({"model": model, "case": case, "cluster": cluster, "score": rng.normal(size=len(rows)).tolist()})


DESIGNS = {
    "seeds": lambda: scores("real", seed=range(5)),
    "training sets": lambda: scores("real", train_set=range(5)),
    "cases": lambda: scores("real", case=range(60)),
    "0/1 cases": lambda: scores("0/1", case=range(60)),
    "clusters": clustered,
    "folds": lambda: scores("real", repeat=range(10), fold=range(10)),
    "seeds x cases": lambda: scores("real", seed=range(6), case=range(20)),
    "tasks": lambda: scores("real", task=range(20)),
    "tasks of folds": lambda: scores("real", task=range(4), fold=range(10)),
    "tasks of seeds": lambda: scores("real", task=range(4), seed=range(5)),
}


def notes(design: str, **asked) -> str:
    return " ".join(bt.compare(DESIGNS[design](), **asked).notes)


@pytest.mark.parametrize("design", DESIGNS)
def test_seeds_say_nothing_of_how_the_test_cases_were_drawn(design):
    told = notes(design, rope=0.01)
    assert (SEEDS in told) == (design == "seeds")
    assert ("This holds over training sets, on this test set" in told) == (design == "training sets")


@pytest.mark.parametrize("design", DESIGNS)
def test_cases_say_nothing_of_training(design):
    assert (TRAINING in notes(design, rope=0.01)) == (design in ("cases", "0/1 cases", "clusters"))


def test_the_size_of_the_test_set_is_named_where_it_is_known():
    known = scores("real", seed=range(5), n_test=[500])
    assert f"{SEEDS} 500 cases were drawn is not covered: give scores per seed and case." in bt.compare(known).notes
    unknown = bt.compare(DESIGNS["seeds"]()).notes
    assert f"{SEEDS} cases were drawn is not covered: give scores per seed and case." in unknown


@pytest.mark.parametrize("procedure", [None, "bayes_sign", "paired_t", "wilcoxon"])
@pytest.mark.parametrize(("design", "sentence"), [("seeds", SEEDS), ("cases", TRAINING)])
def test_every_procedure_has_the_scope_of_its_scores(design, sentence, procedure):
    assert sentence in notes(design, procedure=procedure)


def test_a_claim_about_these_very_tasks_has_the_scope_of_their_units():
    count = "bayes_poisson_binomial"
    assert "on these test sets; how their cases were drawn" in notes("tasks of seeds", procedure=count)
    assert "on these test sets" not in notes("tasks of folds", procedure=count)
    assert "Of each task alone: this holds over seeds" in notes("tasks of seeds", rope=0.01, per_task=True)


@pytest.mark.parametrize(
    ("ask", "seeds", "cases"),
    [
        (bt.rank, True, True),
        (lambda found: bt.compare(found, procedure="friedman"), True, True),
        (lambda found: bt.estimate(found, "new"), True, True),
        (bt.seed_table, True, None),
    ],
    ids=["rank", "joint test", "estimate", "seed table"],
)
def test_other_answers_have_it_too(ask, seeds, cases):
    def three(**columns) -> bt.Scores:
        rows = list(product(("new", "old", "third"), *columns.values()))
        values = np.random.default_rng(2).normal(0.8, 0.02, len(rows)).tolist()
        names = ("model", *columns)
        return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})

    assert any(SEEDS in note for note in ask(three(seed=range(6))).notes) == seeds
    if cases is not None:
        assert any(TRAINING in note for note in ask(three(case=range(30))).notes) == cases


def test_a_seed_table_of_scores_per_case_points_to_what_covers_both():
    with_cases = bt.seed_table(scores("real", seed=range(5), case=range(8))).notes
    assert any("how its cases were drawn is not covered: `compare` covers both" in note for note in with_cases)
    with_folds = bt.seed_table(scores("real", seed=range(5), fold=range(5)), repeats="mean").notes
    assert not any("were drawn" in note for note in with_folds), "every fold was tested on other cases"


@pytest.mark.parametrize("column", ["temperature", "top_p", "decoding_strategy", "Sampling"])
def test_seeds_of_decoding_are_no_learning_algorithms(column):
    found = bt.compare(scores("0/1", seed=range(3), case=range(30), **{column: ["0.7"]}))
    assert "learning algorithm" not in f"{found.question.asks} {found.question.reason}"
    assert found.question.kind == "Q1"
    assert f"`{column}` says that answers were drawn anew, not that models were trained anew" in found.question.reason
    assert any(TRAINING in note for note in found.notes)
    plain = bt.compare(scores("0/1", seed=range(3), case=range(30), topic=["a"]))
    assert "this compares learning algorithms (Q2)." in plain.question.reason
    assert not any(TRAINING in note for note in plain.notes)


@pytest.mark.parametrize(("column", "answers"), [("epoch", True), ("attempt", True), ("run", False), ("trial", False)])
def test_repeated_answers_are_no_learning_algorithms(column, answers):
    with pytest.raises(bt.NeedsNotMet) as refused:
        bt.compare(scores("real", **{column: range(8)}))
    assert ("learning algorithms" not in str(refused.value)) == answers
    assert (f'say `seed="{column}"`' in str(refused.value)) == answers


def test_unpaired_scores_are_only_taken_as_independent_where_units_are_shared():
    asked = bt.compare(bt.unpaired(scores("real", case=range(80)), "new", "old"))
    assert "taken as two independent samples, as asked; they share 80 of 80 cases" in asked.question.reason
    assert any(SHARED + " 80 of 80 cases." in note for note in asked.notes)
    rows = {"model": ["new"] * 4 + ["old"] * 4, "seed": range(8), "score": [0.8, 0.7, 0.75, 0.9, 0.6, 0.7, 0.8, 0.65]}
    apart = bt.compare(bt.read(rows))
    assert "These are two independent samples" in apart.question.reason
    assert "as asked" not in f"{apart.question.reason} {apart.notes}"


def test_five_by_two_folds_show_the_test_that_was_made_for_them():
    found = bt.compare(scores("real", repeat=range(5), fold=range(2)))
    assert [part.procedure for part in found.also] == ["f_5x2cv"]
    differences = found.table.differences().reshape(5, 2)
    spread = ((differences - differences.mean(axis=1, keepdims=True)) ** 2).sum()
    statistic = (differences**2).sum() / (2 * spread)  # Alpaydin (1999)
    assert found.also[0].p_value == pytest.approx(stats.f.sf(statistic, 10, 5), rel=1e-10)
    assert "f_5x2cv: F(10, 5)" in found.to_text()
    others = bt.compare(scores("real", repeat=range(5), fold=range(4)))
    assert others.also == ()
    assert "5x2" not in others.question.reason


@pytest.mark.parametrize(("groups", "chance"), [(2, "1 − 0.95^2 = 0.10"), (10, "1 − 0.95^10 = 0.40")])
def test_the_chance_of_a_rejection_among_subgroups_is_stated(groups, chance):
    rows = [(model, case, case % groups) for model, case in product(("new", "old"), range(60))]
    values = np.random.default_rng(4).normal(size=len(rows))
    table = dict(zip(("model", "case", "topic"), zip(*rows, strict=True), strict=True))
    whole = bt.read({**table, "score": values.tolist()})
    told = " ".join(bt.compare(whole, by="topic").notes)
    assert f"{CHANCE} {chance}." in told
    assert f"{groups} tests (one for each subgroup)" in told
    assert CHANCE not in " ".join(bt.compare(whole).notes)


def test_the_chance_of_a_rejection_among_tasks_pairs_and_seeds_is_stated():
    assert f"{CHANCE} 1 − 0.95^4 = 0.19." in notes("tasks of folds", rope=0.01, per_task=True)
    assert CHANCE not in notes("tasks of folds", rope=0.01)
    rows = list(product("abcde", range(20)))
    several = bt.read(
        {
            "model": [row[0] for row in rows],
            "task": [row[1] for row in rows],
            "score": np.random.default_rng(1).normal(size=len(rows)).tolist(),
        }
    )
    pairs = " ".join(bt.compare(several, adjust="none").notes)
    assert "10 tests (one for each pair) stand here without adjustment" in pairs
    assert "1 − 0.95^10 = 0.40" in pairs
    assert CHANCE not in " ".join(bt.compare(several).notes), "they are adjusted"
    seeds = bt.read(
        {
            "model": [row[0] for row in rows],
            "seed": [row[1] for row in rows],
            "score": [0.5 + 0.01 * i for i in range(100)],
        }
    )
    assert any("1 − 0.95^4 = 0.19" in note for note in bt.seed_table(seeds, "a", adjust="none").notes)
    assert not any(CHANCE in note for note in bt.seed_table(seeds, "a", adjust="holm").notes)


@pytest.mark.parametrize(("n", "share"), [(5, 8), (8, 7), (10, 6), (15, None), (60, None)])
def test_a_narrow_rope_errs_on_either_side(n, share):
    """With the default rope of 0.1 sd, two equal models: P(t > quantile + 0.1 √n), twice."""
    expected = 2 * stats.t.sf(stats.t.ppf(0.95, n - 1) + 0.1 * np.sqrt(n), n - 1)
    assert (expected > 0.055) == (share is not None)
    told = " ".join(bt.compare(scores("real", seed=range(n))).notes)
    assert (NARROW in told) == (share is not None)
    if share is not None:
        assert round(100 * expected) == share
        assert f"better in up to about {share}% of such comparisons" in told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"rope": 0.0}, "about 10%"),
        ({"rope": 0.0, "threshold": 0.9}, "about 20%"),
        ({"rope": 0.2}, None),
        ({"rope": 0.0, "rule": "hdi"}, None),
        ({"procedure": "paired_t"}, None),
    ],
)
def test_it_is_said_where_the_rule_and_the_rope_are_so(asked, told):
    found = notes("seeds", **asked)
    assert (NARROW in found) == (told is not None)
    assert told is None or told in found


def test_the_rate_is_that_of_a_simulation():
    """5 seeds of two equal models, 20,000 times: the issue is that 0.95 holds for each side alone."""
    rng = np.random.default_rng(12)
    differences = rng.normal(size=(20_000, 5))
    mean, sd = differences.mean(axis=1), differences.std(axis=1, ddof=1)
    above = stats.t.sf((0.1 * sd - mean) / (sd / np.sqrt(5)), 4)
    below = stats.t.cdf((-0.1 * sd - mean) / (sd / np.sqrt(5)), 4)
    claimed = ((above >= 0.95) | (below >= 0.95)).mean()
    assert claimed == pytest.approx(0.078, abs=0.006)


@pytest.mark.parametrize(("seeds", "said"), [(3, True), (4, True), (5, False), (6, False)])
def test_few_seeds_by_cases_are_told_with_another_prior(seeds, said):
    data = scores("real", seed=range(seeds), case=range(25))
    found = bt.compare(data, rope=0.005)
    told = " ".join(found.notes)
    assert (f"With {seeds} seeds {CAUTIOUS}" in told) == said
    assert (CAUTIOUS in told) == said
    if said:
        other = bt.compare(data, rope=0.005, prior="half-cauchy").probabilities
        shown = f"new {other.first:.3f}, equivalent {other.equivalent:.3f}, old {other.second:.3f}"
        assert f"With the prior `half-cauchy` the probabilities would be {shown}." in told
        assert NARROW not in told


@pytest.mark.parametrize(
    ("data", "rope", "step"),
    [
        (lambda: scores("0/1", case=range(100)), 0.001, "0.01 (one of 100 cases)"),
        (lambda: scores("0/1", case=range(100)), 0.01, None),
        (lambda: scores("0/1", case=range(100)), None, None),  # on the scale of φ
        (lambda: scores("real", seed=range(5), n_test=[200]), 0.001, "0.005 (one of 200 cases)"),
        (lambda: scores("real", seed=range(5), n_test=[200]), 0.006, None),
        (lambda: rounded(seed=range(8)), 0.004, "0.01 (they have 2 decimals)"),
        (lambda: rounded(seed=range(8)), 0.01, None),
        (lambda: rounded(task=range(12)), 0.004, "0.01 (they have 2 decimals)"),
        (lambda: rounded(case=range(40)), 0.004, None),  # the mean of 40 scores is finer than one of them
        (lambda: scores("real", seed=range(5)), 0.0001, None),  # not rounded, as far as one sees
        (lambda: rounded(seed=range(8)), 0.0, None),
    ],
)
def test_a_rope_below_the_resolution_of_the_scores_gets_a_note(data, rope, step):
    told = " ".join(bt.compare(data(), rope=rope).notes)
    assert (STEP in told) == (step is not None)
    assert step is None or step in told


def rounded(**columns) -> bt.Scores:
    rng = np.random.default_rng(5)
    rows = list(product(("new", "old"), *columns.values()))
    names = ("model", *columns)
    values = [round(0.8 + 0.02 * (row[0] == "new") + rng.normal(0, 0.02), 2) for row in rows]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})


WIDE = "is as wide as scores can be apart"
LEVELS = np.array([0.7, 0.75, 0.72])


@pytest.mark.parametrize("apart", [0.0, 0.01])
def test_identical_models_are_never_called_better_where_nothing_varies(apart):
    found = bt.compare(LEVELS + apart, LEVELS, independent=True)
    assert found.procedure == "bayes_agreement"
    assert NARROW not in " ".join(found.notes)


@pytest.mark.parametrize(("rope", "said"), [(0.1, False), (0.99, False), (1.0, True)])
def test_a_rope_holds_every_difference_only_if_scores_cannot_be_further_apart(rope, said):
    """The scores seen lie within 0.05, but others of the same kind may not."""
    for data in ((LEVELS, LEVELS), (LEVELS, LEVELS[::-1])):
        found = bt.compare(*data, independent=True, rope=(-rope, rope))
        assert (WIDE in " ".join(found.notes)) == said
    unpaired = bt.unpaired_arrays(LEVELS, LEVELS[:2])
    assert (WIDE in " ".join(bt.compare(unpaired, rope=(-rope, rope)).notes)) == said


def test_a_declared_range_says_how_far():
    assert WIDE in " ".join(bt.compare(LEVELS, LEVELS[::-1], independent=True, rope=0.25, range=(0.5, 0.75)).notes)
    assert WIDE not in " ".join(bt.compare(LEVELS, LEVELS[::-1], independent=True, rope=0.25, range=(0.25, 0.75)).notes)
