"""Write the pages that are made: procedures, which of them fits which experiment, Python, the gallery, logs, and how
often verdicts are false."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from itertools import product
from pathlib import Path
from typing import Any

import gallery
import logs_page
import mice_page
import reporting_page
import validation_page
import verdict_page
import which_metric
from citing import cited
from small_tables import scattered, scores

import betterthan as bt
from betterthan.data.comparable import comparable
from betterthan.data.protocol import Comparable
from betterthan.lazy import homes
from betterthan.procedures import REGISTRY, Procedure
from betterthan.results import kinds

DOCS = Path(__file__).parent
MADE = "This page is made from the code by `make docs`."


def main() -> None:
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
    gallery.draw_all()
    validation_page.draw_all()


def pages() -> dict[str, str]:
    """Every page that is made from the code, by file name."""
    return {
        "procedures.md": procedures_page(),
        "which-test.md": which_test_page(),
        "gallery.md": gallery.page(),
        "python.md": python_page(),
        "verdict-rates.md": verdict_page.page(MADE),
        "logs.md": logs_page.page(MADE),
        "mice.md": mice_page.page(MADE),
        "reporting.md": reporting_page.page(MADE),
        "validation.md": validation_page.page(MADE),
    }


# The page of procedures.


def procedures_page() -> str:
    sections = "\n\n".join(section(each) for each in REGISTRY.values())
    return f"# Procedures\n\n{MADE}\n\n{procedure_table()}\n\n{sections}\n"


def procedure_table() -> str:
    rows = "\n".join(row(each) for each in REGISTRY.values())
    return f"| name | question | needs | classical counterpart | references |\n|---|---|---|---|---|\n{rows}"


def row(each: Procedure) -> str:
    beside = f"`{each.counterpart}`" if each.counterpart else ""
    return f"| `{each.name}` | {each.asks} | {each.needs.in_words()} | {beside} | {', '.join(each.cites)} |"


def section(each: Procedure) -> str:
    rungs = ", ".join(f"`{each.name}.{rung}`" for rung in each.rungs) or "none"
    options = ", ".join(f"`{name}`" for name in each.options) or "none"
    body = f"```text\n{each.module_doc}\n```"
    return f"## {each.name}\n\n{each.title[0].upper()}{each.title[1:]}. Options: {options}. Rungs: {rungs}.\n\n{body}"


# Which test for which experiment.

CHECKLIST = (
    (
        "**Say what the claim is about.** These two predictors as they are (Q1), the two ways of making them (Q2), or "
        "how they fare on tasks like these (Q3)? Scores of one training run cannot speak for a learning algorithm.",
        ("williams2026", "dietterich1998"),
    ),
    ("**Choose the score that the application cares about** before looking at any results.", ("williams2026",)),
    (
        "**Say how large a difference has to be to matter** (the rope), before looking at any results as well.",
        ("benavoli2017", "kruschke2015"),
    ),
    (
        "**Name what varies**: test cases, training data, seeds, tasks. What you want to speak of in general must have "
        "been drawn several times; what was held fixed stays a condition of the claim.",
        ("williams2026",),
    ),
    (
        "**Pair whatever can be paired**: the same cases, folds and seeds for all models. What they share cancels out.",
        ("williams2026",),
    ),
    (
        "**Run several seeds and report all of them**, never only the best: a maximum over seeds is biased, the more "
        "so the more seeds.",
        ("bouthillier2021",),
    ),
    (
        "**Use a test that fits the design** (the table below) **and look at its checks**, independence first: folds "
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
    ("**Think.** No table replaces a sceptical look at how the scores came about.", ("williams2026",)),
)


@dataclass(frozen=True)
class Experiment:
    """What somebody has, as a tiny table, and what they might be tempted to use."""

    have: str
    table: Callable[[], Comparable]
    tempting: tuple[str, ...] = ()


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


INDEPENDENT = ("bayes_t", "paired_t", "wilcoxon")
EXPERIMENTS = (
    Experiment("One test set, a score for every case", lambda: scores("case"), ("mcnemar",)),
    Experiment("One test set, every case right or wrong", lambda: scores("case", binary=True, case=40)),
    Experiment("One test set, cases in clusters (documents, speakers, patients)", clusters),
    Experiment('The same, every case counting alike (`weight="cases"`)', lambda: clusters(weight="cases"), INDEPENDENT),
    Experiment("k-fold cross-validation", lambda: scores("fold", fold=10), (*INDEPENDENT, "f_5x2cv")),
    Experiment("k-fold cross-validation, a score for every case", cases_in_folds, INDEPENDENT),
    Experiment(
        "Repeated k-fold cross-validation",
        lambda: scores("repeat", "fold", repeat=10, fold=10),
        (*INDEPENDENT, "f_5x2cv"),
    ),
    Experiment("5x2 cross-validation", lambda: scores("repeat", "fold", repeat=5, fold=2), INDEPENDENT),
    Experiment("Several seeds, the same for both", lambda: scores("seed"), ("correlated_t", "welch_t")),
    Experiment("Several seeds, not the same for both", own_seeds, INDEPENDENT),
    Experiment("Several seeds, each scored on the same cases", lambda: scores("seed", "case"), INDEPENDENT),
    Experiment("Several seeds, each scored on the same cases in clusters", seeds_on_clusters, INDEPENDENT),
    Experiment("Several training sets that share no data", lambda: scores("train_set"), ("correlated_t",)),
    Experiment(
        "Several training sets, each scored on the same cases", lambda: scores("train_set", "case"), INDEPENDENT
    ),
    Experiment("Several tasks, one score on each", lambda: scores("task", task=12), ("bayes_hierarchical_t",)),
    Experiment("Several tasks, cross-validated", lambda: scores("task", "fold", fold=10), ("correlated_t",)),
    Experiment("Several tasks, a score for every case", lambda: scores("task", "case"), INDEPENDENT),
    Experiment(
        "Several tasks, every case right or wrong", lambda: scores("task", "case", binary=True, case=40), ("mcnemar",)
    ),
    Experiment(
        "Several tasks whose scores are on different scales",
        lambda: scores("task", "case", scale=lambda task: 10.0**task),
    ),
)


def which_test_page() -> str:
    items = "\n".join(f"{i}. {text} ({cited(keys)})" for i, (text, keys) in enumerate(CHECKLIST, start=1))
    asked = [(each, *asked_of(each)) for each in EXPERIMENTS]
    recommended = "\n".join(recommendation(*each) for each in asked)
    others = "\n".join(alternatives(*each) for each in asked)
    return (
        f"# Which test for which experiment\n\n{MADE}\n\n## Before any test\n\n"
        "After the checklist of Williams 2026, sec. 7, and what the works that are named at each point add to it.\n\n"
        f"{items}\n\n"
        "## From the experiment to the test\n\n"
        "Each row is what `betterthan question` says of a small table of that kind. `betterthan compare` takes the "
        "recommended procedure unless you name another, and also shows the classical one.\n\n"
        "| what you have | question | recommended | classical | why |\n|---|---|---|---|---|\n"
        f"{recommended}\n\n"
        "## What else, and what not\n\n"
        "The reasons are those that the procedures give when they refuse.\n\n"
        f"| what you have | also possible | not, and why |\n|---|---|---|\n{others}\n\n"
        f"{which_metric.sections()}\n\n"
        f"## What every procedure needs\n\n{procedure_table()}\n"
    )


def asked_of(each: Experiment) -> tuple[Comparable, bt.Question]:
    table = each.table()
    return table, bt.question(table)


def recommendation(each: Experiment, table: Comparable, asked: bt.Question) -> str:
    chosen = REGISTRY[asked.procedure] if asked.procedure else None
    why = asked.reason.partition(f"({asked.kind}). ")[2]
    cells = (
        each.have,
        f"{asked.kind}: {asked.asks}",
        f"`{chosen.name}`" if chosen else "nothing in this version",
        f"`{chosen.counterpart}`" if chosen else "",
        " ".join((why, *(table.notes if isinstance(table, bt.PairedTable) else ()))),
    )
    return f"| {' | '.join(cells)} |"


def alternatives(each: Experiment, table: Comparable, asked: bt.Question) -> str:
    beside = REGISTRY[asked.procedure].counterpart if asked.procedure else None
    means = " (on one mean of each task)"
    fitting = ", ".join(
        f"`{name}`{means if name in each.tempting else ''}" for name in asked.alternatives if name != beside
    )
    reasons: dict[str, list[str]] = {}
    for name in each.tempting:
        lacking = str(REGISTRY[name].needs.lacking(table) or "")
        assert lacking, f"{name} takes this table"
        reasons.setdefault(lacking, []).append(f"`{name}`")
    refused = " ".join(f"{', '.join(names)}: needs {lacking}" for lacking, names in reasons.items())
    return f"| {each.have} | {fitting} | {refused} |"


# Every public name.

IN_SHORT = """import betterthan as bt

