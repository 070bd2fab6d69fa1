"""Shrunken effects against integrals that know nothing of mixtures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import integrate, special, stats

from betterthan.numerics.shrunken_effects import effect_nodes
from betterthan.results.laws.mixtures import NormalMixture, ShrunkenSum


def prior_density(g: float, scale: float) -> float:
    """∫ N(g; 0, τ²) C⁺(τ; scale) dτ, the horseshoe: exp(x) E₁(x) / (scale √(2π³)) with x = g²/(2 scale²).

    Carvalho, Polson and Scott (2010), the proof of their theorem 1.
    """
    x = g**2 / (2 * scale**2)
    scaled = np.exp(x) * special.exp1(x) if x < 500 else 1 / (x + 1)
    return float(scaled / (scale * np.sqrt(2 * np.pi**3)))


@pytest.mark.parametrize(
    ("estimate", "sd", "df", "scale"),
    [(0.4, 0.2, 5.0, 0.3), (0.02, 0.2, 30.0, 1.0), (3.0, 0.1, 3.0, 0.05), (-1.0, 1.0, 200.0, 10.0)],
)
def test_one_effect_is_the_product_of_its_likelihood_and_its_prior(estimate, sd, df, scale):
    law = ShrunkenSum((1.0,), (estimate,), (sd**2,), df, scale)

    def mass(low: float, high: float, power: int = 0) -> float:
        cuts = sorted({low, high, *(cut for cut in (0.0, estimate) if low < cut < high)})
        return sum(
            integrate.quad(lambda g: g**power * prior_density(g, scale) * stats.t.pdf((estimate - g) / sd, df), *part,
                           limit=300, epsabs=0.0, epsrel=1e-9)[0]
            for part in itertools.pairwise(cuts)
        )  # fmt: skip

    far = 200 * (abs(estimate) + sd)
    total = mass(-far, far)
    for share in (0.1, 0.5, 0.9):
        at = float(law.quantile(share))
        assert mass(-far, at) / total == pytest.approx(float(law.cdf(at)), abs=2e-5)
    assert law.mean == pytest.approx(mass(-far, far, 1) / total, rel=1e-3)


def brute_force(estimates, variances, df, scale, axis, at):
    """P(g_axis <= at) by a dense grid of τ and w."""
    tau = scale * np.exp(np.linspace(-12, 12, 601))[:, None, None]
    w = np.exp(np.linspace(-14, 4, 361))[None, :, None]
    spread = tau**2 + variances / w
    log_fit = stats.norm.logpdf(estimates, scale=np.sqrt(spread)).sum(axis=2)
    log_fit += (stats.halfcauchy.logpdf(tau / scale) + np.log(tau / scale))[:, :, 0]
    log_fit += (stats.gamma.logpdf(w, df / 2, scale=2 / df) + np.log(w))[:, :, 0]
    weight = np.exp(log_fit - log_fit.max())
    error = (variances / w)[:, :, axis]
    shrunk = (tau**2)[:, :, 0] / (tau[:, :, 0] ** 2 + error)
    below = stats.norm.cdf((at - shrunk * estimates[axis]) / np.sqrt(shrunk * error))
    return (weight * below).sum() / weight.sum()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("axes", "df"), [(2, 4.0), (4, 50.0), (19, 551.0)])
def test_several_effects_against_a_dense_grid(seed, axes, df):
    rng = np.random.default_rng(seed)
    variances = 0.01 * rng.gamma(2, 0.5, axes)
    estimates = rng.normal(size=axes) * rng.choice([0.0, 0.1, 1.0]) + rng.normal(size=axes) * np.sqrt(variances)
    law = ShrunkenSum((1.0,) + (0.0,) * (axes - 1), tuple(estimates), tuple(variances), df, 0.2)
    for at in (-0.1, 0.0, 0.03):
        assert float(law.cdf(at)) == pytest.approx(brute_force(estimates, variances, df, 0.2, 0, at), abs=1e-5)


@pytest.mark.parametrize("axes", [1, 4, 49, 199])
def test_finer_nodes_change_nothing(axes):
    rng = np.random.default_rng(axes)
    variances = tuple((0.05 * rng.gamma(2, 0.5, axes)).tolist())
    estimates = tuple((0.2 * rng.normal(size=axes)).tolist())
    coarse, fine = (effect_nodes(estimates, variances, 100.0, 0.3, finer) for finer in (1, 3))
    for at in (-0.2, 0.0, 0.1):
        shares = [float(mixture(nodes).cdf(at)) for nodes in (coarse, fine)]
        assert shares[0] == pytest.approx(shares[1], abs=1e-5)


def mixture(nodes) -> NormalMixture:
    return NormalMixture(nodes.weights, nodes.means[:, 0], np.sqrt(nodes.variances[:, 0]))


@pytest.mark.parametrize("power", [-300, -60, 60, 300])
def test_the_scale_does_not_matter(power):
    """Powers of two are exact, so the nodes are the same; beyond the squares' range nothing is promised."""
    factor = 2.0**power
    one = ShrunkenSum((1.0, -1.0), (0.3, 0.1), (0.01, 0.02), 20.0, 0.2)
    other = ShrunkenSum(
        (1.0, -1.0), (0.3 * factor, 0.1 * factor), (0.01 * factor**2, 0.02 * factor**2), 20.0, 0.2 * factor
    )
    assert float(other.cdf(0.1 * factor)) == pytest.approx(float(one.cdf(0.1)), rel=1e-12)
    assert other.mean / factor == pytest.approx(one.mean, rel=1e-12)
