"""Every limit, just inside and just outside: what is looked at is computed here with NumPy and SciPy, and brought to
within a millionth of the limit."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.tables import PairedTable
from betterthan.data.units import FOLDS, unit_called
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.judging.checks.crossed import crossed_checks
from betterthan.judging.checks.differences import (
    independence,
    kurtosis,
    number_of_units,
    outliers,
    qq_normal,
    skewness,
    symmetry,
    ties,
)
from betterthan.judging.checks.residuals import residual_checks
from betterthan.judging.checks.tasks import task_checks
from betterthan.judging.ropes import mixed_scales
from betterthan.procedures import bayes_robust_t, mcnemar, wilcoxon

CLOSE = 1e-6


def at(limit: float, figure: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """Two numbers on which the figure lies just below and just above a limit that it crosses upwards."""
    assert figure(low) < limit < figure(high)
    while figure(high) - figure(low) > CLOSE:
        middle = (low + high) / 2
        low, high = (middle, high) if figure(middle) < limit else (low, middle)
    return low, high


def quantiles(n: int) -> np.ndarray:
    return stats.norm.ppf((np.arange(1, n + 1) - 0.5) / n)


def stretched(n: int) -> Callable[[float], np.ndarray]:
    """Normal quantiles whose upper half is stretched: the more, the more skewed."""
    z = quantiles(n)
    return lambda k: np.where(z > 0, z * (1 + k * np.abs(z)), z)


def tailed(n: int) -> Callable[[float], np.ndarray]:
    """Normal quantiles stretched at both ends: heavier tails, no skewness."""
    z = quantiles(n)
    return lambda k: z * (1 + k * z**2)


# Checks of differences.


@pytest.mark.parametrize(("n", "status"), [(9, "failed"), (10, "passed")])
def test_number_of_units(n, status):
    assert number_of_units(n).status == status


@pytest.mark.parametrize(("n", "limit"), [(100, 1.0), (54, 1.0), (24, 1.5)])
def test_skewness_may_be_1_or_three_standard_errors(n, limit):
    made = stretched(n)
    for sign in (1, -1):
        below, above = at(limit, lambda k: float(stats.skew(made(k))), 0.0, 5.0)
        assert skewness(sign * made(below)).status == "passed"
        assert skewness(sign * made(above)).status == "failed"


@pytest.mark.parametrize(("n", "limit"), [(100, 2.0), (54, 2.0), (24, 3.0)])
def test_kurtosis_may_be_2_or_three_standard_errors(n, limit):
    made = tailed(n)
    below, above = at(limit, lambda k: float(stats.kurtosis(made(k))), 0.0, 5.0)
    assert kurtosis(made(below)).status == "passed"
    assert kurtosis(made(above)).status == "failed"


def w_prime(values: np.ndarray) -> float:
    """Shapiro and Francia's W': the squared correlation with Blom's scores."""
    n = len(values)
    scores = stats.norm.ppf((np.arange(1, n + 1) - 0.375) / (n + 0.25))
    return float(stats.pearsonr(np.sort(values), scores).statistic ** 2)


def royston_p(values: np.ndarray) -> float:
    """Its p-value as Royston (1993) approximates it."""
    n = len(values)
    u, v = log(log(n)) - log(n), log(log(n)) + 2 / log(n)
    return float(stats.norm.sf((log(1 - w_prime(values)) - (1.0521 * u - 1.2725)) / (1.0308 - 0.26758 * v)))


def test_a_qq_plot_is_straight_above_099_however_many_units():
    made = tailed(3000)
    below, above = at(-0.99, lambda k: -w_prime(made(k)), 0.0, 1.0)
    assert royston_p(made(below)) < 1e-6
    assert qq_normal(made(below)).status == "passed"
    assert qq_normal(made(above)).status == "failed"


