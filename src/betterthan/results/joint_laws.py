"""Probability laws of several numbers at once: what a `Ranking` is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import hypot, sqrt
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from scipy.special import ndtr, stdtr

from betterthan.arrays import Array, IntArray
from betterthan.numerics.best_of_several import Best, EffectMixture, best_of_several, drawn_axes
from betterthan.numerics.shrunken_effects import EffectNodes, effect_nodes
from betterthan.numerics.threads import one_blas_thread
from betterthan.numerics.ties import ROUNDING
from betterthan.numerics.unit_spread import chi_squared_nodes
from betterthan.results.codec import Plain, PlainOfArrays, of_kind
from betterthan.results.laws.drawn_values import DrawnValues
from betterthan.results.laws.law import Law
from betterthan.results.laws.mixtures import NormalMixture, ShrunkenSum
from betterthan.results.laws.point import Point
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.worth_difference import WorthDifference

T = TypeVar("T")
DIGITS = 6
"""Decimals with which draws are kept: further ones only cost space."""


class JointLaw(Protocol):
    """The joint law of one effect per model; only their differences carry meaning."""

    @property
    def kind(self) -> str:
        """The name under which the law is stored."""

    @property
    def mean(self) -> Array:
        """The expectation of each effect."""

    def marginal(self, model: int) -> Law:
        """The law of one model's effect."""

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects."""

    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`."""

    def best(self, rng: np.random.Generator) -> Best:
        """The probability that each model is the best, and its numerical error."""

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models."""

    def of(self, models: IntArray) -> JointLaw:
        """The law of the same models in another order."""

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers that make up the law."""


@dataclass(frozen=True)
class MultivariateT(Plain):
    """Student's t in several dimensions: location + root @ t; directions without scale are fixed.

    The root of the scale matrix is kept, not the matrix: squares of 1e300 would leave the range, and two models that
    resemble each other would lose half of their digits.

    Parameters:
        df: degrees of freedom.
        location: one value per model.
        root: models x axes; root @ root.T is the scale matrix.
    """

    df: float
    location: tuple[float, ...]
    root: tuple[tuple[float, ...], ...]
    kind: ClassVar[str] = "multivariate_t"

    @property
    def mean(self) -> Array:
        return np.array(self.location)

    def marginal(self, model: int) -> Law:
        """The law of one model's effect.

        Parameters:
            model: its number.
        """
        return self._along(self.location[model], np.array(self.root[model]))

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects.

        Parameters:
            first: number of the model that is subtracted from.
            second: number of the other.
        """
        apart = np.array(self.root[first]) - np.array(self.root[second])
        return self._along(self.location[first] - self.location[second], apart)

    @one_blas_thread
    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`.

        Parameters:
            by: the margin.
        """
        unit, location = self._largest or 1.0, self.mean
        root = np.array(self.root) / unit
        variance = ((root[:, None] - root) ** 2).sum(axis=2)
        return _exceeds((location[:, None] - location - by) / unit, variance, lambda z: np.asarray(stdtr(self.df, z)))

    def best(self, rng: np.random.Generator) -> Best:
        """The probability that each model is the best, and its numerical error.

        Parameters:
            rng: where the points of the integral come from.
        """
        unit, (chi_squared, weights) = self._largest or 1.0, chi_squared_nodes(self.df)
        root, means = np.array(self.root) / unit, np.tile(self.mean / unit, (len(weights), 1))
        sds = np.repeat(np.sqrt(self.df / chi_squared)[:, None], root.shape[1], axis=1)
        return best_of_several(EffectMixture(weights, means, sds, root), rng)

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models.

        Parameters:
            count: how many.
            rng: where they come from.
        """
        root = np.array(self.root)
        normal = drawn_axes(root, count, rng) @ root.T
        return np.asarray(self.mean + normal / np.sqrt(rng.chisquare(self.df, (count, 1)) / self.df))

    def of(self, models: IntArray) -> MultivariateT:
        """The law of the same models in another order.

        Parameters:
            models: their numbers.
        """
        return replace(self, location=_chosen(self.location, models), root=_chosen(self.root, models))

    @property
    def _largest(self) -> float:
        return float(np.abs(np.array(self.root)).max(initial=0.0))

    def _along(self, location: float, loadings: Array) -> Law:
        """The law of a weighted sum; one without spread is a point."""
        scale = hypot(*loadings.tolist())
        return StudentT(self.df, location, scale) if scale > ROUNDING * self._largest else Point(location)


class _Linear(ABC):
    """Effects that are linear in what is drawn: the law of one, and of the difference of two, is that of a sum."""

    def marginal(self, model: int) -> Law:
        """The law of one model's effect.

        Parameters:
            model: its number.
        """
        return self._projected(self._loadings[model])

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects.

        Parameters:
            first: number of the model that is subtracted from.
            second: number of the other.
        """
        return self._projected(self._loadings[first] - self._loadings[second])

    @property
    @abstractmethod
    def _loadings(self) -> Array:
        """Models x axes: what each model's effect takes of what is drawn."""

    @abstractmethod
    def _projected(self, loadings: Array) -> Law:
        """The law of a sum with these loadings."""


