"""What checklists ask of a report, and which line of ours answers: the page `reporting.md`, with a report in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citing import cited
from executed import Block, Session, running

import betterthan as bt

CODE = """import betterthan as bt

found = bt.compare(bt.examples.example("nbc-aode"), rope=1.0)
print(found.to_text())"""

INTRODUCTION = """# Reporting

{made} The report in it was run, and every line that is quoted is looked up in it: if a line is renamed or goes, the
page cannot be made.

Checklists ask how certain a result is, and how one knows. Here is a report, then which of its lines answers which item
of the NeurIPS paper checklist (its item on the statistical significance of experiments, as of 2024), of the APA's
reporting standards for quantitative research (JARS; {jars}) and of the Bayesian analysis reporting
guidelines (BARG; {barg}). The items are in our words; read the originals before you answer them. Other
answers have the lines that apply to them, in text, Markdown and HTML (`found.report("out.html")`).
"""

MOST = 400
"""Letters of a quotation; of longer ones the first sentence stands in a table."""


@dataclass(frozen=True)
class Item:
    """What is asked, the heading and the line that answer it, and what is to be said about them."""

    asks: str
    heading: str
    line: str = ""
    remark: str = ""

    def row(self, report: Lines) -> str:
        where = f"*{self.heading}*" + (f": {self.line}" if self.line else "")
        said = report.quoted(self.heading, self.line)
        said = said if len(said) <= MOST else f"{said.partition('. ')[0]}. …"
        return f"| {self.asks} | {where} | {said} | {self.remark} |"


class Lines:
    """A report in Markdown, by heading and line."""

    def __init__(self, text: str) -> None:
        parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
        self.top = [line for line in parts[0].split("\n") if line]
        self.parts = {"First paragraph": self.top[1], **dict(zip(parts[1::2], parts[2::2], strict=True))}

    def quoted(self, heading: str, line: str = "") -> str:
        """The words of a line, or of a whole part; a KeyError if it is not there."""
        part = self.parts[heading]
        if not line:
            return " ".join(each.removeprefix("- ") for each in part.strip().split("\n"))
        cells = [row.strip("| ").split(" | ") for row in part.split("\n") if row.startswith("|")]
        return {row[0]: " · ".join(row[1:]) for row in cells}[line]


ESTIMATE = ("Result", "pseudomedian of the differences")
NEURIPS = (
    Item("Error bars, confidence intervals or tests for the main claims", *ESTIMATE, "the estimate and its interval"),
    Item("Which variation they capture (splits, initialisation, …)", "First paragraph", "",
         "what one unit is, and that units are taken as a sample; what was held fixed is not in the interval"),
    Item("How they were computed", "How it was computed", "computed by", "with procedure, draws, seed and version"),
    Item("Assumptions", "Checks", "symmetry", "each assumption that can be looked at; *Warnings* says what to do"),
    Item("Standard deviation or standard error?", *ESTIMATE, "neither: an interval, named with its level and kind"),
    Item("One or two sigma, and no 96% interval unless errors are known to be normal", *ESTIMATE,
         "95% are of the posterior law itself, and no multiple of a sigma"),
    Item("No symmetric bars where the law is not symmetric", *ESTIMATE,
         "both ends are quantiles of that law; they need not be equally far away"),
    Item("Explained in the text", "For a methods section", "", "a paragraph to copy, with its references in BibTeX"),
)  # fmt: skip
JARS = (
    Item("Test statistic and exact p-value, whatever it is", "Classical test", "test"),
    Item("Effect sizes", "Result", "effect size", "in standard deviations; the estimate is in units of the score"),
    Item("Intervals of the effects", *ESTIMATE, "of the estimate; Cohen's d has none here"),
    Item("Problems with assumptions, and what was done about them", "Warnings"),
    Item("Missing data and exclusions", "Notes", "", "whatever was dropped, averaged or assumed is counted there"),
    Item("Criteria of inference", "How it was computed", "rule"),
    Item("Software and version", "How it was computed", "version"),
    Item("Bayesian: the model and its priors", "How it was computed", "prior",
         "the model stands in [Procedures](procedures.md), under the name of the procedure"),
    Item("Bayesian: the posterior", "Readings", "population (verdict)", "the probabilities that the verdict rests on"),
    Item("Bayesian: a decision with its loss function, if there is one", "How it was computed", "rule",
         'with `rule="loss"` it says so; the matrix that you gave is in the JSON'),
)  # fmt: skip
BARG = (
    Item("Explain the model: data, likelihood, prior", "First paragraph", "", "the prior is in *How it was computed*"),
    Item("Details of the computation, and how exact it is", "How it was computed", "numerical error"),
    Item("Describe the posterior", *ESTIMATE, "and a picture: `found.plot()`"),
    Item("Decisions and their criteria", "How it was computed", "rule"),
    Item("Make it reproducible", "How it was computed", "seed",
         '`found.report("out.json")`; `betterthan check out.json --data scores.csv` computes it again'),
)  # fmt: skip

SENSITIVITY = """varied = bt.sensitivity(found)
print(varied.to_text().split("In short")[1].split("Ropes")[0].strip())"""

LEFT = """## What no report can say for you

