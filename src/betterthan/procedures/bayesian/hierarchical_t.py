"""Is one model better across tasks like these, given several scores on each?

Model: the scores of task i differ by δ_i on average, with its own spread and, for folds, with correlation ρ between
folds that share training data; the δ_i themselves come from a Student law over tasks, which shrinks them together.

    x_i ~ MVN(1 δ_i, σ_i² M_ρ),   δ_i ~ Student-t(ν, δ0, σ0),   σ_i, δ0, σ0 uniform,   ν - 1 ~ Gamma(α, β)

α and β of the law of ν are uniform between two values, by name (`prior`) or as given (`nu_shape`, `nu_rate`); with
`prior="normal"` the δ_i come from a normal law, the limit of ν → ∞, which one task far from the others moves more.

Only n, mean and sum of squares of each task matter; σ_i and δ_i are integrated out and (δ0, σ0, ν) on a grid, so the
same input gives the same output. Readings: `population` (δ0), `next_task` (the predictive for one more task), `winner`
(which region is the most probable one on the next task; what Corani 2017 and Benavoli 2017 print). A verdict rests on
`population`, and equivalence needs `winner`, too: with δ0 on the bound of the rope, `winner` claims a difference in 26
to 68% of data sets, `population` in 3 to 6%.

When not to use it: fewer than 3 tasks or 3 scores per task; tasks whose scores are not on one scale (use
`bayes_poisson_binomial`); one score per task (use `bayes_signed_rank`).

References: Corani et al. (2017); Benavoli et al. (2017), sec. 4.3.1; Williams (2026), sec. 5.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.folds import SHARED_UNKNOWN
from betterthan.data.paired_units import PairedUnits
from betterthan.data.protocol import Paired
from betterthan.data.tables import PairedTable
from betterthan.data.units import CASES, CLUSTERS, FOLDS, JUDGES, SEEDS, TRAINING_SETS
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.numerics.full_score import full_score
from betterthan.numerics.hyper_prior import NORMAL, NU_PRIORS
from betterthan.numerics.zero_variance import perhaps_constant, published_floor, score_step, variation_floor
from betterthan.phrases import counted, listing, number, unknown_name
from betterthan.procedures.facts import UnderPriors
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Fraction, TaskCounts, TaskNumbers, TaskSquares
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import Parameter
from betterthan.results.hierarchical import HierarchicalPosterior, integrated_t
from betterthan.results.protocol import Posterior
from betterthan.results.rope import RopeLike, as_rope

DELTA0 = Parameter("mean difference over tasks (δ0)")
LEAST_SCORES = 3
TOO_FAR = 20
"""A bound of σ_i this many times below a task's standard deviation contradicts the scores."""
SHARE_DIGITS = 12
GIVEN = "given"
"""What a prior of ν is called whose ranges were given."""
Range: TypeAlias = tuple[float, float]
SHAPES, RATES = (0.5, 20.0), (0.005, 5.0)
"""Of the Gamma law of ν - 1: what the grid is made for, from ν near 1 to thousands, where a Student law is normal."""
ZeroVariance = Literal["step", "published"]


def _further_needs(table: Paired) -> str | None:
    """Enough scores on every task."""
    names, n, _, _ = table.task_sums()
    few = [name for name, size in zip(names, n, strict=True) if size < LEAST_SCORES]
    if few:
        return (
            f"at least 3 scores per task; {listing(few)} has fewer. Score more, leave the task out, or use "
            "`bayes_signed_rank` on one mean per task."
        )
    return None


def _without_variation(table: Paired) -> tuple[str, ...]:
    flat = [name for name, ss in zip(table.tasks, table.task_sums().ss, strict=True) if ss == 0]
    if not flat:
        return ()
    return (
        f"{counted(len(flat), 'task')} without variation ({listing(flat)}) counted as if one score had differed by "
        "one step.",
    )


