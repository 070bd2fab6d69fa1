"""Which of several models is best, which are tied, and by how much does each pair differ, over tasks like these?

Model: z_ij is the mean score of model i on task j, z_ij = α_i + β_j + ε_ij. The task effects β_j are flat, so that only
differences between models on the same task count. The model effects come from one law and are learnt from each other,

    α_i ~ N(0, τ²),    τ ~ half-Cauchy(sd of the scores within tasks)

which shrinks them towards their mean, the more the less they stand out from the noise. That is what keeps the best of
many equal models from looking better than it is (Gelman, Hill and Yajima 2012). Residuals ε:

    · `unstructured`: any covariance Σ of the contrasts, p(Σ) ∝ |Σ|^(-(p+1)/2), p = models - 1. Models that resemble
      each other are then known to differ little. Needs at least twice as many tasks as models, and every score.
    · `common`: one σ for all, p(σ) ∝ 1/σ. Takes tables with missing scores: with Q the Laplacian of the graph in
      which every task joins its models, the effects have precision Q/σ² + I/τ².
    · `robust`: each task's residuals are multivariate t with ν degrees of freedom, ν - 1 ~ Gamma(2, 0.1), and one
      σ, p(σ) ∝ 1/σ, so that an odd task counts less. Needs every score.
    · `auto`: `unstructured` where it is possible, else `common`.

Σ or σ integrate out; τ and the mixing variable of the Student law that they leave are integrated on nodes, and so is
the probability of being the best. The robust model is drawn from. Models with the same score on every task count as
one. Neither the order of the tasks nor that of the models matters.

When not to use it: scores on different scales on different tasks (use `bayes_plackett_luce`, which takes ranks); two
models (the pair's own procedure says as much); folds of one task (compare the pairs with `bayes_correlated_t`).

References: Gelman, Hill and Yajima (2012); Gelman (2006) for the half-Cauchy prior; Benavoli et al. (2017), sec. 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from betterthan.arrays import Array
from betterthan.data.protocol import Paired
from betterthan.data.rounding import LARGEST_SCORE
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.moments import means_of_present, pooled_spread
from betterthan.numerics.robust_effects import robust_effects
from betterthan.numerics.threads import one_blas_thread
from betterthan.numerics.ties import ROUNDING
from betterthan.phrases import unknown_name
from betterthan.procedures.facts import Ranks
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.blocks import score_rows
from betterthan.procedures.shared.checked import Draws, PlainSeed, ScoreArray
from betterthan.procedures.shared.common_tasks import (
    by_differences,
    distinct,
    model_names,
    refuse_disconnected,
    units_unmet,
)
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.joint_laws import JointLaw, MixedEffects, MultivariateT, ShrunkenEffects
from betterthan.results.ranking import Ranking, by_name

Residual: TypeAlias = Literal["auto", "unstructured", "common", "robust"]


PRIOR = "effects from one normal law, its sd half-Cauchy; unit effects flat; {residual} residuals"


ERROR = 1e-5
"""Of a pair's probability; up to 3e-6 was seen when twice as many nodes were taken in each direction.

