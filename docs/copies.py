"""A Sphinx extension: every page as Markdown beside its HTML, and `llms.txt`, which lists them (llmstxt.org)."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ABOUT = (
    "Is this machine-learning model really better than that one? A Python library, command line and report: the "
    "probabilities that the first model is practically better, that the two are equivalent, that the second is better."
)


def write(app: Sphinx, failed: Exception | None) -> None:
    """Copy the pages and list them, once the HTML is built."""
    if failed is not None or app.builder.format != "html":
        return
    source, out = Path(app.srcdir), Path(app.outdir)
    parts: dict[str, list[str]] = defaultdict(list)
    for name in sorted(app.env.found_docs):
        path = source / f"{name}.md"
        if not path.exists():
            continue
        target = out / f"{name}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        parts[part_of(name)].append(line(name, path.read_text(encoding="utf-8")))
    listed = "\n\n".join(f"## {part}\n\n" + "\n".join(lines) for part, lines in sorted(parts.items()))
    (out / "llms.txt").write_text(f"# betterthan\n\n> {ABOUT}\n\n{listed}\n", encoding="utf-8")


def part_of(name: str) -> str:
    """The heading under which a page is listed: its folder."""
    folder = name.rpartition("/")[0]
    return folder.replace("/", ": ").capitalize() if folder else "Pages"


def line(name: str, text: str) -> str:
    """A page with its title and its first sentence."""
    title = re.search(r"^# (.*)$", text, flags=re.MULTILINE)
    told = first_sentence(text)
    return f"- [{title[1] if title else name}]({name}.md){told and f': {told}'}"


FENCED = re.compile(r"^(`{3,}|:{3,}).*?^\1\s*$", flags=re.MULTILINE | re.DOTALL)
MADE = re.compile(r"This page is made [^.]*\.\s*")
NO_PROSE = re.compile(r"[#|>({<$!]|[-*] |\d+\. ")


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph, and nothing of headings, tables, lists and blocks of code."""
    parts = (MADE.sub("", part).strip() for part in FENCED.sub("", text).split("\n\n"))
    prose = next((part for part in parts if part and not NO_PROSE.match(part)), "")
    return " ".join(re.split(r"(?<!et al\.)(?<=[.?!])\s", prose, maxsplit=1)[0].split()).removesuffix(":")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
