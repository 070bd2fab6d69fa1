"""Gate -> JUnit: a test case for every gate, which CI systems show; failure, skipped for undecided, error."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from betterthan.phrases import visible

if TYPE_CHECKING:
    from betterthan.answers.gate import Gate, GateLine

SUITE = "betterthan gate"


def junit(found: Gate) -> str:
    """The gate as JUnit XML."""
    return _text([_case(found, line) for line in found.lines])


def junit_of_error(message: str, new: str) -> str:
    """What could not be computed, as JUnit XML: an error, so that it is no failure."""
    case = Element("testcase", classname=SUITE, name=visible(new))
    SubElement(case, "error", message=visible(message))
    return _text([case])


def _case(found: Gate, line: GateLine) -> Element:
    asked = f" ({line.requirement})" if line.requirement else ""
    about = f"{SUITE}: {visible(found.new)} against {visible(found.baseline)}"
    case = Element("testcase", classname=about, name=visible(line.name + asked))
    reason = visible(line.reason)
    if line.outcome == "fail" and line.tier == "block":
        SubElement(case, "failure", message=reason).text = reason
    elif line.outcome != "pass":
        told = reason if line.tier == "block" else f"{line.outcome}, but only to {line.tier}: {reason}"
        SubElement(case, "skipped", message=told)
    SubElement(case, "system-out").text = reason
    return case


def _text(cases: list[Element]) -> str:
    """One suite of these cases; what is skipped is counted by the suite alone (Jenkins refuses it on `testsuites`)."""
    counts = {name: str(sum(case.find(tag) is not None for case in cases)) for name, tag in TAGS.items()}
    counts["tests"] = str(len(cases))
    suites = Element("testsuites", {name: count for name, count in counts.items() if name != "skipped"})
    SubElement(suites, "testsuite", {"name": SUITE, **counts}).extend(cases)
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'


TAGS = {"failures": "failure", "errors": "error", "skipped": "skipped"}
"""What is counted, and by which element."""