@pytest.mark.parametrize("n", [12, 40])
def test_a_qq_plot_fails_at_a_p_value_of_001(n):
    made = tailed(n)
    below, above = at(-0.01, lambda k: -royston_p(made(k)), 0.0, 20.0)
    assert w_prime(made(below)) < 0.99
    assert qq_normal(made(below)).status == "passed"
    assert qq_normal(made(above)).status == "failed"


@pytest.mark.parametrize(("n", "status"), [(4, "not checked"), (5, "passed")])
def test_a_qq_plot_needs_five_units(n, status):
    assert qq_normal(quantiles(n)).status == status


def test_outliers_are_more_than_five_robust_sds_away():
    values = np.array([-2.0, -1.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0])  # the median deviation is 1
    edge = 5 * 1.4826
    for sign in (1, -1):
        inside, outside = (np.append(values, sign * edge * (1 + move)) for move in (-CLOSE, CLOSE))
        moved = [np.median(np.abs(each - np.median(each))) for each in (inside, outside)]
        assert np.median(inside) == np.median(outside) == 0.0
        assert moved == [1.0, 1.0]
        assert (outliers(inside).status, outliers(outside).status) == ("passed", "failed")
        assert outliers(outside).figure == 1.0


def miao(values: np.ndarray) -> float:
    """Miao, Gel and Gastwirth (2006): √n (mean - median)/(J √0.5708), J = √(π/2) mean |x - median|."""
    median = np.median(values)
    spread = sqrt(np.pi / 2) * np.mean(np.abs(values - median))
    return float(sqrt(len(values)) * (values.mean() - median) / (spread * sqrt(0.5708)))


def test_symmetry_fails_at_258():
    made = stretched(60)
    below, above = at(2.58, lambda k: miao(made(k)), 0.0, 5.0)
    for sign in (1, -1):
        assert symmetry(sign * made(below)).status == "passed"
        assert symmetry(sign * made(above)).status == "failed"


@pytest.mark.parametrize(
    ("tied", "n", "status"),
    [(3, 10, "passed"), (31, 100, "failed"), (30, 100, "passed"), (2, 4, "passed"), (3, 9, "failed")],
)
def test_ties_may_be_three_in_ten_or_two(tied, n, status):
    differences = np.append(np.zeros(tied), np.arange(1, n - tied + 1) / 7)
    assert ties(differences).status == status
    assert ties(differences).figure == pytest.approx(tied / n)


@pytest.mark.parametrize(("n", "checked"), [(19, False), (20, True)])
def test_independence_needs_twenty_units_in_order(n, checked):
    assert (independence(np.random.default_rng(2).normal(size=n)).status != "not checked") == checked


def test_independence_fails_where_neighbours_correlate_and_a_fifth_is_lost():
    """Alternating blocks: the first autocorrelation and the effective share, from their definitions."""
    rng = np.random.default_rng(4)
    noise, slow = rng.normal(size=400), np.repeat(rng.normal(size=100), 4)

    def correlations(values: np.ndarray) -> np.ndarray:
        z = values - values.mean()
        return np.array([(z[lag:] * z[:-lag]).sum() for lag in range(1, 101)]) / (z**2).sum()

    def lost(k: float) -> float:
        found = correlations(noise + k * slow)
        stop = int(np.argmax(found <= 0))
        return 1 - 1 / (1 + 2 * found[:stop].sum())

    statuses = [
        (lost(k), correlations(noise + k * slow)[0], independence(noise + k * slow)) for k in (0, 0.1, 0.3, 0.5, 1)
    ]
    for share, first, check in statuses:
        fails = first > 2.58 / sqrt(400) and share > 0.2
        assert check.status == ("failed" if fails else "passed")
        assert check.figure == pytest.approx(1 - share, abs=1e-6)
    assert {check.status for _, _, check in statuses} == {"passed", "failed"}


@pytest.mark.parametrize(
    ("tasks", "scores", "expected"), [(10, 5, "passed passed"), (9, 5, "failed passed"), (10, 4, "passed failed")]
)
def test_number_of_tasks_and_of_scores_on_them(tasks, scores, expected):
    drawn = np.random.default_rng(1).random((2, tasks * scores))
    table = pair_arrays(*drawn, task=np.repeat(np.arange(tasks), scores), independent=True)
    assert " ".join(check.status for check in task_checks(table)) == expected


