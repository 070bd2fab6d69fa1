"""The page that says why the figures may be trusted: what others computed, and ours beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import validation_page
import verdict_page

from betterthan.answers.validation import Finding, Validation
from betterthan.procedures import REGISTRY
from betterthan.results.difference import DifferencePosterior
from betterthan.simulation.verdicts.study import BY_NAME, FALSE, STUDIES, used

DOCS = Path(__file__).parent
REFERENCE = DOCS.parent / "tests" / "reference"
SHOWN = 2
"""Figures of each procedure on the page; all of them are in the files."""
LONGEST = 110
"""Letters of a source in a table."""
ADDRESS = re.compile(r"\b((?:[a-z][\w-]*\.)+[a-z]{2,}/)[^\s,;)]{20,}")
"""An address, of which a table has the site; a word that long would push the column off the page."""
FIRST = ("equivalent", "first", "second", "winner.second", "p_value", "statistic")
"""The figures that are shown first, of those that a case has."""

ABOUT = """# Can I trust the figures?

{made}

A program that says "0.937" should be able to show where that comes from. Four kinds of evidence; look at the fourth
first if you only want to know how often a *verdict* is false.

## 1. What papers print, computed again

`betterthan replicate` computes every figure below again, in any clone, and names those that do not come out ([all of
them, with the settings](../replicate.md)):

{replicated}

## 2. Every procedure, compared with figures that we did not compute

Printed in papers, worked out by hand, or computed by other software. The tests compare all of them, every time;
{all_figures:,} figures of {procedures} procedures are single numbers, and one or two of each procedure are here.
*Within* is the difference that the test allows: half a unit of the last printed digit, or what draws of either side
leave open.

{{.sources}}
| procedure and figure | theirs | ours | within | source |
|---|---|---|---|---|
{figures}

Procedures that are not listed there are compared with other things than single numbers: long runs of samplers
({sampled}), enumeration, quadrature or other libraries. The files are in `tests/reference/`.

{otherwise}

## 3. Coverage: does a 95% interval contain the truth in 95% of cases?

Two thousand data sets of each kind with a known truth, made and looked at when this page was made:

```python
import numpy as np

import betterthan as bt

rng = np.random.default_rng(0)


def covered(truth, intervals):
    inside = [low <= truth <= high for low, high in intervals]
    return f"{{sum(inside) / len(inside):.2f}}"


def ends(posterior):
    interval = posterior.interval(0.95)
    return interval.low, interval.high


normal = (rng.normal(0.02, 0.1, 30) for _ in range(2000))
print("bayes_t, 30 cases:           ", covered(0.02, (ends(bt.procedures.bayes_t.from_differences(d)) for d in normal)))

folds = (rng.normal(0.02, 0.1 * 0.1**0.5) + rng.normal(0, 0.1 * 0.9**0.5, 100) for _ in range(2000))
correlated = (bt.procedures.bayes_correlated_t.from_differences(d, test_fraction=0.1) for d in folds)
print("bayes_correlated_t, 10 x 10: ", covered(0.02, (ends(each) for each in correlated)))

cells = rng.multinomial(200, [0.1, 0.1, 0.15, 0.65], size=2000)
names = ("n00", "n01", "n10", "n11")
counted = (bt.procedures.bayes_mcnemar.from_cells(**dict(zip(names, map(int, c)))) for c in cells)
print("bayes_mcnemar, 200 cases:    ", covered(0.6, (ends(each) for each in counted)))
```

The folds are drawn as the procedure assumes them, with a correlation of 0.1; how far that fits trained classifiers is
a question of its own, which the [simulation studies](../validation.md) look at.

Every procedure, from those studies: how often the 95% interval of a posterior contains the truth, and how often a test
rejects at 0.05 although the models are equal. *Due* is what it has to be (a range where the law is approximate); two
standard errors say how far ours may be off by chance.

| procedure and design | what | due | ours | ± 2 standard errors | data sets |
|---|---|---|---|---|---|
{coverage}

## 4. How often are verdicts false?

`compare` was asked, with its defaults, about many data sets of each kind whose truth is known. The
[whole table](../verdict-rates.md) says what was drawn, and where more than 5% are false and why.

| design | false claims if the models are equal | if the lead is exactly the rope's bound | data sets |
|---|---|---|---|
{rates}

Classifiers that are equally good, trained on 500 points and compared by ten times ten-fold cross-validation
(the study `trained-folds`): a plain paired t-test over the 100 differences rejects in {plain:.0%} of
{folds_runs:,} data sets, the corrected one in {corrected:.0%}.

Several models that are equally good, on 30 tasks: in how many data sets is *anybody* called better (the study
`false-claims`, {claims_runs} data sets each)?

| models | every pair by itself, `bayes_t` | `bayes_joint` | Wilcoxon, every pair | Wilcoxon, adjusted by Holm |
|---|---|---|---|---|
{claims}

## What this does not show

- That your data fit the assumptions: look at *Checks*.
- That your rope, your metric and your test set are the right ones.
- That there is no bug where nobody looked. If a figure looks wrong, it may be: please report it with the output of
  `betterthan compare … -o report.json`.
