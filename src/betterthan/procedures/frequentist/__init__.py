"""Classical procedures: how surprising would the scores be if there were no difference?"""

from betterthan.procedures.frequentist.friedman import friedman
from betterthan.procedures.frequentist.mcnemar import mcnemar
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.frequentist.permutation import permutation
from betterthan.procedures.frequentist.sign import sign
from betterthan.procedures.frequentist.tost import tost
from betterthan.procedures.frequentist.wilcoxon import wilcoxon

__all__ = ["friedman", "mcnemar", "paired_t", "permutation", "sign", "tost", "wilcoxon"]
