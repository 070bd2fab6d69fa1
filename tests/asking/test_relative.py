"""Relative differences of errors and losses."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.numerics.ratio import ratio_of_paired_shares

RNG = np.random.default_rng(11)


@pytest.mark.parametrize("counts", [(1, 1, 7), (59, 6, 16), (0, 3, 5), (12, 0, 4), (30, 5, 5)])
def test_paired_shares_as_the_r_package_contingencytables_computes_them(counts):
    n11, n12, n21 = counts  # BonettPrice_hybrid_Wilson_score_CI_paired_2x2, version 3.1.0, written out again
    n, first, second = sum(counts), n11 + n12, n11 + n21
    a = sqrt((n12 + n21 + 2) / ((first + 1) * (second + 1)))
    b, c = (sqrt((1 - (k + 1) / (n + 2)) / (k + 1)) for k in (first, second))
    z = a / (b + c) * stats.norm.ppf(0.975)
    ends = [
        [(2 * k + z**2 + sign * z * sqrt(z**2 + 4 * k * (1 - k / n))) / (2 * (n + z**2)) for sign in (-1, 1)]
        for k in (first, second)
    ]
    found = ratio_of_paired_shares(*counts, 0.95)
    assert found == pytest.approx((first / second, ends[0][0] / ends[1][1], ends[0][1] / ends[1][0]))


def compared(first, second, *, lower=False, **labels):
    return bt.compare(
        bt.read({**labels, "a": first, "b": second}, higher_is_better=not lower, models=["a", "b"]),
        first="a",
        second="b",
    )


def test_0_1_scores_make_fewer_errors():
    case = np.arange(200)
    right, other = (case % 10 > 0).astype(int), (case % 5 > 0).astype(int)
    found = compared(right, other, case=case).relative
    assert (found.of, found.reduction) == ("errors", pytest.approx(0.5))
    known = ratio_of_paired_shares(20, 0, 20, 0.95)
    assert found.interval[:2] == pytest.approx((1 - known.high, 1 - known.low))
    losses = compared(1 - right, 1 - other, lower=True, case=case).relative
    assert losses == found


def test_losses_by_the_delta_method_written_out():
    seed, a = np.arange(12), RNG.normal(3.0, 0.2, 12)
    b = a + RNG.normal(0.3, 0.1, 12)
    found = compared(a, b, lower=True, seed=seed).relative
    u = a / a.mean() - b / b.mean()
    reach = stats.t.ppf(0.975, 11) * u.std(ddof=1) / sqrt(12)
    ratio = a.mean() / b.mean()
    assert (found.of, found.reduction) == ("loss", pytest.approx(1 - ratio))
    assert found.interval[:2] == pytest.approx((1 - ratio * np.exp(reach), 1 - ratio * np.exp(-reach)))


def test_folds_share_training_data():
    fold, a = np.arange(10), RNG.normal(0.30, 0.02, 10)
    b = a + RNG.normal(0.02, 0.01, 10)
    found = compared(a, b, lower=True, fold=fold).relative
    u = a / a.mean() - b / b.mean()
    reach = stats.t.ppf(0.975, 9) * u.std(ddof=1) * sqrt(1 / 10 + 0.1 / 0.9)
    assert found.interval.high == pytest.approx(1 - a.mean() / b.mean() * np.exp(-reach))


def test_seeds_x_cases_allow_for_both():
    seed, case = np.divmod(np.arange(5 * 30), 30)
    hard = RNG.random(30) * 0.6
    a = (RNG.random(150) < hard[case]).astype(int)
    b = (RNG.random(150) < hard[case] + 0.15).astype(int)
    found = compared(a, b, lower=True, seed=seed, case=case).relative
    assert found.of == "errors"
    assert found.reduction == pytest.approx(1 - a.mean() / b.mean())
    assert found.interval.low < found.reduction < found.interval.high


def test_unpaired_losses_by_welch():
    a, b = RNG.normal(3.0, 0.2, 8), RNG.normal(3.3, 0.4, 6)
    found = bt.compare(bt.unpaired_arrays(a, b, unit="seeds", higher_is_better=False)).relative
    parts = [v.var(ddof=1) / v.mean() ** 2 / len(v) for v in (a, b)]
    df = sum(parts) ** 2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 5)
    reach = stats.t.ppf(0.975, df) * sqrt(sum(parts))
    assert found.interval.high == pytest.approx(1 - a.mean() / b.mean() * np.exp(-reach))


def test_where_it_means_nothing_it_is_null():
    seed = np.arange(8)
    assert compared(RNG.normal(0.8, 0.1, 8), RNG.normal(0.8, 0.1, 8), seed=seed).relative is None  # no losses
    assert compared(RNG.normal(-5, 0.1, 8), RNG.normal(-5, 0.1, 8), lower=True, seed=seed).relative is None
    case = np.arange(20)
    assert compared(case % 2, np.ones(20, dtype=int), case=case).relative is None  # the second makes no error
    none = compared(np.ones(20, dtype=int), case % 2, case=case).relative
    assert none.reduction == 1.0
    assert 0 < none.interval.low < none.interval.high == pytest.approx(1.0)


def test_it_is_told_and_read_back():
    case = np.arange(200)
    found = compared((case % 10 > 0).astype(int), (case % 5 > 0).astype(int), case=case)
    assert "a makes 50% fewer errors than b (95% interval" in " ".join(found.to_text().split())
    assert bt.Comparison.from_dict(found.document()).relative == found.relative
    turned = compared((case % 5 > 0).astype(int), (case % 10 > 0).astype(int), case=case)
    assert "a makes 100% more errors than b" in " ".join(turned.to_text().split())


def test_a_tie_is_told_as_one():
    case = np.arange(200)
    tied = compared((case % 5 > 0).astype(int), (case % 5 < 4).astype(int), case=case)
    assert "a makes as many errors as b (95% interval" in " ".join(tied.to_text().split())
