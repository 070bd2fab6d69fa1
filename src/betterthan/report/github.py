"""Gate -> GitHub Actions: an annotation, a step summary of bounded size, and outputs for later steps. No token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import visible
from betterthan.report.build import report_of
from betterthan.report.render.markdown import markdown

if TYPE_CHECKING:
    from betterthan.answers.gate import Gate

SUMMARY_LIMIT = 60_000
"""Bytes of one gate's summary; GitHub takes 1 MiB from all steps of a job together."""
COMMANDS = {"pass": "notice", "fail": "error", "undecided": "warning"}


def annotation(found: Gate) -> str:
    """The workflow command that shows the one line at the run."""
    return (
        f"::{COMMANDS[found.outcome]} title={_property(f'betterthan gate: {found.outcome}')}::{_data(found.one_line)}"
    )


def summary(found: Gate) -> str:
    """The report in Markdown, cut at the end of a line where it is too long."""
    whole = markdown(report_of(found))
    if len(whole.encode()) <= SUMMARY_LIMIT:
        return whole
    kept, size = [], 0
    for line in whole.splitlines(keepends=True):
        size += len(line.encode())
        if size > SUMMARY_LIMIT:
            break
        kept.append(line)
    return "".join(kept) + "\n_The rest is cut: write it to a file with `-o gate.md`._\n"


def outputs(found: Gate) -> dict[str, str]:
    """What later steps can read, by name; each on one line."""
    line = found.lines[0]
    sure = "" if line.claims is None or line.requirement is None else f"{line.claims.passing(line.requirement):.6g}"
    values = {
        "outcome": found.outcome,
        "reason": found.reason,
        "sure": sure,
        "needed": "" if line.needed is None else str(line.needed),
        "exit-code": str(found.exit_code),
    }
    return {name: " ".join(visible(value).split()) for name, value in values.items()}


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
