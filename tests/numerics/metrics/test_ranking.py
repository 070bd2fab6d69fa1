"""nDCG and the reciprocal rank with ties, against every order of the tied documents."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.table import metric_named

DOCUMENTS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=5)


def orders(scores):
    """Every order of the documents in which scores fall."""
    return [order for order in permutations(range(len(scores))) if (np.diff(scores[list(order)]) <= 0).all()]


def gains(relevance, order, depth):
    return sum(relevance[at] / np.log2(place + 2) for place, at in enumerate(order[:depth]))


def reciprocal(relevance, order):
    return next((1 / (place + 1) for place, at in enumerate(order) if relevance[at] > 0), 0)


@given(st.lists(DOCUMENTS, min_size=1, max_size=4), st.sampled_from([None, 1, 2]))
def test_ties_are_averaged_over_all_orders(queries, depth):
    query = np.repeat(np.arange(len(queries)), [len(each) for each in queries])
    relevance, scores = np.array([row for each in queries for row in each], dtype=float).T
    shuffled = np.random.default_rng(0).permutation(len(query))
    found = {
        name: metric_named(name).each(relevance[shuffled], scores[shuffled], query[shuffled])
        for name in ("mrr", "ndcg" if depth is None else f"ndcg-{depth}")
    }
    expected_rank, expected_gain = [], []
    for each in range(len(queries)):
        relevant, scored = relevance[query == each], scores[query == each]
        best = gains(relevant, np.argsort(-relevant), depth)
        ranked = orders(scored)
        expected_rank.append(np.mean([reciprocal(relevant, order) for order in ranked]))
        expected_gain.append(np.mean([gains(relevant, order, depth) for order in ranked]) / best if best else 0)
    np.testing.assert_allclose(found.pop("mrr"), expected_rank, rtol=0, atol=1e-12)
    np.testing.assert_allclose(next(iter(found.values())), expected_gain, rtol=0, atol=1e-12)


def test_a_large_tied_group():
    """One relevant document among n that are all tied: the mean of 1/place is the harmonic number over n."""
    n = 5000
    found = metric_named("mrr").each(np.eye(1, n)[0], np.zeros(n), np.zeros(n, dtype=int))
    assert found[0] == pytest.approx((1 / np.arange(1, n + 1)).sum() / n, rel=1e-10)


def test_bad_input_is_refused():
    zeros = np.zeros(2, dtype=int)
    with pytest.raises(ArgumentError, match="at least 0; there are negative ones"):
        metric_named("ndcg").each(np.array([1.0, -1.0]), np.array([1.0, 2.0]), zeros)
    for name in ("ndcg", "mrr"):
        with pytest.raises(ArgumentError, match="1 is NaN or infinite"):
            metric_named(name).each(np.array([1.0, 0.0]), np.array([1.0, np.nan]), zeros)
