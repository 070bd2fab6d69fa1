"""compare: pair, run the procedure, decide, in this order. It is the only shortcut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from betterthan.answers.comparison import Comparison, Parts
from betterthan.asking.all_pairs import compare_pairs
from betterthan.asking.by_metric import each_metric
from betterthan.asking.corrected import corrected_by_people, not_corrected
from betterthan.asking.flips import flips_asked_for
from betterthan.asking.given import Given, Said, asked_or_measured, weight_of
from betterthan.asking.joint_test import all_tested, takes_several_at_once
from betterthan.asking.one_model import Number, one_model
from betterthan.asking.one_pair import Place, comparison_of, found_in
from betterthan.asking.outlook import outlook
from betterthan.asking.scored import Scoring, with_rope_advice
from betterthan.asking.settings import Family, Progress, Settings
from betterthan.asking.within import within_groups, within_tasks
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import comparable, with_own_scores
from betterthan.data.hints import used_after_all
from betterthan.data.matching import check_words
from betterthan.data.metric_table import MetricTable
from betterthan.data.pairing import pair_all
from betterthan.data.protocol import Comparable
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError
from betterthan.judging.brier import brier_of
from betterthan.judging.checks.calibration import calibration_checks
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import listing
from betterthan.procedures.options import options_of
from betterthan.results.interval import check_level
from betterthan.results.rope import with_shift
from betterthan.vocabulary import ADJUSTMENTS, known

if TYPE_CHECKING:
    from betterthan.answers.by_metric import ByMetric
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.estimate import Estimate
    from betterthan.answers.joint_test import JointTest
    from betterthan.data.chosen_loss import Costs, LossLike
    from betterthan.data.measuring import MetricLike
    from betterthan.data.reading.held_out import HeldOut
    from betterthan.data.reading.sources.mapping import MappingLike
    from betterthan.judging.rules.rule import LossMatrix
    from betterthan.procedures.options import OptionValue
    from betterthan.results.rope import RelativeRope, RopeLike
    from betterthan.vocabulary import Adjustment, Calibration, Missing, Repeats, Weight


@each_metric
@partial(plain_arguments, options_of=options_of)
@one_blas_thread
def compare(
    data: Given,
    other: object = None,
    *,
    rope: RopeLike | RelativeRope | Mapping[str, RopeLike | RelativeRope] | None = None,
    shifted: bool = False,
    first: str | None = None,
    second: str | None = None,
    procedure: str | None = None,
    task: str | Sequence[str] | None = None,
    by: str | None = None,
    per_task: bool = False,
    rule: str = "threshold",
    threshold: float | None = None,
    loss_matrix: LossMatrix | None = None,
    reading: str | None = None,
    level: float = 0.95,
    missing: Missing = "error",
    repeats: Repeats = "error",
    pairs: str | None = None,
    adjust: Adjustment = "holm",
    progress: Progress | None = None,
    against: float | None = None,
    against_n: int | None = None,
    against_sd: float | None = None,
    folds: int | None = None,
    cv: int | None = None,
    independent: bool = False,
    n_train: float | None = None,
    n_test: float | None = None,
    higher_is_better: bool | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    loss: LossLike | None = None,
    cost: Costs | None = None,
    truth: Sequence[str] | str | None = None,
    metric: MetricLike | Sequence[MetricLike] | None = None,
    held_out: HeldOut | None = None,
    calibrate: Calibration | None = None,
    operating_point: str | Mapping[str, float] | None = None,
    weight: Weight | None = None,
    mapping: MappingLike | None = None,
    flips: int | None = None,
    **options: OptionValue,
) -> Comparison | Comparisons | ByMetric | JointTest | Estimate:
    """Is the first model better than the second? With more than two models: which of them are better than which?

    One model alone, or one against a published number, is an `Estimate`, as `bt.estimate` gives it. Several metrics
    give a `ByMetric`.

    Parameters:
        data: what `bt.read`, `bt.predictions`, `bt.pair`, `bt.unpaired` or `bt.summarize` gave; or anything that
            `bt.read` takes, such as a path, a frame or a dict of arrays (with `loss=`, what `bt.predictions` takes); or
            an array, the first model's scores. Seeds (or training sets) none of which both models share are compared as
            two independent samples, as `bt.unpaired` would have them.
        other: the second model's scores on the same units in the same order, if `data` is an array.
        rope: the region of practical equivalence: a half-width, a pair or a `Rope`, in units of the score (accuracy
            points for 0/1 scores); `"5%"` or `Rope.relative(0.05)` for a fraction of the second model's error; None
            takes the effect-size rope, null ± 0.1 standard deviations. Of several metrics, a dict with the rope of each
            that has one.
        shifted: True confirms a rope that does not contain 0, such as `(0.01, 0.02)`.
        first: the model that the verdict `first` speaks of; may be left out when there are exactly two.
        second: the other model.
        procedure: name of a procedure; None takes the one that fits the design. A classical test of several models
            (`friedman`, `anova`, …) is run on all of them where there are more than two and none are named.
        task: one or several tasks to look at.
        by: a column; the comparison is repeated within each of its values.
        per_task: whether to repeat the comparison within each task.
        rule: `threshold`, `loss`, `hdi`, or one that was registered.
        threshold: probability that a verdict needs, above 0.5; None is 0.95. Rule `loss` takes none.
        loss_matrix: 4 x 3 loss matrix for rule `loss`, as in `decide`.
        reading: the reading that the verdict rests on, for posteriors over tasks (`winner`, `next_task`, `population`).
        level: coverage of the intervals.
        missing: `error` or `drop`: what to do with units that lack a model.
        repeats: `error` or `mean`: what to do with several scores of one model on one unit.
        pairs: with more than two models, which pairs: `all` (the default), `best` (the best mean against the rest), or
            the name of a reference model.
        adjust: how p-values are adjusted for the number of pairs: `holm`, `bonferroni`, `hochberg`, `hommel`,
            `benjamini-hochberg`, `benjamini-yekutieli` or `none`.
        progress: called with the number of pairs done and the number of all pairs.
        against: a published number to compare one model with, the only one or `first`; see `bt.estimate`.
        against_n: the number of cases that the published number is a share of.
        against_sd: the standard error of the published number.
        folds: of data that is still to be read: rows or arrays that nothing names are the folds of cross-validation
            with so many folds, one repeat after the other.
        cv: the same as `folds`.
        independent: such rows or arrays are independent cases, although they look like folds or seeds.
        n_train: such rows or arrays are random splits, with training sets of this size.
        n_test: the size of their test sets.
        higher_is_better: False if the scores that are still to be read are losses.
        range: the lowest and the highest score that there can be, of scores that are still to be read.
        loss: how predictions are scored, case by case: `zero-one`, `log`, `brier`, `squared`, `absolute`, `huber-1`,
            `pinball-0.9`, `cost-5`, or a function of truth and output that gives a number for each case.
        cost: what the loss `cost` costs, as in `Predictions.scores`.
        truth: of a table that is still to be read as predictions, the column of what is true.
        metric: a metric of the whole test set by which predictions are compared, instead of a loss: `auroc`,
            `average-precision`, `f1`, `f1-macro`, `mcc`, `rmse`, `r2`, …, a name of scikit-learn where it is installed,
            or a function `metric(truth, prediction, sample_weight)`. Where what is to be read holds a score of that
            name, this score. A list compares by each of them, with one rule for how many there are.
        held_out: of predictions, a share of the cases (or clusters) to hold out; of a table that is still to be read,
            the column that says which are; or a second table, with further cases of the same models.
        calibrate: `platt`, `isotonic` or `temperature`: mends probabilities by a curve fitted on the cases held out.
        operating_point: `"cost=5"`, `"missed=0.08"` or `"false_alarms=0.05"`: a threshold chosen on the cases held out.
        weight: where cases come in clusters, what counts alike: `clusters` (the default), each with the mean of its
            cases, or `cases`: the mean over cases, with a standard error that allows for clusters.
        mapping: how to read the files of a program that is not known, as in `bt.read`.
        flips: of two models, how many of the cases to list that one won and the other lost.
        options: options of the procedure, such as `alternative`, `variant`, `draws`, `rng`.

    >>> from betterthan.data.examples import example
    >>> found = compare(example("code-switching"), task="tr-en")
    >>> found.decision.verdict, round(found.probabilities.second, 3)
    ('second', 0.996)
    >>> compare([0.81, 0.79, 0.84, 0.80, 0.82], [0.78, 0.78, 0.80, 0.79, 0.80], folds=5, rope=0.01).procedure
    'bayes_correlated_t'
    """
    said = Said(
        folds=folds,
        cv=cv,
        independent=independent,
        n_train=n_train,
        n_test=n_test,
        higher_is_better=higher_is_better,
        range=range,
        scoring=Scoring(
            loss=loss,
            cost=cost,
            truth=truth,
            metric=metric,  # type: ignore[arg-type]  # of several, `each_metric` gives one at a time
            held_out=held_out,
            calibrate=calibrate,
            operating_point=operating_point,
        ),
        weight=weight,
        mapping=mapping,
        by=by,
    )
    scores = with_rope_advice(asked_or_measured(data, other, asker="compare", said=said), rope)
    check_level(level)
    check_words(missing, repeats)
    known("adjustment", adjust, ADJUSTMENTS)
    settings = Settings(
        rope=with_shift(_one_rope(rope), shifted),
        procedure=procedure,
        rule=rule,
        threshold=threshold,
        loss_matrix=loss_matrix,
        reading=reading,
        level=level,
        options=options,
        weight=weight_of(scores),
    )
    wanted = Wanted(
        names=_names(first, second),
        pairs=pairs,
        per_task=per_task,
        by=by,
        missing=missing,
        repeats=repeats,
        flips=flips,
    )
    selected = scores if task is None else scores.select_tasks([task] if isinstance(task, str) else list(task))
    family = Family(pairs=pairs or "all", adjustment=adjust, progress=progress)
    return _compared(selected, wanted, settings, family, Number(against, against_n, against_sd))


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What of the scores is to be compared: arguments of `compare`, as they are there.

    Parameters:
        names: the first model and the second, as far as they were named.
        pairs: which pairs of several models; None if nothing is said.
        per_task: whether to repeat it within each task.
        by: a column, to repeat it within each of its values.
        missing: what to do with units that lack a model.
        repeats: what to do with several scores of one model on one unit.
        flips: how many of the cases to list that one won and the other lost.
    """

    names: tuple[str, ...] = ()
    pairs: str | None = None
    per_task: bool = False
    by: str | None = None
    missing: Missing = "error"
    repeats: Repeats = "error"
    flips: int | None = None


