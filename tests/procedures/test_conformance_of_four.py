"""Every procedure that takes any number of models, against the laws that hold for four of them."""

from __future__ import annotations

import pytest
from conformance import (
    EXEMPT,
    ROUNDING,
    examples,
    figures_of_four,
    moved_by_unit,
    permuted,
    round_trip,
    run_all,
    same,
    shuffled,
    tables_of_four,
    tolerance,
)
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from betterthan.procedures import REGISTRY

HALF_WIDTHS = st.sampled_from([0.0, 0.05, 0.2])
"""Ropes are symmetric: the order of the models decides which of two is named first."""


@pytest.fixture(params=[each for each in REGISTRY.values() if each.needs.models[1] is None], ids=lambda each: each.name)
def procedure(request):
    return request.param


def law(procedure, name, check):
    """Run a law on random tables, unless the procedure has declared why it does not hold."""
    if (procedure.name, name) in EXEMPT:
        pytest.skip(EXEMPT[procedure.name, name])
    settings(
        max_examples=examples(procedure), deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )(given(tables_of_four(procedure), HALF_WIDTHS.map(lambda half: (-half, half)))(check))()  # fmt: skip


def test_permuting_the_models_permutes_the_answer(procedure):
    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, permuted(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), ROUNDING)

    law(procedure, "permutation", check)


def test_row_order_does_not_matter(procedure):
    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, shuffled(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), ROUNDING)

    law(procedure, "row order", check)


def test_a_constant_per_unit_changes_nothing_between_the_models(procedure):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be shifted")

    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, moved_by_unit(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), tolerance(procedure, one, other))

    law(procedure, "shift by unit", check)


def test_json_round_trip(procedure):
    def check(table, rope):
        result = run_all(procedure, table)
        assert round_trip(result) == result
        assert figures_of_four(round_trip(result), rope) == figures_of_four(result, rope)

    law(procedure, "json", check)
