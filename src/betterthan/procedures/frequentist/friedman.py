"""Do some models rank better than others on most tasks?

Model: on each of n units the k models are ranked by their scores (1: best; ties share their mean rank). The units are
tasks, with the mean score of each model, or the cases of one task. Under the null hypothesis every order is equally
probable on every unit, and with R_j the mean of the ranks r_ij of model j

    χ² = (k - 1) n² Σ_j (R_j - (k + 1)/2)² / Σ_ij (r_ij - (k + 1)/2)²  ~  χ²(k - 1),    F = (n - 1)χ²/(n(k - 1) - χ²)

approximately; the sum below the line is what corrects for ties. F, with k - 1 and (k - 1)(n - 1) degrees of freedom, is
the less conservative statistic of Iman and Davenport, W = χ²/(n(k - 1)) Kendall's coefficient of concordance. The
effects are the average ranks R_j.

When not to use it: two models with scores on a common scale, whose size it ignores (use `wilcoxon`; with two models it
is the sign test by its normal approximation); fewer than about 10 units, where χ²(k - 1) is a poor approximation. It
does not say which models differ: `nemenyi` and `pairwise_wilcoxon` do. On 0/1 scores of cases it is `cochran_q`, which
tests the pairs too.

References: Friedman (1937); Iman and Davenport (1980); Demšar (2006), sec. 3.2.2; Williams (2026), sec. 5.1 and 6.2.
"""

from __future__ import annotations

from collections.abc import Sequence

from scipy.special import chdtrc, fdtrc

from betterthan.data.protocol import Paired
from betterthan.numerics.ranks import mean_ranks
from betterthan.numerics.ties import ROUNDING
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import checked_scores, rank_notes, score_rows, sums_of_one_task
from betterthan.procedures.shared.checked import ScoreArray
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.effect import ModelEffect
from betterthan.results.null_test import NullTest


@procedure(
    title="Friedman's test",
    p_says=(
        "It says how often average ranks would lie at least this far apart if every order of the models were "
        "equally probable on every unit."
    ),
    needs=Needs(units=2, models=(2, None), tasks="any", further=sums_of_one_task),
    cites=("friedman1937", "iman1980", "demsar2006", "williams2026"),
    post_hoc=("nemenyi", "pairwise_wilcoxon"),
    notes=rank_notes,
)
def friedman(table: Paired) -> NullTest:
    """Friedman's test on the mean scores of each task, or on the cases of one task.

    Parameters:
        table: paired scores of two or more models; several scores per task are averaged.

    >>> import numpy as np
    >>> first_is_better = np.array([1.0] * 4 + [0.0] * 7)                             # Williams (2026), sec. 6.2
    >>> test = friedman.from_scores(np.stack([first_is_better, 1 - first_is_better], axis=1))
    >>> round(test.statistic, 3), round(test.p_value, 3)
    (0.818, 0.366)
    """
    return from_scores(score_rows(table), models=table.models)


def from_scores(scores: ScoreArray, *, models: Sequence[str] = ()) -> NullTest:
    """From one score of each model on each unit (units x models, larger is better)."""
    values, names = checked_scores(scores, models, "friedman")
    (n, k), ranks = values.shape, mean_ranks(values)
    average = ranks.mean(axis=0)
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())
    concordance = n * float(((average - (k + 1) / 2) ** 2).sum()) / spread if spread > 0 else 0.0
    statistic = n * (k - 1) * concordance
    return NullTest(
        procedure="friedman",
        null="every order of the models is equally probable on every unit",
        statistic=statistic,
        statistic_name="χ²",
        p_value=float(chdtrc(k - 1, statistic)),
        df=float(k - 1),
        estimate=float(average[1] - average[0]) if k == 2 else None,
        estimate_name="difference of the average ranks" if k == 2 else "",
        diagnostics=Diagnostics(
            "χ² law, corrected for ties",
            figures={"units": float(n), "Kendall's W": concordance, **_iman_davenport(concordance, n, k)},
        ),
        effects=tuple(ModelEffect(name, float(rank)) for name, rank in zip(names, average, strict=True)),
        effects_are="average rank",
    )


def _iman_davenport(concordance: float, n: int, k: int) -> dict[str, float]:
    """F and its p-value; with the same order on every unit F is infinite and left out."""
    if concordance >= 1 - ROUNDING:
        return {"p-value of F": 0.0}
    f = (n - 1) * concordance / (1 - concordance)
    above, below = k - 1, (k - 1) * (n - 1)
    degrees = {"df of F": float(above), "df of F, below": float(below)}
    return {"F": f, **degrees, "p-value of F": float(fdtrc(above, below, f))}
