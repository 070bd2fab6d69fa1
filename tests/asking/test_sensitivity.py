"""How the verdict depends on the rope."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import optimize, stats

from betterthan.answers.sensitivity import Sensitivity
from betterthan.asking.compare import compare
from betterthan.asking.sensitivity import MULTIPLES, sensitivity
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_differences
from betterthan.data.reading.tables import read
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError
from betterthan.words.verdicts import stability

LGR = compare(PairedSummary.from_moments(mean=0.0659, sd=1.0, n=1056, models=("LgR", "MLP")), rope=0.1)
CELLS = compare(PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}))


def test_each_row_asks_the_posterior_about_one_rope():
    varied = sensitivity(LGR, ropes=[0.2, 0.05, 0.1])
    assert [(rope.low, rope.high) for rope in varied.ropes] == [(-0.05, 0.05), (-0.1, 0.1), (-0.2, 0.2)]
    assert varied.probabilities == tuple(LGR.posterior.probabilities(half) for half in (0.05, 0.1, 0.2))
    assert varied.verdicts == ("undecided", "undecided", "equivalent")
    assert varied.probabilities[1] == LGR.probabilities
    assert not varied.stable


def test_a_wider_rope_never_makes_equivalence_less_probable():
    for found in (LGR, CELLS):
        equivalent = [p.equivalent for p in sensitivity(found).probabilities]
        assert equivalent == sorted(equivalent)
        assert equivalent[0] == 0


def test_without_widths_multiples_of_the_own_rope_are_taken():
    varied = sensitivity(compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=(-0.1, 0.3)))
    assert [rope.low for rope in varied.ropes] == pytest.approx([-0.1 * k for k in MULTIPLES])
    assert [rope.high for rope in varied.ropes] == pytest.approx([0.3 * k for k in MULTIPLES])


def test_on_the_scale_of_phi_the_ropes_lie_about_one_half():
    for varied in (sensitivity(CELLS), sensitivity(CELLS, ropes=[0.01, 0.2])):
        assert [rope.low + rope.high for rope in varied.ropes] == pytest.approx([1.0] * len(varied.ropes))


def test_the_threshold_decides():
    assert sensitivity(LGR, ropes=[0.1], threshold=0.8).verdicts == ("equivalent",)
    assert sensitivity(LGR, ropes=[0.1], threshold=0.9).verdicts == ("undecided",)


@pytest.mark.parametrize("threshold", [0.2, 1.5, float("nan")])
def test_a_threshold_that_is_none_is_refused(threshold):
    with pytest.raises(ArgumentError, match="threshold"):
        sensitivity(LGR, threshold=threshold)


def test_verdicts_that_agree_are_stable():
    far = compare(PairedSummary.from_moments(mean=5.0, sd=1.0, n=100), rope=0.01)
    assert sensitivity(far).stable


def test_a_classical_test_knows_no_rope():
    found = compare(pair_differences(np.arange(12.0)), procedure="wilcoxon")
    with pytest.raises(ArgumentError, match="`wilcoxon` takes no rope"):
        sensitivity(found)


def test_json_and_frame_have_a_row_per_rope():
    varied = sensitivity(LGR, ropes=[0.05, 0.1])
    document = json.loads(json.dumps(varied.document(), allow_nan=False))
    assert (document["schema"], document["first"], document["second"], document["stable"]) == (2, "LgR", "MLP", True)
    assert [row["high"] for row in document["ropes"]] == [0.05, 0.1]
    pytest.importorskip("pandas")
    assert varied.to_frame("pandas")["equivalent"].tolist() == [p.equivalent for p in varied.probabilities]


@pytest.mark.parametrize("options", [{"rng": 7, "draws": 3000}, {"z0": "inf", "prior_strength": 1.0}])
def test_the_own_rope_says_what_the_comparison_says(options):
    """The same draws, prior and seed as those that the user asked for."""
    rng = np.random.default_rng(3)
    table = pair_differences(rng.normal(0.01, 0.02, 20), task=[f"t{j}" for j in range(20)])
    found = compare(table, rope=0.01, procedure="bayes_signed_rank", **options)
    varied = sensitivity(found)
    assert varied.probabilities[MULTIPLES.index(1.0)] == found.probabilities


def test_the_rope_at_which_the_verdict_changes_is_found():
    """P(|Δ| ≤ r) = 0.95 for a Student law, solved by scipy."""
    law = stats.t(1055, 0.0659, 1 / np.sqrt(1056))
    expected = optimize.brentq(lambda r: law.cdf(r) - law.cdf(-r) - 0.95, 0.0, 1.0)
    change = sensitivity(LGR).changes[-1]
    assert (change.before, change.after) == ("undecided", "equivalent")
    assert change.high == -change.low == pytest.approx(expected, abs=0.1 / 4096)
    assert change.high >= expected, "with this rope it has changed"


def test_a_verdict_that_changes_twice_between_two_ropes_is_found_twice():
    far = compare(PairedSummary.from_moments(mean=1.0, sd=1.0, n=100), rope=1.0)
    law = stats.t(99, 1.0, 0.1)
    leaves = optimize.brentq(lambda r: law.sf(r) - 0.95, 0.0, 1.0)
    enters = optimize.brentq(lambda r: law.cdf(r) - law.cdf(-r) - 0.95, 1.0, 3.0)
    varied = sensitivity(far, ropes=[0.0, 10.0])
    assert [(each.before, each.after) for each in varied.changes] == [
        ("first", "undecided"),
        ("undecided", "equivalent"),
    ]
    assert [each.high for each in varied.changes] == pytest.approx([leaves, enters], abs=10 / 4096)
    assert "The verdict depends on the rope: first practically better with narrower ropes than about ±0.8" in stability(
        varied
    )
    assert Sensitivity.from_dict(json.loads(json.dumps(varied.to_dict()))).changes == varied.changes


def test_it_is_said_on_what_the_verdict_does_not_depend():
    far = compare(PairedSummary.from_moments(mean=5.0, sd=1.0, n=100), rope=0.01)
    assert stability(sensitivity(far)).startswith(
        "The verdict does not depend on the rope: first practically better from 0 to ±0.1."
    )
    assert "prior" not in stability(sensitivity(far)), "it has one"


@pytest.mark.parametrize(
    ("seeds", "rope", "told"),
    [(2, 0.05, "It depends on the prior: with the rope"), (8, 0.001, "It does not depend on the prior.")],
)
def test_the_prior_is_named_where_the_verdict_depends_on_it(seeds, rope, told):
    differences = np.random.default_rng(3).normal(0.1, 0.02, (seeds, 40)) + np.linspace(-0.01, 0.01, seeds)[:, None]
    rows = [(seed, case, float(d)) for (seed, case), d in np.ndenumerate(differences)]
    table = {"model": ["a"] * len(rows) + ["b"] * len(rows)}
    table |= {"seed": [row[0] for row in rows] * 2, "case": [row[1] for row in rows] * 2}
    found = compare(read({**table, "score": [row[2] for row in rows] + [0.0] * len(rows)}), rope=rope)
    varied = sensitivity(found)
    assert told in stability(varied)
    differ = {
        rope
        for rope in varied.ropes
        if len({v for r, v in zip(varied.ropes, varied.verdicts, strict=True) if r == rope}) > 1
    }
    assert bool(differ) == ("It depends on the prior" in told)


def test_a_claim_that_the_prior_holds_back_depends_on_the_prior():
    """Of five tasks won, the signed rank has at best 0.931 if the pseudo-observation was lost."""
    table = pair_differences([0.05, 0.06, 0.07, 0.08, 0.09], task=range(5))
    found = compare(table, rope=0.0, procedure="bayes_signed_rank")
    varied = sensitivity(found, ropes=[0.0, 0.001])
    assert (found.verdict, found.decision.held_back_by) == ("undecided", "prior")
    assert set(varied.verdicts) == {"undecided"}
    assert varied.held_back_by[0] == "prior"
    assert varied.probabilities[varied.priors.index("z0 = -inf")].first == pytest.approx(0.931, abs=0.002)
    told = stability(varied)
    assert "It depends on the prior: with the rope 0 first better has probability >0.999 under `z0 = 0`" in told
    assert "does not depend on the prior" not in told
    assert "undecided (prior)" in varied.to_text()
    assert Sensitivity.from_dict(json.loads(varied.to_json())) == varied


def test_equivalence_on_average_only_is_marked_in_the_table():
    found = compare(pair_differences([0.03, -0.03] * 20, task=range(40)), rope=0.01)
    varied = sensitivity(found, ropes=[0.01])
    assert varied.held_back_by[0] == "winner"
    assert "undecided (single tasks)" in varied.to_text()
    assert stability(varied).endswith("where only that is lacking, the table says `single tasks`.")


def test_of_a_rope_without_width_multiples_of_the_interval_are_taken():
    """About the null, as wide as the end of the interval that is further from it: that of Student's law."""
    varied = sensitivity(compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=0.0))
    furthest = 0.1 + stats.t(49).ppf(0.975) / 50**0.5
    assert [rope.low for rope in varied.ropes] == pytest.approx([-furthest * k for k in MULTIPLES], rel=1e-6)
    assert [rope.high for rope in varied.ropes] == pytest.approx([furthest * k for k in MULTIPLES], rel=1e-6)
