"""The page of how often verdicts are false, from the figures that tests/validation/verdict_rates.py has stored."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).parent / "verdict_rates.json"

ABOUT = """What `compare` says with its defaults where the truth is known: scores were drawn at random from laws in
which the first model leads by a known amount, {data_sets:,} times for every line (seed {seed}), and `compare` was
asked. The numbers are shares of these data sets.

- *equal*: the models are equally good. A claim that one of them is better is false.
- *on the bound*: the first model leads by exactly the half-width of the rope, which is 0.1 true standard deviations
  where none is given. A claim that one of them is better is false; a claim of equivalence would be false just beyond.
- *outside*: the first model leads by more. Whatever else is claimed is false.

*False* is the share of data sets with a false claim, a line's own *limit* the share that is accepted: 0.05 in the long
run, and two standard errors of a share of {data_sets:,} data sets on top of it. Where it is larger, a note says why.
Among six models, *first*, *equivalent*, *second* and *undecided* are shares of the pairs of the first model, and
*false* counts data sets in which anything false is said of any of the fifteen pairs.

Default ropes of 0.1 standard deviations are so narrow that few designs can show equivalence with them; give a rope of
your own if equivalence is what you want to show. The scores follow laws that the procedures assume, but for the folds
of classifiers that were trained: the figures say what the rules do, not what an assumption costs that does not hold.
"""


def page(made: str) -> str:
    """The whole page."""
    stored = json.loads(FIGURES.read_text(encoding="utf-8"))
    about = ABOUT.format(data_sets=stored["data_sets"], seed=stored["seed"])
    whys = list(dict.fromkeys(each["why"] for each in stored["designs"].values() if each["why"]))
    rows = "\n".join(row for each in stored["designs"].values() for row in rows_of(each, whys, stored["data_sets"]))
    notes = "\n".join(f"{number}. {sentence(why)}" for number, why in enumerate(whys, start=1))
    truths = "\n".join(f"- {each['design']}: {each['truth']}." for each in stored["designs"].values())
    return (
        f"# How often verdicts are false\n\n{made.removesuffix('.')} from the stored figures of a study, which "
        "`make validate` repeats.\n\n"
        f"{about}\n"
        "| design | procedure | truth | lead | first | equivalent | second | undecided | false | limit |\n"
        f"|---|---|---|---|---|---|---|---|---|---|\n{rows}\n\n"
        f"## Why more may be false\n\n{notes}\n\n## How the scores were drawn\n\n{truths}\n"
    )


def rows_of(design: dict[str, Any], whys: list[str], data_sets: int) -> list[str]:
    """One line for each truth."""
    note = f" (note {whys.index(design['why']) + 1})" if design["why"] else ""
    limit = design["limit"] + 2 * sqrt(design["limit"] * (1 - design["limit"]) / data_sets)
    rows = []
    for truth, found in design["conditions"].items():
        shares = " | ".join(f"{found[name]:.3f}" for name in ("first", "equivalent", "second", "undecided", "false"))
        about = f"{design['design']} | `{design['procedure']}`" if truth == "equal" else " | "
        rows.append(f"| {about} | {truth} | {found['lead']:.3g} | {shares} | {limit:.3f}{note} |")
    return rows


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
