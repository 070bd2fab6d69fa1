"""One page per procedure: question, model with its formulas, example, what it was checked against, references."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

from citing import reference
from docstrings import told
from formulas import FORMULAS
from linking import linked, parameter_list, signature

from betterthan.procedures import REGISTRY, Procedure

REFERENCE = Path(__file__).parents[1] / "tests" / "reference"
FOLDER = "reference/procedures"
UP = "../../"

IN_SHORT = {"bayesian": "Bayesian", "frequentist": "classical"}
SCALES = {
    "score": "in units of the score",
    "log-odds": "on the scale of log-odds",
    "phi": "on the share of the disagreements that the first model wins (φ); one of yours is in accuracy points",
    "none": "takes none",
}

# Those whose docstring has no example of its own; each prints a figure that stands elsewhere.
EXAMPLES = {
    "bayes_hierarchical_t": """import numpy as np

rng = np.random.default_rng(0)
task = np.repeat([f"task {i}" for i in range(12)], 10)
apart = np.repeat(rng.normal(0.02, 0.01, 12), 10) + rng.normal(0, 0.02, 120)  # simulated: 0.02 on average
table = bt.pair_arrays(0.8 + apart, np.full(120, 0.8), task=task, folds=10)
posterior = bayes_hierarchical_t(table, rope=0.01)
print(f"mean difference over tasks {posterior.population.mean:.3f}")
print(f"P(first practically better on average) = {posterior.probabilities((-0.01, 0.01)).first:.2f}")""",
    "bayes_robust_t": """from betterthan.procedures import bayes_t

differences = [0.010, 0.014, 0.008, 0.012, 0.009, 0.013, 0.011, 0.007, 0.012, -0.200]  # one case far out
print(f"robust {bayes_robust_t.from_differences(differences).mean:.3f}")
print(f"mean   {bayes_t.from_differences(differences).mean:.3f}")""",
    "bootstrap": """import numpy as np

rng = np.random.default_rng(0)
truth = rng.integers(0, 2, 200)
outputs = {"a": truth + rng.normal(0, 1.0, 200), "b": truth + rng.normal(0, 1.5, 200)}  # simulated
predictions = bt.predictions({"truth": truth, **outputs}, truth="truth", kind="score")
test = bootstrap(bt.measured(predictions, metric="auroc"), draws=2000, rng=0)
print(f"difference of the AUROCs {test.estimate:.2f}, p = {test.p_value:.2f}")""",
    "delong": """import numpy as np