def _one_rope(
    rope: RopeLike | RelativeRope | Mapping[str, RopeLike | RelativeRope] | None,
) -> RopeLike | RelativeRope | None:
    if isinstance(rope, Mapping):
        raise ArgumentError("A rope for each metric is for several: name them, as in `metric=[…]`, or give one rope.")
    return rope


def _names(first: str | None, second: str | None) -> tuple[str, ...]:
    if second is not None and first is None:
        raise ArgumentError(f"`second` is given (`{second}`) but not `first`: name both, or only `first`.")
    return tuple(name for name in (first, second) if name is not None)


def _compared(
    data: Scores | Comparable | MetricTable, wanted: Wanted, settings: Settings, family: Family, number: Number
) -> Comparison | Comparisons | JointTest | Estimate:
    """Predictions by a metric, one model, several, or a pair, whichever it is."""
    if isinstance(data, MetricTable):
        return _by_metric(data, wanted, settings, family, number)
    if number.given or len(data.models) == 1:
        _refuse_flips(wanted)
        first, second = (*wanted.names, None, None)[:2]
        not_for_one = {"second": second, "pairs": wanted.pairs, "by": wanted.by}
        return one_model(data, first, settings, number, not_for_one, repeats=wanted.repeats)
    if wanted.pairs is not None and wanted.names:
        raise ArgumentError(f"`pairs` and `first` contradict each other: compare one pair, or {wanted.pairs}.")
    if wanted.pairs is not None or (not wanted.names and len(data.models) > 2):
        return _several(data, wanted, settings, family)
    found = _one(data, wanted, settings)
    if wanted.flips is None:
        return found
    return replace(found, flips=flips_asked_for(data, (found.first, found.second), wanted.flips, wanted.by))


