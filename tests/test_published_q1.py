"""The Q1 figures of Williams (2026) from end to end: counts and summaries in, verdicts out."""

from __future__ import annotations

import pytest

from betterthan.asking.compare import compare
from betterthan.data.examples import example
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.judging.effects import cohens_g
from betterthan.procedures import mcnemar, paired_t
from betterthan.simulation.replication.printed import printed_in
from betterthan.vocabulary import REGIONS

pytestmark = pytest.mark.installed
SEC_6_1, SEC_6_2 = printed_in("williams2026", "sec. 6.1"), printed_in("williams2026", "sec. 6.2")
PAIRS = ("de-en", "da-en", "es-en", "fr-en", "it-en", "id-en", "nl-en", "sv-en", "tr-en", "tr-de", "zh-en")


def cells(task: str, times: int = 1) -> Cells:
    counts = example("code-switching").select_tasks([task]).cells()
    return Cells(*(times * count for count in counts))


def verdict(task: str, times: int = 1) -> str:
    table = PairedSummary.from_cells({task: cells(task, times)}, models=("GNN", "LLM"))
    return compare(table).decision.verdict


def test_tr_en_is_the_only_decided_language_pair():
    assert {task: verdict(task) for task in PAIRS} == {
        task: "second" if task == "tr-en" else "undecided" for task in PAIRS
    }


def test_verdicts_at_ten_times_the_counts():
    expected = dict.fromkeys(("de-en", "id-en", "zh-en", "fr-en", "nl-en", "tr-de"), "equivalent")
    expected |= dict.fromkeys(("da-en", "es-en", "it-en", "sv-en"), "undecided") | {"tr-en": "second"}
    assert {task: verdict(task, 10) for task in PAIRS} == expected


def test_mcnemar_rejects_two_of_eleven_and_eight_at_ten_times_the_counts():
    def rejected(times: int) -> set[str]:
        return {task for task in PAIRS if mcnemar.from_cells(**cells(task, times)._asdict()).p_value < 0.05}

    assert rejected(1) == {"da-en", "tr-en"}
    assert len(rejected(10)) == 8


def test_effect_sizes_of_the_language_pairs():
    sizes = {task: cohens_g(cells(task))[0] for task in PAIRS}
    assert abs(sizes["tr-en"].value) == pytest.approx(SEC_6_2["tr-en", "|g|"], abs=0.005)
    assert abs(sizes["da-en"].value) == pytest.approx(SEC_6_2["da-en", "|g|"], abs=0.0005)
    labels = {task: size.label for task, size in sizes.items()}
    assert labels == dict.fromkeys(PAIRS, "negligible") | {"tr-en": "medium", "da-en": "small"}


def test_gnn_is_more_accurate_on_four_of_eleven():
    better = [task for task in PAIRS if cells(task).n10 > cells(task).n01]
    assert len(better) == SEC_6_2["11 language pairs", "GNN more accurate"] == 4
    assert all(cohens_g(cells(task))[0].value > 0 for task in better), "positive: first better"


def test_lgr_against_mlp_is_undecided_with_the_printed_figures():
    found = compare(PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176, models=("LgR", "MLP")))
    printed = [SEC_6_1["LgR–MLP", region] for region in REGIONS]
    assert found.probabilities == pytest.approx(printed, abs=0.001)
    assert found.decision.verdict == "undecided"
    assert found.classical.statistic == pytest.approx(SEC_6_1["LgR–MLP", "t"], abs=0.005)
    assert found.classical.p_value == pytest.approx(SEC_6_1["LgR–MLP", "p"], rel=0.01)
    assert found.effects[0].label == "negligible"
    assert any("can reach 0.81 at most" in note for note in found.notes)


def test_lgr_against_svm_is_decided_with_the_printed_figures():
    test = paired_t.from_summary(mean=7.06 / 176**0.5, sd=1.0, n=176)
    assert test.p_value == pytest.approx(3.76e-11, rel=0.01)
    found = compare(PairedSummary.from_moments(mean=7.06 / 176**0.5, sd=1.0, n=176, models=("LgR", "SVM")))
    assert found.decision.verdict == "first"
    assert found.effects[0].value == pytest.approx(SEC_6_1["LgR–SVM", "d"], abs=0.005)
    assert found.effects[0].label == "medium"


@pytest.mark.parametrize(("n", "reachable"), [(386, False), (387, True)])
def test_equivalence_with_the_effect_size_rope_needs_387_units(n, reachable):
    found = compare(PairedSummary.from_moments(mean=0.0, sd=1.0, n=n))
    assert (found.decision.verdict == "equivalent") is reachable
    assert any("at most" in note for note in found.notes) is not reachable
