"""Classical procedures: how surprising would the scores be if there were no difference?"""

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

__all__ = [
    "anova",
    "cochran_q",
    "correlated_t",
    "f_5x2cv",
    "friedman",
    "mcnemar",
    "model_confidence_set",
    "nemenyi",
    "paired_t",
    "pairwise_wilcoxon",
    "permutation",
    "quasi_f",
    "sign",
    "t_5x2cv",
    "tost",
    "welch_t",
    "wilcoxon",
]
