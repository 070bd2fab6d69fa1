"""How many further units would decide, against a search one by one with scipy's laws."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.asking.outlook import MOST, NOTHING_NEW, ON_A_BOUND, _smallest
from betterthan.data.summaries import PairedSummary
from betterthan.words.outlook import outlook

SEEDS = [0.81, 0.79, 0.80, 0.82, 0.78]
FOLDS = [0.71, 0.73, 0.70, 0.74, 0.72, 0.69, 0.75, 0.71, 0.70, 0.73]


def with_moments(n: int, mean: float, sd: float) -> np.ndarray:
    """n differences with exactly this mean and standard deviation."""
    x = np.linspace(-1, 1, n)
    return mean + sd * (x - x.mean()) / x.std(ddof=1)


def compared(differences: np.ndarray, **asked) -> bt.Comparison:
    base = np.full(len(differences), 0.5)
    return bt.compare(base + differences, base, independent=True, procedure="bayes_t", **asked)


def decides(n: int, mean: float, sd: float, rope: float) -> bool:
    law = stats.t(n - 1, mean, sd / sqrt(n))
    return max(law.sf(rope), law.cdf(-rope), law.cdf(rope) - law.cdf(-rope)) >= 0.95


@pytest.mark.parametrize(
    ("n", "mean", "sd", "rope"),
    [
        (3, 0.02, 0.02, 0.0),
        (5, 0.006, 0.008, 0.001),
        (12, 0.001, 0.02, 0.01),
        (40, 0.012, 0.03, 0.01),
        (8, -0.02, 0.05, 0.005),
    ],
)
def test_the_number_is_that_of_a_search_one_by_one(n, mean, sd, rope):
    found = compared(with_moments(n, mean, sd), rope=rope)
    (needed,) = found.outlook.needed
    smallest = next(k for k in range(n, 100_000) if decides(k, mean, sd, rope))
    assert needed.now == n
    assert smallest <= needed.needed <= smallest * 1.005 + 1
    expected = "equivalent" if abs(mean) < rope else "first" if mean > 0 else "second"
    assert found.outlook.verdict == expected


def test_the_line_names_the_units_the_rope_and_the_outcome():
    seeds = {"seed": list(range(5)), "new": (SEEDS + with_moments(5, 0.006, 0.008)).tolist(), "old": SEEDS}
    found = bt.compare(bt.read(seeds), rope=0.001)
    more = found.outlook.needed[0].more
    assert outlook(found) == (
        f"If the difference stays as it is, {more} more seeds of each model would decide it (rope ±0.001, threshold "
        "0.95): new practically better."
    )
    assert outlook(found) in " ".join(found.to_text().replace("•", "").split())
    assert found.to_dict()["outlook"]["needed"] == [{"unit": "seeds", "now": 5, "needed": 5 + more, "model": None}]
    assert bt.Comparison.from_dict(found.document()) == found


def test_on_a_bound_no_number_decides():
    found = compared(with_moments(16, 0.01, 0.02), rope=0.01)
    assert found.outlook.verdict == "undecided"
    assert found.outlook.needed == ()
    assert found.outlook.never == ON_A_BOUND
    assert outlook(found).startswith(
        "If the difference stays as it is, no number of further cases would decide it (rope ±0.01, threshold 0.95): the"
    )


def test_folds_have_a_floor():
    """Endless repeats leave the variance s²ρ/(1 - ρ): with mean 0.6 s and ρ = 0.1 that is P = Φ(1.8) = 0.964."""
    for ratio, decided in ((0.6, True), (0.5, False)):  # Φ(0.5·3) = 0.933
        scores = {"fold": list(range(10)), "a": (FOLDS + with_moments(10, 0.01 * ratio, 0.01)).tolist(), "b": FOLDS}
        found = bt.compare(bt.read(scores), rope=0.0)
        assert found.verdict == "undecided"
        assert (found.outlook.never is None) is decided
    assert found.outlook.never == "folds share training data"
    assert "no number of further repeats would decide it" in outlook(found)


def test_folds_come_in_repeats():
    """Of ten folds none is run alone: as many repeats as have the folds that scaling asks for."""
    base = np.tile(FOLDS, 2)
    scores = {"fold": [*range(10)] * 2, "repeat": [0] * 10 + [1] * 10, "b": base}
    found = bt.compare(bt.read({**scores, "a": base + with_moments(20, 0.006, 0.01)}), first="a", second="b", rope=0.0)
    assert (found.procedure, found.verdict, found.unit) == ("bayes_correlated_t", "undecided", "folds")
    (needed,) = found.outlook.needed
    assert (needed.unit, needed.now) == ("repeats", 2)
    folds = bt.scaling(found).needed_units
    assert needed.needed == -(-folds // 10) > 2
    assert f"{needed.more} more repeats would decide it" in outlook(found)


def test_crossed_units_grow_together():
    rng = np.random.default_rng(4)
    rows = [(m, s, c, 0.5 + 0.02 * (m == "a") + rng.normal(0, 0.1)) for m in "ab" for s in range(3) for c in range(10)]
    names = ("model", "seed", "case", "score")
    found = bt.compare(bt.read(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))), rope=0.001)
    seeds, cases = found.outlook.needed
    assert (seeds.unit, cases.unit) == ("seeds", "cases")
    assert cases.needed / cases.now == pytest.approx(seeds.needed / seeds.now, rel=0.2)


def test_a_decided_comparison_has_none_and_neither_has_a_part():
    assert compared(with_moments(30, 0.05, 0.02), rope=0.01).outlook is None
    rows = [(m, t, c, 0.5 + 0.01 * (m == "a") + 0.1 * np.sin(37 * c + 5 * (m == "a") + t))
            for m in "ab" for t in range(4) for c in range(12)]  # fmt: skip
    names = ("model", "task", "case", "score")
    found = bt.compare(
        bt.read(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))), rope=0.01, per_task=True
    )
    assert all(part.outlook is None for part in found.tasks)


def test_a_million_cases_are_not_slower_to_ask():
    """The search works on sums: as many posteriors as for few cases, within a factor of the size that it may try."""
    rng = np.random.default_rng(0)
    found = compared(rng.normal(0.0001, 0.1, 1_000_000), rope=0.00009)
    assert found.outlook is not None
    assert found.outlook.never is not None or found.outlook.needed[0].needed <= 1.01 * MOST * 1_000_000


def test_without_disagreements_more_cases_say_nothing_and_no_bound_is_blamed():
    found = bt.compare([1, 1, 0], [1, 1, 0])
    assert (found.estimate, found.rope.bounds) == (0.5, "[0.45, 0.55]")
    assert found.outlook.never == NOTHING_NEW
    assert compared(with_moments(8, 0.0, 0.02), rope=0.0).outlook.never == ON_A_BOUND, "their posterior does narrow"
    assert bt.compare([1, 1, 0], [1, 1, 0], rope=0.05).outlook.verdict == "equivalent", "in accuracy points they do"


def test_of_signed_ranks_the_differences_are_repeated():
    """The same twelve differences k times over: decided where the procedure decides on that many."""
    z = np.array([0.03, 0.02, -0.01, 0.04, 0.01, -0.02, 0.05, 0.02, 0.0, 0.03, -0.01, 0.02])
    base = np.full(len(z), 0.5)
    table = bt.pair_arrays(base + z, base, task=[str(j) for j in range(len(z))], independent=True)
    found = bt.compare(table, rope=0.01)
    assert (found.procedure, found.verdict) == ("bayes_signed_rank", "undecided")
    (needed,) = found.outlook.needed
    assert found.outlook.roughly
    assert needed.now == 12
    k = -(-needed.needed // 12)
    more = bt.procedures.bayes_signed_rank.from_differences(np.tile(z, k), rope=0.01)
    assert min(each.probabilities.first for each in more.needed if each.name == "prior") > 0.945
    assert "roughly" in outlook(found)
    assert "more tasks would decide it" in outlook(found)


@pytest.mark.parametrize(("side", "verdict"), [(1, "first"), (-1, "second")])
def test_a_law_that_narrows_with_the_root_of_the_units(side, verdict):
    """A robust t of 40 cases: about k times as many put 95% of its law beyond the rope."""
    d = side * (stats.norm.ppf((np.arange(40) + 0.5) / 40) * 0.05 + 0.017)
    base = np.full(40, 0.5)
    found = bt.compare(base + d, base, independent=True, procedure="bayes_robust_t", rope=0.01)
    (needed,) = found.outlook.needed
    tail, middle = found.posterior.quantiles(np.array([0.5 - 0.45 * side, 0.5]))
    assert needed.needed / 40 == pytest.approx(((middle - tail) / (middle - 0.01 * side)) ** 2, rel=0.05)
    assert (found.outlook.verdict, found.outlook.roughly) == (verdict, True)


@pytest.mark.parametrize("smallest", [11, 12, 40, 321, 322, 2033, 19_000])
@pytest.mark.parametrize("guess", [1.0, 30.0])
def test_the_smallest_number_is_found_to_half_a_percent_from_any_guess(smallest, guess):
    found = _smallest(lambda n: n >= smallest, 10, guess)
    assert smallest <= found <= smallest + max(1, smallest / 200)


def test_what_ten_thousand_times_as_many_do_not_decide_is_out_of_reach():
    assert _smallest(lambda n: n > 10 * MOST, 10, 1.0) is None


@pytest.mark.parametrize(("rule", "said"), [("hdi", "rule `hdi` at 0.95"), ("loss", "rule `loss`")])
def test_the_rule_is_named(rule, said):
    found = compared(with_moments(40, 0.012, 0.03), rope=0.01, rule=rule)
    assert said in outlook(found)
    assert "threshold" not in outlook(found)


def folds_on_tasks(mean: float) -> dict[str, list]:
    rng, columns = np.random.default_rng(2), {"task": [], "fold": [], "a": [], "b": []}
    for task in "xyz":
        base, apart = rng.uniform(0.6, 0.8, 10), with_moments(10, mean, 0.01)
        columns["task"] += [task] * 10
        columns["fold"] += range(10)
        columns["a"] += (base + apart).tolist()
        columns["b"] += base.tolist()
    return columns


@pytest.mark.parametrize(("mean", "decided"), [(0.005, True), (0.002, False)])
def test_of_these_tasks_folds_share_training_data(mean, decided):
    """Endless folds leave √(ρ/(1 - ρ)) = 1/3 sd: p = Φ(3·mean/sd), and two of three tasks are won with 3p² - 2p³."""
    p = float(stats.norm.cdf(3 * mean / 0.01))
    assert (3 * p**2 - 2 * p**3 >= 0.95) is decided
    found = bt.compare(bt.read(folds_on_tasks(mean)), procedure="bayes_poisson_binomial")
    assert found.verdict == "undecided"
    assert (found.outlook.never is None) is decided
    if not decided:
        assert "no number of further scores on these tasks would decide it" in outlook(found)
        assert found.outlook.never == "folds share training data"


@pytest.mark.parametrize("rule", ["hdi", "loss"])
def test_another_rule_has_a_number_where_a_law_narrows(rule):
    """A robust t of 40 cases whose law, so many times narrower about its median, the rule decides on."""
    d = stats.norm.ppf((np.arange(40) + 0.5) / 40) * 0.05 + 0.017
    base = np.full(40, 0.5)
    found = bt.compare(base + d, base, independent=True, procedure="bayes_robust_t", rope=0.01, rule=rule)
    (needed,) = found.outlook.needed
    assert (found.verdict, found.outlook.verdict, found.outlook.roughly) == ("undecided", "first", True)
    middle = float(found.posterior.quantile(0.5))
    reached = []
    for n in (0.97 * needed.needed, 1.03 * needed.needed):
        if rule == "hdi":
            reached.append(middle + (found.posterior.interval(0.95).low - middle) / sqrt(n / 40) > 0.01)
        else:  # the loss of a wrong claim is 20, of none 1
            above = 1 - float(found.posterior.cdf(np.array([middle + (0.01 - middle) * sqrt(n / 40)]))[0])
            reached.append(20 * (1 - above) <= 1)
    assert reached == [False, True]


def test_by_the_rule_of_losses_differences_are_repeated():
    z = np.array([0.03, 0.02, -0.01, 0.04, 0.01, -0.02, 0.05, 0.02, 0.0, 0.03, -0.01, 0.02])
    base = np.full(len(z), 0.5)
    table = bt.pair_arrays(base + z, base, task=[str(j) for j in range(len(z))], independent=True)
    found = bt.compare(table, rope=0.01, rule="loss")
    (needed,) = found.outlook.needed
    more = bt.procedures.bayes_signed_rank.from_differences(np.tile(z, -(-needed.needed // 12)), rope=0.01)
    assert min(each.probabilities.first for each in more.needed if each.name == "prior") > 0.945


def test_of_sums_alone_the_differences_of_tasks_are_known():
    """Every task's mean difference stands behind a signed-rank posterior, whether or not its scores are there."""
    z = [0.03, 0.02, -0.01, 0.04, 0.01, -0.02, 0.05, 0.02, 0.0, 0.03, -0.01, 0.02]
    parts = [PairedSummary.from_moments(mean=mean, sd=0.01, n=30) for mean in z]
    sums = reduce(PairedSummary.merge, (replace(part, tasks=(f"t{j}",)) for j, part in enumerate(parts)))
    found = bt.compare(sums, rope=0.01, procedure="bayes_signed_rank")
    assert found.verdict == "undecided"
    assert found.outlook.needed[0].unit == "tasks"
    assert found.outlook.needed[0].now == 12


