"""The page of the simulation studies: `python docs/validation_page.py` runs them and stores what they found."""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from betterthan.answers.validation import Validation
from betterthan.simulation.studies import STUDIES, validate

STORED = Path(__file__).parent / "validation.json"

ABOUT = """The simulation studies of Corani et al. (2017), run again with this package: two classifiers with a known
difference of accuracy are cross-validated on simulated data sets (10 runs of 10 folds), and `bayes_hierarchical_t`
(prior `corani`, rope ±0.01, reading `winner`, which the paper prints) and `wilcoxon` are asked. The paper's figures are
beside ours; most of them are read off plots or given as "about". `betterthan validate` runs the studies,
`betterthan validate --list` lists them.

{repetitions} repetitions of every setting, seed {seed}. The standard error is that of our number; a dash: every
repetition gave the same. Run on {date} with {versions} on {machine}.

Studies of verdicts with the defaults of `compare` are on [a page of their own](verdict-rates.md). Not repeated yet: the
Friedman functions of the paper's sec. 4.7.
"""


def main() -> None:
    found = validate(progress=lambda doing: print(doing, file=sys.stderr, flush=True))
    STORED.write_text(json.dumps({**run_on(), "found": found.document()}, indent=1) + "\n", encoding="utf-8")


def run_on() -> dict[str, str]:
    """When, on what, and with which versions."""
    versions = {
        "Python": platform.python_version(),
        **{name: version(name) for name in ("betterthan", "numpy", "scipy")},
    }
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "versions": ", ".join(f"{name} {number}" for name, number in versions.items()),
        "machine": f"{platform.system()}, {platform.machine()}, {os.cpu_count()} processors",
    }


def page(made: str) -> str:
    """The whole page."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    found = Validation.from_dict(stored["found"])
    about = ABOUT.format(repetitions=f"{found.repetitions:,}", seed=found.seed, **without(stored, "found"))
    studies = "\n".join(section(found, name) for name in found.studies)
    origin = f"{made.removesuffix('.')} from the stored figures of the studies, which `make validate` repeats."
    return f"# Simulation studies of the literature\n\n{origin}\n\n{about}\n{studies}"


def without(record: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != key}


def section(found: Validation, name: str) -> str:
    """A study: its table, and how it was set up."""
    study = STUDIES[name]
    table = "\n".join(row(each.setting, each.quantity, each.theirs, each.ours, each.error) for each in found.findings
                      if each.study == name)  # fmt: skip
    heading = "| setting | quantity | published | ours | standard error |\n|---|---|---|---|---|"
    notes = "\n".join(study.notes)
    return f"## {study.title}\n\n{notes}\n\n{heading}\n{table}\n"


def row(setting: str, quantity: str, theirs: str, ours: float, error: float) -> str:
    digits = 6 if "squared" in quantity else 3
    told = f"{error:.{digits}f}" if error else "–"
    return f"| {setting} | {quantity} | {theirs} | {ours:.{digits}f} | {told} |"


if __name__ == "__main__":
    main()
