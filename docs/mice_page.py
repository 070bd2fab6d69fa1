"""The tutorial on predictions: blocks of code, run when the page is made, each with what it printed."""

from __future__ import annotations

import contextlib
import io
from typing import Any

PARTS = (
    """# From predictions to a verdict: mice

{made} Every block was run, and what it printed stands below it.

Is a mouse observable in this second of video? Three models say how probable it is: logistic regression (`LgR`), an SVM
and an MLP. The rows are simulated to the moments that Williams (2026, sec. 6.1) prints; `betterthan example mice`
writes them as CSV. Each row is a second of one mouse; some mice are held out, to fit a calibration on, and never
compared.
""",
    """import betterthan as bt

mice = bt.examples.example("mice")  # or bt.predictions("mice.csv", truth="class", cluster="mouse", positive="1")
print(mice)
print(mice.compared)""",
    """## One loss for each second, one value for each mouse

The log loss of a second is minus the logarithm of the probability that a model gave to what came. Seconds of one mouse
are alike, so `cluster="mouse"` makes each mouse one value: 176 of them, not 20,343.
""",
    """found = bt.compare(mice, first="LgR", second="SVM", loss="log")
print(found)
print(f"p = {found.classical.p_value:.1e}, Cohen's d = {found.effects[0].value:.2f}, over {found.n_units} {found.unit}")
sizes = found.clustering
print(f"{sizes.cases:,} seconds are worth {sizes.effective_cases:,.0f} independent ones")""",
    """LgR wins by far. The page of this comparison has a Q-Q plot on which the differences are clearly not normal, and
beside the verdict a procedure that does without that. It agrees:
""",
    """for check in found.checks:
    if check.status == "failed":
        print(f"- {check.name}: {check.advice}")
(robust,) = found.also
print(robust)""",
    """## Where does the difference come from?

The checks say that the probabilities of both do not come true, each in its own way, which a log loss punishes. Look at
the two classes apart: `by="class"`.
""",
    """by_class = bt.compare(mice, first="LgR", second="SVM", loss="log", by="class")
for part in by_class.groups:
    means = ", ".join(f"{model.name} {model.mean:.2f}" for model in part.models)
    print(f"class {part.group.value}: mean log loss {means}")""",
    """The SVM loses about as much in both classes, because its probabilities are all near one half: it orders the
seconds well enough, but does not say how sure it is.
""",
    """print(bt.compare(mice, first="LgR", second="SVM", metric="auroc", rope=0.01))""",
    """## After a calibration

Platt scaling fits a logistic curve from each model's log-odds to what came, on the mice that are held out.
""",
    """mended = bt.compare(mice, first="LgR", second="SVM", loss="log", calibrate="platt")
print(mended)
print(next(note for note in mended.notes if "Platt" in note))""",
    """Undecided: what LgR was ahead by was calibration, which is mended in a minute. On the command line:

```text
$ betterthan example mice > mice.csv
$ betterthan compare mice.csv --column truth=class --column cluster=mouse --positive 1 --models LgR,SVM --loss log
$ betterthan compare … --loss log --calibrate platt
$ betterthan compare … --metric auroc --rope 0.01
```

## Two models that hardly differ
""",
    """print(bt.compare(mice, first="LgR", second="MLP", loss="log"))""",
    """These are the figures that the paper prints for LgR and the MLP: .326, .660 and .014.
""",
)
"""Words and code in turn, words first."""


def page(made: str) -> str:
    """The whole page."""
    known: dict[str, Any] = {}
    return "\n".join(
        part.format(made=made) if number % 2 == 0 else run(part, known) for number, part in enumerate(PARTS)
    )


def run(code: str, known: dict[str, Any]) -> str:
    """A block of code, and what it printed; `known` holds its names, and those of the blocks before it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, known)
    return f"```python\n{code}\n```\n\n```text\n{printed.getvalue()}```\n"