def test_a_reading_that_was_named_says_why_it_has_no_number():
    rng = np.random.default_rng(3)
    columns = {"task": np.repeat([f"t{j}" for j in range(6)], 20), "case": np.tile(range(20), 6)}
    base = rng.uniform(0.4, 0.6, 120)
    apart = np.repeat(rng.normal(0.01, 0.02, 6), 20) + rng.normal(0, 0.05, 120)
    found = bt.compare({**columns, "a": base + apart, "b": base}, rope=0.005, reading="next_task")
    assert "is not known: it can be estimated for the usual reading only" in outlook(found)


def test_of_these_tasks_alone_more_scores_decide():
    found = bt.compare(
        bt.read(
            {
                "task": ["x"] * 20 + ["y"] * 20,
                "case": [*range(20), *range(20)],
                "a": [1] * 10 + [0] * 10 + [1] * 7 + [0] * 3 + [1] * 10,
                "b": [0] * 10 + [0] * 10 + [0] * 7 + [1] * 3 + [1] * 10,
            }
        ),
        procedure="bayes_poisson_binomial",
    )
    assert (found.verdict, found.outlook.verdict) == ("undecided", "first")
    (needed,) = found.outlook.needed
    assert (needed.unit, needed.now) == ("cases", 40)
    assert "more cases on these tasks, shared out as they are now, would decide it" in outlook(found)

    def both_won(k: float) -> float:
        return float(np.prod([stats.beta.sf(0.5, 1 + k * n10, 1 + k * n01) for n10, n01 in ((10, 0), (7, 3))]))

    exact = next(k for k in np.arange(1, 9, 0.01) if both_won(k) >= 0.95)
    assert needed.needed / 40 == pytest.approx(exact, rel=0.2)
    assert bt.Comparison.from_dict(found.to_dict()).outlook == found.outlook


