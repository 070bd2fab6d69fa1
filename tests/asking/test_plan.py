"""Plans: from numbers, and from every kind of pilot; the chances that they state are those that simulation finds."""

import json

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.asking.pilot import basis_of
from betterthan.asking.planning import Aim, Tasks

RNG = np.random.default_rng(20)


def clustered(clusters=12, size=5, between=0.05):
    unit = np.repeat(np.arange(clusters), size)
    own = RNG.normal(0, between, clusters)[unit]
    b = RNG.uniform(0.4, 0.6, len(unit))
    return {"a": b + 0.03 + own + RNG.normal(0, 0.05, len(unit)), "b": b, "cluster": unit, "case": np.arange(len(unit))}


def crossed(seeds=5, cases=40):
    rows = [(m, s, i) for m in "ab" for s in range(seeds) for i in range(cases)]
    by_seed, by_case = RNG.normal(0, 0.02, seeds), RNG.normal(0, 0.1, cases)
    scores = [0.5 + (m == "a") * (0.05 + by_seed[s] + by_case[i]) + RNG.normal(0, 0.03) for m, s, i in rows]
    columns = dict(zip(("model", "seed", "case"), zip(*rows, strict=True), strict=True))
    return {**columns, "score": scores}


def answered(cases=60, epochs=4):
    rows = [(m, i, r) for m in "ab" for i in range(cases) for r in range(epochs)]
    scores = [int(RNG.random() < 0.2 + 0.5 * (i % 10) / 10 + 0.1 * (m == "a")) for m, i, _ in rows]
    return {**dict(zip(("model", "case", "epoch"), zip(*rows, strict=True), strict=True)), "score": scores}


def test_a_test_alone_needs_no_rope():
    found = bt.plan(sd=1 / 3, effect=0.03)
    assert found.test.needed == 969
    assert found.verdict is None
    assert found.assurance is None
    assert found.unit == "cases"
    assert json.loads(found.to_json())["verdict"] is None


def test_small_sizes_are_those_of_the_noncentral_t():
    assert bt.plan(sd=1, effect=0.5).test.needed == 34
    tests = {each.test: each for each in bt.plan(sd=1, effect=0.2).tests}
    assert tests["student"].exact == pytest.approx(198.151, abs=5e-4)
    assert tests["student"].needed == 199


def test_counts_are_connor_and_the_exact_test():
    found = bt.plan(discordance=0.7, effect=0.3)
    tests = {each.test: each for each in found.tests}
    assert tests["connor"].exact == pytest.approx(58.63, abs=5e-3)
    assert tests["connor"].needed == found.test.needed == 59
    exact = tests["mcnemar_exact"].needed
    assert 59 < exact < 70


def test_what_500_cases_can_show():
    found = bt.plan(discordance=0.072, effect=0.03, rope=0.01, n=500).at
    assert 500 * found.test_effect == pytest.approx(17.4, abs=0.05)
    assert bt.plan(discordance=0.025, effect=0.02, n=500).at.test == pytest.approx(0.7976, abs=5e-5)


def test_too_few_disagreements_are_never_enough():
    found = bt.plan(discordance=0.03, effect=0.02, n=100)
    assert found.at.test_effect is None
    assert found.at.ceiling < 0.1
    assert "finds no difference at all" in found.to_text().replace("\n   ", " ")


def test_a_verdict_is_not_a_test():
    """n = (z_θ + z_p)² s²/(δ - r)²."""
    found = bt.plan(sd=0.3, effect=0.03, rope=0.01)
    closed = (stats.norm.ppf(0.95) + stats.norm.ppf(0.8)) ** 2 * 0.3**2 / 0.02**2
    assert found.verdict.needed == int(np.ceil(closed))
    assert found.test.needed < found.verdict.needed


@pytest.mark.parametrize(("rope", "n"), [(0.01, 850), (0.02, 280), (0.05, 82)])
def test_not_worse_by_the_rule_of_a_gate(rope, n):
    """Methods, sec. 7, by the gate's own rule: sd .1, range 1, equal models, 80%."""
    found = bt.plan(sd=0.1, goal="not-worse", rope=rope, range=(0, 1))
    assert found.verdict.needed == pytest.approx(n, rel=0.04)
    assert found.test.effect == rope