@pytest.mark.parametrize(("seeds", "status"), [(4, "failed"), (5, "passed")])
def test_number_of_levels_of_crossed_factors(seeds, status):
    scores = np.random.default_rng(3).random((seeds * 8, 2))
    factors = {"seed": factor(np.repeat(np.arange(seeds), 8)), "case": factor(np.tile(np.arange(8), seeds))}
    table = PairedTable(("a", "b"), scores, Design(unit_called("seeds x cases"), {"seed": seeds, "case": 8}), factors)
    assert crossed_checks(table)[0].status == status
    assert crossed_checks(table)[1].status == "passed"


def huynh_feldt(scores: np.ndarray) -> float:
    """ε̃ from the covariance of the models, by its textbook formula, at most 1."""
    n, k = scores.shape
    contrasts = np.linalg.qr(np.c_[np.ones(k), np.eye(k)[:, : k - 1]])[0][:, 1:]
    covariance = contrasts.T @ np.cov(scores, rowvar=False) @ contrasts
    greenhouse = np.trace(covariance) ** 2 / ((k - 1) * np.trace(covariance @ covariance))
    return min(1.0, float((n * (k - 1) * greenhouse - 2) / ((k - 1) * (n - 1 - (k - 1) * greenhouse))))


def test_sphericity_fails_below_an_epsilon_of_three_quarters():
    drawn = np.random.default_rng(5).normal(size=(300, 3))
    made = lambda k: drawn * [1.0, 1.0, 1.0 + k]  # noqa: E731
    below, above = at(-0.75, lambda k: -huynh_feldt(made(k)), 0.0, 5.0)
    tables = [PairedTable(("a", "b", "c"), made(k)) for k in (below, above)]
    assert [residual_checks(table)[-1].status for table in tables] == ["passed", "failed"]


def test_units_of_one_named_task_are_not_averaged_for_their_residuals():
    scores = np.random.default_rng(5).normal(size=(40, 3)) * [1.0, 1.0, 9.0]
    named = PairedTable(("a", "b", "c"), scores, factors={"task": factor(["iris"] * 40)})
    assert residual_checks(named) == residual_checks(PairedTable(("a", "b", "c"), scores))
    assert [check.name for check in residual_checks(named)][-1] == "sphericity"


# Scales, ties and sizes.


@pytest.mark.parametrize(("ratio", "mixed"), [(100.0, False), (100.01, True)])
def test_scores_may_differ_a_hundredfold_between_tasks(ratio, mixed):
    table = pair_arrays([1.0, ratio, 5.0], [1.0, ratio, 6.0], task=["x", "y", "z"])
    assert mixed_scales(table) == mixed


@pytest.mark.parametrize(("ratio", "procedure"), [(100.0, "bayes_signed_rank"), (100.01, "bayes_sign")])
def test_only_beyond_a_hundredfold_are_wins_counted_instead(ratio, procedure):
    """Eight tasks, the sizes of whose scores are exactly so far apart."""
    size, apart = np.array([1.0, ratio, 5.0, 6.0, 8.0, 12.0, 30.0, 40.0]), 0.125 * np.array([1, 1, -2, 3, 1, -1, 2, 4])
    table = pair_arrays(size + apart * [0, 0, 1, 1, 1, 1, 1, 1], size, task=list("abcdefgh"))
    assert bt.question(table).procedure == procedure


@pytest.mark.parametrize("reach", [1.0, 1.0001])
def test_shares_are_on_one_scale_however_small(reach):
    table = pair_arrays([1e-5, reach], [1e-5, reach], task=["x", "y"])
    assert mixed_scales(table) == (reach > 1)


