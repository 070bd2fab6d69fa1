"""Powers and sample sizes against the numbers that papers and programs print."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtri

from betterthan.numerics.assurance import (
    Pilot,
    assurance_above,
    assurance_between,
    assurance_of_test,
    disagreement_nodes,
)
from betterthan.numerics.dirichlet_tail import above
from betterthan.numerics.discordant_power import connor_power, connor_size, mcnemar_power, smallest_gap
from betterthan.numerics.one_more_lost import passes
from betterthan.numerics.planned_error import Costs, Spread, cheapest, cluster_factor, crossed_spread
from betterthan.numerics.rank_plan import noether_size
from betterthan.numerics.share_plan import disagreements_needed, highest_density
from betterthan.numerics.t_power import (
    equivalence_power,
    exact_size,
    normal_size,
    power_of_test,
    smallest,
    verdict_power,
)

INFINITE = float("inf")


def test_mean_of_paired_differences():
    """Miller (2024), sec. 5: variance 1/9, effect 0.03, 80%, two-sided 5%: 969 questions."""
    assert int(np.ceil(normal_size(0.8, 0.03 / (1 / 9) ** 0.5))) == 969


@pytest.mark.parametrize(("d", "n"), [(0.5, 33.367), (0.2, 198.151)])
def test_size_of_a_paired_t_test(d, n):
    """R's power.t.test(type = "paired"), also printed by statsmodels' TTestPower."""
    assert exact_size(0.8, d) == pytest.approx(n, abs=5e-4)


def test_power_of_a_paired_t_test():
    """R: power.t.test(n = 20, delta = .5, type = "paired")."""
    assert power_of_test(0.5, 1 / 20**0.5, 19) == pytest.approx(0.5645, abs=5e-5)


def test_powers_agree_with_statsmodels():
    power = pytest.importorskip("statsmodels.stats.power").TTestPower()
    for n, d in ((5, 1.1), (12, 0.3), (80, 0.25)):
        ours = power_of_test(d, 1 / n**0.5, n - 1)
        assert ours == pytest.approx(power.power(d, n, 0.05), abs=1e-9)


def test_connor():
    assert connor_size(0.8, 0.3, 0.7) == pytest.approx(58.63, abs=5e-3)
    assert connor_power(58.63223791061183, np.array(0.3), np.array(0.7)) == pytest.approx(0.8, abs=1e-6)


def test_exact_mcnemar():
    """The example of G*Power's manual (McNemar test): N = 50, 40% disagree, odds ratio 0.25."""
    one, two = (mcnemar_power(50, 0.24, 0.4, one_sided=each) for each in (True, False))
    assert one.power == pytest.approx(0.839357, abs=5e-7)
    assert one.level == pytest.approx(0.0325787, abs=5e-8)
    assert two.power == pytest.approx(0.740153, abs=5e-7)


def test_exact_mcnemar_of_a_benchmark():
    assert mcnemar_power(500, 0.02, 0.025).power == pytest.approx(0.7976, abs=5e-5)


def test_exact_mcnemar_by_enumeration():
    n, difference, discordance = 14, 0.3, 0.5
    total = 0.0
    for count in range(n + 1):
        wins = np.arange(count + 1)
        p = np.array([stats.binomtest(int(win), count).pvalue if count else 1.0 for win in wins])
        share = (discordance + difference) / (2 * discordance)
        total += stats.binom.pmf(count, n, discordance) * stats.binom.pmf(wins, count, share)[p <= 0.05].sum()
    assert mcnemar_power(n, difference, discordance).power == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize(
    ("discordance", "cases"),
    [(0.072, 17.4), (0.106, 20.9), (0.112, 21.5), (0.128, 23.0), (0.130, 23.2), (0.132, 23.4)],
)
def test_smallest_gap_of_500_cases(discordance, cases):
    """How many cases apart two models of 500 shared cases have to be, for 80%."""
    assert 500 * smallest_gap(500, discordance, 0.8) == pytest.approx(cases, abs=0.05)


def test_too_few_disagreements_find_nothing():
    assert smallest_gap(100, 0.03, 0.8) is None
    assert mcnemar_power(100, 0.03, 0.03).ceiling == pytest.approx(stats.binom.sf(5, 100, 0.03), abs=1e-12)


@pytest.mark.parametrize(("mode", "n"), [(0.65, 109), (0.70, 52), (0.75, 30), (0.80, 19), (0.85, 14)])
def test_disagreements_that_exclude_the_rope(mode, n):
    """Kruschke (2015), Table 13.1: 80%, rope 0.48 to 0.52, data from Beta(mode, concentration 2000), flat prior."""
    assert disagreements_needed(0.8, mode, rope=(0.48, 0.52), concentration=2000) == n


