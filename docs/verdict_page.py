"""The page of how often verdicts are false, from what the studies of verdicts have stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import validation_page

from betterthan.answers.validation import Finding, Validation
from betterthan.figures import save_axes, validation
from betterthan.simulation.verdicts.design import Design
from betterthan.simulation.verdicts.study import BY_NAME, FALSE, STUDIES, VERDICTS, used

TITLES = {
    "verdicts-one-task": "One task",
    "verdicts-tasks": "Several tasks",
    "verdicts-models": "Several models",
}

ABOUT = """What `compare` says with its defaults where the truth is known: scores were drawn at random from laws in
which the first model leads by a known amount, again and again for every line, and `compare` was asked. The numbers are
shares of these data sets.

- *equal*: the models are equally good. A claim that one of them is better is false.
- *on the bound*: the first model leads by exactly the half-width of the rope, which is 0.1 true standard deviations
  where none is given. A claim that one of them is better is false; a claim of equivalence would be false just beyond.
  Designs without a rope have no such line.
- *outside*: the first model leads by more. Whatever else is claimed is false.

*False* is the share of data sets with a false claim, *limit* the share that is accepted: 0.05 in the long run, and two
standard errors of a share of so many data sets on top of it. Where it is larger, a note says why. Single verdicts that
are false (*first* unless the lead is outside, *second*, *equivalent* unless it is equal) are held to 0.05 everywhere.
What lies beyond its limit is set in bold.

Among several models, *first*, *equivalent*, *second* and *undecided* are shares of the pairs of the first model, and
*false* counts data sets in which anything false is said of any pair.

Default ropes of 0.1 standard deviations are so narrow that few designs can show equivalence with them; give a rope of
your own if equivalence is what you want to show. The scores follow laws that the procedures assume, but for the folds
of classifiers that were trained: the figures say what the rules do, not what an assumption costs that does not hold.

Designs that `question` knows and that have no line here are answered like one that has: printed numbers like the
scores that they were made of, tasks within which all differences are the same, or that have fewer than 3 scores, like
tasks with one score each.
"""


def page(made: str) -> str:
    """The whole page."""
    found, run = validation_page.stored()
    whys = list(dict.fromkeys(each.why for each in BY_NAME.values() if each.why))
    sections = "\n".join(section(found, name, run[name], whys) for name in STUDIES if name in run)
    notes = "\n".join(f"{number}. {sentence(why)}" for number, why in enumerate(whys, start=1))
    truths = "\n".join(f"- {sentence(f'{each.words}: {each.truth}')}" for each in BY_NAME.values())
    return (
        f"# How often verdicts are false\n\n{made.removesuffix('.')} from the stored figures of the studies "
        f"{', '.join(f'`{name}`' for name in STUDIES)}, which `make validate` repeats.\n\n"
        f"{ABOUT}\n{sections}\n## Why more may be false\n\n{notes}\n\n## How the scores were drawn\n\n{truths}\n"
    )


def section(found: Validation, name: str, run: str, whys: Sequence[str]) -> str:
    """A study: when it was run, its picture and its table."""
    groups = by_setting(found.of(name))
    rows = "\n".join(row(BY_NAME[design], condition, each, whys) for (design, condition), each in groups.items())
    heading = (
        "| design | procedure | truth | lead | first | equivalent | second | undecided | false | limit | data sets |"
    )
    return (
        f"## {TITLES[name]}\n\nRun on {run}.\n\n![{name}](images/validation/{name}.svg)\n\n"
        f"{heading}\n|{'---|' * 11}\n{rows}\n"
    )


def by_setting(findings: Iterable[Finding]) -> dict[tuple[str, str], dict[str, Finding]]:
    """What was found of each design in each condition, by quantity."""
    groups: dict[tuple[str, str], dict[str, Finding]] = {}
    for each in findings:
        design, _, condition = each.setting.rpartition(", ")
        groups.setdefault((design, condition), {})[each.quantity] = each
    return groups


def row(design: Design, condition: str, found: dict[str, Finding], whys: Sequence[str]) -> str:
    """One line: a design in one condition."""
    about = f"{design.words} | `{used(design)}`" if condition == "equal" else " | "
    shares = " | ".join(share(found[name]) for name in (*VERDICTS, FALSE))
    false = found[FALSE]
    note = f" (note {whys.index(design.why) + 1})" if design.why else ""
    limit = f"{false.high:.3f}{note}" if false.high is not None else ""
    return f"| {about} | {condition} | {design.leads[condition]:.3g} | {shares} | {limit} | {false.repetitions:,} |"


def share(found: Finding) -> str:
    return f"**{found.ours:.3f}**" if found.holds is False else f"{found.ours:.3f}"


def draw_all() -> None:
    """The picture of every study: its false claims."""
    found, _ = validation_page.stored()
    for name in (each for each in STUDIES if each in found.studies):
        false = tuple(each for each in found.of(name) if each.quantity == FALSE)
        save_axes(validation(Validation(found.seed, false), study=name), validation_page.PICTURES / f"{name}.svg")


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
