"""Bayesian procedures: how probable is it that one model is practically better?"""

from betterthan.procedures.bayesian.bootstrap import bayes_bootstrap
from betterthan.procedures.bayesian.mcnemar import bayes_mcnemar
from betterthan.procedures.bayesian.robust_t import bayes_robust_t
from betterthan.procedures.bayesian.t import bayes_t

__all__ = ["bayes_bootstrap", "bayes_mcnemar", "bayes_robust_t", "bayes_t"]
