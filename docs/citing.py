"""Works by author and year, as the bibliography has them."""

from __future__ import annotations

import re

from betterthan.report.bibliography import entries


def cited(keys: tuple[str, ...]) -> str:
    """`Williams 2026; Nadeau and Bengio 2003`, from the bibliography."""
    return "; ".join(author_and_year(entries()[key]) for key in keys)


def author_and_year(entry: str) -> str:
    authors, year = (re.search(rf"{field}\s*=\s*\{{(.*)\}}", entry)[1] for field in ("author", "year"))
    families = [author.split(",")[0].replace("{\\v{s}}", "š") for author in authors.split(" and ")]
    several = " and ".join(families) if len(families) == 2 else f"{families[0]} et al."
    return f"{families[0] if len(families) == 1 else several} {year}"
