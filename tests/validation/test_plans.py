"""Whether planned numbers reach what the plan says, and how corrected judges cover; run with `make validate -s`.

Each plan is made from numbers or from a pilot; then new data of the planned size are drawn, again and again, and the
verdicts counted: those of the procedures that `compare` takes, and for `not-worse` the rule of a gate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.numerics.dirichlet_tail import above
from betterthan.numerics.prediction_powered import corrected_mean
from betterthan.procedures import bayes_mcnemar, bayes_t

pytestmark = pytest.mark.validation
SIMULATIONS, WITHIN = 5_000, 0.03
PILOTS, NEAR = 1_000, 0.04


def not_worse(values, *, margin, lost):
    """The rule of a gate: the law of the mean with one more case, lost by the whole range."""
    return above(*np.unique(np.append(values, -lost), return_counts=True), -margin)


def told(name, rate, due, runs):
    error = (rate * (1 - rate) / runs) ** 0.5
    print(f"\n{name}: {rate:.3f} ± {error:.3f} of {runs:,} runs, due {due:.3f}", end="")


def said(values, goal, rope):
    """Whether `bayes_t` says so of some differences."""
    law = bayes_t.from_summary(mean=float(values.mean()), sd=float(values.std(ddof=1)), n=len(values))
    shares = law.probabilities(rope)
    return (shares.first if goal == "better" else shares.equivalent) >= 0.95


def counted(lost, won, n, goal, rope):
    """Whether `bayes_mcnemar` says so of some counts, in accuracy points; for `not-worse`, the rule of a gate."""
    if goal == "not-worse":
        values = np.repeat([-1.0, 1.0, 0.0], [lost, won, n - lost - won])
        return not_worse(values, margin=rope, lost=1.0) >= 0.95
    law = bayes_mcnemar.from_cells(n00=0, n01=int(lost), n10=int(won), n11=int(n - lost - won), scale="points")
    shares = law.probabilities(rope)
    return (shares.first if goal == "better" else shares.equivalent) >= 0.95


DESIGNS = {
    "better": {"sd": 0.3, "effect": 0.06, "rope": 0.01},
    "better, few cases": {"sd": 0.1, "effect": 0.06, "rope": 0.01},
    "equivalent": {"sd": 0.1, "rope": 0.02, "goal": "equivalent"},
    "equivalent, few cases": {"sd": 0.1, "rope": 0.05, "goal": "equivalent"},
    "not-worse": {"sd": 0.1, "rope": 0.03, "goal": "not-worse", "range": (0, 1)},
}
CLUSTERED = {"icc": 0.2, "per_cluster": 10, "unit": "clusters"}


@pytest.mark.parametrize("clusters", [False, True], ids=["cases", "clusters"])
@pytest.mark.parametrize("name", DESIGNS)
def test_planned_cases_have_the_planned_power(name, clusters):
    asked, goal = DESIGNS[name], DESIGNS[name].get("goal", "better")
    if clusters and goal == "not-worse":
        asked = {**asked, "rope": 0.05}
    found = bt.plan(**asked, **(CLUSTERED if clusters else {}))
    n, rng, hits = found.verdict.needed, np.random.default_rng(1), 0
    for _ in range(SIMULATIONS):
        if clusters:  # the mean of each cluster of ten
            spread = asked["sd"] * (0.2 + 0.8 / 10) ** 0.5
            values = rng.normal(asked.get("effect", 0.0), spread, n)
        else:
            values = rng.normal(asked.get("effect", 0.0), asked["sd"], n)
        if goal == "not-worse":
            hits += not_worse(values, margin=asked["rope"], lost=1.0) >= 0.95
        else:
            hits += said(values, goal, asked["rope"])
    told(
        f"{name}, {'clusters' if clusters else 'cases'}, n = {n}",
        hits / SIMULATIONS,
        found.verdict.reached,
        SIMULATIONS,
    )
    assert hits / SIMULATIONS == pytest.approx(found.verdict.reached, abs=WITHIN)


COUNTS = {
    "better": {"discordance": 0.2, "effect": 0.06, "rope": 0.01},
    "equivalent": {"discordance": 0.1, "rope": 0.03, "goal": "equivalent"},
    "not-worse": {"discordance": 0.1, "rope": 0.03, "goal": "not-worse"},
}


@pytest.mark.parametrize("name", COUNTS)
def test_planned_counts_have_the_planned_power(name):
    asked = COUNTS[name]
    found = bt.plan(**asked)
    n, effect, discordance = found.verdict.needed, asked.get("effect", 0.0), asked["discordance"]
    shares = [(discordance - effect) / 2, (discordance + effect) / 2, 1 - discordance]
    drawn, known = np.random.default_rng(2).multinomial(n, shares, SIMULATIONS), {}
    hits = 0
    for lost, won, _ in drawn.tolist():
        if (lost, won) not in known:
            known[lost, won] = counted(lost, won, n, name, asked["rope"])
        hits += known[lost, won]
    told(f"0/1, {name}, n = {n}", hits / SIMULATIONS, found.verdict.reached, SIMULATIONS)
    assert hits / SIMULATIONS == pytest.approx(found.verdict.reached, abs=WITHIN)


def test_planned_clusters_of_cases_have_the_planned_power():
    """Cases in clusters, drawn one by one and averaged within clusters as `compare` does."""
    asked = {"sd": 0.3, "effect": 0.08, "rope": 0.01, "icc": 0.2, "per_cluster": 10}
    found = bt.plan(**asked, unit="clusters")
    n, rng, hits = found.verdict.needed, np.random.default_rng(3), 0
    for _ in range(SIMULATIONS):
        own = rng.normal(0, 0.3 * 0.2**0.5, (n, 1)) + rng.normal(0.08, 0.3 * 0.8**0.5, (n, 10))
        hits += said(own.mean(axis=1), "better", 0.01)
    told(f"cases in {n} clusters", hits / SIMULATIONS, found.verdict.reached, SIMULATIONS)
    assert hits / SIMULATIONS == pytest.approx(found.verdict.reached, abs=WITHIN)


class Piloted(NamedTuple):
    """What is planned for; and how the truths are drawn: nearly flat beside what a pilot leaves open."""

    goal: str
    size: int
    rope: float
    truth: Callable[[np.random.Generator], float]


PILOTED = {
    "better": Piloted("better", 40, 0.01, lambda rng: rng.normal(0.03, 0.2)),
    "better, small pilot": Piloted("better", 12, 0.01, lambda rng: rng.normal(0.06, 0.2)),
    "equivalent": Piloted("equivalent", 40, 0.06, lambda rng: rng.uniform(-0.13, 0.13)),
}


@pytest.mark.parametrize("name", PILOTED)
def test_assurance_is_calibrated(name):
    """The truth is drawn from a wide prior, then a pilot, a plan from it, and data of the planned size.

    Over all pilots whose ceiling allows it, the share of verdicts is the assurance that the plans state. Equivalence
    needs a rope that is wide beside the error of the pilots, or next to none of them allows it.
    """
    goal, size, rope, drawn = PILOTED[name]
    rng, hits, due, runs, never = np.random.default_rng(4), 0, 0.0, 0, 0
    while runs < PILOTS:
        sd, truth = 0.1 * np.exp(rng.normal(0, 0.3)), drawn(rng)
        pilot = rng.normal(truth, sd, size)
        if pilot.mean() > 0.25:
            continue  # plans of two or three units say nothing about the formula
        asked = {"rope": rope, "goal": goal, "power": 0.7, "independent": True}
        number = bt.plan(pilot, np.zeros(size), **asked).assurance.verdict
        if number.needed is None:
            never += 1
            assert number.most < 0.7
        elif number.needed <= 50_000:
            runs += 1
            due += number.reached
            hits += said(rng.normal(truth, sd, number.needed), goal, rope)
    told(f"assurance, {name} ({never} pilots with a ceiling below the goal)", hits / runs, due / runs, runs)
    assert hits / runs == pytest.approx(due / runs, abs=NEAR)


def test_assurance_of_counts_is_calibrated():
    """The same of 0/1 scores, whose true shares are drawn from the prior of `bayes_mcnemar`."""
    rng, hits, due, runs, never = np.random.default_rng(6), 0, 0.0, 0, 0
    while runs < PILOTS:
        shares = rng.dirichlet([1, 1, 2])
        lost, won, agreed = rng.multinomial(100, shares)
        pilot = np.repeat([[0, 1], [1, 0], [1, 1]], [lost, won, agreed], axis=0)
        if not lost or not won or won - lost > 30:
            continue
        number = bt.plan(pilot[:, 0], pilot[:, 1], independent=True, rope=0.01, power=0.7).assurance.verdict
        if number.needed is None:
            never += 1
            assert number.most < 0.7
        elif number.needed <= 200_000:
            runs += 1
            due += number.reached
            drawn = rng.multinomial(number.needed, shares)
            hits += counted(drawn[0], drawn[1], number.needed, "better", 0.01)
    told(f"assurance, 0/1 ({never} pilots with a ceiling below the goal)", hits / runs, due / runs, runs)
    assert hits / runs == pytest.approx(due / runs, abs=NEAR)


@pytest.mark.parametrize("labelled", [50, 200])
@pytest.mark.parametrize("kind", ["normal", "counts"])
def test_corrected_intervals_cover(labelled, kind):
    runs, rest, rng, inside = 20_000, 1_000, np.random.default_rng(5), 0
    reach = stats.t.ppf(0.975, labelled - 1)
    for _ in range(runs):
        if kind == "normal":
            truth = rng.normal(0.1, 1, labelled + rest)
            judge, mean = 0.7 * truth + rng.normal(0.3, 0.6, labelled + rest), 0.1
        else:  # differences of 0/1 scores, of which the judge gets one in five wrong
            truth, mean = rng.choice([-1.0, 0.0, 1.0], labelled + rest, p=[0.15, 0.6, 0.25]), 0.1
            judge = np.where(rng.random(labelled + rest) < 0.2, rng.choice([-1.0, 0.0, 1.0], labelled + rest), truth)
        found = corrected_mean(truth[:labelled], judge[:labelled], judge[labelled:])
        inside += abs(found.estimate - mean) <= reach * found.standard_error
    told(f"corrected judge, {labelled} labels, {kind}", inside / runs, 0.95, runs)
    assert 0.925 <= inside / runs <= 0.96
