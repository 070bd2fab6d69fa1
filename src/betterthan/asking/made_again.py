"""Made again: the answer that a document holds, computed from scores with the settings that the document stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from betterthan.answers.by_metric import ByMetric
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.estimate import Estimate
from betterthan.answers.joint_test import JointTest
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.scaling import Scaling
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.asking.estimate import estimate
from betterthan.asking.given import Said, asked_about
from betterthan.asking.model_means import model_means
from betterthan.asking.rank import rank
from betterthan.asking.scaling import scaling
from betterthan.asking.score_table import score_table
from betterthan.asking.seed_table import seed_table
from betterthan.asking.sensitivity import sensitivity
from betterthan.data.clusters import ESTIMANDS
from betterthan.data.scores import Scores
from betterthan.data.unpaired import unpaired
from betterthan.errors import ArgumentError

if TYPE_CHECKING:
    from betterthan.answers.parts import AskedFor
    from betterthan.results.rope import Rope
    from betterthan.vocabulary import Estimand, Weight

WEIGHTS_OF: Mapping[Estimand, Weight] = {estimand: weight for weight, estimand in ESTIMANDS.items()}


class Treatment(NamedTuple):
    """How gaps and repeats are treated, as in `compare`."""

    missing: Any = "error"
    repeats: Any = "error"


def made_again(found: Any, data: Any, treatment: Treatment) -> Any:
    """The same question, asked of the scores.

    Parameters:
        found: an answer that was read from a document.
        data: the scores.
        treatment: how gaps and repeats are treated.
    """
    return MADE[type(found)](found, data, treatment)


def not_stored(found: Any) -> frozenset[str]:
    """Keys whose values rest on settings that such documents do not hold.

    Parameters:
        found: an answer that was read from a document.
    """
    return NOT_STORED.get(type(found), frozenset())


def _comparison(found: Comparison, data: Any, treatment: Treatment) -> Any:
    from betterthan.asking.compare import compare

    if found.joint is not None:  # one of several: the others are needed to make it again
        several: Any = compare(data, **_settings_of_several(found), **treatment._asdict())
        return several.pair(found.first, found.second)
    selected = _of_task(data, found.task)
    if not found.paired and isinstance(selected, Scores):
        selected = unpaired(selected, found.first, found.second, **treatment._asdict())
    return compare(selected, **_of_pair(found), **treatment._asdict())


def _comparisons(found: Comparisons, data: Any, treatment: Treatment) -> Any:
    from betterthan.asking.compare import compare

    return compare(data, **_of_pairs(found), **treatment._asdict())


def _by_metric(found: ByMetric, data: Any, treatment: Treatment) -> Any:
    from betterthan.asking.compare import compare

    if isinstance(data, Scores):
        raise ArgumentError(
            "A document about several metrics is checked with what holds all of them, and these are the scores of one: "
            "give `bt.check` the path, the frame or the predictions; or check the document of one metric."
        )
    first = found.answers[0]
    asked = _of_pair(first) if isinstance(first, Comparison) else _of_pairs(first)
    ropes = {metric: _rope(pair.given, pair.rope) for metric, pair in reversed(found.pairs)}
    own = {"metric": list(found.metrics), "rope": ropes, "adjust": found.adjustment}
    return compare(data, **{**asked, **own}, **treatment._asdict())


def _of_pair(found: Comparison) -> dict[str, Any]:
    """The arguments that ask for this comparison."""
    by = {"by": found.groups[0].group.column} if found.groups and found.groups[0].group is not None else {}
    names = {"first": found.first, "second": found.second}
    return {**names, **by, "per_task": bool(found.tasks), **_settings(found)}


def _of_pairs(found: Comparisons) -> dict[str, Any]:
    """The arguments that ask for these pairs."""
    per_task = any(pair.tasks for pair in found.comparisons)
    family = {"pairs": found.pairs, "adjust": found.adjustment, "per_task": per_task}
    return {**family, **_settings_of_several(found.comparisons[0])}


def _joint_test(found: JointTest, data: Any, treatment: Treatment) -> Any:
    from betterthan.asking.compare import compare

    family: dict[str, Any] = {"level": found.level, "per_task": bool(found.tasks)}
    if found.which != "all":
        family["pairs"] = found.which
    if found.adjustment is not None:
        family["adjust"] = found.adjustment
    return compare(_of_task(data, found.task), procedure=found.procedure, **family, **treatment._asdict())


def _settings(found: Comparison) -> dict[str, Any]:
    decision, given = found.own_decision, found.given
    judged: dict[str, Any] = {}
    if decision is not None:
        judged = {"rule": decision.rule, "threshold": decision.threshold}
        if found.posterior is not None and decision.reading != found.posterior.rests_on:
            judged["reading"] = decision.reading
    asked: dict[str, Any] = {"rope": _rope(given, found.rope), "level": found.level, **judged}
    if given is None:
        return {**asked, "procedure": found.procedure}
    own = {"procedure": given.procedure, "loss_matrix": given.loss_matrix, "threshold": given.threshold}
    return {**asked, **own, "weight": given.weight, **given.options}


def _settings_of_several(found: Comparison) -> dict[str, Any]:
    """As the user gave them; a reading that was named is named again, also where it is the procedure's own."""
    named = {} if found.given is None else {"reading": found.given.reading}
    return {**_settings(found), **named}