def test_disagreements_for_a_share_that_is_known():
    assert disagreements_needed(0.8, 0.65, rope=(0.48, 0.52)) == 104


@pytest.mark.parametrize(("share", "n"), [(0.6, 92), (0.7, 83), (0.8, 67)])
def test_disagreements_for_a_narrow_interval(share, n):
    assert disagreements_needed(0.8, share, width=0.2) == n


def test_the_shortest_interval_has_equal_densities_at_its_ends():
    low, high = highest_density(np.array([4.0]), np.array([9.0]), 0.95)
    law = stats.beta(4, 9)
    assert law.cdf(high) - law.cdf(low) == pytest.approx(0.95, abs=1e-12)
    assert law.pdf(low) == pytest.approx(law.pdf(high), rel=1e-3)


def test_noether():
    """Noether (1987): one-sided 5%, power 95%, gamma 0.75: 28.86 per model, 29."""
    exact = noether_size(0.95, 0.75, one_sided=True)
    assert exact == pytest.approx(28.86, abs=5e-3)
    assert int(np.ceil(exact)) == 29


def test_verdicts_by_the_noncentral_t():
    n, sd, effect, bound = 25, 0.1, 0.05, 0.01
    theirs = stats.nct.sf(stats.t.ppf(0.95, n - 1), n - 1, (effect - bound) * n**0.5 / sd)
    assert verdict_power(effect, sd / n**0.5, n - 1, bound=bound, threshold=0.95) == pytest.approx(theirs, abs=1e-9)


def test_equivalence_by_simulation():
    rng, n, sd, rope = np.random.default_rng(1), 40, 0.1, 0.035
    means, sds = rng.normal(0.005, sd / n**0.5, 100_000), sd * np.sqrt(rng.chisquare(n - 1, 100_000) / (n - 1))
    errors = sds / n**0.5
    inside = stats.t.cdf((rope - means) / errors, n - 1) - stats.t.cdf((-rope - means) / errors, n - 1)
    ours = equivalence_power(0.005, sd / n**0.5, n - 1, low=-rope, high=rope, threshold=0.95)
    assert ours == pytest.approx((inside >= 0.95).mean(), abs=0.006)


def test_equivalence_of_large_samples_is_the_closed_form():
    """n = (z_θ + z_{(1+p)/2})² s²/r²."""
    n = (ndtri(0.95) + ndtri(0.9)) ** 2 * 0.1**2 / 0.01**2
    power = equivalence_power(0.0, 0.1 / n**0.5, INFINITE, low=-0.01, high=0.01, threshold=0.95)
    assert power == pytest.approx(0.8, abs=2e-4)


@pytest.mark.parametrize(("margin", "n"), [(0.01, 850), (0.02, 280), (0.05, 82)])
def test_price_of_one_more_case_lost(margin, n):
    """Methods, sec. 7: sd .1, range 1, equal models, 80%."""
    samples = np.random.default_rng(2).normal(0, 0.1, (4000, n))
    assert passes(samples, margin=margin, lost=1.0, threshold=0.95).mean() == pytest.approx(0.8, abs=0.03)


def test_cumulants_say_what_the_law_itself_says():
    """Lumpy differences, near the decision: as the law of a gate, in all but a few of 200."""
    rng = np.random.default_rng(3)
    samples = rng.choice([-1.0, 0.0, 1.0], (200, 120), p=[0.05, 0.87, 0.08])
    exact = [above(*np.unique(np.append(row, -1.0), return_counts=True), -0.05) >= 0.95 for row in samples]
    ours = passes(samples, margin=0.05, lost=1.0, threshold=0.95)
    assert (ours != exact).mean() <= 0.03
    assert 0.2 < np.mean(exact) < 0.9


def test_without_a_range_fifteen_units_must_differ():
    samples = np.zeros((1, 200))
    samples[0, :14] = 0.01
    assert not passes(samples, margin=0.5, lost=INFINITE, threshold=0.95)[0]
    samples[0, 14] = 0.01
    assert passes(samples, margin=0.5, lost=INFINITE, threshold=0.95)[0]


def test_assurance_is_the_closed_form_of_a_known_spread():
    mean, t, error, bound = 0.03, 0.012, 0.008, 0.01
    closed = stats.norm.cdf((mean - bound - stats.norm.ppf(0.95) * error) / (t**2 + error**2) ** 0.5)
    found = assurance_above(Pilot(mean, t), error, INFINITE, bound=bound, threshold=0.95)
    assert found == pytest.approx(closed, abs=1e-12)
    ceiling = assurance_above(Pilot(mean, t), 0.0, INFINITE, bound=bound, threshold=0.95)
    assert ceiling == pytest.approx(stats.norm.cdf((mean - bound) / t), abs=1e-12)