def three_models(shares, n=100):
    rng = np.random.default_rng(0)
    scores = {name: (rng.random(n) < share).astype(int) for name, share in zip("abc", shares, strict=True)}
    return {"case": list(range(n)), **scores}


def test_of_several_models_the_nearest_pair_has_a_number():
    """The law of the joint model, narrowed by the root of the multiple, reaches 0.95 there, and not before."""
    found = bt.compare(three_models((0.7, 0.8, 0.75)), rope=0.01)
    nearest = found.outlook
    pair = found.pair(nearest.first, nearest.second)
    assert nearest.undecided == sum(each.verdict == "undecided" for each in found.comparisons)
    law = found.ranked.result.pair(pair.first, pair.second)
    middle = float(law.quantile(0.5))
    reached = []
    for n in (0.97 * nearest.needed.needed, nearest.needed.needed):
        low, high = (middle + (bound - middle) * sqrt(n / 100) for bound in (-0.01, 0.01))
        reached.append(max(float(law.cdf(low)), 1 - float(law.cdf(high)), float(law.cdf(high) - law.cdf(low))))
    assert reached[0] < 0.95 <= reached[1]
    assert f"{nearest.first} and {nearest.second}" in " ".join(found.to_text().split())
    assert "betterthan plan" in " ".join(found.to_text().split())
    assert bt.Comparisons.from_dict(found.document()) == found


