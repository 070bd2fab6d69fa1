"""Glossary, bibliography, names of columns, messages, checks and notes, and the terminal output line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

from citing import author_and_year, reference
from executed import Block, running, typed
from linking import linked

from betterthan.data.reading import names
from betterthan.data.units import ROLES, ROW_NAMES
from betterthan.procedures import REGISTRY
from betterthan.report.bibliography import entries
from betterthan.words.glossary import GLOSSARY

PICTURE = Path(__file__).parent / "images" / "terminal.svg"


def pages() -> dict[str, Callable[[], str]]:
    return {
        "reference/glossary.md": glossary,
        "reference/bibliography.md": bibliography,
        "reference/columns.md": columns,
        "reference/messages.md": messages,
        "reference/checks.md": checks,
        "reference/terminal.md": terminal,
    }


# The glossary.


def glossary() -> str:
    words = "\n\n".join(
        f"{word}\n  {text}" for word, text in sorted(GLOSSARY.items(), key=lambda item: item[0].lower())
    )
    return (
        "# Glossary\n\nWhat words mean here. `betterthan explain rope` prints the same entry.\n\n"
        "```console\n$ betterthan explain rope\n$ betterthan explain next_task\n```\n\n"
        f"```{{glossary}}\n{words}\n```\n"
    )


# The bibliography.


SECOND = (
    ("Which of three questions scores answer (Q1, Q2, Q3)", "williams2026", "dietterich1998"),
    ("Scores of one run cannot speak for a learning algorithm", "williams2026", "bouthillier2021"),
    ("Pair whatever can be paired", "williams2026", "dietterich1998"),
    ("The Bayesian McNemar test and its φ", "williams2026", "chechile2020"),
    ("The t-test read as a posterior", "williams2026", "benavoli2017"),
    ("Shares of several tasks from one beta law", "williams2026", "gelman2013"),
    ("Folds share training data", "williams2026", "nadeau2003"),
    ("Report the size of the difference with its interval", "williams2026", "benavoli2017"),
    ("Ranks of several models on several tasks", "williams2026", "demsar2006"),
    ("Clustered standard errors for evaluations of language models", "miller2024", "cameron2015"),
    ("Predictions that help a few labels, with weights (PPI++)", "angelopoulos2023pp", "angelopoulos2023"),
    ("The critical difference of average ranks", "nemenyi1963", "demsar2006"),
    ("Degrees of freedom of a ratio of sums of mean squares (quasi-F)", "rasmussen1996", "satterthwaite1946"),
)
"""What a manuscript, a preprint or a thesis says, and who else says it."""


def bibliography() -> str:
    used: dict[str, list[str]] = {key: [] for key in entries()}
    for procedure in REGISTRY.values():
        for key in procedure.cites:
            used[key].append(procedure.name)
    items = "\n".join(
        f"- {reference(key)}"
        + (f" Used by {', '.join(linked(f'`{name}`', '../') for name in used[key])}." if used[key] else "")
        for key in sorted(entries(), key=lambda key: author_and_year(entries()[key]).lower())
        if key != "betterthan"
    )
    rows = "\n".join(
        f"| {what} | {author_and_year(entries()[one])} | {author_and_year(entries()[two])} |"
        for what, one, two in SECOND
    )
    return (
        "# Bibliography\n\n**Citation.** If you publish with betterthan, cite the works that the report names and the software "
        "(`CITATION.cff`; the entry `betterthan` of the BibTeX file that `-o out.bib` writes).\n\nEvery work that a page, a procedure or a report names. `-o out.bib` writes the entries that a "
        "comparison cites; `betterthan explain bayes_t` prints those of a procedure. A DOI or an address stands here only "
        "if it was looked up. Where no closer one could be checked, it is that of the journal's issue or of the book; two "
        f"works have a search by title instead.\n\n{items}\n\n"
        "## What rests on a manuscript\n\nSome of these works are a manuscript, a preprint or a thesis. What is taken from "
        "them is said by another source, too:\n\n| statement | manuscript, preprint or thesis | also in |\n|---|---|---|\n"
        f"{rows}\n"
    )


# The names of columns.


def columns() -> str:
    rows = "\n".join(f"| `{role}` | {_names(found)} |" for role, found in ROLES.items())
    kinds = "\n".join(
        f"| {kind.what} | {_names(sorted(kind.heads))} | {_names(sorted(kind.words))} |" for kind in names.KINDS
    )
    return (
        "# Names of columns\n\nThese lists are those of the code. Case, spaces and punctuation make no difference: "
        "`Question ID` and `questionId` are `question_id`. Whatever has another name is said with `--column ROLE=NAME` "
        '(in Python `case="name"`). [What goes in](../input.md) tells how files are read.\n\n'
        "## Roles\n\nAn earlier name wins over a later one.\n\n| role | recognised as |\n|---|---|\n"
        f"{rows}\n\nColumns that only number rows: {_names(ROW_NAMES)}.\n\n"
        f"## Scores\n\nThe score, although other columns are numeric, too: {_names(names.SCORE_NAMES)}.\n\n"
        f"Metrics, which are no models: {_names(sorted(names.METRIC_NAMES))}.\n\n"
        f"## What is true\n\n{_names(sorted(names.TRUTH_NAMES))}. Beside one of these, other columns are predictions.\n\n"
        "## Numbers that are no model's scores\n\n| taken as | where a name ends so | where nothing else is in it |\n"
        f"|---|---|---|\n{kinds}\n"
    )


def _names(found: object) -> str:
    return ", ".join(f"`{name}`" for name in found) if isinstance(found, (tuple, list)) else str(found)


# Messages.


class Message(NamedTuple):
    """A fault as users meet it: what it is called here, what is run, why it is refused, what to do, run as well."""

    title: str
    line: str
    cause: str
    cure: str
    cured: str = ""


MESSAGES = (
    Message("Rows that nothing names", "betterthan compare folds.csv",
            "Ten rows with two columns of numbers may be ten folds, ten repeats, ten cases or ten data sets. The answer is "
            "different for each of them.",
            "Say what the rows are.", "betterthan compare folds.csv --folds 10 --rope 0.01 | head -n 2"),
    Message("Is a high score good?", "betterthan compare losses.csv --rope 0.05",
            "`loss` is the name of something of which less is better, and nothing says so.",
            "Say which direction is better.", "betterthan compare losses.csv --rope 0.05 --lower-is-better | head -n 2"),
    Message("A model lacks units", "betterthan compare gaps.csv --rope 0.05",
            "A pair is compared on the units that both have. A missing one is mostly a run that broke off, and leaving it out "
            "may flatter the model that lacks it.",
            "Complete the run; or leave these units out, which the notes will count.",
            "betterthan compare gaps.csv --rope 0.05 --missing drop | head -n 2"),
    Message("Several scores on one unit", "betterthan compare twice.csv --rope 0.05",
            "A model has two scores on a case: samples of one question, or a line that stands there twice.",
            "Name the column that tells them apart, or average them.",
            "betterthan compare twice.csv --rope 0.05 --repeats mean | head -n 2"),
    Message("A procedure does not fit", "betterthan compare cases.csv --procedure correlated_t --rope 0.05",
            "Every procedure says what it needs of a table. This one is for folds.",
            "Take what the message names, or leave `--procedure` out.",
            "betterthan compare cases.csv --rope 0.05 | head -n 2"),
    Message("No such file", "betterthan compare case.csv",
            "The path is wrong, or the file lies in another folder.",
            "Give the path as it is seen from where you are.", "ls"),
    Message("No such model", "betterthan compare cases.csv --first gtp --second llama --rope 0.05",
            "The name is spelled otherwise in the file.", "Take the name that the message suggests.",
            "betterthan compare cases.csv --first gpt --second llama --rope 0.05 | head -n 1"),
    Message("A rope that does not contain 0", "betterthan compare cases.csv --rope 0.01,0.03",
            "With such a rope equal models would not count as equivalent. It may be meant: one model costs more and has to be "
            "better by that.",
            "Confirm it.", "betterthan compare cases.csv --rope 0.01,0.03 --shifted | head -n 1"),
    Message("A cell that is no number", "betterthan compare words.csv --rope 0.05",
            "A score is a word. Is it missing, or is something wrong with the file?",
            "If the word means that there is no score, say so.",
            "betterthan compare words.csv --rope 0.05 --na failed --missing drop | head -n 1"),
    Message("An unknown option", "betterthan compare cases.csv --ropes 0.05",
            "It is an option of another command.", "`betterthan compare --help` lists its own.",
            "betterthan compare --help | head -n 3"),
)  # fmt: skip
MESSAGE_FILES = """from pathlib import Path


