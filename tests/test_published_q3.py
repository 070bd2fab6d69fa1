"""The Q3 figures of Benavoli (2017), Corani (2017) and Williams (2026) from end to end: sums in, verdicts out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from published_winners import WINNERS

import betterthan as bt
from betterthan.data.examples import example
from betterthan.data.examples.uci54 import MODELS, uci54
from betterthan.data.pairing import pair
from betterthan.simulation.replication.printed import printed_in
from betterthan.vocabulary import REGIONS

PAIRS = tuple(combinations(MODELS, 2))

TABLE_8 = printed_in("benavoli2017", "Table 8")


def hierarchical(first, second, **options):
    """With the reading that the papers print."""
    settings = {"procedure": "bayes_hierarchical_t", "rope": 0.01, "reading": "winner", **options}
    return bt.compare(uci54(first, second), **settings)


def test_the_file_is_known_as_ten_folds_of_54_tasks(uci54_scores):
    table = pair(uci54_scores, "nbc", "aode")
    assert (len(table.tasks), table.n_units, table.design.unit.plural) == (54, 5400, "folds")
    assert table.design.test_fraction == pytest.approx(0.1)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_wilcoxon_on_task_means_is_table_8(first, second):
    found = bt.compare(uci54(first, second), procedure="wilcoxon", method="normal")
    printed = 0.0009 if (first, second) == ("j48", "j48gr") else TABLE_8[f"{first}–{second}", "p"]  # it prints 0.000
    assert (found.n_units, found.unit) == (54, "tasks")
    assert found.result.p_value == pytest.approx(printed, abs=5e-5 if printed == 0.0009 else 0.0005)
    assert any("54 tasks counts as one unit" in note for note in found.notes)


def test_j48_and_j48gr_by_the_exact_law_given_the_ties():
    """39 differences are not zero. The paper's 0.0009 is the normal law's; the exact one is 0.00056."""
    found = bt.compare(uci54("j48", "j48gr"), procedure="wilcoxon")
    assert found.result.p_value == pytest.approx(0.00056, abs=5e-6)


def test_wilcoxon_of_nbc_and_aode_has_the_printed_rank_sum():
    printed = printed_in("benavoli2017", "sec. 4.1")["nbc–aode", "t"]
    found = bt.compare(uci54("nbc", "aode"), procedure="wilcoxon").result
    assert found.statistic == printed == 162
    assert found.p_value == pytest.approx(1.6e-6, rel=0.05)


@pytest.mark.parametrize(("prior", "first", "second", "printed"), WINNERS)
def test_winner_of_the_hierarchical_model_is_as_printed(prior, first, second, printed):
    found = hierarchical(first, second, prior=prior)
    assert found.decision.reading == "winner"
    assert found.probabilities == found.readings["winner"]
    assert found.probabilities == pytest.approx(printed, abs=0.015)
    assert found.result.inputs["rho"] == [pytest.approx(0.1)] * 54


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("nbc", "hnb", "second"),
        ("j48", "j48gr", "equivalent"),
        ("nbc", "j48", "undecided"),
        ("hnb", "j48", "undecided"),
    ],
)
def test_verdicts_of_corani_section_4_9(first, second, verdict):
    assert hierarchical(first, second).decision.verdict == verdict


def test_evidence_of_corani_section_4_9():
    assert hierarchical("nbc", "j48").decision.evidence.to_dict() == {"region": "second", "grade": "positive"}
    assert hierarchical("nbc", "j48gr").decision.evidence.region == "second"


def test_j48_and_j48gr_stay_equivalent_with_half_the_rope():
    found = hierarchical("j48", "j48gr")
    assert found.posterior.reading(0.005, "winner").equivalent > 0.985
    assert any(note.startswith("14 tasks without variation") for note in found.notes)


@pytest.mark.parametrize(("first", "second"), [("nbc", "aode"), ("hnb", "j48")])
def test_bounds_of_100_instead_of_1000_change_nothing(first, second):
    """Corani et al. (2017), sec. 4.8.1."""
    wide = hierarchical(first, second)
    _, n, mean, ss = uci54(first, second).task_sums()
    spread, within = float(mean.std(ddof=1)), float(((ss / (n - 1)) ** 0.5).mean())
    narrow = hierarchical(first, second, sigma0=100 * spread, sigma=100 * within)
    for name, probabilities in wide.readings.items():
        assert narrow.readings[name] == pytest.approx(probabilities, abs=0.001)
    assert narrow.estimate == pytest.approx(wide.estimate, abs=1e-5)


def test_signed_rank_of_nbc_and_aode():
    found = bt.compare(
        uci54("nbc", "aode"), procedure="bayes_signed_rank", rope=0.01, draws=150_000, reading="winner"
    )  # fmt: skip
    assert found.probabilities == pytest.approx((0, 0.123, 0.877), abs=0.005)
    shares = np.array([*found.readings["population"], *found.readings["winner"]])
    largest = np.sqrt((shares * (1 - shares)).max() / 150_000)
    stated = found.result.diagnostics.error
    assert stated == pytest.approx(3 * largest, rel=1e-9), "three standard errors of the least certain reading"
    assert found.classical.p_value == pytest.approx(1.6e-6, rel=0.05)


def test_code_switching_across_language_pairs():
    """Williams (2026), sec. 6.2."""
    found = bt.compare(example("code-switching"), reading="next_task")
    assert (found.procedure, found.decision.reading) == ("bayes_hierarchical_mcnemar", "next_task")
    printed = printed_in("williams2026", "sec. 6.2, hierarchical")
    assert found.probabilities == pytest.approx([printed["next language pair", each] for each in REGIONS], abs=0.003)
    assert found.probabilities == pytest.approx((0.0524, 0.7361, 0.2115), abs=0.001), "the fine grid"
    assert 1 - found.estimate == pytest.approx(0.521, abs=0.001), "the paper's φ is what the second wins"
    assert found.rope.low == pytest.approx(0.5 - 0.1 * (0.521 * 0.479) ** 0.5, abs=1e-4)


def test_friedman_asked_for_by_name():
    found = bt.compare(example("code-switching"), procedure="friedman")
    assert (found.result.statistic, found.result.p_value) == pytest.approx((0.818, 0.366), abs=0.0005)
    assert found.result.df == 1
    assert found.decision is None


def test_every_pair_of_accuracies_is_given_the_hierarchical_model():
    chosen = {names: bt.question(uci54(*names)).procedure for names in PAIRS}
    assert chosen == dict.fromkeys(PAIRS, "bayes_hierarchical_t")


@pytest.mark.parametrize("procedure", ["bayes_hierarchical_t", "wilcoxon"])
def test_the_file_says_what_its_sums_say(uci54_scores, procedure):
    raw = bt.compare(uci54_scores, first="nbc", second="aode", procedure=procedure, rope=0.01)
    sums = bt.compare(uci54("nbc", "aode"), procedure=procedure, rope=0.01)
    assert raw.result.to_dict() == sums.result.to_dict()
    assert bt.question(pair(uci54_scores, "nbc", "aode")).procedure == "bayes_hierarchical_t"