That of being the best has an error of its own (`Ranking.best_error`), mostly below 1e-4."""


@procedure(
    title="the joint Bayesian model of all models",
    needs=Needs(units=3, models=(2, None), tasks="any", complete=False, further=units_unmet, differences="varying"),
    cites=("gelman2012", "gelman2006", "benavoli2017"),
    cost="quadrature",
    least_draws=100,
    counterpart="wilcoxon",
    ranks=Ranks(pools=True),
)
def bayes_joint(
    table: Paired, *, residual: Residual = "auto", prior_scale: float | None = None, draws: int = 4000, rng: int = 0
) -> Ranking:
    """Joint posterior of the effects of several models, from one mean score of each on each task (or case).

    Parameters:
        table: paired scores of two or more models; several scores per task are averaged.
        residual: `auto`, `unstructured`, `common` or `robust`.
        prior_scale: scale of the half-Cauchy prior of τ; None takes the sd of the scores within tasks.
        draws: draws of the robust model; the others are integrated.
        rng: seed of those draws, and of the draws behind the places of the models.

    >>> scores = np.array([[.82, .79, .76], [.91, .88, .86], [.73, .71, .69], [.65, .67, .63], [.84, .82, .80]])
    >>> found = bayes_joint.from_scores(scores, models=("a", "b", "c"))
    >>> round(found.best()["a"], 2), round(found.pair("a", "c").probabilities(0.01).first, 3)
    (0.96, 0.991)
    """
    rows = score_rows(table)
    return from_scores(rows, models=table.models, residual=residual, prior_scale=prior_scale, draws=draws, rng=rng)


@one_blas_thread
def from_scores(
    scores: ScoreArray,
    *,
    models: Sequence[str] = (),
    residual: Residual = "auto",
    prior_scale: float | None = None,
    draws: Draws = 4000,
    rng: PlainSeed = 0,
) -> Ranking:
    """From one score of each model on each task (tasks x models, larger is better, NaN where there is none); options as
    in `bayes_joint`.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] < 2 or np.isinf(values).any():
        raise ArgumentError(f"A joint model needs a table of finite scores, tasks x models; got shape {values.shape}.")
    if prior_scale is not None and not 0 < prior_scale < np.inf:
        raise ArgumentError(f"`prior_scale` is a positive number in units of the score; got {prior_scale:g}.")
    names = model_names(models, values.shape[1])
    order = by_name(names)
    values = values[~np.isnan(values).all(axis=1)][:, order]
    first_of, copy_of = distinct(values)
    kinds = values[:, first_of]
    kinds = kinds[by_differences(kinds)]
    _refuse_squares_beyond_the_range(kinds)
    chosen = _residual(residual, kinds)
    figures = {"units": float(len(values)), "missing scores": float(np.isnan(values).sum())}
    if len(first_of) == 1:
        law: JointLaw = MultivariateT(1.0, (0.0,) * len(names), ((0.0,),) * len(names))
        diagnostics = Diagnostics("closed form", None, figures)
    else:
        scale = within_task_sd(kinds) if prior_scale is None else prior_scale
        if chosen == "robust":
            law, diagnostics = _robust(kinds, scale, draws, rng, figures)
        else:
            law, diagnostics = _integrated(kinds, [names[order[j]] for j in first_of], chosen, scale, figures)
        law = _for_copies(law, copy_of)
    return Ranking(
        names,
        law.of(np.argsort(order)),
        "bayes_joint",
        prior=PRIOR.format(residual=chosen),
        spread=pooled_spread(values),
        seed=rng,
        diagnostics=diagnostics,
    )


class Axes(NamedTuple):
    """The models' effects in the axes in which their errors are independent, as `ShrunkenEffects` takes them."""

    estimates: Array
    variances: Array
    basis: Array
    df: float


def unstructured_axes(scores: Array) -> Axes:
    """With any covariance of the contrasts: their mean has a Student law with tasks - p degrees of freedom.

    Integrating Σ out leaves |SSP + q(γ - ȳ)(γ - ȳ)'|^(-q/2), a t law with scale matrix SSP/(q(q - p)). Its axes are
    the singular vectors of the deviations: the squares would cost half of the digits where two models are nearly alike.

    Parameters:
        scores: tasks x models, complete.
    """
    (count, models), contrasts = scores.shape, orthonormal_contrasts(scores.shape[1])
    apart = (scores - scores.mean(axis=1, keepdims=True)) @ contrasts.T
    mean, df = apart.mean(axis=0), count - (models - 1)
    _, lengths, axes = np.linalg.svd(apart - mean, full_matrices=False)
    return Axes(axes @ mean, lengths**2 / (count * df), contrasts.T @ axes.T, float(df))


def common_axes(scores: Array, models: Sequence[str]) -> Axes:
    """With one residual variance: least squares on the graph in which every task joins the models it has.

    Parameters:
        scores: tasks x models, NaN where a model has no score; every task has one.
        models: their names, for the message.
    """
    refuse_disconnected(scores, models, "bayes_joint")
    present = ~np.isnan(scores)
    count = present.sum(axis=1, keepdims=True)
    apart = np.where(present, scores - means_of_present(scores, present), 0.0)
    laplacian = np.diag(present.sum(axis=0)) - (present / count).T @ present
    precision, axes = np.linalg.eigh(laplacian)
    precision, axes = precision[1:], axes[:, 1:]  # the first axis is the mean of the models, which nothing measures
    estimates = axes.T @ apart.sum(axis=0) / precision
    df = int((count - 1).sum()) - len(precision)
    if df < 1:
        raise NeedsNotMet("`bayes_joint` needs more scores than effects; add tasks that several models were run on.")
    fitted = np.where(present, axes @ estimates, np.nan)
    left = apart - np.where(present, fitted - means_of_present(fitted, present), 0.0)
    return Axes(estimates, float((left**2).sum()) / df / precision, axes, float(df))


def orthonormal_contrasts(models: int) -> Array:
    """Helmert's contrasts: models - 1 rows of length 1, orthogonal to each other and to (1, …, 1).

    Parameters:
        models: how many models.

    >>> orthonormal_contrasts(3).round(3).tolist()
    [[0.707, -0.707, 0.0], [0.408, 0.408, -0.816]]
    """
    rows = np.tril(np.ones((models, models)))[:-1] - np.diag(np.arange(1.0, models), 1)[:-1]
    return np.asarray(rows / np.sqrt((rows**2).sum(axis=1, keepdims=True)))