def write(name, lines):
    Path(name).write_text("\\n".join(lines) + "\\n")


write("folds.csv", ["nbc,aode", *(f"{0.80 + i % 3 / 100},{0.82 + i % 4 / 100}" for i in range(10))])
write("cases.csv", ["case,gpt,llama", *(f"{i},{0.7 + i % 5 / 50},{0.68 + i % 3 / 50}" for i in range(12))])
losses = [f"{i},{model},{0.3 + i % 3 / 10 + (model == 'llama') / 10}" for i in range(8) for model in ("gpt", "llama")]
write("losses.csv", ["case,model,loss", *losses])
write("gaps.csv", ["case,model,score", *(f"{i},{m},{0.7 + i % 5 / 50}" for m in ("gpt", "llama") for i in range(12 - (m == "gpt")))])
twice = [f"{i // 2},{m},{0.7 + i % 5 / 50 + (m == 'gpt') * i / 90}" for m in ("gpt", "llama") for i in range(16)]
write("twice.csv", ["case,model,score", *twice])
words = ["failed" if i == 3 else f"{0.7 + i % 5 / 50}" for i in range(12)]
write("words.csv", ["case,gpt,llama", *(f"{i},{word},{0.68 + i % 3 / 50}" for i, word in enumerate(words))])"""


def messages() -> str:
    parts = []
    for each in MESSAGES:
        cured = f"\n\n```console\n{typed(each.cured)}\n```" if each.cured else ""
        parts.append(
            f"## {each.title}\n\n```console fails\n{typed(each.line)}\n```\n\n**Cause.** {each.cause}\n\n"
            f"**Cure.** {each.cure}{cured}"
        )
    return (
        "# Messages\n\nA message says what was given, what is accepted and what to do. On the command line it is one line "
        "on standard error, with the exit code 2; in Python it is the text of one of the [errors](errors.md). The usual "
        "ones, with what is behind them:\n\n<details>\n<summary>The files of this page</summary>\n\n"
        f"```python\n{MESSAGE_FILES}\n```\n\n</details>\n\n" + "\n\n".join(parts) + "\n"
    )


# Checks and notes.


class Looked(NamedTuple):
    """A check: its name, what it looks at, when it fails, and what to do then."""

    name: str
    at: str
    fails: str
    then: str


CHECKS = (
    Looked("number of units", "how many units there are", "there are so few that the procedure is known to be too sure",
           "score more units, or take what the advice names"),
    Looked("constant differences", "whether the differences vary at all", "all differences are the same",
           "the models agree everywhere: `bayes_agreement` says what that leaves open"),
    Looked("Q-Q normal", "whether the differences follow a normal law (the correlation of a Q-Q plot)",
           "they visibly do not", "compare with `bayes_robust_t` (typical difference) or `bayes_bootstrap` (mean)"),
    Looked("skewness", "whether the differences lean to one side", "they do, so that mean and median differ", "the same"),
    Looked("kurtosis", "whether there are more large differences than a normal law has", "there are", "the same"),
    Looked("outliers", "whether a few units differ far more than the rest", "some do", "look at these units first; then the same"),
    Looked("ties", "how many differences are equal", "so many are that ranks say little",
           "use `bayes_bootstrap`, or `bayes_sign` with a rope"),
    Looked("symmetry", "whether the differences are symmetric, where a procedure takes them to be", "they are not",
           "use `sign` or `permutation`"),
    Looked("independence", "whether neighbouring units are alike, where their order means something",
           "they are", "name what groups them (`--column cluster=…`)"),
    Looked("sphericity", "of several models: whether all pairs differ with the same spread", "they do not",
           "read the corrected p-values, or use the unstructured model"),
    Looked("calibration of a model", "whether probabilities come true", "they visibly do not",
           "part of the loss is that: fit a calibration on held-out cases (`--calibrate platt`)"),
    Looked("few cases decide", "whether most of a difference of losses comes from few cases", "it does", "look at these cases"),
)  # fmt: skip

NOTES = (
    ("what was read, and how", "Read as a wide table: one column per model: gpt, llama."),
    ("what was dropped", "units that a model lacks, with their number and names, after `--missing drop`"),
    ("what was averaged", "cases within clusters, repeats, samples of one question"),
    (
        "what was assumed",
        "a rope of a tenth of a standard deviation; the share of test data behind the folds' correlation",
    ),
    ("what the claim does not cover", "Training variation is not covered: this is about these two models as they are."),
    ("what cannot be shown with these scores", "With this rope and this spread `equivalent` can reach 0.66 at most."),
    (
        "how many things were looked at",
        "2 tests stand here without adjustment: at least one would reject by chance in 10%.",
    ),
)


def checks() -> str:
    rows = "\n".join(f"| {each.name} | {each.at} | {each.fails} | {linked(each.then, '../')} |" for each in CHECKS)
    notes = "\n".join(f"| {what} | {such} |" for what, such in NOTES)
    return (
        "# Checks and notes\n\n"
        "A **check** looks at one assumption of the procedure on your scores. It passes, fails with advice, or cannot be "
        "judged, with the reason. A check that fails does not change the result: it says beside what to look. A check that "
        "passes proves nothing: with few units most faults cannot be seen.\n\n"
        "| check | looks at | fails if | then |\n|---|---|---|---|\n"
        f"{rows}\n\n"
        '```python\nimport betterthan as bt\n\nfound = bt.compare(bt.examples.example("mice"), first="LgR", '
        'second="SVM", loss="log")\nfor check in found.checks:\n    print(f"{check.status:11}  {check.name}")\n```\n\n'
        "A **note** counts what was dropped, averaged or assumed, so that nothing happens silently.\n\n"
        f"| a note says | such as |\n|---|---|\n{notes}\n\n"
        '```python\nfor note in found.notes:\n    print("-", note)\n```\n'
    )


# The terminal output, line by line.


class Line(NamedTuple):
    """A line of the output, found by how it begins, and what it says."""

    begins: str
    words: str


TERMINAL = "betterthan compare scores.csv --first GNN --second LLM --task da-en --rope 0.01"
LINES = (
    Line("GNN (first) and LLM (second)", "What is compared. The word `first` in verdicts and JSON is the model named first."),
    Line("Two models, 1,000", "What the scores are and which question they answer (Q1: these two predictors, on this task); "
         "which procedure was taken, and which direction is better."),
    Line("Undecided:", "The verdict in a sentence: no outcome reaches 0.95. Then what is excluded already, and what the "
         "scores favour, with how clearly."),
    Line("████", "The three probabilities as a bar."),
    Line("█  0.937", "The probability that the first model is practically better: its lead is larger than the rope. Not the "
         "probability that a p-value would be small, and not the size of the lead."),
    Line("░  0.058", "The probability that the difference lies inside the rope."),
    Line("▒  0.005", "The probability that the second model is practically better. The three sum to 1."),
    Line("What would decide it", "Of an undecided comparison: how many more units would decide, if the difference stays as it "
         "is. That is a guess: the difference will not stay exactly so."),
    Line("Models", "Each model alone: number of units, mean, standard deviation of single scores, interval of the mean. Two "
         "such intervals may overlap although the models differ: the pairs are compared, not the means."),
    Line("Result", "The comparison in numbers."),
    Line("difference in accuracy   ", "First minus second: as observed, then the mean of the posterior and its 95% interval."),
    Line("counts", "The four outcomes of paired right and wrong answers. Only those on which exactly one is right tell the "
         "models apart."),
    Line("direction", "How to read the sign."),
    Line("rope", "The region of practical equivalence, and who chose it."),
    Line("P(better)", "The probability of any lead at all, however small: the two of these sum to 1."),
    Line("relative difference", "The same as a share of the errors."),
    Line("effect size", "The difference over its spread, in the unit that is named, with Cohen's word for it where he has one."),
    Line("wins", "On how many units each model is ahead."),
    Line("pairing", "What was gained by scoring both models on the same units."),
    Line("Classical test", "The classical test of the same scores, beside the verdict and never its reason."),
    Line("null hypothesis", "What that test supposes."),
    Line("difference in accuracy  0", "The classical estimate with its confidence interval."),
    Line("how to read it", "What its p-value says, and what not."),
    Line("Checks", "Which assumptions were looked at: see [checks](checks.md)."),
    Line("How it was computed", "Procedure, method, prior, numerical error, rule and version: with these it can be computed "
         "again."),
    Line("Notes", "What was dropped, averaged, assumed, and what the claim does not cover."),
)  # fmt: skip


def terminal() -> str:
    items = "\n".join(f"{number}. `{line.begins.strip()}` {line.words}" for number, line in enumerate(LINES, start=1))
    return (
        "# The terminal output, line by line\n\n"
        "```console\n$ betterthan example code-switching > scores.csv\n"
        f"{typed(f'{TERMINAL} | head -n 12')}\n```\n\n"
        "The whole output, with a number at every part. The picture is made from what the command prints today.\n\n"
        f"![The output of betterthan compare with numbers from 1 to {len(LINES)} in the margin](../images/terminal.svg)\n\n"
        f"{items}\n\n"
        "Over several tasks there is also a table of the tasks after partial pooling, the law over tasks, and the readings "
        "other than the one that the verdict rests on; with several models the ranking, tiers and pairs. "
        "[What comes out](../output.md) has all forms.\n"
    )


def terminal_output() -> list[str]:
    """What the command of the page prints."""
    with running("terminal") as session:
        session.run(Block(0, "", "```", "console", ("$ betterthan example code-switching > scores.csv",)))
        return session.run(Block(0, "", "```", "console", (f"$ {TERMINAL}",))).rstrip().split("\n")


def numbered(lines: list[str]) -> list[tuple[str, int | None]]:
    """Every line, with the number of the part that begins there."""
    found: list[tuple[str, int | None]] = []
    at = 0
    for line in lines:
        begins = at < len(LINES) and line.startswith(LINES[at].begins)
        at += begins
        found.append((line, at if begins else None))
    if at < len(LINES):
        raise ValueError(f"the output has no line that begins with {LINES[at].begins!r}")
    return found


def terminal_picture() -> str:
    """The output as a picture, with numbers in the margin."""
    shown = numbered(terminal_output())
    height, left, width = 17, 52, 700
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height * len(shown) + 24}" role="img" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12.5">',
        f'<rect width="{width}" height="{height * len(shown) + 24}" rx="8" fill="#10151c"/>',
    ]
    for row, (line, number) in enumerate(shown):
        y = 24 + row * height
        if number is not None:
            parts.append(f'<circle cx="24" cy="{y - 4}" r="10" fill="#ffd479"/>')
            parts.append(f'<text x="24" y="{y}" text-anchor="middle" font-size="11" fill="#10151c">{number}</text>')
        if line:
            length = (
                f' textLength="{len(line) * 7.6:.1f}" lengthAdjust="spacingAndGlyphs"'
                if re.search("[█░▒─]", line)
                else ""
            )
            parts.append(f'<text x="{left}" y="{y}" fill="#e6edf3" xml:space="preserve"{length}>{escape(line)}</text>')
    return "\n".join((*parts, "</svg>")) + "\n"
