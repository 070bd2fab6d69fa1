"""Every procedure by name: `bt.procedures.bayes_t(table)`."""

from betterthan.procedures.bayesian.anova import bayes_anova
from betterthan.procedures.bayesian.bootstrap import bayes_bootstrap
from betterthan.procedures.bayesian.correlated_t import bayes_correlated_t
from betterthan.procedures.bayesian.crossed import bayes_crossed
from betterthan.procedures.bayesian.hierarchical_mcnemar import bayes_hierarchical_mcnemar
from betterthan.procedures.bayesian.hierarchical_t import bayes_hierarchical_t
from betterthan.procedures.bayesian.joint import bayes_joint
from betterthan.procedures.bayesian.mcnemar import bayes_mcnemar
from betterthan.procedures.bayesian.plackett_luce import bayes_plackett_luce
from betterthan.procedures.bayesian.poisson_binomial import bayes_poisson_binomial
from betterthan.procedures.bayesian.robust_t import bayes_robust_t
from betterthan.procedures.bayesian.sign import bayes_sign
from betterthan.procedures.bayesian.signed_rank import bayes_signed_rank
from betterthan.procedures.bayesian.t import bayes_t
from betterthan.procedures.bayesian.welch import bayes_welch
from betterthan.procedures.frequentist.anova import anova
from betterthan.procedures.frequentist.cochran_q import cochran_q
from betterthan.procedures.frequentist.correlated_t import correlated_t
from betterthan.procedures.frequentist.f_5x2cv import f_5x2cv
from betterthan.procedures.frequentist.friedman import friedman
from betterthan.procedures.frequentist.mcnemar import mcnemar
from betterthan.procedures.frequentist.model_confidence_set import model_confidence_set
from betterthan.procedures.frequentist.nemenyi import nemenyi
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.frequentist.pairwise_wilcoxon import pairwise_wilcoxon
from betterthan.procedures.frequentist.permutation import permutation
from betterthan.procedures.frequentist.quasi_f import quasi_f
from betterthan.procedures.frequentist.sign import sign
from betterthan.procedures.frequentist.t_5x2cv import t_5x2cv
from betterthan.procedures.frequentist.tost import tost
from betterthan.procedures.frequentist.welch_t import welch_t
from betterthan.procedures.frequentist.wilcoxon import wilcoxon
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import REGISTRY, Procedure, named, procedure

__all__ = [
    "REGISTRY",
    "Needs",
    "Procedure",
    "anova",
    "bayes_anova",
    "bayes_bootstrap",
    "bayes_correlated_t",
    "bayes_crossed",
    "bayes_hierarchical_mcnemar",
    "bayes_hierarchical_t",
    "bayes_joint",
    "bayes_mcnemar",
    "bayes_plackett_luce",
    "bayes_poisson_binomial",
    "bayes_robust_t",
    "bayes_sign",
    "bayes_signed_rank",
    "bayes_t",
    "bayes_welch",
    "cochran_q",
    "correlated_t",
    "f_5x2cv",
    "friedman",
    "mcnemar",
    "model_confidence_set",
    "named",
    "nemenyi",
    "paired_t",
    "pairwise_wilcoxon",
    "permutation",
    "procedure",
    "quasi_f",
    "sign",
    "t_5x2cv",
    "tost",
    "welch_t",
    "wilcoxon",
]

for _name in sorted(REGISTRY, key=lambda name: (REGISTRY[name].family, name)):
    REGISTRY[_name] = REGISTRY.pop(_name)  # listed by family and name, whichever module was imported first
