"""The probability that each of several models is the best, where their effects are a mixture of normal laws.

Given a node of the mixture, the effects are means + basis @ (sds · z), z independent standard normal numbers.

    · Two models: P(first ahead of second), a sum over the nodes.
    · Effects that are independent, with one sd, up to what they share: P(i best) = ∫ φ(y - a_i) ∏_{j≠i} Φ(y - a_j) dy,
      a = means/sd, is one trapezoid sum per node, which converges geometrically.
    · Otherwise P(i best) = P(all differences to the others > 0). Genz takes one difference after the other, each given
      those before it, which leaves a smooth function on a unit cube. It is averaged over Richtmyer's points, whose last
      coordinate runs through the nodes, so that these share the points. The error is that of random shifts of them all.
    · So many models that this would take too long: shares of draws.

Models whose effects never differ share their probability. Nothing here depends on the signs, the order or the rotation
of the axes, which rounding decides.

References: Genz (1992); Genz and Bretz (2009), sec. 4.2.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import log_ndtr, ndtr, ndtri

from betterthan.arrays import Array, IntArray
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.threads import one_blas_thread

ROUNDING = 1e-12
"""Differences of this relative size are rounding."""
ALIKE = 1e-9
"""Spreads that differ by less, relatively, are one."""
FAR, TINY = 1e6, 1e-300
STEP, REACH = 0.25, 8.5
"""Step and half-width of the sums over y, in sds of one effect; the sd of the largest of 1,000 is a third of that."""
HOPELESS = 1e-8
"""A model that is ahead of another one with less probability than this is not the best, and nobody's rival."""
MOST = 24
"""Models that may be the best, at most, for the product of conditional probabilities."""
SHIFTS, LEAST_POINTS, WANTED = 8, 1024, 1e-4
"""Random shifts and points of each; more points are taken until the error is as wanted, but not for ever."""
MOST_WORK = 2**23
"""Points times squared models: some seconds for all models together."""
SURE = 3.5
"""Standard errors that hold 99% of a mean of eight shifts (Student's t, 7 degrees of freedom)."""
DRAWS = 20_000


