"""The table of figures: every figure by name, and which of them show an answer, in the order of a page.

A new figure is a file of its own and its name here, with a row if it is the main figure of an answer or is on its page.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.estimate import Estimate
from betterthan.answers.joint_test import JointTest
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.plan import Plan
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.scaling import Scaling
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.answers.validation import Validation
from betterthan.figures import fits
from betterthan.figures.best import best
from betterthan.figures.beta_samples import beta_samples
from betterthan.figures.beta_shapes import beta_shapes
from betterthan.figures.better_matrix import better_matrix
from betterthan.figures.boxplots import boxplots
from betterthan.figures.critical_difference import critical_difference
from betterthan.figures.differences import differences
from betterthan.figures.effects import effects
from betterthan.figures.estimate import estimate
from betterthan.figures.forest import forest
from betterthan.figures.hdi_levels import hdi_levels
from betterthan.figures.loss_shares import loss_shares
from betterthan.figures.model_check import model_check
from betterthan.figures.model_effects import model_effects
from betterthan.figures.model_means import model_means
from betterthan.figures.next_tasks import next_tasks
from betterthan.figures.pairing import pairing
from betterthan.figures.pairing_power import pairing_power
from betterthan.figures.per_task_decisions import per_task_decisions
from betterthan.figures.plan import plan
from betterthan.figures.posterior import posterior
from betterthan.figures.precision_recall import precision_recall
from betterthan.figures.qq import qq
from betterthan.figures.rank_distribution import rank_distribution
from betterthan.figures.reliability import reliability
from betterthan.figures.roc import roc
from betterthan.figures.scaling import scaling
from betterthan.figures.seeds import seeds
from betterthan.figures.sensitivity import sensitivity
from betterthan.figures.shares import shares
from betterthan.figures.shown import Shown
from betterthan.figures.simplex import simplex
from betterthan.figures.simplex_grid import simplex_grid
from betterthan.figures.simplex_margins import simplex_margins
from betterthan.figures.task_posteriors import task_posteriors
from betterthan.figures.validation import validation

__all__ = [
    "best",
    "beta_samples",
    "beta_shapes",
    "better_matrix",
    "boxplots",
    "critical_difference",
    "differences",
    "effects",
    "estimate",
    "forest",
    "hdi_levels",
    "loss_shares",
    "model_check",
    "model_effects",
    "model_means",
    "next_tasks",
    "pairing",
    "pairing_power",
    "per_task_decisions",
    "plan",
    "posterior",
    "precision_recall",
    "qq",
    "rank_distribution",
    "reliability",
    "roc",
    "scaling",
    "seeds",
    "sensitivity",
    "shares",
    "simplex",
    "simplex_grid",
    "simplex_margins",
    "task_posteriors",
    "validation",
]

TABLE: tuple[Shown[Any], ...] = (
    Shown(
        simplex, Comparison, fits.three_shares, main=True,
        title="Three shares", words="posterior of the three regions",
    ),
    Shown(posterior, Comparison, fits.one_number, main=True),  # not on the page, which draws it itself, to be moved
    Shown(
        forest, Comparison, fits.pooled_tasks,
        title="Tasks after partial pooling", words="raw and shrunken difference of every task",
    ),
    Shown(
        roc, Comparison, fits.scores_of_two_classes,
        title="ROC curves", words="the share of positive cases found over the share of false alarms",
    ),
    Shown(
        precision_recall, Comparison, fits.scores_of_two_classes,
        title="Precision and recall", words="precision over the share of positive cases found",
    ),
    Shown(
        boxplots, Comparison, fits.two_samples,
        title="Scores of the models", words="both samples, with quartiles",
    ),
    Shown(
        differences, Comparison, fits.measured_differences, fits.rope_of_differences,
        title="Differences", words="how the differences are distributed, and how many lie in each region",
    ),
    Shown(
        pairing, Comparison, fits.scores_in_pairs,
        title="Scores, pair by pair", words="the score of one model against that of the other",
    ),
    Shown(
        qq, Comparison, fits.checked_differences,
        title="Do the differences follow a normal law?", words="the differences in order against those of a normal law",
    ),
    Shown(
        sensitivity, Sensitivity, main=True,
        title="Other ropes", words="the three probabilities and the verdict over ropes of other widths",
    ),
    Shown(
        effects, Ranked, main=True,
        title="Effects of the models", words="each model with its interval",
    ),
    Shown(
        better_matrix, Ranked,
        title="Who is better than whom", words="probability for every pair",
    ),
    Shown(
        rank_distribution, Ranked,
        title="Places", words="probability of each place",
    ),
    Shown(
        critical_difference, Ranked, fits.tested_ranks,
        title="Critical difference", words="average ranks, tied groups joined",
    ),
    Shown(
        critical_difference, JointTest, fits.average_ranks, main=True,
        title="Average ranks", words="average ranks, tied groups joined where the test says which are tied",
    ),
    Shown(
        model_effects, JointTest, fits.effects_on_the_scores, main=True,
        title="Effects of the models", words="each model, with its interval where the test has one",
    ),
    Shown(
        boxplots, JointTest, fits.measured_scores, fits.one_box_per_model,
        title="Scores of the models", words="the scores of every model, with quartiles",
    ),
    Shown(better_matrix, Comparisons, fits.judged_pairs, main=True),
    Shown(
        better_matrix, Comparisons, fits.all_judged_pairs,
        title="Who is better than whom", words="every pair",
    ),
    Shown(
        boxplots, Comparisons, fits.measured_scores, fits.one_box_per_model,
        title="Scores of the models", words="the scores of every model, with quartiles",
    ),
    Shown(
        seeds, SeedTable, main=True,
        title="All seeds", words="every seed of every model, with the mean and its interval",
    ),
    Shown(
        model_means, ModelMeans, main=True,
        title="Means", words="the mean of every model with both intervals",
    ),
    Shown(
        estimate, Estimate, main=True,
        title="Mean", words="the mean of the model with its interval, and a published number if there is one",
    ),
    Shown(
        scaling, Scaling, main=True,
        title="More units", words="the three probabilities and the p-value over the number of units",
    ),
    Shown(
        plan, Plan, main=True,
        title="How many", words="the chance of a verdict and of a test over the number of units",
    ),
    Shown(per_task_decisions, DecisionTable, main=True),
    Shown(
        validation, Validation, main=True,
        title="Ours and theirs", words="what was found beside what was published or is due",
    ),
    Shown(task_posteriors, Comparison, fits.drawn_tasks),
    Shown(hdi_levels, Comparison, fits.one_number),
    Shown(simplex, Comparison, fits.pooled_tasks),
    Shown(simplex_margins, Comparison, fits.three_shares),
    Shown(simplex_margins, Comparison, fits.pooled_tasks),
    Shown(shares, Comparison, fits.three_shares),
    Shown(next_tasks, Comparison, fits.pooled_tasks),
    Shown(model_check, Comparison, fits.pooled_differences),
    Shown(beta_samples, Comparison, fits.pooled_shares),
    Shown(beta_shapes, Comparison, fits.pooled_shares),
    Shown(pairing_power, Comparison, fits.saved_by_pairing),
    Shown(best, Ranked),
    Shown(simplex_grid, Comparisons, fits.pairs_with_shares),
)  # fmt: skip
"""Of the main figures of an answer the first that fits is drawn; the order of the others is that of the page. Those at
the end are drawn where they are asked for by name."""

RANKINGS: dict[type[Any], Callable[[Any], Ranked | None]] = {
    Comparisons: fits.ranking_of_pairs,
    RankedScores: attrgetter("ranked"),
}
"""Answers that hold a ranking, whose figures come before their own."""
