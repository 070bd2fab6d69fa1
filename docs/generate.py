"""Write the pages that are made from the code: the table of procedures and one section per procedure."""

from __future__ import annotations

from pathlib import Path

from betterthan.procedures import REGISTRY, Procedure

PAGE = Path(__file__).parent / "procedures.md"


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page of procedures, as Markdown."""
    rows = "\n".join(row(each) for each in REGISTRY.values())
    sections = "\n\n".join(section(each) for each in REGISTRY.values())
    return (
        "# Procedures\n\n"
        "This page is made from the code by `make docs`.\n\n"
        "| name | question | needs | beside it | references |\n|---|---|---|---|---|\n"
        f"{rows}\n\n{sections}\n"
    )


def row(each: Procedure) -> str:
    beside = f"`{each.counterpart}`" if each.counterpart else ""
    return f"| `{each.name}` | {each.asks} | {each.needs.in_words()} | {beside} | {', '.join(each.cites)} |"


def section(each: Procedure) -> str:
    rungs = ", ".join(f"`{each.name}.{rung}`" for rung in each.rungs) or "none"
    options = ", ".join(f"`{name}`" for name in each.options) or "none"
    body = f"```text\n{each.module_doc}\n```"
    return f"## {each.name}\n\n{each.title[0].upper()}{each.title[1:]}. Options: {options}. Rungs: {rungs}.\n\n{body}"


if __name__ == "__main__":
    main()