"""


def page(made: str) -> str:
    """The whole page, without the output of its blocks."""
    stored, _ = validation_page.stored()
    folds = {each.quantity: each for each in stored.of("trained-folds")}
    claims = stored.of("false-claims")
    lines = [row for name in REGISTRY for row in rows_of(name)]
    counted = [sum(len(case["expect"]) for case in cases_of(name)) for name in REGISTRY]
    return ABOUT.format(
        made=made,
        replicated=replicated(),
        figures="\n".join(lines),
        all_figures=sum(counted),
        procedures=sum(1 for count in counted if count),
        otherwise="\n".join(f"- `{name}`: {about}" for name, about in otherwise().items()),
        sampled=", ".join(f"`{name}`" for name in REGISTRY if "sampler" in reference_of(name)),
        coverage="\n".join(coverage(stored)),
        rates="\n".join(rates(stored)),
        plain=folds["paired_t"].ours,
        corrected=folds["correlated_t"].ours,
        folds_runs=folds["paired_t"].repetitions,
        claims="\n".join(claim_rows(claims)),
        claims_runs=claims[0].repetitions,
    )


def replicated() -> str:
    """The table of counts of the page of replications, which a test compares with the program."""
    text = (DOCS / "replicate.md").read_text(encoding="utf-8")
    return text.split("## By source\n\n")[1].split("\n\n")[0]


def reference_of(name: str) -> dict[str, Any]:
    path = REFERENCE / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def otherwise() -> dict[str, str]:
    """What procedures are compared with that come out as no single number: intervals, areas with their errors."""
    records = {name: reference_of(name) for name in REGISTRY}
    said = {name: each.get("checked") or each.get("areas", [{}])[0].get("source") for name, each in records.items()}
    return {name: plain(about.partition(": ")[2].partition(" (support")[0]) for name, about in said.items() if about}


def cases_of(name: str) -> list[dict[str, Any]]:
    return [case for case in reference_of(name).get("cases", []) if "rung" in case]


def rows_of(name: str) -> list[str]:
    """Some figures of a procedure, each from another source."""
    telling = [(case, key) for case in cases_of(name) if (key := telling_key(case))]
    by_source = {case["source"]: (case, key) for case, key in reversed(telling)}
    return [row(name, case, key) for case, key in list(by_source.values())[::-1][:SHOWN]]


def telling_key(case: dict[str, Any]) -> str | None:
    """The figure of a case that says most: one that is neither 0 nor 1, and may not be much else."""
    known = (key for key in (*FIRST, *case["expect"]) if key in case["expect"])
    return next((key for key in known if telling_figure(case["expect"][key], case["tolerance"][key])), None)


def telling_figure(theirs: float, within: Any) -> bool:
    return abs(theirs) not in (0, 1) and not isinstance(within, dict) and within <= 0.1 * abs(theirs)


def row(name: str, case: dict[str, Any], key: str) -> str:
    theirs, within, source = case["expect"][key], case["tolerance"][key], case["source"]
    source = ADDRESS.sub(r"\1…", source)
    short = source if len(source) <= LONGEST else source[: LONGEST - 1] + "…"
    ours = figure(name, case, key)
    return f"| `{name}` `{key}` | {theirs:.6g} | {ours:.6g} | {within:.1g} | {plain(short)} |"


def figure(name: str, case: dict[str, Any], key: str) -> float:
    """What the procedure says, as `tests/test_reference.py` asks it."""
    given = {each: np.array(value) if isinstance(value, list) else value for each, value in case["arguments"].items()}
    if "alpha" in given:
        given["alpha"] = tuple(given["alpha"])
    result = getattr(REGISTRY[name], case["rung"])(**given)
    if key.startswith("1 - "):
        return 1 - found(result, key.removeprefix("1 - "), case["rope"])
    return found(result, key, case["rope"])


def found(result: Any, key: str, rope: Any) -> float:
    if isinstance(result, DifferencePosterior) and key in ("first", "equivalent", "second"):
        half = 0.1 * result.spread
        asked = (result.parameter.null - half, result.parameter.null + half) if rope == "effect size" else tuple(rope)
        return result.probabilities(asked).of(key)
    for part in key.split("."):
        result = result[int(part)] if part.isdigit() else getattr(result, part)
    return float(result)


def plain(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("$", "\\$")


SHARES = {
    "truth in the 95% interval": ("posteriors", "truth inside"),
    "rejects, equal models": ("classical-tests", "rejects"),
}
"""What is due of every posterior and of every test, the study that looks at it, and what a table calls it."""


def coverage(stored: Validation) -> list[str]:
    """A line for every posterior and every test: how often its interval is right, or the test wrong."""
    return [
        share(each, what)
        for quantity, (study, what) in SHARES.items()
        for each in stored.of(study)
        if each.quantity == quantity
    ]


def share(found: Finding, what: str) -> str:
    name, _, design = found.setting.partition(": ")
    error = f"{2 * found.error:.3f}" if found.error else "–"
    return f"| `{name}`: {design} | {what} | {found.expected} | {found.ours:.3f} | {error} | {found.repetitions:,} |"


def rates(stored: Validation) -> list[str]:
    """A line for every design: how often something false is claimed."""
    false: dict[str, dict[str, Finding]] = {}
    for study in (each for each in STUDIES if each in stored.studies):
        for (design, condition), found in verdict_page.by_setting(stored.of(study)).items():
            false.setdefault(design, {})[condition] = found[FALSE]
    return [rate(design, found) for design, found in false.items() if "equal" in found]


def rate(design: str, false: dict[str, Finding]) -> str:
    bound = f"{false['on the bound'].ours:.3f}" if "on the bound" in false else "no rope"
    words = f"{BY_NAME[design].words}: `{used(BY_NAME[design])}`"
    return f"| {words} | {false['equal'].ours:.3f} | {bound} | {false['equal'].repetitions:,} |"


QUANTITIES = ("bayes_t, every pair", "bayes_joint", "wilcoxon, every pair", "wilcoxon, Holm")


def claim_rows(claims: Sequence[Finding]) -> list[str]:
    settings = dict.fromkeys(each.setting for each in claims)
    found = {(each.setting, each.quantity): each.ours for each in claims}
    return [
        f"| {setting.partition(' ')[0]} | " + " | ".join(f"{found[setting, name]:.3f}" for name in QUANTITIES) + " |"
        for setting in settings
    ]
