"""The classical procedures give what SciPy and statsmodels give, to 1e-10, wherever these offer the same thing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from betterthan.arrays import Array
from betterthan.procedures import mcnemar, paired_t, permutation, sign, tost, wilcoxon
from betterthan.vocabulary import Alternative

SCIPYS: dict[Alternative, str] = {"two-sided": "two-sided", "first": "greater", "second": "less"}
ALTERNATIVES = tuple(SCIPYS)
SEEDS = range(12)


def agrees(ours: float | None, theirs: float) -> None:
    assert ours == pytest.approx(theirs, rel=1e-10, abs=1e-14)


def continuous(seed: int, n: int) -> Array:
    return np.random.default_rng(seed).normal(0.3 * (seed % 3 - 1), 1.0, n)


def discrete(seed: int, n: int) -> Array:
    """Ties and zeros, but not all zero."""
    values = np.random.default_rng(seed).integers(-3, 5, n).astype(float)
    values[0] = 1.0
    return values


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [2, 5, 30, 1000])
@pytest.mark.parametrize("seed", SEEDS)
def test_paired_t(seed: int, n: int, alternative: Alternative) -> None:
    first, second = continuous(seed, n), continuous(seed + 100, n)
    ours = paired_t.from_differences(first - second, alternative=alternative, level=0.9)
    theirs = stats.ttest_rel(first, second, alternative=SCIPYS[alternative])
    agrees(ours.statistic, theirs.statistic)
    agrees(ours.p_value, theirs.pvalue)
    interval = theirs.confidence_interval(0.9)
    agrees(ours.interval.low, interval.low)
    agrees(ours.interval.high, interval.high)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("continuity", [True, False])
@pytest.mark.parametrize(("draw", "n"), [(continuous, 12), (discrete, 12), (discrete, 60), (continuous, 3000)])
@pytest.mark.parametrize("seed", SEEDS)
def test_wilcoxon_normal(seed: int, draw, n: int, continuity: bool, alternative: Alternative) -> None:
    differences = draw(seed, n)
    ours = wilcoxon.from_differences(differences, alternative=alternative, method="normal", continuity=continuity)
    theirs = stats.wilcoxon(
        differences,
        zero_method="wilcox",
        correction=continuity,
        alternative=SCIPYS[alternative],
        method="asymptotic",
    )
    agrees(ours.p_value, theirs.pvalue)
    if alternative == "two-sided":
        agrees(-abs(ours.diagnostics.figures["z"]), theirs.zstatistic)
    else:
        agrees(ours.statistic, theirs.statistic)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [2, 3, 9, 25, 50])
@pytest.mark.parametrize("seed", SEEDS)
def test_wilcoxon_exact(seed: int, n: int, alternative: Alternative) -> None:
    differences = continuous(seed, n)
    ours = wilcoxon.from_differences(differences, alternative=alternative)
    theirs = stats.wilcoxon(differences, alternative=SCIPYS[alternative], method="exact")
    agrees(ours.p_value, theirs.pvalue)
    normal = stats.wilcoxon(differences, method="asymptotic", correction=False)  # the same mean and variance
    agrees(-abs(ours.diagnostics.figures["z"]), normal.zstatistic)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("seed", SEEDS)
def test_wilcoxon_exact_with_ties_enumerates_the_signs(seed: int, alternative: Alternative) -> None:
    differences = discrete(seed, 9)
    ours = wilcoxon.from_differences(differences, alternative=alternative, method="exact")
    theirs = stats.wilcoxon(differences, alternative=SCIPYS[alternative], method=stats.PermutationMethod())
    agrees(ours.p_value, theirs.pvalue)


@pytest.mark.parametrize("n", [2, 3, 8, 49, 51, 300])
@pytest.mark.parametrize("seed", SEEDS)
def test_hodges_lehmann_is_the_median_of_all_walsh_averages(seed: int, n: int) -> None:
    differences = discrete(seed, n) if seed % 2 else continuous(seed, n)
    kept = differences[differences != 0] if differences.any() else differences[:1]
    n = len(kept)
    rows, columns = np.triu_indices(n)
    walsh = np.sort((kept[rows] + kept[columns]) / 2)
    ours = wilcoxon.from_differences(differences)
    agrees(ours.estimate, float(np.median(walsh)))
    below = int((walsh < ours.interval.low).sum()), int((walsh > ours.interval.high).sum())
    assert max(below) <= n * (n + 1) / 4 - 1.8 * np.sqrt(n * (n + 1) * (2 * n + 1) / 24) + 1 or max(below) == 0


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [2, 10, 75, 2000])
@pytest.mark.parametrize("seed", SEEDS)
def test_sign(seed: int, n: int, alternative: Alternative) -> None:
    differences = discrete(seed, n)
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    ours = sign.from_differences(differences, alternative=alternative)
    agrees(ours.p_value, stats.binomtest(wins, wins + losses, alternative=SCIPYS[alternative]).pvalue)
    agrees(sign.from_summary(wins=wins, losses=losses, alternative=alternative).p_value, ours.p_value)
    if alternative == "two-sided":
        theirs = pytest.importorskip("statsmodels.stats.descriptivestats")
        agrees(ours.p_value, theirs.sign_test(differences)[1])


@pytest.mark.parametrize("n", [6, 15, 100, 1001])
def test_sign_interval(n: int) -> None:
    differences = continuous(n, n)
    theirs = stats.quantile_test(differences, p=0.5).confidence_interval(0.95)
    ours = sign.from_differences(differences).interval
    assert (ours.low, ours.high) == (theirs.low, theirs.high)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("draw", "n"), [(continuous, 2), (continuous, 7), (discrete, 9), (continuous, 11)])
@pytest.mark.parametrize("seed", SEEDS)
def test_permutation_exact(seed: int, draw, n: int, alternative: Alternative) -> None:
    differences = draw(seed, n)
    ours = permutation.from_differences(differences, alternative=alternative)
    theirs = stats.permutation_test(
        (differences,),
        np.mean,
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
        alternative=SCIPYS[alternative],
    )
    agrees(ours.statistic, theirs.statistic)
    agrees(ours.p_value, theirs.pvalue)


@pytest.mark.parametrize(("low", "high"), [(-0.1, 0.1), (-0.5, 0.2), (0.1, 0.3)])
@pytest.mark.parametrize("n", [2, 10, 500])
@pytest.mark.parametrize("seed", SEEDS)
def test_tost(seed: int, n: int, low: float, high: float) -> None:
    ttost_paired = pytest.importorskip("statsmodels.stats.weightstats").ttost_paired
    first, second = continuous(seed, n), continuous(seed + 50, n)
    ours = tost.from_differences(first - second, rope=(low, high))
    p, (t_low, _, df), (t_high, _, _) = ttost_paired(first, second, low, high)
    agrees(ours.p_value, p)
    agrees(ours.statistic, min(t_low, -t_high))
    agrees(ours.df, df)
    ninety = stats.ttest_1samp(first - second, 0.0).confidence_interval(0.9)
    agrees(ours.interval.low, ninety.low)
    agrees(ours.interval.high, ninety.high)


@pytest.mark.parametrize("seed", range(60))
def test_mcnemar(seed: int) -> None:
    contingency_tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    n00, n01, n10, n11 = (int(count) for count in np.random.default_rng(seed).integers(0, (9, 40, 40, 90)))
    n01 += 1
    cells = [[n00, n01], [n10, n11]]
    ours = mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, variant="exact")
    agrees(ours.p_value, contingency_tables.mcnemar(cells, exact=True).pvalue)
    for variant, correction in (("corrected", True), ("uncorrected", False)):
        if n01 == n10 and correction:
            continue  # statsmodels squares 0 - 1; ours follows the definition, max(|n01 - n10| - 1, 0)
        ours = mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, variant=variant)
        theirs = contingency_tables.mcnemar(cells, exact=False, correction=correction)
        agrees(ours.statistic, theirs.statistic)
        agrees(ours.p_value, theirs.pvalue)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("counts", [(0, 1), (3, 5), (12, 12), (400, 360)])
def test_mcnemar_one_sided_and_mid_p(counts: tuple[int, int], alternative: Alternative) -> None:
    n01, n10 = counts
    n = n01 + n10
    one_sided = stats.binomtest(n10, n, alternative=SCIPYS[alternative]).pvalue
    ours = mcnemar.from_cells(n00=2, n01=n01, n10=n10, n11=3, variant="exact", alternative=alternative)
    agrees(ours.p_value, one_sided)
    ours = mcnemar.from_cells(n00=2, n01=n01, n10=n10, n11=3, variant="mid-p", alternative=alternative)
    seen = float(stats.binom.pmf(n10, n, 0.5))
    expected = (
        1.0
        if n01 == n10 and alternative == "two-sided"
        else one_sided - seen * (1 if alternative == "two-sided" else 0.5)
    )
    agrees(ours.p_value, expected)