@pytest.mark.parametrize(
    ("scores", "rope", "refused"),
    [
        (71.0, 0.05, True),
        (71.0, 0.0501, False),
        (11.0, 0.05, True),
        (9.0, 0.05, False),
        (0.71, 1.0, True),
        (0.71, 0.99, False),
    ],
)
def test_a_rope_in_another_unit_is_refused(scores, rope, refused):
    """Percent lie above 10 and spread by more than 1; a fraction rope is at most 0.05, a percent rope at least 1."""
    spread = np.linspace(-1, 1, 8) * (2.0 if scores > 1 else 0.02)
    data = {"case": range(8), "a": scores + spread, "b": scores - 0.3 * spread}
    if refused:
        with pytest.raises(ArgumentError, match="Did you mean"):
            bt.compare(bt.read(data), rope=rope)
    else:
        assert bt.compare(bt.read(data), rope=rope).rope.high == rope


@pytest.mark.parametrize(("apart", "zero"), [(0.9e-12, True), (1.1e-12, False)])
def test_rounding_is_a_trillionth_of_the_largest_score(apart, zero):
    table = pair_arrays([0.5 + apart, 0.25, 1.0], [0.5, 0.5, 0.75], independent=True)
    assert (table.differences()[0] == 0) == zero


@pytest.mark.parametrize(("large", "refused"), [(0.9e6, False), (1.1e6, True)])
def test_a_small_difference_beside_large_scores_is_refused_where_it_would_be_lost(large, refused):
    """A difference of 1e-6 between scores of 0.5 is more than a millionth of them; beside 1.1e6 it is rounding."""

    def table() -> PairedTable:
        return pair_arrays([0.5 + 1e-6, large], [0.5, large / 2], independent=True)

    if refused:
        with pytest.raises(PairingError, match="is lost"):
            table().differences()
    else:
        assert table().differences()[0] == pytest.approx(1e-6, rel=1e-4)


def test_no_difference_is_larger_than_numbers_can_hold():
    assert np.isfinite(pair_arrays([4.9e300], [-4.9e300], independent=True).differences()).all()
    with pytest.raises(PairingError, match="too large"):
        pair_arrays([5.1e300], [-5.1e300], independent=True).differences()


def test_one_value_may_make_up_three_tenths_for_a_robust_location():
    spread = np.linspace(-1, 1, 14)
    assert bayes_robust_t.from_differences(np.append(np.zeros(6), spread)).estimate == pytest.approx(0, abs=0.1)
    with pytest.raises(NeedsNotMet):
        bayes_robust_t.from_differences(np.append(np.zeros(7), spread[:-1]))


# Folds.


def folds_of(sizes: list[int], repeats: bool) -> PairedTable:
    """Folds 0, 1, …, as many in each repeat as its size."""
    fold = np.concatenate([np.arange(size) for size in sizes])
    labels = {"fold": factor(fold)}
    if repeats:
        labels["repeat"] = factor(np.repeat(np.arange(len(sizes)), sizes))
    scores = np.random.default_rng(7).random((len(fold), 2))
    rows = {"model": np.repeat(["a", "b"], len(fold)), **{k: np.tile(v.codes, 2) for k, v in labels.items()}}
    return bt.pair(bt.read({**rows, "score": scores.T.ravel()}))


@pytest.mark.parametrize(("count", "known"), [(20, 1 / 20), (21, None)])
def test_more_than_twenty_folds_without_a_repeat_are_not_one_run(count, known):
    assert folds_of([count], repeats=False).facts.test_fraction == known


@pytest.mark.parametrize(("sizes", "known"), [([25, 25], 1 / 25), ([5, 5, 5], 1 / 5), ([5, 5, 4], None)])
def test_every_repeat_has_the_same_number_of_folds(sizes, known):
    assert folds_of(sizes, repeats=True).facts.test_fraction == known


