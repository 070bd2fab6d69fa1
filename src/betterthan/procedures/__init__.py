"""Every procedure by name: `bt.procedures.bayes_t(table)`."""

from betterthan.procedures.bayesian import (
    bayes_bootstrap,
    bayes_correlated_t,
    bayes_hierarchical_mcnemar,
    bayes_hierarchical_t,
    bayes_mcnemar,
    bayes_poisson_binomial,
    bayes_robust_t,
    bayes_sign,
    bayes_signed_rank,
    bayes_t,
)
from betterthan.procedures.frequentist import (
    correlated_t,
    f_5x2cv,
    friedman,
    mcnemar,
    paired_t,
    permutation,
    sign,
    t_5x2cv,
    tost,
    wilcoxon,
)
from betterthan.procedures.registry import REGISTRY, Needs, Procedure, named, procedure

__all__ = [
    "REGISTRY",
    "Needs",
    "Procedure",
    "bayes_bootstrap",
    "bayes_correlated_t",
    "bayes_hierarchical_mcnemar",
    "bayes_hierarchical_t",
    "bayes_mcnemar",
    "bayes_poisson_binomial",
    "bayes_robust_t",
    "bayes_sign",
    "bayes_signed_rank",
    "bayes_t",
    "correlated_t",
    "f_5x2cv",
    "friedman",
    "mcnemar",
    "named",
    "paired_t",
    "permutation",
    "procedure",
    "sign",
    "t_5x2cv",
    "tost",
    "wilcoxon",
]

for _name in sorted(REGISTRY, key=lambda name: (REGISTRY[name].family, name)):
    REGISTRY[_name] = REGISTRY.pop(_name)  # listed by family and name, whichever module was imported first