def _under_priors(posterior: Posterior) -> UnderPriors:
    """The same sufficient statistics under every named prior of ν, the posterior's own first."""
    own = posterior.prior.partition(":")[0]
    asked = {name: posterior.under(name) for name in dict.fromkeys((own, *NU_PRIORS))}
    found = {name: each for name, each in asked.items() if each is not None}
    return lambda rope: found


@procedure(
    title="the Bayesian hierarchical correlated t-test",
    needs=Needs(
        units=9,
        tasks="several",
        least_tasks=3,
        instead={
            "more tasks": "With two tasks the answer would be set by the bound of the prior; compare within each task "
            "(`per_task=True`), or use `bayes_poisson_binomial`, which speaks of these tasks only."
        },
        independent=(CASES, CLUSTERS, FOLDS, SEEDS, TRAINING_SETS, JUDGES),
        differences="varying",
        further=_further_needs,
    ),
    cites=("corani2017", "benavoli2017", "williams2026"),
    counterpart="wilcoxon",
    cost="quadrature",
    priors=_under_priors,
    notes=_without_variation,
)
def bayes_hierarchical_t(
    table: Paired,
    *,
    prior: str = "corani",
    nu_shape: tuple[float, float] | None = None,
    nu_rate: tuple[float, float] | None = None,
    delta0: tuple[float, float] | None = None,
    sigma0: float | None = None,
    sigma: float | None = None,
    test_fraction: float | None = None,
    zero_variance: ZeroVariance = "step",
    rope: RopeLike | None = None,
) -> HierarchicalPosterior:
    """Posterior of the mean difference over tasks, of the next task, and of every task.

    Parameters:
        table: paired scores of two models on several tasks, or their sums.
        prior: law of ν by name: `corani`, `baycomp`, `juarez-steel`, `kruschke`; or `normal`, a normal law of the δ_i,
            without ν.
        nu_shape: least and greatest α, the shape of the Gamma law of ν - 1; equal if it is known; None takes that of
            the named prior.
        nu_rate: the same for its rate β.
        delta0: bounds of δ0; None takes ± the width of the range that was declared; else ±1 for scores in [0, 1], ±100
            for percent, else the largest difference.
        sigma0: largest σ0; None takes 1000 times the spread of the task means.
        sigma: largest σ_i; None takes 1000 times the mean spread within tasks.
        test_fraction: correlation ρ of the folds, n_test/(n_test + n_train); None takes it from the design.
        zero_variance: tasks without variation count as one step (`step`) or as published, by noise on the rope.
        rope: the rope, for `zero_variance="published"` only.
    """
    if zero_variance not in ("step", "published"):
        raise ArgumentError(f"`zero_variance` is `step` or `published`; got {zero_variance!r}.")
    names, n, mean, ss = table.task_sums()
    rho = _test_fraction(table) if test_fraction is None else test_fraction
    floored = ss if (ss > 0).all() else _floored(table, n, ss, zero_variance, rope)
    return from_summary(
        n=n, mean=mean, ss=floored, test_fraction=rho, tasks=names, prior=prior,
        nu_shape=nu_shape, nu_rate=nu_rate, sigma0=sigma0, sigma=sigma,
        delta0=_largest_difference(table, mean) if delta0 is None else delta0,
    )  # fmt: skip