scores = bt.read("results.csv")  # or a frame, or a dict of arrays
found = bt.compare(scores, rope=0.01)
found.decision.verdict, found.probabilities
found.posterior.probabilities((-0.02, 0.02))  # ask about another rope
found.report("out.html")
found.to_frame(), found.to_latex(), found.to_dict()

bt.sensitivity(found).to_frame()  # the verdict under other ropes and priors
bt.scaling(found).needed  # how many units would decide
seeds = bt.seed_table(scores, "llama")  # mean, sd, interval, worst seed, test against a baseline
print(seeds.to_text())

table = bt.pair(scores, "gpt", "llama")  # the steps, one by one
posterior = bt.procedures.bayes_t(table)
bt.decide(posterior, rope=0.01).verdict
bt.procedures.bayes_t.from_summary(mean=0.066, sd=1.0, n=176)  # from the numbers that a paper prints

decisions = bt.decision_table(scores, rope=0.01)  # for every task and pair: does the test reject, what is the verdict
decisions.counts("nbc", "aode").rejected.equivalent
print(decisions.to_text())  # the layout of Benavoli et al. (2017), Tables 4 to 6"""

PARTS: tuple[tuple[str, str, Callable[[str, Any], bool]], ...] = (
    ("Scores", "From files, frames and arrays to tables of units.", lambda home, _: home == "data"),
    ("Questions", "What can be asked.", lambda _, found: inspect.isfunction(found)),
    ("Answers", "What a question returns: frozen records.", lambda home, _: home != "errors"),
    ("Errors", "Every message says what was given, what is accepted and what to do.", lambda _, __: True),
)
"""Heading, what it holds, and whether a name with this home belongs there; the first that fits."""


