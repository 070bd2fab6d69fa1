"""Every procedure that takes any number of models, against the laws that hold for four of them."""

from __future__ import annotations

import pytest
from conformance import (
    ROUNDING,
    each_of,
    figures_of_four,
    law,
    moved_by_unit,
    permuted,
    round_trip,
    run_all,
    same,
    shuffled,
    tolerance,
)
from tables_by_need import MANY

from betterthan.procedures import REGISTRY

procedure = each_of(each for each in REGISTRY.values() if each.needs.models[1] is None)


def test_permuting_the_models_permutes_the_answer(procedure):
    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, permuted(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), ROUNDING)

    law(procedure, "permutation", check, models=MANY)


def test_row_order_does_not_matter(procedure):
    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, shuffled(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), ROUNDING)

    law(procedure, "row order", check, models=MANY)


def test_a_constant_per_unit_changes_nothing_between_the_models(procedure):
    if procedure.needs.binary:
        pytest.skip("0/1 scores cannot be shifted")

    def check(table, rope):
        one, other = run_all(procedure, table), run_all(procedure, moved_by_unit(table))
        same(figures_of_four(one, rope), figures_of_four(other, rope), tolerance(procedure, one, other))

    law(procedure, "shift by unit", check, models=MANY)


def test_json_round_trip(procedure):
    def check(table, rope):
        result = run_all(procedure, table)
        assert round_trip(result) == result
        assert figures_of_four(round_trip(result), rope) == figures_of_four(result, rope)

    law(procedure, "json", check, models=MANY)
