"""Every procedure against every law of conformance.py."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import (
    EXEMPT,
    ROUNDING,
    all_scores,
    amounts,
    bounds,
    each_of,
    estimate_slack,
    figures,
    law,
    mirrored,
    mirrored_amounts,
    moved,
    round_trip,
    run,
    same,
    same_amounts,
    scaled_amounts,
    shuffled,
    swapped,
    tolerance,
)
from tables_by_need import identical

from betterthan.data.design import Design
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable, UnpairedTable
from betterthan.data.units import CASES, unit_called
from betterthan.data.unpaired import unpaired_arrays
from betterthan.errors import NeedsNotMet
from betterthan.procedures import REGISTRY
from betterthan.results.difference import DifferencePosterior
from betterthan.results.null_test import NullTest

procedure = each_of(each for each in REGISTRY.values() if each.needs.takes != "a metric")


def test_swapping_the_models_swaps_first_and_second(procedure):
    def check(table, rope):
        back = (-rope[1], -rope[0])
        one, other = run(procedure, table, rope), run(procedure, swapped(table), back)
        within = tolerance(procedure, one, other)
        if isinstance(one, NullTest):
            same(figures(one), figures(other), within)
            same_amounts(mirrored_amounts(procedure, one), amounts(other))
            if "alternative" in procedure.options:
                better = run(procedure, table, rope, alternative="first")
                worse = run(procedure, swapped(table), back, alternative="second")
                same(figures(better), figures(worse), tolerance(procedure, better, worse))
            return
        same(figures(one, rope), mirrored(figures(other, back)), within)
        turned = 2 * one.parameter.null - other.estimate
        assert one.estimate == pytest.approx(turned, rel=1e-3, abs=estimate_slack(procedure, one, other))
        if procedure.cost != "Monte Carlo":
            same_amounts(mirrored_amounts(procedure, one), amounts(other), 1e-4)

    law(procedure, "swap", check)


SHARES = ("bayes_mcnemar", "bayes_hierarchical_mcnemar", "bayes_poisson_binomial")
"""Procedures about a share, 1/2 for equal models; tests/asking/test_estimates_and_labels.py reads what they print."""


def test_an_estimate_is_on_the_scale_of_its_parameter(procedure):
    def check(table, rope):
        found = run(procedure, table, rope)
        if isinstance(found, NullTest):
            return
        assert found.parameter.null == (0.5 if procedure.name in SHARES else 0.0)
        assert found.parameter.first_is == "above"
        if procedure.name in SHARES:
            assert 0 <= found.estimate <= 1
        inside = found.interval(0.999)
        if inside is not None:
            assert inside.low <= found.estimate <= inside.high

    law(procedure, "scale of the estimate", check)


def test_row_order_does_not_matter(procedure):
    """Not even to procedures that draw: what is drawn belongs to a difference or to a name, not to a row."""

    def check(table, rope):
        one, other = run(procedure, table, rope), run(procedure, shuffled(table), rope)
        same(figures(one, rope), figures(other, rope), ROUNDING)
        same_amounts(amounts(one), amounts(other))

    law(procedure, "row order", check)


def test_a_constant_added_to_both_models_changes_nothing(procedure):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be shifted")

    def check(table, rope):
        one, other = run(procedure, table, rope), run(procedure, moved(table, shift=32.0), rope)
        same(figures(one, rope), figures(other, rope), tolerance(procedure, one, other))
        same_amounts(amounts(one), amounts(other))

    law(procedure, "shift", check)


@pytest.mark.parametrize("scale", [2.0**-40, 2.0**30])
def test_scaling_scores_and_rope_together_changes_nothing(procedure, scale):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be scaled")

    def check(table, rope):
        scaled = (rope[0] * scale, rope[1] * scale)
        one, other = run(procedure, table, rope), run(procedure, moved(table, scale=scale), scaled)
        same(figures(one, rope), figures(other, scaled), tolerance(procedure, one, other))
        same_amounts(scaled_amounts(procedure, amounts(one), scale), amounts(other))

    law(procedure, "scale", check)


def test_probabilities_are_probabilities_and_a_wider_rope_never_lowers_equivalent(procedure):
    def check(table, rope):
        wide = (2 * rope[0] - 0.01, 2 * rope[1] + 0.01)
        one, other = run(procedure, table, rope), run(procedure, table, wide)
        if isinstance(one, NullTest):
            assert 0 <= one.p_value <= 1
            return
        narrow, wider = one.readings(bounds(one, rope)), other.readings(bounds(other, wide))
        for name, p in narrow.items():
            assert min(*p, *wider[name]) >= 0
            assert sum(p) == pytest.approx(1, abs=1e-9)
            assert wider[name].equivalent >= p.equivalent - 1e-9
        if isinstance(one, DifferencePosterior):
            half, most = one.interval(0.5), one.interval(0.9)
            assert half.high - half.low <= most.high - most.low

    law(procedure, "probabilities", check)


def test_the_same_input_gives_the_same_result_and_is_left_alone(procedure):
    def check(table, rope):
        before = all_scores(table)
        one, other = run(procedure, table, rope), run(procedure, table, rope)
        assert one == other
        assert figures(one, rope) == figures(other, rope)
        assert np.array_equal(before, all_scores(table))

    law(procedure, "same", check)


def test_json_round_trip(procedure):
    def check(table, rope):
        result = run(procedure, table, rope)
        assert round_trip(result) == result
        assert figures(round_trip(result), rope) == figures(result, rope)
        assert amounts(round_trip(result)) == amounts(result)

    law(procedure, "json", check)


@pytest.mark.parametrize("n", [6, 100])
@pytest.mark.parametrize("rope", [(-0.1, 0.1), (0.0, 0.0), (0.0, 0.2)])
def test_identical_models_leave_no_posterior_certain(procedure, n, rope):
    table = identical(procedure.needs, n)
    if procedure.needs.differences in ("some", "varying"):  # a posterior without any spread would leave no doubt
        instead = "Use `bayes_agreement`" if procedure.needs.paired else "needs scores that vary"
        with pytest.raises(NeedsNotMet, match=instead):
            run(procedure, table, rope)
        return
    result = run(procedure, table, rope)
    if (procedure.name, "certain") in EXEMPT:
        assert result.direction() == pytest.approx((0.5, 0.0, 0.5), abs=1e-9)
        assert result.probabilities(bounds(result, rope)).equivalent < 1
        assert round_trip(result) == result
        return
    assert isinstance(result, NullTest), "a posterior of no difference is certain of nothing"
    if not procedure.needs_rope:  # its null hypothesis would be a difference
        assert result.p_value == 1.0
        assert round_trip(result) == result


def test_the_summary_gives_what_the_table_gives(procedure):
    """A procedure that does not need every unit answers from sums alone."""
    if procedure.needs.every_unit:
        pytest.skip("needs every unit")
    if not procedure.needs.paired:
        pytest.skip("a summary is paired; two independent samples have a rung of their own, `from_summary`")
    if procedure.needs.models[0] > 2:
        pytest.skip("a summary is of two models")
    if CASES not in procedure.needs.independent:
        pytest.skip("folds have a summary with a test fraction, below")
    rng = np.random.default_rng(5)
    drawn = rng.integers(0, 2, (2, 60)) if procedure.needs.binary else rng.normal(size=(2, 60)) + 1e6
    if procedure.needs.differences == "same":
        drawn[1] = drawn[0]
    tasks = [""] if procedure.needs.tasks == "one" else ["a", "b", "c", "d"]
    task = np.array(tasks * 60)[:60]
    table = pair_arrays(*drawn.astype(float), task=task if len(tasks) > 1 else None)
    parts = [table.scores[task == name] for name in tasks]
    apart = [part - part.mean(axis=0) for part in parts]
    summary = PairedSummary(
        ("first", "second"), tuple(tasks), np.array([len(part) for part in parts]),
        np.array([part.mean(axis=0) for part in parts]), np.array([(each**2).sum(axis=0) for each in apart]),
        np.array([(part[:, 0] - part[:, 1]).mean() for part in parts]),
        np.array([((each[:, 0] - each[:, 1]) ** 2).sum() for each in apart]),
        np.array([pair_arrays(*part.T).cells() for part in parts]) if table.binary else None,
        extremes=np.array([[part.min(), part.max()] for part in parts]),
    )  # fmt: skip
    one, other = run(procedure, table), run(procedure, summary)
    same(figures(one), figures(other), 1e-6)
    same_amounts(amounts(one), amounts(other))


@pytest.mark.parametrize("name", ["bayes_correlated_t", "correlated_t"])
def test_the_summary_of_folds_gives_what_they_give(name):
    folds = pair_arrays(*np.random.default_rng(5).normal(size=(2, 60)), folds=10)
    mean, sd, n = folds.moments()
    summary = PairedSummary.from_moments(mean=mean, sd=sd, n=n, test_fraction=0.1)
    one, other = run(REGISTRY[name], folds), run(REGISTRY[name], summary)
    same(figures(one), figures(other), 1e-6)
    same_amounts(amounts(one), amounts(other))


def unmet_tables() -> dict[str, PairedTable | PairedSummary | UnpairedTable]:
    three = PairedTable(("a", "b", "c"), np.array([[1.0, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1]]))
    one = pair_arrays([1.0], [0.0])
    real = pair_arrays([0.5, 0.7, 0.9, 0.3, 0.1, 0.6], [0.4, 0.7, 0.8, 0.1, 0.2, 0.5])
    tasks = pair_arrays([1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.0], task=["x", "x", "y", "y"])
    folds = PairedTable(real.models, real.scores, design=Design(unit_called("folds"), {"fold": 6}))
    sums = PairedSummary.from_moments(mean=0.1, sd=0.2, n=50)
    return {
        "three models": three,
        "one unit": one,
        "real-valued": real,
        "two tasks": tasks,
        "folds": folds,
        "sums": sums,
        "unpaired": unpaired_arrays([0.5, 0.7, 0.9], [0.4, 0.8]),
    }


def test_each_unmet_need_has_its_message(procedure, snapshot):
    messages = {}
    for name, table in unmet_tables().items():
        if procedure.needs.lacking(table) is not None:
            with pytest.raises(NeedsNotMet) as caught:
                run(procedure, table)
            messages[name] = str(caught.value)
    assert messages == snapshot