def python_page() -> str:
    names = {name: getattr(bt, name) for name in bt.__all__}
    packages = {name: found for name, found in names.items() if inspect.ismodule(found)}
    parts: dict[str, list[str]] = {heading: [] for heading, _, _ in PARTS}
    for name, found in names.items():
        if name not in packages and name != "__version__":
            parts[part_of(name, found)].append(directive("betterthan", name, found))
    results = [directive(found.__module__, name, found) for name, found in vars(kinds).items() if is_dataclass(found)]
    sections = [documented(heading, words, parts[heading]) for heading, words, _ in PARTS]
    sections.insert(3, documented("Results", "What a procedure returns; `comparison.result` holds one.", results))
    joined = "\n\n".join(sections)
    listed = "\n".join(f"| `bt.{name}` | {summary(found)} |" for name, found in packages.items())
    return (
        f"# Python\n\n{MADE}\n\n```python\n{IN_SHORT}\n```\n\n## Packages\n\n"
        f"| | |\n|---|---|\n{listed}\n| `bt.__version__` | the version of betterthan |\n\n{joined}\n"
    )


def part_of(name: str, found: Any) -> str:
    home = homes(Path(bt.__file__).with_suffix(".pyi"))[name].split(".")[1]
    return next(heading for heading, _, fits in PARTS if fits(home, found))


def directive(home: str, name: str, found: Any) -> str:
    if inspect.isfunction(found):
        return f".. autofunction:: {home}.{name}"
    members = (
        "" if isinstance(found, type) and issubclass(found, Exception) else "\n   :members:\n   :inherited-members:"
    )
    return f".. autoclass:: {home}.{name}{members}"


def documented(heading: str, words: str, directives: list[str]) -> str:
    body = "\n".join(directives)
    return f"## {heading}\n\n{words}\n\n```{{eval-rst}}\n{body}\n```"


def summary(found: Any) -> str:
    return (inspect.getdoc(found) or "").split("\n")[0]


if __name__ == "__main__":
    main()
