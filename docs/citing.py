"""Works by author and year, and as whole references with links, as the bibliography has them."""

from __future__ import annotations

import re
from urllib.parse import quote

from betterthan.report.bibliography import entries

LETTERS = {
    r"{\v{s}}": "š", r"{\v s}": "š", r'{\"u}': "ü", r'{\"e}': "ë", r"{\'e}": "é", r"{\c{c}}": "ç", r"{\i}": "ı",
    r"\&": "&", "--": "–", r"$5 \times 2$": "5 x 2", "``": "“", "''": "”", "`": "‘",
}  # fmt: skip


def cited(keys: tuple[str, ...]) -> str:
    """`Williams 2026; Nadeau and Bengio 2003`, from the bibliography."""
    return "; ".join(author_and_year(entries()[key]) for key in keys)


def author_and_year(entry: str) -> str:
    families = [author.split(",")[0] for author in authors_of(entry)]
    several = " and ".join(families) if len(families) == 2 else f"{families[0]} et al."
    return f"{families[0] if len(families) == 1 else several} {of(entry, 'year')}"


def reference(key: str) -> str:
    """A whole reference in Markdown, with a checked DOI or address, or else with a search for its title."""
    entry = entries()[key]
    authors = [" ".join(reversed(author.split(", "))) for author in authors_of(entry)]
    listed = " and ".join((", ".join(authors[:-1]), authors[-1])) if len(authors) > 1 else authors[0]
    return f"{listed} ({of(entry, 'year')}). *{of(entry, 'title')}*. {where(entry)} {link(entry)}"


def where(entry: str) -> str:
    """Where it appeared: journal with volume and pages, or publisher, proceedings, school, note."""
    journal, volume, number, pages = (of(entry, field) for field in ("journal", "volume", "number", "pages"))
    if journal:
        place = f" {volume}({number})" if volume and number else f" {volume}" if volume else ""
        return f"{journal}{place}{f', {pages}' if pages else ''}."
    edition = of(entry, "edition")
    ordinal = {"": "", "2": "2nd edition, ", "3": "3rd edition, "}.get(edition, f"{edition}th edition, ")
    rest = [of(entry, each) for each in ("booktitle", "publisher", "school", "howpublished", "note")]
    return ordinal + ", ".join(each for each in rest if each) + (f", {pages}." if pages else ".")


def link(entry: str) -> str:
    """The DOI or the address of a work, as a link."""
    doi, url = of(entry, "doi", plain=False), of(entry, "url", plain=False)
    if doi:
        return f"[doi:{doi.replace('<', chr(92) + '<')}](https://doi.org/{quote(doi, safe='/:;.()')})"
    if url:
        return f"<{url}>"
    if entry.startswith("@unpublished"):
        return "(unpublished)"
    return f"[search by title](https://search.crossref.org/?q={quote(of(entry, 'title'))}) (no address checked by us)"


def authors_of(entry: str) -> list[str]:
    return of(entry, "author").split(" and ")


def of(entry: str, field: str, *, plain: bool = True) -> str:
    """A field of an entry, without braces and with its letters; empty if it has none."""
    match = re.search(rf"^\s*{field}\s*=\s*\{{(.*?)\}},?$", entry, flags=re.MULTILINE | re.DOTALL)
    if match is None:
        return ""
    text = match[1]
    if not plain:
        return text
    for written, letter in LETTERS.items():
        text = text.replace(written, letter)
    return " ".join(text.replace("{", "").replace("}", "").split())
