"""Adjusted p-values, against R's p.adjust and statsmodels."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betterthan.errors import ArgumentError
from betterthan.numerics.multiplicity import adjust
from betterthan.vocabulary import ADJUSTMENTS

CASES = json.loads((Path(__file__).parents[1] / "reference" / "multiplicity.json").read_text())["cases"]
STATSMODELS = {
    "bonferroni": "bonferroni",
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
}
P_VALUES = st.one_of(
    st.lists(st.floats(0, 1), min_size=1, max_size=40),
    st.lists(st.integers(0, 20).map(lambda k: k / 20), min_size=1, max_size=40),  # many ties
)


@pytest.fixture(scope="module", autouse=True)
def no_garbage_collection():
    """statsmodels collects garbage in every call of Holm's method, which takes longer than all the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gc.collect", lambda: 0)
        yield


@pytest.mark.parametrize(
    ("case", "method"),
    [pytest.param(case, method, id=f"{i}-{method}") for i, case in enumerate(CASES) for method in case["adjusted"]],
)
def test_published_values(case, method):
    tolerance = case["tolerance"]
    relative = tolerance["relative"] if isinstance(tolerance, dict) else 0
    absolute = 0 if relative else tolerance
    np.testing.assert_allclose(
        adjust(case["p_values"], method), case["adjusted"][method], rtol=relative, atol=absolute, err_msg=case["source"]
    )


def test_every_method_has_a_reference():
    assert {method for case in CASES for method in case["adjusted"]} == set(ADJUSTMENTS) - {"none"}


@pytest.mark.parametrize("method", STATSMODELS)
def test_statsmodels_agrees(method):
    multipletests = pytest.importorskip("statsmodels.stats.multitest").multipletests

    @settings(max_examples=100, deadline=None)
    @given(P_VALUES)
    def check(p_values):
        expected = multipletests(p_values, method=STATSMODELS[method])[1]
        np.testing.assert_allclose(adjust(p_values, method), expected, rtol=0, atol=1e-12)

    check()


@pytest.mark.parametrize("method", [method for method in ADJUSTMENTS if method != "none"])
def test_order_is_kept_and_nothing_gets_smaller(method):
    @settings(max_examples=50, deadline=None)
    @given(P_VALUES)
    def check(p_values):
        given_p, adjusted = np.array(p_values), adjust(p_values, method)
        assert (adjusted >= given_p).all()
        assert (adjusted <= 1).all()
        assert (np.diff(adjusted[np.argsort(given_p, kind="stable")]) >= -1e-15).all()
        np.testing.assert_array_equal(adjust(given_p[::-1], method), adjusted[::-1])

    check()


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_one_p_value_is_left_alone_and_none_are_none(method):
    assert adjust([0.04], method).tolist() == [0.04]
    assert adjust([], method).tolist() == []


def test_hommel_is_at_least_as_powerful_as_hochberg_and_that_as_holm():
    p_values = np.random.default_rng(3).random((200, 12)) ** 3
    for row in p_values:
        assert (adjust(row, "hommel") <= adjust(row, "hochberg") + 1e-15).all()
        assert (adjust(row, "hochberg") <= adjust(row, "holm") + 1e-15).all()
        assert (adjust(row, "holm") <= adjust(row, "bonferroni") + 1e-15).all()


def test_mistakes_are_told():
    with pytest.raises(ArgumentError, match=r"There is no adjustment `hohlm`\. Did you mean `holm`\?"):
        adjust([0.1, 0.2], "hohlm")
    for wrong in ([0.5, 1.5], [-0.1], [float("nan")], [[0.1, 0.2]]):
        with pytest.raises(ArgumentError, match="p-values are numbers between 0 and 1"):
            adjust(wrong)