def _by_metric(
    data: MetricTable, wanted: Wanted, settings: Settings, family: Family, number: Number
) -> Comparison | Comparisons:
    from betterthan.asking.whole_set_several import compared_predictions, refuse_against

    _refuse_flips(wanted)
    refuse_against(number.value)
    every = wanted.pairs is not None
    return compared_predictions(
        data, wanted.names, settings, family, every_pair=every, per_task=wanted.per_task, by=wanted.by
    )


def _several(data: Scores | Comparable, wanted: Wanted, settings: Settings, family: Family) -> Comparisons | JointTest:
    """All models at once, or every pair of them."""
    if wanted.by is not None:
        raise ArgumentError("Subgroups (`by`) are for one pair: name it with `first=` and `second=`.")
    _refuse_flips(wanted)
    scored = with_own_scores(data, "pairs")
    table = pair_all(scored, missing=wanted.missing, repeats=wanted.repeats) if isinstance(scored, Scores) else scored
    if len(table.models) > 2 and takes_several_at_once(settings.procedure):
        return all_tested(table, settings, pairs=wanted.pairs, adjust=family.adjustment, per_task=wanted.per_task)
    return not_corrected(compare_pairs(table, family, settings, per_task=wanted.per_task), data)


def _refuse_flips(wanted: Wanted) -> None:
    if wanted.flips is not None:
        raise ArgumentError("`flips=` is for the scores of one pair of models: name it with `first=` and `second=`.")


