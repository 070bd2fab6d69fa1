"""compare: pair, run the procedure, decide, in this order. It is the only shortcut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from numbers import Real
from typing import Any

import numpy as np
from scipy.special import betaincinv, stdtrit

from betterthan.checks import Check, checks, normality_failed, task_checks, too_many_ties
from betterthan.comparison import Comparison, ModelFigures
from betterthan.decision import LOSS, Rule, Verdict, decide
from betterthan.effects import effect_sizes
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError, counted, listing, unknown_name
from betterthan.pairing import (
    Missing,
    Paired,
    PairedTable,
    Repeats,
    choose_models,
    fits_in_memory,
    one_unit_per_task,
    pair,
    summarize,
    task_sums,
)
from betterthan.procedures import Procedure, named
from betterthan.question import Question, question
from betterthan.results import (
    DifferencePosterior,
    Interval,
    MajorityPosterior,
    NullTest,
    PairResult,
    Posterior,
    Ranking,
    RegionPosterior,
)
from betterthan.results.laws import Beta, StudentT
from betterthan.rope import RelativeRope, Rope, RopeLike, as_rope
from betterthan.scores import Scores
from betterthan.summaries import ModelScore, PairedSummary

EFFECT_SIZE = 0.1
"""Half-width of the default rope in standard deviations: half of Cohen's small effect (Kruschke 2015)."""

FOR_ANY = ("draws", "rng")
"""Options that any procedure may be given: those that draw nothing have no use for them."""
LOSSES = "The scores are losses: differences are turned so that positive means that the first model is better."

NO_ROPE = "No rope is used: a win by however little counts as a win, and the answer speaks of these tasks only."


@dataclass(frozen=True)
class Settings:
    """What the user asked for, besides the scores; see `compare`."""

    rope: RopeLike | RelativeRope | None
    procedure: str | None
    rule: Rule
    threshold: float
    loss: Sequence[Sequence[float]]
    reading: str | None
    level: float
    options: dict[str, Any]


def compare(
    data: Scores | PairedTable | PairedSummary,
    *,
    rope: RopeLike | RelativeRope | None = None,
    first: str | None = None,
    second: str | None = None,
    procedure: str | None = None,
    task: str | Sequence[str] | None = None,
    by: str | None = None,
    per_task: bool = False,
    rule: Rule = "threshold",
    threshold: float = 0.95,
    loss: Sequence[Sequence[float]] = LOSS,
    reading: str | None = None,
    level: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
    **options: Any,
) -> Comparison:
    """Is the first model better than the second?

    Parameters:
        data: what `bt.read`, `bt.pair` or `bt.summarize` gave.
        rope: the region of practical equivalence: a half-width, a pair, a `Rope` or `Rope.relative(fraction)`, in units
            of the score (accuracy points for 0/1 scores); None takes the effect-size rope, null ± 0.1 standard
            deviations.
        first: the model that the verdict `first` speaks of; may be left out when there are exactly two.
        second: the other model.
        procedure: name of a procedure; None takes the one that fits the design.
        task: one or several tasks to look at.
        by: a column; the comparison is repeated within each of its values.
        per_task: whether to repeat the comparison within each task.
        rule: `threshold`, `loss` or `hdi`.
        threshold: probability that a verdict needs.
        loss: 4 x 3 loss matrix for rule `loss`.
        reading: the reading that the verdict rests on, for posteriors over tasks (`winner`, `next_task`, `population`).
        level: coverage of the intervals.
        missing: `error` or `drop`: what to do with units that lack a model.
        repeats: `error` or `mean`: what to do with several scores of one model on one unit.
        options: options of the procedure, such as `alternative`, `variant`, `draws`, `rng`.

    >>> from betterthan.examples import example
    >>> found = compare(example("code-switching"), task="tr-en")
    >>> found.decision.verdict, round(found.probabilities.second, 3)
    ('second', 0.996)
    """
    if not isinstance(data, (Scores, PairedTable, PairedSummary)):
        raise ArgumentError(
            f"`compare` takes what `bt.read` or `bt.pair` gives; got {type(data).__name__}. "
            "Read it first: `bt.compare(bt.read(…))`."
        )
    if not 0 < level < 1:
        raise ArgumentError(f"A level is a coverage between 0 and 1, such as 0.95; got {level:g}.")
    settings = Settings(rope, procedure, rule, threshold, loss, reading, level, options)
    names = tuple(name for name in (first, second) if name is not None)
    if second is not None and first is None:
        raise ArgumentError(f"`second` is given (`{second}`) but not `first`: name both, or only `first`.")
    selected = data if task is None else data.select_tasks([task] if isinstance(task, str) else list(task))
    table = paired(selected, names, missing=missing, repeats=repeats)
    answer = _answer(table, settings)
    if per_task and len(table.tasks) > 1:
        answer = _with_tasks(answer, table, settings)
    if by is not None:
        answer = _with_groups(answer, selected, by, settings, missing, repeats)
    return replace(answer, task=table.tasks[0] or None) if len(table.tasks) == 1 else answer