def test_of_several_models_folds_have_a_floor_too():
    """Endlessly many repeats leave the variance s² ρ/(1 - ρ), ρ = 1/10, with which no undecided pair is decided."""
    scores = bt.examples.example("cross-validation")
    found = bt.compare(scores, rope=0.01)
    needs = 1 - 0.05 / 6
    for pair in found.comparisons:
        differences = bt.pair(scores, pair.first, pair.second).differences()
        law = stats.norm(differences.mean(), differences.std(ddof=1) / 3)
        most = max(law.sf(0.01), law.cdf(-0.01), law.cdf(0.01) - law.cdf(-0.01))
        assert (most >= needs) == (pair.verdict != "undecided")
    assert found.outlook.needed is None
    assert "no number of further units can be given that would decide one: folds" in " ".join(found.to_text().split())


def test_pairs_that_are_all_decided_have_none():
    found = bt.compare(three_models((0.1, 0.5, 0.95), n=400), rope=0.01)
    assert all(each.verdict != "undecided" for each in found.comparisons)
    assert found.outlook is None


def test_of_printed_numbers_of_folds_no_repeats_are_known():
    printed = PairedSummary.from_moments(mean=0.006, sd=0.01, n=20, test_fraction=0.1)
    (needed,) = bt.compare(printed, rope=0.0).outlook.needed
    assert (needed.unit, needed.now) == ("folds", 20)
