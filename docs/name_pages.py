"""One page for each public name: signature with linked types, what it returns and raises, example, see also."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docstrings import told
from linking import CLASSES, FUNCTIONS, RESULTS, linked, parameter_list, signature, typed
from name_examples import EXAMPLES, RAISES, SEE_ALSO

import betterthan as bt
from betterthan.figures.table import TABLE
from betterthan.lazy import homes
from betterthan.procedures import REGISTRY
from betterthan.results import kinds

UP = "../../"


class Part(NamedTuple):
    """A part of the index: heading, what it holds, and whether a name with this home belongs there."""

    heading: str
    words: str
    fits: Callable[[str, Any], bool]


PARTS = (
    Part("Scores", "From files, frames and arrays to tables of units.", lambda home, found: home == "data"),
    Part("Questions", "What can be asked.", lambda home, found: inspect.isfunction(found)),
    Part("Answers", "What a question returns: frozen records.", lambda home, found: home not in ("errors", "results")),
    Part(
        "Results",
        "What a procedure returns, and ropes; `comparison.result` holds one.",
        lambda home, found: home == "results",
    ),
    Part("Errors", "Every message says what was given, what is accepted and what to do.", lambda home, found: True),
)

IN_SHORT = """import betterthan as bt

scores = bt.examples.example("code-switching")  # or bt.read("results.csv"), a frame, a dict of arrays
found = bt.compare(scores, task="da-en", rope=0.01)
print(found)
print(f"{found.posterior.probabilities(0.02).first:.3f}")  # another rope can be asked later
found.report("out.html")"""


def pages() -> dict[str, Callable[[], str]]:
    """The index and every page of a name, and of the errors, which share one."""
    own = {address(name): lambda name=name: page(name) for name in documented() if not is_error(name)}
    return {"python.md": index, "reference/types.md": type_aliases, "reference/errors.md": errors, **own}


def documented() -> dict[str, Any]:
    """Every public name that is no package, and the kinds of results."""
    names = {name: getattr(bt, name) for name in bt.__all__ if name != "__version__"}
    results = {name: getattr(kinds, name) for name in sorted(RESULTS)}
    return {name: found for name, found in (names | results).items() if not inspect.ismodule(found)}


def address(name: str) -> str:
    folder = "functions" if name in FUNCTIONS else "classes"
    return "reference/errors.md" if is_error(name) else f"reference/{folder}/{name}.md"


def is_error(name: str) -> bool:
    found = documented()[name]
    return inspect.isclass(found) and issubclass(found, Exception)


def index() -> str:
    parts: dict[str, list[str]] = {part.heading: [] for part in PARTS}
    for name, found in documented().items():
        home = home_of(name)
        part = next(part for part in PARTS if part.fits(home, found))
        anchor = f"#{name.lower()}" if is_error(name) else ""
        parts[part.heading].append(f"| [`bt.{name}`]({address(name)}{anchor}) | {_short(told(found).summary)} |")
    tables = "\n\n".join(
        f"## {part.heading}\n\n{part.words}\n\n| | |\n|---|---|\n" + "\n".join(parts[part.heading]) for part in PARTS
    )
    pages = "reference/types\n" + "\n".join(
        sorted(each.removesuffix(".md") for each in {address(name) for name in documented()})
    )
    packages = "\n".join(f"| {PACKAGES[name]} | {_short(told(getattr(bt, name)).summary)} |" for name in PACKAGES)
    return (
        "# Python\n\nEvery public name has a page of its own, made from the code.\n\n"
        f"```python\n{IN_SHORT}\n```\n\n{tables}\n\n## Packages\n\n| | |\n|---|---|\n{packages}\n"
        f"| `bt.__version__` | The version of betterthan. |\n\n"
        f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{pages}\n```\n"
    )


def type_aliases() -> str:
    """The names of types that stand in signatures and are no public classes."""
    shown = [
        each
        for name, found in documented().items()
        for each in (signatures(found) if inspect.isclass(found) else [signature("", found)])
    ]
    shown += [signature("", each.function) for each in REGISTRY.values()]
    named = {word for text in shown for word in re.findall(r"(?<![\w.'])[A-Z]\w+", text)} - CLASSES
    lines = "\n\n".join(
        f"`````{{py:class}} {name}\n\n`{found[0]}`\n\n{linked(found[1], '../')}\n`````"
        for name in sorted(named)
        if (found := _alias(name))
    )
    return "# Types in signatures\n\nNames for what several functions take, as the code has them.\n\n" + lines + "\n"


def signatures(found: Any) -> list[str]:
    """The signatures of the methods of a class."""
    methods = [_of_class(found, name) for name in members_of(found)]
    plain = [each.__func__ if isinstance(each, (classmethod, staticmethod)) else each for each in methods]
    return [signature("", each) for each in plain if inspect.isfunction(each)]


@cache
def _sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(bt.__file__).parent.rglob("*.py")))


def _alias(name: str) -> tuple[str, str] | None:
    """How a type is defined, and what is said of it; a class by the first sentence of its docstring."""
    alias = re.search(rf'^{name}(?:: TypeAlias)? = (\(\n(?:.*\n)*?\)|.*)\n(?:"""(.*?)""")?', _sources(), re.MULTILINE)
    if alias:
        return " ".join(alias[1].strip("()\n ").split()), " ".join((alias[2] or "").split())
    known = re.search(rf'^class {name}\b[^\n]*:\n    """(.*?)(?:"""|\n\n)', _sources(), re.MULTILINE | re.DOTALL)
    return (f"class {name}", " ".join(known[1].split())) if known else None


PACKAGES = {
    "procedures": "[`bt.procedures`](procedures.md)",
    "figures": "[`bt.figures`](gallery.md)",
    "examples": "`bt.examples`",
    "simulation": "[`bt.simulation`](validation.md)",
}


def home_of(name: str) -> str:
    if name in RESULTS:
        return "results"
    return homes(Path(bt.__file__).with_suffix(".pyi"))[name].split(".")[1]


def _short(text: str) -> str:
    return linked(text, "").replace("|", "\\|")


def page(name: str) -> str:
    found = documented()[name]
    body = function(name, found) if inspect.isfunction(found) else record(name, found)
    also = see_also(name, found)
    ends = f"\n\n## See also\n\n{also}" if also else ""
    return f"# bt.{name}\n\n{body}\n\n## Example\n\n```python\n{example(name, found)}\n```{ends}\n"


def function(name: str, found: Any) -> str:
    about = told(found)
    returns = _returned(found)
    raises = "\n".join(
        f"- {{py:class}}`bt.{error}`: {words}" for error, (words, by) in RAISES.items() if not by or name in by
    )
    return _paragraphs(
        f"`````{{py:function}} bt.{signature(name, found)}\n`````",
        linked(about.summary, UP),
        linked(about.words, UP),
        "## Parameters",
        parameter_list(about.named["Parameters"], UP),
        "## Returns",
        "\n".join(f"- {_class_link(each)}: {linked(_about_class(each), UP)}" for each in returns),
        "## Raises",
        raises,
    )


def _paragraphs(*parts: str) -> str:
    """What there is of them, one below the other."""
    return "\n\n".join(part for part in parts if part)


def _returned(found: Any) -> list[str]:
    annotation = str(inspect.signature(found).return_annotation)
    return [each for each in re.findall(r"\w+", annotation) if each != "None"]


def _class_link(name: str) -> str:
    return f"{{py:class}}`bt.{name}`" if name in CLASSES else f"`{name}`"


def _about_class(name: str) -> str:
    return told(documented()[name]).summary if name in documented() else ""


def record(name: str, found: Any) -> str:
    about = told(found)
    fields = {each.name: each for each in dataclasses.fields(found)} if dataclasses.is_dataclass(found) else {}
    named = {**about.named.get("Parameters", {}), **about.named.get("Attributes", {})}
    rows = [f"- **{field}**{_of_type(fields.get(field))}: {linked(words, UP)}" for field, words in named.items()]
    members = "\n\n".join(member(name, found, each) for each in members_of(found) if each not in named)
    return _paragraphs(
        f"`````{{py:class}} bt.{name}\n`````",
        linked(about.summary, UP),
        linked(about.words, UP),
        "## Fields" if rows else "",
        "\n".join(rows),
        "## Properties and methods" if members else "",
        members,
    )


def _of_type(field: Any) -> str:
    return "" if field is None else f" ({linked(_ticked(typed(field.type)), UP)})"


def _ticked(annotation: str) -> str:
    """A type as code; one that is a public class alone becomes a link."""
    return f"`{annotation}`"


def members_of(found: Any) -> list[str]:
    """Public properties and methods, its own first, then those that all such records have."""
    own = [name for name in vars(found) if not name.startswith("_")]
    others = [name for name in dir(found) if not name.startswith("_") and name not in own]
    shown = [name for name in (*own, *others) if inspect.getdoc(_of_class(found, name)) and _is_member(found, name)]
    return list(dict.fromkeys(shown))


def _of_class(found: Any, name: str) -> Any:
    return next((vars(cls)[name] for cls in found.__mro__ if name in vars(cls)), None)


def _is_member(found: Any, name: str) -> bool:
    each = _of_class(found, name)
    return isinstance(each, (property, classmethod, staticmethod)) or inspect.isfunction(each) or hasattr(each, "func")


def member(owner: str, found: Any, name: str) -> str:
    each = _of_class(found, name)
    if isinstance(each, property) or hasattr(each, "func"):
        getter = each.fget if isinstance(each, property) else each.func
        head = f"{{py:property}} bt.{owner}.{name}\n:type: {typed(inspect.signature(getter).return_annotation)}"
        words = inspect.getdoc(getter) or ""
        return f"`````{head}\n\n{linked(told(getter).summary, UP) if words else ''}\n`````"
    function_of = each.__func__ if isinstance(each, (classmethod, staticmethod)) else each
    about = told(function_of)
    kind = "classmethod" if isinstance(each, classmethod) else "method"
    parameters = parameter_list(about.named.get("Parameters", {}), UP)
    body = "\n\n".join(part for part in (linked(about.summary, UP), linked(about.words, UP), parameters) if part)
    return f"`````{{py:{kind}}} bt.{owner}.{signature(name, function_of)}\n\n{body}\n`````"


def example(name: str, found: Any) -> str:
    code = EXAMPLES.get(name)
    if code is None:
        code = told(found).example
        assert code, f"bt.{name} has no example"
        code = re.sub(rf"(?<![\w.]){name}\(", f"bt.{name}(", code)
    return code if "import betterthan as bt" in code else f"import betterthan as bt\n\n{code}"


def see_also(name: str, found: Any) -> str:
    others = [f"{{py:func}}`bt.{each}`" if each in FUNCTIONS else f"{{py:class}}`bt.{each}`"
              for each in SEE_ALSO.get(name, ())]  # fmt: skip
    if inspect.isclass(found):
        others += [
            f"{{py:func}}`bt.{each}`, which returns it"
            for each in sorted(FUNCTIONS)
            if name in _returned(getattr(bt, each))
        ]
        shown = dict.fromkeys(row.draw.__name__ for row in TABLE if row.of is found)
        others += [f"[`bt.figures.{each}`]({UP}gallery.md#{each.replace('_', '-')}), which shows it" for each in shown]
    return "\n".join(f"- {each}" for each in others)


def errors() -> str:
    named = {name: found for name, found in documented().items() if is_error(name)}
    parts = []
    for name, found in named.items():
        about = told(found)
        base = ", ".join(f"{{py:class}}`bt.{each.__name__}`" if each.__name__ in named else f"`{each.__name__}`"
                         for each in found.__bases__)  # fmt: skip
        attributes = parameter_list(about.named.get("Attributes", {}), "../")
        raised = [each for error, (_, by) in RAISES.items() if error == name for each in by]
        by = ", ".join(f"{{py:func}}`bt.{each}`" for each in raised)
        rest = [linked(about.summary, "../"), linked(about.words, "../"), f"A kind of {base}.", attributes,
                f"Raised by {by}." if by else ""]  # fmt: skip
        body = "\n\n".join(each for each in rest if each)
        parts.append(f"## {name}\n\n`````{{py:exception}} bt.{name}\n`````\n\n{body}")
    return (
        "# Errors\n\nEvery message says what was given, what is accepted and what to do. On the command line it is one "
        "line on standard error, and the exit code is 2. [Messages](messages.md) has the usual ones, with cause and "
        "cure.\n\n" + "\n\n".join(parts) + f"\n\n## Example\n\n```python fails\n{FAILS}\n```\n"
    )


FAILS = """import betterthan as bt

bt.compare([0.81, 0.79, 0.84], [0.78, 0.78], folds=3)"""
