"""Weights that are drawn: their laws, clusters, strata, and that blocks do not matter."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.errors import ArgumentError
from betterthan.numerics import case_weights
from betterthan.numerics.case_weights import (
    dirichlet_weights,
    leave_one_out,
    multinomial_counts,
    over_draws,
    swaps,
)
from betterthan.numerics.metrics.table import metric_named

CLUSTERS = np.array([0, 1, 1, 2, 2, 2, 3, 0])


def whole(blocks):
    return np.concatenate(list(blocks))


def rng(seed=0):
    return np.random.default_rng(seed)


def test_dirichlet_weights_have_its_mean_and_variance():
    weights = whole(dirichlet_weights(20, 40_000, rng()))
    shares = weights / weights.sum(axis=1, keepdims=True)
    variance = 19 / (20**2 * 21)  # of Dirichlet(1, …, 1)
    np.testing.assert_allclose(shares.mean(axis=0), 1 / 20, atol=5 * np.sqrt(variance / 40_000))
    np.testing.assert_allclose(shares.var(axis=0), variance, rtol=0.08)
    np.testing.assert_allclose(np.cov(shares.T)[0, 1], -1 / (20**2 * 21), atol=6 * variance / 200)


def test_multinomial_counts_have_its_mean_and_variance():
    counts = whole(multinomial_counts(20, 40_000, rng()))
    assert (counts.sum(axis=1) == 20).all()
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=5 / 200)
    np.testing.assert_allclose(counts.var(axis=0), 0.95, rtol=0.05)


@pytest.mark.parametrize("blocks", [dirichlet_weights, multinomial_counts])
def test_a_cluster_has_one_weight(blocks):
    weights = whole(blocks(8, 300, rng(), clusters=CLUSTERS))
    of_clusters = whole(blocks(4, 300, rng()))
    assert weights.shape == (300, 8)
    assert (weights[:, 0] == weights[:, 7]).all()
    assert (weights[:, 3:6] == weights[:, [3]]).all()
    assert (weights[:, [0, 1, 3, 6]].std(axis=0) > 0.5).all()
    assert of_clusters.mean() == pytest.approx(weights[:, [0, 1, 3, 6]].mean(), abs=0.15)


def test_counts_of_clusters_are_as_many_clusters_as_there_are():
    counts = whole(multinomial_counts(8, 200, rng(), clusters=CLUSTERS))
    assert (counts[:, [0, 1, 3, 6]].sum(axis=1) == 4).all()


def test_every_stratum_keeps_its_size():
    strata = np.array([1, 0, 0, 1, 0, 0, 0, 2])
    counts = whole(multinomial_counts(8, 2000, rng(), strata=strata))
    for stratum, size in ((0, 5), (1, 2), (2, 1)):
        assert (counts[:, strata == stratum].sum(axis=1) == size).all()
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.1)
    assert (counts[:, strata == 0].std(axis=0) > 0.5).all()


def test_strata_of_clusters():
    counts = whole(multinomial_counts(8, 100, rng(), clusters=CLUSTERS, strata=np.array([0, 0, 1, 1])))
    assert (counts[:, [0, 1]].sum(axis=1) == 2).all()
    assert (counts[:, [3, 6]].sum(axis=1) == 2).all()


@pytest.mark.parametrize("clusters", [None, CLUSTERS])
@pytest.mark.parametrize("blocks", [dirichlet_weights, multinomial_counts, swaps])
def test_the_seed_decides_and_the_first_draws_are_the_same_however_many(monkeypatch, blocks, clusters):
    monkeypatch.setattr(case_weights, "AT_ONCE", 160)
    many = list(blocks(8, 95, rng(), clusters=clusters))
    assert len(many) > 4
    assert sum(len(block) for block in many) == 95
    few = whole(blocks(8, 33, rng(), clusters=clusters))
    np.testing.assert_array_equal(whole(many)[:33], few)
    assert (whole(blocks(8, 33, rng(1), clusters=clusters)) != few).any()


def test_blocks_are_bounded_and_stored_case_by_case():
    for cases, largest in ((10_000, 50), (3_000_000, 1)):
        block = next(dirichlet_weights(cases, 4000, rng()))
        assert block.shape == (largest, cases)
        assert block.T.flags.c_contiguous
    last = list(dirichlet_weights(10_000, 51, rng()))[-1]
    assert last.shape == (1, 10_000)
    assert last.T.flags.c_contiguous


def test_leaving_one_out(monkeypatch):
    np.testing.assert_array_equal(whole(leave_one_out(5)), 1 - np.eye(5))
    np.testing.assert_array_equal(whole(leave_one_out(8, clusters=CLUSTERS)), np.arange(4)[:, None] != CLUSTERS)
    monkeypatch.setattr(case_weights, "AT_ONCE", 20)
    np.testing.assert_array_equal(whole(leave_one_out(7)), 1 - np.eye(7))


def test_swaps_are_the_swaps_of_two_models():
    generator = rng(5)
    truth, first, second = generator.integers(2, size=30), *generator.normal(size=(2, 30))
    auroc = metric_named("auroc")
    both = auroc.over(np.tile(truth, 2), np.concatenate([first, second]))
    weights = whole(swaps(30, 50, rng()))
    assert weights.shape == (50, 60)
    assert (weights[:, :30] + weights[:, 30:] == 1).all()
    assert weights.mean() == 0.5
    assert abs(weights[:, :30].mean() - 0.5) < 0.06
    for draw, stays in enumerate(weights[:, :30] == 1):
        one, other = np.where(stays, first, second), np.where(stays, second, first)
        expected = [auroc.over(truth, each)(np.ones((1, 30)))[0] for each in (one, other)]
        found = [both(each[None])[0] for each in (weights[draw], 1 - weights[draw])]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_clusters_are_swapped_together():
    weights = whole(swaps(8, 100, rng(), clusters=CLUSTERS))
    assert (weights[:, 3:6] == weights[:, [3]]).all()
    assert (weights[:, 0] == weights[:, 7]).all()
    assert (weights[:, :8] + weights[:, 8:] == 1).all()


def test_models_share_their_weights():
    truth, values = rng().normal(size=(2, 40))
    rmse = metric_named("rmse")
    found = over_draws([rmse.over(truth, values), rmse.over(truth, values)], dirichlet_weights(40, 100, rng()))
    assert found.shape == (100, 2)
    np.testing.assert_array_equal(found[:, 0], found[:, 1])
    assert found[:, 0].std() > 0


def test_one_draw_is_enough_and_none_is_refused():
    assert whole(dirichlet_weights(5, 1, rng())).shape == (1, 5)
    with pytest.raises(ArgumentError, match="`draws` must be at least 1; got 0"):
        whole(dirichlet_weights(5, 0, rng()))
