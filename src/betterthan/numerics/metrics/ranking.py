"""Metrics of ranked documents, one number for each query: normalised discounted cumulative gain, reciprocal rank.

Documents with equal scores have no order: both metrics are the mean over all orders of these, as scikit-learn has it
for nDCG. The gain of a document is its relevance, the discount at place i is 1/log₂(i + 1). A query without a relevant
document has 0.

References: Järvelin and Kekäläinen (2002); McSherry and Najork (2008) for ties.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import PerQuery, finite


def gain(depth: int | None = None) -> PerQuery:
    """nDCG of each query, of its first places only if there is a depth."""
    if depth is not None and depth < 1:
        raise ArgumentError(f"`ndcg-{depth}`: at least one place must be looked at.")

    def each(relevance: Array, scores: Array, query: IntArray) -> Array:
        gains = finite(relevance)
        if (gains < 0).any():
            raise ArgumentError("nDCG takes relevances of at least 0; there are negative ones.")
        found, best = (_discounted(gains, by, query, depth) for by in (finite(scores), gains))
        return np.divide(found, best, out=np.zeros_like(best), where=best > 0)

    suffix, words = ("", "") if depth is None else (f"-{depth}", f" of the first {depth}")
    return PerQuery(f"ndcg{suffix}", f"normalised discounted cumulative gain{words}", each, (0.0, 1.0))


def _discounted(gains: Array, scores: Array, query: IntArray, depth: int | None) -> Array:
    """Sum of discounted gains of each query, ranked by the scores; tied documents share their mean discount."""
    order = np.lexsort((-scores, query))
    place, starts = _places(query[order])
    discount = 1 / np.log2(place + 2)
    if depth is not None:
        discount[place >= depth] = 0
    groups = _ties(query[order], scores[order])
    shared = (np.bincount(groups, discount) / np.bincount(groups))[groups]
    return np.add.reduceat(gains[order] * shared, starts)


def _reciprocal_rank(relevance: Array, scores: Array, query: IntArray) -> Array:
    """1 over the place of the first relevant document."""
    order = np.lexsort((-finite(scores), query))
    place, starts = _places(query[order])
    groups = _ties(query[order], scores[order])
    begins = np.searchsorted(groups, np.arange(groups[-1] + 1))
    sizes, relevant = np.bincount(groups), np.add.reduceat(finite(relevance)[order] > 0, begins, dtype=np.int64)
    with_hits = np.flatnonzero(relevant)
    answered, which = np.unique(query[order][begins[with_hits]], return_index=True)
    first = with_hits[which]  # of each query that has one, the first group with a relevant document
    ranks = np.zeros(len(starts))
    ranks[answered] = _mean_reciprocal(place[begins[first]], sizes[first], relevant[first])
    return ranks


def _mean_reciprocal(before: IntArray, size: IntArray, relevant: IntArray) -> Array:
    """Mean of 1/place of the first relevant document, over all orders of a group of tied ones.

    Of t documents, r of them relevant, the first relevant one is the j-th with probability C(t - j, r - 1)/C(t, r).
    """
    terms = size - relevant + 1
    group = np.repeat(np.arange(len(size)), terms)
    j = np.arange(len(group)) - np.repeat(np.cumsum(terms) - terms, terms) + 1
    t, r = size[group], relevant[group]
    chance = np.exp(_log_choose(t - j, r - 1) - _log_choose(t, r))
    return np.bincount(group, weights=chance / (before[group] + j), minlength=len(size)).astype(np.float64)


def _log_choose(n: IntArray, k: IntArray) -> Array:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _places(query: IntArray) -> tuple[IntArray, IntArray]:
    """Of sorted queries, the place 0, 1, … of each row within its query, and where each query begins."""
    starts = np.flatnonzero(np.append(True, query[1:] != query[:-1]))
    return np.arange(len(query)) - np.repeat(starts, np.diff(np.append(starts, len(query)))), starts


def _ties(query: IntArray, scores: Array) -> IntArray:
    """Numbers of the groups of rows with one query and one score, in the order of the rows."""
    apart = (query[1:] != query[:-1]) | (scores[1:] != scores[:-1])
    return np.cumsum(np.append(False, apart))


RECIPROCAL_RANK = PerQuery("mrr", "mean reciprocal rank", _reciprocal_rank, (0.0, 1.0))
