"""Names as links: procedures to their pages, public names to theirs; signatures and lists of parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import betterthan as bt
from betterthan.procedures import REGISTRY
from betterthan.results import kinds

RESULTS = {name for name, found in vars(kinds).items() if is_dataclass(found)}
CLASSES = {name for name in bt.__all__ if inspect.isclass(getattr(bt, name))} | RESULTS
FUNCTIONS = {name for name in bt.__all__ if inspect.isfunction(getattr(bt, name))}


def linked(text: str, up: str = "") -> str:
    """Text whose procedures in backticks (`bayes_t`) and public names (`bt.compare`) are links.

    Parameters:
        text: the text, in Markdown.
        up: the way from the page to the folder of the pages, as `../../`.
    """

    def link(match: re.Match[str]) -> str:
        name = match[1]
        bare = name.removeprefix("bt.").partition("(")[0]
        if name in REGISTRY:
            return f"[`{name}`]({up}reference/procedures/{name}.md)"
        if bare in CLASSES and name in (bare, f"bt.{bare}"):
            return f"{{py:class}}`bt.{bare}`"
        if bare in FUNCTIONS and name == f"bt.{bare}":
            return f"{{py:func}}`bt.{bare}`"
        return match[0]

    text = re.sub(r"(as in|as) `(compare|pair|read|predictions|rank)`", r"\1 `bt.\2`", text)
    return re.sub(r"(?<![\[\w`}])`([\w.]+)`(?!`)", link, text)


def signature(name: str, function: Callable[..., Any]) -> str:
    """A name with its parameters, public types written as `bt.Scores`, so that they are links."""
    found = inspect.signature(function)
    parameters = [each.replace(annotation=typed(each.annotation)) for each in found.parameters.values()]
    parameters = [each for each in parameters if each.name not in ("self", "cls")]
    shown = found.replace(parameters=parameters, return_annotation=typed(found.return_annotation))
    return f"{name}{_text(shown)}"


def _text(found: inspect.Signature) -> str:
    parts, starred = [], False
    for each in found.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or each.kind is each.VAR_POSITIONAL
        mark = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        typed = f": {each.annotation}" if each.annotation else ""
        given = "" if each.default is each.empty else f" = {_default(each.default)}" if typed else f"={each.default!r}"
        parts.append(f"{mark}{each.name}{typed}{given}")
    returns = f" -> {found.return_annotation}" if found.return_annotation else ""
    return f"({', '.join(parts)}){returns}"


def _default(value: Any) -> str:
    shown = repr(value)
    return "…" if " at 0x" in shown or shown.startswith("<") or shown.startswith("mappingproxy") else shown


def typed(annotation: Any) -> str:
    """A type as text, public classes as `bt.Scores`."""
    if annotation is inspect.Signature.empty:
        return ""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return re.sub(r"(?<![\w.])(\w+)", lambda match: f"bt.{match[1]}" if match[1] in CLASSES else match[1], text)


def parameter_list(named: dict[str, str], up: str) -> str:
    """Parameters with what is said of each."""
    return "\n".join(f"- **{name}**: {linked(words, up)}" for name, words in named.items())
