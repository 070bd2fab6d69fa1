"""How large are the differences between several models on the same units, and which model is best?

Model: the score of model i on unit j is z_ij = μ + α_i + β_j + ε_ij, units taken as independent draws. What the units
share cancels in the p = a - 1 contrasts γ between the a models, whose prior is flat. With γ̄ their mean over b units and
SSP the sums of squares and products of their deviations from it,

    unstructured: any covariance Σ, p(Σ) ∝ |Σ|^(-(p+1)/2):    γ | z ~ t(b - p, γ̄, SSP/(b (b - p)))
    spherical:    Σ = σ² I, p(σ) ∝ 1/σ:                        γ | z ~ t(p (b - 1), γ̄, MS_residual/b · I)

By default unstructured if there are at least twice as many units as models, else spherical. The spherical model takes
one spread for all pairs: where pairs differ in spread it lies, in both directions (look at the Greenhouse–Geisser
epsilon, which is 1 where they do not). The unstructured one pays for learning every spread: the interval of a pair is
wider than that of `bayes_t`, by 2% for 30 units of 3 models, by 38% for 20 units of 10. Two models are `bayes_t` either
way. The effects α_i are stated as deviations from the mean of the models. Models with the same scores on all units
count as one; a combination of models that never varies is known exactly, and costs the others no degrees of freedom.

How much units differ, σ_β, comes from the spherical model with Box and Tiao's prior: λ = σ² + a σ_β² > σ², 1/(σ² λ).

When not to use it: folds, which share training data (use `bayes_correlated_t` on pairs); many models of which the best
is to be picked (use `bayes_joint`, which shrinks their effects); heavy-tailed scores on few units (use
`bayes_robust_t` on pairs); 0/1 scores on few units (use `bayes_mcnemar` on pairs).

References: Geisser and Cornfield (1963); Box and Tiao (1973), ch. 5, 6 and 8; Williams (2026), sec. 3 and 5.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal, TypeAlias, get_args

import numpy as np

from betterthan.arrays import Array
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.threads import one_blas_thread
from betterthan.numerics.ties import ROUNDING
from betterthan.numerics.unit_spread import unit_spread
from betterthan.numerics.variation import Variation, epsilons, variation
from betterthan.phrases import unknown_name
from betterthan.procedures.facts import Ranks
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import score_rows
from betterthan.procedures.shared.checked import ScoreArray
from betterthan.procedures.shared.layouts import checked_layout, own_scores_unmet
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.joint_laws import MultivariateT
from betterthan.results.ranking import Ranking

Residual: TypeAlias = Literal["auto", "unstructured", "spherical"]

PRIORS = {
    "unstructured": "flat on the contrasts; |Σ|^(-(p+1)/2) on their covariance",
    "spherical": "flat on the contrasts and log σ; one σ for all pairs",
}
QUANTILES = {"low": 0.025, "median": 0.5, "high": 0.975}


@procedure(
    title="the Bayesian analysis of variance of models and units",
    needs=Needs(models=(2, None), tasks="any", every_unit=True, further=own_scores_unmet, differences="varying"),
    cites=("geisser1963", "boxtiao1973", "williams2026"),
    counterpart="anova",
    ranks=Ranks(),
)
def bayes_anova(table: PairedTable, *, residual: Residual = "auto") -> Ranking:
    """Joint posterior of the effects of two or more models.

    Parameters:
        table: paired scores of two or more models on independent units; several scores per task are averaged.
        residual: `unstructured`, `spherical`, or `auto`: unstructured from twice as many units as models on.

    >>> scores = np.array([[1, 3, 4], [2, 2, 3], [2, 5, 6], [3, 4, 4], [3, 5, 6]])        # Gribble (2009)
    >>> found = bayes_anova.from_scores(scores, models=("f1", "f2", "f3"), residual="spherical")
    >>> law = found.pair("f2", "f1").law                   # R's glht: estimate 1.600, standard error 0.469
    >>> round(law.location, 3), round(law.scale, 3), law.df
    (1.6, 0.469, 8.0)
    """
    return from_scores(score_rows(table), models=table.models, residual=residual)


@one_blas_thread
def from_scores(scores: ScoreArray, *, models: Sequence[str] = (), residual: Residual = "auto") -> Ranking:
    """From one score of each model on each unit (units x models, larger is better); options as in `bayes_anova`."""
    values, names = checked_layout(scores, models, ("units", "models"))
    first_of, kind = _distinct(values)
    chosen = _chosen(residual, len(values), len(first_of))
    split = variation(values[:, first_of])
    df, root = _spherical(split) if chosen == "spherical" else _unstructured(split)
    return Ranking(
        names,
        MultivariateT(df, tuple(_expanded(split, split.effects, kind).tolist()), _rows(_expanded(split, root, kind))),
        "bayes_anova",
        prior=PRIORS[chosen],
        spread=split.unit * sqrt(2 * split.source(0, 1).mean_square),
        diagnostics=Diagnostics(f"closed form, {chosen} residuals", figures=_figures(split, df)),
    )


def _distinct(scores: Array) -> tuple[list[int], list[int]]:
    """The first of each kind of models that never differ, and the kind of each model; all, if none ever differ."""
    size = np.abs(scores).max(axis=0)
    first_of: list[int] = []
    kind = []
    for j in range(scores.shape[1]):
        apart = [(np.abs(scores[:, j] - scores[:, i]).max(), max(size[i], size[j])) for i in first_of]
        alike = [number for number, (most, largest) in enumerate(apart) if most <= ROUNDING * largest]
        first_of += [] if alike else [j]
        kind.append(alike[0] if alike else len(first_of) - 1)
    every = list(range(scores.shape[1]))
    return (first_of, kind) if len(first_of) > 1 else (every, every)


def _chosen(residual: Residual, units: int, models: int) -> Literal["unstructured", "spherical"]:
    if residual not in get_args(Residual):
        raise ArgumentError(unknown_name("residual", residual, get_args(Residual)))
    if residual == "auto":
        return "unstructured" if units >= 2 * models else "spherical"
    if residual == "unstructured" and units < models:
        raise NeedsNotMet(
            f"`bayes_anova` with unstructured residuals needs at least as many units as models; this table has {units} "
            f"units and {models} models that differ. Leave `residual` out, or score more units."
        )
    return residual


def _spherical(split: Variation) -> tuple[float, Array]:
    """Degrees of freedom, and the root of the scale of the effects in the unit: I - 11'/a is its own root."""
    (units, models), residual = split.shape, split.source(0, 1)
    return residual.df, sqrt(residual.mean_square / units) * (np.eye(models) - 1 / models)