def paired(
    data: Scores | PairedTable | PairedSummary,
    models: Sequence[str] = (),
    *,
    missing: Missing = "error",
    repeats: Repeats = "error",
) -> Paired:
    """The paired form of any input: as it is if it is paired already, summed by its engine if it is too large.

    Parameters:
        data: scores, a paired table or a summary.
        models: the first and second model; may be empty when there are exactly two.
        missing: as in `pair`.
        repeats: as in `pair`.
    """
    if isinstance(data, Scores):
        chosen = choose_models(data.models, models, data.source)
        if fits_in_memory(data, *chosen):
            return pair(data, *chosen, missing=missing, repeats=repeats)
        return summarize(data, *chosen, missing=missing, repeats=repeats)
    choose_models(data.models, models, "This table")
    if models and models[0] != data.models[0]:
        raise ArgumentError(
            f"This table is already paired with `{data.models[0]}` first; pair the scores again, or read `second` as "
            f"`{data.models[0]}`."
        )
    return data


def _answer(table: Paired, settings: Settings) -> Comparison:
    asked = question(table, rope_given=settings.rope is not None)
    chosen = _chosen(asked, settings)
    single = one_unit_per_task(table) if len(table.tasks) > 1 else table
    across = chosen.needs.tasks == "several"
    made = task_checks(table) if across else checks(single)
    main = _single(table, chosen, asked, settings)
    also = () if across else _beside(single, made, asked, settings)
    return replace(
        main,
        models=tuple(_figures(model, single, settings.level) for model in single.model_scores()),
        effects=effect_sizes(single),
        checks=made,
        also=also,
        pairing=single.pairing(),
        clustering=table.design.clustering if isinstance(table, PairedTable) else None,
        notes=(
            *table.notes,
            *(() if table.higher_is_better else (LOSSES,)),
            *_unit_notes(table, chosen),
            *_rope_notes(table, main.rope),
            *main.notes,
        ),
    )


def _unit_notes(table: Paired, chosen: Procedure[Any, Any]) -> tuple[str, ...]:
    if len(table.tasks) > 1 and chosen.needs.tasks == "one":
        return (f"Each of the {len(table.tasks)} tasks counts as one unit, with its mean score.",)
    if chosen.name == "bayes_hierarchical_t":
        flat = [name for name, ss in zip(table.tasks, task_sums(table).ss, strict=True) if ss == 0]
        if flat:
            return (
                f"{counted(len(flat), 'task')} without variation ({listing(flat)}) counted as if one score had "
                "differed by one step.",
            )
    return ()


def _rope_notes(table: Paired, rope: Rope | None) -> tuple[str, ...]:
    """A rope that holds every possible difference makes any two models equivalent."""
    scores = table.scores if isinstance(table, PairedTable) else None
    reach = 1.0 if table.binary else float(np.ptp(scores)) if scores is not None else None
    if rope is None or rope.source != "user" or reach is None or min(-rope.low, rope.high) < reach:
        return ()
    return (f"The rope [{rope.low:g}, {rope.high:g}] is as wide as all scores: any two models would be equivalent.",)


def _chosen(asked: Question, settings: Settings) -> Procedure[Any, Any]:
    if settings.procedure is not None:
        return named(settings.procedure)
    if asked.procedure is None:
        raise NeedsNotMet(asked.reason)
    return named(asked.procedure)


def _beside(table: Paired, made: tuple[Check, ...], asked: Question, settings: Settings) -> tuple[Comparison, ...]:
    """Where the differences are not normal, the procedure that does not need them to be."""
    if asked.procedure != "bayes_t" or settings.procedure is not None:
        return ()
    names = ("bayes_bootstrap",) if too_many_ties(made) else ("bayes_robust_t",) if normality_failed(made) else ()
    fitting = [named(name) for name in names if named(name).needs.unmet(table) is None]
    return tuple(_single(table, each, asked, replace(settings, reading=None)) for each in fitting)


