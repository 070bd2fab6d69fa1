"""Every procedure by name: `bt.procedures.bayes_t(table)`."""

from betterthan.procedures.bayesian import (
    bayes_bootstrap,
    bayes_hierarchical_mcnemar,
    bayes_hierarchical_t,
    bayes_mcnemar,
    bayes_poisson_binomial,
    bayes_robust_t,
    bayes_sign,
    bayes_signed_rank,
    bayes_t,
)
from betterthan.procedures.frequentist import friedman, mcnemar, paired_t, permutation, sign, tost, wilcoxon
from betterthan.procedures.registry import REGISTRY, Needs, Procedure, named, procedure

__all__ = [
    "REGISTRY",
    "Needs",
    "Procedure",
    "bayes_bootstrap",
    "bayes_hierarchical_mcnemar",
    "bayes_hierarchical_t",
    "bayes_mcnemar",
    "bayes_poisson_binomial",
    "bayes_robust_t",
    "bayes_sign",
    "bayes_signed_rank",
    "bayes_t",
    "friedman",
    "mcnemar",
    "named",
    "paired_t",
    "permutation",
    "procedure",
    "sign",
    "tost",
    "wilcoxon",
]
