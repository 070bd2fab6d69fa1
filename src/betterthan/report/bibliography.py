"""The bundled bibliography: BibTeX entries by key."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def entries() -> dict[str, str]:
    """Every entry of the bundled `references.bib`, by key."""
    text = (files("betterthan") / "references.bib").read_text(encoding="utf-8")
    return {match[1]: match[0].strip() for match in re.finditer(r"@\w+\{([\w:-]+),.*?\n\}", text, flags=re.DOTALL)}


def bibtex(keys: tuple[str, ...]) -> str:
    """The BibTeX entries of the keys."""
    return "\n\n".join(entries()[key] for key in keys)