def from_summary(
    *,
    n: TaskCounts,
    mean: TaskNumbers,
    ss: TaskSquares,
    test_fraction: Fraction = 0.0,
    tasks: Sequence[str] = (),
    prior: str = "corani",
    nu_shape: tuple[float, float] | None = None,
    nu_rate: tuple[float, float] | None = None,
    delta0: tuple[float, float] = (-1.0, 1.0),
    sigma0: float | None = None,
    sigma: float | None = None,
) -> HierarchicalPosterior:
    """From the number, the mean and the sum of squared deviations (above 0) of each task's differences, which have a
    correlation of `test_fraction` within a task; other options as in `bayes_hierarchical_t`.
    """
    law = _law_of_nu(prior, nu_shape, nu_rate)
    if not 0 <= test_fraction < 1:
        raise ArgumentError(f"`test_fraction` is a share of the data, at least 0 and below 1; got {test_fraction:g}.")
    _check_bounds(delta0, sigma0, sigma)
    widest = float(np.sqrt(np.asarray(ss) / (np.asarray(n) - 1)).max())
    if sigma is not None and sigma < widest / TOO_FAR:
        raise ArgumentError(f"`sigma` ({sigma:g}) lies far below the spread within tasks (up to {widest:.3g}).")
    if tasks and len(tasks) != len(n):
        raise ArgumentError(f"There are {len(n)} tasks but {len(tasks)} names.")
    hyper = {**law.hyper, "delta0": delta0, "sigma0": sigma0, "sigma": sigma}
    inputs: dict[str, Any] = {
        "n": np.asarray(n).tolist(),
        "mean": np.asarray(mean).tolist(),
        "ss": np.asarray(ss).tolist(),
        "rho": [float(test_fraction)] * len(n),
        "hyper": {key: list(value) if isinstance(value, tuple) else value for key, value in hyper.items()},
    }
    model = integrated_t(inputs)
    return HierarchicalPosterior(
        procedure="bayes_hierarchical_t",
        parameter=DELTA0,
        prior=f"{law.words}, δ0 uniform on [{number(delta0[0])}, {number(delta0[1])}], σ0 and σ_i uniform",
        rests_on="population",
        tasks=tuple(tasks) or tuple(f"task {number}" for number in range(1, len(n) + 1)),
        inputs=inputs,
        spread=float(np.asarray(mean).std(ddof=1)),
        diagnostics=Diagnostics("quadrature", model.error, {"mass at the edges": model.edge_mass}),
        model=model,
    )


class _Law(NamedTuple):
    """The prior of ν: what the model takes, and how it is told, its name first."""

    hyper: dict[str, Any]
    words: str


def _law_of_nu(prior: str, nu_shape: Range | None, nu_rate: Range | None) -> _Law:
    if prior not in (*NU_PRIORS, NORMAL):
        raise ArgumentError(unknown_name("prior", prior, (*NU_PRIORS, NORMAL)))
    if prior == NORMAL and (nu_shape is not None or nu_rate is not None):
        raise ArgumentError(
            f'`nu_shape` and `nu_rate` are about ν, which `prior="{NORMAL}"` does without: leave out one.'
        )
    if prior == NORMAL:
        return _Law({"shape": (1.0, 1.0), "rate": (1.0, 1.0), "law": "normal"}, f"{NORMAL}: δ_i ~ N(δ0, σ0²)")
    shape, rate = NU_PRIORS[prior]
    if nu_shape is None and nu_rate is None:
        return _Law({"shape": shape, "rate": rate}, f"{prior}: ν − 1 ~ Gamma")
    shape = shape if nu_shape is None else _range("nu_shape", nu_shape, SHAPES)
    rate = rate if nu_rate is None else _range("nu_rate", nu_rate, RATES)
    return _Law({"shape": shape, "rate": rate}, f"{GIVEN}: ν − 1 ~ Gamma(α, β), α {_on(shape)}, β {_on(rate)}")


def _range(name: str, given: Range, limits: Range) -> Range:
    """Two numbers in order, within what the integration is made for."""
    if np.shape(given) != (2,) or not all(isinstance(each, (int, float, np.number)) for each in given):
        raise ArgumentError(f"`{name}` is a pair of numbers, the least and the greatest; got {given!r}.")
    low, high = float(given[0]), float(given[1])
    if not limits[0] <= low <= high <= limits[1]:
        raise ArgumentError(
            f"`{name}` is a pair of numbers in order, from {limits[0]:g} to {limits[1]:g}; got {low:g}, {high:g}."
        )
    return low, high


