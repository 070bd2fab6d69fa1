"""The kinds of answers."""

from __future__ import annotations

from typing import TypeAlias

from betterthan.answers.by_metric import ByMetric
from betterthan.answers.checked import Checked
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.estimate import Estimate
from betterthan.answers.gate import Gate
from betterthan.answers.joint_test import JointTest
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

Compared: TypeAlias = Comparison | Comparisons | Ranked | JointTest
"""Answers about which model is better: they have a verdict and a main figure."""
Tables: TypeAlias = (
    ByMetric
    | RankedScores
    | SeedTable
    | DecisionTable
    | ScoreTable
    | Sensitivity
    | Scaling
    | TaskScaling
    | Plan
    | ModelMeans
    | Estimate
    | Checked
    | Validation
    | Replication
    | Gate
)
"""Answers that are tables."""
Answer: TypeAlias = Compared | Tables
"""Answers that have a report and can be written to a file."""
