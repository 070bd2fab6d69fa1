"""Classical procedures: how surprising would the scores be if there were no difference?"""

from betterthan.procedures.frequentist.correlated_t import correlated_t
from betterthan.procedures.frequentist.f_5x2cv import f_5x2cv
from betterthan.procedures.frequentist.friedman import friedman
from betterthan.procedures.frequentist.mcnemar import mcnemar
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.frequentist.permutation import permutation
from betterthan.procedures.frequentist.sign import sign
from betterthan.procedures.frequentist.t_5x2cv import t_5x2cv
from betterthan.procedures.frequentist.tost import tost
from betterthan.procedures.frequentist.wilcoxon import wilcoxon

__all__ = [
    "correlated_t",
    "f_5x2cv",
    "friedman",
    "mcnemar",
    "paired_t",
    "permutation",
    "sign",
    "t_5x2cv",
    "tost",
    "wilcoxon",
]
