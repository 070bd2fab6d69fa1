"""P(best) against closed forms, against many draws, and under everything that must not matter."""

from __future__ import annotations

from math import asin, pi, sqrt

import numpy as np
import pytest

from betterthan.numerics import best_of_several as module
from betterthan.numerics.best_of_several import EffectMixture, best_of_several, drawn_axes


def best(law, seed=0):
    return best_of_several(law, np.random.default_rng(seed))


def one_normal(means, root):
    """The effects means + root @ z, without a mixture."""
    root = np.array(root, dtype=float)
    return EffectMixture(np.ones(1), np.array([means], dtype=float), np.ones((1, root.shape[1])), root)


def mixture(models, *, nodes=40, axes=None, seed=0, apart=1.0):
    """A random mixture, its nodes in an order in which neighbours are alike."""
    rng = np.random.default_rng(seed)
    axes = models - 1 if axes is None else axes
    at = np.linspace(-1, 1, nodes)[:, None]
    weights = np.exp(-4 * at[:, 0] ** 2)
    means = apart * (1 + 0.3 * at) * rng.standard_normal(models)
    sds = np.exp(0.4 * at + rng.uniform(-1.5, 0.5, axes))
    return EffectMixture(weights / weights.sum(), means, sds, rng.standard_normal((models, axes)))


def test_three_models_with_equal_means():
    """P(d1 > 0, d2 > 0) = 1/4 + asin(ρ)/2π, ρ the correlation of the differences."""
    root = np.array([[1.0, 0.2, 0.0], [0.3, 0.5, 0.1], [-0.2, 0.4, 2.0]])
    found = best(one_normal([0.0] * 3, root))
    for i, (j, k) in enumerate([(1, 2), (0, 2), (0, 1)]):
        one, other = root[i] - root[j], root[i] - root[k]
        correlation = one @ other / sqrt((one @ one) * (other @ other))
        assert found.probabilities[i] == pytest.approx(0.25 + asin(correlation) / (2 * pi), abs=found.error)
    assert 0 < found.error < 2e-4


@pytest.mark.parametrize("models", [2, 3, 5, 8])
def test_the_stated_error_is_true(models, monkeypatch):
    """Against many points; the error of eight shifts holds in 99 of 100 cases."""
    laws = [mixture(models, seed=seed) for seed in range(4)]
    found = [best(law) for law in laws]
    monkeypatch.setattr(module, "LEAST_POINTS", 2**14)
    off = [np.abs(best(law, 1).probabilities - one.probabilities).max() for law, one in zip(laws, found, strict=True)]
    assert sum(away > one.error + 1e-12 for away, one in zip(off, found, strict=True)) <= 1
    assert max(one.error for one in found) < 1e-3


def test_against_draws():
    law = mixture(6, seed=3)
    first = law.draws(400_000, np.random.default_rng(1)).argmax(axis=1)
    shares = np.bincount(first, minlength=6) / len(first)
    assert best(law).probabilities == pytest.approx(shares, abs=0.004)


def independent(models, seed=0):
    """One sd in all axes, as least squares on a complete table has it."""
    law = mixture(models, seed=seed)
    axes = np.linalg.svd(np.eye(models) - 1 / models)[0][:, :-1]
    return law._replace(sds=np.repeat(law.sds[:, :1], models - 1, axis=1), basis=axes)


def test_independent_effects_have_a_sum_of_their_own():
    law = independent(5)
    exact, integrated = best(law), best(law._replace(sds=law.sds * np.array([1, 1, 1, 1 + 1e-7])))
    assert exact.error < 1e-12 < integrated.error
    assert integrated.probabilities == pytest.approx(exact.probabilities, abs=integrated.error)
    assert exact.probabilities == pytest.approx(best(law, seed=7).probabilities, abs=1e-15)  # nothing is drawn


def test_equal_models_are_equally_often_the_best():
    for models in (3, 200):
        law = independent(models)
        assert best(law._replace(means=0 * law.means)).probabilities == pytest.approx(np.full(models, 1 / models))


def test_copies_share_the_probability_of_one():
    law, copied = mixture(4, seed=5), [0, 1, 1, 2, 3, 1]
    alone, together = best(law), best(law.of(np.array(copied)))
    assert together.probabilities == pytest.approx((alone.probabilities / [1, 3, 1, 1])[copied], abs=1e-12)


def test_signs_order_and_rotation_of_the_axes_do_not_matter():
    law = mixture(5, seed=2)
    turned = law._replace(sds=law.sds[:, ::-1], basis=-law.basis[:, ::-1])
    assert best(turned).probabilities == pytest.approx(best(law).probabilities, abs=1e-12)
    draws = [each.draws(50, np.random.default_rng(0)) for each in (law, turned)]
    assert draws[0] == pytest.approx(draws[1], abs=1e-12)
    flat = independent(5)
    rotation = np.linalg.qr(np.random.default_rng(1).standard_normal((4, 4)))[0]
    draws = [each.draws(50, np.random.default_rng(0)) for each in (flat, flat._replace(basis=flat.basis @ rotation))]
    assert draws[0] == pytest.approx(draws[1], abs=1e-12)


def test_draws_have_the_law_of_the_axes():
    basis = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 1.0]])  # a copy, and columns that are not orthogonal
    axes = drawn_axes(basis, 200_000, np.random.default_rng(0))
    assert np.cov(axes.T) == pytest.approx(np.eye(2), abs=0.02)


def test_the_unit_does_not_matter():
    law = mixture(5, seed=4)
    for unit in (2.0**-40, 2.0**30):
        scaled = law._replace(means=unit * law.means, sds=unit * law.sds)
        assert best(scaled).probabilities == pytest.approx(best(law).probabilities, abs=1e-12)


def test_what_is_known_exactly():
    nothing_varies = one_normal([1.0, 3.0, 2.0], np.zeros((3, 0)))
    assert best(nothing_varies) == (pytest.approx([0, 1, 0]), pytest.approx(0, abs=1e-6))
    one_contrast = one_normal([0.0, 0.5, 0.0], [[1.0], [1.0], [-1.0]])  # the second is always ahead of the first
    assert best(one_contrast).probabilities == pytest.approx([0, 0.5987063256829237, 0.4012936743170763], abs=1e-6)


def test_hopeless_models_cost_nothing():
    law = mixture(6, seed=1)
    many = np.concatenate([law.means, law.means[:, :1] - 1000 - np.arange(300)], axis=1)
    basis = np.concatenate([law.basis, 0.1 * np.random.default_rng(0).standard_normal((300, 5))])
    found = best(law._replace(means=many, basis=basis))
    assert found.probabilities[:6] == pytest.approx(best(law).probabilities, abs=1e-4)
    assert found.probabilities[6:].max() == 0


def test_many_that_may_be_the_best_are_drawn():
    models = module.MOST + 6
    law = mixture(models, seed=8, apart=0.1)
    found, again = best(law), best(law, seed=1)
    assert np.abs(found.probabilities - again.probabilities).max() <= found.error + again.error
    assert 1e-3 < found.error < 0.02
