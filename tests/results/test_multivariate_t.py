from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from betterthan.results.joint_laws import MultivariateT, joint_law_from_dict
from betterthan.results.laws.point import Point

ROOT = np.array([[1.0, 0.0, 0.2], [0.5, 0.8, 0.0], [0.5, 0.8, 0.0], [-0.3, 0.1, 2.0]])
LOCATION = np.array([0.3, 0.1, 0.1, -0.5])


def law(scale: float = 1.0) -> MultivariateT:
    rows = tuple(tuple(row) for row in (scale * ROOT).tolist())
    return MultivariateT(7.0, tuple((scale * LOCATION).tolist()), rows)


def test_draws_have_the_law_of_scipy() -> None:
    ours = law().draws(200_000, np.random.default_rng(1))[:, [0, 1, 3]]
    scale = (ROOT @ ROOT.T)[np.ix_([0, 1, 3], [0, 1, 3])]
    theirs = stats.multivariate_t(LOCATION[[0, 1, 3]], scale, 7).rvs(200_000, random_state=2)
    for weights in ([1, 0, 0], [0, 1, -1], [1, -2, 1]):
        assert stats.ks_2samp(ours @ weights, theirs @ weights).pvalue > 0.001
    error = 4 * 7 / 5 * scale.max() * np.sqrt(4 / 200_000)  # the kurtosis is 5
    assert np.cov(ours.T) == pytest.approx(7 / 5 * scale, abs=error)


def test_margins_and_differences() -> None:
    scale = ROOT @ ROOT.T
    for j in range(4):
        assert law().marginal(j).scale == pytest.approx(np.sqrt(scale[j, j]))
    difference = law().difference(0, 3)
    assert difference.location == pytest.approx(0.8)
    assert difference.scale == pytest.approx(np.sqrt(scale[0, 0] + scale[3, 3] - 2 * scale[0, 3]))
    assert law().difference(1, 2) == Point(0.0)


@pytest.mark.parametrize("by", [0.0, 0.4, -0.2])
@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e300])
def test_better_is_what_the_differences_say(by, scale) -> None:
    found = law(scale).better(by * scale)
    for i, j in permutations(range(4), 2):
        difference = law(scale).difference(i, j)
        expected = 0.5 + 0.5 * np.sign(-by) if isinstance(difference, Point) else float(difference.sf(by * scale))
        assert found[i, j] == pytest.approx(expected, abs=1e-12)


def test_no_axes_at_all() -> None:
    fixed = MultivariateT(3.0, (0.0, 1.0), ((), ()))
    assert fixed.difference(1, 0) == Point(1.0)
    assert fixed.draws(3, np.random.default_rng(0)).tolist() == [[0.0, 1.0]] * 3
    assert fixed.better(0.0).tolist() == [[0.5, 0.0], [1.0, 0.5]]
    assert joint_law_from_dict(fixed.to_dict()) == fixed
