"""The table of rules: every rule has its sentences, and one more can be registered from outside."""

from __future__ import annotations

import pytest

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.judging.rules.rule import Rule
from betterthan.judging.rules.table import RULES, register, rule_named
from betterthan.words.methods import methods
from betterthan.words.verdicts import verdict

SCORES = bt.pair_arrays([0.81, 0.82, 0.80, 0.83, 0.79], [0.80, 0.83, 0.79, 0.81, 0.80], independent=True)

LIKELIEST = Rule(
    name="likeliest",
    told="the most probable region, however improbable",
    verdict=lambda case: case.probabilities.largest if max(case.probabilities) > 0.9 else "undecided",
    undecided=lambda threshold: "no region is likely enough.",
    methods=lambda threshold: "We claimed what was likely.",
)


@pytest.fixture
def likeliest():
    register(LIKELIEST)
    yield LIKELIEST
    del RULES["likeliest"]


@pytest.mark.usefixtures("likeliest")
def test_a_rule_from_outside_decides_and_speaks():
    found = bt.compare(SCORES, rope=0.01, rule="likeliest")
    assert found.decision.rule == "likeliest"
    assert found.decision.threshold is None
    assert "no region is likely enough." in verdict(found)
    assert "We claimed what was likely." in methods(found)[0]
    assert bt.Comparison.from_dict(found.to_dict()).decision == found.decision


@pytest.mark.usefixtures("likeliest")
def test_a_rule_may_not_take_the_name_of_another():
    register(LIKELIEST)  # the same once more is no other
    with pytest.raises(ArgumentError, match="There is a decision rule `loss` already"):
        register(Rule(**{**vars(LIKELIEST), "name": "loss"}))


@pytest.mark.parametrize("name", ["threshold", "loss", "hdi"])
def test_every_rule_says_what_it_is_and_why_it_claims_nothing(name):
    found = bt.compare(SCORES, rope=0.001, rule=name)
    rule = rule_named(name)
    assert found.decision.verdict == "undecided"
    assert rule.undecided(found.decision.threshold).removesuffix(".") in verdict(found)
    cited = f"{rule.methods(found.decision.threshold).removesuffix('.')} [@{rule.cites[0]}]." if rule.cites else ""
    assert (cited or rule.methods(found.decision.threshold)) in methods(found)[0]


def test_rules_are_asked_for_by_known_names_also_beside_a_classical_test():
    with pytest.raises(ArgumentError, match=r"There is no decision rule `los`\. Did you mean `loss`"):
        bt.compare(SCORES, rope=0.01, rule="los", procedure="paired_t")
    with pytest.raises(ArgumentError, match=r"There is no reading `winer`\. Did you mean `winner`"):
        bt.compare(SCORES, rope=0.01, reading="winer", procedure="paired_t")


def test_a_threshold_that_the_rule_would_ignore_is_refused():
    with pytest.raises(ArgumentError, match="The rule `loss` takes no threshold"):
        bt.compare(SCORES, rope=0.01, rule="loss", threshold=0.99)


@pytest.mark.parametrize("ask", [bt.compare, bt.rank])
def test_a_threshold_that_two_verdicts_could_reach_is_refused(ask):
    with pytest.raises(ArgumentError, match=r"above 0\.5 \(else two verdicts could tie\) and below 1"):
        ask(SCORES, rope=0.01, threshold=0.5)