def _rope(given: AskedFor | None, rope: Rope | None) -> Rope | None:
    return rope if given is None or given.rope else None


def _of_task(data: Any, task: str | None) -> Any:
    """The scores of the task that a document is about, if they are of several."""
    return data.select_tasks([task]) if task is not None and len(data.tasks) > 1 else data


def _ranked(found: Ranked, data: Any, treatment: Treatment) -> Ranked:
    given = found.given
    options: Mapping[str, Any] = {} if given is None else given.options
    return rank(
        data,
        models=found.result.models,
        rope=_rope(given, found.rope),
        procedure=found.procedure,
        threshold=found.threshold if given is None or given.threshold is None else given.threshold,
        level=found.models[0].interval.level,
        weight=None if given is None else given.weight,
        **treatment._asdict(),
        **options,
    )


def _ranked_scores(found: RankedScores, data: Any, treatment: Treatment) -> RankedScores:
    return RankedScores(_ranked(found.ranked, data, treatment), _scores(found.scores, data, treatment))


def _seeds(found: SeedTable, data: Any, treatment: Treatment) -> SeedTable:
    ropes = [row.against.rope for row in found.rows if row.against is not None]
    rope = next((each for each in ropes if each is not None), None)
    settings: dict[str, Any] = {"level": found.level, "rope": rope, "adjust": found.adjustment}
    return seed_table(data, found.baseline, repeats=treatment.repeats, **settings)


def _scores(found: ScoreTable, data: Any, treatment: Treatment) -> ScoreTable:
    return score_table(data, models=found.models, **treatment._asdict())


def _decisions(found: DecisionTable, data: Any, treatment: Treatment) -> DecisionTable:
    from betterthan.asking.decision_table import decision_table

    models = tuple(dict.fromkeys(name for pair in found.pairs for name in pair))
    settings: dict[str, Any] = {"rope": found.rope, "level": found.level, "threshold": found.threshold}
    return decision_table(data, models=models, **settings, **treatment._asdict())


def _sensitivity(found: Sensitivity, data: Any, treatment: Treatment) -> Sensitivity:
    comparison = _comparison(found.comparison, data, treatment)
    own = all(rope.source != "user" for rope in found.ropes)
    widths = None if own else sorted({(rope.high - rope.low) / 2 for rope in found.ropes})
    return sensitivity(comparison, ropes=widths, threshold=found.threshold)


def _scaling(found: Scaling, data: Any, treatment: Treatment) -> Scaling:
    from betterthan.asking.compare import compare

    names: dict[str, Any] = {"first": found.first, "second": found.second, "procedure": found.procedure}
    comparison: Any = compare(data, **names, rope=found.rope, weight=found.weight, **treatment._asdict())
    return scaling(comparison, factors=found.factors, threshold=found.threshold)


def _estimate(found: Estimate, data: Any, treatment: Treatment) -> Estimate:
    against = found.against
    settings: dict[str, Any] = {}
    if against is not None:
        own = against.rope if not against.rope.source.startswith("effect size") else None
        settings = {
            "against": against.value,
            "against_n": against.n,
            "against_sd": against.standard_error,
            "rope": own,
            "rule": against.decision.rule,
            "threshold": against.threshold,
            "loss_matrix": against.loss_matrix,
        }
    weight: Weight | None = None if found.clustering is None else WEIGHTS_OF[found.clustering.estimand]
    selected = asked_about(_of_task(data, found.task), asker="check", said=Said(weight=weight))
    return estimate(selected, found.model, level=found.level, repeats=treatment.repeats, **settings)


def _means(found: ModelMeans, data: Any, treatment: Treatment) -> ModelMeans:
    names = [model.name for model in found.models]
    return model_means(data, models=names, level=found.level, **treatment._asdict())


MADE: dict[type, Callable[[Any, Any, Treatment], Any]] = {
    Comparison: _comparison,
    Comparisons: _comparisons,
    ByMetric: _by_metric,
    JointTest: _joint_test,
    Ranked: _ranked,
    RankedScores: _ranked_scores,
    SeedTable: _seeds,
    ScoreTable: _scores,
    DecisionTable: _decisions,
    Sensitivity: _sensitivity,
    Scaling: _scaling,
    Estimate: _estimate,
    ModelMeans: _means,
}
"""What asks the same question again, by the type of the answer."""

NOT_STORED: dict[type, frozenset[str]] = {ScoreTable: frozenset({"marks", "rule"}), RankedScores: frozenset({"marks"})}
"""The marks of a table of scores rest on a rope and a procedure that it does not name."""
