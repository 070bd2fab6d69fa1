"""HierarchicalPosterior: what several tasks say about their population, about the next task, and about each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from scipy.special import stdtr

from betterthan.arrays import Array
from betterthan.errors import ArgumentError
from betterthan.numerics.beta_functions import beta_cdf
from betterthan.numerics.hierarchical_beta import HierarchicalBeta, hierarchical_beta
from betterthan.numerics.hierarchical_t import HierarchicalT, hierarchical_t
from betterthan.numerics.hyper_prior import NU_PRIORS, HyperPrior
from betterthan.numerics.law_over_tasks import nu_quantiles, shape_quantiles, sigma0_quantiles
from betterthan.numerics.threads import one_blas_thread
from betterthan.results.answers_alike import AnswersAlike
from betterthan.results.codec import NOT_WRITTEN, Plain, Unreadable, read, written_as
from betterthan.results.condition import Condition
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.interval import Interval
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.law import Law
from betterthan.results.laws.student_t import StudentT
from betterthan.results.laws.tabulated import Tabulated
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import RopeLike
from betterthan.vocabulary import Reading

HierarchicalModel: TypeAlias = HierarchicalT | HierarchicalBeta


NODES = 401
"""Nodes at which the law of the next task's difference is tabulated."""


@dataclass(frozen=True)
class TaskEstimate(Plain):
    """One task after partial pooling.

    Parameters:
        name: name of the task.
        n: number of scores (or of disagreements) that speak of it.
        raw: what the task alone says, on the scale of the parameter.
        mean: posterior mean: shrunken towards the other tasks.
        low: lower end of the central interval, of 95% or of the level that was asked for.
        high: upper end.
        shrinkage: weight of what the tasks share, between 0 and 1.
    """

    name: str
    n: int
    raw: float
    mean: float
    low: float
    high: float
    shrinkage: float


@dataclass(frozen=True)
class TaskLawParameter(Plain):
    """One parameter of the law over tasks, after the scores.

    Parameters:
        name: its symbol.
        about: what it is.
        mean: posterior mean; None where it is infinite.
        median: posterior median.
        low: lower end of the central interval.
        high: upper end.
    """

    name: str
    about: str
    mean: float | None
    median: float
    low: float
    high: float


class PooledTask(NamedTuple):
    """One task after partial pooling: its estimate, and its three probabilities for some rope."""

    estimate: TaskEstimate
    probabilities: Probabilities


