"""Sensitivity: how the verdict depends on the width of the rope and on the prior (Corani 2017, sec. 3.1 and 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, get_args

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.answers.sensitivity import Sensitivity
from betterthan.errors import ArgumentError
from betterthan.judging.decision import by_threshold, check_threshold
from betterthan.numerics.crossed_mean import CrossedPrior
from betterthan.numerics.hyper_prior import NU_PRIORS
from betterthan.procedures import named
from betterthan.procedures.bayesian.signed_rank import Z0, prior_sensitivity
from betterthan.results.difference import DifferencePosterior
from betterthan.results.hierarchical import HierarchicalPosterior, integrated
from betterthan.results.laws.crossed_mean import CrossedMean
from betterthan.results.probabilities import Probabilities
from betterthan.results.region import RegionPosterior
from betterthan.results.rope import Rope

Asked: TypeAlias = Callable[[Rope], Mapping[str, Probabilities]]
"""For a rope, the three probabilities under every prior, by the name of the prior."""


MULTIPLES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Rope widths that are looked at, as multiples of the comparison's own."""


def sensitivity(
    comparison: Comparison,
    *,
    ropes: Sequence[float] | None = None,
    threshold: float = 0.95,
) -> Sensitivity:
    """The three probabilities over a range of rope widths and over the named priors of the procedure.

    Parameters:
        comparison: a comparison by a Bayesian procedure. A `bayes_signed_rank` that was given a generator, whose draws
            are gone, is run again with default options on the scores that the comparison holds.
        ropes: half-widths about no difference; None takes multiples of the comparison's own rope.
        threshold: probability that a verdict needs.

    >>> from betterthan.asking.compare import compare
    >>> from betterthan.data.examples import example
    >>> found = sensitivity(compare(example("nbc-aode"), rope=1.0, procedure="bayes_t"), ropes=[0.5, 1, 4])
    >>> found.verdicts
    ('second', 'second', 'equivalent')
    """
    check_threshold(threshold)
    made, ask = _ropes(comparison, ropes), _asked(comparison)
    answers = [(rope, ask(rope)) for rope in made]
    rows = [(prior, rope, answer[prior]) for prior in answers[0][1] for rope, answer in answers]
    priors, over, probabilities = zip(*rows, strict=True)
    verdicts = tuple(by_threshold(each, threshold) for each in probabilities)
    return Sensitivity(comparison, priors, over, probabilities, verdicts, threshold)


def _ropes(comparison: Comparison, ropes: Sequence[float] | None) -> list[Rope]:
    posterior, own = comparison.posterior, comparison.rope
    if posterior is None or own is None:
        raise _without_rope(comparison)
    null = posterior.parameter.null if not isinstance(posterior, RegionPosterior) else 0.0
    if ropes is None:
        return [Rope(null + k * (own.low - null), null + k * (own.high - null), f"{k:g} x own") for k in MULTIPLES]
    return [Rope(null - half, null + half) for half in np.sort(np.asarray(ropes, dtype=np.float64)).tolist()]


def _without_rope(comparison: Comparison) -> ArgumentError:
    return ArgumentError(f"`{comparison.procedure}` takes no rope, so its width does not matter.")


def _asked(comparison: Comparison) -> Asked:
    """How a rope is asked about; what can be shared between ropes is computed once."""
    posterior, decision = comparison.posterior, comparison.decision
    if posterior is None or decision is None:
        raise _without_rope(comparison)
    if isinstance(posterior, HierarchicalPosterior):
        variants = _other_priors(posterior)
        return lambda rope: {name: each.readings(rope)[decision.reading] for name, each in variants.items()}
    if isinstance(posterior, RegionPosterior):
        return _rerun(posterior, decision.reading, comparison)
    if isinstance(posterior, DifferencePosterior) and isinstance(posterior.law, CrossedMean):
        laws = _under_other_priors(posterior.law)
        return lambda rope: {name: replace(posterior, law=law).probabilities(rope) for name, law in laws.items()}
    return lambda rope: {posterior.prior: posterior.readings(rope)[decision.reading]}


def _other_priors(posterior: HierarchicalPosterior) -> dict[str, HierarchicalPosterior]:
    """The same sufficient statistics under every named prior of ν, the posterior's own first."""
    own = posterior.prior.partition(":")[0]
    if "hyper" not in posterior.inputs:
        return {own: posterior}
    made = {own: posterior}
    for name, (shape, rate) in NU_PRIORS.items():
        if name != own:
            hyper = {**posterior.inputs["hyper"], "shape": list(shape), "rate": list(rate)}
            inputs = {**posterior.inputs, "hyper": hyper}
            made[name] = replace(posterior, prior=name, inputs=inputs, model=integrated(inputs))
    return made


def _under_other_priors(law: CrossedMean) -> dict[str, CrossedMean]:
    """The same sums of squares under every prior of their variances, the law's own first."""
    others = [replace(law, prior=prior) for prior in get_args(CrossedPrior) if prior != law.prior]
    return {each.prior: each for each in (law, *others)}


def _rerun(posterior: RegionPosterior, reading: str, comparison: Comparison) -> Asked:
    """A posterior that is built for one rope is built again; the signed-rank test also with other priors."""
    inputs = dict(posterior.inputs)
    if not inputs:
        table = comparison.scores_for(f"Another rope for `{posterior.procedure}`, which is built for one,")
        inputs["differences"] = table.by_task().differences()
    inputs["differences"] = np.array(inputs["differences"])
    if posterior.procedure != "bayes_signed_rank":
        again = named(posterior.procedure).from_differences
        return lambda rope: {posterior.prior: again(rope=rope, **inputs).readings(rope)[reading]}
    own: Z0 = inputs.pop("z0", 0.0)
    places = tuple(dict.fromkeys((own, 0.0, "-inf", "inf")))

    def signed_rank(rope: Rope) -> dict[str, Probabilities]:
        found = prior_sensitivity(rope=rope, z0=places, **inputs)
        return {f"z0 = {name}": each.readings(rope)[reading] for name, each in found.items()}

    return signed_rank