@pytest.mark.parametrize(("margin", "discordance"), [(0.05, 0.1), (0.05, 0.05)])
def test_not_worse_of_counts_by_enumeration(margin, discordance):
    """P(θ10 - θ01 > -margin) ≥ 0.95 under Dirichlet(n01 + 1, n10, n00 + n11), added up over all counts."""
    n = bt.plan(discordance=discordance, goal="not-worse", rope=margin).verdict.needed
    power = 0.0
    nodes = (np.arange(400) + 0.5) / 400
    for count in range(n + 1):
        weight = stats.binom.pmf(count, n, discordance)
        if weight < 1e-7:
            continue
        wins = np.arange(count + 1)[:, None]
        tau = stats.beta.ppf(nodes, count + 1, n - count)
        share = np.where(wins > 0, stats.beta.sf((1 - margin / tau) / 2, np.maximum(wins, 1), count - wins + 1), 0.0)
        share = np.where(wins > 0, share, tau < margin)
        power += weight * stats.binom.pmf(np.arange(count + 1), count, 0.5)[share.mean(axis=1) >= 0.95].sum()
    assert 0.77 <= power <= 0.83


@pytest.mark.parametrize("effect", [-0.01, 0.02])
def test_a_difference_on_a_bound_is_never_shown_to_be_equivalent(effect):
    found = bt.plan(discordance=0.1, effect=effect, rope=(-0.01, 0.02), goal="equivalent").verdict
    assert (found.needed, found.most) == (None, 0.0)
    assert "is itself not equivalent by this rope" in found.never


def test_clusters_that_there_are_may_never_be_enough():
    found = bt.plan(sd=0.3, effect=0.03, rope=0.01, icc=0.2, clusters=30)
    assert found.verdict.needed is None
    assert "30 clusters" in found.verdict.never
    floor = 0.3 * (0.2 / 30) ** 0.5
    theirs = stats.nct.sf(stats.t.ppf(0.95, 29), 29, 0.02 / floor)
    assert found.verdict.most == pytest.approx(theirs, abs=1e-6)


def test_clusters_multiply_cases_by_the_design_effect():
    alone, together = (
        bt.plan(sd=0.3, effect=0.05, rope=0.01, **more) for more in ({}, {"icc": 0.2, "per_cluster": 10})
    )
    assert together.verdict.needed == pytest.approx(2.8 * alone.verdict.needed, abs=3)
    clusters = bt.plan(sd=0.3, effect=0.05, rope=0.01, icc=0.2, per_cluster=10, unit="clusters")
    assert clusters.verdict.needed == pytest.approx(together.verdict.needed / 10, abs=3)


def test_a_pilot_of_clusters():
    rows = clustered()
    within = bt.plan(rows, rope=0.01)
    assert within.unit == "cases"
    assert within.verdict.needed is None
    assert "12 clusters" in within.verdict.never
    more = bt.plan(rows, rope=0.01, unit="clusters", cost={"cluster": 5, "case": 1})
    table = bt.pair(bt.read(rows), "a", "b")
    assert more.pilot.standard_error == pytest.approx(table.differences().std(ddof=1) / 12**0.5)
    assert more.verdict.needed > 12
    assert more.mix.nested
    assert more.mix.cost == pytest.approx(5 * more.mix.numbers[0] + more.mix.numbers[0] * more.mix.numbers[1])


@pytest.mark.parametrize("weight", ["cases", "clusters"])
def test_more_cases_in_the_same_clusters_leave_what_these_differ_by(weight):
    """Of 12 clusters of 5 cases the mean has the variance MS_between/60, of which (MS_between - MS_within)/60 stays."""
    cluster, rng = np.repeat(np.arange(12), 5), np.random.default_rng(3)
    base, apart = rng.uniform(0.4, 0.6, 60), 0.03 + rng.normal(0, 0.05, 12)[cluster] + rng.normal(0, 0.05, 60)
    rows = bt.read({"a": base + apart, "b": base, "cluster": cluster, "case": np.arange(60)})
    found = bt.plan(bt.pair(rows, "a", "b", weight=weight), effect=0.03, unit="cases", n=60)
    cells = apart.reshape(12, 5)
    between, within = 5 * cells.mean(axis=1).var(ddof=1), cells.var(axis=1, ddof=1).mean()
    bound = stats.t.ppf(0.975, 11)
    for reached, variance in ((found.at.test, between / 60), (found.test.most, (between - within) / 60)):
        noncentral = stats.nct(11, 0.03 / np.sqrt(variance))
        assert reached == pytest.approx(noncentral.sf(bound) + noncentral.cdf(-bound), rel=1e-6)