@pytest.mark.parametrize(
    ("sizes", "known"), [((30, 31), True), ((3, 4), True), ((3, 5), False), ((100, 110), True), ((100, 111), False)]
)
def test_test_sets_may_differ_by_one_case_or_by_a_tenth(sizes, known):
    """A tenth of their mean: 110 - 100 is less than 10.5, 111 - 100 more than 10.55."""
    n_test = np.tile(sizes, 5)
    scores = np.random.default_rng(7).random(20)
    rows = {"model": np.repeat(["a", "b"], 10), "fold": np.tile(np.arange(10), 2), "n_test": np.tile(n_test, 2)}
    table = bt.pair(bt.read({**rows, "n_train": 1000 * np.ones(20), "score": scores}))
    assert table.design.unit == FOLDS
    assert (table.facts.test_fraction is not None) == known
    if known:
        assert table.facts.test_fraction == pytest.approx(np.mean(sizes) / (np.mean(sizes) + 1000))


# Numbers of tasks, scores, models.


@pytest.mark.parametrize(("tasks", "procedure"), [(2, "bayes_poisson_binomial"), (3, "bayes_hierarchical_t")])
def test_three_tasks_say_how_tasks_differ(tasks, procedure):
    drawn = np.random.default_rng(8).random((2, tasks * 6))
    assert (
        bt.question(pair_arrays(*drawn, task=np.repeat(np.arange(tasks), 6), independent=True)).procedure == procedure
    )


@pytest.mark.parametrize(("scores", "procedure"), [(2, "bayes_signed_rank"), (3, "bayes_hierarchical_t")])
def test_three_scores_on_every_task_say_how_they_spread(scores, procedure):
    task = np.append(np.repeat(np.arange(6), 5), [6] * scores)
    drawn = np.random.default_rng(8).random((2, len(task)))
    assert bt.question(pair_arrays(*drawn, task=task, independent=True)).procedure == procedure


@pytest.mark.parametrize(("tasks", "procedure"), [(5, "bayes_t"), (6, "bayes_signed_rank")])
def test_ranks_decide_from_six_tasks_on(tasks, procedure):
    drawn = np.random.default_rng(8).random((2, tasks))
    assert bt.question(pair_arrays(*drawn, task=np.arange(tasks))).procedure == procedure


@pytest.mark.parametrize(("models", "refused"), [(63, False), (64, True)])
def test_all_pairs_of_63_models_are_compared(models, refused):
    from betterthan.asking.all_pairs import pairs_of

    names = [f"m{j}" for j in range(models)]
    if refused:
        with pytest.raises(ArgumentError, match="2,016 pairs"):
            pairs_of(names, "all", best="m0")
    else:
        assert len(pairs_of(names, "all", best="m0")) == 63 * 62 // 2


@pytest.mark.parametrize("discordant", [24, 25])
def test_mcnemar_is_exact_below_25_disagreements(discordant):
    n10 = 17
    n01 = discordant - n10
    found = mcnemar.from_cells(n00=5, n01=n01, n10=n10, n11=5)
    exact = stats.binomtest(n01, discordant).pvalue
    corrected = stats.chi2.sf((n10 - n01 - 1) ** 2 / discordant, 1)
    assert found.p_value == pytest.approx(exact if discordant < 25 else corrected, rel=1e-9)


@pytest.mark.parametrize("n", [50, 51])
def test_wilcoxon_is_exact_up_to_50_differences(n):
    differences = np.arange(1, n + 1) * np.where(np.arange(n) % 3 == 0, -1.0, 1.0)
    exact = stats.wilcoxon(differences, method="exact").pvalue
    normal = stats.wilcoxon(differences, method="approx", correction=True).pvalue
    assert exact != pytest.approx(normal, rel=1e-6)
    assert wilcoxon.from_differences(differences).p_value == pytest.approx(exact if n <= 50 else normal, rel=1e-9)


def test_differences_may_be_as_few_as_a_check_needs():
    """With two units nothing of their shape is looked at, with three all of it."""
    from betterthan.judging.checks.paired import checks

    assert [check.name for check in checks(pair_differences([0.1, 0.3]))] == ["number of units", "constant differences"]
    assert len(checks(pair_differences([0.1, 0.3, 0.2]))) > 5
