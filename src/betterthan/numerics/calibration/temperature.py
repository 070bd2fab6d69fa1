"""Temperature scaling: one number that makes the probabilities of two or more classes less sure, or more.

p_k ∝ e^(z_k/T), with the T that has the least log loss on held-out cases. The order of the classes never changes, so
neither do labels. The loss is convex in the inverse temperature 1/T, in which Newton's method looks for its minimum.

Reference: Guo et al. (2017).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from scipy.special import softmax

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError, NotConverged
from betterthan.numerics.calibration.logistic import ACCURACY, STEPS
from betterthan.numerics.calibration.two_classes import weights_of


@dataclass(frozen=True)
class Temperature:
    """A fitted temperature.

    Parameters:
        temperature: above 1 where the model was too sure; infinite where its order of the classes says nothing.
        cases: how many it was fitted on.
        error: of the inverse temperature, in its standard errors.
    """

    temperature: float
    cases: int
    error: float

    def probabilities(self, logits: Array) -> Array:
        """Cases x classes; of two classes that were given as log-odds, the probability of the positive one.

        Parameters:
            logits: cases x classes, logits or log probabilities; or log-odds of the positive class, one per case.
        """
        found = np.asarray(softmax(_two_sided(logits) / self.temperature, axis=1))
        return found if np.ndim(logits) == 2 else found[:, 1]


def temperature_scale(logits: Array, truth: IntArray, weight: Array | None = None) -> Temperature:
    """The temperature with the least log loss on held-out cases.

    Parameters:
        logits: cases x classes, logits or log probabilities; or log-odds of the positive class, one per case.
        truth: the class of each case, 0 to classes - 1.
        weight: of each case; None is 1 each.

    >>> round(temperature_scale(np.array([4.0, 4.0, -4.0, 4.0]), np.array([1, 1, 0, 0])).temperature, 4)
    3.641
    """
    z, truth = _two_sided(logits), np.asarray(truth)
    weight = weights_of(len(z), weight)
    _check(z, truth)
    z = z - z.max(axis=1, keepdims=True)  # which softmax does not see; so a true class that is ahead has exactly 0
    chosen = np.take_along_axis(z, truth[:, None], axis=1)[:, 0]
    if (chosen == 0).all():
        raise ArgumentError(
            f"Each of the {len(z):,} held-out cases has its highest score for the true class, so no temperature "
            "is low enough; hold out more cases, or leave the model as it is."
        )
    inverse, error = _inverse_temperature(z, chosen, weight)
    return Temperature(1 / inverse if inverse > 0 else inf, len(z), error)


def _inverse_temperature(z: Array, chosen: Array, weight: Array) -> tuple[float, float]:
    """Where the slope of the loss is 0: by Newton's steps, or halfway where one would leave what holds the root."""
    slope, curvature = _derivatives(0.0, z, chosen, weight)
    # Less sure than at T = ∞ no probability can be: the order of the classes says nothing, or the opposite.
    if slope >= 0:
        return 0.0, 0.0
    low, high, at = 0.0, inf, -slope / curvature
    for _ in range(STEPS):
        slope, curvature = _derivatives(at, z, chosen, weight)
        error = abs(slope) / sqrt(curvature) if curvature > 0 else inf
        low, high = (at, high) if slope < 0 else (low, at)
        step = at - slope / curvature if curvature > 0 else inf
        if error <= ACCURACY:
            return step, error
        # Where the loss is nearly flat Newton's step is far too long: tenfold at most, and within what holds the root.
        at = step if low < step < min(high, 10 * at) else (low + high) / 2 if high < inf else 2 * at
    raise NotConverged(
        f"A temperature did not settle in {STEPS} steps of Newton's method (error {error:.2g} standard errors, "
        f"{ACCURACY:g} is asked for); check that the logits are of about the size 1 to 100.",
        error=error,
        partial=1 / at,
    )


def _derivatives(inverse: float, z: Array, chosen: Array, weight: Array) -> tuple[float, float]:
    """First and second derivative of the loss in the inverse temperature."""
    p = softmax(inverse * z, axis=1)
    mean = (p * z).sum(axis=1)
    return float(weight @ (mean - chosen)), float(weight @ (p * (z - mean[:, None]) ** 2).sum(axis=1))


def _two_sided(logits: Array) -> Array:
    logits = np.asarray(logits, dtype=np.float64)
    return logits if logits.ndim == 2 else np.stack([np.zeros_like(logits), logits], axis=1)


def _check(z: Array, truth: IntArray) -> None:
    cases, classes = z.shape
    if len(truth) != cases or not cases:
        raise ArgumentError(
            f"Logits and classes belong to the same cases; got {cases:,} rows and {len(truth):,} classes."
        )
    if truth.min() < 0 or truth.max() >= classes:
        raise ArgumentError(f"Classes are numbered 0 to {classes - 1}; got {truth.min()} to {truth.max()}.")
    if not np.isfinite(z).all():
        raise ArgumentError(
            "Logits must be finite numbers, and the logarithm of a probability of 0 is not: give such classes a small "
            "probability first."
        )