def test_seeds_leave_a_floor_for_cases_and_the_mix_passes_it():
    rows = crossed()
    cases, seeds = (bt.plan(rows, rope=0.01, unit=unit, cost={"case": 1, "seed": 20}) for unit in ("cases", "seeds"))
    assert "5 seeds" in (cases.assurance.verdict.never or "5 seeds")
    assert seeds.verdict.needed is None
    assert "40 cases" in seeds.verdict.never
    assert cases.mix == seeds.mix
    assert cases.mix.numbers[0] > 40


def test_folds_have_a_floor():
    one, other = RNG.normal(0.8, 0.02, 10), RNG.normal(0.79, 0.02, 10)
    found = bt.plan(one, other, folds=10, rope=0.01)
    assert found.unit == "folds"
    assert found.verdict.needed is None
    assert "share training data" in found.verdict.never


def test_more_answers_leave_what_the_cases_differ_by():
    rows = answered()
    found = bt.plan(rows, rope=0.01, unit="epochs", cost={"case": 1, "epoch": 0.1})
    assert found.pilot.n == 4
    assert found.verdict.most < 1 or found.verdict.needed is not None
    with pytest.raises(bt.ArgumentError, match="needs several scores"):
        bt.plan({"a": [0, 1, 1, 0], "b": [1, 1, 0, 0]}, rope=0.01, unit="epochs")


def test_answers_to_cases_of_two_tasks_are_not_counted_together():
    rows = {"model": list("aaaabbbb") * 2, "case": list("xxyy") * 4, "epoch": [0, 1] * 8, "task": [0] * 8 + [1] * 8}
    with pytest.raises(bt.ArgumentError, match="on each case of one task"):
        bt.plan({**rows, "score": [0, 1, 1, 0, 1, 1, 0, 1] * 2}, rope=0.01, unit="epochs")


TASKS = {
    "task": np.repeat(range(5), 20), "case": range(100),
    "a": np.random.default_rng(3).integers(0, 2, 100), "b": np.random.default_rng(4).integers(0, 2, 100),
}  # fmt: skip
"""0/1 scores of five tasks."""


def test_tasks_of_0_1_scores_are_planned_in_units_of_the_score_without_a_rope_too():
    basis = basis_of(bt.pair(bt.read(TASKS)), None)
    noise = (TASKS["a"] - TASKS["b"]).reshape(5, 20).var(axis=1, ddof=1) / 20
    assert basis.kinds == "5 tasks of several cases"
    assert basis.noise == pytest.approx(np.sqrt(noise.mean()))


@pytest.mark.parametrize(
    "asked",
    [{"sd": 0.1}, {"pilot": TASKS}, {"pilot": {name: TASKS[name] for name in ("case", "a", "b")}}],
    ids=["numbers", "tasks", "cases"],
)
def test_a_rope_that_leaves_out_equal_models_must_be_confirmed(asked):
    """As in `compare`."""
    with pytest.raises(bt.ArgumentError, match="does not contain 0, no difference"):
        bt.plan(**asked, rope=(0.01, 0.02), effect=0.1)


def test_a_confirmed_rope_is_planned_for():
    """A true 0.05 against a bound of 0.02 is a true 0.03 against one of 0."""
    beside = bt.plan(sd=0.1, effect=0.05, rope=bt.Rope(0.01, 0.02, shifted=True))
    assert beside.verdict.needed == bt.plan(sd=0.1, effect=0.03, rope=0).verdict.needed


def test_tasks_are_simulated_from_their_posterior():
    found = bt.plan(bt.examples.example("code-switching"), rope=0.05, goal="not-worse")
    assert found.unit == "tasks"
    assert found.pilot.n == 11
    assert found.verdict.needed is not None
    assert found.assurance.verdict.needed >= found.verdict.needed


@pytest.mark.parametrize(("bound", "likeliest"), [(0.5, 0.0), (1.0, 1.0), (2.0, 1.0)])
def test_tasks_are_equivalent_only_if_that_is_likeliest_on_a_single_one(bound, likeliest):
    """Of Cauchy's law one half lies within 1 of its middle, 0.3 within 0.5, and at each side half of what is left."""
    draws = np.ones(50)
    planner = Tasks(Aim("equivalent", -bound, bound), 0 * draws, draws, draws, 0.0, most=5)
    assert planner.assured_verdict(np.inf) == likeliest


def test_two_samples_count_units_of_each_model():
    rows = {"model": list("aaaaabbbbb"), "seed": list(range(10)), "score": RNG.normal(0.8, 0.02, 10)}
    found = bt.plan(rows, rope=0.001, effect=0.02)
    assert found.unit == "seeds"
    assert "each model" in found.notes[0]


