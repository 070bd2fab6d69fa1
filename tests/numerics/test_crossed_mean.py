"""The posterior of a crossed mean against its definition: the likelihood cell by cell, and a plain sum over a grid."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr

from betterthan.numerics.crossed_mean import crossed_mean, has_mean_variance
from betterthan.procedures.shared.crossed_table import crossed_sums

PRIORS = ("box-tiao", "half-cauchy")
SHAPES = {
    "2 x 2": (2, 2, 3.0, 0.4),
    "3 x 8": (3, 8, 2.0, 5.0),
    "5 x 60": (5, 60, 3.0, 1.5),
    "10 x 30, rows hardly vary": (10, 30, 0.7, 6.0),
    "2 x 12, columns vary most": (2, 12, 0.5, 200.0),
    "4 x 4, nothing but residual": (4, 4, 0.0, 0.0),
}
POINTS = np.array([0.1, 0.5, 1.0, 2.0, 4.0, 10.0])


def on_a_grid(rows, columns, square_rows, square_columns, prior):
    """Scales and weights of μ - d̄ over a plain grid of the logs of the three variances, in units of MS_ε.

    All three integrands fall off at both ends, so the trapezoid rule converges geometrically.
    """
    df = (rows - 1) * (columns - 1)
    e = np.linspace(-min(12 / np.sqrt(df), 6), 12 / np.sqrt(df) + 60 / df, 131)[:, None, None]
    a = np.linspace(-34, 14 + 60 / (rows - 1), 211)[None, :, None]
    b = np.linspace(-34, 14 + 60 / (columns - 1), 211)[None, None, :]
    ve, va, vb = np.exp(e), np.exp(a), np.exp(b)
    la, lb = ve + columns * va, ve + rows * vb
    logs = -0.5 * (
        (rows - 1) * (np.log(la) + square_rows / la) + (columns - 1) * (np.log(lb) + square_columns / lb)
        + df * (e + 1 / ve)
    )  # fmt: skip
    if prior == "box-tiao":
        logs = logs + a - np.log(la) + b - np.log(lb)  # dv_a/λ_a = v_a/λ_a d log v_a
    else:
        logs = logs + a / 2 - np.log1p(va) + b / 2 - np.log1p(vb)  # dσ/(1 + σ²) = σ/2(1 + σ²) d log v
    weight = np.exp(logs - logs.max())
    return np.sqrt((la + lb - ve) / (rows * columns)), weight / weight.sum()


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("shape", SHAPES)
def test_against_a_plain_grid(shape, prior):
    scale, weight = on_a_grid(*SHAPES[shape], prior)
    found = crossed_mean(*SHAPES[shape], prior=prior)
    typical = np.exp((weight * np.log(scale)).sum())
    for point in POINTS * typical:
        expected = float((weight * ndtr(-point / scale)).sum())
        assert float(ndtr(-point / found.scale) @ found.weight) == pytest.approx(expected, abs=2e-6)
    assert found.error < 1e-5
    assert found.weight.sum() == pytest.approx(1, abs=1e-12)
    assert (found.weight >= 0).all()


def test_the_likelihood_is_that_of_all_cells():
    """The four factors against the joint normal density of the cells, up to one constant."""
    rng = np.random.default_rng(1)
    d = rng.normal(size=(3, 4))
    sums = crossed_sums(d)
    same_row, same_column = np.kron(np.eye(3), np.ones((4, 4))), np.kron(np.ones((3, 3)), np.eye(4))
    away = []
    for mu, va, vb, ve in zip(rng.normal(size=6), *rng.gamma(1.0, size=(3, 6)), strict=True):
        joint = stats.multivariate_normal(np.full(12, mu), va * same_row + vb * same_column + ve * np.eye(12))
        la, lb = ve + 4 * va, ve + 3 * vb
        factors = (
            stats.norm.logpdf(sums.mean, mu, np.sqrt((la + lb - ve) / 12))
            - 0.5 * (2 * np.log(la) + sums.ss_rows / la)
            - 0.5 * (3 * np.log(lb) + sums.ss_columns / lb)
            - 0.5 * (6 * np.log(ve) + sums.ss_residual / ve)
        )
        away.append(joint.logpdf(d.ravel()) - factors)
    assert np.ptp(away) < 1e-9


@pytest.mark.parametrize("prior", PRIORS)
def test_rows_and_columns_may_change_places(prior):
    one, other = crossed_mean(4, 9, 2.0, 5.0, prior=prior), crossed_mean(9, 4, 5.0, 2.0, prior=prior)
    for point in POINTS:
        upper = [float(ndtr(-point / each.scale) @ each.weight) for each in (one, other)]
        assert upper[0] == pytest.approx(upper[1], abs=1e-8)
    assert one.shares == pytest.approx((other.shares[1], other.shares[0], other.shares[2]), abs=1e-8)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("seed", range(6))
def test_the_stated_error_covers_a_finer_integral(seed, prior, monkeypatch):
    rng = np.random.default_rng(seed)
    rows, columns = (int(n) for n in rng.choice([2, 3, 5, 20, 300], 2))
    squares = np.exp(rng.normal(0, 3, 2))
    found = crossed_mean(rows, columns, *squares, prior=prior)
    monkeypatch.setattr("betterthan.numerics.crossed_mean.NODES_PER_WIDTH", 4.0)
    monkeypatch.setattr("betterthan.numerics.crossed_mean.BIN", 0.01)
    fine = crossed_mean(rows, columns, *squares, prior=prior)
    points = POINTS * np.exp(fine.weight @ np.log(fine.scale))
    away = [ndtr(-points[:, None] / each.scale) @ each.weight for each in (found, fine)]
    assert np.abs(away[0] - away[1]).max() <= found.error < 1e-5


@pytest.mark.parametrize("squares", [(1e24, 0.0), (0.0, 1e24), (1e-24, 1e-24), (1e12, 1e12)])
@pytest.mark.parametrize("shape", [(2, 2), (10, 1000), (500, 3)])
def test_extreme_ratios_of_mean_squares(shape, squares):
    for prior in PRIORS:
        found = crossed_mean(*shape, *squares, prior=prior)
        assert np.isfinite(found.scale).all()
        assert (found.scale > 0).all()
        assert found.error < 1e-4


@pytest.mark.parametrize(("alpha", "expected"), [(0.5, (False, False)), (1.0, (False, True)), (1.5, (True, True))])
def test_which_variances_have_a_mean(alpha, expected):
    assert tuple(has_mean_variance(alpha, prior) for prior in PRIORS) == expected


def test_the_mean_variance_is_that_of_inverse_gamma_laws():
    """With mean squares far above the residual one λ_a and λ_b are not cut: E λ = SS/(df - 2)."""
    found = crossed_mean(6, 9, 1e8, 3e8)
    expected = (5 * 1e8 / 3 + 8 * 3e8 / 6) / 54
    assert found.weight @ found.scale**2 == pytest.approx(expected, rel=1e-6)
