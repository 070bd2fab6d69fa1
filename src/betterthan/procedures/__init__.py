"""Every procedure by name: `bt.procedures.bayes_t(table)`."""

from betterthan.procedures.bayesian import bayes_bootstrap, bayes_mcnemar, bayes_robust_t, bayes_t
from betterthan.procedures.frequentist import mcnemar, paired_t, permutation, sign, tost, wilcoxon
from betterthan.procedures.registry import REGISTRY, Needs, Procedure, named, procedure

__all__ = [
    "REGISTRY",
    "Needs",
    "Procedure",
    "bayes_bootstrap",
    "bayes_mcnemar",
    "bayes_robust_t",
    "bayes_t",
    "mcnemar",
    "named",
    "paired_t",
    "permutation",
    "procedure",
    "sign",
    "tost",
    "wilcoxon",
]