def within_task_sd(scores: Array) -> float:
    """Standard deviation of the models' scores within tasks, pooled.

    Parameters:
        scores: tasks x models, NaN where a model has no score.
    """
    present = ~np.isnan(scores)
    apart = np.where(present, scores - means_of_present(scores, present), 0.0)
    return sqrt(float((apart**2).sum()) / max(1, int((present.sum(axis=1) - 1).clip(0).sum())))


def _refuse_squares_beyond_the_range(scores: Array) -> None:
    """Variances of scores that are too large would be infinite, and of those that are too small nothing at all."""
    size = float(np.nanmax(np.abs(scores), initial=0.0))
    if size > LARGEST_SCORE or 0 < size < 1 / LARGEST_SCORE:
        raise NeedsNotMet(
            f"A joint model squares the scores, and squares of {size:.3g} leave the range of numbers. "
            f"{'Divide' if size > 1 else 'Multiply'} all scores by the same number first."
        )


def _residual(residual: Residual, scores: Array) -> Residual:
    """The residual model that was asked for, or the one that the table allows."""
    if residual not in get_args(Residual):
        raise ArgumentError(unknown_name("residual", residual, get_args(Residual)))
    (count, models), complete = scores.shape, not np.isnan(scores).any()
    if residual == "auto":
        return "unstructured" if complete and count >= 2 * models else "common"
    if residual != "common" and not complete:
        raise NeedsNotMet(f"Residuals that are {residual} need every score; with missing ones use `common` or `auto`.")
    if residual == "unstructured" and count < models + 1:
        raise NeedsNotMet(f"Unstructured residuals of {models} models need more than {models} tasks, not {count}.")
    return residual


def _integrated(
    scores: Array, models: Sequence[str], residual: Residual, scale: float, figures: dict[str, float]
) -> tuple[ShrunkenEffects, Diagnostics]:
    axes = unstructured_axes(scores) if residual == "unstructured" else common_axes(scores, models)
    rounding = (ROUNDING * float(np.nanmax(np.abs(scores)))) ** 2  # two models that always differ by the same amount
    law = ShrunkenEffects(
        tuple(axes.estimates.tolist()),
        tuple(np.where(axes.variances > rounding, axes.variances, 0.0).tolist()),
        _rows(axes.basis),
        axes.df,
        scale,
    )
    tau = {f"τ, {share:.1%}": law.tau(share) for share in (0.025, 0.5, 0.975)}
    return law, Diagnostics("quadrature", ERROR, {**figures, "degrees of freedom": law.df, **tau})


def _robust(
    scores: Array, scale: float, draws: int, rng: int, figures: dict[str, float]
) -> tuple[MixedEffects, Diagnostics]:
    contrasts = orthonormal_contrasts(scores.shape[1])
    rows = (scores - scores.mean(axis=1, keepdims=True)) @ contrasts.T
    _refuse_ties(rows, ROUNDING * float(np.abs(scores).max()))
    drawn = robust_effects(rows, prior_scale=scale, draws=draws, rng=rng)
    law = MixedEffects(drawn.means, drawn.variances, contrasts.T)
    figures = {**figures, "draws": float(len(drawn.variances)), "ν, 50.0%": drawn.nu}
    return law, Diagnostics("Monte Carlo: Gibbs sampler, many chains", drawn.error, figures)


def _refuse_ties(rows: Array, noise: float) -> None:
    """m tasks with the very same differences let σ fall to 0 there, and the posterior onto them.

    With all p contrasts of m tasks explained, the likelihood grows like σ^(-mp) and the other q - m tasks, through the
    tails of a t law with ν > 1, hold it back like σ^((q - m)ν): the posterior is proper for (m - 1)p < q - m. Half of
    that is allowed.
    """
    (count, dimensions), patterns = rows.shape, np.round(rows / max(noise, np.finfo(float).tiny))
    most = int(np.unique(patterns, axis=0, return_counts=True)[1].max())
    if 2 * (most - 1) * dimensions >= count - most and most > 1:
        raise NeedsNotMet(
            f"The robust residuals need tasks that differ; on {most} of {count} the models differ by exactly the same "
            "amounts, onto which the posterior would collapse. Use `common` or `unstructured` residuals."
        )


def _for_copies(law: ShrunkenEffects | MixedEffects, copy_of: list[int]) -> ShrunkenEffects | MixedEffects:
    """The law of all models, copies included; effects are deviations from the mean of them all."""
    basis = np.array(law.basis)[copy_of]
    basis = basis - basis.mean(axis=0)
    return replace(law, basis=_rows(basis)) if isinstance(law, ShrunkenEffects) else replace(law, basis=basis)


def _rows(matrix: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in matrix.tolist())
