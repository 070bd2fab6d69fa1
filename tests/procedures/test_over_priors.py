"""The lowest and the highest probability over all places of the prior: against other ways to every place."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.procedures import bayes_sign, bayes_signed_rank
from betterthan.results.kinds import result_from_dict

RNG = np.random.default_rng(11)


def sign_by_beta(counts: tuple[int, int, int], prior: tuple[float, float, float]) -> tuple[float, float, float]:
    """P(θ_first > 1/2), the rest, P(θ_second > 1/2): shares of a Dirichlet law have beta laws."""
    alpha = np.add(counts, prior)
    first, second = (stats.beta.sf(0.5, alpha[j], alpha.sum() - alpha[j]) for j in (0, 2))
    return first, 1 - first - second, second


@pytest.mark.parametrize("counts", [(6, 2, 1), (1, 7, 2), (3, 3, 3)])
def test_the_sign_test_at_every_place(counts):
    """A pseudo-observation in each region, exactly; and no prior spread over regions goes further for either side."""
    first, equivalent, second = counts
    found = bayes_sign.from_summary(first=first, equivalent=equivalent, second=second, rope=0.01).over_priors
    places = np.array([sign_by_beta(counts, prior) for prior in ((1, 0, 0), (0, 1, 0), (0, 0, 1))])
    for bounds, shares in zip(found, places.T, strict=True):
        assert bounds == pytest.approx((shares.min(), shares.max()), abs=1e-12)
    spread = [(a / 10, b / 10, 1 - (a + b) / 10) for a, b in product(range(11), range(11)) if a + b <= 10]
    mixed = np.array([sign_by_beta(counts, prior) for prior in spread])
    for place in (0, 2):
        assert found[place].low <= mixed[:, place].min() + 1e-12
        assert mixed[:, place].max() - 1e-12 <= found[place].high


def signed_rank_by_draws(values: np.ndarray, rope: float, z0: float, weights: np.ndarray) -> np.ndarray:
    """Per draw of the weights, θ of the three regions, by the double sum of the definition."""
    points = np.append(z0, values)
    pairs = points[:, None] + points[None, :]
    above, below = pairs > 2 * rope, pairs < -2 * rope
    first, second = (np.einsum("di,ij,dj->d", weights, side.astype(float), weights) for side in (above, below))
    return np.array([np.mean(first > 0.5), np.mean((first <= 0.5) & (second <= 0.5)), np.mean(second > 0.5)])


def test_the_signed_rank_test_at_every_place():
    """All z0 between which any pair crosses a bound, each with a Dirichlet law drawn apart from ours."""
    values, rope = RNG.normal(0.012, 0.02, 8), 0.01
    weights = RNG.dirichlet([0.5] + [1.0] * 8, 20_000)
    marks = np.sort(np.concatenate([2 * rope - values, -2 * rope - values, [rope, -rope]]))
    scan = np.concatenate([[-1e9], (marks[1:] + marks[:-1]) / 2, [1e9]])
    places = np.array([signed_rank_by_draws(values, rope, z0, weights) for z0 in scan])
    found = bayes_signed_rank.from_differences(values, rope=rope, draws=100_000).over_priors
    error = 4 * 0.5 / np.sqrt(20_000)
    for place in (0, 2):  # attained
        assert found[place] == pytest.approx((places[:, place].min(), places[:, place].max()), abs=error)
    assert found.equivalent.low <= places[:, 1].min() + error
    assert places[:, 1].max() - error <= found.equivalent.high
    assert places[0, 0] == places[:, 0].min()  # at -∞, as the docstring says
    assert places[-1, 0] == places[:, 0].max()


def test_no_prior_leaves_no_doubt_about_it():
    found = bayes_signed_rank.from_differences(RNG.normal(0.01, 0.02, 9), rope=0.01, prior_strength=0.0)
    assert all(low == high for low, high in found.over_priors)


def test_json_and_report_tell_the_bounds():
    scores = bt.read({"task": range(9), "a": 0.8 + RNG.normal(0.02, 0.02, 9), "b": 0.8 + RNG.normal(0, 0.02, 9)})
    found = bt.compare(scores, rope=0.01, procedure="bayes_signed_rank")
    again = result_from_dict(json.loads(json.dumps(found.result.to_dict())))
    assert again.over_priors == found.result.over_priors
    record = found.to_dict()["over_priors"]
    assert record["first"]["low"] <= found.to_dict()["readings"]["population"]["first"] <= record["first"]["high"]
    assert "wherever the prior lies" in found.to_text()
    assert bt.compare(scores, rope=0.01, procedure="bayes_t").to_dict()["over_priors"] is None