@dataclass(frozen=True, repr=False)
class HierarchicalPosterior(Plain, AnswersAlike):
    """The posterior of a hierarchical model over tasks.

    Parameters:
        procedure: name of the procedure that made it.
        parameter: what δ0 (or the mean of φ, the share of the disagreements that the first model wins) is.
        prior: the prior, in words.
        rests_on: the reading that a verdict rests on.
        tasks: names of the tasks.
        inputs: the sufficient statistics and the prior, from which the model can be computed again.
        spread: standard deviation from which the default rope is taken; None if unknown.
        diagnostics: how it was computed.
        model: the integrated posterior.
    """

    procedure: str
    parameter: Parameter
    prior: str
    rests_on: Reading = field(metadata=written_as("reading"))
    tasks: tuple[str, ...]
    inputs: Mapping[str, Any]
    spread: float | None
    diagnostics: Diagnostics
    model: HierarchicalModel = field(compare=False, metadata=NOT_WRITTEN)
    kind: ClassVar[str] = "HierarchicalPosterior"
    reading_names: ClassVar[tuple[str, ...]] = get_args(Reading)

    @cached_property
    @one_blas_thread
    def population(self) -> DifferencePosterior:
        """The mean difference over tasks like these."""
        model = self.model
        if isinstance(model, HierarchicalT):
            x, density, cdf = model.delta0_table
            mean, sd = model.mean_sd("delta0")
            law = Tabulated(x, density, cdf, mean, sd)
        else:
            law = Tabulated(*model.population_table, model.mean, model.sd)
        return self._as_difference(law)

    @cached_property
    @one_blas_thread
    def next_task(self) -> DifferencePosterior:
        """The difference on one more task."""
        model = self.model
        if isinstance(model, HierarchicalT):
            mean, _ = model.mean_sd("delta0")
            x = _heavy_tailed(mean, model.mean_sd("sigma0")[0] + model.mean_sd("delta0")[1])
            return self._as_difference(Tabulated(x, model.next_density(x), model.next_cdf(x), mean, float("inf")))
        return self._as_difference(Tabulated(*model.next_table, model.mean, model.next_sd))

    @property
    def estimate(self) -> float:
        """Posterior mean of the population's parameter."""
        return self.population.estimate

    @property
    def observed(self) -> float | None:
        """The mean over these tasks; of shares, that of all disagreements together, which a hierarchy always has."""
        if isinstance(self.model, HierarchicalT):
            return float(np.mean(self.inputs["mean"]))
        won, lost = sum(self.inputs["n10"]), sum(self.inputs["n01"])
        return float(won / (won + lost))

    @property
    def identical(self) -> bool:
        """Never: a hierarchical model refuses tasks that say nothing."""
        return False

    def bounds(self, rope: RopeLike) -> tuple[float, float]:
        """The rope on the scale of the parameter: a plain number is a half-width about the null.

        Parameters:
            rope: the rope.
        """
        return self.population.bounds(rope)

    def _readers(self, rope: RopeLike) -> Mapping[str, Callable[[], Probabilities]]:
        bounds = self.bounds(rope)
        return {name: partial(self._answered, name, bounds) for name in self.reading_names}

    def _answered(self, reading: str, bounds: tuple[float, float]) -> Probabilities:
        """A reading for a rope, integrated once: a page asks for it in many places."""
        key = reading, *bounds
        if key not in self._answers:
            self._answers[key] = Probabilities(*getattr(self.model, reading)(*bounds))
        return self._answers[key]

    @cached_property
    def _answers(self) -> dict[tuple[str, float, float], Probabilities]:
        return {}

    def conditions(self, rope: RopeLike) -> tuple[Condition, ...]:
        """Equal on average is not enough for equivalence: it must be the most probable outcome on single tasks, too.

        Parameters:
            rope: on the scale of the parameter.
        """
        return (Condition("winner", ("equivalent",), self.reading(rope, "winner")),)

    @one_blas_thread
    def probabilities(self, rope: RopeLike, reading: str | None = None) -> Probabilities:
        """One reading; by default the one that a verdict rests on.

        Parameters:
            rope: on the scale of the parameter; a number r stands for null ± r.
            reading: `population`, `next_task` or `winner`.
        """
        return self.reading(rope, reading or self.rests_on)

    @property
    def main_law(self) -> DifferencePosterior:
        """The mean over tasks: the law whose interval is shown."""
        return self.population

    def law_of(self, reading: str) -> DifferencePosterior | None:
        """The law of the mean over tasks, or of the difference on one more task.

        Parameters:
            reading: `population` or `next_task`; the others are not about one number.
        """
        if reading == "population":
            return self.population
        return self.next_task if reading == "next_task" else None

    def under(self, prior: str) -> HierarchicalPosterior | None:
        """The same sufficient statistics under another named prior of ν; the model of shares has one prior.

        Parameters:
            prior: its name, such as `corani`.
        """
        if prior == self.prior.partition(":")[0]:
            return self
        if prior not in NU_PRIORS or "hyper" not in self.inputs:
            return None
        shape, rate = NU_PRIORS[prior]
        kept = {name: value for name, value in self.inputs["hyper"].items() if name != "law"}
        inputs = {**self.inputs, "hyper": {**kept, "shape": list(shape), "rate": list(rate)}}
        return replace(self, prior=prior, inputs=inputs, model=integrated(inputs))

    def direction(self) -> Probabilities:
        """How probable it is that each model is better on average over tasks, rope ignored."""
        return self.population.direction()

    def interval(self, level: float = 0.95, kind: Literal["hdi", "equal-tailed"] = "hdi") -> Interval:
        """The interval of the population's parameter.

        Parameters:
            level: coverage, such as 0.95.
            kind: `hdi` or `equal-tailed`.
        """
        return self.population.interval(level, kind)

    @one_blas_thread
    def task_law(self, level: float = 0.95) -> tuple[TaskLawParameter, ...]:
        """The parameters of the law over tasks: δ0, σ0 and ν, or μ, a and b.

        Parameters:
            level: coverage of the central intervals.
        """
        p, model = np.array([(1 - level) / 2, 0.5, (1 + level) / 2]), self.model
        found: dict[tuple[str, str], tuple[float | None, Array]]
        if isinstance(model, HierarchicalT):
            found = {
                ("δ0", "mean difference over tasks"): (model.mean_sd("delta0")[0], self.population.quantile(p)),
                ("σ0", "spread of the tasks about it"): (model.mean_sd("sigma0")[0], sigma0_quantiles(model, p)),
            }
            if model.surface.prior.law == "student":
                heavy = ("ν", "degrees of freedom: few are heavy tails")
                found[heavy] = (model.mean_sd("nu")[0], nu_quantiles(model, p))
        else:
            # The prior leaves a + b without a mean: where tasks are all alike nothing bounds it.
            found = {
                ("μ", "mean share over tasks, a/(a + b)"): (model.mean, self.population.quantile(p)),
                ("a", "beta law of the shares, first shape"): (None, shape_quantiles(model, p, "a")),
                ("b", "second shape; a + b is large where tasks are alike"): (None, shape_quantiles(model, p, "b")),
            }
        return tuple(
            TaskLawParameter(*words, mean, float(median), float(low), float(high))
            for words, (mean, (low, median, high)) in found.items()
        )

    @property
    def task_estimates(self) -> tuple[TaskEstimate, ...]:
        """One record per task: raw, shrunken, 95% interval, weight of shrinkage."""
        return self.task_estimates_at(0.95)

    def task_estimates_at(self, level: float) -> tuple[TaskEstimate, ...]:
        """One record per task, with intervals of some level; the same for every rope.

        Parameters:
            level: coverage of the intervals.
        """
        if level not in self._estimates:
            self._estimates[level] = self._estimated(level)
        return self._estimates[level]

    @cached_property
    def _estimates(self) -> dict[float, tuple[TaskEstimate, ...]]:
        return {}

    @one_blas_thread
    def _estimated(self, level: float) -> tuple[TaskEstimate, ...]:
        model = self.model
        if isinstance(model, HierarchicalT):
            made = model.tasks
            sizes, raw = self.inputs["n"], self.inputs["mean"]
            ends = (made.quantile((1 - level) / 2), made.quantile((1 + level) / 2))
            columns = (sizes, raw, made.mean, *ends, made.shrinkage)
        else:
            sizes = np.array(self.inputs["n01"]) + np.array(self.inputs["n10"])
            raw = np.array(self.inputs["n10"]) / np.maximum(sizes, 1)
            columns = (sizes, raw, model.task_mean, *model.task_interval(level), 1 - model.task_weight)
        rows = zip(self.tasks, *columns, strict=True)
        return tuple(TaskEstimate(name, int(n), *(float(value) for value in rest)) for name, n, *rest in rows)

    @one_blas_thread
    def task_probabilities(self, rope: RopeLike) -> tuple[Probabilities, ...]:
        """The three probabilities of every task, after partial pooling.

        Parameters:
            rope: on the scale of the parameter.
        """
        low, high = self.bounds(rope)
        cdf = self.model.tasks.cdf if isinstance(self.model, HierarchicalT) else self.model.task_cdf
        below, up_to = cdf(low), cdf(high)
        regions = zip(1 - up_to, up_to - below, below, strict=True)
        return tuple(Probabilities(*(float(share) for share in each)) for each in regions)

    @property
    def task_error(self) -> float:
        """Estimated absolute error of the probabilities of single tasks."""
        return self.model.task_error if isinstance(self.model, HierarchicalT) else self.model.error

    def pooled_tasks(self, rope: RopeLike, level: float = 0.95) -> tuple[PooledTask, ...]:
        """Every task after partial pooling: its estimate and its three probabilities.

        Parameters:
            rope: on the scale of the parameter.
            level: coverage of the intervals.
        """
        pairs = zip(self.task_estimates_at(level), self.task_probabilities(rope), strict=True)
        return tuple(PooledTask(estimate, probabilities) for estimate, probabilities in pairs)

    @one_blas_thread
    def model_check(self) -> dict[str, Array]:
        """The density of a new task's difference beside that of the shrunken estimates (Corani 2017, Fig. 7)."""
        if not isinstance(self.model, HierarchicalT):
            raise ArgumentError(
                f"The model check is for differences; `{self.procedure}` models shares of disagreements."
            )
        ends = self.next_task.quantile(np.array([0.005, 0.995]))
        means = self.model.tasks.mean
        x = np.linspace(min(ends[0], means.min()), max(ends[1], means.max()), NODES)
        return {
            "difference": x,
            "next task": self.model.next_density(x),
            "shrunken estimates": self.model.tasks.density_of_means(x),
        }

    def nodes(self) -> dict[str, Array]:
        """The integrated posterior as weighted nodes: the population's parameters and `weight`, which sums to 1."""
        model = self.model
        if isinstance(model, HierarchicalT):
            shape = model.weights.shape
            columns = {"delta0": model.delta0[:, None, None], "sigma0": model.sigma0[None], "nu": model.nu[None, None]}
            weights = model.weights
        else:
            shape = model.grid.weights.shape
            columns = {"mu": 1 / (1 + np.exp(-model.grid.x)), "eta": model.grid.eta[:, None]}
            weights = model.grid.weights
        flat = {name: np.broadcast_to(values, shape).ravel() for name, values in columns.items()}
        positive = np.maximum(weights.ravel(), 0.0)  # end weights of a rule may be negative where there is no mass
        return {**flat, "weight": positive / positive.sum()}

    def drawn(self, *, draws: int = 2000, rng: int | None = None) -> dict[str, Array]:
        """Draws of the population's parameters: δ0, σ0 and ν, or μ and η.

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        return self.model.drawn(draws, np.random.default_rng(0 if rng is None else rng))

    def shares(self, rope: RopeLike, *, draws: int = 2000, rng: int | None = None) -> Array:
        """Draws of θ, the probabilities of the three regions on one more task: one draw per row, first to second.

        Parameters:
            rope: on the scale of the parameter.
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        drawn = self.drawn(draws=draws, rng=rng)
        below, up_to = (self._next_below(bound, drawn) for bound in self.bounds(rope))
        return np.stack([1 - up_to, np.maximum(up_to - below, 0.0), below], axis=1)

    def region_shares(self, rope: RopeLike, *, draws: int = 2000) -> Array:
        """Draws of the shares of the three regions among tasks.

        Parameters:
            rope: on the scale of the parameter.
            draws: number of draws.
        """
        return self.shares(rope, draws=draws)

    def next_laws(self, *, draws: int = 3, rng: int | None = None) -> tuple[DifferencePosterior, ...]:
        """The law of one more task under some draws of the population's parameters (Corani 2017, Fig. 1).

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        drawn = self.drawn(draws=draws, rng=rng)
        laws: list[Law]
        if isinstance(self.model, HierarchicalT):
            columns = zip(drawn["nu"], drawn["delta0"], drawn["sigma0"], strict=True)
            laws = [StudentT(float(nu), float(delta0), float(sigma0)) for nu, delta0, sigma0 in columns]
        else:
            laws = [Beta(float(a), float(b)) for a, b in zip(*_shapes(drawn), strict=True)]
        return tuple(self._as_difference(law) for law in laws)

    def to_arviz(self, *, draws: int = 4000, rng: int | None = None) -> Any:
        """The posterior of the population as an ArviZ `DataTree` (extra `arviz`): draws, and the weighted nodes.

        Parameters:
            draws: number of draws.
            rng: seed; None is seed 0.
        """
        try:
            from arviz_base import from_dict
        except ImportError as error:
            raise ArgumentError("ArviZ is not installed: `pip install betterthan[arviz]`.") from error
        parts = {"posterior": self.drawn(draws=draws, rng=rng), "nodes": self.nodes()}
        return from_dict({part: {k: v[None] for k, v in values.items()} for part, values in parts.items()})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> HierarchicalPosterior:
        """The posterior that `to_dict` turned into a record, integrated again.

        Parameters:
            record: what `to_dict` gave.
        """
        fields = read(cls, record)
        return cls(**fields, model=_again(fields["inputs"]))

    def _next_below(self, x: float, drawn: Mapping[str, Array]) -> Array:
        """Per draw of the population's parameters, the probability that one more task lies below x."""
        if isinstance(self.model, HierarchicalT):
            return np.asarray(stdtr(drawn["nu"], (x - drawn["delta0"]) / drawn["sigma0"]))
        a, b = _shapes(drawn)
        return beta_cdf(a, b, np.full_like(a, x))

    def _as_difference(self, law: Law) -> DifferencePosterior:
        return DifferencePosterior(law, self.procedure, self.parameter, self.prior, self.spread, self.diagnostics)


