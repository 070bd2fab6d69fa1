"""Every procedure against every law of conformance.py."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import (
    EXEMPT,
    examples,
    figures,
    moved,
    posterior_probabilities,
    round_trip,
    run,
    same,
    shuffled,
    swapped,
    tables,
    tolerance,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from betterthan.errors import NeedsNotMet
from betterthan.pairing import Design, PairedTable, pair_arrays
from betterthan.procedures import REGISTRY
from betterthan.results import DifferencePosterior, NullTest
from betterthan.summaries import PairedSummary

ALL = list(REGISTRY.values())
ROPES = st.tuples(st.sampled_from([0.0, 0.05, 0.2]), st.sampled_from([0.0, 0.05, 0.2]))


@pytest.fixture(params=ALL, ids=lambda procedure: procedure.name)
def procedure(request):
    return request.param


def law(procedure, name, check):
    """Run a law on random tables, unless the procedure has declared why it does not hold."""
    if (procedure.name, name) in EXEMPT:
        pytest.skip(EXEMPT[procedure.name, name])
    settings(
        max_examples=examples(procedure), deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )(given(tables(procedure), ROPES)(check))()  # fmt: skip


def test_swapping_the_models_swaps_first_and_second(procedure):
    def check(table, rope):
        bounds = (-rope[0], rope[1])
        one, other = run(procedure, table, bounds), run(procedure, swapped(table), (-rope[1], rope[0]))
        within = tolerance(procedure, one, other)
        if isinstance(one, NullTest):
            same(figures(one), figures(other), within)
            if one.estimate is not None:
                assert other.estimate == pytest.approx(-one.estimate, rel=1e-9, abs=1e-9)
            if "alternative" in procedure.options:
                better = run(procedure, table, bounds, alternative="first")
                worse = run(procedure, swapped(table), (-rope[1], rope[0]), alternative="second")
                same(figures(better), figures(worse), tolerance(procedure, better, worse))
            return
        mirrored = bounds if one.parameter.first_is == "above" else (-rope[1], rope[0])
        there = posterior_probabilities(one, mirrored)
        back = posterior_probabilities(other, (-mirrored[1], -mirrored[0]))
        same(there.to_dict(), back.swapped().to_dict(), within)
        assert one.estimate == pytest.approx(-other.estimate, rel=1e-6, abs=1e-6)

    law(procedure, "swap", check)


def test_row_order_does_not_matter(procedure):
    def check(table, rope):
        one, other = run(procedure, table), run(procedure, shuffled(table))
        same(figures(one, (-rope[0], rope[1])), figures(other, (-rope[0], rope[1])), tolerance(procedure, one, other))

    law(procedure, "row order", check)


def test_a_constant_added_to_both_models_changes_nothing(procedure):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be shifted")

    def check(table, rope):
        one, other = run(procedure, table), run(procedure, moved(table, shift=32.0))
        same(figures(one, (-rope[0], rope[1])), figures(other, (-rope[0], rope[1])), tolerance(procedure, one, other))

    law(procedure, "shift", check)


@pytest.mark.parametrize("scale", [2.0**-40, 2.0**30])
def test_scaling_scores_and_rope_together_changes_nothing(procedure, scale):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be scaled")

    def check(table, rope):
        bounds = (-rope[0], rope[1])
        scaled = (bounds[0] * scale, bounds[1] * scale)
        one, other = run(procedure, table, bounds), run(procedure, moved(table, scale=scale), scaled)
        same(figures(one, bounds), figures(other, scaled), tolerance(procedure, one, other))

    law(procedure, "scale", check)


def test_probabilities_are_probabilities_and_a_wider_rope_never_lowers_equivalent(procedure):
    def check(table, rope):
        result = run(procedure, table)
        if isinstance(result, NullTest):
            assert 0 <= result.p_value <= 1
            return
        narrow = posterior_probabilities(result, (-rope[0], rope[1]))
        wide = posterior_probabilities(result, (-2 * rope[0] - 0.01, 2 * rope[1] + 0.01))
        for p in (narrow, wide):
            assert min(p) >= 0
            assert sum(p) == pytest.approx(1, abs=1e-12)
        assert wide.equivalent >= narrow.equivalent - 1e-12
        assert (
            result.interval(0.5).high - result.interval(0.5).low <= result.interval(0.9).high - result.interval(0.9).low
        )

    law(procedure, "probabilities", check)


def test_the_same_input_gives_the_same_result_and_is_left_alone(procedure):
    def check(table, rope):
        before = table.scores.copy()
        one, other = run(procedure, table), run(procedure, table)
        assert one == other
        assert np.array_equal(before, table.scores)

    law(procedure, "same", check)


def test_json_round_trip(procedure):
    def check(table, rope):
        result = run(procedure, table)
        assert round_trip(result) == result

    law(procedure, "json", check)


@pytest.mark.parametrize("n", [6, 100])
@pytest.mark.parametrize("rope", [(-0.1, 0.1), (0.0, 0.0), (0.0, 0.2)])
def test_identical_models_are_equivalent(procedure, n, rope):
    scores = np.tile([0.0, 1.0], n)
    result = run(procedure, pair_arrays(scores, scores), rope)
    if isinstance(result, DifferencePosterior):
        assert posterior_probabilities(result, rope) == (0.0, 1.0, 0.0)
        assert result.direction() == (0.5, 0.0, 0.5)
        assert result.interval().low == result.interval().high == result.parameter.null
        assert round_trip(result) == result
    elif procedure.name != "tost":  # its null hypothesis is a difference
        assert result.p_value == 1.0
        assert round_trip(result) == result


def test_the_summary_gives_what_the_table_gives(procedure):
    """A procedure that does not need every unit answers from sums alone."""
    if procedure.needs.every_unit:
        pytest.skip("needs every unit")
    rng = np.random.default_rng(5)
    first, second = (rng.integers(0, 2, (2, 60)) if procedure.needs.binary else rng.normal(size=(2, 60)) + 1e6).astype(
        float
    )
    table = pair_arrays(first, second)
    apart = table.scores - table.scores.mean(axis=0)
    summary = PairedSummary(
        ("first", "second"), ("",), np.array([60]), table.scores.mean(axis=0)[None], (apart**2).sum(axis=0)[None],
        np.array([table.differences().mean()]), np.array([((apart[:, 0] - apart[:, 1]) ** 2).sum()]), np.array([table.cells()]) if table.binary else None,
    )  # fmt: skip
    same(figures(run(procedure, table)), figures(run(procedure, summary)), 1e-9)


def unmet_tables() -> dict[str, PairedTable | PairedSummary]:
    three = PairedTable(("a", "b", "c"), np.ones((4, 3)))
    one = pair_arrays([1.0], [0.0])
    real = pair_arrays([0.5, 0.7, 0.9, 0.3, 0.1, 0.6], [0.4, 0.7, 0.8, 0.1, 0.2, 0.5])
    tasks = pair_arrays([1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.0], task=["x", "x", "y", "y"])
    folds = PairedTable(real.models, real.scores, design=Design("folds", {"fold": 6}))
    sums = PairedSummary.from_moments(mean=0.1, sd=0.2, n=50)
    return {
        "three models": three,
        "one unit": one,
        "real-valued": real,
        "two tasks": tasks,
        "folds": folds,
        "sums": sums,
    }


def test_each_unmet_need_has_its_message(procedure, snapshot):
    messages = {}
    for name, table in unmet_tables().items():
        if procedure.needs.unmet(table) is not None:
            with pytest.raises(NeedsNotMet) as caught:
                run(procedure, table)
            messages[name] = str(caught.value)
    assert messages == snapshot