def _single(table: Paired, chosen: Procedure[Any, Any], asked: Question, settings: Settings) -> Comparison:
    """One procedure on one table, decided."""
    single = one_unit_per_task(table) if len(table.tasks) > 1 else table
    whole = chosen.needs.tasks == "several" or chosen.needs.binary  # task means are not 0/1: let it say so
    result, rope = _run(table if whole else single, chosen, settings)
    blank = Comparison(
        first=table.models[0],
        second=table.models[1],
        question=asked,
        result=result,
        n_units=single.n_units,
        unit=single.design.unit if isinstance(single, PairedTable) else "cases",
        rope=rope,
        level=settings.level,
    )
    if isinstance(result, NullTest):
        return blank
    decision = decide(
        result,
        rope or 0.0,  # a posterior of wins takes no rope
        reading=settings.reading,
        rule=settings.rule,
        threshold=settings.threshold,
        loss=settings.loss,
    )
    return replace(
        blank,
        decision=decision,
        classical=_classical(single, chosen, settings),
        notes=_notes(result, rope, settings, single.n_units, decision.verdict),
    )


def _run(table: Paired, chosen: Procedure[Any, Any], settings: Settings) -> tuple[PairResult, Rope | None]:
    given = _options(chosen, settings.options, strict=True)
    if "level" in chosen.options:
        given["level"] = settings.level
    user = _user_rope(settings.rope, table)
    if "rope" in chosen.options and chosen.needs.tasks == "one":
        rope = user or effect_size_rope(0.0, table.moments().sd)
        return chosen(table, rope=rope, **given), rope
    if "scale" in chosen.options and user is not None:
        given.setdefault("scale", "points")
    found = chosen(table, **given)
    result = found.pair(*table.models[:2]) if isinstance(found, Ranking) else found
    if isinstance(result, (NullTest, MajorityPosterior)):
        return result, None
    if isinstance(result, RegionPosterior):
        return result, result.rope
    null = result.parameter.null
    if user is None:
        return result, effect_size_rope(null, result.spread or 0.0)
    return result, user if user.low <= null <= user.high else Rope(null + user.low, null + user.high)


def effect_size_rope(null: float, sd: float) -> Rope:
    """The rope for those who gave none: null ± 0.1 standard deviations.

    Parameters:
        null: the parameter's value when the models are equal.
        sd: standard deviation of the differences.
    """
    half = EFFECT_SIZE * sd
    return Rope(null - half, null + half, "effect size: 0.1 standard deviations about no difference")


def _options(chosen: Procedure[Any, Any], options: dict[str, Any], *, strict: bool) -> dict[str, Any]:
    unknown = [name for name in options if name not in (*chosen.options, *FOR_ANY)]
    if unknown and strict and not (chosen.counterpart and set(unknown) <= set(named(chosen.counterpart).options)):
        takes = ", ".join(f"`{name}`" for name in chosen.options) or "no options"
        raise ArgumentError(f"`{chosen.name}` has no option `{unknown[0]}`; it takes {takes}.")
    return {name: value for name, value in options.items() if name in chosen.options}


def _user_rope(rope: RopeLike | RelativeRope | None, table: Paired) -> Rope | None:
    if rope is None:
        return None
    if isinstance(rope, RelativeRope):
        return rope.resolve(error=_error_of_second(table), model=table.models[1])
    made = as_rope(rope)
    if isinstance(rope, Real):  # a pair or a Rope is taken as it is
        _refuse_mixed_scales(made, table)
    return made


def _error_of_second(table: Paired) -> float:
    """The second model's error: the score itself if it is a loss, else its distance from 1."""
    if not table.model_scores():
        raise ArgumentError("A relative rope needs the models' own scores; this table has differences only.")
    mean = table.model_scores()[1].mean
    if not table.higher_is_better:
        return mean
    if not 0 <= mean <= 1:
        raise ArgumentError(
            f"A relative rope is a fraction of the error 1 - score, so scores must lie in [0, 1]; "
            f"`{table.models[1]}` has mean {mean:.4g}. Give the rope in units of the score."
        )
    return 1 - mean


def _refuse_mixed_scales(rope: Rope, table: Paired) -> None:
    """Percent scores with a fraction rope, or the reverse, answer a question that nobody asked."""
    models = table.model_scores()
    if not models or rope.high == 0 or not table.higher_is_better:
        return
    means = [abs(model.mean) for model in models]
    insist = f"If you mean it, give both bounds: `--rope {rope.low:g},{rope.high:g}` (in Python a pair)."
    if min(means) > 10 and max(means) <= 100 and max(model.sd for model in models) > 1 and rope.high <= 0.05:
        raise ArgumentError(
            f"The scores look like percent (means {means[0]:.4g} and {means[1]:.4g}) and the rope ±{rope.high:g} "
            f"like a fraction. Did you mean `--rope {100 * rope.high:g}`? {insist}"
        )
    if max(means) <= 1 and rope.high >= 1 and max(model.sd for model in models) <= 1:
        raise ArgumentError(
            f"The scores look like fractions (means {means[0]:.4g} and {means[1]:.4g}) and the rope ±{rope.high:g} "
            f"like percent. Did you mean `--rope {rope.high / 100:g}`? {insist}"
        )


