"""Recomputed: an answer that was read from a document, with all that follows from what it holds computed again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from betterthan.answers.by_metric import ByMetric
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.estimate import Estimate
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.scaling import Scaling
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.asking import estimate as alone
from betterthan.asking.by_metric import adjusted_together
from betterthan.asking.comparisons import with_adjusted
from betterthan.asking.joint_verdicts import Jointly
from betterthan.asking.own_means import share_interval
from betterthan.asking.rank import asked_again
from betterthan.asking.seed_table import seed_table
from betterthan.asking.sensitivity import verdicts_about
from betterthan.asking.settings import Settings
from betterthan.data.reading.tables import read
from betterthan.judging.decision import decide
from betterthan.judging.rules.threshold import by_threshold
from betterthan.results.condition import Condition
from betterthan.results.probabilities import Probabilities

if TYPE_CHECKING:
    from betterthan.answers.parts import OwnFigures
    from betterthan.data.scores import Scores
    from betterthan.judging.verdict import Decision


def recomputed(found: Any) -> Any:
    """The same answer, computed from its own posterior, scores or rows.

    Parameters:
        found: an answer that was read from a document.
    """
    again = AGAIN.get(type(found))
    return found if again is None else again(found)


def _comparison(found: Comparison) -> Comparison:
    """Number of units, decision, and the parts; estimate, interval and readings follow when it is written."""
    own = _decision(found, found.own_decision)
    return replace(
        found,
        n_units=_units(found),
        models=tuple(map(_figures, found.models)) if found.metric is None else found.models,
        decision=own if found.alone is None else found.decision,  # that of a joint model follows from the ranking
        alone=None if found.alone is None else own,
        also=tuple(map(_comparison, found.also)),
        tasks=tuple(map(_comparison, found.tasks)),
        groups=tuple(map(_comparison, found.groups)),
    )


def _figures(model: OwnFigures) -> OwnFigures:
    """The interval of a share follows from its number of cases; others depend on the design."""
    if model.mean is None or model.interval is None or model.interval.kind != "equal-tailed":
        return model
    return model._replace(interval=share_interval(model.mean, model.n, model.interval.level))


def _units(found: Comparison) -> int:
    if not found.models:
        return found.n_units
    return found.models[0].n if found.paired else sum(model.n for model in found.models)


def _decision(found: Comparison, stored: Decision | None) -> Decision | None:
    posterior = found.posterior
    if posterior is None or stored is None:
        return stored
    return decide(
        posterior,
        found.rope or 0.0,  # a posterior of wins takes no rope
        reading=stored.reading,
        rule=stored.rule,
        threshold=stored.threshold,
        loss_matrix=None if found.given is None else found.given.loss_matrix,
    )


def _comparisons(found: Comparisons) -> Comparisons:
    ranked = None if found.ranked is None else asked_again(found.ranked)
    pairs = tuple(_among_others(_comparison(pair), ranked) for pair in found.comparisons)
    alone = pairs[0].given is None or pairs[0].given.metrics == 1  # else other metrics are adjusted with them
    return replace(found, comparisons=with_adjusted(pairs, found.adjustment) if alone else pairs, ranked=ranked)


def _by_metric(found: ByMetric) -> ByMetric:
    answers = adjusted_together(tuple(map(recomputed, found.answers)), found.adjustment)
    return replace(found, answers=answers)


def _among_others(pair: Comparison, ranked: Ranked | None) -> Comparison:
    """The pair with the verdict that follows from the ranking, where it rests on that."""
    stored, posterior = pair.decision, pair.posterior
    if pair.joint is None or stored is None or posterior is None or ranked is None:
        return pair
    matrix = None if pair.given is None else pair.given.loss_matrix
    settings = Settings(rope=None, rule=stored.rule, threshold=stored.threshold, loss_matrix=matrix)
    conditions = [each for each in posterior.conditions(pair.rope or 0.0) if each.name == stored.held_back_by]
    if stored.held_back_by is not None and not conditions:  # it rests on scores that a document does not hold
        conditions = [Condition(stored.held_back_by, ("equivalent",), Probabilities(0.5, 0.0, 0.5))]
    return Jointly(ranked, settings).judges(pair, conditions)


def _ranked_scores(found: RankedScores) -> RankedScores:
    return replace(found, ranked=asked_again(found.ranked))


def _seeds(found: SeedTable) -> SeedTable:
    """The document holds every score, so that the whole table can be made again."""
    ropes = [row.against.rope for row in found.rows if row.against is not None and row.against.rope is not None]
    return seed_table(
        scores_of(found), found.baseline, level=found.level, rope=ropes[0] if ropes else None, adjust=found.adjustment
    )


def scores_of(found: SeedTable) -> Scores:
    """The scores that a seed table holds.

    Parameters:
        found: the table.
    """
    held = [(row.task, row.model, each.seed, each.score) for row in found.rows for each in row.scores]
    task, model, seed, score = (list(column) for column in zip(*held, strict=True))
    run = "train_set" if found.unit == "training sets" else "seed"
    tasks = {} if not any(task) else {"task": task}
    columns = {**tasks, "model": model, run: seed, "score": score}
    scores: Scores = read(columns, score="score", higher_is_better=found.higher_is_better)  # type: ignore[assignment]
    return scores


def _decisions(found: DecisionTable) -> DecisionTable:
    tasks = tuple(
        replace(
            each,
            rejected=each.p_value <= 1 - found.level,
            verdict=by_threshold(each.probabilities, found.threshold),
        )
        for each in found.tasks
    )
    return replace(found, tasks=tasks)


def _sensitivity(found: Sensitivity) -> Sensitivity:
    comparison = _comparison(found.comparison)
    posterior = comparison.posterior
    if posterior is None or not posterior.can_vary:
        return replace(found, comparison=comparison)
    ask = verdicts_about(comparison, found.threshold)
    stored = zip(found.priors, found.ropes, found.probabilities, found.verdicts, strict=True)
    rows = [(ask(rope).get(prior), shares, verdict) for prior, rope, shares, verdict in stored]
    return replace(
        found,
        comparison=comparison,
        probabilities=tuple(shares if again is None else again.probabilities for again, shares, _ in rows),
        verdicts=tuple(verdict if again is None else again.verdict for again, _, verdict in rows),
    )


def _scaling(found: Scaling) -> Scaling:
    return replace(found, verdicts=tuple(by_threshold(each, found.threshold) for each in found.probabilities))


AGAIN: dict[type, Callable[[Any], Any]] = {
    Comparison: _comparison,
    Comparisons: _comparisons,
    ByMetric: _by_metric,
    Ranked: asked_again,
    RankedScores: _ranked_scores,
    SeedTable: _seeds,
    DecisionTable: _decisions,
    Sensitivity: _sensitivity,
    Scaling: _scaling,
    Estimate: alone.asked_again,
}
"""What computes an answer again, by its type; of the others nothing follows from anything else."""
