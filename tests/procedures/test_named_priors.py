"""Every named prior, against figures that were not made by our code.

The hierarchical t model: tests/reference/make_hierarchical_t_priors.py, plain sums over a grid. The priors of crossed
factors and of signed ranks have their figures in tests/reference/bayes_crossed.json and bayes_signed_rank.json.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.numerics.hyper_prior import NU_PRIORS
from betterthan.procedures import bayes_hierarchical_t
from betterthan.results.kinds import result_from_dict

REFERENCE = Path(__file__).parents[1] / "reference"
STORED = json.loads((REFERENCE / "hierarchical_t_priors.json").read_text())
DATA = {"n": STORED["n"], "mean": STORED["mean"], "ss": STORED["ss"], "test_fraction": STORED["rho"]}


def test_every_named_prior_has_a_reference():
    assert set(STORED["expect"]) == {*NU_PRIORS, "normal", "given"}
    sources = {name: (REFERENCE / f"{name}.json").read_text() for name in ("bayes_crossed", "bayes_signed_rank")}
    assert all(f'"prior": "{name}"' in sources["bayes_crossed"] for name in ("box-tiao", "half-cauchy"))
    assert all(f'"z0": "{place}"' in sources["bayes_signed_rank"] for place in ("-inf", "inf", "split"))


OPTIONS = {
    **{name: {"prior": name} for name in (*NU_PRIORS, "normal")},
    "given": {"nu_shape": (3.0, 8.0), "nu_rate": (0.5, 2.0)},
}
"""The ranges are those of the script."""


@pytest.mark.parametrize("prior", OPTIONS)
def test_the_hierarchical_model_under_a_prior(prior):
    found, expected = bayes_hierarchical_t.from_summary(**DATA, **OPTIONS[prior]), STORED["expect"][prior]
    assert found.prior.startswith(f"{prior}: ")
    for reading in ("population", "next_task", "winner"):
        shares = found.readings(STORED["rope"])[reading]
        assert tuple(shares) == pytest.approx(expected[reading], abs=0.001), reading
    assert found.estimate == pytest.approx(expected["delta0_mean"], abs=1e-4)
    assert found.model.mean_sd("sigma0")[0] == pytest.approx(expected["sigma0_mean"], rel=2e-3)
    assert result_from_dict(found.to_dict()).readings(STORED["rope"]) == found.readings(STORED["rope"])


def test_the_priors_differ_where_the_tails_matter():
    """Otherwise no figure would tell one from another."""
    nus = [expected["nu_mean"] for expected in STORED["expect"].values() if "nu_mean" in expected]
    assert max(nus) > 1.5 * min(nus)
    shares = [expected["winner"][1] for expected in STORED["expect"].values()]
    assert max(shares) > 1.5 * min(shares)


def test_ranges_of_a_name_given_in_numbers_are_that_name():
    shape, rate = NU_PRIORS["baycomp"]
    named = bayes_hierarchical_t.from_summary(**DATA, prior="baycomp").readings(STORED["rope"])
    assert bayes_hierarchical_t.from_summary(**DATA, nu_shape=shape, nu_rate=rate).readings(STORED["rope"]) == named
    mixed = bayes_hierarchical_t.from_summary(**DATA, prior="baycomp", nu_shape=shape)  # the rate is that of the name
    assert mixed.readings(STORED["rope"]) == named


def test_a_normal_law_is_the_limit_of_endless_degrees_of_freedom():
    """Gamma(20, rate 0.005) has ν about 4,000, where a Student law is all but normal; of ν about 4 it is not."""
    normal = bayes_hierarchical_t.from_summary(**DATA, prior="normal").readings(STORED["rope"])
    limit = bayes_hierarchical_t.from_summary(**DATA, nu_shape=(20, 20), nu_rate=(0.005, 0.005))
    heavy = bayes_hierarchical_t.from_summary(**DATA, nu_shape=(20, 20), nu_rate=(5, 5)).readings(STORED["rope"])
    for reading, shares in limit.readings(STORED["rope"]).items():
        if shares is not None:
            assert tuple(shares) == pytest.approx(tuple(normal[reading]), abs=5e-4)
    assert abs(heavy["population"].first - normal["population"].first) > 0.01


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"prior": "gaussian"}, "There is no prior `gaussian`"),
        ({"prior": "normal", "nu_rate": (0.1, 0.2)}, "which `prior=.normal.` does without"),
        ({"nu_shape": (2.0, 1.0)}, "in order, from 0.5 to 20"),
        ({"nu_shape": (0.0, 1.0)}, "in order, from 0.5 to 20"),
        ({"nu_rate": (0.1, float("inf"))}, "in order, from 0.005 to 5"),
        ({"nu_rate": (0.1, float("nan"))}, "in order, from 0.005 to 5"),
        ({"nu_rate": 0.1}, "a pair of numbers"),
        ({"nu_rate": ("a", "b")}, "a pair of numbers"),
    ],
)
def test_other_priors_are_refused(options, said):
    with pytest.raises(ArgumentError, match=said):
        bayes_hierarchical_t.from_summary(**DATA, **options)


def test_sensitivity_begins_with_the_prior_that_was_used():
    rng = np.random.default_rng(3)
    task = np.repeat([f"t{j}" for j in range(5)], 6)
    pair = bt.pair_arrays(rng.normal(0.01, 0.05, 30), np.zeros(30), task=task)
    for options, own in (({"prior": "normal"}, "normal"), ({"nu_shape": (1, 2)}, "given")):
        found = bt.compare(pair, rope=0.01, procedure="bayes_hierarchical_t", **options)
        assert dict.fromkeys(bt.sensitivity(found, ropes=[0.01]).priors) == dict.fromkeys((own, *NU_PRIORS))