- Why this metric and why this rope, and that both were chosen before the results were seen.
- How tasks, cases and seeds were chosen, and how many runs were made that are not in the table.
- What was tuned, on which data, with which budget, for each of the models.
- Which of several comparisons was planned, and which came up on the way.
- Compute, data and code: where they are and what they cost.
"""


def page(made: str) -> str:
    """The whole page."""
    with running("reporting.md") as session:
        found = found_in(session)
    report = Lines(found.to_markdown())
    introduction = INTRODUCTION.format(made=made, jars=cited(("appelbaum2018",)), barg=cited(("kruschke2021",)))
    parts = (
        introduction,
        f"```python\n{CODE}\n```\n",
        f"## NeurIPS paper checklist\n\n{table(NEURIPS, report)}\n",
        "An answer to that item could read:\n",
        f"> {checklist_answer(report, found)}\n",
        f"## APA JARS\n\n{table(JARS, report)}\n",
        f"## BARG\n\n{table(BARG, report)}\n",
        "They also ask for a sensitivity analysis: other priors and, since the decision rests on one, other ropes.\n",
        f"```python\n{SENSITIVITY}\n```\n",
        'The page that `found.report("out.html")` writes has a section on other ropes and priors, and a slider.\n',
        "## A paragraph to start from\n\nMarkdown, LaTeX and HTML end with one, made of the same lines:\n",
        f"> {report.quoted('For a methods section')}\n",
        LEFT,
    )
    return "\n".join(parts)


def found_in(session: Session) -> bt.Comparison:
    """The comparison that the page shows: lines of its report are quoted."""
    session.run(Block(0, "", "```", "python", tuple(CODE.split("\n"))))
    found: bt.Comparison = session.names["found"]
    return found


def table(items: tuple[Item, ...], report: Lines) -> str:
    rows = "\n".join(item.row(report) for item in items)
    return f"| asked for | where | in this report | remark |\n|---|---|---|---|\n{rows}"


def checklist_answer(report: Lines, found: bt.Comparison) -> str:
    """An answer to the item on statistical significance, of the lines of the report."""
    computed = "How it was computed"
    test = re.split(r" \\?\[", report.quoted("Classical test", "test"))[0]  # without its remark in brackets
    return (
        f"[Yes] We report {report.quoted(*ESTIMATE)} ({ESTIMATE[1]}, {found.first} minus {found.second}). It captures "
        f"the variation over {found.n_units} {found.unit}, which were taken as a sample; the data of each and what was "
        f"run on them were held fixed. It was computed by {found.procedure} of betterthan "
        f"({report.quoted(computed, 'computed by')}; prior: {report.quoted(computed, 'prior')}) and does not assume "
        f"normal errors; {report.quoted('Warnings').partition(';')[0][0].lower()}"
        f"{report.quoted('Warnings').partition(';')[0][1:]}. Beside it we report {test}."
    )
