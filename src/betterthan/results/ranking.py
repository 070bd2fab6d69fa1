"""Ranking: the joint posterior of several models' effects, from which every pair and every place can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.best_of_several import Best
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import unknown_name, visible
from betterthan.results.codec import Plain
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.effect import ModelEffect
from betterthan.results.joint_laws import JointLaw, ShrunkenEffects, joint_law_from_dict

DRAWS = 20_000
"""Draws behind the places after the first: a probability is off by 0.011 at most."""
UNSEEN = 1e-6
"""Draws that every later place has at least, so that places sum to 1 where the first one is nearly sure."""


@dataclass(frozen=True)
class Ranking(Plain):
    """The joint posterior of the effects of several models.

    Parameters:
        models: names of the models.
        law: joint law of their effects; larger is better, and only differences carry meaning.
        procedure: name of the procedure that made it.
        parameter: what an effect is, in words.
        prior: the prior, in words.
        spread: standard deviation from which the default rope of every pair is taken; None if unknown.
        seed: seed of the draws behind the places of the models.
        diagnostics: how it was computed.
    """

    models: tuple[str, ...]
    law: Annotated[JointLaw, joint_law_from_dict]
    procedure: str
    parameter: str = "mean difference"
    prior: str = ""
    spread: float | None = None
    seed: int = 0
    diagnostics: Diagnostics = Diagnostics("closed form")
    kind: ClassVar[str] = "Ranking"
    family: ClassVar[Literal["ranking"]] = "ranking"

    def __repr__(self) -> str:
        names = ", ".join(visible(name) for name in self.models[:6]) + (", …" if len(self.models) > 6 else "")
        return f"<Ranking of {len(self.models)} models ({names}) by {self.procedure}>"

    def pair(self, first: str, second: str) -> DifferencePosterior:
        """The posterior of the difference of two models.

        Parameters:
            first: the model that is named first.
            second: the other model.
        """
        one, other = self._number(first), self._number(second)
        if one == other:
            raise ArgumentError(f"A model cannot be compared with itself; got `{first}` twice.")
        return DifferencePosterior(
            self.law.difference(one, other),
            self.procedure,
            Parameter(self.parameter),
            self.prior,
            self.spread,
            self.diagnostics,
        )

    @one_blas_thread
    def effects(self, level: float = 0.95) -> tuple[ModelEffect, ...]:
        """Each model's effect, as a deviation from the mean of the models, with its interval.

        Parameters:
            level: coverage of the intervals.
        """
        laws = zip(self.models, self.marginals(), strict=True)
        return tuple(ModelEffect(name, law.mean, law.interval(level)) for name, law in laws)

    def marginals(self) -> tuple[DifferencePosterior, ...]:
        """The posterior of each model's effect alone."""
        return tuple(DifferencePosterior(self.law.marginal(j), self.procedure) for j in range(len(self.models)))

    def unshrunken(self) -> dict[str, float] | None:
        """Each model's effect as its scores alone have it; None where the joint model does not shrink effects."""
        if not isinstance(self.law, ShrunkenEffects):
            return None
        effects = np.array(self.law.basis) @ np.array(self.law.estimates)
        return dict(zip(self.models, effects.tolist(), strict=True))

    @cached_property
    def rank_distribution(self) -> Array:
        """Models x places: the probability of each place, 1 (best) first. Models that tie share the places.

        The first place is `best`; the others are shares of 20,000 draws, scaled to what is left.
        """
        effects = self._law_by_name.draws(DRAWS, np.random.default_rng(self.seed))
        jitter = 1e-9 * (np.ptp(effects) or 1.0) * np.random.default_rng(self.seed + 1).random(effects.shape)
        order = np.argsort(-(effects + jitter), axis=1)
        count = len(self.models)
        places = np.zeros((count, count))
        for place in range(count):
            places[self._by_name, place] = np.bincount(order[:, place], minlength=count)
        best, later = self._best.probabilities[:, None], places[:, 1:] + UNSEEN
        return np.hstack([best, (1 - best) * later / later.sum(axis=1, keepdims=True)])

    def best(self) -> dict[str, float]:
        """The probability that each model is the best of these."""
        return dict(zip(self.models, self._best.probabilities.tolist(), strict=True))

    @property
    def best_error(self) -> float:
        """Estimated absolute error of the probabilities of being the best."""
        return max(self._best.error, self.diagnostics.error or 0.0)

    @property
    def places_error(self) -> float:
        """Estimated absolute error of the probabilities of the places after the first, which are drawn for more than
        two models.
        """
        drawn = error_of_shares(self.rank_distribution[:, 1:], DRAWS) if len(self.models) > 2 else 0.0
        return self.best_error + drawn

    @one_blas_thread
    def average_ranks(self) -> dict[str, float]:
        """The expected place of each model, 1 for the best: one more than the number of models ahead of it."""
        places = 0.5 + self._law_by_name.better(0.0).sum(axis=0)  # a model is half ahead of itself
        return dict(zip(self.models, places[np.argsort(self._by_name)].tolist(), strict=True))

    @cached_property
    def _best(self) -> Best:
        found = self._law_by_name.best(np.random.default_rng(self.seed))
        return found._replace(probabilities=found.probabilities[np.argsort(self._by_name)])

    @cached_property
    def _by_name(self) -> IntArray:
        return by_name(self.models)

    @property
    def _law_by_name(self) -> JointLaw:
        return self.law.of(self._by_name)

    def _number(self, model: str) -> int:
        if model not in self.models:
            raise ArgumentError(unknown_name("model", model, self.models))
        return self.models.index(model)


def by_name(models: Sequence[str]) -> IntArray:
    """The numbers of the models in the order of their names.

    What is drawn, and the points of an integral, belong to the models in this order, so that no number depends on the
    order in which they were read.

    Parameters:
        models: their names.

    >>> by_name(("svm", "knn", "nbc")).tolist()
    [1, 2, 0]
    """
    return np.array(sorted(range(len(models)), key=models.__getitem__))
