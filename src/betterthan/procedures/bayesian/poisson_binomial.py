"""On how many of these tasks is the first predictor the better one: on most of them?

Model: the tasks are taken one by one, and nothing is assumed to be common to them, not even the scale of their scores.
Task i gives the probability that the first model is better on it,

    p_i = P(φ_i > 1/2),  φ_i ~ Beta(1 + n10, 1 + n01)                        0/1 scores, as in `bayes_mcnemar`
    p_i = P(δ_i > 0),    δ_i ~ Student-t(n - 1, m, s²(1/n + ρ/(1 - ρ)))      others; ρ = 0 unless the scores are folds

(where all differences of a task are the same, what `bayes_agreement` says: 1/2 if they are 0). The number of tasks won
is then a sum of independent trials with these probabilities, whose law, Poisson-binomial, is computed exactly. For
folds, ρ is the share of the data that each fold tests on.

When not to use it: to speak of further tasks (it speaks of these q tasks only: use `bayes_sign`, `bayes_signed_rank` or
a hierarchical procedure); to ask for practical equivalence (it takes no rope: a win by a hair counts as a win).

References: Lacoste, Laviolette and Marchand (2012), sec. 5; Corani and Benavoli (2015), sec. 4; Williams (2026),
sec. 5.5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from types import MappingProxyType

import numpy as np
from scipy.special import betaincc, stdtr

from betterthan.data.design import Design
from betterthan.data.moments import Moments, moments
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.ranges import GIVE
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.data.units import FOLDS, INDEPENDENT
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.poisson_binomial import poisson_binomial
from betterthan.phrases import listing
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import CellsByTask, Chances, Fraction, MomentsByTask
from betterthan.procedures.shared.same_differences import agreement_law
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.laws.agreement import Agreement
from betterthan.results.majority import MajorityPosterior

NONE_CONSTANT: Mapping[str, float] = MappingProxyType({})
ONE_TASK = "For one task use `bayes_t`, or `bayes_mcnemar` for 0/1 scores."
PRIOR = "on each task by itself: Beta(1, 1) on φ for 0/1 scores, else flat on δ and log σ"


def _further_needs(table: Paired) -> str | None:
    """Several scores on every task, unless they are 0/1."""
    names, n, _, _ = table.task_sums()
    few = [] if table.binary else [name for name, size in zip(names, n, strict=True) if size < 2]
    if not few:
        return None
    return (
        f"at least 2 scores on every task, to know how sure each win is; {listing(few)} "
        f"{'has' if len(few) == 1 else 'have'} one. With one score per task use `bayes_sign` or `bayes_signed_rank`."
    )


@procedure(
    title="the Poisson-binomial test",
    needs=Needs(
        units=2,
        tasks="several",
        instead={"a second task": ONE_TASK},
        independent=(*INDEPENDENT, FOLDS),
        differences="some",
        further=_further_needs,
    ),
    cites=("lacoste2012", "corani2015", "williams2026"),
    counterpart="sign",
    rope_scale="none",
    counts=True,
)
def bayes_poisson_binomial(table: Paired) -> MajorityPosterior:
    """Posterior of the number of tasks on which the first model is better.

    Parameters:
        table: paired scores of two models on several tasks, several scores on each.

    >>> posterior = bayes_poisson_binomial.from_probabilities(np.array([0.9, 0.3, 0.1]))
    >>> [round(p, 3) for p in posterior.probabilities()]
    [0.336, 0.0, 0.664]
    """
    if table.binary and table.facts.unit != FOLDS:
        return from_cells(_cells_by_task(table))
    overlap, found = _test_fraction(table.design) if isinstance(table, PairedUnits) else 0.0, _moments_by_task(table)
    return from_moments(found, test_fraction=overlap, constant=_of_constant(table, found))


def _of_constant(table: Paired, found: Mapping[str, Moments]) -> dict[str, float]:
    """P(δ > 0) on tasks whose differences are all the same, and not 0: not certain, as in `bayes_agreement`."""
    same = [name for name, each in found.items() if each.sd == 0 and each.mean]
    return {name: _better(agreement_law(table.select_tasks([name])), name, found[name].mean) for name in same}


def _better(law: Agreement | None, task: str, mean: float) -> float:
    if law is None:
        raise NeedsNotMet(
            "`bayes_poisson_binomial` needs to know how far two scores can be apart on task "
            f"`{task}`, where all differences are {mean:g}: {GIVE}."
        )
    return float(law.sf(0.0))


def from_cells(cells: CellsByTask) -> MajorityPosterior:
    """From the counts n00, n01, n10 and n11 of each task, by its name."""
    counts = np.array([tuple(each) for each in cells.values()], dtype=np.float64).reshape(-1, 4)
    if (counts < 0).any():
        raise ArgumentError("Counts must be at least 0.")
    p = np.asarray(betaincc(1 + counts[:, 2], 1 + counts[:, 1], 0.5), dtype=np.float64)
    return from_probabilities(p, tasks=tuple(cells))


def from_moments(
    moments_by_task: MomentsByTask, *, test_fraction: Fraction = 0.0, constant: Mapping[str, float] = NONE_CONSTANT
) -> MajorityPosterior:
    """From the mean, standard deviation (n - 1) and number of each task's differences, by its name; `test_fraction` is
    ρ, the share of the data that each fold tests on, or 0 if the scores are independent; `constant` has
    the probability that the first model is better on tasks whose differences are all the same, and not 0.
    """
    if not 0 <= test_fraction < 1:
        raise ArgumentError(f"A test fraction lies in [0, 1); got {test_fraction:g}.")
    overlap = test_fraction / (1 - test_fraction)  # ρ/(1 - ρ), Nadeau & Bengio (2003)
    won = [
        _won(name, Moments(mean, sd * sqrt(1 / n + overlap), int(n)), constant.get(name))
        for name, (mean, sd, n) in moments_by_task.items()
    ]
    return from_probabilities(np.array(won), tasks=tuple(moments_by_task))


def from_probabilities(probabilities: Chances, *, tasks: Sequence[str] = ()) -> MajorityPosterior:
    """From the probability that the first model is better on each task."""
    p = np.asarray(probabilities, dtype=np.float64)
    if len(p) < 2:
        raise NeedsNotMet(f"`bayes_poisson_binomial` needs at least 2 tasks; got {len(p)}. {ONE_TASK}")
    names = tuple(tasks) or tuple(str(number + 1) for number in range(len(p)))
    return MajorityPosterior(
        "bayes_poisson_binomial",
        poisson_binomial(p),
        names,
        p,
        prior=PRIOR,
        diagnostics=Diagnostics("exact convolution"),
    )


def _won(task: str, found: Moments, constant: float | None) -> float:
    """P(δ > 0); on a task without any spread what its units leave open."""
    if found.sd > 0:
        return float(stdtr(found.n - 1, found.mean / found.sd))
    if found.mean == 0:
        return 0.5
    if constant is None:
        raise ArgumentError(
            f"The differences of task `{task}` are all {found.mean:g}, which would leave no doubt: give the "
            "probability that the first model is better there in `constant`, or leave the task out."
        )
    return constant


def _test_fraction(design: Design) -> float:
    if design.test_fraction is not None:
        return design.test_fraction
    raise NeedsNotMet(
        "`bayes_poisson_binomial` needs to know how large a share of the data each split tests on: add the columns "
        "`n_train` and `n_test`, or a column `fold`."
    )


def _cells_by_task(table: Paired) -> dict[str, Sequence[int]]:
    if not isinstance(table, PairedTable):
        return {task: table.select_tasks([task]).cells() for task in table.tasks}
    outcomes = 4 * table.factors["task"].codes + (2 * table.scores[:, 0] + table.scores[:, 1]).astype(int)
    counts = np.bincount(outcomes, minlength=4 * len(table.tasks)).reshape(-1, 4)
    return dict(zip(table.tasks, counts.tolist(), strict=True))


def _moments_by_task(table: Paired) -> dict[str, Moments]:
    if isinstance(table, PairedSummary):
        return {task: table.select_tasks([task]).moments() for task in table.tasks}
    codes = table.factors["task"].codes
    ends = np.cumsum(np.bincount(codes, minlength=len(table.tasks)))[:-1]
    parts = np.split(table.differences()[np.argsort(codes, kind="stable")], ends)
    return {task: moments(part) for task, part in zip(table.tasks, parts, strict=True)}