class _OfAMixture(_Linear):
    """What a law of the effects says of all models together, where it is a mixture of normal laws."""

    @property
    @abstractmethod
    def _mixture(self) -> EffectMixture:
        """The law as a mixture, in an order in which neighbours are alike."""

    def best(self, rng: np.random.Generator) -> Best:
        """The probability that each model is the best, and its numerical error.

        Parameters:
            rng: where the points of the integral come from.
        """
        return best_of_several(self._mixture, rng)

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models.

        Parameters:
            count: how many.
            rng: where they come from.
        """
        return self._mixture.draws(count, rng)


@dataclass(frozen=True)
class ShrunkenEffects(_OfAMixture, Plain):
    """Effects that are drawn from one normal law and estimated with error; see `integration.shrunken_effects`.

    Parameters:
        estimates: one per axis of independent errors.
        variances: error variance of each; 0 where the estimate is exact.
        basis: models x axes: the effects are `basis @ g`.
        df: degrees of freedom of the error variance.
        prior_scale: scale of the half-Cauchy prior of the spread τ of the effects.
    """

    estimates: tuple[float, ...]
    variances: tuple[float, ...]
    basis: tuple[tuple[float, ...], ...]
    df: float
    prior_scale: float
    kind: ClassVar[str] = "shrunken_effects"

    def tau(self, share: float) -> float:
        """Posterior quantile of τ, the spread of the effects.

        Parameters:
            share: the probability below it.
        """
        order = np.argsort(self._nodes.tau)
        cumulative = np.cumsum(self._nodes.weights[order])
        return float(np.interp(share, cumulative, self._nodes.tau[order]))

    @property
    def mean(self) -> Array:
        nodes = self._nodes
        return np.asarray(np.array(self.basis) @ (nodes.weights @ nodes.means))

    @one_blas_thread
    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`.

        Parameters:
            by: the margin.
        """
        nodes, basis = self._nodes, np.array(self.basis)
        effects = nodes.means @ basis.T
        found = np.full((len(basis), len(basis)), 0.5)
        for row in range(len(basis) - 1):
            ahead, variance = effects[:, [row]] - effects[:, row + 1 :], self._variances(basis[row] - basis[row + 1 :])
            found[row, row + 1 :] = nodes.weights @ _exceeds(ahead - by, variance, lambda z: np.asarray(ndtr(z)))
            found[row + 1 :, row] = nodes.weights @ _exceeds(-ahead - by, variance, lambda z: np.asarray(ndtr(z)))
        return found

    def _variances(self, loadings: Array) -> Array:
        """Nodes x sums: variance of weighted sums of the axes given each node."""
        if np.ptp(self.variances) <= ROUNDING * max(self.variances):  # the same in all axes, at every node
            return np.asarray(self._nodes.variances[:, :1] * (loadings**2).sum(axis=1))
        return np.asarray(self._nodes.variances @ (loadings**2).T)

    def of(self, models: IntArray) -> ShrunkenEffects:
        """The law of the same models in another order.

        Parameters:
            models: their numbers.
        """
        return replace(self, basis=_chosen(self.basis, models))

    @property
    def _mixture(self) -> EffectMixture:
        """The nodes of τ one after the other, those of w forwards and backwards in turn: neighbours are alike."""
        nodes, basis = self._nodes, np.array(self.basis)
        rows, place = np.unique(nodes.tau, return_inverse=True)[1], np.arange(len(nodes.tau))
        order = np.lexsort((np.where(rows % 2, -place, place), rows))
        return EffectMixture(
            nodes.weights[order], nodes.means[order] @ basis.T, np.sqrt(nodes.variances[order]), basis
        )  # fmt: skip

    @property
    def _loadings(self) -> Array:
        return np.array(self.basis)

    @property
    def _nodes(self) -> EffectNodes:
        return effect_nodes(self.estimates, self.variances, self.df, self.prior_scale)

    def _projected(self, loadings: Array) -> Law:
        variances = np.array(self.variances)
        if sqrt(loadings**2 @ variances) <= ROUNDING * sqrt(variances.max()):  # the same model twice, or known exactly
            return Point(float(loadings @ np.array(self.estimates)))
        return ShrunkenSum(tuple(loadings.tolist()), self.estimates, self.variances, self.df, self.prior_scale)