rng = np.random.default_rng(0)
truth = rng.integers(0, 2, 200)
outputs = {"a": truth + rng.normal(0, 1.0, 200), "b": truth + rng.normal(0, 1.5, 200)}  # simulated
predictions = bt.predictions({"truth": truth, **outputs}, truth="truth", kind="score")
test = delong(bt.measured(predictions, metric="auroc"))
print(f"z = {test.statistic:.2f}, p = {test.p_value:.3f}")""",
}


def pages() -> dict[str, Any]:
    """Every page of a procedure, by its name."""
    return {f"{FOLDER}/{name}.md": lambda each=each: page(each) for name, each in REGISTRY.items()}


def page(each: Procedure[Any, Any]) -> str:
    parts = sections(each.module_doc)
    asks, model, against, references = parts["question"], parts["model"], parts["not"], parts["references"]
    return (
        "\n\n".join(
            (
                f"# {each.name}",
                f"{each.title[0].upper()}{each.title[1:]} ({IN_SHORT[each.family]}).",
                f"> {asks}",
                in_short(each),
                f"## Model\n\n{mathematics(as_sentence(model))}",
                *([f"## What it costs\n\n{mathematics(as_sentence(parts['cost']))}"] if "cost" in parts else []),
                f"## When not to use it\n\n{prose(as_sentence(against))}",
                f"## In Python\n\n{python(each)}",
                f"## Example\n\n```python\n{example(each)}\n```",
                f"## On the command line\n\n{command(each)}",
                f"## Checked against\n\n{checked(each.name)}",
                f"## References\n\n{prose(as_sentence(references))}\n\n"
                + "\n".join(f"- {reference(key)}" for key in each.cites),
            )
        )
        + "\n"
    )


def sections(text: str) -> dict[str, str]:
    """The parts of a docstring: question, model, cost, when not to use it, references."""
    heads = {"Model": "model", "Cost": "cost", "When not to use it": "not", "References": "references"}
    question, _, rest = text.partition("\n\n")
    pieces = re.split(rf"^({'|'.join(heads)}): ", rest, flags=re.MULTILINE)
    assert not pieces[0].strip(), f"words before `Model:` in {question}"
    found = {heads[head]: words.strip() for head, words in zip(pieces[1::2], pieces[2::2], strict=True)}
    return {"question": question, **found}


def in_short(each: Procedure[Any, Any]) -> str:
    beside = [each.counterpart, *each.counterparts] if each.counterpart else []
    rows = [
        ("needs", each.needs.in_words()),
        ("rope", SCALES[each.rope_scale] + (" (must be given)" if each.needs_rope else "")),
        ("classical counterpart", ", ".join(linked(f"`{name}`", UP) for name in dict.fromkeys(beside))),
        ("stands beside", ", ".join(linked(f"`{other.name}`", UP) for other in REGISTRY.values()
                                    if each.name in (other.counterpart, *other.counterparts))),
        ("robust alternative", "; ".join(linked(f"`{r.procedure}`", UP) + f" (does without {r.without})"
                                         for r in each.robust)),
        ("options", ", ".join(f"`{name}`" for name in each.options)),
        ("rungs, for numbers that are no table", ", ".join(f"`{each.name}.{rung}`" for rung in each.rungs)),
        ("computed by", each.cost),
    ]  # fmt: skip
    return "| | |\n|---|---|\n" + "\n".join(f"| {name} | {value} |" for name, value in rows if value)


def mathematics(text: str) -> str:
    """Paragraphs as they are; their indented lines as formulas, or as a list where they begin with a dot."""
    found = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        if not lines[0].startswith("    "):
            found.append(_with_formulas(prose("\n".join(lines)).split("\n")))
        elif lines[0].strip().startswith("·"):
            found.append(prose("\n".join(line[4:].replace("· ", "- ", 1) for line in lines)))
        else:
            found.append(_with_formulas(lines))
    return "\n\n".join(found)


def _with_formulas(lines: list[str]) -> str:
    """Lines, those indented as displayed formulas."""
    return "\n".join(f"$$\n{FORMULAS[line.strip()]}\n$$" if line.startswith("    ") else line for line in lines)


def prose(text: str) -> str:
    """Words with links to the procedures that they name; letters that Markdown would take for its own are escaped."""
    return linked(re.sub(r"(?<![\w`])\*(?!\*)", r"\\*", text), UP)


def as_sentence(text: str) -> str:
    """Words that begin with a small letter, but symbols such as `z_ij` stay as they are."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+[ ,;-]", text) and not re.match(r"[b-z] ", text) else text


def python(each: Procedure[Any, Any]) -> str:
    about = told(each.function)
    rungs = [
        f"`````{{py:function}} bt.procedures.{each.name}.{signature(rung, getattr(each, rung))}\n\n"
        f"{prose(inspect.getdoc(getattr(each, rung)) or '')}\n`````"
        for rung in each.rungs
    ]
    own = (
        f"`````{{py:function}} bt.procedures.{signature(each.name, each.function)}\n\n{prose(about.summary)}\n\n"
        f"{prose(about.words)}\n\n{parameter_list(about.named.get('Parameters', {}), UP)}\n`````"
    )
    returns = inspect.signature(each.function).return_annotation
    tail = (
        f"Returns a {linked(f'`{returns}`', UP)}. Raises {{py:class}}`bt.NeedsNotMet` for a table that lacks what it "
        "needs, and {py:class}`bt.ArgumentError` for an option that it does not take."
    )
    return "\n\n".join((own, tail, *rungs))


def example(each: Procedure[Any, Any]) -> str:
    code = EXAMPLES.get(each.name) or told(each.function).example
    assert code, f"{each.name} has no example"
    needed = ["import betterthan as bt"] if re.search(r"\bbt\.", code) else []
    if re.search(r"\bnp\.", code) and "import numpy" not in code:
        needed.insert(0, "import numpy as np\n")
    header = "\n".join((*needed, f"from betterthan.procedures import {each.name}"))
    if code.startswith(("import ", "from ")):
        first, _, code = code.partition("\n")
        header = f"{first}\n\n{header}" if first.startswith("import numpy") else f"{header}\n{first}"
    return f"{header}\n\n{code.strip()}"