class EffectMixture(NamedTuple):
    """A mixture of normal laws of the effects.

    Attributes:
        weights: probability of each node; neighbouring nodes should be alike.
        means: nodes x models.
        sds: nodes x axes.
        basis: models x axes.
    """

    weights: Array
    means: Array
    sds: Array
    basis: Array

    def of(self, models: IntArray) -> EffectMixture:
        """The law of some of the models, in this order, up to what their effects share.

        Parameters:
            models: their numbers.
        """
        basis = self.basis[models]
        return self._replace(means=self.means[:, models], basis=basis - basis.mean(axis=0))

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models.

        Parameters:
            count: how many.
            rng: where they come from.
        """
        at = rng.choice(len(self.weights), size=count, p=self.weights)
        return np.asarray(self.means[at] + (self.sds[at] * drawn_axes(self.basis, count, rng)) @ self.basis.T)


def drawn_axes(basis: Array, count: int, rng: np.random.Generator) -> Array:
    """Draws x axes: standard normal numbers, made of one per model.

    The effects `basis @ axes` are then the symmetric root of their covariance times the numbers of the models, which
    does not depend on the signs, the order or the rotation of the axes.

    Parameters:
        basis: models x axes.
        count: how many draws.
        rng: where they come from.
    """
    normal = rng.standard_normal((count, len(basis)))
    left, lengths, right = np.linalg.svd(basis, full_matrices=False)
    held = lengths > ROUNDING * lengths.max(initial=0.0)
    return np.asarray(normal @ left[:, held] @ right[held])


class Best(NamedTuple):
    """The probability of being the best of each model, and its numerical error."""

    probabilities: Array
    error: float


@one_blas_thread
def best_of_several(law: EffectMixture, rng: np.random.Generator) -> Best:
    """P(best) of every model.

    Parameters:
        law: the effects.
        rng: where the shifts of the points come from.
    """
    kinds, kind = np.unique(_first_alike(law), return_inverse=True)
    distinct = law.of(kinds)
    found = _best_of_distinct(distinct, rng)
    total = float(found.probabilities.sum())  # 1 but for the error, of which it is one more sign
    share = found.probabilities / total / np.bincount(kind)
    return Best(share[kind], found.error + abs(total - 1))


def _first_alike(law: EffectMixture) -> IntArray:
    """For each model the first one from which its effect never differs."""
    spread = sqrt(float(law.weights @ (law.sds**2).max(axis=1, initial=0.0)))
    size = ROUNDING * max(float(np.abs(law.means).max()), spread)
    found = np.arange(len(law.basis))
    for j in range(1, len(found)):
        apart = np.abs(law.means[:, :j] - law.means[:, [j]]).max(axis=0)
        away = spread * np.abs(law.basis[:j] - law.basis[j]).max(axis=1, initial=0.0)
        alike = np.flatnonzero((apart <= size) & (away <= size))
        found[j] = alike[0] if len(alike) else j
    return found


def _best_of_distinct(law: EffectMixture, rng: np.random.Generator) -> Best:
    models = len(law.basis)
    if models == 1:
        return Best(np.ones(1), 0.0)
    ahead = _ahead(law).min(axis=1)
    if models == 2:
        return Best(ahead, 0.0)
    sd = _common_sd(law)
    if sd is not None:
        return Best(_of_independent(law, sd), 0.0)
    hopeful = np.flatnonzero(ahead > HOPELESS)  # who is ahead of a hopeless model only is hopeless too
    if len(hopeful) == models:
        return _of_dependent(law, rng) if models <= MOST else _of_draws(law, rng)
    probabilities, among = np.zeros(models), _best_of_distinct(law.of(hopeful), rng)
    probabilities[hopeful] = among.probabilities
    return Best(probabilities, among.error + models * HOPELESS)


def _ahead(law: EffectMixture) -> Array:
    """Models x models: probability that the row is ahead of the column; 1 on the diagonal."""
    variances, found = law.sds**2, np.ones((len(law.basis), len(law.basis)))
    for i in range(len(found) - 1):
        spread = np.sqrt(variances @ ((law.basis[i] - law.basis[i + 1 :]) ** 2).T)
        z = (law.means[:, [i]] - law.means[:, i + 1 :]) / np.maximum(spread, TINY)
        found[i, i + 1 :], found[i + 1 :, i] = law.weights @ ndtr(z), law.weights @ ndtr(-z)
    return found


def _common_sd(law: EffectMixture) -> Array | None:
    """Per node the sd that all effects have, if they are independent up to what they share."""
    models, products = len(law.basis), law.basis @ law.basis.T
    length = float(np.trace(products)) / (models - 1)
    sds = law.sds.max(axis=1, keepdims=True, initial=0.0)
    if (sds - law.sds > ALIKE * sds).any():
        return None
    alike = np.abs(products - length * (np.eye(models) - 1 / models)).max() <= ALIKE * length
    return np.asarray(sqrt(length) * sds) if alike else None


def _of_independent(law: EffectMixture, sd: Array) -> Array:
    behind = law.means - law.means.max(axis=1, keepdims=True)  # the best lies where the sum over y runs
    centres = np.maximum(behind / np.maximum(sd, TINY), -FAR)
    # ∏_{j≠i} Φ is the product of all over the own one, in logs: thousands of small factors would come to 0.
    total = np.zeros(centres.shape)
    for y in np.arange(-REACH, REACH + STEP / 2, STEP):
        logs = log_ndtr(y - centres)
        total += np.exp(-0.5 * (y - centres) ** 2 - logs + logs.sum(axis=1, keepdims=True))
    return np.asarray(law.weights @ (total / total.sum(axis=1, keepdims=True)))


def _of_dependent(law: EffectMixture, rng: np.random.Generator) -> Best:
    shifts = rng.random((SHIFTS, len(law.basis)))
    found, errors = zip(*(_ahead_of_all(law, model, shifts) for model in range(len(law.basis))), strict=True)
    return Best(np.array(found), max(errors))


def _ahead_of_all(law: EffectMixture, model: int, shifts: Array) -> tuple[float, float]:
    """P(the model is ahead of all others), and its error."""
    rivals = np.delete(np.arange(len(law.basis)), model)
    ahead, root = law.means[:, [model]] - law.means[:, rivals], law.basis[model] - law.basis[rivals]
    # The least probable differences first: what is left to the others then varies least (Genz and Bretz).
    typical = (law.weights @ ahead) / np.sqrt((law.weights @ law.sds**2) @ (root**2).T + TINY)
    order = np.argsort(np.round(typical, 9), kind="stable")
    triangle = _lower_triangles(root[order] * law.sds[:, None, :])
    points, error = LEAST_POINTS, WANTED
    while error >= WANTED and points * len(law.basis) ** 2 <= MOST_WORK:
        found = [_product(law.weights, ahead[:, order], triangle, points, shift) for shift in shifts]
        error, points = SURE * float(np.std(found, ddof=1)) / sqrt(len(found)), 4 * points
    return float(np.mean(found)), error


def _lower_triangles(roots: Array) -> Array:
    """Lower triangles L with L L' = root root', for a stack of roots; missing columns are 0."""
    rivals = roots.shape[1]
    _, upper = np.linalg.qr(np.swapaxes(roots, 1, 2))
    lower = np.zeros((len(roots), rivals, rivals))
    lower[:, :, : upper.shape[1]] = np.swapaxes(upper, 1, 2)
    diagonal = np.einsum("kii->ki", lower)
    return np.asarray(lower * np.where(diagonal < 0, -1.0, 1.0)[:, None, :])


def _product(weights: Array, ahead: Array, triangle: Array, points: int, shift: Array) -> float:
    """Mean over the points of ∏ P(difference > 0 given those before); one that is known to be 0 counts half."""
    number = np.arange(points)
    node = np.minimum(np.searchsorted(np.cumsum(weights), (number + shift[-1]) / points), len(weights) - 1)
    product, z = np.ones(points), np.zeros((points, ahead.shape[1]))
    for j in range(ahead.shape[1]):
        mean = ahead[node, j] + np.einsum("nk,nk->n", triangle[node, j, :j], z[:, :j])
        share = ndtr(mean / np.maximum(triangle[node, j, j], TINY))
        product *= share
        if j < ahead.shape[1] - 1:
            uniform = np.abs(2 * ((number * sqrt(_PRIMES[j]) + shift[j]) % 1) - 1)  # folded, it has no jump
            z[:, j] = -ndtri(np.maximum(uniform * share, TINY))
    return float(product.mean())


def _of_draws(law: EffectMixture, rng: np.random.Generator) -> Best:
    best = np.bincount(law.draws(DRAWS, rng).argmax(axis=1), minlength=len(law.basis)) / DRAWS
    return Best(best, error_of_shares(best, DRAWS))


_PRIMES = [n for n in range(2, 90) if all(n % k for k in range(2, n))]
