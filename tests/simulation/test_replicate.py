"""Replication: every printed number is computed again; what is off is said; the way in and out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import betterthan as bt
from betterthan.answers.replication import Counts, Replication
from betterthan.cli.main import cli
from betterthan.data.examples import example
from betterthan.simulation.replication import replicate as module
from betterthan.simulation.replication.printed import Printed, half_a_unit, printed, printed_in
from betterthan.simulation.replication.replicate import SOURCES, replicate

PAGE = Path(__file__).parents[2] / "docs/replicate.md"


@pytest.fixture(scope="module")
def found() -> Replication:
    return replicate()


@pytest.mark.installed
def test_everything_comes_out_or_is_known_not_to(found):
    assert [each for each in found.figures if each.outcome == "off"] == []
    assert found.counts == (
        Counts("Benavoli 2017", 348, 210, 136, 2, 0),
        Counts("Corani 2017", 84, 82, 0, 2, 0),
        Counts("Williams 2026", 51, 49, 0, 2, 0),
        Counts("statsmodels", 3, 3, 0, 0, 0),
    )
    assert found.total == Counts("total", 486, 344, 136, 6, 0)
    assert repr(found) == "<Replication: 486 figures, 6 known differences, 0 off>"


def test_what_is_known_to_differ(found):
    known = [each for each in found.figures if each.outcome == "known difference"]
    assert [(each.source, each.place, each.theirs, float(f"{each.ours:.3g}")) for each in known] == [
        ("Benavoli 2017", "sec. 3.1", "6", 7),
        ("Benavoli 2017", "Table 8", "0.000", 0.000874),
        ("Corani 2017", "Table 1", "0.99", 0.997),
        ("Corani 2017", "sec. 4.7", "3.5", 7.52),
        ("Williams 2026", "sec. 6.2", "0.045", 0.0443),
        ("Williams 2026", "sec. 6.2", "0.00067", 0.000665),
    ]
    assert all(each.reason for each in known)


def test_every_printed_number_belongs_to_a_place_that_is_computed():
    places = {(source, place) for source, (_, all_places) in SOURCES.items() for place in all_places}
    assert {(each.source, each.place) for each in printed()} == places
    assert len({each[:4] for each in printed()}) == len(printed()) == 570


def test_the_numbers_that_need_a_setting_that_no_text_states(found):
    places = Counter(each.place for each in found.figures if not each.stated)
    tables = {"Table 9": 30, "Table 10": 30, "Table 11": 30, "Table 12": 30, "Tables 5 and 6, p rounded": 10}
    assert places == tables | {"sec. 3.1, squash-unstored": 5, "sec. 2.1": 1}


def test_the_scores_themselves_give_the_same_and_table_1(uci54_file, found):
    raw = replicate(uci54_file)
    assert (raw.data, raw.total) == (str(uci54_file), Counts("total", 570, 428, 136, 6, 0))
    ours = {each[:2] + each[4:6]: each.ours for each in raw.figures}
    for each in found.figures:
        assert ours[each[:2] + each[4:6]] == pytest.approx(each.ours, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("theirs", "half"),
    [("0.045", 0.0005), ("-3.52", 0.005), ("19", 0.5), ("0.000030", 5e-7), ("3.7e-11", 5e-13), ("1.00", 0.005)],
)
def test_half_a_unit_of_the_last_printed_digit(theirs, half):
    assert half_a_unit(theirs) == pytest.approx(half, rel=1e-12)


def test_a_number_agrees_within_half_a_unit_and_no_more():
    one = Printed("paper", "Table 1", "a–b", "p", "0.045", 0.0005, "0.0443", "a misprint")
    assert [one.agrees(ours) for ours in (0.0445, 0.0455, 0.04449, 0.04551)] == [True, True, False, False]
    assert [one.is_known(ours) for ours in (0.04425, 0.04435, 0.0442, 0.0444)] == [True, True, False, False]
    assert not one._replace(instead="", known="").is_known(0.0443)


def test_the_example_of_mean_differences_is_table_7():
    given, table = example("nbc-aode"), printed_in("benavoli2017", "Table 7")
    assert given.differences().tolist() == list(table.values())


# In and out.


def test_a_replication_can_be_read_back_and_told(found):
    assert Replication.from_dict(json.loads(found.to_json())) == found
    document = found.document()
    assert (document["agrees"], document["data"]) == (True, "bundled")
    assert document["counts"][-1] == found.total._asdict()
    assert found.to_csv().startswith("source,place,setting,stated,of,quantity,theirs,ours,difference,within,outcome,")
    assert "All 486 figures come out, but for 6 known differences." in " ".join(found.to_text().split())


def test_the_page_has_the_counts_the_settings_and_the_known_differences(found):
    page, told = PAGE.read_text(encoding="utf-8"), found.to_markdown()
    start, end = told.index("## By source"), told.index("## Every figure")
    settings = told[told.index("## How they were computed") : told.index("## Notes")]
    assert told[start:end].strip() in page
    assert settings.strip() in page


def altered(monkeypatch, changes: dict[str, str]) -> None:
    """Only the figures of one source, some of them printed otherwise."""
    few = tuple(each for each in printed() if each.source == "statsmodels")
    monkeypatch.setattr(
        module, "printed", lambda: tuple(each._replace(theirs=changes.get(each.quantity, each.theirs)) for each in few)
    )
    monkeypatch.setattr(module, "SOURCES", {"statsmodels": SOURCES["statsmodels"]})


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({}, 0, "All 3 figures come out."),
        ({"χ², corrected": "20.6723"}, 1, "1 figure of 3 does not come out."),
        ({"χ², corrected": "20", "p, exact": "1e-9"}, 1, "2 figures of 3 do not come out."),
    ],
)
def test_the_command_ends_with_1_if_a_figure_is_off(monkeypatch, changes, code, said):
    altered(monkeypatch, changes)
    ran = CliRunner().invoke(cli, ["replicate"])
    assert (ran.exit_code, said in ran.output) == (code, True)
    assert ("Figures that do not come out" in ran.output) is bool(code)
    answered = CliRunner().invoke(cli, ["replicate", "--json"])
    assert answered.exit_code == code
    assert [each["outcome"] for each in json.loads(answered.output)["figures"]].count("off") == len(changes)


def test_progress_names_every_place(monkeypatch):
    altered(monkeypatch, {})
    said: list[str] = []
    replicate(progress=said.append)
    assert said == ["statsmodels, McNemar's test"]


def test_other_data_are_refused(tmp_path, refused):
    table = tmp_path / "other.csv"
    table.write_text("model,task,fold,score\n" + "".join(f"{m},t,{f},0.{f}\n" for m in "ab" for f in range(1, 4)))
    with pytest.raises(
        bt.ArgumentError, match=r"5,400 on 54 tasks of each of `nbc`, .*`; .*other\.csv has not all of them\."
    ):
        replicate(table)
    assert "`--data` names the file of the accuracies" in refused(f"replicate --data {table}")
    few = "".join(f"{m},t,{f},0.{f}\n" for m in ("nbc", "aode", "hnb", "j48", "j48gr") for f in range(1, 4))
    table.write_text("model,task,fold,score\n" + few)
    with pytest.raises(bt.ArgumentError, match=r"has 3 on 1\. Without it"):
        replicate(table)