def command(each: Procedure[Any, Any]) -> str:
    options = "; ".join(f"`--option {name}=…`" for name in each.options if name not in FLAGS)
    flags = ", ".join(f"`--{name.replace('_', '-')}`" for name in each.options if name in FLAGS)
    verb = "compare" if not each.ranks else "compare` or `rank"
    words = [f"`betterthan {verb} scores.csv --procedure {each.name}` asks for it by name."]
    if each.ranks:
        words[0] = f"`betterthan compare scores.csv --procedure {each.name}` asks for it by name; " + (
            "`betterthan rank` takes it where the scores call for it."
        )
    words += [f"Its options with flags of their own: {flags}."] if flags else []
    words += [f"Others: {options}."] if options else []
    return " ".join((*words, f"`betterthan explain {each.name}` prints the words of this page."))


FLAGS = {"rope", "prior", "draws", "rng", "level", "alternative", "variant", "adjust", "test_fraction"}


def checked(name: str) -> str:
    """What `tests/reference` holds of it: the sources, how many numbers of each, and how far ours may be off."""
    record = json.loads((REFERENCE / f"{name}.json").read_text(encoding="utf-8"))
    rows: dict[str, tuple[int, list[float]]] = {}
    for case in [*record.get("cases", []), *record.get("published", []), *record.get("figures", [])]:
        number, tolerances = rows.setdefault(case["source"], (0, []))
        rows[case["source"]] = (number + _count(case["expect"]), [*tolerances, *_numbers(case.get("tolerance"))])
    lines = [f"| {_cell(source)} | {number} | {_span(tolerances)} |" for source, (number, tolerances) in rows.items()]
    if "sampler" in record and record.get("data_sets"):
        tolerances = _numbers(record.get("tolerance"))
        about = ", ".join(f"{key} {value}" for key, value in record["sampler"].items() if key in TOOLS)
        lines.append(
            f"| the same model by a sampler that we did not write ({about}) | {len(record['data_sets'])} data sets | "
            f"{_span(tolerances) if tolerances else 'a few Monte Carlo standard errors'} |"
        )
    for key, words in (("random tables", "random tables"), ("same samples", "random tables, same bootstrap samples"),
                       ("own samples", "random tables, samples of our own"), ("areas", "")):  # fmt: skip
        for_source = record.get("source") or (record.get("cases") or [{}])[0].get("source", "")
        if key == "areas":
            lines += [
                f"| {_cell(each['source'])} | {_count(each['contrasts'])} | {each['tolerance']} |"
                for each in record.get(key, [])
            ]
        elif key in record:
            lines.append(
                f"| {_cell(for_source.partition(',')[0])}, {words} | {len(record[key])} tables | see the test |"
            )
    if "checked" in record:
        lines.append(f"| {_cell(record['checked'])} | | |")
    assert lines, f"tests/reference/{name}.json says nothing"
    return (
        f"Numbers that we did not compute, kept in `tests/reference/{name}.json`; a test compares ours with them.\n\n"
        "| source | numbers | may differ by |\n|---|---|---|\n" + "\n".join(lines)
    )


TOOLS = ("pymc", "nutpie", "draws", "chains")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")


def _count(expected: Any) -> int:
    if isinstance(expected, dict):
        return sum(_count(value) for value in expected.values())
    return (
        sum(_count(value) for value in expected) if isinstance(expected, list) else int(not isinstance(expected, str))
    )


def _numbers(tolerance: Any) -> list[float]:
    if isinstance(tolerance, dict):
        return [number for each in tolerance.values() for number in _numbers(each)]
    return [float(tolerance)] if isinstance(tolerance, (int, float)) else []


def _span(tolerances: list[float]) -> str:
    some = sorted({each for each in tolerances if each})
    if not some:
        return "nothing"
    low, high = f"{some[0]:.1g}", f"{some[-1]:.1g}"
    return low if low == high else f"{low} to {high}"
