"""Do some models rank better than others on most tasks?

Model: on each of n tasks the k models are ranked by their mean scores (1: best; ties share their mean rank). Under the
null hypothesis every order is equally probable on every task, and with R_j the mean of the ranks r_ij of model j

    χ² = (k - 1) n² Σ_j (R_j - (k + 1)/2)² / Σ_ij (r_ij - (k + 1)/2)²  ~  χ²(k - 1),    F = (n - 1)χ²/(n(k - 1) - χ²)

approximately; the sum below the line is what corrects for ties. F, with k - 1 and (k - 1)(n - 1) degrees of freedom,
is the less conservative statistic of Iman and Davenport, W = χ²/(n(k - 1)) Kendall's coefficient of concordance.

When not to use it: two models with scores on a common scale, whose size it ignores (use `wilcoxon`; with two models it
is the sign test by its normal approximation); fewer than about 10 tasks, where χ²(k - 1) is a poor approximation.

References: Friedman (1937); Iman and Davenport (1980); Demšar (2006), sec. 3.2.2; Williams (2026), sec. 5.1 and 6.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import chdtrc, fdtrc

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.pairing import Paired, one_unit_per_task
from betterthan.procedures.registry import Needs, procedure
from betterthan.results import Diagnostics, NullTest
from betterthan.summaries import ROUNDING


@procedure(
    title="Friedman's test",
    needs=Needs(units=2, tasks="several", few_tasks="On one task use `paired_t`, or `mcnemar` for 0/1 scores."),
    cites=("friedman1937", "iman1980", "demsar2006", "williams2026"),
)
def friedman(table: Paired) -> NullTest:
    """Friedman's test on the mean scores of each task.

    Parameters:
        table: paired scores of two or more models on several tasks.

    >>> first_is_better = np.array([1.0] * 4 + [0.0] * 7)                             # Williams (2026), sec. 6.2
    >>> test = friedman.from_scores(np.stack([first_is_better, 1 - first_is_better], axis=1))
    >>> round(test.statistic, 3), round(test.p_value, 3)
    (0.818, 0.366)
    """
    scores = one_unit_per_task(table).scores
    if scores is None or np.isnan(scores).any():  # only differences are known
        scores = np.stack([table.task_means(), np.zeros(len(table.tasks))], axis=1)
    return from_scores(scores, models=table.models)


def from_scores(scores: Array, *, models: Sequence[str] = ()) -> NullTest:
    """From one score of each model on each task.

    Parameters:
        scores: tasks x models; larger is better.
        models: names of the models; numbers from 1 by default.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or min(values.shape) < 2 or not np.isfinite(values).all():
        raise ArgumentError(
            f"Friedman's test needs a table of finite scores, at least 2 tasks x 2 models; got shape {values.shape}."
        )
    (n, k), ranks = values.shape, mean_ranks(values)
    average = ranks.mean(axis=0)
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())
    concordance = n * float(((average - (k + 1) / 2) ** 2).sum()) / spread if spread > 0 else 0.0
    statistic = n * (k - 1) * concordance
    names = tuple(models) or tuple(str(number + 1) for number in range(k))
    return NullTest(
        procedure="friedman",
        null="on every task, every order of the models is equally probable",
        statistic=statistic,
        statistic_name="χ²",
        p_value=float(chdtrc(k - 1, statistic)),
        df=float(k - 1),
        estimate=float(average[1] - average[0]) if k == 2 else None,
        estimate_name="difference of the average ranks" if k == 2 else "",
        diagnostics=Diagnostics(
            "χ² law, corrected for ties",
            figures={
                "tasks": float(n),
                "Kendall's W": concordance,
                **_iman_davenport(concordance, n, k),
                **{f"average rank of {name}": float(rank) for name, rank in zip(names, average, strict=True)},
            },
        ),
    )


def mean_ranks(scores: Array) -> Array:
    """Rank of each model on each task, 1 for the largest score; ties, up to rounding, share their mean rank.

    Parameters:
        scores: tasks x models.

    >>> mean_ranks(np.array([[0.5, 0.9, 0.5], [0.3, 0.2, 0.1 + 0.2]]))
    array([[2.5, 1. , 2.5],
           [1.5, 3. , 1.5]])
    """
    noise = ROUNDING * np.abs(scores).max(axis=1)[:, None, None]
    ahead = scores[:, None, :] - scores[:, :, None]  # of model j, by model l
    better, as_good = (ahead > noise).sum(axis=2), (ahead >= -noise).sum(axis=2)
    return np.asarray((better + as_good + 1) / 2)


def _iman_davenport(concordance: float, n: int, k: int) -> dict[str, float]:
    """F and its p-value; with the same order on every task F is infinite and left out."""
    if concordance >= 1 - ROUNDING:
        return {"p-value of F": 0.0}
    f = (n - 1) * concordance / (1 - concordance)
    return {"F": f, "p-value of F": float(fdtrc(k - 1, (k - 1) * (n - 1), f))}