def _classical(table: Paired, chosen: Procedure[Any, Any], settings: Settings) -> NullTest | None:
    if chosen.counterpart is None:
        return None
    counterpart = named(chosen.counterpart)
    if counterpart.needs.unmet(table) is not None:
        return None
    given = _options(counterpart, settings.options, strict=False)
    if "level" in counterpart.options:
        given["level"] = settings.level
    test: NullTest = counterpart(table, **given)
    return test


def _notes(posterior: Posterior, rope: Rope | None, settings: Settings, n: int, verdict: Verdict) -> tuple[str, ...]:
    notes = []
    if posterior.identical:
        notes.append(f"The two models have the same score on all {n:,} units: nothing here tells them apart.")
    if rope is None:
        return (*notes, NO_ROPE)
    if posterior.parameter.null and rope.source == "user":
        notes.append(f"The rope is on the scale of {posterior.parameter.name}, not in accuracy points.")
    best = best_equivalence(posterior, rope)
    if best is not None and best < settings.threshold and verdict == "undecided":
        notes.append(
            f"With this rope, this spread and {n:,} units `equivalent` can reach {best:.2f} at most, below the "
            f"threshold {settings.threshold:g}, wherever the mean lies: only a wider rope or more units can show it."
        )
    return tuple(notes)


def best_equivalence(posterior: Posterior, rope: Rope) -> float | None:
    """The largest probability of equivalence that a posterior of this spread could have; None where unknown.

    Parameters:
        posterior: the posterior.
        rope: the region of practical equivalence.
    """
    if not isinstance(posterior, DifferencePosterior):
        return None
    law = posterior.law
    if isinstance(law, StudentT):
        centred: StudentT | Beta = replace(law, location=(rope.low + rope.high) / 2)
    elif isinstance(law, Beta):
        centred = Beta((law.a + law.b) / 2, (law.a + law.b) / 2)
    else:
        return None
    return replace(posterior, law=centred).probabilities(rope).equivalent


def _figures(model: ModelScore, table: Paired, level: float) -> ModelFigures:
    """A model's own mean with an interval: beta for 0/1 scores, Student's t otherwise, wider for folds."""
    name, n, mean, sd = model
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    shared = (table.design.test_fraction or 0.0) if isinstance(table, PairedTable) else 0.0
    if table.binary:
        right = mean * n
        low, high = betaincinv(1 + right, 1 + n - right, tails)
        return ModelFigures(name, n, mean, sd, Interval(float(low), float(high), level, "equal-tailed"))
    reach = float(stdtrit(n - 1, tails[1])) * sd * sqrt(1 / n + shared / (1 - shared)) if n > 1 else float("nan")
    return ModelFigures(name, n, mean, sd, Interval(mean - reach, mean + reach, level, "confidence"))


def _with_tasks(answer: Comparison, table: Paired, settings: Settings) -> Comparison:
    parts, notes = [], []
    across = named(answer.procedure).needs.tasks == "several"
    within = replace(settings, procedure=None, options={}) if across else settings
    for task in table.tasks:
        try:
            found = _answer(table.select_tasks([task]), replace(within, reading=None))
            parts.append(replace(found, task=task))
        except NeedsNotMet as error:
            notes.append(f"Task `{task}` was left out of the per-task table: {error}")
    return replace(answer, tasks=tuple(parts), notes=answer.notes + tuple(notes))


def _with_groups(
    answer: Comparison,
    data: Scores | PairedTable | PairedSummary,
    by: str,
    settings: Settings,
    missing: Missing,
    repeats: Repeats,
) -> Comparison:
    if not isinstance(data, Scores):
        raise ArgumentError(f"Subgroups (`{by}`) need the single scores; this table is already paired or counted.")
    if by not in (*data.extra, *data.columns):
        raise ArgumentError(unknown_name("column", by, (*data.extra, *data.columns)))
    parts = []
    notes = [f"Subgroups (`{by}`) are exploratory: the more of them one looks at, the more will stand out by chance."]
    for value in data.rows.levels(by):
        subset = replace(data, rows=data.rows.only(by, [value]))
        try:
            table = paired(subset, (answer.first, answer.second), missing=missing, repeats=repeats)
            parts.append(replace(_answer(table, settings), group=(by, value)))
        except (NeedsNotMet, PairingError, ArgumentError) as error:
            notes.append(f"Subgroup {by} = {value} was left out: {error}")
    return replace(answer, groups=tuple(parts), notes=answer.notes + tuple(notes))