@dataclass(frozen=True, eq=False)
class MixedEffects(_OfAMixture, PlainOfArrays):
    """An equal mixture of normal laws, each with one variance in all axes: draws whose last step is known exactly.

    Parameters:
        means: draws x axes.
        variances: one per draw.
        basis: models x axes: the effects are `basis @ g`.
    """

    means: Array
    variances: Array
    basis: Array
    kind: ClassVar[str] = "mixed_effects"

    @property
    def mean(self) -> Array:
        return np.asarray(self.basis @ self.means.mean(axis=0))

    @one_blas_thread
    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`.

        Parameters:
            by: the margin.
        """
        effects, found = self.means @ self.basis.T, []
        for row, own in enumerate(self.basis):
            spread = self.variances[:, None] * ((own - self.basis) ** 2).sum(axis=1)
            ahead = effects[:, [row]] - effects - by
            found.append(_exceeds(ahead, spread, lambda z: np.asarray(ndtr(z))).mean(axis=0))
        return np.array(found)

    def of(self, models: IntArray) -> MixedEffects:
        """The law of the same models in another order.

        Parameters:
            models: their numbers.
        """
        return replace(self, basis=self.basis[models])

    @property
    def _mixture(self) -> EffectMixture:
        count, axes = self.means.shape
        sds = np.repeat(np.sqrt(self.variances)[:, None], axes, axis=1)
        return EffectMixture(np.full(count, 1 / count), self.means @ self.basis.T, sds, self.basis)

    @property
    def _loadings(self) -> Array:
        return self.basis

    def _projected(self, loadings: Array) -> Law:
        length = float((loadings**2).sum())
        if length <= ROUNDING**2:
            return Point(0.0)
        weights = np.full(len(self.variances), 1 / len(self.variances))
        return NormalMixture(weights, self.means @ loadings, np.sqrt(self.variances * length))


@dataclass(frozen=True)
class TwoWorths(_Linear, Plain):
    """Effects that are multiples of one number: the log-odds δ between two models, of which some may be copies.

    Parameters:
        wins: tasks on which the first of the two was ahead.
        losses: tasks on which the second was.
        loadings: by how much δ is multiplied in each model's effect; copies of a model have the same.
    """

    wins: float
    losses: float
    loadings: tuple[float, ...]
    kind: ClassVar[str] = "two_worths"

    @property
    def mean(self) -> Array:
        return np.array(self.loadings) * WorthDifference(self.wins, self.losses).mean

    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`.

        Parameters:
            by: the margin.
        """
        models = len(self.loadings)
        found = np.full((models, models), 0.5 if by == 0 else 0.0)
        for row, column in permutations(range(models), 2):
            if self.loadings[row] != self.loadings[column]:
                found[row, column] = self.difference(row, column).sf(by)
        return found

    def best(self, rng: np.random.Generator) -> Best:
        """The probability that each model is the best, which copies share.

        Parameters:
            rng: not needed here.
        """
        loadings, law = np.array(self.loadings), WorthDifference(self.wins, self.losses)
        ends = ((loadings == loadings.max(), law.sf(0.0)), (loadings == loadings.min(), law.cdf(0.0)))
        found = sum(np.where(at_end, chance / at_end.sum(), 0.0) for at_end, chance in ends)
        return Best(np.asarray(found), law.error)

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models.

        Parameters:
            count: how many.
            rng: where they come from.
        """
        drawn = WorthDifference(self.wins, self.losses).quantile(rng.random(count))
        return np.asarray(drawn[:, None] * np.array(self.loadings))

    def of(self, models: IntArray) -> TwoWorths:
        """The law of the same models in another order.

        Parameters:
            models: their numbers.
        """
        return replace(self, loadings=_chosen(self.loadings, models))

    @property
    def _loadings(self) -> Array:
        return np.array(self.loadings)[:, None]

    def _projected(self, loadings: Array) -> Law:
        loading = float(loadings.item())
        if loading == 0:
            return Point(0.0)
        counts = (self.wins, self.losses) if loading > 0 else (self.losses, self.wins)
        return WorthDifference(*counts, abs(loading))


