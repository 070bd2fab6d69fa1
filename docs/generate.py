"""Renew the pages: make those that are made from the code, run the blocks of all, and write what they print below them.

`python docs/generate.py [PAGE…]`, with names such as `start.md` or `guides/seeds.md`; all pages if none is named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import coming_from_page
import command_pages
import explanation_pictures
import gallery
import json_schema
import logs_page
import name_pages
import notebook
import procedure_pages
import reference_pages
import reporting_page
import trust_page
import validation_page
import verdict_page
import which_metric
from citing import cited
from executed import filled
from linking import linked
from small_tables import scattered, scores

import betterthan as bt
from betterthan.data.comparable import comparable
from betterthan.data.protocol import Comparable
from betterthan.procedures import REGISTRY, Procedure

DOCS = Path(__file__).parent
MADE = "This page is made from the code by `make docs`."


def main(names: list[str]) -> None:
    for name in names or all_pages():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(name), encoding="utf-8")
    notebook.write_all(DOCS)
    if not names:
        gallery.draw_all()
        explanation_pictures.draw_all()
        validation_page.draw_all()
        verdict_page.draw_all()
        reference_pages.PICTURE.write_text(reference_pages.terminal_picture(), encoding="utf-8")
        json_schema.FILE.write_text(json_schema.text(), encoding="utf-8")


def all_pages() -> list[str]:
    """Every page, relative to this folder: those in it, those that are made, and the README."""
    written = (path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return sorted({*made(), *(name for name in written if not name.startswith("_build/")), "../README.md"})


def page(name: str) -> str:
    """A page as it has to be: its words, its code, and what that prints today."""
    made_page = made().get(name)
    words = made_page() if made_page else (DOCS / name).read_text(encoding="utf-8")
    return words if name in WHOLE else filled(words, name)


WHOLE = {"gallery.md", "logs.md"}
"""Pages that come with their output: the blocks of the gallery are the bodies of functions, which `gallery.draw_all`
and the tests run; those about logs are run on example files, which the page makes."""


def made() -> dict[str, Callable[[], str]]:
    """What makes each page that is made from the code, by name; output is added by `page`."""
    return {
        "procedures.md": procedures_page,
        "which-test.md": which_test_page,
        "gallery.md": gallery.page,
        "verdict-rates.md": lambda: verdict_page.page(MADE),
        "logs.md": lambda: logs_page.page(MADE),
        "reporting.md": lambda: reporting_page.page(MADE),
        "learn/coming-from.md": coming_from_page.page,
        "explanation/trust.md": lambda: trust_page.page(MADE),
        "validation.md": lambda: validation_page.page(MADE),
        "reference/json.md": lambda: json_schema.page(MADE),
        **command_pages.pages(),
        **name_pages.pages(),
        **procedure_pages.pages(),
        **reference_pages.pages(),
    }


# The page of procedures.


def procedures_page() -> str:
    listed = "\n".join(f"reference/procedures/{name}" for name in REGISTRY)
    return (
        f"# Procedures\n\n{MADE} Each has a page with its model, formula, an example, what it was checked against and "
        "its references. [Which test for which experiment](which-test.md) chooses.\n\n"
        f"{procedure_table()}\n\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{listed}\n```\n"
    )


def procedure_table() -> str:
    rows = "\n".join(row(each) for each in REGISTRY.values())
    return f"| name | question | needs | classical counterpart | references |\n|---|---|---|---|---|\n{rows}"


def row(each: Procedure) -> str:
    beside = linked(f"`{each.counterpart}`") if each.counterpart else ""
    return f"| {linked(f'`{each.name}`')} | {each.asks} | {each.needs.in_words()} | {beside} | {cited(each.cites)} |"


# Which test for which experiment.

CHECKLIST = (
    (
        "**Say what the claim is about.** These two predictors as they are (Q1), the two ways of making them (Q2), or "
        "how they fare on tasks like these (Q3)? Scores of one training run cannot speak for a learning algorithm.",
        ("williams2026", "dietterich1998"),
    ),
    (
        "**Choose the score that the application cares about** before looking at any results.",
        ("williams2026", "rainio2024"),
    ),
    (
        "**Say how large a difference has to be to matter** (the rope), before looking at any results as well.",
        ("benavoli2017", "kruschke2015"),
    ),
    (
        "**Name what varies**: test cases, training data, seeds, tasks. What you want to speak of in general must have "
        "been drawn several times; what was held fixed stays a condition of the claim.",
        ("williams2026", "bouthillier2021"),
    ),
    (
        "**Pair whatever can be paired**: the same cases, folds and seeds for all models. What they share cancels out.",
        ("williams2026", "dietterich1998"),
    ),
    (
        "**Run several seeds and report all of them**, never only the best: a maximum over seeds is biased, the more "
        "so the more seeds.",
        ("bouthillier2021",),
    ),
    (
        "**Use a test that fits the design** (the table above) **and look at its checks**, independence first: folds "
        "share training data, clusters share what made them.",
        ("williams2026", "nadeau2003"),
    ),
    (
        "**With more than two models, allow for the number of comparisons**: adjust the p-values, or model all of them "
        "at once.",
        ("demsar2006",),
    ),
    (
        "**Report how large the difference is**, with its interval, with every verdict; and say which test it was.",
        ("williams2026", "benavoli2017"),
    ),
    ("**Think.** No table replaces a sceptical look at how the scores came about.", ("williams2026", "demsar2006")),
)


@dataclass(frozen=True)
class Experiment:
    """What somebody has, as a tiny table."""

    have: str
    table: Callable[[], Comparable]


def own_seeds() -> Comparable:
    drawn = [scattered("a", i) for i in range(12)]
    return comparable(bt.read({"model": ["a"] * 6 + ["b"] * 6, "seed": list(range(12)), "score": drawn}))


def clusters(**weight: Any) -> Comparable:
    units = list(product("ab", range(18)))
    columns = {"model": [model for model, _ in units], "case": [case for _, case in units]}
    named = [f"document {case // 3}" for _, case in units]
    return comparable(bt.read({**columns, "cluster": named, "score": [scattered(*unit) for unit in units]}, **weight))


def seeds_on_clusters() -> Comparable:
    units = list(product("ab", range(5), range(18)))
    columns: dict[str, Any] = dict(zip(("model", "seed", "case"), map(list, zip(*units, strict=True)), strict=True))
    named = [f"document {case // 3}" for case in columns["case"]]
    return comparable(bt.read({**columns, "cluster": named, "score": [scattered(*unit) for unit in units]}))


def cases_in_folds() -> Comparable:
    units = list(product("ab", range(40)))
    columns: dict[str, Any] = dict(zip(("model", "case"), map(list, zip(*units, strict=True)), strict=True))
    fold = [case % 10 for case in columns["case"]]
    return comparable(bt.read({**columns, "fold": fold, "score": [scattered(*unit) for unit in units]}))


EXPERIMENTS = (
    Experiment("One test set, a score for every case", lambda: scores("case")),
    Experiment("One test set, every case right or wrong", lambda: scores("case", binary=True, case=40)),
    Experiment("One test set, cases in clusters (documents, speakers, patients)", clusters),
    Experiment('The same, every case counting alike (`weight="cases"`)', lambda: clusters(weight="cases")),
    Experiment("k-fold cross-validation", lambda: scores("fold", fold=10)),
    Experiment("k-fold cross-validation, a score for every case", cases_in_folds),
    Experiment(
        "Repeated k-fold cross-validation",
        lambda: scores("repeat", "fold", repeat=10, fold=10),
    ),
    Experiment("5x2 cross-validation", lambda: scores("repeat", "fold", repeat=5, fold=2)),
    Experiment("Several seeds, the same for both", lambda: scores("seed")),
    Experiment("Several seeds, not the same for both", own_seeds),
    Experiment("Several seeds, each scored on the same cases", lambda: scores("seed", "case")),
    Experiment("Several seeds, each scored on the same cases in clusters", seeds_on_clusters),
    Experiment("Several training sets that share no data", lambda: scores("train_set")),
    Experiment("Several training sets, each scored on the same cases", lambda: scores("train_set", "case")),
    Experiment("Several tasks, one score on each", lambda: scores("task", task=12)),
    Experiment("Several tasks, cross-validated", lambda: scores("task", "fold", fold=10)),
    Experiment("Several tasks, a score for every case", lambda: scores("task", "case")),
    Experiment("Several tasks, every case right or wrong", lambda: scores("task", "case", binary=True, case=40)),
    Experiment(
        "Several tasks whose scores are on different scales",
        lambda: scores("task", "case", scale=lambda task: 10.0**task),
    ),
)


def which_test_page() -> str:
    items = "\n".join(f"{i}. {text} ({cited(keys)})" for i, (text, keys) in enumerate(CHECKLIST, start=1))
    asked = [(number, each, *asked_of(each)) for number, each in enumerate(EXPERIMENTS, start=1)]
    chart = "\n".join(charted(*each) for each in asked)
    graded = "\n\n".join(grades(*each) for each in asked)
    return (
        f"# Which test for which experiment\n\n{MADE}\n\n## What do you have?\n\n"
        "Each row is what `betterthan question` says of a small table of that kind. `betterthan compare` takes the "
        "recommended procedure unless you name another, and shows the classical one, too. Click on what you have "
        "to see why, what else takes them, and what refuses them.\n\n"
        f"| what you have | question | recommended | classical |\n|---|---|---|---|\n{chart}\n\n"
        "## Before any test\n\n"
        "After the checklist of Williams 2026, sec. 7, and what the works that are named at each point add to it.\n\n"
        f"{items}\n\n"
        "## One by one\n\n**Recommended**: what `compare` takes, and what it takes you to where a check fails. **Takes "
        "it, advised against**: it runs if you name it; its page says when not to use it. **Refused, because**: the "
        "reason that the procedure gives.\n\n"
        f"{graded}\n\n"
        f"{which_metric.sections()}\n\n"
        f"## What every procedure needs\n\n{procedure_table()}\n"
    )


def asked_of(each: Experiment) -> tuple[Comparable, bt.Question]:
    table = each.table()
    return table, bt.question(table)


def charted(number: int, each: Experiment, table: Comparable, asked: bt.Question) -> str:
    """A row of the chart."""
    chosen = REGISTRY[str(asked.procedure)]
    return (
        f"| [{each.have}](#experiment-{number}) | {asked.kind} | {linked(f'`{chosen.name}`')} | "
        f"{linked(f'`{chosen.counterpart}`')}{on_means(str(chosen.counterpart), table)} |"
    )


def on_means(name: str, table: Comparable) -> str:
    """What is said of a procedure that takes one mean of each task."""
    return " (on one mean of each task)" if REGISTRY[name].needs.lacking(table) is not None else ""


def grades(number: int, each: Experiment, table: Comparable, asked: bt.Question) -> str:
    """An experiment, and every procedure in one of three grades."""
    chosen = REGISTRY[str(asked.procedure)]
    why = asked.reason.partition(f"({asked.kind}). ")[2]
    notes = " ".join((why, *(table.notes if isinstance(table, bt.PairedTable) else ())))
    robust = [each.procedure for each in chosen.robust if each.procedure in asked.alternatives]
    advised = [chosen.name, str(chosen.counterpart), *robust]
    told = [
        linked(f"`{chosen.name}`"),
        f"with the classical test {linked(f'`{chosen.counterpart}`')}{on_means(str(chosen.counterpart), table)}",
        *(f"where a check fails {linked(f'`{name}`')}" for name in dict.fromkeys(robust)),
    ]
    taken = [f"{linked(f'`{name}`')}{on_means(name, table)}" for name in asked.alternatives if name not in advised]
    return (
        f"(experiment-{number})=\n### {each.have}\n\n{asked.kind}: {asked.asks} {linked(notes)}\n\n"
        f"- **Recommended**: {', '.join(told)}.\n"
        f"- **Takes it, advised against**: {', '.join(taken) or 'none'}.\n"
        f"- **Refused, because**:\n{refusals(table, {*advised, *asked.alternatives})}"
    )


def refusals(table: Comparable, taken: set[str]) -> str:
    """Who refuses such a table, by reason."""
    reasons: dict[str, list[str]] = {}
    for name, each in REGISTRY.items():
        lacking = each.needs.lacking(table)
        if name not in taken and lacking is not None:
            reasons.setdefault(str(lacking), []).append(linked(f"`{name}`"))
    return (
        "\n".join(f"  - {', '.join(names)}: needs {linked(reason)}" for reason, names in reasons.items()) or "  - none"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
