"""What a verdict says: the threshold, the rule, what is ruled out, what is favoured, and by nothing more than it is."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.judging.decision import graded
from betterthan.judging.verdict import Decision
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.words.claims import Judged, labels, told
from betterthan.words.verdicts import verdict

ROPE = Rope(-0.01, 0.01)


def judged(*shares: float, verdict: str = "undecided", rope: Rope | None = ROPE, **more) -> Judged:
    """A decision with these three probabilities."""
    p = Probabilities(*shares)
    facts = {"rule": "threshold", "threshold": 0.95, "reading": "difference", **more}
    given = {name: facts.pop(name) for name in ("given", "loss_matrix", "where") if name in facts}
    decision = Decision(verdict, probabilities=p, evidence=graded(p), **facts)
    return Judged(first="new", second="old", decision=decision, rope=rope, **given)


def test_undecided_says_what_is_ruled_out_and_what_is_favoured():
    assert told(judged(0.811, 0.188, 0.001)) == (
        "Undecided: no outcome reaches the probability 0.95. new is not practically worse than old (0.999). The scores "
        "favour new being practically better (0.811; positive evidence)."
    )


def test_a_probability_beside_its_threshold_is_never_rounded_across_it():
    near = told(judged(0.94998, 0.04, 0.01002))
    assert "(0.94998; strong evidence)" in near
    assert "(probability 0.9834; threshold 0.9833)" in told(
        judged(0.98336, 0.01, 0.00664, verdict="first", threshold=1 - 0.05 / 3)
    )
    assert "(probability 0.975; threshold 0.95)" in told(judged(0.975, 0.02, 0.005, verdict="first"))


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.02, 0.48, 0.50), ["old is not practically worse than new (0.980)."]),
        ((0.60, 0.03, 0.37), ["The two are not practically equivalent (0.970)."]),
        ((0.93, 0.04, 0.03), ["The two are not practically equivalent (0.960).", "new is not practically worse"]),
        ((0.60, 0.34, 0.06), []),
        ((0.60, 0.35, 0.05), ["new is not practically worse than old (0.950)."]),
    ],
)
def test_an_outcome_is_ruled_out_at_the_threshold(shares, said):
    text = told(judged(*shares))
    assert all(each in text for each in said)
    assert text.count(" not ") == len(said)


def test_what_no_draw_showed_is_ruled_out_too():
    assert "new is not practically worse than old (>0.999)." in told(judged(0.447, 0.553, 0.0))


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.45, 0.1, 0.45), "The scores favour neither model: 0.450 for each."),
        ((1 / 3, 1 / 3, 1 / 3), "The scores favour neither model: 0.333 for each."),
        (
            (0.48, 0.48, 0.04),
            "new being practically better, and new and old being practically equivalent (0.480 each).",
        ),
        (
            (0.06, 0.47, 0.47),
            "new and old being practically equivalent, and old being practically better (0.470 each).",
        ),
    ],
)
def test_two_that_are_equal_are_not_favoured(shares, said):
    found = judged(*shares)
    assert told(found).endswith(said)
    assert found.decision.evidence.region is None


def test_with_no_rope_nothing_is_practically():
    none = Rope(0.0, 0.0)
    for shares, decided in (((0.97, 0.0, 0.03), "first"), ((0.6, 0.0, 0.4), "undecided")):
        found = judged(*shares, verdict=decided, rope=none)
        assert "practically" not in " ".join([told(found), *labels(found)])
    assert told(judged(0.97, 0.0, 0.03, verdict="first", rope=none)) == (
        "new is better than old (probability 0.970; threshold 0.95)."
    )
    assert "equivalent" not in told(judged(0.6, 0.0, 0.4, rope=none))  # impossible, hence not ruled out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"given": None}, "(probability 0.968; threshold 0.95)."),
        ({"given": 0.6, "threshold": 0.6}, "(probability 0.968; your threshold 0.6)."),
        (
            {"rule": "loss", "threshold": None},
            "(probability 0.968; least expected loss with the loss matrix 0 20 20 / 20 0 20 / 20 20 0 / 1 1 1).",
        ),
        (
            {"rule": "loss", "threshold": None, "loss_matrix": ((0, 5, 9), (2, 0, 2), (9, 5, 0), (1, 1, 1.5))},
            "(probability 0.968; least expected loss with the loss matrix 0 5 9 / 2 0 2 / 9 5 0 / 1 1 1.5).",
        ),
        ({"rule": "hdi"}, "(probability 0.968; the 95% HDI lies wholly above the rope)."),
        ({"rule": "hdi", "rope": Rope(0.0, 0.0)}, "(probability 0.968; the 95% HDI lies wholly above 0)."),
    ],
)
def test_a_verdict_names_its_rule_and_threshold(asked, said):
    assert told(judged(0.968, 0.03, 0.002, verdict="first", **asked)).endswith(said)


def test_the_users_threshold_is_theirs():
    rng = np.random.default_rng(0)
    base = rng.normal(0.5, 0.1, 40)
    asked = {"rope": 0.01, "independent": True}
    own = bt.compare(base + rng.normal(0.02, 0.06, 40), base, threshold=0.6, **asked)
    assert own.verdict == "first"
    assert verdict(own).endswith("; your threshold 0.6).")
    again = bt.Comparison.from_dict(own.document())
    assert verdict(again) == verdict(own)


def test_a_draw_of_wins_is_a_draw():
    draw = judged(0.02, 0.96, 0.02, verdict="equivalent", rope=None, reading="majority")
    assert told(draw) == "A draw, each model being better on half of these tasks: probability 0.960; threshold 0.95."
    assert labels(draw)[1] == "a draw"
    assert "practically" not in told(judged(0.6, 0.3, 0.1, rope=None, reading="majority"))


def test_winner_is_nowhere_the_probability_that_a_model_is_better():
    found = judged(0.968, 0.03, 0.002, verdict="first", reading="winner", where="on a new task")
    assert told(found) == (
        "On a new task, new being practically better is the most probable outcome, with posterior probability 0.968; "
        "threshold 0.95."
    )
    assert all("the most probable outcome" in label for label in labels(found))
    assert "worse" not in told(judged(0.8, 0.19, 0.01, reading="winner", where="on a new task"))