def _on(ends: Range) -> str:
    low, high = (number(end) for end in ends)
    return f"= {low}" if low == high else f"uniform on [{low}, {high}]"


def _check_bounds(delta0: tuple[float, float], sigma0: float | None, sigma: float | None) -> None:
    if np.shape(delta0) != (2,) or not (np.isfinite(delta0).all() and delta0[0] < delta0[1]):
        raise ArgumentError(f"`delta0` is a pair of finite bounds, low and high; got {delta0!r}.")
    for name, bound in (("sigma0", sigma0), ("sigma", sigma)):
        if bound is not None and not 0 < bound < np.inf:
            raise ArgumentError(f"`{name}` is the largest spread allowed, above 0 and finite; got {bound!r}.")


def _test_fraction(table: Paired) -> float:
    if table.facts.test_fraction is None:
        raise NeedsNotMet(
            f"`bayes_hierarchical_t` needs {table.facts.unclear or SHARED_UNKNOWN} `bayes_signed_rank` does "
            "without: it takes one mean of each task."
        )
    return table.facts.test_fraction


def _floored(table: Paired, n: IntArray, ss: Array, rule: ZeroVariance, rope: RopeLike | None) -> Array:
    """Tasks without variation get the variation of one step (see `integration/zero_variance.py`)."""
    if rule == "published":
        if rope is None:
            raise ArgumentError('`zero_variance="published"` adds noise on the rope: give `rope`.')
        bounds = as_rope(rope)
        return published_floor(n.astype(np.float64), ss, bounds.low, bounds.high)
    sizes = n.astype(np.float64)
    constant = perhaps_constant(sizes, ss)
    steps = _steps(table, len(n), constant)
    if np.isnan(steps[constant]).any():  # only then are the steps of the others wanted: to find them takes its time
        steps = _steps(table, len(n), np.arange(len(n)))
    return variation_floor(sizes, ss, steps)


def _steps(table: Paired, tasks: int, wanted: IntArray) -> Array:
    """The smallest change of a score on each task; NaN where it is not known or not wanted."""
    if not isinstance(table, PairedUnits):
        unknown = np.full(tasks, 1.0 if table.binary else np.nan)  # a case is right or wrong
        return unknown if table.steps is None else table.steps
    unit = _full_score(table) or 1.0
    if table.design.n_test:
        return np.full(tasks, unit / table.design.n_test)
    if not isinstance(table, PairedTable):
        return np.full(tasks, np.nan)
    codes, steps = table.factors["task"].codes, np.full(tasks, np.nan)
    # Percent are fractions, too, whose digits a division by 100 must not add to.
    shares = table.scores if unit == 1 else np.round(table.scores / unit, SHARE_DIGITS)
    steps[wanted] = [unit * score_step(shares[codes == task]) for task in wanted]
    return steps


def _largest_difference(table: Paired, mean: Array) -> tuple[float, float]:
    """± the declared width, 1 for fractions or 100 for percent; otherwise the largest difference that was seen."""
    largest = _full_score(table)
    if largest is not None:
        return -largest, largest
    if isinstance(table, PairedUnits):
        largest = float(np.abs(table.differences()).max())
    else:
        spread = np.sqrt(table.difference_squares / np.maximum(table.n - 1, 1))
        largest = float((np.abs(mean) + 5 * spread).max())
    return -largest, largest


def _full_score(table: Paired) -> float | None:
    """How far two scores can be apart: as declared; 1 for fractions, 100 for percent; None for scores on another
    scale, or if only their differences are known.
    """
    if table.score_range is not None:
        low, high = table.score_range
        return high - low
    given = 1.0 if table.higher_is_better else -1.0  # losses are held with their sign turned
    if isinstance(table, PairedUnits):
        return full_score(given * table.scores) if isinstance(table, PairedTable) else None
    return 1.0 if table.binary else full_score(given * table.means)
