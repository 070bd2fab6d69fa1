"""From any answer to its report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from betterthan.answers.by_metric import ByMetric
from betterthan.answers.checked import Checked
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.estimate import Estimate
from betterthan.answers.further import Further
from betterthan.answers.gate import Gate
from betterthan.answers.joint_test import JointTest
from betterthan.answers.kinds import Answer
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.plan import Plan
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.replication import Replication
from betterthan.answers.scaling import Scaling
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.answers.task_scaling import TaskScaling
from betterthan.answers.validation import Validation
from betterthan.errors import ArgumentError
from betterthan.report.blocks import Report
from betterthan.report.by_metric import report_of_by_metric
from betterthan.report.checked import report_of_checked
from betterthan.report.decisions import report_of_decisions
from betterthan.report.estimate import report_of_estimate
from betterthan.report.gate import report_of_gate
from betterthan.report.joint_test import report_of_joint_test
from betterthan.report.model_means import report_of_model_means
from betterthan.report.pair import report_of_pair
from betterthan.report.plan import report_of_plan
from betterthan.report.replication import report_of_replication
from betterthan.report.scaling import report_of_scaling
from betterthan.report.scores import report_of_scores
from betterthan.report.seeds import report_of_seeds
from betterthan.report.sensitivity import report_of_sensitivity
from betterthan.report.several import report_of_pairs, report_of_ranked, report_of_ranked_scores
from betterthan.report.task_scaling import report_of_task_scaling
from betterthan.report.validation import report_of_validation
from betterthan.report.visible import all_visible

BUILDERS: dict[type, Callable[[Any, Further | None], Report]] = {
    Comparison: report_of_pair,
    Comparisons: report_of_pairs,
    ByMetric: report_of_by_metric,
    JointTest: report_of_joint_test,
    Ranked: report_of_ranked,
    RankedScores: report_of_ranked_scores,
    SeedTable: report_of_seeds,
    DecisionTable: report_of_decisions,
    ScoreTable: report_of_scores,
    Sensitivity: report_of_sensitivity,
    Scaling: report_of_scaling,
    TaskScaling: report_of_task_scaling,
    Plan: report_of_plan,
    ModelMeans: report_of_model_means,
    Estimate: report_of_estimate,
    Checked: report_of_checked,
    Validation: report_of_validation,
    Replication: report_of_replication,
    Gate: report_of_gate,
}
"""What builds the report on an answer, by the answer's type."""


def report_of(answer: Answer, further: Further | None = None) -> Report:
    """The report on an answer, to be rendered in any form; with `further` it has what only a page shows."""
    if type(answer) not in BUILDERS:
        raise ArgumentError(f"There is no report on a `{type(answer).__name__}`.")
    return all_visible(BUILDERS[type(answer)](answer, further))