def _one(data: Scores | Comparable, wanted: Wanted, settings: Settings) -> Comparison:
    """One pair, with its tasks and subgroups."""
    known = replace(data, notes=used_after_all(data.notes, wanted.by)) if isinstance(data, Scores) else data
    missing, repeats = wanted.missing, wanted.repeats
    table = comparable(known, wanted.names, missing=missing, repeats=repeats)
    found = found_in(table, settings)
    tasks = within_tasks(found, table, settings) if wanted.per_task and len(table.tasks) > 1 else Parts()
    pair = table.models[:2]
    groups = (
        Parts()
        if wanted.by is None
        else within_groups(data, wanted.by, pair, settings, missing=missing, repeats=repeats)
    )
    only = (table.tasks[0] or None) if len(table.tasks) == 1 else None
    place = Place(
        task=only,
        tasks=tasks.comparisons,
        groups=groups.comparisons,
        notes=(*tasks.notes, *groups.notes),
        outlook=outlook(found.single, found.chosen, found.result, found.rope, found.decision, settings, found.table),
        table=table,
    )
    return _with_people(_with_calibration(comparison_of(found, settings, place), data), data, settings)


def _with_calibration(found: Comparison, data: Scores | Comparable) -> Comparison:
    """The comparison with checks of the probabilities that its losses were made of."""
    if not isinstance(data, Scores) or data.told is None:
        return found
    predictions, scores = data.told
    places = [predictions.models.index(name) for name in (found.first, found.second)]
    apart = scores[:, places[0]] - scores[:, places[1]]
    names = (found.first, found.second)
    checks = (*found.checks, *calibration_checks(predictions, names, apart))
    return replace(found, checks=checks, brier=brier_of(predictions, names))


def _with_people(found: Comparison, data: Scores | Comparable, settings: Settings) -> Comparison:
    """The comparison beside what human labels on some cases make of a judge's scores."""
    if not isinstance(data, Scores):
        return found
    said = corrected_by_people(data, (found.first, found.second), found.rope, settings.level)
    return replace(found, corrected=said.corrected, notes=(*found.notes, *said.notes))


@one_blas_thread
def compare_two(
    table: Comparable | MetricTable,
    *,
    rope: RopeLike | RelativeRope | None = None,
    procedure: str | None = None,
    threshold: float | None = None,
    level: float = 0.95,
    per_task: bool = False,
    **options: OptionValue,
) -> Comparison:
    """As `compare`, for a table of two models.

    Parameters:
        table: the scores of two models, paired or not, or their predictions with a metric.
        rope: as in `compare`.
        procedure: as in `compare`.
        threshold: as in `compare`.
        level: as in `compare`.
        per_task: as in `compare`.
        options: options of the procedure.
    """
    if isinstance(table, MetricTable):
        return _two_by_metric(table, rope, procedure, threshold, level, per_task, options)
    if len(table.models) != 2:
        raise ArgumentError(f"This table has {len(table.models)} models ({listing(table.models)}); name two of them.")
    check_level(level)
    asked: dict[str, Any] = {"threshold": threshold, "level": level, "weight": weight_of(table)}
    settings = Settings(rope=rope, procedure=procedure, options=options, **asked)
    return _one(table, Wanted(per_task=per_task), settings)


def _two_by_metric(
    table: MetricTable,
    rope: RopeLike | RelativeRope | None,
    procedure: str | None,
    threshold: float | None,
    level: float,
    per_task: bool,
    options: Mapping[str, OptionValue],
) -> Comparison:
    from betterthan.asking.whole_set_several import pair_by_metric

    settings = Settings(rope=rope, procedure=procedure, threshold=threshold, level=level, options=options)
    return pair_by_metric(table, (), settings, per_task=per_task, by=None)