def test_the_rank_sum_test_of_a_pilot_of_two_samples_is_that_of_noether():
    """(1.960 + 1.645)² / (6 (γ - 1/2)²), where γ, of shares below 1 with ties, is U of Mann and Whitney over mn."""
    a, b = [0.75, 0.5, 0.75, 1.0, 0.25], [0.5, 0.25, 0.75, 0.25]
    rows = {"model": list("aaaaabbbb"), "seed": list(range(9)), "score": [*a, *b]}
    gamma = stats.mannwhitneyu(a, b).statistic / 20
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.95)
    found = {each.test: each for each in bt.plan(rows, rope=0.01, effect=0.2, power=0.95).tests}
    assert found["rank_sum"].exact == pytest.approx(z**2 / (6 * (gamma - 0.5) ** 2))


@pytest.mark.parametrize(("rope", "times"), [(None, 4), (0.01, 2)])
def test_the_curve_runs_to_four_times_a_single_number_or_to_twice_the_largest_of_several(rope, times):
    """One number, that of the test; with a rope that of the verdict stands beside it."""
    found = bt.plan(sd=1 / 3, effect=0.03, rope=rope)
    assert (found.verdict is None) == (rope is None)
    largest = max(size.needed for size in (found.test, found.verdict) if size is not None)
    assert found.curve[-1].n == times * largest


def test_assurance_stays_below_its_ceiling():
    a = RNG.normal(0.51, 0.1, 30)
    b = a - RNG.normal(0.02, 0.1, 30)
    found = bt.plan(a, b, independent=True, rope=0.01)
    assert found.assurance.verdict.most < 0.95
    mean, se = (a - b).mean(), (a - b).std(ddof=1) / 30**0.5
    assert found.assurance.verdict.most == pytest.approx(stats.t.cdf((mean - 0.01) / se, 29), abs=1e-9)


def test_the_ceiling_of_a_pilot_of_counts_is_that_of_its_posterior():
    rows = {"a": np.repeat([1, 0, 1], [40, 25, 135]), "b": np.repeat([0, 1, 1], [40, 25, 135])}
    found = bt.plan(rows, rope=0.01, independent=True)
    theirs = bt.compare(rows, rope=0.01, independent=True)
    assert found.assurance.verdict.most == pytest.approx(theirs.probabilities.first, abs=0.005)


def test_a_curve_runs_to_four_times_one_number_and_to_twice_the_larger_of_two():
    assert bt.plan(sd=1, effect=0.5).curve[-1].n == 4 * 34
    two = bt.plan(sd=1, effect=0.5, rope=0.1)
    assert two.curve[-1].n == 2 * two.verdict.needed > 2 * two.test.needed


def test_a_plan_is_a_record():
    found = bt.plan(clustered(), rope=0.01, unit="clusters", n=30)
    assert bt.Plan.from_dict(json.loads(found.to_json())) == found
    assert [row["question"] for row in found.to_rows()] == ["power", "assurance"]
    assert found.curve[0].n < found.verdict.needed < found.curve[-1].n


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"rope": 0.01}, "how much differences vary"),
        ({"sd": 1, "discordance": 0.1, "effect": 0.1}, "Give one"),
        ({"sd": 0.1, "rope": 0.01}, "how large the true difference is"),
        ({"sd": 0.1, "goal": "equivalent"}, "needs a rope"),
        ({"sd": 0.1, "effect": 0.1, "icc": 0.1}, "per_cluster="),
        ({"discordance": 0.1, "effect": 0.2}, "more disagreements than there are"),
        ({"sd": 0.1, "goal": "width"}, "needs the width"),
        ({"sd": 0.1, "effect": 0.1, "width": 0.2}, "needs the width"),
        ({"sd": 0.1, "effect": 0.1, "cost": {"case": 1}}, "two kinds of units"),
        ({"sd": 0.1, "effect": 0.1, "unit": "epochs"}, "needs a pilot"),
        ({"sd": 0.1, "effect": 0.1, "unit": "case"}, "Did you mean `cases`"),
        ({"sd": 0.1, "effect": 0.1, "power": 1.2}, "between 0 and 1"),
        ({"sd": 0.1, "effect": 0.1, "rope": "5%"}, "relative rope"),
        ({"sd": 0.1, "effect": 0.1, "goal": "best"}, "goal"),
    ],
)
def test_what_is_not_clear_is_asked_about(asked, told):
    with pytest.raises(bt.ArgumentError, match=told):
        bt.plan(**asked)


