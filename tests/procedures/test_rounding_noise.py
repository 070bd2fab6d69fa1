"""0.9 - 0.8, 0.8 - 0.7, … are all 0.1: differences that only rounding tells apart are the same, on every rung.

Decimals are written as they are in files; what they should give is what whole multiples of 1/8, which are exact, give.
"""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.procedures import REGISTRY, named
from betterthan.results.null_test import NullTest

SECOND = np.array([0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
FIRST = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
NOISY = FIRST - SECOND
"""0.1 with seven different last digits."""
PATTERN = np.array([1, -1, 2, 1, 0, 3, -2, 1, 2, 4, -1, 1])
"""Steps of 0.1; ties in size, both signs, and a 0."""
BASE = np.array([0.3, 0.7, 0.1, 0.6, 0.2, 0.5, 0.9, 0.4, 0.8, 0.3, 0.7, 0.1])
DECIMAL = np.round(BASE + 0.1 * PATTERN, 1) - BASE
EXACT = PATTERN / 8

ON_DIFFERENCES = [
    name
    for name in REGISTRY
    if "from_differences" in named(name).rungs
    and name not in ("bayes_crossed", "quasi_f", "t_5x2cv", "f_5x2cv", "bayes_robust_t", "bayes_agreement")
]
"""Those that take a list of differences that vary; `bayes_robust_t` refuses so many ties."""


def options(name: str, step: float) -> dict:
    chosen = named(name)
    given = {"test_fraction": 0.1} if "test_fraction" in chosen.options else {}
    if "rope" in chosen.options:
        given["rope"] = (-0.5 * step, 0.5 * step)
    if "draws" in chosen.options and name != "bayes_bootstrap":  # which draws for a metric only
        given["draws"] = 2000
    return given


def test_the_decimals_are_noisy():
    assert len(np.unique(NOISY)) > 1
    assert len(np.unique(DECIMAL)) > len(np.unique(PATTERN))


IN_CLUSTERS = ("bayes_clustered_t", "clustered_t")
CLUSTER = list("aaabbccccdde")


@pytest.mark.parametrize("name", ON_DIFFERENCES)
def test_noise_of_rounding_changes_nothing_on_the_rung_of_differences(name):
    clusters = {"clusters": CLUSTER} if name in IN_CLUSTERS else {}
    decimal = named(name).from_differences(DECIMAL, **clusters, **options(name, 0.1))
    exact = named(name).from_differences(EXACT, **clusters, **options(name, 0.125))
    same(decimal, exact, scale=0.8)


@pytest.mark.parametrize("name", ON_DIFFERENCES)
def test_noise_of_rounding_changes_nothing_in_a_table(name):
    unit = {"folds": 12} if "test_fraction" in named(name).options else {"independent": True}
    unit = {"cluster": CLUSTER, "weight": "cases"} if name in IN_CLUSTERS else unit
    scores = (np.round(BASE + 0.1 * PATTERN, 1), BASE), (10 * BASE / 8 + EXACT, 10 * BASE / 8)
    decimal, exact = (
        named(name)(bt.pair_arrays(*each, **unit), **options(name, step))
        for each, step in zip(scores, (0.1, 0.125), strict=True)
    )
    same(decimal, exact, scale=0.8)


def same(decimal, exact, *, scale: float) -> None:
    """The same but for the unit of the differences."""
    if isinstance(exact, NullTest):
        assert decimal.p_value == pytest.approx(exact.p_value, rel=1e-9)
        assert (decimal.statistic is None) == (exact.statistic is None)
        if exact.statistic is not None:
            unit = scale if exact.procedure == "permutation" else 1.0  # its statistic is the mean
            assert decimal.statistic == pytest.approx(unit * exact.statistic, rel=1e-9, abs=1e-9)
        return
    if exact.family == "ranking":
        decimal, exact = (each.pair(*each.models[:2]) for each in (decimal, exact))
    drawn = named(exact.procedure).cost == "Monte Carlo"
    within = 1e-6 + (5 / 3 * (exact.diagnostics.error or 0.0) if drawn else 0.0)
    for half in (0.25, 1.0, 1.5):  # bounds of the rope that no difference touches, but for the second
        bounds = (-half * 0.1, half * 0.1), (-half * 0.125, half * 0.125)
        built = exact.built_for is not None
        if built and half != 0.25:
            continue
        asked = [each.built_for if built else bound for each, bound in zip((decimal, exact), bounds, strict=True)]
        found, expected = decimal.probabilities(asked[0]), exact.probabilities(asked[1])
        assert tuple(found) == pytest.approx(tuple(expected), abs=within)
    assert decimal.estimate == pytest.approx(scale * exact.estimate, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("name", ["bayes_sign", "bayes_signed_rank"])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_difference_on_the_bound_of_the_rope_is_on_it(name, steps):
    """A rope of ±0.1 and a difference of 0.9 - 0.8, which is not 0.1 to the last digit."""
    decimal = named(name).from_differences(DECIMAL, rope=steps * 0.1)
    exact = named(name).from_differences(EXACT, rope=steps * 0.125)
    for reading, expected in exact.readings(exact.built_for).items():
        assert tuple(decimal.readings(decimal.built_for)[reading]) == pytest.approx(tuple(expected), abs=0.005)
    count = (steps < PATTERN).sum() + 0.5 * (steps == PATTERN).sum(), (abs(PATTERN) < steps).sum()
    if name == "bayes_sign":  # s = 1 in the rope; half of what lies on a bound belongs to either side
        share = decimal.readings(decimal.built_for)["next_task"]
        assert share.first == pytest.approx(count[0] / (len(PATTERN) + 1))


@pytest.mark.parametrize("name", ["paired_t", "correlated_t", "wilcoxon", "sign", "permutation"])
def test_constant_differences_of_decimals_are_constant(name):
    """p-values of 8 equal differences: 2/2^8 by ranks and signs, 0 by a spread of 0."""
    given = options(name, 0.1)
    noisy, exact = (named(name).from_differences(each, **given) for each in (NOISY, np.full(8, 0.125)))
    assert noisy.p_value == pytest.approx(exact.p_value, rel=1e-9)
    if name in ("sign", "permutation"):
        assert noisy.p_value == pytest.approx(2 / 2**8)
    if name in ("paired_t", "correlated_t"):
        assert noisy.p_value == 0.0


def test_the_law_of_constant_differences_knows_decimals():
    """Δ = 0.1 ± τ with τ ~ Beta(1, 9), half to each side: P(Δ > 0.05) = 1 - 0.95^9/2."""
    found = named("bayes_agreement").from_differences(NOISY, reach=1.0)
    table = named("bayes_agreement")(bt.pair_arrays(FIRST, SECOND, independent=True, range=(0, 1)))
    for each in (found, table):
        assert each.estimate == pytest.approx(0.1, rel=1e-12)
        assert each.probabilities(0.05).first == pytest.approx(1 - 0.95**9 / 2, rel=1e-9)


def test_a_difference_that_only_rounding_makes_is_a_tie():
    """0.1 + 0.2 and 0.3 are the same score."""
    table = bt.pair_arrays([0.1 + 0.2, 0.5, 0.9, 0.4], [0.3, 0.4, 0.8, 0.5], independent=True)
    assert table.differences()[0] == 0.0
    assert named("sign")(table).p_value == 1.0  # two wins, one loss: exact binomial