def test_assurance_of_a_small_pilot_by_simulation():
    """Spread and effect drawn from the posterior of a pilot of 12, then samples of 30."""
    rng, n0, n, draws = np.random.default_rng(5), 12, 30, 200_000
    sigma = 0.1 * np.sqrt((n0 - 1) / rng.chisquare(n0 - 1, draws))
    means = rng.normal(rng.normal(0.06, sigma / n0**0.5), sigma / n**0.5)
    errors = sigma * np.sqrt(rng.chisquare(n - 1, draws) / (n - 1)) / n**0.5
    pilot, error = Pilot(0.06, 0.1 / n0**0.5, n0 - 1), 0.1 / n**0.5
    above = ((means - 0.01) / errors >= stats.t.ppf(0.95, n - 1)).mean()
    assert assurance_above(pilot, error, n - 1, bound=0.01, threshold=0.95) == pytest.approx(above, abs=0.01)
    rejected = (np.abs(means / errors) >= stats.t.ppf(0.975, n - 1)).mean()
    assert assurance_of_test(pilot, error, n - 1) == pytest.approx(rejected, abs=0.01)
    inside = stats.t.cdf((0.12 - means) / errors, n - 1) - stats.t.cdf((-0.12 - means) / errors, n - 1)
    between = assurance_between(pilot, error, n - 1, low=-0.12, high=0.12, threshold=0.95)
    assert between == pytest.approx((inside >= 0.95).mean(), abs=0.01)


def test_nodes_of_disagreements_have_the_moments_of_the_dirichlet():
    difference, discordance = disagreement_nodes(9.0, 15.0, 78.0)
    law = stats.dirichlet([9.0, 15.0, 78.0])
    mean, covariance = law.mean(), law.cov()
    assert difference.mean() == pytest.approx(mean[1] - mean[0], abs=1e-4)
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert difference.var() == pytest.approx(variance, rel=0.03)
    assert discordance.mean() == pytest.approx(mean[0] + mean[1], abs=1e-4)


def test_mean_squares_give_back_their_variances():
    rng = np.random.default_rng(6)
    cells = rng.normal(0, 0.3, (600, 1)) + rng.normal(0, 0.2, (1, 500)) + rng.normal(0, 0.5, (600, 500))
    mean, rows, columns = cells.mean(), cells.mean(axis=1), cells.mean(axis=0)
    residual = ((cells - rows[:, None] - columns + mean) ** 2).sum() / (599 * 499)
    of_rows, of_columns = 500 * ((rows - mean) ** 2).sum() / 599, 600 * ((columns - mean) ** 2).sum() / 499
    found = crossed_spread(of_rows, of_columns, residual, row_levels=600, column_levels=500)
    assert found == pytest.approx((0.09, 0.04, 0.25), rel=0.15)


def test_cluster_factor():
    """Kish (1965): 1 + (m - 1) ICC for clusters of one size; Eldridge (2006): with the variation of sizes."""
    assert cluster_factor(0.05, 20) == pytest.approx(1.95)
    assert cluster_factor(0.05, 20, variation=0.5) == pytest.approx(1 + (1.25 * 20 - 1) * 0.05)


def test_cheapest_mix_against_every_mix():
    spread, costs = Spread(0.04, 0.0002, 0.09), Costs(1.0, 20.0, 0.0)

    def enough(error, df):
        return verdict_power(0.03, error, df, bound=0.01, threshold=0.95) >= 0.8

    tried = [
        (costs.of(n, k), n, k)
        for k in range(2, 60)
        if (n := smallest(lambda n, k=k: enough(spread.error(n, k), spread.df(n, k)), 900)) is not None
    ]
    assert cheapest(spread, costs, enough, least_second=2) == min(tried)[1:]


def test_cheapest_clusters_have_the_optimal_size():
    """Cochran (1977), sec. 10.6: √(cost of a cluster / cost of a case · (1 - ICC)/ICC) cases in each."""
    icc, sd = 0.1, 1.0
    spread = Spread(sd**2 * icc, 0.0, sd**2 * (1 - icc))
    found = cheapest(spread, Costs(16.0, 0.0, 1.0), lambda error, _: error <= 0.01, least_second=1)
    assert found is not None
    assert found[1] == pytest.approx((16 * 0.9 / 0.1) ** 0.5, abs=1)


def test_smallest_is_none_beyond_the_largest():
    assert smallest(lambda n: n >= 1000, 10, most=999) is None
    assert smallest(lambda n: n >= 1000, 10, most=1000) == 1000
    assert smallest(lambda n: n >= 3, 5000) == 3