def _unstructured(split: Variation) -> tuple[float, Array]:
    """The residuals R are H γ with orthonormal H, so that R'R = H SSP H': no contrasts have to be chosen.

    In directions without any variation the effects are known; the model is about the others, r of them, with the same
    prior in r dimensions.
    """
    units, residuals = split.shape[0], split.residuals
    _, lengths, axes = np.linalg.svd(residuals, full_matrices=False)
    size = float(np.abs(split.effects).max() + np.abs(residuals).max())
    varied = lengths > sqrt(units) * max(ROUNDING * size, 4 * np.finfo(float).eps)
    df = units - int(varied.sum())
    return float(df), axes[varied].T * lengths[varied] / sqrt(units * df)


def _expanded(split: Variation, values: Array, kind: list[int]) -> Array:
    """One row per model again, as deviations from the mean of all models, in units of the score."""
    rows = values[kind]
    return np.asarray(split.unit * (rows - rows.mean(axis=0)))


def _figures(split: Variation, df: float) -> dict[str, float]:
    units, residual, spheric = split.source(0), split.source(0, 1), epsilons(split.residuals)
    found = unit_spread(tuple(QUANTILES.values()), units=units, residual=residual, models=split.shape[1])
    return {
        "degrees of freedom": df,
        **({} if spheric is None else {"Greenhouse–Geisser epsilon": spheric.greenhouse_geisser}),
        "residual: standard deviation": split.unit * sqrt(residual.mean_square),
        **{
            f"units: standard deviation, {name}": split.unit * value
            for name, value in zip(QUANTILES, found, strict=True)
        },
    }


def _rows(matrix: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in matrix.tolist())
