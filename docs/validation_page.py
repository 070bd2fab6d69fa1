"""The page of the simulation studies: `python docs/validation_page.py [NAME]…` runs them and stores what they found.

All studies if none is named; those that are not run again keep what is stored of them. `--repetitions 100` takes fewer
data sets than each study has for itself. What does not lie where it has to is listed at the end, which is then 1.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from betterthan.answers.validation import Finding, Validation
from betterthan.figures import save_axes, validation
from betterthan.simulation.studies import STUDIES, validate
from betterthan.simulation.verdicts.study import STUDIES as OF_VERDICTS

STORED = Path(__file__).parent / "validation.json"
PICTURES = Path(__file__).parent / "images" / "validation"

ABOUT = """Simulation studies, where the truth is known: those of Corani et al. (2017), run again with this package, and
our own. `betterthan validate` runs them, `betterthan validate --list` lists them, and `make validate` runs all of them
and writes this page.

*Expected* is what the paper prints (most of its figures are read off plots, or given as "about"), or what is due: the
level of a test, the coverage of an interval. Where something is due, *holds* says whether our number is as it has to
be, allowing for the number of repetitions. The standard error is that of our number; a dash: every repetition gave the
same. In the pictures, filled marks are ours, with two standard errors, and diamonds what was published or is due.

What `compare` says with its defaults is on [a page of its own](verdict-rates.md).
"""


def main(names: list[str], repetitions: int | None = None) -> int:
    """Run studies one by one, and store each as it is done; 1 if something is not as it has to be."""
    off: list[Finding] = []
    for name in names or list(STUDIES):
        start, worked = time.monotonic(), processor_seconds()
        found = validate([name], repetitions=repetitions, progress=lambda doing: told(f"  {doing}"))
        store(name, found.findings)
        off += found.off
        took, cost = (time.monotonic() - start) / 60, (processor_seconds() - worked) / 60
        told(f"{name}: {took:.1f} min, {cost:.1f} of processors, {len(found.off)} of {len(found.findings)} off")
    for each in off:
        told(f"off: {each.study}, {each.setting}, {each.quantity}: {each.ours:.4f}, expected {each.expected}")
    return 1 if off else 0


def processor_seconds() -> float:
    """What this process and the workers that have ended took: on a busy machine, the clock says more."""
    took = os.times()
    return took.user + took.system + took.children_user + took.children_system


def told(line: str) -> None:
    """Progress goes to standard error, line by line."""
    print(line, file=sys.stderr, flush=True)


def store(name: str, findings: tuple[Finding, ...]) -> None:
    """Put what a study found in its place."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    kept = [each for each in Validation.from_dict(stored["found"]).findings if each.study != name]
    order = list(STUDIES)
    whole = sorted(
        (each for each in (*kept, *findings) if each.study in order), key=lambda each: order.index(each.study)
    )
    run = {each: about for each, about in (stored["run"] | {name: run_on()}).items() if each in order}
    found = Validation(0, tuple(whole)).document()
    STORED.write_text(json.dumps({"run": run, "found": found}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def run_on() -> str:
    """When, on what, and with which versions."""
    names = ("betterthan", "numpy", "scipy", "scikit-learn")
    versions = {"Python": platform.python_version(), **{name: version(name) for name in names}}
    told = ", ".join(f"{name} {number}" for name, number in versions.items())
    machine = f"{platform.system()}, {platform.machine()}, {os.cpu_count()} processors"
    return f"{datetime.now(UTC).date().isoformat()} with {told} on {machine}"


def stored() -> tuple[Validation, dict[str, str]]:
    """What is stored: the findings, and when each study was run on what."""
    record = json.loads(STORED.read_text(encoding="utf-8"))
    return Validation.from_dict(record["found"]), record["run"]


def page(made: str) -> str:
    """The whole page."""
    found, run = stored()
    own = [name for name in found.studies if name not in OF_VERDICTS]
    studies = "\n".join(section(found, name, run[name]) for name in own)
    origin = f"{made.removesuffix('.')} from the stored figures of the studies, which `make validate` repeats."
    return f"# Simulation studies\n\n{origin}\n\n{ABOUT}\n{studies}"


def draw_all() -> None:
    """The picture of every study."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    found, _ = stored()
    for name in (each for each in found.studies if each not in OF_VERDICTS):
        save_axes(validation(found, study=name), PICTURES / f"{name}.svg")


def section(found: Validation, name: str, run: str) -> str:
    """A study: how it was set up, its picture and its table."""
    study, findings = STUDIES[name], found.of(name)
    most = max(each.repetitions for each in findings)
    notes = "\n".join((*study.notes, f"{most:,} repetitions of every setting; run on {run}."))
    due = any(each.holds is not None for each in findings)
    columns = ["setting", "quantity", "expected", "ours", "standard error", *(["holds"] if due else [])]
    heading = f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"
    rows = "\n".join(row(each, due) for each in findings)
    return f"## {study.title}\n\n{notes}\n\n![{name}](images/validation/{name}.svg)\n\n{heading}\n{rows}\n"


def row(found: Finding, due: bool) -> str:
    digits = 6 if "squared" in found.quantity else 3
    told = f"{found.error:.{digits}f}" if found.error else "–"
    holds = [{None: "", True: "yes", False: "**no**"}[found.holds]] if due else []
    return (
        f"| {' | '.join([found.setting, found.quantity, found.expected, f'{found.ours:.{digits}f}', told, *holds])} |"
    )


if __name__ == "__main__":
    asked = ArgumentParser()
    asked.add_argument("names", nargs="*")
    asked.add_argument("--repetitions", type=int)
    given = asked.parse_args()
    sys.exit(main(given.names, given.repetitions))
