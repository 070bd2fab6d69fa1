"""Bayesian procedures: how probable is it that one model is practically better?"""

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

__all__ = [
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
]
