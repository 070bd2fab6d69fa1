"""The table of metrics: a metric is a record in its family's file and a line here, or is registered from outside.

Some names hold a number: `f2`, `f0.5-macro`, `top-5`, `partial-auroc-0.1`, `ece-10`, `ndcg-10`. scikit-learn's names of
metrics that are here mean ours.
"""

from __future__ import annotations

import re
from typing import TypeAlias, cast

from betterthan.numerics.metrics.labels import (
    ACCURACY,
    BALANCED_ACCURACY,
    KAPPA,
    MATTHEWS,
    Average,
    f_measure,
    multilabel_f_measure,
)
from betterthan.numerics.metrics.metric import Metric, PerQuery
from betterthan.numerics.metrics.precision_recall import AVERAGE_PRECISION
from betterthan.numerics.metrics.probabilities import PERPLEXITY, calibration_error, top
from betterthan.numerics.metrics.ranking import RECIPROCAL_RANK, gain
from betterthan.numerics.metrics.roc import AUROC, SEVERAL, partial_auroc
from betterthan.numerics.metrics.values import MAE, R_SQUARED, RMSE, SPEARMAN
from betterthan.numerics.name_table import Family, NameTable

AnyMetric: TypeAlias = Metric | PerQuery

NUMBER = r"\d+(?:\.\d+)?|\.\d+"

RECORDS: tuple[AnyMetric, ...] = (
    ACCURACY,
    AUROC,
    *SEVERAL,
    AVERAGE_PRECISION,
    *(f_measure(1, average) for average in ("binary", "micro", "macro", "weighted")),
    *(multilabel_f_measure(1, average) for average in ("micro", "macro", "weighted")),
    BALANCED_ACCURACY,
    MATTHEWS,
    KAPPA,
    RMSE,
    MAE,
    R_SQUARED,
    SPEARMAN,
    calibration_error(),
    PERPLEXITY,
    gain(),
    RECIPROCAL_RANK,
)


def _f(match: re.Match[str]) -> AnyMetric:
    return f_measure(float(match[1]), cast(Average, match[2] or "binary"))


def _multilabel_f(match: re.Match[str]) -> AnyMetric:
    return multilabel_f_measure(float(match[1]), cast(Average, match[2]))


FAMILIES: tuple[Family[AnyMetric], ...] = (
    Family(rf"f({NUMBER})(?:-(micro|macro|weighted))?", "f2", _f),
    Family(rf"multilabel-f({NUMBER})-(micro|macro|weighted)", "multilabel-f2-macro", _multilabel_f),
    Family(r"top-(\d+)", "top-5", lambda match: top(int(match[1]))),
    Family(rf"partial-auroc-({NUMBER})", "partial-auroc-0.1", lambda match: partial_auroc(float(match[1]))),
    Family(r"ece-(\d+)", "ece-10", lambda match: calibration_error(int(match[1]))),
    Family(r"ndcg-(\d+)", "ndcg-10", lambda match: gain(int(match[1]))),
)

ALIASES = {
    "accuracy_score": "accuracy",
    "roc_auc": "auroc",
    "roc_auc_score": "auroc",
    "roc_auc_ovr": "auroc-ovr-macro",
    "roc_auc_ovr_weighted": "auroc-ovr-weighted",
    "roc_auc_ovo": "auroc-ovo-macro",
    "roc_auc_ovo_weighted": "auroc-ovo-weighted",
    "average_precision": "average-precision",
    "average_precision_score": "average-precision",
    "f1_score": "f1",
    "f1_micro": "f1-micro",
    "f1_macro": "f1-macro",
    "f1_weighted": "f1-weighted",
    "balanced_accuracy": "balanced-accuracy",
    "balanced_accuracy_score": "balanced-accuracy",
    "matthews_corrcoef": "mcc",
    "cohen_kappa_score": "kappa",
    "top_k_accuracy": "top-2",
    "neg_root_mean_squared_error": "rmse",
    "root_mean_squared_error": "rmse",
    "neg_mean_absolute_error": "mae",
    "mean_absolute_error": "mae",
    "r2_score": "r2",
    "ndcg_score": "ndcg",
}
"""Ours by scikit-learn's names of scorers and functions; its `top_k_accuracy` looks at two classes."""

METRICS: NameTable[AnyMetric] = NameTable("metric", {metric.name: metric for metric in RECORDS}, FAMILIES, ALIASES)


def metric_named(name: str) -> AnyMetric:
    """The metric with that name."""
    return METRICS.named(name)


def names() -> tuple[str, ...]:
    """Every name; of names that hold a number, one example."""
    return METRICS.names()


def register(metric: AnyMetric) -> None:
    """Enter a metric from outside; it may not take the name of another."""
    METRICS.register(metric)
