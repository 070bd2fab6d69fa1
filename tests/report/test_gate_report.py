"""What a gate tells: text, JUnit, GitHub."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

import betterthan as bt
from betterthan.report.build import report_of
from betterthan.report.github import SUMMARY_LIMIT, annotation, outputs, summary
from betterthan.report.junit import junit, junit_of_error
from betterthan.report.render.text import text


def made(lost: int, won: int, n: int = 200, names=("new", "old"), **asked) -> bt.Gate:
    cases = [f"q{i}" for i in range(n)]
    old = [1] * lost + [0] * won + [1] * (n - lost - won)
    new = [0] * lost + [1] * won + [1] * (n - lost - won)
    runs = ({"case": cases, "model": [name] * n, "score": each} for name, each in zip(names, (new, old), strict=True))
    return bt.gate(*runs, **{"rope": 0.05, **asked})


GATES = {
    "pass": lambda: made(2, 4),
    "fail": lambda: made(40, 2, flips=2),
    "undecided": lambda: made(8, 4, flips=0),
    "sequential": lambda: made(8, 4, flips=0, sequential=True),
    "without a margin": lambda: made(3, 20, rope=0, require="better", sequential=True, flips=0),
    "self-check": lambda: bt.gate({"case": range(80), "score": [1, 1, 1, 0] * 20}, self_check=True),
}


@pytest.mark.parametrize("name", GATES)
def test_what_a_reader_sees(name: str, snapshot: SnapshotAssertion) -> None:
    shown = text(report_of(GATES[name]()))
    assert max(map(len, shown.splitlines())) <= 80
    assert shown == snapshot


def test_the_rule_says_what_is_assumed_and_speaks_of_the_units():
    """Scores between 0 and 1 are no promise that there can be no others; of clusters one cluster more is lost."""
    scores = [0.5 + 0.3 * (i % 7) / 7 for i in range(60)]
    runs = [{"case": range(60), "cluster": [i // 3 for i in range(60)], "score": scores}] * 2
    told = " ".join(text(report_of(bt.gate(*runs, rope=0.05))).split())
    assert (
        "one more cluster than was seen, lost by 1 (scores are taken to lie between 0 and 1, as all that were seen do)"
        in told
    )
    assert "at any number of clusters" in told


def test_without_a_rope_nothing_is_practical():
    told = text(report_of(GATES["self-check"]()))
    assert "practically" not in told
    assert "better 0." in told


def several() -> bt.Gate:
    """A task that passes, one that fails, one that is undecided, and one that only warns."""
    counts = {"passes": 2, "fails": 60, "open": 14, "warns": 60}
    new = [0 if i < lost else 1 for lost in counts.values() for i in range(200)]
    columns = {"task": [task for task in counts for _ in range(200)], "case": list(range(200)) * 4}
    policy = {"rope": 0.1, "task": {"warns": {"tier": "warn"}}}
    return bt.gate({**columns, "score": new}, {**columns, "score": [1] * 800}, policy=policy)


def test_several_gates_are_a_table(snapshot: SnapshotAssertion) -> None:
    assert text(report_of(several())) == snapshot


def test_junit_has_a_case_for_every_gate():
    suites = ElementTree.fromstring(junit(several()))
    (suite,) = suites
    assert suite.attrib == {"name": "betterthan gate", "tests": "4", "failures": "1", "errors": "0", "skipped": "2"}
    found = {case.get("name"): [child.tag for child in case] for case in suite}
    assert found == {
        "passes (not-worse)": ["system-out"],
        "fails (not-worse)": ["failure", "system-out"],
        "open (not-worse)": ["skipped", "system-out"],
        "warns (not-worse)": ["skipped", "system-out"],
    }
    assert "is worse than" in suite.find("testcase/failure").get("message")
    assert "fail, but only to warn" in suite[3].find("skipped").get("message")


JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "time", "skipped", "timestamp", "hostname", "id", "package"},
        {"name", "tests", "failures", "errors"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": (
        {"name", "time", "classname", "group"}, {"name"}, {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "failure": ({"type", "message"}, set(), set()),
    "error": ({"type", "message"}, set(), set()),
    "skipped": ({"type", "message"}, set(), set()),
    "system-out": (set(), set(), set()),
}  # fmt: skip
"""Which attributes and children an element may have, and which attributes it must, by junit-10.xsd of Jenkins' xUnit
plugin (https://github.com/jenkinsci/xunit-plugin), by which it refuses files."""


@pytest.mark.parametrize("made_from", ["several", "pass", "fail", "undecided", "self-check", "error"])
def test_junit_is_what_ci_systems_read(made_from):
    written = (
        junit_of_error("no such file", "new")
        if made_from == "error"
        else junit(several() if made_from == "several" else GATES[made_from]())
    )
    root = ElementTree.fromstring(written)
    assert root.tag == "testsuites"
    for element in root.iter():
        allowed, required, children = JUNIT[element.tag]
        assert required <= set(element.attrib) <= allowed, element.tag
        assert {child.tag for child in element} <= children
    (suite,) = root
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.get(name)) == len(suite.findall(f"testcase/{tag}"))
    assert int(suite.get("tests")) == len(suite.findall("testcase")) == int(root.get("tests"))


def test_junit_of_what_could_not_be_computed_is_an_error():
    (suite,) = ElementTree.fromstring(junit_of_error("no such file: <\x01>", "new & old"))
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")
    assert suite.find("testcase/error").get("message") == r"no such file: <\x01>"


def test_hostile_names_stay_names_in_junit_and_github():
    name = 'a<b>&"c"\x1b[31m\n::error::%0A'
    found = made(8, 4, names=(name, "old"))
    (suite,) = ElementTree.fromstring(junit(found))
    assert r"\n::error::" in suite[0].get("classname")
    line = annotation(found)
    assert "\n" not in line
    assert line.startswith("::warning title=betterthan gate%3A undecided::")
    assert line.count("::") >= 2
    assert "%250A" in line  # what looked like an escape is no line end
    assert all("\n" not in value for value in outputs(found).values())


def test_annotations_have_the_level_of_the_outcome():
    levels = [annotation(GATES[name]()).split(" ")[0] for name in ("pass", "fail", "undecided")]
    assert levels == ["::notice", "::error", "::warning"]


def test_outputs_are_for_later_steps():
    found = outputs(GATES["undecided"]())
    assert (found["outcome"], found["exit-code"]) == ("undecided", "3")
    assert int(found["needed"]) > 200
    assert 0 < float(found["sure"]) < 0.95


def test_the_summary_is_bounded():
    cases = [f"{i}-{'x' * 150}" for i in range(4_000)]
    runs = ({"case": cases, "score": each} for each in ([0] * 4_000, [1] * 4_000))
    whole = summary(bt.gate(*runs, rope=0.1, flips=4_000))
    assert SUMMARY_LIMIT - 1_000 < len(whole.encode()) < SUMMARY_LIMIT + 200
    assert whole.endswith("_The rest is cut: write it to a file with `-o gate.md`._\n")
    assert "rest is cut" not in summary(GATES["pass"]())


def test_the_page_has_the_figures_of_the_comparison(tmp_path):
    page = made(8, 4).report(tmp_path / "gate.html").read_text(encoding="utf-8")
    assert "UNDECIDED" in page
    assert page.count("<svg") >= 1
    assert ElementTree.fromstring(made(8, 4).report(tmp_path / "gate.junit.xml").read_text()).tag == "testsuites"
