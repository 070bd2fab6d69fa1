"""Five classifiers on 54 data sets, 10 runs of 10 folds, and what two papers ask of them again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Literal, NamedTuple

from betterthan.arrays import Array
from betterthan.data.examples.uci54 import MODELS, last_16, uci54
from betterthan.data.moments import Moments, moments
from betterthan.data.pairing import pair
from betterthan.data.protocol import Paired
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.phrases import listing
from betterthan.procedures import bayes_correlated_t, bayes_hierarchical_t, correlated_t, wilcoxon
from betterthan.procedures.bayesian.signed_rank import prior_sensitivity
from betterthan.procedures.shared.weights import shared_weights
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities

PAIRS = tuple(combinations(MODELS, 2))
ROPE = 0.01
DRAWS = 150_000
"""Of the Bayesian signed-rank test, as many as in the paper."""
FITTED = 0.4
"""The strength of its prior that fits Tables 9 to 11 of Benavoli et al. (2017); the text says 0.5."""
PRIORS: tuple[Literal["split", "inf", "-inf"], ...] = ("split", "inf", "-inf")
"""Where that prior lies in Tables 9, 10 and 11."""
TASKS, FOLDS = 54, 100
EXPECTED = (
    f"`data=` names the file of the accuracies behind Benavoli et al. (2017), {TASKS * FOLDS:,} on {TASKS} tasks of "
    f"each of {listing(MODELS)}"
)
WITHOUT = "Without it, the sums that are part of the package are used."
HEPATITIS = 16
"""Its place among the tasks: their names are wrong in places."""
FROM = 84
"""The first score of hepatitis that the authors' notebook takes for Fig. 1."""


class OnTask(NamedTuple):
    """What both correlated t-tests say of one pair on one task."""

    p_value: float
    probabilities: Probabilities


@dataclass(frozen=True, eq=False)
class FiveClassifiers:
    """The accuracies, or their sums.

    Parameters:
        pairs: every pair of classifiers, on all tasks.
        last_16: of nbc and aode on hepatitis, the differences of Fig. 1 of Benavoli et al. (2017), in short.
        scores: the accuracies themselves, where they are there.
    """

    pairs: Mapping[tuple[str, str], Paired]
    last_16: Moments
    scores: PairedTable | None = None

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.pairs[PAIRS[0]].tasks

    def means(self, first: str, second: str) -> Array:
        """The mean difference on every task."""
        return self.pairs[first, second].by_task().differences()

    @cached_property
    def on_tasks(self) -> dict[tuple[str, str], list[OnTask]]:
        """Both correlated t-tests, for every pair and task; no doubt is left where the folds never differ."""
        return {names: [_on_task(table, task) for task in table.tasks] for names, table in self.pairs.items()}

    @cached_property
    def signed_ranks(self) -> dict[tuple[str, str], NullTest]:
        """Wilcoxon's test of the means of every pair, by the normal law."""
        return {names: wilcoxon(table.by_task(), method="normal") for names, table in self.pairs.items()}

    @cached_property
    def most_probable(self) -> dict[tuple[str, str], dict[str, Probabilities]]:
        """The most probable region by the Bayesian signed-rank test of every pair, by the place of the prior."""
        with shared_weights():
            return {names: self._most_probable(*names) for names in PAIRS}

    def _most_probable(self, first: str, second: str) -> dict[str, Probabilities]:
        found = prior_sensitivity(
            self.means(first, second), rope=ROPE, z0=PRIORS, prior_strength=FITTED, draws=DRAWS, rng=0
        )
        return {z0: found[z0].winner for z0 in PRIORS}

    @cached_property
    def winners(self) -> dict[tuple[str, str], Probabilities]:
        """Who wins a next task by the hierarchical model, as Corani et al. (2017) set it up."""
        return {names: self.winner(*names) for names in PAIRS if "aode" not in names}

    def winner(self, first: str, second: str, *, rope: float = ROPE, prior: str = "corani") -> Probabilities:
        """Who wins a next task by the hierarchical model."""
        return bayes_hierarchical_t(self.pairs[first, second], prior=prior).reading(rope, "winner")


def bundled() -> FiveClassifiers:
    """From the sums that are part of the package."""
    return FiveClassifiers({names: uci54(*names) for names in PAIRS}, last_16())


def read_from(path: str | Path) -> FiveClassifiers:
    """From the file of the accuracies.

    Parameters:
        path: a table with model, task, repeat, fold and score.
    """
    scores = read(path)
    if not isinstance(scores, Scores) or not set(MODELS) <= set(scores.models):
        raise ArgumentError(f"{EXPECTED}; {path} has not all of them. {WITHOUT}")
    table = pair(scores, *MODELS)
    if (len(table.tasks), table.n_units) != (TASKS, TASKS * FOLDS):
        raise ArgumentError(f"{EXPECTED}; {path} has {table.n_units:,} on {len(table.tasks)}. {WITHOUT}")
    return FiveClassifiers({names: table.two(*names) for names in PAIRS}, _last_16(table), table)


def _last_16(table: PairedTable) -> Moments:
    hepatitis = table.select_tasks([table.tasks[HEPATITIS]]).two("nbc", "aode")
    return moments(hepatitis.differences()[FROM:])


def _on_task(table: Paired, task: str) -> OnTask:
    single = table.select_tasks([task])
    posterior = bayes_correlated_t(single, zero_variance="published")
    return OnTask(correlated_t(single).p_value, posterior.probabilities(ROPE))