def test_numbers_contradict_a_pilot():
    with pytest.raises(bt.ArgumentError, match="contradict"):
        bt.plan(clustered(), sd=0.1)


def test_equal_differences_say_nothing_about_their_spread():
    with pytest.raises(bt.ArgumentError, match="all the same"):
        bt.plan([0.5, 0.6, 0.7], [0.5, 0.6, 0.7], independent=True, rope=0.01)


def gates_that_pass(clusters: int, size: float, *, sd: float, icc: float, margin: float, runs: int = 500) -> float:
    """How many of equal models a gate passes, whose cases come in clusters; scores from 0 to 1."""
    from betterthan.numerics.dirichlet_tail import above_each

    rng, spread = np.random.default_rng(8), sd * (icc + (1 - icc) / size) ** 0.5
    means = np.column_stack([rng.normal(0, spread, (runs, clusters)), np.full(runs, -1.0)])
    return float((above_each(means, np.ones((1, clusters + 1)), -margin) >= 0.95).mean())


def test_of_clusters_a_gate_has_one_more_cluster_lost():
    """As many times fewer units as a cluster has cases, so that the one that is lost weighs as many times more."""
    asked = {"sd": 0.1, "icc": 0.2, "per_cluster": 10, "rope": 0.05, "range": (0, 1), "goal": "not-worse"}
    cases, clusters = bt.plan(**asked), bt.plan(**asked, unit="clusters")
    assert cases.verdict.needed == pytest.approx(10 * clusters.verdict.needed, abs=10)
    passed = gates_that_pass(clusters.verdict.needed, 10, sd=0.1, icc=0.2, margin=0.05)
    assert passed == pytest.approx(clusters.verdict.reached, abs=0.06)
    mix = bt.plan(**asked, cost={"cluster": 5, "case": 1}).mix
    assert gates_that_pass(*mix.numbers, sd=0.1, icc=0.2, margin=0.05) == pytest.approx(0.82, abs=0.06)


def test_in_few_clusters_no_number_of_cases_passes_a_gate():
    """1 - 0.97^15 = 0.37: even if all clusters were equal, the one that is lost by the whole range bars the gate."""
    asked = {"sd": 0.1, "icc": 0.2, "range": (0, 1), "goal": "not-worse"}
    never = bt.plan(**asked, rope=0.03, clusters=15).verdict
    assert (never.needed, never.most) == (None, 0.0)
    found = bt.plan(sd=0.3, icc=0.1, clusters=40, rope=0.12, range=(0, 1), goal="not-worse").verdict
    passed = gates_that_pass(40, found.needed / 40, sd=0.3, icc=0.1, margin=0.12)
    assert passed == pytest.approx(found.reached, abs=0.06)


def test_every_cluster_has_a_case():
    asked = {"sd": 0.1, "effect": 0.5, "rope": 0.01, "icc": 0.1, "clusters": 30}
    assert bt.plan(**asked).verdict.needed == 30
    with pytest.raises(bt.ArgumentError, match="30 or more"):
        bt.plan(**asked, n=12)


def test_answers_of_0_and_1_have_a_range():
    """60 cases of which one more is lost: 1 - 0.97^60 = 0.84 is the most that can be had, below 0.95."""
    found = bt.plan(answered(), rope=0.03, unit="epochs", goal="not-worse")
    assert found.verdict.most < 0.1


def test_what_no_gate_takes_is_not_planned_for_one():
    rows = crossed()
    with pytest.raises(bt.ArgumentError, match='`repeat="seed"` and `repeats="mean"`'):
        bt.plan(rows, rope=0.03, goal="not-worse")
    named = bt.read(rows, repeat="seed")
    assert bt.plan(named, rope=0.03, goal="not-worse", repeats="mean").unit == "cases"
    one, other = RNG.normal(0.8, 0.02, (2, 10))
    with pytest.raises(bt.ArgumentError, match="a gate takes no folds"):
        bt.plan(one, other, folds=10, rope=0.01, goal="not-worse")
    apart = {"model": list("aaaaabbbbb"), "seed": list(range(10)), "score": one}
    with pytest.raises(bt.ArgumentError, match="do not share"):
        bt.plan(apart, rope=0.01, goal="not-worse")
    with pytest.raises(bt.ArgumentError, match="mean over clusters"):
        bt.plan(clustered(), rope=0.03, unit="clusters", weight="cases", goal="not-worse")
