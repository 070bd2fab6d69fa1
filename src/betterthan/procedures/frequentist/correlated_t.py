"""Would a mean difference this large over folds be surprising if the two learning algorithms were equally good?

Model: as in `bayes_correlated_t`: folds share training data, so that any two differences have correlation ρ. Under the
null hypothesis Δ = 0

    t = m / (s √(1/n + ρ/(1 - ρ)))  ~  Student-t(n - 1)          ρ = n_test/(n_test + n_train), 1/k for k folds

with m and s the mean and standard deviation of the n differences; ρ/(1 - ρ) is n_test/n_train. With repeated random
splits this is the corrected resampled t-test. The confidence interval is m ± t_{n-1} s √(1/n + ρ/(1 - ρ)).

When not to use it: independent cases, seeds or training sets (use `paired_t`); several tasks (use `wilcoxon` on one
mean per task). Its ρ is a rule of thumb, made for random splits and customary for cross-validation.

References: Nadeau and Bengio (2003); Benavoli et al. (2017), sec. 2, eq. 1–3.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.procedures.frequentist.paired_t import paired_t
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import Differences, Fraction, Level, Number, Spread, Units
from betterthan.procedures.shared.folds import NAIVE, FoldNeeds, correlated_scale, known_test_fraction, with_fraction
from betterthan.results.null_test import NullTest
from betterthan.vocabulary import Alternative


@procedure(
    title="the correlated t-test",
    p_says=(
        "It says how often the mean would lie at least this many standard errors from 0 if the true mean "
        "difference were 0 and the folds shared training data as assumed."
    ),
    needs=FoldNeeds(units=2),
    cites=("nadeau2003", "benavoli2017"),
    assumes=("normality", "few ties"),
    naive=NAIVE,
)
def correlated_t(
    table: Paired,
    *,
    test_fraction: float | None = None,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> NullTest:
    """The t-test of folds, repeated folds or repeated random splits of one task, corrected for shared training data.

    Parameters:
        table: paired scores of two models, one per fold.
        test_fraction: ρ = n_test/(n_test + n_train); None takes it from n_train and n_test or the number of folds.
        alternative: `two-sided`, or the model claimed to be better (`first`, `second`).
        level: coverage of the confidence interval.

    >>> test = correlated_t.from_summary(                                  # Benavoli et al. (2017), sec. 2, anneal
    ...     mean=-0.0194, sd=0.01583, n=100, test_fraction=0.1)
    >>> round(test.statistic, 2), round(test.p_value, 5)
    (-3.52, 0.00065)
    """
    fraction = known_test_fraction(table, "correlated_t") if test_fraction is None else test_fraction
    mean, sd, n = table.moments()
    return from_summary(mean=mean, sd=sd, n=n, test_fraction=fraction, alternative=alternative, level=level)


def from_differences(
    differences: Differences, *, test_fraction: Fraction, alternative: Alternative = "two-sided", level: Level = 0.95
) -> NullTest:
    """From differences first - second, one per fold; options as in `correlated_t`."""
    mean, sd, n = moments(differences)
    return from_summary(mean=mean, sd=sd, n=n, test_fraction=test_fraction, alternative=alternative, level=level)


def from_summary(
    *,
    mean: Number,
    sd: Spread,
    n: Units,
    test_fraction: Fraction,
    alternative: Alternative = "two-sided",
    level: Level = 0.95,
) -> NullTest:
    """From printed numbers: mean, standard deviation (n - 1) and number of the differences; options as in
    `correlated_t`.
    """
    spread = correlated_scale(sd, n, test_fraction) * sqrt(n)  # independent units of this spread would be as unsure
    test: NullTest = paired_t.from_summary(mean=mean, sd=spread, n=n, alternative=alternative, level=level)
    return replace(test, procedure="correlated_t", diagnostics=with_fraction(test_fraction))
