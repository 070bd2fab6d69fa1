"""bayes_mcnemar on the scale of accuracy points, against integrals that share no code with it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats

from betterthan.asking.compare import compare
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError
from betterthan.procedures import bayes_mcnemar

CELLS = [
    (54, 159, 198, 589), (19, 64, 30, 103), (0, 0, 3, 0), (5, 0, 3, 5), (0, 1, 1, 0), (10_000, 40, 60, 90_000),
    (0, 0, 0, 3), (5, 0, 0, 995),  # the two models never disagree
]  # fmt: skip


def above(cells, bound: float) -> float:
    """P(θ10 - θ01 > bound) by adaptive integration over θ01 of the aggregated Dirichlet (θ01, θ10, rest)."""
    n00, n01, n10, n11 = cells
    a, b, c = n01 + 1, n10 + 1, n00 + n11 + 2
    marginal = stats.beta(a, b + c)  # θ01
    rest = stats.beta(b, c)  # θ10/(1 - θ01), independent of θ01

    def inner(theta01: float) -> float:
        return marginal.pdf(theta01) * rest.sf((bound + theta01) / (1 - theta01))

    middle = marginal.ppf([1e-12, 0.01, 0.25, 0.5, 0.75, 0.99, 1 - 1e-12])
    return sum(integrate.quad(inner, lo, hi, epsabs=1e-12, limit=200)[0] for lo, hi in pairwise(middle))


@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("rope", [(-0.01, 0.01), (-0.05, 0.02), (0.0, 0.0)])
def test_points_against_adaptive_integration(cells, rope):
    posterior = bayes_mcnemar.from_cells(**dict(zip(("n00", "n01", "n10", "n11"), cells, strict=True)), scale="points")
    p = posterior.probabilities(rope)
    assert p.first == pytest.approx(above(cells, rope[1]), abs=2e-5)
    assert p.second == pytest.approx(1 - above(cells, rope[0]), abs=2e-5)


@pytest.mark.parametrize("cells", CELLS)
def test_moments_of_points_are_those_of_the_dirichlet(cells):
    n00, n01, n10, n11 = cells
    law = stats.dirichlet([n00 + 1, n01 + 1, n10 + 1, n11 + 1])
    covariance = law.cov()
    posterior = bayes_mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, scale="points")
    assert posterior.mean == pytest.approx(law.mean()[2] - law.mean()[1], abs=1e-9)
    sd = (covariance[1, 1] + covariance[2, 2] - 2 * covariance[1, 2]) ** 0.5
    assert posterior.sd == pytest.approx(sd, rel=1e-6)


def test_the_default_rope_in_points_is_a_tenth_of_the_standard_deviation_of_the_differences():
    """Ten cases: two are -1, three are 1, five are 0."""
    found = compare(PairedSummary.from_cells({"": Cells(1, 2, 3, 4)}), procedure="bayes_mcnemar", scale="points")
    sd = np.std([-1] * 2 + [1] * 3 + [0] * 5, ddof=1)
    assert found.posterior.spread == pytest.approx(sd)
    assert (found.rope.low, found.rope.high) == pytest.approx((-0.1 * sd, 0.1 * sd))


@pytest.mark.parametrize("cells", CELLS)
def test_interval_of_points_holds_its_level(cells):
    posterior = bayes_mcnemar.from_cells(**dict(zip(("n00", "n01", "n10", "n11"), cells, strict=True)), scale="points")
    for kind in ("hdi", "equal-tailed"):
        inside = posterior.interval(0.9, kind)
        assert posterior.cdf(inside.high) - posterior.cdf(inside.low) == pytest.approx(0.9, abs=1e-4)


def test_phi_and_points_agree_on_the_direction():
    for cells in CELLS:
        given = dict(zip(("n00", "n01", "n10", "n11"), cells, strict=True))
        phi, points = bayes_mcnemar.from_cells(**given), bayes_mcnemar.from_cells(**given, scale="points")
        assert phi.direction().first == pytest.approx(points.direction().first, abs=1e-9)


def test_models_that_never_disagree_are_not_certain_to_be_equivalent():
    """φ is as unknown as before; |Δ| of Dirichlet(1, 1, 5) exceeds r with probability (1 - r)^6, 0.05 at r = 0.393."""
    phi = bayes_mcnemar.from_cells(n00=1, n01=0, n10=0, n11=2)
    assert phi.probabilities((0.45, 0.55)) == pytest.approx((0.45, 0.1, 0.45), abs=1e-12)
    points = bayes_mcnemar.from_cells(n00=1, n01=0, n10=0, n11=2, scale="points")
    assert not points.identical
    for rope in (0.01, 0.1, 0.39):
        assert points.probabilities(rope).equivalent == pytest.approx(1 - (1 - rope) ** 6, abs=1e-9)
        assert points.probabilities(rope).equivalent < 0.95
    assert points.probabilities(0.394).equivalent > 0.95


def test_other_prior_counts_move_the_posterior():
    given = {"n00": 1, "n01": 2, "n10": 3, "n11": 4}
    assert bayes_mcnemar.from_cells(**given, alpha=(1, 5, 1, 1)).mean == pytest.approx(4 / 11)


def test_bad_arguments():
    with pytest.raises(ArgumentError, match="`phi` or `points`"):
        bayes_mcnemar.from_cells(n00=1, n01=1, n10=1, n11=1, scale="odds")
    with pytest.raises(ArgumentError, match="at least 0"):
        bayes_mcnemar.from_cells(n00=1, n01=-1, n10=1, n11=1)


@pytest.mark.parametrize("alpha", [0.5, (1, 1, 1), (1, 1, 0, 1), (1, 1, float("nan"), 1), "1111x", (1, 1, "many", 1)])
def test_prior_counts_that_are_not_four_numbers_above_0(alpha):
    with pytest.raises(ArgumentError, match=r"`alpha` has the four prior counts .* got "):
        bayes_mcnemar.from_cells(n00=1, n01=2, n10=3, n11=4, alpha=alpha)


@pytest.mark.parametrize("cells", [(3, 4, 2, 6), (0, 2, 0, 1)])
def test_the_spread_of_points_is_that_of_the_differences(cells):
    n00, n01, n10, n11 = cells
    differences = np.repeat([0, -1, 1, 0], cells)
    found = bayes_mcnemar.from_cells(n00=n00, n01=n01, n10=n10, n11=n11, scale="points")
    assert found.spread == pytest.approx(differences.std(ddof=1))
