"""What a docstring says, in parts: words, parameters, attributes, and the example as code that prints."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Told:
    """A docstring in its parts.

    Parameters:
        summary: its first paragraph.
        words: the paragraphs after it.
        named: what its blocks say of each name, by block (`Parameters`, `Attributes`) and name.
        example: its examples, as code whose values are printed; empty if it has none.
    """

    summary: str
    words: str
    named: dict[str, dict[str, str]]
    example: str


def told(found: Any) -> Told:
    return _told(inspect.getdoc(found) or "")


@cache
def _told(text: str) -> Told:
    examples = doctest.DocTestParser().get_examples(text)
    words = text.partition(">>>")[0]
    named: dict[str, dict[str, str]] = {}
    for heading in ("Parameters", "Attributes"):
        match = re.search(rf"^{heading}:\n((?: {{4}}.*\n?|\n)+)", words, flags=re.MULTILINE)
        if match:
            named[heading] = _entries(match[1])
            words = words.replace(match[0], "")
    summary, _, rest = words.strip().partition("\n\n")
    return Told(" ".join(summary.split()), rest.strip(), named, "\n".join(_printing(each) for each in examples))


def _entries(block: str) -> dict[str, str]:
    """Names and what is said of them, of lines such as `    rope: the region …`, further lines indented more."""
    found = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", block, flags=re.MULTILINE)
    return {name: " ".join(words.split()) for name, words in found}


def _printing(example: doctest.Example) -> str:
    """The code of an example; a value that it shows is printed."""
    source = re.sub(r" {3,}#", "  #", example.source.rstrip("\n"))  # comments are aligned in the source only
    if not example.want:
        return source
    try:
        ast.parse(source, mode="eval")
    except SyntaxError:  # a loop that prints
        return source
    code, gap, comment = _without_comment(source)
    return f"print({code}){gap}{comment}"


def _without_comment(source: str) -> tuple[str, str, str]:
    """An expression, and the comment behind its last line."""
    end = ast.parse(source, mode="eval").body
    lines = source.split("\n")
    last = lines[end.end_lineno - 1] if end.end_lineno else lines[-1]
    cut = source.rfind(last) + len(last.encode()[: end.end_col_offset].decode())
    comment = source[cut:].strip()
    return (source[:cut], "  ", comment) if comment.startswith("#") else (source, "", "")
