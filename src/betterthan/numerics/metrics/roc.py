"""Areas under the ROC curve: of two classes, up to a false positive rate, and averaged over several classes.

With weights w the area is the weight of the pairs (positive, negative) that the scores order rightly, ties half:

    AUROC = Σ_i Σ_j w_i w_j (1[s_i > s_j] + ½ 1[s_i = s_j]) / (W₊ W₋)

Sorted once, the inner sums are running sums. They need not have a term for each case: a run of negatives and the run of
positives above it are one step of the curve, a corner; only a score that both classes have is a step of its own, a
diagonal. Half of the cases in each class leave about a quarter as many steps as cases.

References: Hanley and McNeil (1982); McClish (1989); Hand and Till (2001); Fawcett (2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError
from betterthan.numerics.metrics.metric import Column, Metric, Over, Weighted, finite
from betterthan.numerics.metrics.sums import group_sums, running, shares

ONE_CLASS = "no case of one of the classes has weight"
TINY = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class _Steps:
    """The steps of a ROC curve, from the lowest score up.

    Parameters:
        number: the step of each case.
        tied: the steps that are diagonals.
        count: how many there are.
    """

    number: IntArray
    tied: IntArray
    count: int


def _steps(positive: BoolArray, scores: Array) -> _Steps:
    order = np.argsort(scores)
    ordered, is_positive = scores[order], positive[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    some_positive = np.logical_or.reduceat(is_positive, starts)
    some_negative = np.logical_or.reduceat(~is_positive, starts)
    tied = some_positive & some_negative
    # A score that both classes have opens a step, and so does the next; among the others a step opens where
    # negatives follow positives, so that each is a run of negatives and the positives above it.
    opens = np.append(True, tied[1:] | tied[:-1] | (some_negative[1:] & some_positive[:-1]))
    step_of_score = np.cumsum(opens) - 1
    number = np.empty(len(scores), dtype=np.int64)
    number[order] = np.repeat(step_of_score, np.diff(np.append(starts, len(scores))))
    return _Steps(number, step_of_score[tied], int(step_of_score[-1]) + 1)


@dataclass(frozen=True)
class _Curve:
    """Which share of each class every step of the curve has."""

    steps: _Steps
    positives: Weighted
    negatives: Weighted

    @classmethod
    def of(cls, scores: Array, positive: BoolArray, negative: BoolArray) -> _Curve:
        cases = np.flatnonzero(positive | negative)
        steps = _steps(positive[cases], scores[cases])
        sums = [
            group_sums(steps.number[chosen[cases]], steps.count, n=len(scores), cases=np.flatnonzero(chosen))
            for chosen in (positive, negative)
        ]
        return cls(steps, *sums)

    def area(self, weights: Array) -> Array:
        positives, negatives = shares(self.positives(weights)), shares(self.negatives(weights))
        # Positives are above the negatives of their own step, too; on a diagonal half of these pairs count.
        tied = _products(positives[self.steps.tied], negatives[self.steps.tied])
        return _products(positives, running(negatives)) - tied / 2

    def area_up_to(self, limit: float, weights: Array) -> Array:
        """The area left of a false positive rate, on McClish's scale: 1/2 is chance, 1 is perfect."""
        # From the highest score down: up by the positives of a step, then right by its negatives.
        up, right = shares(self.positives(weights))[::-1], shares(self.negatives(weights))[::-1]
        height = running(up.copy())
        width = np.clip(limit - (running(right.copy()) - right), 0, right)  # of a step, the part left of the limit
        tied = self.steps.count - 1 - self.steps.tied
        # What lies above a diagonal is not under the curve: a triangle, or its part left of the limit.
        above = width[tied] * up[tied] * (1 - width[tied] / (2 * np.maximum(right[tied], TINY)))
        chance = limit**2 / 2
        area = _products(width, height) - above.sum(axis=0)
        return np.asarray((1 + (area - chance) / (limit - chance)) / 2)


def _products(first: Array, second: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->j", first, second))


def _auroc(truth: Column, scores: Column) -> Weighted:
    positive = np.asarray(truth) == 1
    return _Curve.of(finite(scores), positive, ~positive).area


def partial_auroc(limit: float) -> Metric:
    """The area up to a false positive rate, as scikit-learn's `max_fpr` has it."""
    if not 0 < limit <= 1:
        raise ArgumentError(f"`partial-auroc-{limit:g}`: a false positive rate is above 0 and at most 1.")

    def over(truth: Column, scores: Column) -> Weighted:
        positive = np.asarray(truth) == 1
        curve = _Curve.of(finite(scores), positive, ~positive)
        return lambda weights: curve.area_up_to(limit, weights)

    return Metric(
        f"partial-auroc-{limit:g}",
        f"area under the ROC curve up to a false positive rate of {limit:g} (McClish's scale)",
        "score",
        True,
        over,
        ((1 - limit) / (2 - limit), 1.0),
        classes=2,
        undefined=ONE_CLASS,
    )


def _one_against_rest(*, by_weight: bool) -> Over:
    def over(truth: Column, probabilities: Column) -> Weighted:
        codes, scores = np.asarray(truth), finite(probabilities)
        classes = range(scores.shape[1])
        curves = [_Curve.of(scores[:, each], codes == each, codes != each) for each in classes]
        totals = group_sums(codes, len(classes), n=len(codes))

        def weighted(weights: Array) -> Array:
            areas = np.stack([curve.area(weights) for curve in curves])
            return _products(areas, shares(totals(weights))) if by_weight else np.asarray(areas.mean(axis=0))

        return weighted

    return over


def _one_against_one(*, by_weight: bool) -> Over:
    def over(truth: Column, probabilities: Column) -> Weighted:
        codes, scores = np.asarray(truth), finite(probabilities)
        pairs = list(combinations(range(scores.shape[1]), 2))
        curves = [
            (
                _Curve.of(scores[:, first], codes == first, codes == second),
                _Curve.of(scores[:, second], codes == second, codes == first),
            )
            for first, second in pairs
        ]
        totals = group_sums(codes, scores.shape[1], n=len(codes))

        def weighted(weights: Array) -> Array:
            areas = np.stack([(first.area(weights) + second.area(weights)) / 2 for first, second in curves])
            if not by_weight:
                return np.asarray(areas.mean(axis=0))
            of_class = totals(weights)
            return _products(areas, shares(np.stack([of_class[first] + of_class[second] for first, second in pairs])))

        return weighted

    return over


AUROC = Metric("auroc", "area under the ROC curve", "score", True, _auroc, (0.0, 1.0), classes=2, undefined=ONE_CLASS)
SEVERAL = tuple(
    Metric(
        f"auroc-{short}-{average}",
        f"area under the ROC curve, {words}, {said}",
        "probabilities",
        True,
        over(by_weight=average == "weighted"),
        (0.0, 1.0),
        undefined=ONE_CLASS,
    )
    for short, words, over in (
        ("ovr", "each class against the rest", _one_against_rest),
        ("ovo", "each class against each other one", _one_against_one),
    )
    for average, said in (("macro", "mean"), ("weighted", "mean by how frequent the classes are"))
)