def _again(inputs: Mapping[str, Any]) -> HierarchicalModel:
    """The model of inputs that were read back."""
    try:
        return integrated(inputs)
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"no model can be integrated from these inputs: {error!r}.", ("inputs",)) from error


def integrated(inputs: Mapping[str, Any]) -> HierarchicalModel:
    """The model of some inputs, integrated.

    Parameters:
        inputs: n, mean, ss, rho and the prior of each task, or n01 and n10.
    """
    return integrated_beta(inputs) if "n01" in inputs else integrated_t(inputs)


def integrated_beta(inputs: Mapping[str, Any]) -> HierarchicalBeta:
    """The beta-binomial model of the share of n10 in n01 + n10 of each task, integrated."""
    return hierarchical_beta(won=np.array(inputs["n10"]), lost=np.array(inputs["n01"]))


def integrated_t(inputs: Mapping[str, Any]) -> HierarchicalT:
    """The Student model of n, mean, ss and rho of each task, integrated under its prior."""
    prior: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in inputs["hyper"].items()
    }
    columns = (np.array(inputs[name], dtype=np.float64) for name in ("n", "mean", "ss", "rho"))
    return hierarchical_t(*columns, hyper=HyperPrior(**prior))


def _shapes(drawn: Mapping[str, Array]) -> tuple[Array, Array]:
    """a and b from μ and η; where all tasks are alike, of a beta that is narrow enough."""
    precision = 1 / np.maximum(drawn["eta"], 1e-6) ** 2
    return precision * drawn["mu"], precision * (1 - drawn["mu"])


def _heavy_tailed(centre: float, width: float) -> Array:
    """Nodes that are dense in the middle and reach far out: Student laws with few degrees of freedom need both."""
    return centre + width * np.sinh(np.linspace(-12.0, 12.0, NODES))
