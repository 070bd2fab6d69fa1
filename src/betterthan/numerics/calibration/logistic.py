"""Logistic regression on one or two columns: the convex loss, by Newton's method.

The loss is Σ w·(log(1 + e^η) - t·η), η = X b + offset, with targets t in [0, 1]. Near its minimum it is a quadratic
with the information matrix H = Xᵀ diag(w p(1-p)) X, so the Newton decrement λ = √(gᵀH⁻¹g), g the gradient, bounds what
is left: every coefficient is within λ of its own standard errors of the minimum. That is the error which is stated.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from betterthan.arrays import Array
from betterthan.errors import NotConverged

ACCURACY = 1e-9
"""The decrement at which Newton's method ends; what is left is then some 1e-18, since the last step squares it."""
STEPS = 100
"""Far more than are needed: ten or so from any start, since the step is halved until the loss falls."""


class LogisticFit(NamedTuple):
    """A minimum.

    Parameters:
        coefficients: one per column.
        information: columns x columns, the second derivatives of the loss.
        scores: cases x columns, each case's share of the gradient; they sum to 0.
        error: in standard errors of each coefficient.
    """

    coefficients: Array
    information: Array
    scores: Array
    error: float


def logistic_fit(columns: Array, target: Array, weight: Array, offset: Array | float = 0.0) -> LogisticFit:
    """The coefficients with the least loss; the caller has seen to it that they are finite.

    Parameters:
        columns: cases x columns, scaled to about 1.
        target: what the probabilities should be, from 0 to 1.
        weight: of each case.
        offset: what is added to the linear predictor.
    """
    at = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        fit = _at(at, columns, target, weight, offset)
        move = np.linalg.solve(fit.information, fit.scores.sum(axis=0))
        if fit.error <= ACCURACY:
            return fit._replace(coefficients=at - move)
        at = _downhill(at, move, columns, target, weight, offset)
    raise NotConverged(
        f"A logistic curve did not settle in {STEPS} steps of Newton's method (error {fit.error:.2g} standard errors, "
        f"{ACCURACY:g} is asked for); scale the scores to a spread of about 1.",
        error=fit.error,
        partial=fit,
    )


def _at(at: Array, columns: Array, target: Array, weight: Array, offset: Array | float) -> LogisticFit:
    p = expit(columns @ at + offset)
    information = (columns * (weight * p * (1 - p))[:, None]).T @ columns
    scores = columns * (weight * (p - target))[:, None]
    gradient = scores.sum(axis=0)
    return LogisticFit(at, information, scores, sqrt(max(0.0, gradient @ np.linalg.solve(information, gradient))))


def _downhill(at: Array, move: Array, columns: Array, target: Array, weight: Array, offset: Array | float) -> Array:
    """The first of the whole, half, quarter … step after which the loss is no larger.

    Where all cases are far out on the curve the loss is nearly straight and a step would be endless: it is cut first.
    """
    move = move * min(1.0, 4 * (1 + float(np.abs(at).max())) / float(np.abs(move).max()))

    def loss(b: Array) -> float:
        eta = columns @ b + offset
        return float(weight @ (np.logaddexp(0.0, eta) - target * eta))

    before = loss(at)
    for halvings in range(60):
        after = at - move * 0.5**halvings
        # Near the minimum the loss is flat to the last digit, and any step is as good as none.
        if loss(after) <= before + 1e-14 * abs(before):
            return np.asarray(after)
    return at