@dataclass(frozen=True, eq=False)
class DrawnEffects(Plain):
    """Draws of the effects: a probability is the share of the draws.

    Parameters:
        effects: draws x models.
    """

    effects: Array
    kind: ClassVar[str] = "drawn_effects"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DrawnEffects) and bool(np.array_equal(self.effects, other.effects))

    @property
    def mean(self) -> Array:
        return np.asarray(self.effects.mean(axis=0))

    def marginal(self, model: int) -> Law:
        """The law of one model's effect.

        Parameters:
            model: its number.
        """
        return _of_draws(self.effects[:, model])

    def difference(self, first: int, second: int) -> Law:
        """The law of the difference of two models' effects.

        Parameters:
            first: number of the model that is subtracted from.
            second: number of the other.
        """
        return _of_draws(self._apart(first, second))

    def better(self, by: float) -> Array:
        """Models x models: probability that the model of the row exceeds the model of the column by more than `by`.

        Parameters:
            by: the margin.
        """
        models = self.effects.shape[1]
        found = np.full((models, models), 0.5 if by == 0 else 0.0)
        for row, column in combinations(range(models), 2):
            apart = self._apart(row, column)
            if np.ptp(apart) > 0:
                found[row, column] = ((apart > by).mean() + (apart >= by).mean()) / 2
                found[column, row] = ((apart < -by).mean() + (apart <= -by).mean()) / 2
        return found

    def best(self, rng: np.random.Generator) -> Best:
        """The share of the draws in which each model is the best; models that tie share a draw.

        Parameters:
            rng: not needed here.
        """
        top = self.effects == self.effects.max(axis=1, keepdims=True)
        return Best((top / top.sum(axis=1, keepdims=True)).mean(axis=0), 0.0)

    def draws(self, count: int, rng: np.random.Generator) -> Array:
        """Draws of all effects together, draws x models: those that there are, in turn.

        Parameters:
            count: how many.
            rng: not needed here.
        """
        return np.asarray(self.effects[np.arange(count) % len(self.effects)])

    def of(self, models: IntArray) -> DrawnEffects:
        """The law of the same models in another order.

        Parameters:
            models: their numbers.
        """
        return replace(self, effects=self.effects[:, models])

    def _apart(self, first: int, second: int) -> Array:
        """Draws of a difference, on the digits that effects are kept with."""
        return np.round(self.effects[:, first] - self.effects[:, second], DIGITS)


def _of_draws(values: Array) -> Law:
    return DrawnValues(np.sort(values)) if np.ptp(values) > 0 else Point(float(values[0]))


def _exceeds(ahead: Array, variance: Array, tail: Callable[[Array], Array]) -> Array:
    """P(difference > 0) from its location and squared scale; without any spread a tie counts half."""
    known = variance <= ROUNDING**2 * variance.max()
    z = ahead / np.sqrt(np.where(known, 1.0, variance))
    return np.where(known, 0.5 + 0.5 * np.sign(ahead), tail(z))


def _chosen(values: tuple[T, ...], models: IntArray) -> tuple[T, ...]:
    return tuple(values[j] for j in models)


def joint_law_from_dict(record: Mapping[str, Any]) -> JointLaw:
    """The joint law that `to_dict` turned into a record."""
    law: JointLaw = of_kind(record, (MultivariateT, ShrunkenEffects, MixedEffects, TwoWorths, DrawnEffects))
    return law
